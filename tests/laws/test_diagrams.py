"""How auctions and hands are laid out."""

from __future__ import annotations

from typing import Any

import pytest

from laws import diagrams
from laws.auction_words import in_text, why
from laws.diagrams import Cell
from laws.diagrams.ruled import of_record, of_story
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.story.form import parse_story
from laws.rulings.story.walk import course


def laid_out(dealer: str, *calls: str, record: dict[str, Any] | None = None) -> list[str]:
    """The rows of an auction written as `N 1NT`, `S P!` (irregular), each row as one line; `~` stands before one apart."""
    entries = [{"by": text[0], "call": text[2:].rstrip("!"), "bad": text.endswith("!")} for text in calls]
    told = None if record is None else {"dealer": dealer, **record}
    laid = diagrams.auction({"dealer": dealer, "vulnerability": "EW", "calls": entries}, told)
    return ["~ " * row.apart + " | ".join(map(shown, row.cells)) for row in laid.rows]


def shown(cell: Cell) -> str:
    """A cell as text: `2 1♥!insufficient, cancelled` is the second call, a bid that is marked, with what the mark means."""
    if cell.call is None:
        return "all pass" if cell.all_pass else "·"
    name = f"{cell.call.nth} {cell.call.text}" if cell.call.nth else cell.call.text
    return f"{name}!{why(cell.call)}" if cell.call.bad else name


def test_blanks_stand_before_the_dealer() -> None:
    assert laid_out("E", "E 1C", "S P", "W 1H") == ["· | · | 1♣ | P", "1♥ | · | · | ·"]


def test_three_passes_at_the_end_are_all_pass() -> None:
    assert laid_out("W", "W 1NT", "N P", "E P", "S P") == ["1NT | all pass | · | ·"]


def test_four_passes_are_all_pass() -> None:
    assert laid_out("S", "S P", "W P", "N P", "E P") == ["· | · | · | all pass"]


def test_two_passes_leave_the_auction_open() -> None:
    assert laid_out("W", "W P", "N P", "E 1C", "S P", "W P") == ["P | P | 1♣ | P", "P | · | · | ·"]


def test_a_marked_pass_at_the_end_is_not_hidden_in_all_pass() -> None:
    assert laid_out("W", "W 1NT", "N P", "E P", "S P!") == ["1NT | P | P | P!this call"]


def test_an_empty_auction_has_one_empty_row() -> None:
    assert laid_out("N") == ["· | · | · | ·"]


# --- a call out of turn ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("offender", "rows"),
    [
        ("E", ["~ · | · | 1 1♥!out of turn | ·"]),
        ("S", ["~ · | · | · | 1 1♥!out of turn"]),
        ("W", ["~ 1 1♥!out of turn | · | · | ·"]),
    ],
)
def test_a_call_out_of_turn_at_each_seat_stands_apart_in_its_players_column(offender: str, rows: list[str]) -> None:
    assert laid_out("N", f"{offender} 1H!") == rows


def test_a_call_out_of_turn_later_in_the_auction_stands_below_it() -> None:
    assert laid_out("N", "N 1NT", "S 2H!") == ["· | 1 1NT | · | ·", "~ · | · | · | 2 2♥!out of turn"]


def test_after_a_cancelled_call_out_of_turn_the_auction_goes_on_in_the_next_row() -> None:
    told = ["~ · | · | · | 1 P!out of turn, cancelled", "· | 2 1♥ | 3 P | 4 1♠"]
    assert laid_out("N", "S P!", "N 1H", "E P", "S 1S") == told
    inside = ["· | 1 1NT | · | ·", "~ · | · | · | 2 P!out of turn, cancelled", "· | · | 3 2♥ | 4 X"]
    assert laid_out("N", "N 1NT", "S P!", "E 2H", "S X") == inside


