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
    assert has(ruled("N 8C", procedure="18"), "director_action", what="rule_under_38", provision="35C")


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
