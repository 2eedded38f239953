"""Passages that several procedures share."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight, Referral, Right
from laws.rulings.effects.calls import (
    EXPLAIN_OPTIONS,
    NO_MORE_TALK,
    ONCE,
    RULE_ON_OVER,
    TO_ACCEPT,
    TO_ASK_METHODS,
    TO_KNOW_CONSEQUENCES,
    TO_KNOW_INTENTION,
    AnyLegalCall,
    AuctionContinues,
    CallStands,
    Info,
    MayAccept,
    NoFurtherRectification,
    PartnerMustPass,
)
from laws.rulings.effects.rights import TO_CONSULT
from laws.rulings.facts.attention import CHOICE
from laws.rulings.facts.calls import (
    LHO_CALLED,
    OVER_LEGAL,
    PARTNER_ACTED,
    REMARKED,
    WRONG_ELECTOR,
)
from laws.rulings.procedures.judging import keeps_72c_open, options_declined
from laws.rulings.procedures.law_23 import is_comparable, without_rectification
from laws.rulings.procedures.law_26 import may_restrict_lead


@DUPLICATE_2017.passage
def may_accept(case: Case, provision: str) -> None:
    """The choice of the offender's LHO, and what he is entitled to know before he makes it (10C1, 20F1)."""
    case.rules(MayAccept("lho", "irregular"), provision)
    case.rules(DirectorAction(EXPLAIN_OPTIONS), "10C1")
    case.rules(Right("lho", TO_KNOW_CONSEQUENCES), "10C1")
    case.rules(Right("lho", TO_ASK_METHODS), "20F1")
    case.rules(NoRight("lho", TO_KNOW_INTENTION), "20F1")
    case.rules(NoRight("lho", TO_CONSULT), "10C2")
    case.rules(NoRight("rho", TO_ACCEPT), provision)
    if case.notes(CHOICE, "10C1") == "repented":
        options_declined(case, "lho", again=True)
    if case.notes(WRONG_ELECTOR, "10C2"):
        case.rules(Info("NOS", "unauthorised", "16B1", "wish"), "16B1")


@DUPLICATE_2017.passage
def accepted(case: Case, provision: str) -> None:
    """The call is treated as legal and the auction goes on from it."""
    onward = "18C" if provision == "27A1" else provision  # the next bid has to be enough over the one accepted
    case.rules(CallStands("irregular", "offender"), provision)
    case.rules(NoFurtherRectification(), provision)
    if case.notes(LHO_CALLED, provision):
        if case.notes(OVER_LEGAL, "18C"):
            case.rules(CallStands("over", "lho"), provision)
            case.rules(AuctionContinues("over"), onward)
        else:
            case.rules(Referral(RULE_ON_OVER), "18C")
    else:
        case.rules(AuctionContinues("irregular"), onward)
    case.rules(AnyLegalCall("partner", "in turn"), provision)
    case.rules(Info("OS", "authorised", "16A1(a)"), "16A1(a)")


@DUPLICATE_2017.passage
def comparable_or_partner_passes(case: Case, free: str, comparable: str, otherwise: str) -> None:
    """30B1(b), 31A2, 32A2: a comparable call costs nothing;
    any other silences partner once, and 16C, 26B, 72C may apply.

    The new call stands whichever it is, under the provision that leaves the offender free to choose it (`free`).
    """
    if is_comparable(case, otherwise):
        case.rules(CallStands("replacement", "offender"), free)
        case.rules(AuctionContinues("replacement"), comparable)
        without_rectification(case)
        if case.notes(PARTNER_ACTED, "23B"):
            case.doubts(
                "16C2 applied to {partner}'s call, which came before the comparable one; the law does not say "
                "whether to reconsider it now that 16C2 no longer applies, and here it is not reconsidered",
                "23B",
            )
        return
    case.rules(CallStands("replacement", "offender"), free)
    case.rules(AuctionContinues("replacement"), otherwise)
    case.rules(PartnerMustPass(ONCE), otherwise)
    case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
    may_restrict_lead(case)
    keeps_72c_open(case)


@DUPLICATE_2017.passage
def remarks(case: Case) -> None:
    """A spoken explanation is information from partner beyond the legal auction (16B), whatever becomes of the call."""
    if case.notes(REMARKED, "16B1(a)"):
        case.rules(Info("OS", "unauthorised", "16B1", "remark"), "16B1(a)")
        case.rules(DirectorAction(NO_MORE_TALK), "16B1(a)")
