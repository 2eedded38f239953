"""Law 25: legal and illegal changes of call.

Laws 27 and 30 to 32 lead here too: a claim that the call was a slip (25A), and a second call at the same turn (25B).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from laws.rulings.case import Asks, Case
from laws.rulings.declaration import Common, Declaration, Facts, Staging, Table, Wanted, of_kind
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight, Referral, Right
from laws.rulings.effects.base import CallPart, Effect, Moment
from laws.rulings.effects.calls import (
    APPLY_25,
    EXPLAIN_OPTIONS,
    NO_MORE_TALK,
    RULE_ON_INTENDED,
    RULE_ON_OVER,
    TO_ACCEPT,
    TO_CHANGE_AS_UNINTENDED,
    AnyLegalCall,
    AuctionContinues,
    CallCancelled,
    CallStands,
    Comparable,
    Info,
    InfoIfWithdrawn,
    LeadRestriction,
    MayAccept,
    NoFurtherRectification,
)
from laws.rulings.effects.inadmissible import LaterCallsStand
from laws.rulings.effects.information import Adjusts, Entitled
from laws.rulings.effects.rights import APPLY_16C
from laws.rulings.facts import Fact
from laws.rulings.facts.auction import CALLED_AGAIN
from laws.rulings.facts.calls import (
    CLAIMS_UNINTENDED,
    IN_TURN_LEGAL,
    INTENDED_LEGAL,
    LHO_ACCEPTS,
    LHO_CALLED,
    MEANT_OVER,
    OVER_LEGAL,
    PARTNER_CALLED,
    REMARKED,
    UNINTENDED,
)
from laws.rulings.facts.inadmissible import ALSO_INSUFFICIENT
from laws.rulings.procedures.law_25.effects import (
    APPLY_25B_TO_A_CHANGE,
    HEAR_AWAY_FROM_TABLE,
    HOWEVER_NOTICED,
    RULE_ON_LATER,
    RULE_ON_SECOND_CALL,
    TO_CHANGE_FIRST_CALL,
    TO_SUBSTITUTE_INTENDED,
    TO_WITHDRAW_CALL,
    NoCorrection,
)
from laws.rulings.procedures.law_25.facts import (
    AUCTION_ENDED_FIRST,
    CHANGE_COMPARABLE,
    CHANGED_TO,
    FIRST_UNINTENDED,
    INTENDED_INSUFFICIENT,
    LATER_LEGAL_OVER,
    LATER_LEGAL_WITHOUT,
    MORE_CALLS,
    NEVER_ACCEPTABLE,
    PAUSED,
    PERIOD_OVER,
    WRONGLY_ALLOWED,
)
from laws.rulings.procedures.law_26 import may_restrict_lead
from laws.rulings.record import BadRecord
from laws.rulings.replay import Kind, Situation


@dataclass(frozen=True, slots=True)
class Unintended(Effect):
    """What the director found under 25A2: was the call a slip? `value` yes or no."""

    name: ClassVar[str] = "unintended"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.FOUND
    value: str

    @property
    def words(self) -> str:
        return "{irregular} was a slip" if self.value == "yes" else "{irregular} was not a slip"

    def said(self, beside: Sequence[Effect]) -> str:
        """With what takes the place of the slip, where it is still in time."""
        replaced = any(isinstance(one, CallStands) and one.call == "intended" for one in beside)
        return f"{self.words}, so {{intended}} replaces it" if replaced else self.words


def _is_told_of(beside: Sequence[Effect]) -> bool:
    """It has been said that the call was a slip, and what replaces it."""
    return any(isinstance(one, Unintended) and one.value == "yes" for one in beside)


@dataclass(frozen=True, slots=True)
class SlipCancelled(CallCancelled):
    """A slip that is put right."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return _is_told_of(beside)


