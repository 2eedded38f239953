"""Law 38: bid of more than seven."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Staging, Table, of_kind
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import NoRight, Referral
from laws.rulings.effects.base import Effect, action
from laws.rulings.effects.calls import (
    THROUGHOUT,
    TO_ACCEPT,
    AuctionContinues,
    AuctionOver,
    AuctionRevertsTo,
    CallCancelled,
    CallStands,
    Info,
    LaterCallsCancelled,
    LeadRestriction,
)
from laws.rulings.effects.inadmissible import GoesOnFromPass, Inadmissible, PassSubstituted, SideMustPass
from laws.rulings.facts.base import Fact
from laws.rulings.facts.calls import LATER_CALLS
from laws.rulings.facts.inadmissible import (
    ALSO_OUT_OF_TURN,
    LEAD_FACED,
    LHO_HAS_CALLED,
    PASS_ENDS_AUCTION,
    PASSED_OUT_BY_IT,
)
from laws.rulings.procedures.common import remarks
from laws.rulings.procedures.law_25 import changed_as_unintended
from laws.rulings.procedures.law_33 import made_at_once
from laws.rulings.procedures.law_36 import recourse
from laws.rulings.procedures.law_37 import passed_out_by_it
from laws.rulings.procedures.records import nobody_accepts, pass_takes_its_place
from laws.rulings.refusals import noticed_after_the_end
from laws.rulings.replay import Kind, Situation

IN_PLACE_OF_OWN_CALL: Final = Fact(
    "in_place_of_own_call",
    "Did {offender} substitute {irregular} for a call just made?",
    default=False,
    observe=lambda at: at.original is not None,
)


@dataclass(frozen=True, slots=True)
class UnplayableBoard(Effect):
    """Cards were played in a contract that does not exist: an artificial score if the board cannot be played normally."""

    name: ClassVar[str] = "adjusted_score"
    main: ClassVar[bool] = False
    law: str = "12A2"
    kind: str = "artificial"

    @property
    def words(self) -> str:
        return "if the board can no longer be played normally, I award an artificial adjusted score"


STOP_PLAY: Final = action("stop_play", "stop the play: a contract of more than seven is never played")


def _above_seven(facts: Facts) -> Table:
    return {"dealer": "N", "auction": ["N 8C", *(["E P"] if facts["lho_has_called"] else [])]}


DECLARED = Declaration(
    matters=(of_kind(20, Kind.MORE_THAN_SEVEN),), about=(Kind.MORE_THAN_SEVEN,), staging=Staging(_above_seven)
)


@DUPLICATE_2017.procedure("38", "Bid of more than seven", happened="A bid of more than seven", declared=DECLARED)
def bid_of_more_than_seven(case: Case) -> None:
    """Always cancelled and both players silent; LHO's call only takes 26B and 72C away (38D)."""
    made_at_once(case)
    remarks(case)
    if changed_as_unintended(case):
        return
    case.rules(Inadmissible("seven"), "35C")
    case.rules(NoRight("lho", TO_ACCEPT), "38A")
    if case.notes(LEAD_FACED, "38A"):
        case.rules(Referral(STOP_PLAY), "38A")
        case.doubts(
            "the Law does not say what happens when cards have been played; 12A2 gives an artificial score for a "
            "board that can no longer be played normally",
            "38A",
        )
        case.rules(UnplayableBoard(), "12A2")
    case.rules(CallCancelled("irregular", "offender"), "38B")
    if case.notes(LATER_CALLS, "38B"):
        case.rules(LaterCallsCancelled(), "38B")
    out_of_turn = case.notes(ALSO_OUT_OF_TURN, "38C")
    if out_of_turn:
        case.doubts(
            "Law 38 does not cover a bid that was also out of rotation; here the auction goes back to the player "
            "whose turn it was, and the offender passes in turn",
            "38C",
        )
        case.rules(AuctionRevertsTo("correct"), "29B")
    in_place = case.notes(IN_PLACE_OF_OWN_CALL, "38C")
    if in_place:
        case.doubts(
            "Law 38 does not cover a bid substituted for a call that {offender} had just made; here {original} "
            "stands (25B2), and {offender} passes at their next turn",
            "25B2",
        )
        case.rules(CallStands("original", "offender"), "25B2")
    case.rules(PassSubstituted("offender"), "38C")
    if case.notes(PASSED_OUT_BY_IT, "38C"):
        passed_out_by_it(case, recourse=not case.asks(LHO_HAS_CALLED, "38D"))
        return
    if case.notes(PASS_ENDS_AUCTION, "38C"):
        case.rules(AuctionOver("yes"), "38C")
    elif in_place:
        case.rules(AuctionContinues("original"), "38C")
    elif not out_of_turn:
        case.rules(GoesOnFromPass(), "38C")
    case.rules(SideMustPass(THROUGHOUT), "38C")
    if case.asks(LHO_HAS_CALLED, "38D"):
        case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
        case.rules(Info("NOS", "authorised", "16C1"), "16C1")
        later_calls_tell(case)
        case.rules(LeadRestriction("none"), "38D")
    else:
        recourse(case, "38D")


@DUPLICATE_2017.passage
def later_calls_tell(case: Case) -> None:
    """16C2 covers what the other side withdrew as well: the calls made after it and cancelled with it (38B, 39A)."""
    case.rules(Info("OS", "unauthorised", "16C2", "cancelled_calls"), "16C2")
    case.rules(Info("NOS", "authorised", "16C1", "cancelled_calls"), "16C1")


@DUPLICATE_2017.record_check(Kind.MORE_THAN_SEVEN)
def check_more_than_seven(situation: Situation) -> None:
    """Nobody accepts it, and a pass takes its place."""
    nobody_accepts(situation, "38A")
    if situation.irregularity is not None and situation.irregularity.law == "38":
        noticed_after_the_end(situation)
        pass_takes_its_place(situation, "38C")
