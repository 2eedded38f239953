"""Law 25, as far as Laws 27 and 30 to 32 lead there: a claim that a call was unintended, and a change of call."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import NoRight, Referral, Right
from laws.rulings.effects.calls import (
    CallCancelled,
    CallStands,
    Info,
    LeadRestriction,
    MayAccept,
)
from laws.rulings.facts.calls import (
    CLAIMS_UNINTENDED,
    INTENDED_LEGAL,
    LHO_CALLED,
    PARTNER_CALLED,
    PERIOD_OVER,
    UNINTENDED,
)


@DUPLICATE_2017.passage
def changed_as_unintended(case: Case) -> bool:
    """25A: the offender says it was a slip. True when he may change the call, and then no other law applies to it."""
    if not case.notes(CLAIMS_UNINTENDED, "25A1"):
        return False
    if not case.asks_aside(UNINTENDED, "25A2"):
        case.rules(NoRight("offender", "change_as_unintended"), "25A2")
        return False
    if case.asks_aside(PARTNER_CALLED, "25A4"):
        case.rules(NoRight("offender", "change_as_unintended"), "25A4")
        return False
    if case.notes(PERIOD_OVER, "25A5"):
        case.rules(NoRight("offender", "change_as_unintended"), "25A5")
        return False
    case.rules(CallCancelled("irregular", "offender"), "25A1")
    case.rules(CallStands("intended", "offender"), "25A1")
    if not case.asks_aside(INTENDED_LEGAL, "25A1"):
        case.rules(Referral("rule_on_intended"), "25A1")
    case.rules(LeadRestriction("none"), "25A1")
    if case.asks_aside(LHO_CALLED, "25A6"):
        case.rules(Right("lho", "withdraw_call"), "25A6")
        case.rules(Info("NOS", "authorised", "25A6", "over"), "25A6")
        case.rules(Info("OS", "unauthorised", "25A6", "over"), "25A6")
    return True


@DUPLICATE_2017.passage
def change_of_call(case: Case, provision: str, *, acceptable: bool = True) -> None:
    """30B2, 31C, 32C: a player calls again at his LHO's turn: Law 25 decides, not the law of that call."""
    case.rules(Referral("apply_25"), provision)
    case.rules(Right("offender", "change_as_unintended"), "25A1")
    if not acceptable:
        case.rules(NoRight("lho", "accept"), "36B1")
        return
    case.rules(MayAccept("lho", "irregular", "only if it is no correction under 25A"), "25B1")