@dataclass(frozen=True, slots=True)
class IntendedStands(CallStands):
    """The call that was meant, in place of the slip."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return _is_told_of(beside)


@dataclass(frozen=True, slots=True)
class TakesItsPlace(CallStands):
    """The intended call stands in place of the slip, and is ruled on next under the law that it breaks."""

    @property
    def words(self) -> str:
        return f"{{{self.call}}} takes its place"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return _is_told_of(beside)


@dataclass(frozen=True, slots=True)
class TooLow(Referral):
    """What is ruled on next is an insufficient bid, which LHO may accept or refuse (27A1)."""

    moment: ClassVar[Moment] = Moment.CHOICE

    def said(self, beside: Sequence[Effect]) -> str:
        bid = "{intended}" if self.what == RULE_ON_INTENDED else "{irregular}"
        return (
            f"{bid} is insufficient. {{lho}}, you may accept it. {{offender}}, if {{lho}} doesn't, you must replace it. If you "
            "choose the lowest sufficient bid in the same denomination, or a comparable call, there is no further "
            "rectification. If you make any other bid, or if you pass, {partner} must pass for the rest of the auction, and "
            "there may be lead restrictions. You may double only if the double is comparable"
        )

    @property
    def aloud(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class NoRestrictionForTheSlip(LeadRestriction):
    """25A1: the slip restricts no lead. The illegal call in its place still may, when another call replaces that."""

    kind: str = "none"

    @property
    def words(self) -> str:
        return "{irregular} brings no lead restriction"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """That the slip itself restricts nothing is no news to a table that hears what may still restrict the lead."""
        return True


def said_to_be_a_slip(situation: Situation) -> bool:
    """A call that was in order, in place of which its player says to have meant another."""
    found = situation.irregularity
    return found is not None and not found.kinds and situation.record.intended is not None


def _needs_a_change(situation: Situation) -> None:
    changed = situation.original is not None or situation.record.intended is not None
    if situation.irregularity is None or not changed:
        raise BadRecord(
            "record.intended",
            "missing; Law 25 needs the call that was intended instead of one in the auction, or a second call to "
            "replace it",
        )


def _a_change_or_a_slip(facts: Facts) -> Table:
    return _changed_again(facts) if facts["called_again"] else _slip_of_the_hand(facts)


def _changed_again(facts: Facts) -> Table:
    """South opens 1D and changes it to 1H at West's turn."""
    stated = {key: facts[key] for key in ("first_unintended", "change_comparable") if key in facts}
    auction: list[Any] = ["S 1D", "S 1H"]
    if facts.get("lho_called"):
        auction.append({"by": "W", "call": "2C", "over": facts.get("meant_over")})
    data = {"dealer": "S", "procedure": "25", "auction": auction, "findings": stated}
    return data | ({"accepted": facts["lho_accepts"]} if "lho_accepts" in facts else {})


def _slip_of_the_hand(facts: Facts) -> Table:
    """North opens 1S and South says that the call made after it was not the one intended."""
    findings: dict[str, Any] = {"unintended": facts["unintended"]}
    if facts.get("auction_ended_first"):
        auction = ["N 1S", "E P", "S P", "W P"] if facts.get("lho_called") else ["W 1S", "N P", "E P", "S P"]
    else:
        auction = ["N 1S", "E P", "S 2D"]
        if facts.get("partner_called"):
            auction += ["W P", "N 2H"]
        elif facts.get("lho_called"):
            auction += ["W 3C"]
    noticed = {False: "clarification", True: "play"}.get(facts.get("period_over", ""))
    legal = facts.get("intended_legal", True)
    return {
        "dealer": auction[0][0],
        "procedure": "25",
        "offender": "S",
        "auction": auction,
        "intended": "2H" if legal else "1C",
        "findings": findings,
        **({"noticed": noticed} if noticed else {}),
    }


SLIP = Wanted(40, said_to_be_a_slip)
DECLARED = Declaration(
    common=Common(80, "Change of call"),
    also=(
        "mechanical error",
        "wrong card from the bidding box",
        "misbid",
        "mispull",
    ),
    matters=(of_kind(30, Kind.CHANGE_OF_CALL),),
    wanted=SLIP,
    fits=_needs_a_change,
    staging=Staging(_a_change_or_a_slip),
)


@DUPLICATE_2017.procedure(
    "25",
    "Legal and illegal changes of call",
    happened="A player wants to change a call: unintended call or change of mind",
    declared=DECLARED,
)
def changes_of_call(case: Case) -> None:
    """25A: a slip may be put right until partner calls. 25B: a change of mind stands only if LHO accepts it."""
    if case.asks(CALLED_AGAIN, "25A1"):
        changed(case)
    elif unintended(case):
        slip_put_right(case, case.asks)
    if case.notes(WRONGLY_ALLOWED, "82C"):
        case.rules(Adjusts("possible", "82C", "directors_error"), "82C")
    if case.notes(REMARKED, "16B1(a)"):
        case.rules(Info("OS", "unauthorised", "16B1", "remark"), "16B1(a)")
        case.rules(DirectorAction(NO_MORE_TALK), "16B1(a)")


