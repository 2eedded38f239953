"""Law 32: double or redouble out of rotation, with Law 36 for those that Law 19 does not allow."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import NoRight, Right
from laws.rulings.effects.calls import (
    THROUGHOUT,
    UNTIL_COMPARABLE,
    AdjustedScore,
    AnyLegalCall,
    AuctionRevertsTo,
    CallCancelled,
    Info,
    LaterCallsCancelled,
    LeadRestriction,
    NoFurtherRectification,
    PartnerMustPass,
)
from laws.rulings.facts.calls import (
    CALLED_BEFORE,
    INADMISSIBLE_DOUBLE,
    INADMISSIBLE_REDOUBLE,
    LHO_CALLED,
    MEANT_OVER,
    RHO_CALLED,
    RHO_PASSES,
    WHOSE_TURN,
)
from laws.rulings.procedures.common import comparable_or_partner_passes, remarks
from laws.rulings.procedures.law_25 import change_of_call, changed_as_unintended
from laws.rulings.procedures.law_26 import may_restrict_lead
from laws.rulings.procedures.law_28_29 import cancelled, in_rotation_after_all, rectification_forfeited, set_aside
from laws.rulings.procedures.law_31 import nothing_owed, repeated


@DUPLICATE_2017.procedure("32", "Double or redouble out of rotation")
def double_out_of_rotation(case: Case) -> None:
    """32A at RHO's turn, 32B at partner's; 32C after an earlier call; never accepted when inadmissible."""
    remarks(case)
    if changed_as_unintended(case) or in_rotation_after_all(case):
        return
    turn = case.asks(WHOSE_TURN, "32")
    changed = turn == "lho" and case.asks(CALLED_BEFORE, "32C")
    inadmissible = case.asks(INADMISSIBLE_DOUBLE, "19A1") or case.asks(INADMISSIBLE_REDOUBLE, "19B1")
    if changed:
        change_of_call(case, "32C", acceptable=not inadmissible)
        return
    if inadmissible:
        inadmissible_out_of_rotation(case, turn)
        return
    if rectification_forfeited(case, turn):
        return
    cancelled(case)
    if turn == "rho":
        if case.asks(RHO_PASSES, "32A1"):
            if repeated(case, "32A1"):
                nothing_owed(case, "32A1")
        else:
            case.rules(AnyLegalCall("offender"), "32A2")
            comparable_or_partner_passes(case, "32A2(a)", "32A2(b)")
    else:
        case.rules(AnyLegalCall("partner"), "32B1")
        case.rules(Info("OS", "unauthorised", "16C2", when=UNTIL_COMPARABLE), "32B1")
        case.rules(AnyLegalCall("offender", "in turn"), "32B2")
        comparable_or_partner_passes(case, "32A2(a)", "32A2(b)")


@DUPLICATE_2017.passage
def inadmissible_out_of_rotation(case: Case, turn: str) -> None:
    """28B when the player in turn has called, 36A when LHO has called over it, else 36B1 and 36B4.

    Nobody may accept such a double (Law 32).
    """
    case.rules(NoRight("lho", "accept"), "32")
    if turn == "rho" and case.asks(RHO_CALLED, "28B"):
        set_aside(case)
        return
    if case.asks(LHO_CALLED, "36A"):
        if turn == "lho" and not case.asks(MEANT_OVER, "28B"):
            set_aside(case)
            return
        case.rules(CallCancelled("irregular", "offender"), "36A")
        case.rules(LaterCallsCancelled(), "36A")
        case.rules(AuctionRevertsTo("correct"), "36A")
        case.rules(NoFurtherRectification(), "36A")
        case.rules(AnyLegalCall("partner", "in turn"), "36A")
        case.rules(LeadRestriction("none"), "36A")
        return
    if turn == "rho":
        case.rules(Right("offender", "call_anew"), "32A1")
    case.rules(CallCancelled("irregular", "offender"), "36B1")
    case.rules(AuctionRevertsTo("correct"), "36B4")
    case.rules(AnyLegalCall("offender", "in turn"), "36B4")
    case.rules(PartnerMustPass(THROUGHOUT), "36B4")
    case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
    case.rules(Info("NOS", "authorised", "16C1"), "16C1")
    may_restrict_lead(case)
    case.rules(AdjustedScore("possible", "72C"), "72C")