def test_nothing_says_that_a_call_is_cancelled_before_it_is() -> None:
    """28B: the player whose turn it was has called. What becomes of the other call is the ruling that may be asked for."""
    assert laid_out("S", "W 1H!", "S P") == ["~ 1 1♥!out of turn | · | · | ·", "· | · | · | 2 P"]


def test_a_call_over_a_call_out_of_turn_goes_on_from_it() -> None:
    rows = ["· | 1 1NT | · | 2 2♥!out of turn", "3 P | 4 3♥ | · | ·"]
    assert laid_out("N", "N 1NT", "S 2H!", "W P", "N 3H") == rows


ACCEPTED = {"auction": ["N 1NT", "S 2H"], "accepted": True}


def test_the_record_tells_whether_a_call_was_accepted() -> None:
    assert laid_out("N", "N 1NT", "S 2H!", record=ACCEPTED) == ["· | 1 1NT | · | 2 2♥!out of turn, accepted"]
    assert laid_out("N", "N 1NT", "S 2H!", record=ACCEPTED | {"accepted": False}) == [
        "· | 1 1NT | · | ·",
        "~ · | · | · | 2 2♥!out of turn, not accepted",
    ]


def test_the_next_player_may_also_be_the_one_whose_turn_it_was() -> None:
    calls = ("N 1H!", "E 1S")
    auction = ["N 1H", {"by": "E", "call": "1S"}]
    over = ["· | 1 1♥!out of turn | 2 1♠ | ·"]
    in_turn = ["~ · | 1 1♥!out of turn{} | · | ·", "· | · | 2 1♠ | ·"]
    assert laid_out("E", *calls) == over
    refused = laid_out("E", *calls, record={"auction": auction, "accepted": False})
    assert refused == [row.format(", cancelled") for row in in_turn]
    for meant, rows in ((True, over), (False, [row.format("") for row in in_turn])):
        told = {"auction": [auction[0], {"by": "E", "call": "1S", "over": meant}]}
        assert laid_out("E", *calls, record=told) == rows


def test_after_three_cancelled_passes_the_player_left_out_calls_in_a_new_row() -> None:
    assert laid_out("N", "N 1H", "S P!", "W P!", "N P!", "E X") == [
        "· | 1 1♥ | · | ·",
        "~ · | · | · | 2 P!out of turn",
        "~ 3 P!this call | 4 P!this call | · | ·",
        "· | · | 5 X | ·",
    ]


def test_an_unmarked_call_out_of_turn_says_nothing_but_its_place_in_the_order() -> None:
    assert laid_out("N", "N 1NT", "S 2H", "W P") == ["· | 1 1NT | · | 2 2♥", "3 P | · | · | ·"]


# --- other irregular calls -------------------------------------------------------------------------------------------


def test_the_call_in_place_of_an_insufficient_bid_stands_below_it() -> None:
    assert laid_out("N", "N 1NT", "E 2S", "S 2D!", "S 3H") == [
        "· | 1NT | 2♠ | 2♦!insufficient, cancelled",
        "· | · | · | 3♥",
    ]


def test_notrump_is_also_written_with_one_letter() -> None:
    assert laid_out("E", "E 2S", "S 1N!") == ["· | · | 2♠ | 1NT!insufficient"]


INSUFFICIENT = {"auction": ["N 1NT", "E 2S", "S 2D"], "accepted": False, "replacement": "3H"}


def test_what_took_the_place_of_a_call_is_drawn_from_the_record() -> None:
    """A stored diagram ends with the irregular call; the question goes on to tell what was put in its place."""
    calls = ("N 1NT", "E 2S", "S 2D!")
    below = "· | · | · | 3♥"
    assert laid_out("N", *calls, record=INSUFFICIENT) == ["· | 1NT | 2♠ | 2♦!insufficient, cancelled", below]
    early = INSUFFICIENT | {"premature": True}
    assert laid_out("N", *calls, record=early) == ["· | 1NT | 2♠ | 2♦!insufficient, changed", below]
    accepted = early | {"accepted": True}
    assert laid_out("N", *calls, record=accepted) == ["· | 1NT | 2♠ | 2♦!insufficient, accepted"]
    gone_on = {"auction": ["S P"], "accepted": False, "continued": ["N 1H", "E P"], "replacement": {"call": "1S"}}
    assert laid_out("N", "S P!", "N 1H", "E P", record=gone_on) == [
        "~ · | · | · | 1 P!out of turn, cancelled",
        "· | 2 1♥ | 3 P | 4 1♠",
    ]