@DUPLICATE_2017.passage
def unintended(case: Case) -> bool:
    """25A1 to 25A5, before anything has been changed. True when the intended call may take the place of the slip.

    What was said of the call that is not allowed tells partner something that no call told (16B1).
    """
    case.rules(DirectorAction(HEAR_AWAY_FROM_TABLE), "25A2")
    if not case.asks(UNINTENDED, "25A2"):
        case.rules(Unintended("no"), "25A2")
        case.rules(CallStands("irregular", "offender"), "25A2")
        case.rules(NoCorrection("offender", TO_CHANGE_AS_UNINTENDED), "25A2")
        case.rules(DirectorAction(APPLY_25B_TO_A_CHANGE), "25B1")
        claim_is_extraneous(case)
        return False
    case.rules(Unintended("yes"), "25A2")
    if case.notes(PAUSED, "25A1"):
        case.doubts(
            "earlier codes let a slip be changed only without a pause for thought; the text of 2017 does not "
            "require that, though guidance expects an immediate reaction and a pause counts against the claim",
            "25A1",
        )
    if case.asks(PARTNER_CALLED, "25A4"):
        late = "25A4"
    elif case.asks(AUCTION_ENDED_FIRST, "25A5") and case.asks(PERIOD_OVER, "25A5"):
        late = "25A5"
    else:
        return True
    case.rules(CallStands("irregular", "offender"), late)
    case.rules(NoCorrection("offender", TO_CHANGE_AS_UNINTENDED), late)
    claim_is_extraneous(case)
    return False


@DUPLICATE_2017.passage
def claim_is_extraneous(case: Case) -> None:
    """16B1(a): a claim that changes nothing has told partner of a call that was never made."""
    case.rules(Info("OS", "unauthorised", "16B1", "claim"), "16B1(a)")


@DUPLICATE_2017.passage
def slip_put_right(case: Case, asks: Asks) -> None:
    """25A1: the intended call stands and answers to its own law. 25A3: how the slip came to light is no matter. 25A6."""
    case.rules(Right("offender", TO_SUBSTITUTE_INTENDED), "25A1")
    case.rules(SlipCancelled("irregular", "offender"), "25A1")
    legal = asks(INTENDED_LEGAL, "25A1")
    case.rules((IntendedStands if legal else TakesItsPlace)("intended", "offender"), "25A1")
    case.rules(DirectorAction(HOWEVER_NOTICED), "25A3")
    if legal:
        case.rules(NoFurtherRectification(), "25A1")
        case.rules(LeadRestriction("none"), "25A1")
    else:
        too_low = case.notes(INTENDED_INSUFFICIENT, "27A1")
        case.rules((TooLow if too_low else Referral)(RULE_ON_INTENDED), "27A1" if too_low else "25A1")
        case.rules(NoRestrictionForTheSlip(), "25A1")
    lho_over_the_slip(case, "intended", called=asks(LHO_CALLED, "25A6"))


@DUPLICATE_2017.passage
def lho_over_the_slip(case: Case, stands: CallPart, *, called: bool) -> None:
    """25A6: LHO may take back what was called over the slip; that tells LHO's side something, and nobody else.

    The law does not ask whether LHO had heard of the slip by then: a call over it was made over a call that is gone.

    stands: the call that takes the place of the slip, and from which the auction goes on. called: LHO has called over it.
    """
    if called:
        case.rules(Entitled("lho", TO_WITHDRAW_CALL), "25A6")
        case.rules(InfoIfWithdrawn("NOS", "authorised", "25A6", "over"), "25A6")
        case.rules(InfoIfWithdrawn("OS", "unauthorised", "25A6", "over"), "25A6")
    else:
        case.rules(AuctionContinues(stands), "25A1")


