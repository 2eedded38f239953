"""What an offender could have known, and whether the other side was harmed (23, 16)."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.judging import OPEN

name_answers(
    {
        "could": "yes",
        "could not": "no",
        "profit": "yes",
        "no profit": "no",
        "harm": "yes",
        "no harm": "no",
    }
)
CouldHaveKnown = Literal["open", "could not", "could"]
COULD_HAVE_KNOWN = Fact[CouldHaveKnown](
    "could_have_known",
    "Could {offender} have known, at the time, that the pass enforced on {partner} was likely to damage {others}?",
    get_args(CouldHaveKnown),
    source=Source.FINDING,
    default=OPEN,
    find_out="what {offender} held and had heard at the time; you do not have to show intent",
    judgement=Judgement(
        test="Could the offender have known at the time that the enforced pass was likely to damage the other side?",
        law="23",
        ask="{offender}, what the hand and the auction told them at the time",
        rulings={
            OPEN: "the auction and play continue, and the deal is looked at afterwards",
            "could not": "nothing has to be made good",
            "could": "the offending side makes good the damage, if there was any",
        },
    ),
)
Harmed = Literal["open", "no harm", "harm"]
HARMED = Fact[Harmed](
    "harmed",
    "Were {others} damaged by it?",
    get_args(Harmed),
    source=Source.FINDING,
    find_out="what result was likely without the irregularity",
    judgement=Judgement(
        play_on="play on, and when play is over say whether {others} were damaged",
        test=(
            "Is the result worse for the non-offending side than it would probably have been without the irregularity?"
        ),
        law="Proprieties1",
        ask="all four players, what would have happened without it",
        rulings={
            OPEN: "the auction and play continue, and the deal is looked at afterwards",
            "no harm": "the result stands",
            "harm": "the damage is made good",
        },
    ),
)
Conveyed = Literal["open", "no harm", "harm"]
CONVEYED = Fact[Conveyed](
    "conveyed",
    "Did {irregular} give {partner} so much information that {others} were damaged?",
    get_args(Conveyed),
    source=Source.FINDING,
    default=OPEN,
    find_out="what {partner} would have called and played without having heard {irregular}",
    judgement=Judgement(
        test="Did the withdrawn bid convey so much that the other side was damaged?",
        law="Club27",
        ask="{partner}, for the reason for each later call and play",
        rulings={
            OPEN: "the auction and play continue, and the Arbiter looks at the deal afterwards",
            "no harm": "the result stands",
            "harm": "the Arbiter assigns an adjusted score",
        },
    ),
)
