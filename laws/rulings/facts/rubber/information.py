"""Information and explanations (16, 20, 21, 40)."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source
from laws.rulings.facts.judging import OPEN

DENIED = Fact("denied", "Does an opponent deny that such information was given?", default=False)
CouldAffect = Literal["open", "no harm", "harm"]
COULD_AFFECT = Fact[CouldAffect](
    "could_affect",
    "Could the unauthorized information have affected the result, to the damage of {others}?",
    get_args(CouldAffect),
    source=Source.FINDING,
    find_out="what was called and played after it, and why",
    judgement=Judgement(
        play_on="play on, and when play is over say whether the information may have affected the result",
        test="Was there an offence, and was the other side damaged by it?",
        law="Club16",
        ask="all four players; look at the hands when play is over",
        rulings={
            OPEN: "the auction and play continue, and the Arbiter looks at the deal afterwards",
            "no harm": "the result stands",
            "harm": "the Arbiter assigns an adjusted score",
        },
    ),
)
Gained = Literal["open", "no profit", "profit"]
GAINED = Fact[Gained](
    "gained_by_misinformation",
    "Did {side} gain an advantage by the wrong information?",
    get_args(Gained),
    source=Source.FINDING,
    find_out="what would probably have happened with the right explanation; it is looked at when play is over",
    judgement=Judgement(
        play_on="play on, and when play is over say whether {side} may have gained by it",
        test="Is the offending side better off than it would probably have been with the right explanation?",
        law="21",
        ask="the misinformed side, what they would have called and played",
        rulings={
            OPEN: "the auction and play continue, and the deal is looked at afterwards",
            "no profit": "the result stands",
            "profit": "an adjusted score",
        },
    ),
)
MISLED = Fact(
    "misled",
    "Was the call of {misinformed} made on wrong information that an opponent gave?",
    source=Source.FINDING,
    find_out="what was asked and answered; a player who only misread or assumed something was not misinformed",
)
UnexplainedHarm = Literal["open", "no harm", "harm"]
UNEXPLAINED_HARM = Fact[UnexplainedHarm](
    "unexplained_harm",
    "Were {others} damaged because the meaning of a call or play was not explained?",
    get_args(UnexplainedHarm),
    source=Source.FINDING,
    find_out="what {others} would have done if they had been told",
    judgement=Judgement(
        play_on="play on, and when play is over say whether {others} may have been damaged",
        test="Was a side damaged because its opponents did not explain a call or play?",
        law="Club40",
        ask="the damaged side, what they would have done otherwise",
        rulings={
            OPEN: "the auction and play continue, and the Arbiter looks at the deal afterwards",
            "no harm": "the result stands",
            "harm": "the Arbiter may award an adjusted score",
        },
    ),
)
