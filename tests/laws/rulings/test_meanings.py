"""Meanings as sets of hands."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.rulings.calls import CALLS
from laws.rulings.cards import lengths, points
from laws.rulings.meanings import (
    MAX_HCP,
    SHAPES,
    BadMeaning,
    Meaning,
    Shown,
    hand_type,
    meaning_data,
    parse_meaning,
    specified,
    specified_suits,
)
from tests.laws.rulings.tables import deals, hand_text, meanings, shown


def meant(**data: Any) -> Meaning:
    """A meaning from plain data, as in a record."""
    meaning = parse_meaning(data)
    assert meaning is not None
    return meaning


def fits(hand: str, alternative: Shown) -> bool:
    """Whether a hand lies in one alternative, counted by hand: the brute force that the bit sets must equal."""
    long = lengths(hand)
    in_lengths = all(low <= n <= high for n, (low, high) in zip(long, alternative.lengths, strict=True))
    balanced = sorted(long) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])
    return (
        alternative.hcp[0] <= points(hand) <= alternative.hcp[1]
        and in_lengths
        and (balanced or not alternative.balanced)
    )


def test_there_are_560_shapes_of_thirteen_cards() -> None:
    assert len(SHAPES) == len(set(SHAPES)) == 560
    assert all(sum(shape) == 13 for shape in SHAPES)


@given(deals(), meanings())
def test_a_hand_is_held_exactly_when_an_alternative_fits_it(cards: tuple[str, ...], meaning: Meaning) -> None:
    hand = hand_text(cards)
    held = bool(meaning.hands & hand_type(lengths(hand), points(hand)))
    assert held == any(fits(hand, alternative) for alternative in meaning.alternatives)


def test_bit_sets_equal_brute_force_over_dealt_hands() -> None:
    """Common meanings on two thousand fair hands: strategies alone would hardly ever hit them."""
    deck = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    choose = random.Random(1)  # noqa: S311 - the same hands every time
    hands = [hand_text(tuple(choose.sample(deck, 13))) for _ in range(2000)]
    for meaning in (
        meant(hcp=[12, 21], suits={"S": "5+"}),
        meant(hcp=[15, 17], balanced=True),
        meant(alternatives=[{"hcp": [6, 10], "suits": {"H": "6+"}}, {"hcp": [6, 10], "suits": {"S": "6+"}}]),
        meant(hcp="0-11"),
    ):
        held = [bool(meaning.hands & hand_type(lengths(hand), points(hand))) for hand in hands]
        assert held == [any(fits(hand, one) for one in meaning.alternatives) for hand in hands]
        assert any(held)


# -- set algebra -------------------------------------------------------------------------------------------------------


@given(meanings())
def test_within_is_reflexive(one: Meaning) -> None:
    assert one.within(one)
    assert one.same_hands(one)


@given(meanings(), meanings())
def test_within_both_ways_means_the_same_hands(one: Meaning, other: Meaning) -> None:
    assert (one.within(other) and other.within(one)) == one.same_hands(other)


@given(shown(), shown(), shown())
def test_within_is_transitive(one: Shown, two: Shown, three: Shown) -> None:
    """A chain is made by adding alternatives, so that the premise holds every time."""
    small, middle, large = Meaning((one,)), Meaning((one, two)), Meaning((one, two, three))
    assert small.within(middle)
    assert middle.within(large)
    assert small.within(large)


@given(meanings(), meanings(), meanings())
def test_within_chains(one: Meaning, two: Meaning, three: Meaning) -> None:
    if one.within(two) and two.within(three):
        assert one.within(three)


@given(meanings(), meanings())
def test_alternatives_unite_hands_and_keep_only_common_promises(one: Meaning, other: Meaning) -> None:
    both = Meaning(one.alternatives + other.alternatives)
    assert both.hands == one.hands | other.hands
    assert both.features == one.features & other.features
    assert one.within(both)
    assert other.within(both)


@given(shown(), shown())
def test_ranges_of_both_hold_the_hands_of_both(one: Shown, other: Shown) -> None:
    """The intersection of two alternatives, taken range by range, holds exactly the hands they share."""
    lows = [
        (max(a, c), min(b, d))
        for (a, b), (c, d) in zip((one.hcp, *one.lengths), (other.hcp, *other.lengths), strict=True)
    ]
    shared = one.hands() & other.hands()
    if any(low > high for low, high in lows):
        assert not shared
    else:
        both = Shown(lows[0], tuple(lows[1:]), one.balanced or other.balanced)  # type: ignore[arg-type]
        assert both.hands() == shared


@settings(max_examples=50)
@given(st.integers(0, 20), st.integers(0, 3), st.integers(1, 7))
def test_a_narrower_range_holds_fewer_hands(low: int, suit: int, length: int) -> None:
    wide = meant(hcp=[low, 37], suits={"SHDC"[suit]: [length, 13]})
    narrow = meant(hcp=[low, 37], suits={"SHDC"[suit]: [length + 1, 13]})
    assert narrow.within(wide)
    assert not wide.within(narrow)


@given(meanings(), meanings())
def test_the_union_is_the_least_meaning_that_holds_both(one: Meaning, other: Meaning) -> None:
    both = Meaning(one.alternatives + other.alternatives)
    if one.within(other):
        assert both.same_hands(other)


@settings(max_examples=40)
@given(st.integers(0, 37), st.sampled_from(SHAPES))
def test_a_hand_type_belongs_to_a_meaning_only_if_thirteen_cards_can_be_it(
    number: int, shape: tuple[int, int, int, int]
) -> None:
    """Points are counted honour by honour here, suit by suit."""
    sums = {0}
    for cards in shape:
        held = {
            sum(values) for n in range(5) for values in itertools.combinations((4, 3, 2, 1), n) if n <= cards <= n + 9
        }
        sums = {total + more for total in sums for more in held}
    assert bool(Meaning().hands & hand_type(shape, number)) is (number in sums)


def test_hands_that_no_deal_holds_do_not_tell_two_meanings_apart() -> None:
    """Seven spades and six hearts have twenty points at the most."""
    freak = {"S": [7, 7], "H": [6, 6]}
    assert meant(hcp=[12, 37], suits=freak).same_hands(meant(hcp=[12, 20], suits=freak))
    with pytest.raises(BadMeaning, match="no hand has this meaning"):
        parse_meaning({"hcp": [21, 37], "suits": freak})


def test_a_feature_narrows_a_meaning() -> None:
    plain, stopper = meant(hcp=[15, 18]), meant(hcp=[15, 18], features=["club stopper"])
    assert stopper.within(plain)
    assert not plain.within(stopper)
    assert not plain.same_hands(stopper)


def test_balanced_and_unbalanced_hands_are_all_hands() -> None:
    balanced, unbalanced = meant(balanced=True), meant(unbalanced=True)
    assert balanced.hands | unbalanced.hands == meant().hands
    assert not balanced.hands & unbalanced.hands
    with pytest.raises(BadMeaning, match="no hand has this meaning"):
        parse_meaning({"balanced": True, "unbalanced": True})


def test_a_promise_must_be_made_by_the_alternative_that_holds_the_hand() -> None:
    """Long spades with a stopper, or long hearts: long spades without a stopper are neither."""
    either = meant(alternatives=[{"suits": {"S": "6+"}, "features": ["club stopper"]}, {"suits": {"H": "6+"}}])
    assert not meant(suits={"S": "6+"}).within(either)
    assert meant(suits={"S": "6+"}, features=["club stopper"]).within(either)
    assert meant(suits={"H": "6+"}).within(either)


@pytest.mark.parametrize(
    ("narrow", "wide", "inside"),
    [
        ({"kings": 1}, {"kings": [0, 1]}, True),
        ({"kings": [0, 1]}, {"kings": 1}, False),
        ({"kings": [1, 2]}, {"alternatives": [{"kings": 1}, {"kings": 2}]}, True),
        ({"kings": [1, 3]}, {"alternatives": [{"kings": 1}, {"kings": 3}]}, False),
        ({"kings": [0, 4]}, {"alternatives": [{"kings": [0, 2]}, {"kings": [3, 4]}]}, True),
        ({"hcp": [3, 9], "tp": [6, 9]}, {"hcp": [0, 11]}, True),
        ({"hcp": [3, 9]}, {"hcp": [0, 11], "tp": [6, 9]}, False),
        ({"kings": 1, "tp": [7, 8]}, {"kings": [1, 2], "tp": [6, 9]}, True),
    ],
)
def test_counts_are_compared_as_ranges(narrow: dict[str, Any], wide: dict[str, Any], inside: bool) -> None:
    assert meant(**narrow).within(meant(**wide)) is inside


@given(meanings())
def test_a_meaning_is_read_back_from_its_data(meaning: Meaning) -> None:
    if meaning.hands:
        assert parse_meaning(meaning_data(meaning)) == meaning


# -- reading -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ([12, 21], (12, 21)),
        ((12, 21), (12, 21)),
        ("12-21", (12, 21)),
        ("12+", (12, MAX_HCP)),
        (15, (15, 15)),
        ("15", (15, 15)),
        ([22, 40], (22, 37)),
    ],
)
def test_a_range_may_be_written_in_several_ways(written: Any, read: tuple[int, int]) -> None:
    assert meant(hcp=written).alternatives[0].hcp == read


@pytest.mark.parametrize("written", ["", "a-b", "1-2-3", [1, 2, 3], [1], None, {}, "+", "5-", [None, 3], "-5"])
def test_what_is_no_range_is_refused_naming_the_key(written: Any) -> None:
    with pytest.raises(BadMeaning, match=r"^withdrawn\.hcp: expected a range such as \[12, 21\]"):
        parse_meaning({"hcp": written}, where="withdrawn")


@pytest.mark.parametrize("written", [[21, 12], "21-12", -1])
def test_an_empty_range_is_refused(written: Any) -> None:
    with pytest.raises(BadMeaning, match=r"^meaning\.suits\.H: the range .* is empty"):
        parse_meaning({"suits": {"H": written}})


@pytest.mark.parametrize(
    "data",
    [
        {"hcp": [38, 40]},
        {"suits": {"H": [7, 13], "S": [7, 13]}},
        {"suits": {"S": [14, 14]}},
        {"suits": {"S": [0, 2], "H": [0, 2], "D": [0, 2], "C": [0, 2]}},
        {"balanced": True, "suits": {"S": [6, 13]}},
    ],
)
def test_a_meaning_no_hand_can_have_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(BadMeaning, match="no hand has this meaning; check hcp and suits"):
        parse_meaning(data)


def test_an_unknown_key_is_named_with_the_known_ones() -> None:
    with pytest.raises(BadMeaning, match=r"^replacement: unknown key 'points'; known are .*hcp"):
        parse_meaning({"points": [12, 21]}, where="replacement")


def test_an_unknown_suit_is_named() -> None:
    with pytest.raises(BadMeaning, match=r"suits: 'N' is not a suit; expected S, H, D or C"):
        parse_meaning({"suits": {"N": [5, 13]}})


def test_nothing_said_is_no_meaning_and_an_empty_mapping_is_any_hand() -> None:
    assert parse_meaning(None) is None
    assert meant().hands == Meaning().hands
    with pytest.raises(BadMeaning, match="expected a mapping"):
        parse_meaning("12-21")  # type: ignore[arg-type]


def test_alternatives_stand_on_what_is_common() -> None:
    multi = meant(hcp=[6, 10], alternatives=[{"H": [6, 13]}, {"S": [6, 13]}])
    assert [one.hcp for one in multi.alternatives] == [(6, 10), (6, 10)]
    assert multi.alternatives[0].lengths[1] == (6, 13)
    assert multi.alternatives[1].lengths[0] == (6, 13)


def test_total_points_and_kings_are_kept_as_counts() -> None:
    assert meant(tp="10-12", kings=1).alternatives[0].counts == (("kings", (1, 1)), ("tp", (10, 12)))
    assert meant(kings="0+", tp=[0, 40]) == meant(), "what says nothing is nothing said"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"hcp": True}, r"^meaning\.hcp: expected a range"),
        ({"hcp": [12.5, 21]}, r"^meaning\.hcp: expected a range"),
        ({"hcp": float("inf")}, r"^meaning\.hcp: expected a range"),
        ({"hcp": float("nan")}, r"^meaning\.hcp: expected a range"),
        ({"balanced": "no"}, r"^meaning\.balanced: expected true or false, not 'no'"),
        ({"artificial": 1}, r"^meaning\.artificial: expected true or false, not 1"),
        ({"asks": ["aces"]}, r"^meaning\.asks: expected a word such as aces or majors"),
        ({"alternatives": [{"hpc": [1, 2]}]}, r"^meaning\.alternatives\[0\]: unknown key 'hpc'; known are balanced"),
        ({"kings": [3, 2]}, r"^meaning\.kings: the range 3 to 2 is empty"),
        ({"kings": 5}, r"^meaning\.kings: no hand has more than 4"),
        ({"suits": {"H": 10**9}}, "no hand has this meaning"),
        ({"alternatives": [{"hcp": 5}] * 41}, r"^meaning\.alternatives: 41 of them; expected at most 40"),
    ],
)
def test_what_cannot_be_meant_is_refused_naming_the_key(data: dict[str, Any], message: str) -> None:
    with pytest.raises(BadMeaning, match=message):
        parse_meaning(data)


def test_a_length_reaches_no_further_than_thirteen_cards() -> None:
    assert meant(suits={"H": [5, 40]}) == meant(suits={"H": "5+"})


# -- what a call specifies (26B, 27B1(a), 29C) -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "meaning", "suits"),
    [
        ("1H", None, {"H"}),  # nothing stated: natural
        ("1NT", None, set()),
        ("P", None, set()),
        ("X", None, set()),
        ("2D", {"suits": {"H": "5+"}, "artificial": True}, {"H"}),  # a transfer specifies the suit shown
        ("2D", {"alternatives": [{"H": "6+"}, {"S": "6+"}], "hcp": [6, 10]}, set()),  # no suit is known for certain
        ("4D", {"suits": {"S": "4+", "D": [0, 1]}, "hcp": [12, 40]}, {"S", "D"}),  # a splinter: shortage specifies too
        ("2C", {"hcp": [22, 40], "artificial": True}, set()),
        ("1NT", {"hcp": [15, 17], "balanced": True}, set()),
    ],
)
def test_the_suits_a_call_specifies(call: str, meaning: dict[str, Any] | None, suits: set[str]) -> None:
    assert specified_suits(CALLS[call], parse_meaning(meaning)) == suits


def test_a_natural_notrump_bid_specifies_notrump() -> None:
    assert specified(CALLS["1NT"], meant(hcp=[15, 17], balanced=True)) == {("NT", "length")}
    assert specified(CALLS["2NT"], meant(suits={"C": "5+", "D": "5+"}, artificial=True)) == {
        ("C", "length"),
        ("D", "length"),
    }
