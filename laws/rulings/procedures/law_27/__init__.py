"""Law 27: insufficient bid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from laws.rulings.case import Case
from laws.rulings.declaration import Common, Comparing, Declaration, Staging, of_kind
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight
from laws.rulings.effects.base import action
from laws.rulings.effects.calls import (
    BOTH_REFUSED,
    THROUGHOUT,
    TO_CHANGE_SUBSTITUTION,
    AnyLegalCall,
    AuctionContinues,
    CallCancelled,
    CallStands,
    Info,
    InfoAfterAttempt,
    LaterCallsCancelled,
    LeadRestriction,
    MayAccept,
    MustSubstitute,
    NoFurtherRectification,
    PartnerMustPass,
)
from laws.rulings.effects.inadmissible import GoesOnFromPass, PassSubstituted, SideMustPass
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
from laws.rulings.procedures.common import accepted, may_accept, remarks
from laws.rulings.procedures.judging import if_assisted, keeps_72c_open
from laws.rulings.procedures.law_23 import is_comparable
from laws.rulings.procedures.law_25 import changed_as_unintended
from laws.rulings.procedures.law_26 import may_restrict_lead
from laws.rulings.procedures.law_27.facts import (
    ABOVE_SEVEN,
    CALLED_OVER_ATTEMPT,
    FINALLY_COMPARABLE,
    IMPERFECT_FIT,
    LOWEST_SAME,
    ONLY_SHORTAGE_DIFFERS,
)
from laws.rulings.procedures.law_31 import out_of_rotation
from laws.rulings.procedures.law_33 import made_at_once
from laws.rulings.record import BadRecord
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables.calls import Base, irregular, no_bid_before


@dataclass(frozen=True, slots=True)
class GoesOnFromTheEnd(AuctionContinues):
    """The auction goes on from what the offender chose in the end; what was called over an attempt before is void (27B3)."""

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The player on the offender's left is next, whoever called since."""
        data = AuctionContinues.outcome(self, situation)
        if "player" in data and situation is not None:
            data["player"] = situation.offender.lho.value
        return data


CORRECTION_MAY_COST: Final = action(
    "correction_may_cost", ("remember that a correction before the ruling may be more costly")
)


BASES: Final[dict[str, Base]] = {
    "rho": ("N", ["N 1S", "S 1H"], "W"),
    "partner": ("N", ["N 1S", "W 1H"], "N"),
    "change": ("N", ["N 1S", "E 2H", "E 1C"], "S"),
}
DECLARED = Declaration(
    common=Common(60, "Insufficient bid"),
    also=(
        "underbid",
        "not high enough",
        "too low",
    ),
    matters=(of_kind(50, Kind.INSUFFICIENT),),
    about=(Kind.INSUFFICIENT,),
    staging=Staging(irregular("27", BASES), impossible=no_bid_before),
    comparing=(
        Comparing(
            "27B1(b)",
            "a bid that was not high enough",
            ("bid",),
            {
                "lho_called": False,
                "lho_accepts": False,
                "out_of_rotation": False,
                "replaced_early": False,
                "replacement_kind": "bid",
                "lowest_same": False,
            },
        ),
    ),
)


@DUPLICATE_2017.procedure("27", "Insufficient bid", happened="A bid was not high enough", declared=DECLARED)
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
    if early:
        case.rules(DirectorAction(CORRECTION_MAY_COST), "9C")
        if case.notes(ABOVE_SEVEN, "38A"):
            more_than_seven(case)
            return
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
        if case.notes(ABOVE_SEVEN, "38A"):
            replaced_by_more_than_seven(case)
            return
    stands = corrected(case, kind or case.asks(REPLACEMENT_KIND, "27B"), offered=early)
    if early:
        case.doubts(
            "27C does not mention 16C or 72C after a premature substitution, and the Laws Committee holds that "
            "both still apply; here the part of 27B that fits the substitution decides",
            "27C",
        )
    if early and stands:
        case.rules(NoRight("offender", TO_CHANGE_SUBSTITUTION), "27C")


