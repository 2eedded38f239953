"""Law 37: action violating an obligation to pass."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Staging, Table, of_kind
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import Referral
from laws.rulings.effects.calls import (
    RULE_ON_OVER,
    THROUGHOUT,
    AnyLegalCall,
    AuctionContinues,
    AuctionOver,
    AuctionRevertsTo,
    CallCancelled,
    Info,
    LeadRestriction,
)
from laws.rulings.effects.inadmissible import (
    GoesOnFromPass,
    Inadmissible,
    LaterCallsStand,
    NoRestrictionOfItsOwn,
    PassSubstituted,
    SideMustPass,
    StandsAsCalledOver,
    StillMustPass,
)
from laws.rulings.facts.calls import OVER_LEGAL
from laws.rulings.facts.inadmissible import (
    ALSO_INSUFFICIENT,
    ALSO_OUT_OF_TURN,
    BREAKS_LAW_19,
    EXTENT,
    LAW_19,
    LHO_HAS_CALLED,
    PASS_ENDS_AUCTION,
    PASSED_OUT_BY_IT,
)
from laws.rulings.facts.judging import FORESEEABLE, OPEN
from laws.rulings.procedures.common import remarks
from laws.rulings.procedures.judging import could_have_been_aware
from laws.rulings.procedures.law_25 import changed_as_unintended
from laws.rulings.procedures.law_33 import made_at_once
from laws.rulings.procedures.law_36 import recourse, wiped_out
from laws.rulings.procedures.records import pass_takes_its_place
from laws.rulings.record import Contradiction
from laws.rulings.refusals import noticed_after_the_end
from laws.rulings.replay import Kind, Situation

OBLIGED: Final[dict[str, list[str]]] = {
    "": ["N 1C", "E 1S", "S 2C"],
    "doubled": ["N 1C", "E P", "S X"],
    "redoubled": ["N 1C", "E P", "S XX"],
}


def _obliged(facts: Facts) -> Table:
    auction = [*OBLIGED[facts.get("law_19", "")], *(["W 3D"] if facts["lho_has_called"] else [])]
    duty = {"extent": facts.get("obligation_extent", "throughout"), "from": 1}
    return {"dealer": "N", "auction": auction, "must_pass": {"S": duty}}


DECLARED = Declaration(
    matters=(of_kind(40, Kind.REQUIRED_TO_PASS),), about=(Kind.REQUIRED_TO_PASS,), staging=Staging(_obliged)
)


@DUPLICATE_2017.procedure(
    "37", "Action violating obligation to pass", happened="A call by a player who had to pass", declared=DECLARED
)
def obligation_broken(case: Case) -> None:
    """37A: the call stands once LHO has called, unless Law 19 forbids it; 37B: it is cancelled and both are silent."""
    made_at_once(case)
    remarks(case)
    if changed_as_unintended(case):
        return
    case.rules(Inadmissible("obligation"), "35B")
    if not case.asks(LHO_HAS_CALLED, "37A"):
        cancelled(case)
    elif case.asks(BREAKS_LAW_19, "37A"):
        forbidden_anyway(case)
    else:
        stands(case)


@DUPLICATE_2017.passage
def stands(case: Case) -> None:
    """37A: LHO's call condones the breach. An obligation for one turn is over, one for the auction goes on."""
    if case.notes(ALSO_INSUFFICIENT, "37A"):
        case.doubts(
            "37A excludes only calls that break 19A1 or 19B1, so an insufficient bid stands here too; 27A1 gives "
            "the same result, because LHO has called over it",
            "37A",
        )
    case.rules(StandsAsCalledOver(), "37A")
    if case.notes(OVER_LEGAL, "18C"):
        case.rules(LaterCallsStand(), "37A")
        case.rules(AuctionContinues("over"), "37A")
    else:
        case.rules(Referral(RULE_ON_OVER), "18C")
    if case.asks(EXTENT, "37A") == THROUGHOUT:
        case.rules(StillMustPass(THROUGHOUT), "37A")
    else:
        case.rules(AnyLegalCall("offender", "from the following turn on"), "37A")
    case.rules(NoRestrictionOfItsOwn(), "37A")
    case.rules(Info("OS", "authorised", "16A1(a)"), "16A1(a)")


@DUPLICATE_2017.passage
def forbidden_anyway(case: Case) -> None:
    """A double or redouble that nobody could make does not stand: Law 36 deals with it, and the obligation goes on."""
    why = case.asks(LAW_19, "35A")
    case.rules(Inadmissible(why), "19A1" if why == "doubled" else "19B1")
    case.doubts(
        "37A leaves such a double to Law 36, and this ruling follows that; taken literally, 37B applies whenever "
        "37A does not, and would substitute a pass and make both players pass throughout",
        "37B",
    )
    wiped_out(case)
    case.rules(StillMustPass(case.asks(EXTENT, "37A")), "37A")


@DUPLICATE_2017.passage
def cancelled(case: Case) -> None:
    """37B: a pass takes its place and both players are silent, however short the obligation was."""
    case.rules(CallCancelled("irregular", "offender"), "37B1")
    if case.notes(BREAKS_LAW_19, "35A"):
        case.doubts(
            "36B2 would make only the partner pass and let the offender choose a call; because the offender has "
            "to pass anyway, 37B applies and both must pass",
            "37B",
        )
    out_of_turn = case.notes(ALSO_OUT_OF_TURN, "37B")
    if out_of_turn:
        case.doubts(
            "Law 37 does not cover a call that was also out of rotation; here the auction goes back to the player"
            " whose turn it was, and the rest of 37B applies",
            "37B",
        )
        case.rules(AuctionRevertsTo("correct"), "29B")
    case.rules(PassSubstituted("offender"), "37B2")
    silent_from_the_pass(case, "37B2", out_of_turn=out_of_turn)


@DUPLICATE_2017.passage
def silent_from_the_pass(case: Case, provision: str, *, out_of_turn: bool) -> None:
    """37B2: the auction goes on from the pass unless it was the last; then nobody is left to be silent."""
    if case.notes(PASSED_OUT_BY_IT, "22A"):
        passed_out_by_it(case)
        return
    if case.notes(PASS_ENDS_AUCTION, "22A"):
        case.rules(SideMustPass(THROUGHOUT), provision)
        case.rules(AuctionOver("yes"), "22A")
    else:
        if not out_of_turn:
            case.rules(GoesOnFromPass(), provision)
        case.rules(SideMustPass(THROUGHOUT), provision)
    recourse(case, provision)


@DUPLICATE_2017.passage
def passed_out_by_it(case: Case, *, recourse: bool = True) -> None:
    """22B: nobody has bid, so there is no play, no lead and no later turn; 72C can be looked at here and now.

    recourse: it has not been forfeited by a call of LHO's (38D).
    """
    case.rules(AuctionOver("yes"), "22A")
    case.rules(LeadRestriction("none"), "22B")
    if recourse and case.notes(FORESEEABLE, "72C") != OPEN:
        could_have_been_aware(case)


@DUPLICATE_2017.record_check(Kind.REQUIRED_TO_PASS)
def check_obligation(situation: Situation) -> None:
    """Only a call by LHO lets it stand, not a word; else a pass takes its place."""
    found, record, lho = situation.irregularity, situation.record, situation.offender.lho
    if found is None or found.law != "37":
        return
    if record.accepted and not any(made.by is lho for made in record.auction[found.index + 1 :]):
        raise Contradiction(
            f"accepted: the record says true, but only a call by {lho} lets {found.made.call} stand (37A)"
        )
    noticed_after_the_end(situation)
    pass_takes_its_place(situation, "37B2")
