"""Information and explanations (16, 20, 21, 40)."""

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
        "disclosed before": "yes, beforehand",
        "as it was used": "it was agreed that understandings are told as they are used, and partner told it",
        "undisclosed": "no",
    }
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
    "sees_penalty_card", "How does {chooser} see the penalty card?", get_args(SeesPenaltyCard)
)
SUGGESTIVE = Fact(
    "suggestive",
    "Did {chooser}'s partner, by word, tempo or manner, suggest a call, a lead or a plan of play?",
    source=Source.FINDING,
    find_out="what was said, asked or shown, and whether the hesitation or haste was unmistakable; ask all four players",
    judgement=Judgement(
        test="Did partner convey, otherwise than by a legal call or play, something that suggests what to do?",
        law="16A",
        ask="all four players what happened, before anybody says what it meant",
        rulings={
            False: "no information was conveyed, and nothing follows",
            True: "the information is unauthorized; damage from its use is made good",
        },
    ),
)
DENIED = Fact("denied", "Does an opponent deny that such information was given?", default=False)
CouldAffect = Literal["open", "no harm", "harm"]
COULD_AFFECT = Fact[CouldAffect](
    "could_affect",
    "Could the unauthorized information have affected the result, to the damage of {others}?",
    get_args(CouldAffect),
    source=Source.FINDING,
    find_out="what was called and played after it, and why",
    judgement=Judgement(
        test="Was there an offence, and was the other side damaged by it?",
        law="Club16",
        ask="all four players; look at the hands when play is over",
        rulings={
            OPEN: "auction and play go on, and the Arbiter looks at the deal afterwards",
            "no harm": "the result stands",
            "harm": "the Arbiter assigns an adjusted score",
        },
    ),
)
DealStage = Literal["in the auction", "while cards are played"]
DEAL_STAGE = Fact[DealStage]("deal_stage", "When does {asker} ask?", get_args(DealStage))
DECLARER_HAS_PLAYED = Fact("declarer_has_played", "Has declarer made a play?")
AUCTION_CLOSED = Fact(
    "auction_closed",
    "Is the auction closed?",
    observe=lambda at: at.standing.ended if at.record.auction and at.irregularity is None else None,
)
Gained = Literal["open", "no profit", "profit"]
GAINED = Fact[Gained](
    "gained_by_misinformation",
    "Did {side} gain an advantage by the wrong information?",
    get_args(Gained),
    source=Source.FINDING,
    find_out="what would probably have happened with the right explanation; it is looked at when play is over",
    judgement=Judgement(
        test="Is the offending side better off than it would probably have been with the right explanation?",
        law="21",
        ask="the misinformed side what it would have called and played",
        rulings={
            OPEN: "auction and play go on, and the deal is looked at afterwards",
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
UNDERSTANDING_BEHIND = Fact(
    "understanding_behind",
    "Is there a partnership understanding, spoken or grown by practice, behind the call or play of {offender}?",
    source=Source.FINDING,
    find_out="what the partners have agreed or come to expect; a habit of departing makes an understanding",
    judgement=Judgement(
        test="Does partner know more of what the call or play may mean than the opponents were told?",
        law="40",
        ask="both partners what they had agreed, and how often it has happened before",
        rulings={
            False: "the call or play is free, misleading or not",
            True: "it may only be used if it was disclosed, beforehand or as agreed",
        },
    ),
)
Disclosed = Literal["disclosed before", "as it was used", "undisclosed"]
DISCLOSED = Fact[Disclosed](
    "disclosed",
    "Was the agreement disclosed?",
    get_args(Disclosed),
    source=Source.FINDING,
    find_out="what the opponents were told, when, and what had been settled before the game",
)
UnexplainedHarm = Literal["open", "no harm", "harm"]
UNEXPLAINED_HARM = Fact[UnexplainedHarm](
    "unexplained_harm",
    "Were {others} damaged because the meaning of a call or play was not explained?",
    get_args(UnexplainedHarm),
    source=Source.FINDING,
    find_out="what {others} would have done, had they been told",
    judgement=Judgement(
        test="Was a side damaged because its opponents did not explain a call or play?",
        law="Club40",
        ask="the damaged side what it would have done otherwise",
        rulings={
            OPEN: "auction and play go on, and the Arbiter looks at the deal afterwards",
            "no harm": "the result stands",
            "harm": "the Arbiter may award an adjusted score",
        },
    ),
)
