"""Ruling on a table record."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.facts import FACTS
from laws.rulings.readers import UnknownProcedure, rule, rule_of
from laws.rulings.record import BadRecord, Contradiction, parse_record
from laws.rulings.replay import Situation
from tests.laws.rulings.tables import OPENING, has, record, ruled


@pytest.mark.parametrize(
    ("dealer", "auction", "procedure"),
    [
        ("N", "N 1S, E 1H", "27"),
        ("N", "E P", "30"),
        ("N", "E 1H", "31"),
        ("N", "N 1S, W 1H", "27"),  # 27A2 sends it on to Law 31
        ("N", "N 1S, W 2H", "31"),
        ("E", "E 1H, N X", "32"),
        ("N", "N 1S, N 2S", "25"),
        ("N", "N 1S, N P", "25"),
        ("N", "N 1S, E P, W P, N P", "17"),
    ],
)
def test_the_first_irregularity_chooses_the_procedure(dealer: str, auction: str, procedure: str) -> None:
    assert ruled(auction, dealer, accepted=None).procedure == procedure


def test_a_replacement_with_both_meanings_and_no_auction_is_a_question_on_law_23() -> None:
    ruling = ruled(replacement="2H", meanings={"withdrawn": OPENING, "replacement": OPENING})
    assert ruling.procedure == "23"
    assert has(ruling, "comparable", value="yes", test="A1")


def test_a_finding_on_the_replacement_and_no_auction_is_a_question_on_law_26() -> None:
    assert ruled(offender="E", declarer="S", findings={"replaced_comparably": True}).procedure == "26"


def test_the_record_may_name_the_procedure() -> None:
    assert ruled("E 1H", procedure="26", findings={"replaced_comparably": True}).procedure == "26"
    assert rule(record("E 1H", findings={"replaced_comparably": True}), "26").procedure == "26"


@pytest.mark.parametrize(
    ("auction", "fields", "message"),
    [
        ("", {}, r"^record\.auction: no irregularity in it; expected one, or `procedure`"),
        ("N 1S, E 2H", {}, r"^record\.auction: no irregularity"),
    ],
)
def test_a_record_with_nothing_to_rule_on_is_refused(auction: str, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        ruled(auction, **fields)


def test_unknown_laws_and_editions_are_named() -> None:
    with pytest.raises(UnknownProcedure, match=r"no procedure for Law 99 in duplicate-2017; there are .*\b17, "):
        ruled("N 1S, E 1H", procedure="99")
    with pytest.raises(UnknownProcedure, match=r"unknown edition 'duplicate-1997'; expected .*duplicate-2017"):
        ruled("N 1S, E 1H", edition="duplicate-1997")
    assert rule_of("27").title == "Insufficient bid"


@pytest.mark.parametrize(
    ("findings", "message"),
    [
        ({"acepted": True}, r"^record\.findings\.acepted: unknown fact; known are .*lho_accepts"),
        ({"lho_accepts": "maybe"}, r"^record\.findings\.lho_accepts: 'maybe' is no answer to it; expected false, true"),
        (
            {"foreseeable": "no"},
            r"^record\.findings\.foreseeable: 'no' .*expected open \(.*\), unforeseeable \(no\), foreseeable",
        ),
        (
            {"replacement_kind": "card"},
            r"expected bid \(a sufficient bid\), pass \(a pass\), double \(a double or redouble\)",
        ),
        ({"comparable": True}, r"^record\.findings\.comparable: expected same_or_similar, is_subset"),
    ],
)
def test_an_unknown_finding_is_named(findings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        ruled("N 1S, E 1H", findings=findings)


def test_a_finding_that_the_auction_denies_is_a_contradiction() -> None:
    with pytest.raises(
        Contradiction, match=r"findings\.out_of_rotation: the record says True, but the rest of it shows False \(27A2\)"
    ):
        ruled("N 1S, E 1H", findings={"out_of_rotation": True})


def test_a_stated_comparison_that_the_meanings_deny_is_a_contradiction() -> None:
    with pytest.raises(Contradiction):
        ruled(
            "N 1S, E 1H",
            accepted=False,
            replacement="P",
            findings={"comparable": "is_subset"},
            meanings={"withdrawn": OPENING, "replacement": {"hcp": "0-5"}},
        )


def test_findings_answer_what_the_record_does_not_show() -> None:
    ruling = ruled("N 1S, E 1H", accepted=False, replacement="2H", findings={"lowest_same": True})
    assert ruling.complete


@pytest.mark.parametrize(("fact", "told"), [("remarked", {"remark": "oh"}), ("wrong_elector", {"says_accept": ["N"]})])
def test_a_finding_cannot_say_what_a_field_of_its_own_says_otherwise(fact: str, told: dict[str, Any]) -> None:
    with pytest.raises(Contradiction, match=f"findings.{fact}"):
        ruled("N 1S, E 1H", accepted=False, replacement="2H", findings={fact: False}, **told)


@pytest.mark.parametrize("fact", ["remarked", "wrong_elector", "partner_acted", "deviates", "on_lead"])
def test_an_event_may_be_stated_as_a_finding_alone(fact: str) -> None:
    """The auction does not show that nothing was said; an aside of the assistant says that something was."""
    assert FACTS[fact].seen(Situation(record("N 1S, E 1H", accepted=False, replacement="2H"))) is None


def test_findings_of_incidental_facts_count() -> None:
    """25A5: nothing in a record shows that the auction period is over."""
    late = {"unintended": True, "period_over": True}
    ruling = ruled("N 1S, E 1H", intended="2H", accepted=False, replacement="P", findings={**late, "comparable": "no"})
    assert ("period_over", True) in ruling.path
    assert "25A5" in ruling.citations


# Each line: what the record tells so far, the fact that is open, and who is asked.
OPEN: list[tuple[str, dict[str, Any], str, str]] = [
    ("N 1S, E 1H", {}, "lho_accepts", "lho"),
    ("N 1S, E 1H", {"accepted": False}, "replacement_kind", "offender"),
    ("N 1S, E 1H", {"accepted": False, "replacement": "P"}, "similar", ""),
    ("N 1S, E 1H", {"accepted": False, "attempted": ["1D"]}, "lho_accepts_second", "lho"),
    ("E 1H", {"accepted": False}, "rho_passes", "rho"),
    ("E 1H", {"accepted": False, "continued": ["N 1S"]}, "similar", ""),
]


@pytest.mark.parametrize(("auction", "fields", "fact", "who"), OPEN)
def test_what_is_not_known_is_asked(auction: str, fields: dict[str, Any], fact: str, who: str) -> None:
    ruling = ruled(auction, **fields)
    assert not ruling.complete
    assert ruling.pending is not None
    assert ruling.pending.fact.id == fact
    assert ruling.pending.fact.who == who
    assert not who or ruling.say().endswith("?"), (
        "a player is asked; what the Director has to judge is not put to the table"
    )


@pytest.mark.parametrize(
    ("auction", "procedure"),
    [
        ("", "27"),
        ("", "30"),
        ("", "31"),
        ("", "32"),
        ("", "17"),
        ("N 1S, E 1H", "31"),
        ("E P", "27"),
        ("E P", "32"),
    ],
)
def test_a_procedure_that_does_not_fit_the_record_is_refused(auction: str, procedure: str) -> None:
    with pytest.raises(BadRecord):
        ruled(auction, procedure=procedure)


@pytest.mark.parametrize(("day", "refused"), [("2017-07-31", True), ("2017-08-01", False)])
def test_an_edition_rules_only_on_what_was_played_under_it(day: str, refused: bool) -> None:
    record = parse_record({"dealer": "E", "date": day, "auction": ["E 1S", "S 1H"], "accepted": True})
    if refused:
        with pytest.raises(BadRecord, match=r"record.date: duplicate-2017 is in force from 2017-08-01"):
            rule(record)
    else:
        assert rule(record).complete
