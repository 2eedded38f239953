"""What the Director finds out under Law 16 of the rubber code alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.judging import OPEN

name_answers(
    {
        "from partner": "partner, otherwise than by a legal call or play",
        "withdrawn action": "a call or play that was withdrawn",
        "penalty card": "the sight of a penalty card",
        "as declarer": "as declarer",
        "as partner": "as partner of the player who has the penalty card",
    }
)

Profited = Literal["open", "no profit", "profit"]

PROFITED = Fact[Profited](
    "profited",
    "Did {side} use it, to the damage of {others}?",
    get_args(Profited),
    source=Source.FINDING,
    find_out="which call or play was based on it, and what the result would probably have been otherwise",
    judgement=Judgement(
        play_on="play on, and when play is over say whether {others} may have been damaged",
        test="Was a call or play of the offending side based on the information, and was the other side damaged by it?",
        law="16",
        ask="all four players, what would have happened without it",
        rulings={
            OPEN: "the auction and play continue, and the deal is looked at afterwards",
            "no profit": "the result stands",
            "profit": "the damage is made good",
        },
    ),
)

LearnedFrom = Literal["from partner", "withdrawn action", "penalty card"]

LEARNED_FROM = Fact[LearnedFrom](
    "learned_from",
    "Where does the information of {chooser} come from?",
    get_args(LearnedFrom),
    source=Source.FINDING,
    find_out="what {chooser} learned, and how",
)

OWN_SIDE_OFFENDED = Fact(
    "own_side_offended",
    "Is {chooser} of the side whose irregularity it was?",
    observe=lambda at: (
        at.record.offender.side is at.record.player.side if at.record.offender and at.record.player else None
    ),
)

SeesPenaltyCard = Literal["as declarer", "as partner"]

SEES_PENALTY_CARD = Fact[SeesPenaltyCard](
    "sees_penalty_card", "What is {chooser}'s position with regard to the penalty card?", get_args(SeesPenaltyCard)
)

SUGGESTIVE = Fact(
    "suggestive",
    "Did {chooser}'s partner, by word, tempo or manner, suggest a call, a lead or a plan of play?",
    source=Source.FINDING,
    find_out="what was said, asked or shown, and whether the hesitation or haste was unmistakable; ask all four players",
    judgement=Judgement(
        test="Did partner convey, otherwise than by a legal call or play, something that suggests what to do?",
        law="16A",
        ask="all four players, what happened, before anybody says what it meant",
        rulings={
            False: "no information was conveyed, and nothing further happens",
            True: "the information is unauthorized; damage from its use is made good",
        },
    ),
)