@DUPLICATE_2017.passage
def changed(case: Case) -> None:
    """A second call at the same turn, which is LHO's by now: 27A2, 30B2, 31C and 32C lead here from such a call.

    Partner cannot have called between the two, so 25A4 does not come into it.
    """
    made = case.notes(CHANGED_TO, "25B1")
    if made == "pass":
        case.rules(DirectorAction(APPLY_25), "30B2")
    elif made == "double":
        case.rules(DirectorAction(APPLY_25), "32C")
    else:
        case.rules(DirectorAction(APPLY_25), "27A2" if case.notes(ALSO_INSUFFICIENT, "27A2") else "31C")
    case.rules(DirectorAction(HEAR_AWAY_FROM_TABLE), "25A2")
    acceptable = not case.notes(NEVER_ACCEPTABLE, "36B1")
    if acceptable:
        case.rules(MayAccept("lho", "irregular", "only if it is no correction under 25A"), "25B1")
    else:
        case.rules(NoRight("lho", TO_ACCEPT), "36B1")
    if case.asks(FIRST_UNINTENDED, "25A2"):
        first_call_was_a_slip(case, legal=acceptable)
        return
    case.rules(NoRight("offender", TO_CHANGE_FIRST_CALL), "25A2")
    called = acceptable and case.asks(LHO_CALLED, "25B1")
    if acceptable and is_accepted(case, called=called):
        second_call_stands(case, called=called)
    else:
        first_call_stands(case, called=called or case.notes(LHO_CALLED, "25B2"))


@DUPLICATE_2017.passage
def first_call_was_a_slip(case: Case, *, legal: bool) -> None:
    """25A1: the second call is the one that was meant. It stands, whatever LHO has done since (25A6)."""
    case.rules(CallCancelled("original", "offender"), "25A1")
    case.rules(CallStands("irregular", "offender"), "25A1")
    case.rules(DirectorAction(HOWEVER_NOTICED), "25A3")
    too_low = legal and case.notes(ALSO_INSUFFICIENT, "25A1")
    called = case.asks(LHO_CALLED, "25A6")
    meant_over = called and legal and case.asks(MEANT_OVER, "25A6")
    if legal and not too_low:
        case.rules(NoFurtherRectification(), "25A1")
    else:
        case.rules((TooLow if too_low and not meant_over else Referral)(RULE_ON_SECOND_CALL), "25A1")
    case.rules(LeadRestriction("none"), "25A1")
    if meant_over:
        case.doubts(
            "25A6 lets {lho} withdraw a call made over the first call, and does not mention one meant over {irregular};"
            " {irregular} stands, so here that call stands as well",
            "25A6",
        )
        goes_on_from_lho(case, "25A1", OVER_LEGAL, LATER_LEGAL_OVER)
    else:
        lho_over_the_slip(case, "irregular", called=called)


@DUPLICATE_2017.passage
def is_accepted(case: Case, *, called: bool) -> bool:
    """25B1: LHO's choice; calling over it on purpose accepts it. What no law lets stand nobody accepts (36B1).

    A call made without having seen the change chooses nothing, so LHO has still to choose.
    """
    if called:
        if case.asks(MEANT_OVER, "25B1"):
            return True
        case.doubts(
            "25B1 treats a call over {irregular} as acceptance only if it was intentional; the law does not say "
            "whether {lho}, who called without seeing the change, may still accept it, and here {lho} has the "
            "choice",
            "25B1",
        )
    case.rules(DirectorAction(EXPLAIN_OPTIONS), "10C1")
    return bool(case.asks(LHO_ACCEPTS, "25B1"))


@DUPLICATE_2017.passage
def second_call_stands(case: Case, *, called: bool) -> None:
    """25B1: the first call is withdrawn. A comparable second call spares the lead (26A), but not 16C (25B3)."""
    case.rules(CallCancelled("original", "offender"), "25B1")
    case.rules(CallStands("irregular", "offender"), "25B1")
    if called:
        goes_on_from_lho(case, "25B1", OVER_LEGAL, LATER_LEGAL_OVER)
    else:
        case.rules(AuctionContinues("irregular"), "25B1")
    case.rules(AnyLegalCall("partner", "in turn"), "25B1")
    case.rules(DirectorAction(APPLY_16C), "25B3")
    case.rules(Info("NOS", "authorised", "16C1", "original"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "original"), "16C2")
    if case.asks(CHANGE_COMPARABLE, "26A"):
        case.rules(Comparable("yes", "", "irregular"), "23A")
        case.rules(LeadRestriction("none"), "26A")
        case.doubts(
            "25B3 applies 16C to every withdrawn call, while 26A says that 16C does not apply when a comparable "
            "call replaces it; 25B3, which is only about changes of call, is followed here, and 26A for the lead",
            "25B3",
        )
    else:
        may_restrict_lead(case)