@DUPLICATE_2017.passage
def more_than_seven(case: Case) -> None:
    """27C lets a substitution stand if it is legal; a bid of more than seven never is. LHO may still accept the first bid."""
    may_accept(case, "27A1")
    if case.asks_aside(LHO_ACCEPTS, "27A1"):
        accepted(case, "27A1")
        case.rules(CallCancelled("attempt", "offender"), "38B")
        case.rules(Info("NOS", "authorised", "16C1", "attempt"), "16C1")
        case.rules(Info("OS", "unauthorised", "16C2", "attempt"), "16C2")
        return
    case.rules(CallCancelled("irregular", "offender"), "27B")
    replaced_by_more_than_seven(case)


@DUPLICATE_2017.passage
def replaced_by_more_than_seven(case: Case) -> None:
    """38: whatever it was put in place of, the bid is cancelled, a pass takes its place and both players are silent."""
    case.doubts(
        "neither Law 27 nor Law 38 covers an insufficient bid replaced by a bid of more than seven; the bid is "
        "not accepted, so here it is corrected by the pass in 38C",
        "38C",
    )
    case.rules(CallCancelled("attempt", "offender"), "38B")
    case.rules(PassSubstituted("offender"), "38C")
    case.rules(GoesOnFromPass(), "38C")
    case.rules(SideMustPass(THROUGHOUT), "38C")
    case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
    case.rules(Info("OS", "unauthorised", "16C2", "attempt"), "16C2")
    case.rules(Info("NOS", "authorised", "16C1"), "16C1")
    may_restrict_lead(case)
    keeps_72c_open(case)


@DUPLICATE_2017.passage
def corrected(case: Case, kind: str, *, offered: bool) -> bool:
    """27B1 to 27B4, by the kind of call that the offender chooses. True when that call stands.

    offered: LHO has been told already that he may accept a second insufficient bid.
    """
    if kind == "insufficient":
        return second_insufficient_bid(case, offered=offered)
    if kind == "double":
        if case.asks(ATTEMPT_ADMISSIBLE, "19A1") and is_comparable(case, "27B3", "attempt"):
            auction_goes_on(case, "27B1(b)", onward="27B3")
            case.rules(LeadRestriction("none"), "26A")
            return True
        attempt_cancelled(case, "27B3")
        return False
    if kind == "bid" and case.asks(LOWEST_SAME, "27B1(a)"):
        if case.notes(IMPERFECT_FIT, "27B1(a)"):
            case.doubts(
                "one bid shows length in a suit in which the other shows two or more cards; the law requires the "
                "same denomination, not the same length, so here they count as specifying the same",
                "27B1(a)",
            )
        auction_goes_on(case, "27B1(a)")
        case.rules(LeadRestriction("none"), "27B1(a)")
        return True
    if kind == "bid" and case.notes(ONLY_SHORTAGE_DIFFERS, "27B1(a)"):
        case.doubts(
            "both bids specify the same suits by length; one of them also denies shortage elsewhere, which counts"
            " here as specifying more, so they differ",
            "27B1(a)",
        )
    if is_comparable(case, "27B1(b)"):
        auction_goes_on(case, "27B1(b)")
        case.rules(LeadRestriction("none"), "26A")
    else:
        case.rules(CallStands("replacement", "offender"), "27B2")
        on_from_the_replacement(case, "27B2")
        partner_silenced(case, "27B2")
    return True


@DUPLICATE_2017.passage
def auction_goes_on(case: Case, provision: str, *, onward: str = "") -> None:
    """27B1: no further rectification, 16C set aside, 27D keeps the score open. 27B3 leaves a comparable double to 27B1(b)."""
    case.rules(CallStands("replacement", "offender"), provision)
    on_from_the_replacement(case, onward or provision)
    case.rules(NoFurtherRectification(), provision)
    case.rules(AnyLegalCall("partner"), provision)
    case.rules(Info("OS", "authorised", provision), provision)
    if_assisted(case, "27D")


@DUPLICATE_2017.passage
def partner_silenced(case: Case, provision: str, *, attempt_cancelled: bool = False, chosen: bool = True) -> None:
    """27B2, 27B3: partner out of the auction, a lead may be restricted, 16C2 and 72C apply."""
    case.rules(PartnerMustPass(THROUGHOUT), provision)
    info = Info if chosen else InfoAfterAttempt
    case.rules(info("OS", "unauthorised", "16C2"), "16C2")
    case.rules(info("NOS", "authorised", "16C1"), "16C1")
    if attempt_cancelled:
        case.rules(info("OS", "unauthorised", "16C2", "attempt"), "16C2")
    may_restrict_lead(case, attempt_cancelled=attempt_cancelled, chosen=chosen)
    keeps_72c_open(case)


