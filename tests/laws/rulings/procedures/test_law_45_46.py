"""Cards played, called and named, where a case cannot say it: stories, words of declarer's, and records that contradict."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.play.designations import BadDesignation, read_designation
from laws.rulings.readers import rule
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.story.course import Course
from laws.rulings.story.form import parse_story
from laws.rulings.story.walk import course

HANDS = {"N": "QJ74.A62.KQ5.Q83", "E": "862.KJ9.J93.T742", "S": "AKT53.Q5.A64.A95", "W": "9.T8743.T872.KJ6"}
"""South plays 4♠."""
START: list[Any] = [{"contract": "4S", "declarer": "S"}]


def told(*entries: Any) -> Course:
    """The course of a board whose play begins with these entries."""
    return course(parse_story({"dealer": "S", "hands": HANDS, "story": [*START, *entries]}))


def rulings(found: Course) -> list[tuple[str | None, bool]]:
    return [(one.ruling.procedure, one.ruling.complete) for one in found.rulings]


def outcomes(ruling: Ruling) -> list[tuple[Any, ...]]:
    return [(one["outcome"], one.get("player"), one.get("card")) for one in ruling.outcomes]


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("S4", ("suit and rank", "S", "4")),
        ("spade four", ("suit and rank", "S", "4")),
        ("the king of hearts", ("suit and rank", "H", "K")),
        ("heart 10", ("suit and rank", "H", "T")),
        ("top spade", ("suit and rank", "S", "")),
        ("a spade", ("suit alone", "S", "")),
        ("small club", ("suit alone", "C", "")),
        ("queen", ("rank alone", "", "Q")),
        ("10", ("rank alone", "", "T")),
        ("top", ("high", "", "")),
        ("win it", ("win", "", "")),
        ("play anything", ("neither suit nor rank", "", "")),
        ("run the diamonds", ("run a suit", "D", "")),
    ],
)
def test_declarers_words_are_read_as_players_say_them(words: str, read: tuple[str, str, str]) -> None:
    found = read_designation(words)
    assert (found.way, found.suit, found.rank) == read


@pytest.mark.parametrize("words", ["", "hello", "S4 H5", "high low", "1", "99"])
def test_other_words_are_refused(words: str) -> None:
    with pytest.raises(BadDesignation, match="expected"):
        read_designation(words)


def test_a_record_names_the_field_of_words_that_call_for_no_card() -> None:
    with pytest.raises(BadRecord, match=r"^record.designation: 'perhaps' is no way to call for a card"):
        parse_record({"dealer": "S", "designation": "perhaps"})


def test_the_words_of_a_story_meet_dummys_cards() -> None:
    found = told({"W": "D8"}, {"S": "designates", "words": "high"}, "director", {"N": "DK"})
    assert rulings(found) == [("46", True)]
    assert outcomes(found.rulings[0].ruling) == [("must_play", "N", "DK")]


def test_nobody_is_asked_about_words_for_which_no_director_came() -> None:
    assert rulings(told({"W": "D8"}, {"S": "designates", "words": "high"}, {"N": "DK"}, {"E": "D3"})) == []


def test_a_rank_alone_goes_on_with_the_suit_that_dummy_has_won_with() -> None:
    trick = [{"W": "D8"}, {"N": "DK"}, {"E": "D3"}, {"S": "D4"}]
    found = told(*trick, {"S": "designates", "words": "queen"}, "director")
    assert outcomes(found.rulings[0].ruling) == [("must_play", "N", "DQ")]


def test_win_is_the_lowest_card_that_no_card_still_out_can_beat() -> None:
    trick = [{"W": "D8"}, {"N": "D5"}, {"E": "D9"}, {"S": "DA"}]
    found = told(*trick, {"S": "S3"}, {"W": "S9"}, {"S": "designates", "words": "win"}, "director")
    assert outcomes(found.rulings[0].ruling) == [("must_play", "N", "SJ")]


def test_dummys_wrong_card_goes_back_and_the_trick_goes_on_from_there() -> None:
    found = told(
        {"W": "D8"},
        {"S": "designates", "words": "D5"},
        {"N": "DQ"},
        {"E": "D3"},
        "director",
        {"N": "D5"},
        {"S": "DA"},
        {"S": "S3"},
    )
    assert rulings(found) == [("45", True)]
    assert ("may_withdraw", "E", "D3") in outcomes(found.rulings[0].ruling)
    assert found.play is not None
    assert [card for _, card in found.play.quitted[0].cards] == ["D8", "D5", "D3", "DA"]


def test_a_slip_of_the_tongue_is_corrected_in_the_story() -> None:
    found = told(
        {"W": "D8"},
        {"S": "designates", "words": "DK"},
        {"N": "DK"},
        {"E": "D3"},
        {"S": "designates", "words": "D5"},
        "director",
        {"found": {"slip_of_tongue": True}, "about": 5},
        {"N": "D5"},
        {"S": "DA"},
    )
    assert rulings(found) == [("45", True)]
    assert found.play is not None
    assert [card for _, card in found.play.quitted[0].cards] == ["D8", "D5", "D3", "DA"]


DUMMY_HAS_WON: list[Any] = [
    {"W": "D8"},
    {"N": "D5"},
    {"E": "D9"},
    {"S": "DA"},
    {"S": "D4"},
    {"W": "D2"},
    {"S": "designates", "words": "DK"},
    {"N": "DK"},
    {"E": "D3"},
]


def test_a_call_for_dummys_lead_is_no_correction_of_the_call_to_the_trick_before() -> None:
    found = told(*DUMMY_HAS_WON, {"S": "designates", "words": "queen"}, "director")
    assert rulings(found) == [("46", True)]
    assert outcomes(found.rulings[0].ruling) == [("must_play", "N", "DQ")]


def test_a_slip_may_still_be_corrected_when_dummy_has_won_the_trick() -> None:
    slip = {"found": {"slip_of_tongue": True}, "about": 10}
    found = told(*DUMMY_HAS_WON, {"S": "designates", "words": "DQ"}, "director", slip)
    assert rulings(found) == [("45", True)]
    assert ("card_returned", "N", "DK") in outcomes(found.rulings[0].ruling)


def test_a_call_to_a_trick_that_a_defender_leads_is_no_correction() -> None:
    found = told(
        {"W": "H4"},
        {"N": "H2"},
        {"E": "HK"},
        {"S": "H5"},
        {"E": "C2"},
        {"S": "C5"},
        {"W": "CJ"},
        {"S": "designates", "words": "C3"},
        {"N": "C3"},
        {"W": "D8"},
        {"S": "designates", "words": "high"},
        "director",
    )
    assert outcomes(found.rulings[0].ruling) == [("must_play", "N", "DK")]


def test_a_fifth_card_of_a_story_is_a_penalty_card_and_play_goes_on() -> None:
    found = told(
        {"W": "D8"},
        {"N": "DK"},
        {"E": "D3"},
        {"S": "D4"},
        {"E": "C2", "fifth": True},
        "director",
        {"found": {"was_a_lead": False}, "about": 5},
        {"N": "S4"},
        {"E": "S2"},
    )
    assert rulings(found) == [("45", True)]
    assert found.play is not None
    assert [(one.card, one.rank) for one in found.play.penalty_cards] == [("C2", "minor")]
    assert found.play.trick.cards[0][1] == "S4"


def test_a_fifth_card_needs_a_trick_that_is_complete() -> None:
    with pytest.raises(BadRecord, match="C2 is a fifth card, but no trick has just been completed"):
        told({"W": "D8"}, {"N": "DK"}, {"E": "C2", "fifth": True})


def test_a_card_that_could_not_be_seen_by_partner_is_not_played() -> None:
    record = {
        "procedure": "45",
        "dealer": "S",
        "declarer": "S",
        "offender": "W",
        "cards": ["SA"],
        "findings": {"card_matter": "a defender's card in view", "held_up": True, "possibly_seen": False},
    }
    assert outcomes(rule(parse_record(record))) == [
        ("card_not_played", "W", "SA"),
        ("no_penalty_card", "W", "SA"),
    ]
