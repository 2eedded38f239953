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
    find_out="what {offender} had to think about, and whether it has happened before in the same way",
    judgement=Judgement(
        test="Was the departure from an even manner, or the message to partner, meant?",
        law="73A2",
        ask="all four players what happened, then {offender} for the reason of it",
        rulings={
            False: "no infraction by itself; partner may not use it, the opponents may at their own risk",
            True: "an infraction; a penalty, and the law on prohibited communication if it was meant for partner",
        },
    ),
)

FALSE_INFERENCE = Fact(
    "false_inference",
    "Did an innocent opponent draw a false inference from it?",
    source=Source.FINDING,
    find_out="from the opponent, what was concluded and why, and whether the play or call follows from it",
    judgement=Judgement(
        test="Did an innocent player draw a false inference from the question, remark, manner or tempo?",
        law="73E2",
        ask="the opponent what was concluded at the time, and what would have been done otherwise",
        rulings={False: "the result stands", True: "look for a bridge reason, and for what the player could know"},
    ),
)

BRIDGE_REASON = Fact(
    "bridge_reason",
    "Can a bridge reason for it be demonstrated?",
    source=Source.FINDING,
    find_out="what there was to think about on that hand in that position; with one card to play there is nothing",
    judgement=Judgement(
        test="Can it be shown that the player had a bridge reason to act so at that moment?",
        law="73E2",
        ask="{offender} what the problem was; look at the hand for a real choice",
        poll="players of the same class, on whether the hand poses a problem there",
        rulings={False: "look for what the player could know", True: "the inference was at the opponent's own risk"},
    ),
)

COULD_BENEFIT = Fact(
    "could_benefit",
    "Could {offender} have been aware, at the time, that it could work to their own benefit?",
    source=Source.FINDING,
    find_out="what {offender} could see: dummy, the contract, which card the opponent had to find",
    judgement=Judgement(
        test="Could the player have been aware at that time that it could work to their own benefit?",
        law="73E2",
        ask="{offender} what was known at that moment; whether it was meant does not count",
        rulings={False: "the result stands", True: "an adjusted score"},
    ),
)

DeceptionRestsOn = Literal["by itself", "emphasised", "protected"]

DECEPTION_RESTS_ON = Fact[DeceptionRestsOn](
    "deception_rests_on",
    "Did something besides the call or play help the deception?",
    get_args(DeceptionRestsOn),
    source=Source.FINDING,
    find_out="how it was made, and whether partner knew of it from agreement or experience",
    judgement=Judgement(
        test="Did the deception rest on more than the call or play itself?",
        law="73E1",
        ask="the opponents how it was made, and {side} what partner had reason to expect",
        rulings={
            "by itself": "lawful: the result stands",
            "emphasised": "look for a false inference, a bridge reason and what the player could know (73E2)",
            "protected": "an undisclosed understanding: an adjusted score for damage (40C1)",
        },
    ),
)
