"""Findings that many laws ask for: damage, advantage, and what an offender could have foreseen."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers

OPEN: Final = "open"
"""The answer of a finding that can only be made when play is over."""

name_answers(
    {
        "one result": "one result is clearly the likeliest",
        "several results": "one of a few results, each with its chances",
        "too many to tell": "too many different results to tell, or none that is obvious",
    }
)
name_answers({"unaided": "no", "assisted": "yes"})
name_answers({"open": "it shows only after play", "gained": "yes", "not gained": "no"})
name_answers({"damaged": "yes", "undamaged": "no", "foreseeable": "yes", "unforeseeable": "no"})

Advantage = Literal["open", "not gained", "gained"]
ADVANTAGE = Fact[Advantage](
    "advantage",
    "Did the offending side gain an advantage from it?",
    get_args(Advantage),
    source=Source.FINDING,
    find_out="what would probably have happened without the infraction, and whether {side} would have done worse",
    judgement=Judgement(
        test="Is the offending side's score better than it would probably have been without the infraction?",
        law="12B1",
        ask="each side, what they say would have happened; look at the hands, the auction and the other tables",
        rulings={
            OPEN: "play on, and look at the board afterwards",
            "not gained": "the score is not adjusted",
            "gained": "an assigned adjusted score (12C1), weighted if several results were likely",
        },
        play_on="carry on, and call me back after play if {side} may have gained by it",
    ),
)
Damage = Literal["open", "undamaged", "damaged"]
DAMAGE = Fact[Damage](
    "damage",
    "Was the non-offending side damaged by it?",
    get_args(Damage),
    source=Source.FINDING,
    find_out="what would probably have happened without the infraction, and whether {others} did worse",
    judgement=Judgement(
        test="Is the innocent side's score worse than it would probably have been without the infraction?",
        law="12B1",
        ask="each side, what they say would have happened; look at the hands, the auction and the other tables",
        rulings={
            OPEN: "play on, and look at the board afterwards",
            "undamaged": "the score is not adjusted",
            "damaged": "an assigned adjusted score (12C1), weighted if several results were likely",
        },
        play_on="carry on, and call me back after play if {others} may have been damaged by it",
    ),
)
ProbableResults = Literal["one result", "several results", "too many to tell"]
PROBABLE_RESULTS = Fact[ProbableResults](
    "probable_results",
    "What would probably have been the result without it?",
    get_args(ProbableResults),
    source=Source.FINDING,
    default="one result",
    find_out="how the board would have gone without it: the hands, both sides' methods, and what happened at other tables",
    judgement=Judgement(
        test="Can you say which results were likely, and how likely each of them was?",
        law="12C1(b)",
        ask="each side, what they say would have happened; look at the hands, the methods and the other tables",
        poll="players of the same class: how they would have bid or played without the infraction",
        rulings={
            "one result": "that result is assigned (12C1(b))",
            "several results": "an assigned score weighted by their chances, legal results only (12C1(c))",
            "too many to tell": "an artificial adjusted score, depending on who was at fault (12C1(d), 12C2(a))",
        },
    ),
)
SELF_INFLICTED = Fact(
    "self_inflicted",
    "Did {others} contribute to their own damage by an extremely serious error or a gambling action?",
    source=Source.FINDING,
    default=False,
    find_out=(
        "what {others} did after the irregularity: an extremely serious error that had nothing to do with it,"
        " or a gamble that they hoped to get back if it failed; consider what can be expected of such players"
    ),
    judgement=Judgement(
        test=(
            "After the irregularity, was there an extremely serious error unrelated to it, or a gamble taken "
            "in the hope of redress if it failed?"
        ),
        law="12C1(e)",
        ask="{others}, why they did it; judge the error by the standard of such players",
        rulings={
            False: "both sides get the adjusted score",
            True: (
                "{side} get the fully adjusted score; {others} bear the part of the damage that they caused themselves"
            ),
        },
    ),
)
Assisted = Literal["open", "unaided", "assisted"]
ASSISTED = Fact[Assisted](
    "assisted",
    "Could the result well have been different without the help that {side} had from the infraction?",
    get_args(Assisted),
    source=Source.FINDING,
    default=OPEN,
    find_out=(
        "how {side} would have bid in their own methods if it had not happened, and whether {others} did "
        "worse because of it"
    ),
    judgement=Judgement(
        test="Without the assistance gained through the infraction, could the outcome well have been different, to the "
        "damage of the non-offending side?",
        law="23C",
        ask=(
            "{side}, about their methods and the auction they would have had; a lucky guess or a correct "
            "deduction is not help from the infraction, but a contract that they would not reach in any "
            "normal auction is"
        ),
        rulings={
            OPEN: "play on, and look at the board afterwards",
            "unaided": "the score stands",
            "assisted": "an assigned adjusted score, as close as possible to the result without the infraction",
        },
    ),
)
Foreseeable = Literal["open", "unforeseeable", "foreseeable"]
FORESEEABLE = Fact[Foreseeable](
    "foreseeable",
    "Could {offender} have been aware at the time that it could well damage the other side?",
    get_args(Foreseeable),
    source=Source.FINDING,
    default=OPEN,
    find_out="what {offender} held and knew at the time; you do not have to show intent",
    judgement=Judgement(
        test="Could the offender have been aware, when it happened, that it could well damage the non-offending side?",
        law="72C",
        ask="{offender}, what the auction and the hand told them at the time; you do not have to show intent",
        rulings={
            OPEN: "the auction and play continue, and you look at the board afterwards",
            "unforeseeable": "the result stands",
            "foreseeable": "an assigned adjusted score if the offending side gained by it",
        },
    ),
)
