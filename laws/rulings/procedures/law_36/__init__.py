"""Law 36: inadmissible doubles and redoubles."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Staging, Table, of_kind
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight, Referral, Right
from laws.rulings.effects.calls import (
    THROUGHOUT,
    TO_ACCEPT,
    AnyLegalCall,
    AuctionContinues,
    AuctionOver,
    AuctionRevertsTo,
    CallCancelled,
    CallStands,
    Comparable,
    Info,
    InfoUnlessComparable,
    LaterCallsCancelled,
    LeadRestriction,
    MustSubstitute,
    NoFurtherRectification,
    PartnerMustPass,
)
from laws.rulings.effects.inadmissible import CancelledAsCalledOver, Inadmissible, LeftOutOfScore
from laws.rulings.facts.calls import CALLED_BEFORE, LHO_CALLED, MEANT_OVER, OUT_OF_ROTATION, RHO_CALLED, WHOSE_TURN
from laws.rulings.facts.inadmissible import LAW_19, LEAD_FACED, LHO_HAS_CALLED, REPLACED
from laws.rulings.procedures.common import remarks
from laws.rulings.procedures.judging import if_assisted, keeps_72c_open
from laws.rulings.procedures.law_25 import change_of_call, changed_as_unintended
from laws.rulings.procedures.law_26 import may_restrict_lead
from laws.rulings.procedures.law_28_29 import set_aside
from laws.rulings.procedures.law_33 import made_at_once
from laws.rulings.procedures.law_36.effects import (
    COMPARABLE_SPARES,
    KEEP_26B_AND_72C,
    SCORE_WITHOUT,
    TO_CALL_ANEW,
    LeadReturned,
    NoAdjustment,
)
from laws.rulings.procedures.law_36.facts import CORRECTED_FIRST, FACE_DOWN_LEAD, SUBSTITUTE_COMPARABLE
from laws.rulings.procedures.records import nobody_accepts
from laws.rulings.record import BadRecord
from laws.rulings.refusals import noticed_after_the_end
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables.calls import Base, after

IN_TURN: Final[dict[str, Base]] = {
    "doubled": ("N", ["N 1S", "E P", "S X"], "W"),
    "redoubled": ("N", ["N 1S", "E XX"], "S"),
}
OUT_OF_TURN: Final[dict[tuple[str, str], Base]] = {
    ("doubled", "rho"): ("N", ["E X"], "S"),
    ("doubled", "partner"): ("N", ["S X"], "W"),
    ("doubled", "lho"): ("N", ["W X"], "N"),
    ("doubled", "change"): ("N", ["N 1S", "N X"], "E"),
    ("redoubled", "rho"): ("N", ["E XX"], "S"),
    ("redoubled", "partner"): ("N", ["S XX"], "W"),
    ("redoubled", "lho"): ("N", ["W XX"], "N"),
    ("redoubled", "change"): ("N", ["N 1S", "N XX"], "E"),
}


def _doubled(facts: Facts) -> Table:
    kind = facts["law_19"]
    if facts["out_of_rotation"]:
        base = OUT_OF_TURN[kind, "change" if facts.get("called_before") else facts["whose_turn"]]
    else:
        base = IN_TURN[kind]
    return {"procedure": "36", **after(base, facts)}


DECLARED = Declaration(
    matters=(of_kind(70, Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE),),
    about=(
        Kind.INADMISSIBLE_DOUBLE,
        Kind.INADMISSIBLE_REDOUBLE,
    ),
    staging=Staging(_doubled),
)


@DUPLICATE_2017.procedure(
    "36", "Inadmissible doubles and redoubles", happened="A double or redouble that is not allowed", declared=DECLARED
)
def inadmissible_double(case: Case) -> None:
    """36C when play has begun, 36A when LHO has called, else 36B; 36B4 when it was out of turn as well."""
    made_at_once(case)
    remarks(case)
    if changed_as_unintended(case):
        return
    why = case.asks(LAW_19, "35A")
    case.rules(Inadmissible(why), "19A1" if why == "doubled" else "19B1")
    if not case.asks(OUT_OF_ROTATION, "36B4"):
        in_rotation(case)
        return
    turn = case.asks(WHOSE_TURN, "36B4")
    if turn == "lho" and case.asks(CALLED_BEFORE, "32C"):
        change_of_call(case, "32C", acceptable=False)
    else:
        inadmissible_out_of_rotation(case, turn)


@DUPLICATE_2017.passage
def in_rotation(case: Case) -> None:
    """A double or redouble that Law 19 forbids, made in turn."""
    if struck_out(case):
        return
    if case.asks(LHO_HAS_CALLED, "36A"):
        if case.notes(CORRECTED_FIRST, "36A"):
            case.doubts(
                "{lho} called over the new call, not over {irregular}; 36A asks only whether {lho} has called "
                "before rectification, so it applies here",
                "36A",
            )
        wiped_out(case)
        case.rules(AnyLegalCall("offender"), "36A")
        case.rules(AnyLegalCall("partner", "in turn"), "36A")
        return
    case.rules(NoRight("lho", TO_ACCEPT), "36B1")
    case.rules(CallCancelled("irregular", "offender"), "36B1")
    case.rules(MustSubstitute("offender", "a legal call"), "36B2")
    if case.notes(REPLACED, "36B2"):
        case.rules(CallStands("replacement", "offender"), "36B2")
        case.rules(AuctionContinues("replacement"), "36B2")
    case.rules(PartnerMustPass(THROUGHOUT), "36B2")
    after_the_substitution(case, "36B3")


@DUPLICATE_2017.passage
def inadmissible_out_of_rotation(case: Case, turn: str) -> None:
    """28B when the player in turn has called, 36A when LHO has called over it, else 36B1 and 36B4.

    Nobody may accept such a double (Law 32).
    """
    if struck_out(case):
        return
    case.rules(NoRight("lho", TO_ACCEPT), "32")
    if turn == "rho" and case.asks(RHO_CALLED, "28B"):
        set_aside(case, next_to_call=True)
        return
    if case.asks(LHO_CALLED, "36A"):
        if turn == "lho":
            case.doubts(
                "it was {lho}'s turn, and a call by {lho} makes 36A cancel everything, while under 28B a call "
                "made in turn stands. Here it depends on what {lho} meant; taken literally, 36A would cancel it "
                "in either case",
                "36A",
            )
        if turn == "lho" and not case.asks(MEANT_OVER, "28B"):
            set_aside(case)
            return
        wiped_out(case)
        case.rules(AnyLegalCall("partner", "in turn"), "36A")
        return
    if turn == "rho":
        case.rules(Right("offender", TO_CALL_ANEW), "32A1")
    case.rules(CallCancelled("irregular", "offender"), "36B1")
    case.rules(AuctionRevertsTo("correct"), "36B4")
    case.rules(AnyLegalCall("offender", "in turn"), "36B4")
    if case.notes(REPLACED, "36B4"):
        case.rules(CallStands("replacement", "offender"), "36B4")
        case.rules(AuctionContinues("replacement"), "36B4")
    case.rules(PartnerMustPass(THROUGHOUT), "36B4")
    after_the_substitution(case, "36B4")


@DUPLICATE_2017.passage
def struck_out(case: Case) -> bool:
    """36C: attention is drawn to it when play has begun. The contract reached stands, that call aside.

    It stands also when the inadmissible call came earlier in the auction, and is not adjusted (WBF Laws Committee, 2017).
    """
    if not case.asks(LEAD_FACED, "36C"):
        return False
    case.rules(LeftOutOfScore(), "36C")
    case.rules(Referral(SCORE_WITHOUT), "36C")
    case.rules(NoAdjustment("36C"), "36C")
    return True


@DUPLICATE_2017.passage
def wiped_out(case: Case) -> None:
    """36A: the call is void with all that followed, and the auction goes on as if nothing had happened.

    A lead chosen but not faced is no lead yet: the auction period is not over (17D1) and it goes back (41A).
    """
    case.rules(CancelledAsCalledOver(), "36A")
    case.rules(LaterCallsCancelled(), "36A")
    if case.notes(FACE_DOWN_LEAD, "41A"):
        case.rules(AuctionOver("no"), "17D1")
        case.rules(LeadReturned(), "41A")
    case.rules(AuctionRevertsTo("correct"), "36A")
    case.rules(NoFurtherRectification(), "36A")
    case.rules(LeadRestriction("none"), "36A")
    case.doubts(
        "36A does not mention the information from the cancelled calls; because the auction continues as if "
        "nothing had happened, Law 16 is taken not to apply here",
        "36A",
    )


@DUPLICATE_2017.passage
def after_the_substitution(case: Case, provision: str) -> None:
    """26A speaks of every withdrawn call: a comparable one in its place spares the lead and 16C, though not the bar of 36B.

    Before the offender has called that can only be told; 23C is left to the end of play.
    """
    found = case.notes(SUBSTITUTE_COMPARABLE, "26A")
    if found == "yes":
        case.rules(Comparable("yes"), "23A")
        case.rules(LeadRestriction("none"), "26A")
        case.rules(Info("OS", "authorised", "26A"), "26A")
        case.rules(Info("NOS", "authorised", "16C1"), "16C1")
        if_assisted(case, "23C")
        keeps_72c_open(case)
        return
    if found == "no":
        case.rules(Comparable("no"), "26B")
    else:
        case.rules(DirectorAction(COMPARABLE_SPARES), "26A")
    recourse(case, provision, replaced=found == "no")


@DUPLICATE_2017.passage
def recourse(case: Case, provision: str, *, replaced: bool = True) -> None:
    """The offending side may not use what was withdrawn, and `provision` leaves 26B and 72C open."""
    info = Info if replaced else InfoUnlessComparable
    case.rules(info("OS", "unauthorised", "16C2"), "16C2")
    case.rules(Info("NOS", "authorised", "16C1"), "16C1")
    case.rules(DirectorAction(KEEP_26B_AND_72C), provision)
    may_restrict_lead(case, replaced=replaced)
    keeps_72c_open(case)


@DUPLICATE_2017.record_check(Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE)
def check_inadmissible_double(situation: Situation) -> None:
    """Nobody accepts it, in turn or out of it; what takes its place in turn is a legal call."""
    nobody_accepts(situation, "36B1")
    if situation.irregularity is None or situation.irregularity.law != "36":
        return
    noticed_after_the_end(situation)
    at_once = f"record.auction[{situation.irregularity.index + 1}]"
    for path, made in ((at_once, situation.substituted), ("record.replacement", situation.record.replacement)):
        if made is not None and not situation.standing.legal(situation.offender, made.call):
            raise BadRecord(path, f"{made.call} is not legal there (36B2); expected a legal call")
