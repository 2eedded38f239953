"""What the Director finds out under Law 73 alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Judgement, Source, name_answers

name_answers(
    {
        "signal": "something told to partner by other means than calls and plays",
        "manner": "a call or play with emphasis or mannerism, in haste or hesitation",
        "pause left out": "a pause that regulations prescribe was not made",
        "has information": "a player has information that partner let out without meaning to",
        "misled": "an opponent was misled by manner, tempo, a question or a remark",
        "deceptive call or play": "a call or play that was meant to deceive the opponents",
        "by itself": "nothing: it was the call or play alone",
        "emphasised": "emphasis, mannerism, or unwonted haste or hesitation",
        "protected": "a concealed partnership understanding or experience",
    }
)

Conduct = Literal["signal", "manner", "pause left out", "has information", "misled", "deceptive call or play"]

CONDUCT = Fact[Conduct](
    "conduct",
    "What happened?",
    get_args(Conduct),
)

DELIBERATE = Fact(
    "deliberate",
    "Did {offender} do it on purpose?",
    source=Source.FINDING,
    find_out="what {offender} had to think about, and whether the same thing has happened before",
    judgement=Judgement(
        test="Was the departure from an even tempo, or the message to partner, intended?",
        law="73A2",
        ask="all four players, what happened; then {offender}, for the reason",
        rulings={
            False: "not an infraction in itself; partner may not use it, and the opponents may at their own risk",
            True: "an infraction; a penalty, and the law on prohibited communication if it was meant for partner",
        },
    ),
)

FALSE_INFERENCE = Fact(
    "false_inference",
    "Did an innocent opponent draw a false inference from it?",
    source=Source.FINDING,
    find_out="from the opponent, what they concluded and why, and whether the call or play follows from it",
    judgement=Judgement(
        test="Did an innocent player draw a false inference from the question, remark, manner or tempo?",
        law="73E2",
        ask="the opponent, what they concluded at the time, and what they would otherwise have done",
        rulings={False: "the result stands", True: "look for a bridge reason, and for what the player could know"},
    ),
)

BRIDGE_REASON = Fact(
    "bridge_reason",
    "Can a bridge reason for it be demonstrated?",
    source=Source.FINDING,
    find_out="what there was to think about with that hand in that position; with one card to play there is nothing",
    judgement=Judgement(
        test="Can it be shown that the player had a bridge reason to act like that at that moment?",
        law="73E2",
        ask="{offender}, what the problem was; look at the hand for a real choice",
        poll="players of the same class: whether the hand is a problem in that position",
        rulings={False: "look for what the player could know", True: "the inference was at the opponent's own risk"},
    ),
)

COULD_BENEFIT = Fact(
    "could_benefit",
    "Could {offender} have been aware, at the time, that it could work to their benefit?",
    source=Source.FINDING,
    find_out="what {offender} could see: dummy, the contract, which card the opponent had to find",
    judgement=Judgement(
        test="Could the player have been aware at that time that it could work to their own benefit?",
        law="73E2",
        ask="{offender}, what they knew at the time; it does not matter whether it was intended",
        rulings={False: "the result stands", True: "an adjusted score"},
    ),
)

COST_NOTHING = Fact(
    "cost_nothing",
    "Would {others} have done no better without the false inference?",
    source=Source.FINDING,
    default=False,
    find_out="how the board would have gone if {others} had not been misled, and what that would have scored",
    judgement=Judgement(
        test="Without the false inference, would the innocent side probably have scored no better?",
        law="12B1",
        ask="the opponent, what they would have done otherwise; look at the hands and the other tables",
        rulings={False: "an adjusted score", True: "the result stands; a penalty is still possible"},
    ),
)

DeceptionRestsOn = Literal["by itself", "emphasised", "protected"]

DECEPTION_RESTS_ON = Fact[DeceptionRestsOn](
    "deception_rests_on",
    "Did anything other than the call or play help the deception?",
    get_args(DeceptionRestsOn),
    source=Source.FINDING,
    find_out="how it was made, and whether partner knew of it from agreement or experience",
    judgement=Judgement(
        test="Did the deception rest on anything more than the call or play itself?",
        law="73E1",
        ask="the opponents, how it was made; {side}, what partner had reason to expect",
        rulings={
            "by itself": "lawful: the result stands",
            "emphasised": "look for a false inference, a bridge reason and what the player could know (73E2)",
            "protected": "an undisclosed understanding: an adjusted score for damage (40C1)",
        },
    ),
)
