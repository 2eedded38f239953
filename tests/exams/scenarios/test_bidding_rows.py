"""Rows of the system: reading them, their calls, and numbers counted from partner's."""

from __future__ import annotations

from typing import Any

import pytest

from exams.scenarios.bidding.rows import BadRow, Numbers, read_row
from laws.rulings.calls import CALLS
from laws.rulings.meanings import Meaning, Shown


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"call": "1Q"}, "'1Q' is not a call"),
        ({"call": "1H", "hpc": "6+"}, "unknown key 'hpc'"),
        ({"call": "1H", "hcp": "six"}, "'six' is not a range"),
        ({"call": "1H", "hcp": "9-6"}, "empty or too high"),
        ({"call": "1H", "H": "14"}, "empty or too high"),
    ],
)
def test_a_wrong_row_is_refused_by_name(row: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRow, match=rf"opening, row 3: .*{message}"):
        read_row(row, "opening, row 3")


@pytest.mark.parametrize(
    ("call", "last", "bid"),
    [
        ("y", None, "1D"),
        ("y", "1C", "1D"),
        ("y", "1D", "2D"),
        ("y", "1S", "2D"),
        ("jump y", "1C", "2D"),
        ("double jump y", "1S", "4D"),
        ("3y", "1S", "3D"),
        ("NT", "2S", "2NT"),
        ("y", "7C", "7D"),
        ("y", "7H", None),
    ],
)
def test_a_bid_without_a_level_is_the_cheapest(call: str, last: str | None, bid: str | None) -> None:
    made = read_row({"call": call}, "row").bid({"y": "D"}, CALLS[last].rank if last else -1)
    assert (made and made.text) == bid


def test_a_row_holds_only_at_its_levels_and_in_its_order_of_suits() -> None:
    low = read_row({"call": "z", "at": "1-2", "order": "z < x"}, "row")
    assert low.bid({"z": "D", "x": "H"}, CALLS["1H"].rank) == CALLS["2D"]
    assert low.bid({"z": "D", "x": "H"}, CALLS["2H"].rank) is None
    assert low.bid({"z": "S", "x": "H"}, CALLS["1H"].rank) is None


def test_a_free_letter_stands_for_every_suit_not_taken() -> None:
    row = read_row({"call": "z"}, "row")
    assert [suits["z"] for suits in row.bindings({"M": "H", "y": "C"})] == ["S", "D"]
    assert [suits["OM"] for suits in read_row({"call": "2OM"}, "row").bindings({"M": "H"})] == ["S"]


def test_a_suit_named_twice_must_fit_both() -> None:
    row = read_row({"call": "X", "y": "0-3", "or": [{"S": "4+"}, {"H": "4+"}]}, "row")
    shown = row.alternatives({"y": "S"}, Numbers())
    assert [one.lengths for one in shown] == [((0, 3), (4, 13), (0, 13), (0, 13))]


@pytest.mark.parametrize(
    ("partner", "band", "points"),
    [
        ((15, 17), "game", (10, 37)),
        ((15, 17), "invite", (8, 9)),
        ((15, 17), "less", (0, 7)),
        ((15, 17), "slam", (18, 37)),
        ((11, 12), "invite", None),
        ((11, 12), "less", (0, 13)),
        ((12, 21), "no game", (0, 12)),
        ((26, 37), "game", (0, 37)),
        ((26, 37), "less", None),
    ],
)
def test_points_are_counted_from_partners_least(
    partner: tuple[int, int], band: str, points: tuple[int, int] | None
) -> None:
    assert Numbers.of(Meaning((Shown(partner),))).points(band) == points


def test_a_fit_is_eight_cards_together() -> None:
    partner = Numbers.of(Meaning((Shown(lengths=((5, 13), (0, 3), (0, 13), (0, 13))),)))
    assert (partner.cards("fit", "S"), partner.cards("fit", "H")) == ((3, 13), (8, 13))
    assert (partner.cards("long fit", "S"), partner.cards("no fit", "S")) == ((4, 13), (0, 2))
