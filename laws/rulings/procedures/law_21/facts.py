"""What the Director finds out under Law 21 alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers

name_answers(
    {
        "explanation wrong": "the explanation was wrong (or an alert missing)",
        "call wrong": "the explanation was right and the call a mistake",
        "no evidence": "there is no evidence either way",
        "own doing": "the player's own lack of attention, or an assumption",
        "careless call": "a call that an opponent made or wrote carelessly",
        "wrong review": "a review that was wrong and that nobody corrected",
    }
)

MISINFORMED = Fact(
    "misinformed",
    "Did {misinformed} act on information that {side} gave, or failed to give?",
    source=Source.FINDING,
    find_out="what was asked and answered, what was alerted, and whether {misinformed} only misread or assumed something",
    judgement=Judgement(
        test="Did the player act on what an opponent said or failed to say, rather than on a mistake of their own?",
        law="21A",
        ask="all four players, what was alerted, asked and answered; {misinformed}, how they understood it",
        rulings={
            False: "no rectification or redress: the call stands, and the score is not adjusted",
            True: "find out whether the explanation or the call was wrong",
        },
    ),
)

Misread = Literal["own doing", "careless call", "wrong review"]

MISREAD = Fact[Misread](
    "misread",
    "What misled {misinformed}?",
    get_args(Misread),
    source=Source.FINDING,
    default="own doing",
    find_out="how the call was made or written, whether {misinformed} could see it, and what was restated to whom",
    judgement=Judgement(
        test="Was an opponent's call so careless that a player paying attention could mistake it for another?",
        law="74A3",
        ask="all four players, what they saw or heard; look at the bidding cards or the pad as they lie",
        poll="players of the same class, shown the calls as they lay: what they think the call is",
        rulings={
            "own doing": "the player's own misunderstanding: no rectification and no redress",
            "careless call": (
                "the call that was made counts; an adjusted score (12A1) if the carelessness caused damage"
            ),
            "wrong review": "everybody was responsible for correcting it; an adjusted score (12C1) for the damage",
        },
    ),
)

EARLIER_CALL = Fact(
    "earlier_misinformed_call",
    "Did {misinformed} also make an earlier call on the same misinformation?",
    default=False,
)

WhatWasWrong = Literal["explanation wrong", "call wrong", "no evidence"]

WHAT_WAS_WRONG = Fact[WhatWasWrong](
    "what_was_wrong",
    "What was wrong: the explanation, or the call it explained?",
    get_args(WhatWasWrong),
    source=Source.FINDING,
    find_out="the partnership's agreement: its system card, its notes, what both players say, the rest of the auction",
    judgement=Judgement(
        test="Is there evidence that the explanation matched the partnership's agreement?",
        law="21B1(b)",
        ask="{side}, for the system card and notes; their word alone is weak evidence",
        rulings={
            "explanation wrong": "misinformation: a change of call, or an adjusted score",
            "call wrong": "no infraction; the result stands",
            "no evidence": "the director presumes that the explanation was wrong",
        },
    ),
)

SHOULD_HAVE_ASKED = Fact(
    "should_have_asked",
    "Could {misinformed} see that something was very likely wrong, and ask without risk?",
    source=Source.FINDING,
    default=False,
    find_out="the experience of {misinformed} and what the hand and the auction made plain",
    judgement=Judgement(
        test="Did a player of this experience have enough evidence that something was very likely wrong?",
        law="20F2",
        ask="{misinformed}, what the auction and the hand told them",
        poll="players of the same experience: whether they would have asked",
        rulings={False: "redress as for any other player", True: "no redress"},
    ),
)

AUCTION_PERIOD_OVER = Fact(
    "auction_period_over",
    "Has the auction period ended: has an opening lead been faced, or are all hands back in the board?",
)

INFLUENCED = Fact(
    "influenced",
    "Could the misinformation well have influenced {misinformed}'s decision to make that call?",
    source=Source.FINDING,
    find_out="what else {misinformed} could well have called with the right information alone",
    judgement=Judgement(
        test="With the right information alone, could the player well have made another call?",
        law="21B1(a)",
        ask=(
            "{misinformed}, away from the table, what the call would have been and why; wanting to change is not enough"
        ),
        poll="players of the same class, given the right explanation only",
        rulings={False: "the call stands, and the score is not adjusted", True: "the call may be changed"},
    ),
)

LEAD_FACE_DOWN = Fact("lead_face_down", "Has {misinformed} put an opening lead face down?", default=False)
