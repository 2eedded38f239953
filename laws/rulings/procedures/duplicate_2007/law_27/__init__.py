"""2007 Law 27: insufficient bid.

Told by the notes: 27B1(a) required that the insufficient bid and its correction both be natural; 27B1(b) asked for the
same or a more precise meaning; and under 27B3 each withdrawn call brought its own lead restriction. By the concordance,
Law 23 stood where 72C is now and 16D where 16C is. The rest is unmarked and ruled as in 2017.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Staging
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import DirectorAction, NoRight
from laws.rulings.effects.base import action
from laws.rulings.effects.calls import (
    BOTH_REFUSED,
    THROUGHOUT,
    TO_CHANGE_SUBSTITUTION,
    AdjustedScore,
    AnyLegalCall,
    CallCancelled,
    CallStands,
    Info,
    LeadRestriction,
    MayAccept,
    MustSubstitute,
    NoFurtherRectification,
    PartnerMustPass,
)
from laws.rulings.facts.calls import (
    ATTEMPT_ADMISSIBLE,
    CHOSEN_IN_THE_END,
    LHO_ACCEPTS,
    LHO_ACCEPTS_SECOND,
    LHO_CALLED,
    OUT_OF_ROTATION,
    REPLACED_EARLY,
    REPLACEMENT_KIND,
)
from laws.rulings.procedures import law_27
from laws.rulings.procedures.duplicate_2007.law_23 import keeps_23_open
from laws.rulings.procedures.duplicate_2007.law_25 import changed_as_unintended
from laws.rulings.procedures.duplicate_2007.law_26 import may_restrict_lead
from laws.rulings.procedures.duplicate_2007.law_27.facts import LOWEST_IN_DENOMINATION, MORE_PRECISE, NEITHER_ARTIFICIAL
from laws.rulings.procedures.duplicate_2007.law_31 import out_of_rotation
from laws.rulings.procedures.duplicate_2007.unchanged import accepted, made_at_once, may_accept, remarks
from laws.rulings.tables import stock
from laws.rulings.tables.calls import no_bid_before

EACH_WITHDRAWN_CALL: Final = action(
    "each_withdrawn_call",
    "apply Law 26 to {attempt} as well as to {irregular}: two calls were withdrawn",
)


@DUPLICATE_2007.procedure(
    "27",
    "Insufficient bid",
    happened="A bid was not high enough",
    declared=replace(
        law_27.DECLARED,
        comparing=(),
        staging=Staging(stock=stock.irregular(stock.INSUFFICIENT), impossible=no_bid_before),
    ),
)
def insufficient_bid(case: Case) -> None:
    """27A: accepted by LHO, or 27B and 27C: corrected, with what the correction costs."""
    made_at_once(case)
    remarks(case)
    if changed_as_unintended(case):
        return
    if case.asks(OUT_OF_ROTATION, "27A2"):
        out_of_rotation(case)
        return
    if case.asks(LHO_CALLED, "27A1"):
        accepted(case, "27A1")
        return
    early = case.asks(REPLACED_EARLY, "27C")
    kind = case.asks(REPLACEMENT_KIND, "27C") if early else None
    may_accept(case, "27A1")
    if kind == "insufficient":
        case.rules(MayAccept("lho", "attempt"), "27B4")
        case.rules(DirectorAction(BOTH_REFUSED), "27B3")
    if case.asks(LHO_ACCEPTS, "27A1"):
        accepted(case, "27A1")
        if early:
            withdrawn_substitution(case)
        return
    case.rules(CallCancelled("irregular", "offender"), "27B")
    if not early:
        case.rules(MustSubstitute("offender", "a legal call"), "27B")
    stands = corrected(case, kind or case.asks(REPLACEMENT_KIND, "27B"), offered=early)
    if early and stands:
        case.rules(NoRight("offender", TO_CHANGE_SUBSTITUTION), "27C")


@DUPLICATE_2007.passage
def corrected(case: Case, kind: str, *, offered: bool) -> bool:
    """27B1 to 27B4, by the kind of call that the offender chooses. True when that call stands.

    offered: LHO has been told already that he may accept a second insufficient bid.
    """
    if kind == "insufficient":
        return second_insufficient_bid(case, offered=offered)
    if kind == "double":
        if case.asks(ATTEMPT_ADMISSIBLE, "19A1") and case.asks(MORE_PRECISE, "27B1(b)"):
            auction_goes_on(case, "27B1(b)")
            return True
        attempt_cancelled(case, "27B3")
        return False
    if kind == "bid" and case.asks(LOWEST_IN_DENOMINATION, "27B1(a)") and case.asks(NEITHER_ARTIFICIAL, "27B1(a)"):
        auction_goes_on(case, "27B1(a)")
    elif case.asks(MORE_PRECISE, "27B1(b)"):
        auction_goes_on(case, "27B1(b)")
    else:
        case.rules(CallStands("replacement", "offender"), "27B2")
        partner_silenced(case, "27B2")
    return True


@DUPLICATE_2007.passage
def auction_goes_on(case: Case, provision: str) -> None:
    """27B1: no further rectification, and 27D keeps the score open."""
    case.rules(CallStands("replacement", "offender"), provision)
    case.rules(NoFurtherRectification(), provision)
    case.rules(AnyLegalCall("partner"), provision)
    case.rules(LeadRestriction("none"), provision)
    case.rules(AdjustedScore("possible", "27D"), "27D")


@DUPLICATE_2007.passage
def partner_silenced(case: Case, provision: str) -> None:
    """27B2, 27B3: partner out of the auction, a lead may be restricted, 16D2 and Law 23 apply."""
    case.rules(PartnerMustPass(THROUGHOUT), provision)
    case.rules(Info("OS", "unauthorised", "16D2"), "16D2")
    case.rules(Info("NOS", "authorised", "16D1"), "16D1")
    may_restrict_lead(case)
    keeps_23_open(case)


@DUPLICATE_2007.passage
def attempt_cancelled(case: Case, provision: str) -> None:
    """27B3, and 27B4 by reference: the attempt is void, a bid or pass has to be made, and partner is silenced."""
    case.rules(CallCancelled("attempt", "offender"), provision)
    case.rules(MustSubstitute("offender", "a legal bid or pass"), provision)
    if case.notes(CHOSEN_IN_THE_END, provision):
        case.rules(CallStands("replacement", "offender"), provision)
    case.rules(Info("OS", "unauthorised", "16D2", "attempt"), "16D2")
    partner_silenced(case, "27B3")
    case.rules(DirectorAction(EACH_WITHDRAWN_CALL), "27B3")


@DUPLICATE_2007.passage
def second_insufficient_bid(case: Case, *, offered: bool) -> bool:
    """27B4: LHO may accept the second bid; otherwise as for a cancelled double. True when the second bid stands."""
    if not offered:
        case.rules(MayAccept("lho", "attempt"), "27B4")
    if case.asks(LHO_ACCEPTS_SECOND, "27A1"):
        case.rules(CallStands("attempt", "offender"), "27A1")
        case.rules(NoFurtherRectification(), "27A1")
        return True
    attempt_cancelled(case, "27B4")
    return False


@DUPLICATE_2007.passage
def withdrawn_substitution(case: Case) -> None:
    """27C: the first bid was accepted after all, so the substitution is withdrawn; 16D speaks of withdrawn calls."""
    case.rules(CallCancelled("replacement", "offender"), "27C")
    case.rules(Info("NOS", "authorised", "16D1", "replacement"), "16D1")
    case.rules(Info("OS", "unauthorised", "16D2", "replacement"), "16D2")
