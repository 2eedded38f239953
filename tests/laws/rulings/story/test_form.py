"""What can be told in a story, and what is refused: each fault names its entry and what is expected there."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from laws.rulings.record import BadRecord
from laws.rulings.story.form import CALL, CARD, VERBS, parse_story


def told(text: str, **board: Any) -> Any:
    return parse_story({"dealer": "S", **board, "story": yaml.safe_load(text)})


def test_calls_cards_words_and_moments_are_read() -> None:
    story = told(
        """
        - S: 1S
        - West: Pass
        - {N: 2NT, means: {hcp: [13, 40]}, over: true}
        - together: [{E: P}, {S: 3S}]
        - director
        - {W: tells, meant: 2H, away: true}
        - {E: exposes, cards: [HK, "H10"], how: dropped}
        - W: S10
        - "..."
        - {found: {own_error: true}, about: 6}
        """
    )
    happened = [(one.place, one.what, one.by and one.by.value) for one in story.happenings]
    assert happened == [
        (0, CALL, "S"),
        (1, CALL, "W"),
        (2, CALL, "N"),
        (3, CALL, "E"),
        (3, CALL, "S"),
        (4, "director", None),
        (5, "tells", "W"),
        (6, "exposes", "E"),
        (7, CARD, "W"),
        (8, "...", None),
        (9, "found", None),
    ]
    assert [one.together for one in story.happenings][3:5] == [False, True]
    assert story.happenings[7].details["cards"] == ("HK", "HT")
    assert story.happenings[8].card == "ST"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("{S: 1S, meens: x}", "story[0].meens: this does not belong to a call; known there: means, over"),
        ("{S: notises}", "'notises' is not a call, a card or anything a player does here"),
        ("{S: notises}", "did you mean notices?"),
        ("{Q: 1S}", "expected one seat (N, E, S, W) or one of director"),
        ("{S: 1S, N: P}", "expected one seat"),
        ("directer", "not 'directer'"),
        ("{director: leaves}", "story[0].director: expected comes or rules, not 'leaves'"),
        ("{director: comes, noticed: later}", "story[0].noticed: expected auction, clarification, play"),
        ("{W: exposes, cards: [SX]}", "story[0].cards[0]: 'SX' is not a card"),
        ("{W: exposes, cards: [SA, SA]}", "story[0].cards[1]: SA is there twice"),
        ("{W: exposes, cards: []}", "expected a list of cards"),
        ("{W: forbids, suit: NT}", "story[0].suit: expected a suit S, H, D or C"),
        ("{W: pauses, seconds: long}", "story[0].seconds: expected a number from 0"),
        ("{W: pauses, agreed: perhaps}", "story[0].agreed: expected true or false"),
        ("{W: leaves, words: bye}", "this does not belong to leaves, which has no details"),
        ("{S: 1S, means: {hcp: many}}", "story[0].means"),
        ("{found: nothing}", "story[0].found: expected facts"),
        ("{ruled: {N: twice}}", "story[0].ruled.N: must pass: expected once or throughout"),
        ("{together: [{S: 1S}]}", "two or more things that happened at one moment"),
        ("{asked: '21', record: no}", "story[0].record: expected fields of a record"),
    ],
)
def test_an_entry_that_cannot_be_read_is_named(entry: str, said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        told(f"- {entry}" if entry.startswith("{") else f"- {entry!r}")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ({"story": "S 1S"}, "story: expected a list of what happened"),
        ({"story": [], "auction": []}, "auction: unknown field; known are"),
        ({"story": [], "methods": {"N": {}}}, "methods.N: expected NS or EW"),
        ({"story": [], "methods": {"NS": {"1X": {}}}}, "methods.NS.1X"),
        ({"story": [], "hands": {"N": "AKQ.AKQ.AKQ.AKQ"}}, "12 cards; expected 13"),
    ],
)
def test_a_board_that_cannot_be_read_is_refused(board: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_story({"dealer": "S", **board})
    assert said in str(caught.value)


def test_a_card_dealt_twice_is_refused() -> None:
    hands = {"N": "AKQ2.KT9.K32.AJ9", "E": "A543.Q87.A54.Q87"}
    with pytest.raises(BadRecord, match="SA is also in North's hand"):
        parse_story({"dealer": "S", "hands": hands, "story": []})


def test_every_verb_reads_its_details() -> None:
    """A word that the form knows is one that a story can use as it stands."""
    for verb in VERBS:
        story = told(f"- S: 1S\n- W: {verb}")
        assert story.happenings[1].what == verb