@DUPLICATE_2017.passage
def first_call_stands(case: Case, *, called: bool) -> None:
    """25B2: the second call is cancelled, and nothing comparable has replaced it (26B)."""
    case.rules(CallCancelled("irregular", "offender"), "25B2")
    case.rules(CallStands("original", "offender"), "25B2")
    if called:
        goes_on_from_lho(case, "25B2", IN_TURN_LEGAL, LATER_LEGAL_WITHOUT)
    else:
        case.rules(AuctionContinues("original"), "25B2")
    case.rules(AnyLegalCall("partner", "in turn"), "25B2")
    case.rules(DirectorAction(APPLY_16C), "25B3")
    case.rules(Info("NOS", "authorised", "16C1"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
    may_restrict_lead(case)


@DUPLICATE_2017.passage
def goes_on_from_lho(case: Case, provision: str, legal: Fact, later_legal: Fact) -> None:
    """What LHO has called since was called in turn, over either call: it stands if it is legal over the one that stands.

    Law 25 takes none of the later calls back; one that is not legal any more is ruled on under its own law.
    """
    if not case.notes(legal, "18C"):
        case.rules(Referral(RULE_ON_OVER), "18C")
        return
    case.rules(CallStands("over", "lho"), provision)
    if case.notes(MORE_CALLS, provision):
        case.doubts(
            "Law 25 does not mention the calls made since {lho} called; here they are not withdrawn, and each "
            "stands if it is legal in the auction as it is now",
            provision,
        )
        if not case.notes(later_legal, "18C"):
            case.rules(Referral(RULE_ON_LATER), "18C")
            return
        case.rules(LaterCallsStand(), provision)
        case.rules(AuctionContinues("latest"), provision)
    else:
        case.rules(AuctionContinues("over"), provision)


# -- where other laws lead here ----------------------------------------------------------------------------------------


@DUPLICATE_2017.passage
def changed_as_unintended(case: Case) -> bool:
    """25A: the offender says it was a slip. True when he may change the call, and then no other law applies to it."""
    if not case.notes(CLAIMS_UNINTENDED, "25A1"):
        return False
    case.rules(DirectorAction(HEAR_AWAY_FROM_TABLE), "25A2")
    if not case.asks_aside(UNINTENDED, "25A2"):
        case.rules(Unintended("no"), "25A2")
        refused = "25A2"
    elif case.asks_aside(PARTNER_CALLED, "25A4"):
        refused = "25A4"
    elif case.notes(PERIOD_OVER, "25A5"):
        refused = "25A5"
    else:
        slip_put_right(case, case.asks_aside)
        return True
    case.rules(NoCorrection("offender", TO_CHANGE_AS_UNINTENDED), refused)
    claim_is_extraneous(case)
    return False


@DUPLICATE_2017.passage
def change_of_call(case: Case, provision: str, *, acceptable: bool = True) -> None:
    """30B2, 31C, 32C: a player calls again at his LHO's turn: Law 25 decides, not the law of that call."""
    case.rules(Referral(APPLY_25), provision)
    case.rules(Right("offender", TO_CHANGE_AS_UNINTENDED), "25A1")
    if not acceptable:
        case.rules(NoRight("lho", TO_ACCEPT), "36B1")
        return
    case.rules(MayAccept("lho", "irregular", "only if it is no correction under 25A"), "25B1")


@DUPLICATE_2017.record_check(Kind.CHANGE_OF_CALL)
def check_no_third_call(situation: Situation) -> None:
    """One of two calls at one turn stands; only of a bid of more than seven another law says what takes its place."""
    record = situation.record
    if record.replacement is not None and not record.accepted and Kind.MORE_THAN_SEVEN not in situation.kinds:
        raise BadRecord(
            "record.replacement",
            "one of the two calls stands after a change of call (25B1, 25B2), so there is no third; expected none",
        )
