"""Laws 18 and 19 as a director is asked about them: is this bid enough, may this bid be doubled, does the double count?"""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Staging, Table
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.calls import Info
from laws.rulings.procedures.law_18_19.effects import (
    RULE_UNDER_27,
    RULE_UNDER_27_ACCEPTED,
    RULE_UNDER_31,
    RULE_UNDER_32,
    RULE_UNDER_36,
    RULE_UNDER_36A,
    RULE_UNDER_36C,
    RULE_UNDER_38,
    SINGLE_WORD,
    BidSufficient,
    DoubleAllowed,
    DoubleCounts,
    StandsAsMade,
)
from laws.rulings.procedures.law_18_19.facts import (
    ABOVE_SEVEN,
    AGAINST_LAST_BID,
    BID_CALLED_OVER,
    BID_OUT_OF_TURN,
    BID_SINCE,
    DOUBLE_CALLED_OVER,
    DOUBLE_NOTICED_IN_PLAY,
    DOUBLE_OR_REDOUBLE,
    DOUBLE_OUT_OF_TURN,
    LAST_BUT_PASSES,
    MISSTATED,
)
from laws.rulings.tables import stock

BIDS: Final = {
    "no bid before it": ["N P", "E 1H"],
    "more tricks": ["N 1H", "E 2C"],
    "higher denomination": ["N 1H", "E 1S"],
    "same bid": ["N 1H", "E 1H"],
    "lower denomination": ["N 1H", "E 1D"],
    "fewer tricks": ["N 2H", "E 1S"],
}
BEFORE_A_DOUBLE: Final = {
    "opponents' bid": ["N 1H"],
    "own bid": ["N 1H", "E P"],
    "opponents' double": ["N 1H", "E X"],
    "own double": ["N 1H", "E X", "S P"],
    "a redouble": ["N 1H", "E X", "S XX"],
    "nothing bid": ["N P"],
}
"""The auction up to the double or redouble, by what was called last other than a pass."""


def _bid(facts: Facts) -> Table:
    auction = ["N 8C"] if facts["above_seven"] else BIDS[facts["against_last_bid"]]
    return {"dealer": auction[0][0], "procedure": "18", "auction": auction}


def _double(facts: Facts) -> Table:
    call = "X" if facts["double_or_redouble"] == "doubled" else "XX"
    before = BEFORE_A_DOUBLE[facts["last_but_passes"]]
    by, lho = stock.ROUND[len(before) % 4], stock.ROUND[(len(before) + 1) % 4]
    auction = [*before, f"{by} {call}", *([f"{lho} 2S"] if facts.get("bid_since") else [])]
    return {"dealer": auction[0][0], "procedure": "19", "auction": auction}


@DUPLICATE_2017.procedure(
    "18", "Bids", happened="Was that bid high enough?", declared=Declaration(staging=Staging(_bid))
)
def bids(case: Case) -> None:
    """18A: one to seven odd tricks. 18B to 18D: a bid has to supersede the last one."""
    if case.asks(ABOVE_SEVEN, "18A"):
        case.rules(Referral(RULE_UNDER_38), "38B")
        return
    against = case.asks(AGAINST_LAST_BID, "18C")
    if against == "no bid before it":
        sufficient(case, "18A")
    elif against in ("more tricks", "higher denomination"):
        sufficient(case, "18B")
    else:
        case.rules(BidSufficient("no"), "18D")
        if case.notes(BID_CALLED_OVER, "27A1"):
            case.rules(Referral(RULE_UNDER_27_ACCEPTED), "27A1")
        elif case.notes(BID_OUT_OF_TURN, "27A2"):
            case.rules(Referral(RULE_UNDER_31), "27A2")
        else:
            case.rules(Referral(RULE_UNDER_27), "27A1")


@DUPLICATE_2017.passage
def sufficient(case: Case, provision: str) -> None:
    """A bid that is high enough may still have been out of turn, and then stands only if it is accepted (29A)."""
    case.rules(BidSufficient("yes"), provision)
    if case.notes(BID_OUT_OF_TURN, "31") and not case.notes(BID_CALLED_OVER, "29A"):
        case.rules(Referral(RULE_UNDER_31), "31")


@DUPLICATE_2017.procedure(
    "19",
    "Doubles and redoubles",
    happened="Was that double or redouble allowed?",
    declared=Declaration(staging=Staging(_double)),
)
def doubles(case: Case) -> None:
    """19A and 19B: only the last bid, or the last double, and only an opponent's. 19C and 19D: what it does to the score."""
    last = case.asks(LAST_BUT_PASSES, "19A")
    if case.asks(DOUBLE_OR_REDOUBLE, "19A") == "doubled":
        allowed, rule, form, misstated = last == "opponents' bid", "19A1", "19A2", "19A3"
    else:
        allowed, rule, form, misstated = last == "opponents' double", "19B1", "19B2", "19B3"
    if not allowed:
        case.rules(DoubleAllowed("no"), rule)
        if case.notes(DOUBLE_NOTICED_IN_PLAY, "36C"):
            case.rules(Referral(RULE_UNDER_36C), "36C")
        elif case.notes(DOUBLE_CALLED_OVER, "36A"):
            case.rules(Referral(RULE_UNDER_36A), "36A")
        else:
            case.rules(Referral(RULE_UNDER_36), "36B2")
        return
    case.rules(DoubleAllowed("yes"), rule)
    if case.notes(DOUBLE_OUT_OF_TURN, "32") and not case.notes(DOUBLE_CALLED_OVER, "29A"):
        case.rules(Referral(RULE_UNDER_32), "32")
        return
    if case.notes(MISSTATED, misstated):
        case.rules(StandsAsMade(), misstated)
        case.rules(DirectorAction(SINGLE_WORD), form)
        case.rules(Info("OS", "unauthorised", "16B1", "misstatement"), "16B1")
    if case.asks(BID_SINCE, "19C"):
        case.rules(DoubleCounts("no"), "19C")
    else:
        case.rules(DoubleCounts("yes"), "19D")
