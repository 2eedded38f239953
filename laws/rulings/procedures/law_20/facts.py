"""What the Director finds out under Law 20 alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.judging import OPEN
from laws.rulings.replay import Situation

name_answers(
    {
        "in the auction period": "before the final pass",
        "after the final pass": "after the final pass",
        "own interest": "to know it",
        "partner's benefit": "only for partner's benefit",
        "a wrong answer": "only to draw a wrong answer",
    }
)


def _asker_leads(at: Situation) -> bool | None:
    declarer, player = at.record.declarer, at.record.player
    return None if declarer is None or player is None else player is declarer.lho


AskedWhen = Literal["in the auction period", "after the final pass"]

ASKED_WHEN = Fact[AskedWhen](
    "asked_when",
    "When?",
    get_args(AskedWhen),
)

Purpose = Literal["own interest", "partner's benefit", "a wrong answer"]

PURPOSE = Fact[Purpose](
    "purpose",
    "Why does {asker} ask?",
    get_args(Purpose),
    source=Source.FINDING,
    default="own interest",
    find_out="whether {asker} needed to know; it must have been the sole purpose",
    judgement=Judgement(
        test="Was it the sole purpose of the question to benefit partner, or to draw a wrong answer?",
        law="20G",
        ask="{asker}, what the answer was needed for; look at the hand and at what was already known",
        rulings={
            "own interest": "the question is answered",
            "partner's benefit": "the question may not be asked (20G1)",
            "a wrong answer": "the question may not be asked (20G2)",
        },
    ),
)

SINGLE_CALL = Fact("single_call", "Is the question about one call only?", default=False)

HYPOTHETICAL = Fact(
    "hypothetical",
    "Is the question about something other than the agreements relevant to this auction?",
    default=False,
)

ASKER_LEADS = Fact("asker_leads", "Is the opening lead {asker}'s own?", observe=_asker_leads)

FIRST_TURN_TO_COME = Fact(
    "first_turn_to_come",
    "Is {asker}'s first turn to play still to come?",
    default=False,
)

LED_BEFORE_ANSWER = Fact("led_before_answer", "Did {asker} face a card before there was an answer?", default=False)

TOLD_WRONG_LEAD = Fact(
    "told_wrong_lead",
    "Did an opponent answer wrongly that it was {asker}'s lead, and did {asker} lead on it?",
    default=False,
)

ReviewDamage = Literal["open", "undamaged", "damaged"]

REVIEW_DAMAGE = Fact[ReviewDamage](
    "review_damage",
    "Did a side do worse because of the wrong review?",
    get_args(ReviewDamage),
    source=Source.FINDING,
    default=OPEN,
    find_out="what each player would have called or played with the right auction, and what the result would have been",
    judgement=Judgement(
        test="Did a side get a worse result than expected because the calls were wrongly restated?",
        law="20E",
        ask="each side, what they thought the auction was, and what they would have done otherwise; look at the hands",
        poll="players of the same class, given the right auction: what they would have done",
        rulings={
            OPEN: "play on, and look at the board afterwards",
            "undamaged": "the score is not adjusted",
            "damaged": "an assigned adjusted score (12C1), weighted if several results were likely",
        },
    ),
)

REVIEW_WRONG = Fact(
    "review_wrong",
    "Was the review wrong, and nobody corrected it?",
    source=Source.FINDING,
    default=False,
    find_out="which calls were made, from all four players or the written bidding, and which were restated",
    judgement=Judgement(
        test="Did the restated calls differ from those that were made, without anybody correcting them?",
        law="20E",
        ask=(
            "all four players, which calls were restated, and who noticed the mistake; the calls as written "
            "or on the table decide what was made"
        ),
        poll="if it mattered: players of the same class, given the right auction: what they would have done",
        rulings={
            False: "nothing follows",
            True: "everybody was responsible for correcting it; an adjusted score (12C1) if it caused damage",
        },
    ),
)
