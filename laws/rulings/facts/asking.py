"""Facts about questions and reviews (Law 20)."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, name_answers
from laws.rulings.replay import Situation, must_pass_now

name_answers(
    {
        "an unclear call": "what a call was that was not clearly made",
        "a review": "the calls of the auction",
        "whose lead": "whether the opening lead is the asker's",
        "an explanation": "what the opponents' calls or plays mean",
        "defender": "a defender",
        "declarer": "declarer",
        "dummy": "dummy",
    }
)


def _asker_is(at: Situation) -> str | None:
    declarer, player = at.record.declarer, at.record.player
    if declarer is None or player is None:
        return None
    if player is declarer:
        return "declarer"
    return "dummy" if player is declarer.partner else "defender"


def _at_turn(at: Situation) -> bool | None:
    """In an auction that is under way without irregularity, the next to call is the one in turn."""
    record = at.record
    if record.player is None or not record.auction or at.irregularity is not None or at.standing.ended:
        return None
    return at.standing.turn is record.player


def _must_pass(at: Situation) -> bool | None:
    """Nothing is known of the asker's obligations where the record tells of none."""
    player = at.record.player
    return must_pass_now(at.record, player) if at.record.must_pass and player is not None else None


AsksFor = Literal["an unclear call", "a review", "whose lead", "an explanation"]
ASKS_FOR = Fact[AsksFor](
    "asks_for",
    "What does {asker} ask?",
    get_args(AsksFor),
)
AT_TURN = Fact("at_turn", "Is it {asker}'s turn to call?", observe=_at_turn)
AT_TURN_TO_PLAY = Fact("at_turn_to_play", "Is it {asker}'s turn to play, for declarer from hand or dummy?")
FIRST_TURN_TO_PLAY = Fact("first_turn_to_play", "Is it {asker}'s first turn to play?")
ASKER_MUST_PASS = Fact(
    "asker_must_pass",
    "Is {asker} required to pass?",
    default=False,
    observe=_must_pass,
)
PARTIAL = Fact("partial", "Does {asker} want only part of the calls, or want to stop the review?", default=False)
AskerIs = Literal["defender", "declarer", "dummy"]
ASKER_IS = Fact[AskerIs](
    "asker_is",
    "What is {asker}: declarer, dummy or a defender?",
    get_args(AskerIs),
    observe=_asker_is,
)
