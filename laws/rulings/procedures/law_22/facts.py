"""What the Director finds out under Law 22 alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source
from laws.rulings.replay import Kind, Situation


def _ended(at: Situation) -> str | None:
    if at.irregularity is not None:
        skipped = Kind.SKIPPED_BY_PASSES in at.kinds and at.record.edition.startswith("duplicate")
        return "a turn was skipped" if skipped else None
    if not at.record.auction:
        return None
    if not at.standing.ended:
        return "goes on"
    return "contract" if at.standing.bid is not None else "passed out"


HowEnded = Literal["contract", "passed out", "goes on", "a turn was skipped"]

HOW_ENDED = Fact[HowEnded](
    "how_ended",
    "How did the auction end?",
    get_args(HowEnded),
    observe=_ended,
)

LED_OUT_OF_TURN = Fact("led_out_of_turn", "Was it the wrong defender who faced the lead?", default=False)

HANDS_BACK = Fact("hands_back", "Are all four hands back in the board?")

SECOND_LAST_PASS_UNINTENDED = Fact(
    "second_last_pass_unintended",
    "Does the second-last player to pass say that another call was intended, and do you find that it was?",
    source=Source.FINDING,
    default=False,
    find_out="what that player had in mind when passing; the auction ended before partner's turn came, so it may be in time",
    judgement=Judgement(
        test="Did the player intend another call at the moment of passing?",
        law="25A2",
        ask="the player, away from the table, what they had in mind and how the pass came out; do not look at the hand",
        rulings={False: "the pass stands", True: "the intended call may be made while the auction period lasts"},
    ),
)

LAST_PASS_UNINTENDED = Fact(
    "last_pass_unintended",
    "Does the last player to pass say that another call was intended, and do you find that it was?",
    source=Source.FINDING,
    default=False,
    find_out="what that player had in mind when passing; a change of mind is not a slip (25A2)",
    judgement=Judgement(
        test="Did the player intend another call at the moment of passing?",
        law="25A2",
        ask="the player, away from the table, what they had in mind and how the pass came out; do not look at the hand",
        rulings={False: "the pass stands", True: "the intended call may be made while the auction period lasts"},
    ),
)
