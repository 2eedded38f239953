"""Laws 18 and 19: is this bid enough, may this bid be doubled, does the double count?"""

from __future__ import annotations

import pytest

from laws.rulings.calls import BIDS
from laws.rulings.record import BadRecord
from tests.laws.rulings.tables import has, ruled


def test_a_bid_is_sufficient_when_it_ranks_above_the_last_one() -> None:
    """All pairs of bids against the order of 18E, told by level and denomination."""
    order = ["C", "D", "H", "S", "NT"]
    for last in BIDS:
        for bid in BIDS:
            enough = (bid.level, order.index(bid.denomination)) > (last.level, order.index(last.denomination))
            ruling = ruled(f"N {last}, E P, S {bid}", procedure="18")
            wanted = {"value": "yes" if enough else "no", "over": last.text, "bid": bid.text, "player": "S"}
            assert has(ruling, "bid_sufficient", **wanted)
            assert has(ruling, "director_action", what="rule_under_27") is not enough


def test_the_first_bid_is_always_enough_and_a_bid_of_eight_never() -> None:
    assert has(ruled("N P, E 1C", procedure="18"), "bid_sufficient", value="yes", provision="18A")
    assert has(ruled("N 8C", procedure="18"), "director_action", what="rule_under_38", provision="38B")


@pytest.mark.parametrize(
    ("auction", "allowed", "provision"),
    [
        ("N 1H, E X", "yes", "19A1"),
        ("N 1H, E P, S P, W X", "yes", "19A1"),
        ("N 1H, E P, S X", "no", "19A1"),
        ("N 1H, E X, S X", "no", "19A1"),
        ("N P, E X", "no", "19A1"),
        ("N 1H, E X, S XX", "yes", "19B1"),
        ("N 1H, E X, S P, W P, N XX", "yes", "19B1"),
        ("N 1H, E X, S P, W XX", "no", "19B1"),
        ("N 1H, E P, S X, W P, N XX", "no", "19B1"),
        ("N 1H, E X, S XX, W XX", "no", "19B1"),
    ],
)
def test_only_an_opponents_last_bid_or_double_counts(auction: str, allowed: str, provision: str) -> None:
    assert has(ruled(auction, procedure="19"), "double_allowed", value=allowed, provision=provision)


def test_a_later_bid_supersedes_a_double() -> None:
    assert has(ruled("N 1H, E X, S 2H", procedure="19"), "double_counts", value="no", provision="19C")
    assert has(ruled("N 1H, E X, S P", procedure="19"), "double_counts", value="yes", provision="19D")


@pytest.mark.parametrize(("auction", "provision"), [("N 1H, E X", "19A3"), ("N 1H, E X, S XX", "19B3")])
def test_the_bid_as_made_is_doubled_whatever_was_said(auction: str, provision: str) -> None:
    ruling = ruled(auction, procedure="19", findings={"misstated": True})
    assert has(ruling, "call_stands", of="1H", provision=provision)
    assert has(ruling, "info", side="OS", status="unauthorised")


@pytest.mark.parametrize("procedure", ["18", "19"])
def test_without_such_a_call_there_is_a_question_and_no_answer(procedure: str) -> None:
    assert ruled("N P", procedure=procedure).pending is not None


def test_nothing_irregular_needs_a_procedure_by_name() -> None:
    with pytest.raises(BadRecord, match="no irregularity in it"):
        ruled("N 1H, E X")


# -- the legal auction, and not whatever was said ----------------------------------------------------------------------


def test_a_bid_is_measured_against_the_legal_auction() -> None:
    """A call that was set aside (28B), replaced or void is no last preceding bid; one that was accepted is (27A1, 29A)."""
    faults = []
    for auction, over, enough in (
        ("N 1S, S 2H, E 2C", "1S", "yes"),  # East calls in turn, and South's 2H is cancelled
        ("N 1S, E 1H, E 2H", "1S", "yes"),  # East replaces the insufficient bid
        ("N 1S, E 1H, S 1S", "1H", "yes"),  # South calls over the insufficient bid, which stands
        ("N 1S, S 2H, W 2C", "2H", "no"),  # West calls over the bid out of rotation, which stands
        ("N 1S, E P, S P, W P, N 4H", "1S", "yes"),
    ):
        ruling = ruled(auction, procedure="18")
        if not has(ruling, "bid_sufficient", over=over, value=enough):
            faults.append((auction, ruling.outcomes[0]))
    assert not faults


def test_a_double_is_looked_at_in_the_legal_auction() -> None:
    assert has(ruled("N 1S, S 2H, E X", procedure="19", findings={"misstated": True}), "call_stands", of="1S")
    assert has(ruled("N 1S, S X, E P, S X", procedure="19"), "double_allowed", value="no")


def test_only_a_legal_bid_supersedes_a_double() -> None:
    """19C: an insufficient bid that nobody accepts is none; while it may still be accepted, the engine asks."""
    low = "N 1S, E X, S 1H"
    asked = ruled(low, procedure="19").pending
    assert asked is not None
    assert asked.fact.id == "bid_since"
    faults = []
    for auction, fields, counts in (
        (low, {"accepted": False}, "yes"),
        (low, {"accepted": True}, "no"),
        (low, {"accepted": False, "replacement": "2H"}, "no"),
        (low, {"accepted": False, "replacement": "P"}, "yes"),
        ("N 1S, E X, S 1H, S P", {}, "yes"),
        ("N 1S, E X, S 1H, W P", {}, "no"),
        ("N 1S, E X, W 2H, S P", {}, "yes"),
        ("N 1S, E X, S 8C", {}, "yes"),
        ("N 1S, E X, S 2H", {}, "no"),
    ):
        if not has(ruled(auction, procedure="19", **fields), "double_counts", value=counts):
            faults.append((auction, fields))
    assert not faults
