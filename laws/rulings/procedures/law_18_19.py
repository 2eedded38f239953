"""Laws 18 and 19 as a director is asked about them: is this bid enough, may this bid be doubled, does the double count?"""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.calls import Info
from laws.rulings.effects.legality import BidSufficient, DoubleAllowed, DoubleCounts, StandsAsMade
from laws.rulings.facts.legality import (
    ABOVE_SEVEN,
    AGAINST_LAST_BID,
    BID_SINCE,
    DOUBLE_OR_REDOUBLE,
    LAST_BUT_PASSES,
    MISSTATED,
)


@DUPLICATE_2017.procedure("18", "Bids", happened="Was that bid high enough?")
def bids(case: Case) -> None:
    """18A: one to seven odd tricks. 18B to 18E: a bid has to supersede the last one."""
    if case.asks(ABOVE_SEVEN, "18A"):
        case.rules(Referral("rule_under_38"), "35C")
        return
    against = case.asks(AGAINST_LAST_BID, "18C")
    if against == "no bid before it":
        case.rules(BidSufficient("yes"), "18A")
    elif against == "more tricks":
        case.rules(BidSufficient("yes"), "18B")
    elif against == "higher denomination":
        case.rules(BidSufficient("yes"), "18E")
    else:
        case.rules(BidSufficient("no"), "18E" if against == "lower denomination" else "18D")
        case.rules(Referral("rule_under_27"), "18D")


@DUPLICATE_2017.procedure("19", "Doubles and redoubles", happened="Was that double or redouble allowed?")
def doubles(case: Case) -> None:
    """19A and 19B: only the last bid, or the last double, and only an opponent's. 19C and 19D: what it does to the score."""
    last = case.asks(LAST_BUT_PASSES, "19A")
    if case.asks(DOUBLE_OR_REDOUBLE, "19A") == "doubled":
        allowed, rule, form, misstated = last == "opponents' bid", "19A1", "19A2", "19A3"
    else:
        allowed, rule, form, misstated = last == "opponents' double", "19B1", "19B2", "19B3"
    if not allowed:
        case.rules(DoubleAllowed("no"), rule)
        case.rules(Referral("rule_under_36"), "35A")
        return
    case.rules(DoubleAllowed("yes"), rule)
    if case.notes(MISSTATED, misstated):
        case.rules(StandsAsMade(), misstated)
        case.rules(DirectorAction("single_word"), form)
        case.rules(Info("OS", "unauthorised", "16B1", "misstatement"), "16B1")
    if case.asks(BID_SINCE, "19C"):
        case.rules(DoubleCounts("no"), "19C")
    else:
        case.rules(DoubleCounts("yes"), "19D")
