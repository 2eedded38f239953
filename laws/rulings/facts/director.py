"""Facts about the Director's own part in any ruling: an earlier ruling that was wrong, and how firm the facts are."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers

name_answers(
    {
        "no earlier ruling": "no",
        "can be put right": "yes, and the board can still be scored normally",
        "too late": "yes, and the board can no longer be scored normally",
        "agreed": "they are agreed",
        "weighed": "they are disputed, or rest on what the player concerned says",
        "not settled": "they cannot be settled",
    }
)

EarlierRuling = Literal["no earlier ruling", "can be put right", "too late"]
EARLIER_RULING = Fact[EarlierRuling](
    "earlier_ruling",
    "Was a ruling given on this before, and was it wrong?",
    get_args(EarlierRuling),
    source=Source.FINDING,
    default="no earlier ruling",
    find_out="what was ruled at the table, what the players did as a result, and how far the board has gone",
    judgement=Judgement(
        test="With the right ruling given now, can the board still be scored normally?",
        law="82C",
        ask="the players, what they did because of the wrong ruling; look at what has been called and played since",
        rulings={
            "no earlier ruling": "the ruling is given as it stands here",
            "can be put right": "the wrong ruling is withdrawn and replaced by this one, and the board is played",
            "too late": "an adjusted score, for which both sides are treated as non-offending",
        },
    ),
)
FactsSettled = Literal["agreed", "weighed", "not settled"]
FACTS_SETTLED = Fact[FactsSettled](
    "facts_settled",
    "How firm are the facts on which this rests?",
    get_args(FactsSettled),
    source=Source.FINDING,
    default="agreed",
    find_out="all four players, one at a time; the system cards, the hands, and anybody else who saw it",
    judgement=Judgement(
        test="On the balance of probabilities, is it more likely than not that this is what happened?",
        law="85A1",
        ask=(
            "both sides alike; what players say in their own favour is evidence too, but carries little "
            "weight unless something else supports it"
        ),
        rulings={
            "agreed": "the ruling follows from the facts (84)",
            "weighed": "the ruling follows from what is more probable (85A1, 85A2)",
            "not settled": "a ruling that lets play continue (85B)",
        },
    ),
)
