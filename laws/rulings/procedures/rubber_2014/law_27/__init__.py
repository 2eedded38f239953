"""Rubber Law 27: insufficient bid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Staging, of_kind
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import NoRight, Referral
from laws.rulings.effects.base import Moment, action, right
from laws.rulings.effects.calls import (
    ONCE,
    THROUGHOUT,
    AnyLegalCall,
    AuctionContinues,
    CallCancelled,
    CallStands,
    Info,
    LeadRestriction,
    MayAccept,
    MustSubstitute,
    OffenderMustPass,
    PartnerMustPass,
)
from laws.rulings.effects.information import Entitled, NotEntitled
from laws.rulings.effects.penalties import TO_PENALIZE, NoPenalty, Redress
from laws.rulings.facts.calls import ATTEMPT_ADMISSIBLE, LHO_ACCEPTS, OUT_OF_ROTATION
from laws.rulings.facts.rubber.calls import CALLED_OVER, CHANGED, REPEATED
from laws.rulings.procedures.rubber_2014.common import (
    accepted,
    corrected_slip,
    enforced_pass,
    made_at_once,
    may_accept,
    remarks,
    withdrawn,
)
from laws.rulings.procedures.rubber_2014.law_26 import after_attempt, after_bid
from laws.rulings.procedures.rubber_2014.law_27.facts import (
    ACCEPTS_THAT_TOO,
    BOTH_ASK,
    CALLED_OVER_SUBSTITUTE,
    CORRECTED_EARLY,
    DENOMINATION_REPEATED,
    FINAL_KIND,
    LOWEST_NATURAL,
    SAME_OR_MORE_PRECISE,
)
from laws.rulings.procedures.rubber_2014.law_31 import out_of_rotation
from laws.rulings.replay import Kind
from laws.rulings.tables import stock
from laws.rulings.tables.calls import no_bid_before


@dataclass(frozen=True, slots=True)
class AuctionUnpenalized(NoPenalty):
    """Nobody is penalized in the auction (27A, 27B); of the lead nothing is said."""

    @property
    def words(self) -> str:
        return "the auction continues without penalty"


@dataclass(frozen=True, slots=True)
class MustPassNow(OffenderMustPass):
    """The offender has lost the choice of his call: he passes at this turn (27D)."""

    @property
    def words(self) -> str:
        return "{offender} must pass at this turn"


TO_CHOOSE_FINAL_CALL: Final = right("choose_final_call", "choose the final call after the penalties have been stated")
TO_CHOOSE_ANOTHER_CALL: Final = right("choose_another_call", "choose another call at this turn")
CHOOSE_ONCE_MORE: Final = action(
    "choose_once_more",
    "{offender} has to choose a sufficient bid or a pass, and 27A to 27C apply to that call",
    moment=Moment.DUTY,
    aloud=True,
)


DECLARED = Declaration(
    matters=(of_kind(50, Kind.INSUFFICIENT),),
    about=(Kind.INSUFFICIENT,),
    staging=Staging(stock=stock.irregular(stock.INSUFFICIENT), impossible=no_bid_before),
)


@RUBBER_2014.procedure("27", "Insufficient bid", happened="A bid was not high enough", declared=DECLARED)
def insufficient_bid(case: Case) -> None:
    """Accepted by LHO, or corrected: 27A and 27B free, 27C and 27D at a price. Out of rotation it is Law 31's (27E)."""
    made_at_once(case)
    remarks(case)
    if corrected_slip(case):
        return
    if case.asks(OUT_OF_ROTATION, "27E"):
        out_of_rotation(case)
        return
    if case.asks(CALLED_OVER, "27"):
        accepted(case, "27")
        return
    if case.notes(CALLED_OVER_SUBSTITUTE, "15B"):
        penalty_forfeited(case)
        return
    early = case.asks(CORRECTED_EARLY, "27")
    may_accept(case, "27")
    if case.asks(LHO_ACCEPTS, "27"):
        accepted(case, "27")
        if early:
            case.rules(CallCancelled("attempt", "offender"), "27")
            withdrawn(case, "27", "attempt")
        return
    case.rules(CallCancelled("irregular", "offender"), "27")
    withdrawn(case, "27")
    if early:
        case.rules(Entitled("offender", TO_CHOOSE_FINAL_CALL), "27")
    else:
        case.rules(MustSubstitute("offender", "a sufficient bid or a pass"), "27")
    corrected(case, early=early)