def test_a_record_of_another_table_tells_nothing() -> None:
    assert laid_out("N", "N 1NT", "S 2C!", record=ACCEPTED) == ["· | 1 1NT | · | ·", "~ · | · | · | 2 2♣!out of turn"]


def test_an_unintended_call_that_was_changed() -> None:
    assert laid_out("S", "S 1S!", "S 2S", "W P") == ["· | · | · | 1♠!changed", "· | · | · | 2♠", "P | · | · | ·"]


def test_a_change_of_call_stands_apart_below_the_first() -> None:
    assert laid_out("S", "S 1S", "S 2S!") == ["· | · | · | 1♠", "~ · | · | · | 2♠!change of call"]


def test_calls_of_one_moment_bear_the_same_number() -> None:
    record = {"auction": ["E P", [{"by": "S", "call": "1S"}, {"by": "N", "call": "1H"}]]}
    assert laid_out("E", "E P", "S 1S", "N 1H!", record=record) == [
        "· | · | 1 P | 2 1♠",
        "~ · | 2 1♥!at the same moment | · | ·",
    ]


def test_an_obligation_to_pass_is_told_by_the_record() -> None:
    record = {"auction": ["N P", "E 1C", "S 1D"], "must_pass": {"S": "once"}}
    assert laid_out("N", "N P", "E 1C", "S 1D!", record=record) == ["· | P | 1♣ | 1♦!had to pass"]


def test_an_inadmissible_double_is_for_the_reader_to_see() -> None:
    assert laid_out("N", "N 1S", "E P", "S X!", "W P") == ["· | 1♠ | P | X!this call", "P | · | · | ·"]


def test_two_cancelled_calls_in_a_row_stand_where_they_were_made() -> None:
    assert laid_out("W", "W P", "N 1H", "E 1D!", "S 2D!", "E P", "S 3D") == [
        "P | 1♥ | 1♦!insufficient, cancelled | 2♦!cancelled",
        "· | · | P | 3♦",
    ]


def test_a_call_for_the_reader_to_find_is_no_call() -> None:
    assert laid_out("N", "S P!", "N 1H", "E P", "S ?")[-1] == "· | 2 1♥ | 3 P | 4 ?"


def test_what_is_told_is_not_told_again() -> None:
    told = diagrams.as_it_happened({"dealer": "N", "calls": [{"by": "S", "call": "P", "bad": True}]})
    assert diagrams.as_it_happened(told, ACCEPTED) == told


# --- beside a ruling -------------------------------------------------------------------------------------------------


def ruled(auction: list[str], dealer: str = "N", **findings: bool) -> list[str]:
    record = parse_record({"dealer": dealer, "auction": auction, "assume": "usual", "findings": findings})
    laid = diagrams.auction(of_record(record, rule(record)))
    return ["~ " * row.apart + " | ".join(map(shown, row.cells)) for row in laid.rows]


def test_a_ruling_tells_what_became_of_the_irregular_call() -> None:
    assert ruled(["N 1NT", "S 2H"]) == ["· | 1 1NT | · | ·", "~ · | · | · | 2 2♥!out of turn"]
    assert ruled(["N 1NT", "S 2H"], lho_accepts=True) == ["· | 1 1NT | · | 2 2♥!out of turn, stands"]
    assert ruled(["N 1NT", "S 2H"], lho_accepts=False) == [
        "· | 1 1NT | · | ·",
        "~ · | · | · | 2 2♥!out of turn, cancelled",
    ]
    assert ruled(["N 1NT", "S 2H", "W P"])[0] == "· | 1 1NT | · | 2 2♥!out of turn, stands"
    assert ruled(["N 2S", "E 1H"], lho_accepts=False)[0].endswith("1♥!insufficient, cancelled | ·")


