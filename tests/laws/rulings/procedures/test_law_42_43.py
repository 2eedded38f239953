"""Laws 42 and 43: what dummy says in a story, whose words come first, and what becomes of the table in play."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import rule
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.story.course import Course
from laws.rulings.story.form import parse_story
from laws.rulings.story.walk import course

HANDS = {"N": "T876.K63.A42.K75", "E": "53.875.QT96.JT83", "S": "AKQJ9.A42.K53.62", "W": "42.QJT9.J87.AQ94"}
TRICK_ONE = [{"contract": "4S", "declarer": "S"}, {"W": "HQ"}, {"N": "H3"}, {"E": "H8"}, {"S": "HA"}]
LOOKS = {"N": "looks", "at": "West's hand"}


def told(*entries: Any) -> Course:
    """South plays 4S, and has won the first trick; `entries` begin at 5."""
    return course(parse_story({"dealer": "S", "hands": HANDS, "story": [*TRICK_ONE, *entries]}))


def about(found: Course, at: int) -> Ruling:
    return next(ruled.ruling for ruled in found.rulings if ruled.at == at)


def decided(ruling: Ruling) -> set[tuple[str, str]]:
    return {(step.effect.name, step.provision) for step in ruling.decided}


def test_a_dummy_who_has_seen_nothing_points_out_a_lead_and_it_is_ruled_on_as_usual() -> None:
    found = told({"E": "D9"}, {"N": "notices", "about": 5}, "director")
    assert about(found, 5).procedure == "56"


def test_who_speaks_first_decides() -> None:
    """South has pointed it out already, so what dummy says costs nothing."""
    found = told(LOOKS, {"E": "D9"}, {"S": "notices", "about": 6}, {"N": "notices", "about": 6}, "director")
    assert about(found, 6).procedure == "56"


def test_a_lead_that_a_barred_dummy_points_out_stands_and_the_trick_goes_on_from_it() -> None:
    found = told(LOOKS, {"E": "D9"}, {"N": "notices", "about": 6}, "director", {"S": "D3"}, {"W": "DJ"}, {"N": "D2"})
    assert ("card_stands", "43B3") in decided(about(found, 6))
    assert found.play is not None
    assert (found.play.on_lead, found.play.penalty_cards) == (Seat.W, [])


def test_declarer_has_no_say_about_a_penalty_card_when_a_barred_dummy_says_that_it_was_not_played() -> None:
    fifth = [{"E": "HK", "fifth": True}, "director", {"found": {"was_a_lead": False}, "about": 5}]
    trick = [{"contract": "4S", "declarer": "S"}, {"W": "D8"}, {"N": "DK"}, {"E": "D3"}, {"S": "D4"}]
    hands = {"N": "QJ74.A62.KQ5.Q83", "E": "862.KJ9.J93.T742", "S": "AKT53.Q5.A64.A95", "W": "9.T8743.T872.KJ6"}
    story = [*trick, *fifth, LOOKS, {"N": "H2"}, {"E": "HJ"}, {"N": "notices"}, "director"]
    ruling = about(course(parse_story({"dealer": "S", "hands": hands, "story": story})), 10)
    assert ruling.procedure == "43B"
    assert ("no_further_rectification", "43B3") in decided(ruling)
    assert "card_returned" not in {name for name, _ in decided(ruling)}


@pytest.mark.parametrize("breach", [LOOKS, {"N": "leaves"}, {"N": "exchanges", "with": "South"}])
def test_each_breach_costs_dummy_the_right_to_ask(breach: dict[str, str]) -> None:
    found = told(
        breach, {"S": "SA"}, {"W": "S2"}, {"N": "S6"}, {"E": "S3"}, {"S": "C2"}, {"W": "CA"}, {"N": "C5"}, {"E": "C3"},
        {"W": "HJ"}, {"N": "HK"}, {"E": "H5"}, {"S": "C6"}, {"N": "asks", "about": 17}, "director",
    )  # fmt: skip
    ruling = about(found, 17)
    assert ruling.procedure == "62"
    assert {("card_returned", "43B2(b)"), ("director_action", "43B2(b)")} <= decided(ruling)
    assert found.play is not None
    assert found.play.turn is Seat.S


def test_a_revoke_of_a_defender_is_put_right_without_a_penalty_card() -> None:
    found = told(
        LOOKS, {"S": "SA"}, {"W": "S2"}, {"N": "S6"}, {"E": "D6"}, {"N": "notices", "about": 9}, "director", {"E": "S3"}
    )
    assert ("card_returned", "43B3") in decided(about(found, 9))
    assert found.play is not None
    assert found.play.penalty_cards == []
    assert "D6" in found.play.hands[Seat.E]


@pytest.mark.parametrize(("hand", "leads"), [("declarer's own hand", Seat.S), ("dummy's hand", Seat.N)])
def test_the_hand_that_a_defender_has_chosen_is_on_lead(hand: str, leads: Seat) -> None:
    found = told(LOOKS, {"N": "warns"}, "director", {"found": {"hand_chosen": hand}, "about": 6})
    assert found.play is not None
    assert found.play.on_lead is leads


def test_a_breach_before_the_first_card_is_none_of_dummys() -> None:
    """Nobody is dummy before the opening lead is faced."""
    found = course(
        parse_story(
            {
                "dealer": "S",
                "hands": HANDS,
                "story": [{"contract": "4S", "declarer": "S"}, LOOKS, {"W": "HQ"}, {"N": "H3"}],
            }
        )
    )
    assert [ruled for ruled in found.rulings if ruled.ruling.procedure == "43"] == []


def test_only_dummy_can_be_asked_about() -> None:
    record = {
        "dealer": "S",
        "declarer": "S",
        "player": "E",
        "procedure": "42",
        "findings": {"dummy_does": "counts the tricks"},
    }
    with pytest.raises(BadRecord, match="East is not dummy; expected North"):
        rule(parse_record(record))