@DUPLICATE_2017.passage
def on_from_the_replacement(case: Case, provision: str) -> None:
    """The legal call made in its place is part of the auction, and so is what LHO has called over it (27C)."""
    if case.notes(CALLED_OVER_ATTEMPT, "27C"):
        case.rules(CallStands("over", "lho"), "27C")
        case.rules(AuctionContinues("over"), "27C")
    else:
        case.rules(AuctionContinues("replacement"), provision)


@DUPLICATE_2017.passage
def attempt_cancelled(case: Case, provision: str) -> None:
    """27B3, and 27B4 by reference:
    the attempt is void, a bid or pass has to be made, and partner is silenced whatever it is.

    27B3 lets the offender choose "as the foregoing allows" but bars his partner in any case; that a later call which
    is comparable could lift the bar is not said, so it does not.
    """
    case.doubts(
        "the law does not say whether a comparable call after the cancelled attempt would release {partner}; here"
        " {partner} must still pass",
        "27B3",
    )
    case.rules(CallCancelled("attempt", "offender"), provision)
    if case.notes(CALLED_OVER_ATTEMPT, provision):
        case.doubts(
            "{lho} has called over {attempt}; the law does not say whether that call can stand when {attempt} is "
            "cancelled. Here it is withdrawn as well, and {lho} calls again over what {offender} chooses",
            provision,
        )
        case.rules(LaterCallsCancelled(), provision)
        case.rules(Info("NOS", "authorised", "16C1", "over"), "16C1")
        case.rules(Info("OS", "unauthorised", "16C2", "over"), "16C2")
    case.rules(MustSubstitute("offender", "a legal bid or pass"), provision)
    chosen = case.notes(CHOSEN_IN_THE_END, provision)
    if chosen:
        case.rules(CallStands("replacement", "offender"), provision)
        case.rules(GoesOnFromTheEnd("replacement"), provision)
        if case.notes(FINALLY_COMPARABLE, "26A"):
            case.doubts(
                "under 26A there are no lead restrictions when a comparable call replaces {irregular}; but "
                "{attempt} was withdrawn too and no comparable call has replaced that, so 26B and 16C2 apply as "
                "27B3 says",
                "26A",
            )
    partner_silenced(case, "27B3", attempt_cancelled=True, chosen=chosen)


@DUPLICATE_2017.passage
def second_insufficient_bid(case: Case, *, offered: bool) -> bool:
    """27B4: LHO may accept the second bid; otherwise as for a cancelled double. True when the second bid stands."""
    if not offered:
        case.rules(MayAccept("lho", "attempt"), "27B4")
    if case.asks(LHO_ACCEPTS_SECOND, "27A1"):
        case.doubts(
            "the law does not say whether 16C2 or 26B still applies to {irregular}, which was withdrawn, when "
            "{attempt} is accepted; 27A1 treats the accepted bid as legal, so nothing follows from the first bid "
            "here",
            "27B4",
        )
        case.rules(CallStands("attempt", "offender"), "27A1")
        if case.notes(CALLED_OVER_ATTEMPT, "27A1"):
            case.rules(CallStands("over", "lho"), "27A1")
            case.rules(AuctionContinues("over"), "27A1")
        else:
            case.rules(AuctionContinues("attempt"), "27A1")
        case.rules(NoFurtherRectification(), "27A1")
        return True
    attempt_cancelled(case, "27B4")
    return False


@DUPLICATE_2017.passage
def withdrawn_substitution(case: Case) -> None:
    """27C: the first bid was accepted after all, so the substitution is withdrawn; 16C speaks of withdrawn calls."""
    case.rules(CallCancelled("replacement", "offender"), "27C")
    case.rules(Info("NOS", "authorised", "16C1", "replacement"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "replacement"), "16C2")


@DUPLICATE_2017.record_check(Kind.INSUFFICIENT)
def check_attempt(situation: Situation) -> None:
    """Of what the offender puts in place of an insufficient bid LHO can accept another insufficient bid only."""
    if not situation.record.attempt_accepted or not situation.offered:
        return
    call = situation.offered[0].call
    if not call.is_bid or situation.standing.sufficient(call):
        raise BadRecord(
            "record.attempt_accepted",
            f"{call} is no insufficient bid, so nobody is asked to accept it (27B4); expected none",
        )
