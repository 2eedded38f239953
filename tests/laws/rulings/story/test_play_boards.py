"""Which cards may be played at moments of the boards that were worked by hand, between their rulings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from laws.rulings.play.legal import legal_plays, may_play
from laws.rulings.seats import Seat, Side
from laws.rulings.story.course import Course
from laws.rulings.story.form import parse_story
from laws.rulings.story.walk import course

BOARDS = Path(__file__).parents[3] / "cases" / "play_boards.yaml"
PENALTY, WARNED, BOTH, ONE_TRICK = (
    "board-penalty-lead-revoke",
    "board-dummy-warns-then-revokes",
    "board-both-sides-revoke",
    "board-both-sides-revoke-on-one-trick",
)


@cache
def boards() -> dict[str, dict[str, Any]]:
    return {case["id"]: case for case in yaml.safe_load(BOARDS.read_text())}


def told(board: str, at: int | None = None) -> Course:
    """The board when so many entries have been told."""
    case = boards()[board]
    return course(parse_story({**case["board"], "story": case["story"]}), at=at)


MOMENTS = [
    # a penalty card, a lead out of turn and a revoke
    (PENALTY, 9, Seat.N, "H6 H3 HK", "dummy follows suit"),
    (PENALTY, 12, Seat.S, "SA SK SQ SJ S9 H4 H2 DK D5 D3 C6 C2", "South has won, and leads anything"),
    (PENALTY, 12, Seat.W, "", "it is not West's turn"),
    (PENALTY, 26, Seat.E, "CJ CT C8 C3", "following suit comes before the queen of diamonds (44C)"),
    (PENALTY, 33, Seat.E, "CJ CT C8", "the same on the ace that South has accepted"),
    (PENALTY, 34, Seat.S, "C6", "South's only club"),
    (PENALTY, 40, Seat.W, "HJ HT H9 C9 C4", "South has forbidden a diamond"),
    (PENALTY, 42, Seat.E, "H7 H5", "hearts, and the queen is in the hand again"),
    (PENALTY, 45, Seat.E, "CJ CT", "clubs"),
    (PENALTY, 51, Seat.E, "DQ DT D9 D6", "the queen is no penalty card any more, so any diamond"),
    # dummy has looked, and warns
    (WARNED, 12, Seat.S, "SA SK SQ SJ S9 H4 H2 DK D5 D3 C6 C2", "the lead is South's"),
    (WARNED, 12, Seat.N, "", "and not dummy's"),
    (WARNED, 17, Seat.E, "S5 S3", "dummy has led a trump, as West wanted"),
    (WARNED, 22, Seat.N, "DA D4 D2", "dummy has to follow suit"),
    (WARNED, 32, Seat.N, "DA D4 D2", "nothing is owed for the revoke: any diamond"),
    (WARNED, 43, Seat.N, "CK", "the five went on the trick of the revoke"),
    # both sides revoke
    (BOTH, 11, Seat.S, "HA H4 H2", "South has hearts"),
    (BOTH, 14, Seat.E, "H7 H5", "East has hearts"),
    (BOTH, 27, Seat.S, "SQ SJ S9 HA H4 DK D5 D3 C6", "South has won the fourth trick"),
    (BOTH, 52, Seat.N, "CK C7", "clubs"),
    (ONE_TRICK, 10, Seat.E, "H8 H7 H5", "East has hearts"),
    (ONE_TRICK, 17, Seat.S, "HA H4 H2", "East has corrected, and South follows suit"),
    (ONE_TRICK, 19, Seat.W, "S4 S2", "the jack of hearts lies there, but a trump was led"),
    (ONE_TRICK, 21, Seat.E, "S5 S3", "the same of East's club"),
]


@pytest.mark.parametrize(("board", "at", "seat", "cards", "why"), MOMENTS)
def test_the_cards_that_may_be_played(board: str, at: int, seat: Seat, cards: str, why: str) -> None:
    play = told(board, at).play
    assert play is not None
    assert sorted(may_play(play, seat)) == sorted(cards.split()), why


def test_every_card_that_may_not_be_played_has_its_law() -> None:
    play = told(PENALTY, 40).play
    assert play is not None
    barred = {card: reason.provision for card, reason in legal_plays(play, Seat.W).items() if reason is not None}
    assert barred == dict.fromkeys(("DJ", "D8", "D7"), "50D2(a)")


@pytest.mark.parametrize(("board", "ns", "ew"), [(WARNED, 10, 3), (BOTH, 10, 3)])
def test_a_board_played_to_its_end_has_thirteen_tricks_and_none_changes_hands(board: str, ns: int, ew: int) -> None:
    play = told(board).play
    assert play is not None
    assert play.over
    assert (play.won(Side.NS), play.won(Side.EW)) == (ns, ew)
    assert not any(play.transferred.values())


@pytest.mark.parametrize("board", [PENALTY, WARNED, BOTH, ONE_TRICK])
def test_a_story_told_again_gives_the_same_rulings(board: str) -> None:
    receipts = [[ruled.ruling.receipt() for ruled in told(board).rulings] for _ in range(2)]
    assert receipts[0] == receipts[1]


def test_penalty_cards_lie_there_as_long_as_the_law_says() -> None:
    lying = {}
    for at in (20, 24, 33, 38, 40, 44):
        play = told(PENALTY, at).play
        assert play is not None
        lying[at] = [one.card for one in play.penalty_cards]
    assert lying == {20: [], 24: ["DQ"], 33: ["DQ"], 38: ["DQ"], 40: ["DQ"], 44: []}


def test_a_later_revoke_that_is_put_right_leaves_the_earlier_one_as_it_was_told() -> None:
    """East's diamond on trick three goes back after South has played; what South's revoke costs is read off the right cards."""
    case = boards()[BOTH]
    story = [
        *case["story"][:12],
        *({"W": "HJ"}, {"N": "HK"}, {"E": "H7"}, {"S": "H2"}, {"W": "notices", "about": 11}, "director"),
        *({"N": "S6"}, {"E": "D6"}, {"S": "SA"}, {"S": "notices", "about": 19}, "director"),
        {"found": {"others_withdraw": False}, "about": 19},
        *({"E": "S3"}, {"W": "S2"}, {"S": "SK"}, {"W": "S4"}, {"N": "S7"}, {"E": "S5"}),
    ]
    found = course(parse_story({**case["board"], "story": story}))
    first, second = found.rulings
    assert [step.effect.words for step in first.ruling.decided if step.effect.name == "tricks_transferred"] == [
        "one trick goes to {others}"
    ]
    assert first.record["play"]["tricks"][2] == ["N S6", "E S3", "S SA", "W S2"]
    assert (second.ruling.procedure, second.record["play"]["tricks"][2]) == ("62", ["N S6", "E D6", "S SA"])
    assert found.play is not None
    assert [one.card for one in found.play.penalty_cards] == ["D6"]
    assert "D6" not in may_play(found.play, Seat.S)
