"""The duplicate code of 2007: what differs from 2017, and what is not told."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.readers import UnknownProcedure, explore, rule_of
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import OPENING, WEAK, has, ruled

NATURAL: dict[str, Any] = {"hcp": [8, 16], "suits": {"H": [5, 13]}}
STRONGER: dict[str, Any] = {"hcp": [11, 16], "suits": {"H": [5, 13]}}


def before(auction: str, **fields: Any) -> Ruling:
    return ruled(auction, edition="duplicate-2007", **fields)


def corrected(replacement: str, withdrawn: dict[str, Any], new: dict[str, Any]) -> Ruling:
    """East's 1H over 1S, not accepted and replaced."""
    meanings = {"withdrawn": withdrawn, "replacement": new}
    return before("N 1S, E 1H", accepted=False, replacement=replacement, meanings=meanings)


@pytest.mark.parametrize(
    ("replacement", "withdrawn", "new", "provision"),
    [
        pytest.param("2H", NATURAL, {"hcp": [0, 40], "suits": {"H": [5, 13]}}, "27B1(a)", id="both-natural"),
        pytest.param("2H", {**NATURAL, "artificial": True}, STRONGER, "27B1(b)", id="artificial-but-more-precise"),
        pytest.param("3H", NATURAL, STRONGER, "27B1(b)", id="a-jump-and-more-precise"),
        pytest.param("3C", NATURAL, {**STRONGER, "artificial": True}, "27B1(b)", id="another-suit-more-precise"),
        pytest.param("3H", NATURAL, {"hcp": [8, 17], "suits": {"H": [5, 13]}}, "27B2", id="a-jump-merely-similar"),
        pytest.param("2H", {**NATURAL, "artificial": True}, OPENING, "27B2", id="artificial-and-wider"),
        pytest.param("2D", NATURAL, {"hcp": [8, 16], "suits": {"D": [5, 13]}}, "27B2", id="another-suit"),
        pytest.param("P", NATURAL, WEAK, "27B2", id="a-pass"),
    ],
)
def test_the_two_free_corrections(replacement: str, withdrawn: Any, new: Any, provision: str) -> None:
    ruling = corrected(replacement, withdrawn, new)
    assert ruling.complete
    assert has(ruling, "call_stands", call=replacement, provision=provision)
    assert has(ruling, "partner_must_pass", extent="throughout") is (provision == "27B2")
    assert has(ruling, "lead_restriction", kind="none") is (provision != "27B2")


def test_whether_a_bid_was_natural_is_asked_when_nobody_told() -> None:
    ruling = before("N 1S, E 1H", accepted=False, replacement="2H")
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "neither_artificial"


def test_a_bid_of_notrump_has_the_other_lead_restriction() -> None:
    meanings = {"withdrawn": {"hcp": [6, 9], "balanced": True}, "replacement": WEAK}
    ruling = before("N 1S, E 2C, S 1NT", accepted=False, replacement="P", meanings=meanings)
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", provision="26B", suits=["S", "H", "D", "C"])


@pytest.mark.parametrize(
    ("auction", "fields", "effect"),
    [
        ("S P", {}, ("offender_must_pass", "once", "30A")),
        ("E P", {}, ("offender_must_pass", "once", "30A")),
        ("N 1C, S P", {"dealer": "N", "findings": {}}, ("offender_must_pass", "once", "30B")),
        ("N 1C, W P", {}, ("offender_must_pass", "throughout", "30B")),
    ],
)
def test_a_pass_out_of_rotation_turns_on_whether_anybody_had_bid(
    auction: str, fields: dict[str, Any], effect: tuple[str, str, str]
) -> None:
    ruling = before(auction, accepted=False, **{**fields, "findings": {"pass_artificial": False}})
    name, extent, provision = effect
    assert has(ruling, name, extent=extent, provision=provision)
    assert not has(ruling, "partner_must_pass")


@pytest.mark.parametrize(
    ("replacement", "extent", "restricted"),
    [("2H", "once", False), ("2S", "throughout", True), ("P", "throughout", True)],
)
def test_a_bid_at_rhos_turn_turns_on_the_denomination(replacement: str, extent: str, restricted: bool) -> None:
    fields = {"accepted": False, "continued": ["N 1S"], "replacement": replacement}
    ruling = before("E 1H", **fields)
    assert has(ruling, "partner_must_pass", player="W", extent=extent, provision="31A")
    assert has(ruling, "lead_restriction") is restricted
    assert ruling.doubted


def test_no_comparable_call_is_ever_asked_for() -> None:
    asked = {
        step.fact.id
        for number in DUPLICATE_2007.procedures
        for path in explore(number, "duplicate-2007")
        for step in path.asked
    }
    assert not asked & {"similar", "subset", "same_purpose", "lowest_same"}


def test_an_inadmissible_double_is_referred_on() -> None:
    ruling = before("N 1S, W X, E P")
    assert ruling.procedure == "32"
    inadmissible = before("N 1S, E P, N X")
    assert has(inadmissible, "director_action", what="rule_as_inadmissible")


@pytest.mark.parametrize("law", ["9", "16C", "21", "36", "40"])
def test_what_the_sources_do_not_tell_is_not_ruled(law: str) -> None:
    with pytest.raises(UnknownProcedure, match="its text is not in the library; only rules that later sources tell"):
        rule_of(law, "duplicate-2007")


def test_law_23_is_heard_in_every_law_that_keeps_it_open() -> None:
    """What stands in 72C since 2017; the finding is used where a record states it."""
    tables: list[tuple[str, dict[str, Any]]] = [
        ("N 1S, E 1H", {"accepted": False, "replacement": "P", "findings": {"more_precise": False}}),
        ("E P", {"accepted": False, "findings": {"pass_artificial": False}}),
        ("S 1H", {"accepted": False}),
    ]
    for auction, fields in tables:
        stated = fields.get("findings", {})
        for found, kind in (({"foreseeable": "foreseeable", "advantage": "gained"}, "assigned"), ({}, "possible")):
            ruling = before(auction, **{**fields, "findings": stated | found})
            assert has(ruling, "adjusted_score", kind=kind, law="23"), (ruling.procedure, auction, ruling.pending)
        unaware = before(auction, **{**fields, "findings": stated | {"foreseeable": "unforeseeable"}})
        assert has(unaware, "result_stands", provision="23"), auction


def test_a_refused_claim_of_a_slip_has_told_partner_something() -> None:
    ruling = before("N 1S, E 1H", accepted=True, intended="2H", findings={"unintended": False})
    assert has(ruling, "info", side="OS", status="unauthorised", about="claim", provision="16B1(a)")
