"""Law 30: passes out of rotation."""

from __future__ import annotations

import pytest

from laws.rulings.readers import rule
from laws.rulings.record import BadRecord, parse_record
from tests.laws.rulings.tables import has, ruled

ART = {"artificial": True, "hcp": [12, 40]}


def test_at_rho_s_turn_the_offender_passes_once() -> None:
    ruling = ruled("E P", accepted=False)
    assert has(ruling, "offender_must_pass", player="E", extent="once", provision="30A")
    assert has(ruling, "adjusted_score", law="72C")
    assert has(ruling, "info", side="OS", status="unauthorised", law="16C2")
    assert has(ruling, "any_legal_call", by="W", provision="30A")
    assert has(ruling, "any_legal_call", by="E", provision="30A"), "from the following turn on"
    assert has(ruling, "no_right", who="E", to="call_now")
    assert not has(ruling, "partner_must_pass")


@pytest.mark.parametrize(("auction", "offender"), [("N 1S, W P", "W"), ("N 1S, S P", "S"), ("W P", "W")])
def test_at_partner_s_or_lho_s_turn_a_comparable_call_is_free(auction: str, offender: str) -> None:
    turn_of_rho = auction == "N 1S, S P"
    ruling = ruled(auction, accepted=False, replacement="P", findings={"comparable": "is_subset"})
    assert has(ruling, "no_further_rectification", provision="23B") is not turn_of_rho
    if turn_of_rho:
        with pytest.raises(BadRecord, match="S must pass at their next turn to call \\(30A\\)"):
            ruled(auction, accepted=False, replacement="2C")
        return
    other = ruled(auction, accepted=False, replacement="2C", findings={"comparable": "no"})
    assert has(other, "partner_must_pass", extent="once")


def test_at_partner_s_turn_both_may_call_what_they_like() -> None:
    ruling = ruled("N 1S, W P", accepted=False, replacement="2C", findings={"comparable": "no"})
    assert has(ruling, "any_legal_call", by="E", provision="30B1(a)")
    assert has(ruling, "any_legal_call", by="W", provision="30B1(b)")


def test_partner_may_not_use_the_pass_before_it_is_repaired() -> None:
    """30B1(a): 16C2 applies at partner's turn, 23B lifts it with the comparable call: two times, so two rulings."""
    ruling = ruled("N 1S, W P", accepted=False, replacement="P", findings={"comparable": "is_subset"})
    infos = [item for item in ruling.outcomes if item["outcome"] == "info" and item["side"] == "OS"]
    assert {item["status"] for item in infos} == {"authorised", "unauthorised"}
    assert len({item.get("when", "") for item in infos}) == len(infos)


@pytest.mark.parametrize(
    "auction",
    [
        [{"by": "E", "call": "1H"}, {"by": "S", "call": "X", "means": ART}, "N P"],
        [{"by": "E", "call": "2C", "means": ART}, "W P"],
        [{"by": "E", "call": "1H", "means": {"suits": {"S": "4+"}}}, "W P"],
    ],
    ids=["artificial-double", "artificial-2C", "transfer"],
)
def test_a_pass_of_partner_s_artificial_call_goes_to_law_31(auction: list[object]) -> None:
    ruling = rule(parse_record({"dealer": "E", "auction": auction, "accepted": False}))
    assert "30C" in ruling.citations
    assert not has(ruling, "offender_must_pass")
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "rho_passes"


def test_a_pass_of_a_natural_call_does_not() -> None:
    assert has(ruled("E 1H, W P", "E", accepted=False), "offender_must_pass")


def test_an_artificial_call_that_was_bid_over_is_not_passed() -> None:
    auction = [{"by": "E", "call": "2C", "means": ART}, "S 2S", "N P"]
    ruling = rule(parse_record({"dealer": "E", "auction": auction, "accepted": False, "assume": "usual"}))
    assert has(ruling, "offender_must_pass", player="N")


def test_lho_s_call_needs_no_word_on_what_the_pass_meant() -> None:
    """Law 30 begins "the option in Law 29A not having been exercised": 2C may be strong or not, West has called."""
    ruling = ruled("N 2C, S P, W 2S")
    assert ruling.complete
    assert has(ruling, "call_stands", call="2S")


def test_a_refused_claim_is_refused_once() -> None:
    ruling = rule(
        parse_record(
            {
                "dealer": "E",
                "auction": [{"by": "E", "call": "2C", "means": ART}, "W P"],
                "intended": "P",
                "accepted": True,
            }
        )
    )
    refusals = [item for item in ruling.outcomes if item.get("to") == "change_as_unintended"]
    assert len(refusals) == 1
    facts = [fact for fact, _ in ruling.path]
    assert len(facts) == len(set(facts))