@RUBBER_2014.passage
def penalty_forfeited(case: Case) -> None:
    """LHO called over the call in its place: who calls after RHO's irregularity cannot penalize it any more (15B)."""
    case.doubts(
        "LHO called over the new call, not over {irregular}, so has not accepted {irregular}; here that counts as"
        " waiving the penalty and letting the new call stand",
        "15B",
    )
    case.rules(CallCancelled("irregular", "offender"), "27")
    case.rules(CallStands("attempt", "offender"), "15B")
    case.rules(NoRight("others", TO_PENALIZE), "15B")
    case.rules(NoPenalty(), "15B")
    case.rules(AuctionContinues("over"), "15B")
    withdrawn(case, "27")


@RUBBER_2014.passage
def corrected(case: Case, *, early: bool) -> None:
    """27A to 27D, by the call that the offender chooses in the end; one chosen before the penalties were stated is void."""
    kind = case.asks(FINAL_KIND, "27")
    if kind == "double":
        double_tried(case, early=early)
        return
    if kind == "insufficient":
        case.rules(MayAccept("lho", "replacement"), "27")
        if case.asks(ACCEPTS_THAT_TOO, "27"):
            case.rules(CallStands("replacement", "offender"), "27")
            case.rules(NoPenalty(), "27")
        else:
            case.rules(CallCancelled("replacement", "offender"), "27")
            case.rules(Referral(CHOOSE_ONCE_MORE), "27")
        return
    if early:
        case.rules(CallCancelled("attempt", "offender"), "27")
    case.rules(CallStands("replacement", "offender"), "27")
    lead_free = not (early and after_attempt(case))
    if kind == "bid" and case.asks(LOWEST_NATURAL, "27A"):
        free_of_penalty(case, "27A", lead_free=lead_free)
        case.rules(Info("OS", "unauthorised", "27A"), "27A")
    elif same_meaning(case):
        free_of_penalty(case, "27B", lead_free=lead_free)
        case.rules(Redress("possible", "27B", "not conforming"), "27B")
    else:
        repeated = kind == "bid" and case.asks(DENOMINATION_REPEATED, "26")
        penalized(case, REPEATED if repeated else CHANGED, lead_free=lead_free)


@RUBBER_2014.passage
def same_meaning(case: Case) -> bool:
    """27B: the same meaning or a more precise one. Likeness and a common purpose are not enough here."""
    if case.notes(BOTH_ASK, "27B"):
        case.doubts(
            "two calls that ask for something have one purpose, but 27B requires the same or a more precise "
            "meaning; here what counts is whether they ask the same question",
            "27B",
        )
    return bool(case.asks(SAME_OR_MORE_PRECISE, "27B"))


@RUBBER_2014.passage
def free_of_penalty(case: Case, provision: str, *, lead_free: bool = True) -> None:
    """27A and 27B: the auction goes on as though nothing had happened, and Law 26 leaves such a change out."""
    case.rules(AuctionUnpenalized(), provision)
    case.rules(AnyLegalCall("partner", "in turn"), provision)
    if lead_free:
        case.rules(LeadRestriction("none"), "26")


@RUBBER_2014.passage
def penalized(case: Case, final: str, *, lead_free: bool = True) -> None:
    """27C: partner is silenced for the auction, and the lead may be penalized (26)."""
    case.rules(PartnerMustPass(THROUGHOUT), "27C")
    enforced_pass(case)
    after_bid(case, final, else_free=lead_free)


@RUBBER_2014.passage
def double_tried(case: Case, *, early: bool) -> None:
    """27D: but for one that 27B permits, a double or redouble is void and costs the offender his choice."""
    if case.asks(ATTEMPT_ADMISSIBLE, "27B") and same_meaning(case):
        case.rules(CallStands("attempt", "offender"), "27B")
        free_of_penalty(case, "27B")
        case.rules(Redress("possible", "27B", "not conforming"), "27B")
        return
    case.rules(CallCancelled("attempt", "offender"), "27D")
    if early:
        case.doubts(
            "footnote 9 lets the offender choose again after a premature correction, while 27D makes the offender"
            " pass after an attempt to double; 27D is the rule for doubles and applies here",
            "27D",
        )
    case.rules(MustPassNow(ONCE), "27D")
    case.rules(NotEntitled("offender", TO_CHOOSE_ANOTHER_CALL), "27D")
    case.doubts(
        "the cancelled double is also a withdrawn call, for which 26B2 would let declarer forbid any suit; 27D "
        "mentions only the penalty in 27C, so here only the insufficient bid carries a lead penalty",
        "27D",
    )
    penalized(case, CHANGED)