def test_calls_after_a_bid_of_more_than_seven_are_cancelled_with_it() -> None:
    assert ruled(["N 8C", "E P"]) == ["· | 8♣!over seven, cancelled | P!cancelled | ·"]


def test_of_a_change_of_call_one_call_stands() -> None:
    said = {"first_unintended": False, "meant_over": True}
    assert ruled(["S 1S", "S 2S", "W P"], dealer="S", **said) == [
        "· | · | · | 1♠!changed",
        "· | · | · | 2♠!change of call, stands",
        "P | · | · | ·",
    ]


def of_a_story(*told: Any) -> list[str]:
    story = parse_story({"dealer": "N", "assume": "natural", "story": list(told)})
    laid = diagrams.auction(of_story(story, course(story)))
    return ["~ " * row.apart + " | ".join(map(shown, row.cells)) for row in laid.rows]


def test_a_story_is_drawn_with_what_its_rulings_left() -> None:
    started = [{"S": "P"}, {"W": "notices"}, "director", {"W": "declines"}]
    goes_on = [{"N": "1H"}, {"E": "P"}, {"S": "1S"}]
    assert of_a_story(*started, *goes_on) == ["~ · | · | · | 1 P!out of turn, cancelled", "· | 2 1♥ | 3 P | 4 1♠"]
    over = [{"N": "P"}, {"together": [{"E": "1S"}, {"W": "1H"}]}]
    assert of_a_story(*over) == ["· | 1 P | 2 1♠ | ·", "~ 2 1♥!at the same moment | · | · | ·"]


def test_an_auction_in_plain_letters() -> None:
    calls = [{"by": "S", "call": "P", "bad": True}, {"by": "N", "call": "1NT"}, {"by": "E", "call": "P"}]
    laid = diagrams.auction({"dealer": "N", "calls": calls}, {"dealer": "N", "auction": ["S P"], "accepted": False})
    assert in_text(laid).splitlines() == [
        "West  North    East      South",
        "                         Pass (1, out of turn, cancelled)",
        "      1NT (2)  Pass (3)",
        "The numbers show the order of the calls.",
    ]


def test_a_note_tells_what_is_about_a_call_and_the_mark_needs_no_words() -> None:
    calls = [{"by": "S", "call": "P", "bad": True, "note": 1}]
    laid = diagrams.auction({"dealer": "S", "calls": calls, "notes": ["made with the cards from board 3"]})
    assert in_text(laid).splitlines()[1].split() == ["Pass"]


# --- hands -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "seats"), [("NS", "NS"), ("EW", "EW"), ("Both", "NESW"), ("All", "NESW"), ("None", ""), ("", "")]
)
def test_vulnerability(said: str, seats: str) -> None:
    assert diagrams.deal({"vulnerability": said, "show": {}}).vulnerable == seats


def test_a_hand_shows_ten_and_void() -> None:
    assert diagrams.hand("S", "KT98..-.AQJT9").suits == [
        ("♠", ["K", "10", "9", "8"]),
        ("♥", []),
        ("♦", []),
        ("♣", ["A", "Q", "J", "10", "9"]),
    ]


def test_hands_stand_in_the_order_of_the_table_whatever_the_data_says() -> None:
    hands = diagrams.deal({"show": {"S": "...", "W": "...", "N": "..."}}).hands
    assert [hand.seat for hand in hands] == ["N", "W", "S"]


def test_three_suits_are_no_hand() -> None:
    with pytest.raises(ValueError, match="four suits"):
        diagrams.hand("S", "AKQ.J.T")
