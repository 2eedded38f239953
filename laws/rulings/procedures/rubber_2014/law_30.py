"""Rubber Law 30: pass out of rotation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from laws.rulings import refusals
from laws.rulings.calls import is_pass
from laws.rulings.case import Case
from laws.rulings.declaration import Matter, Staging
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import NoRight
from laws.rulings.effects.base import right
from laws.rulings.effects.calls import ONCE, THROUGHOUT, TO_CALL_NOW, AnyLegalCall, LeadRestriction, OffenderMustPass
from laws.rulings.effects.information import Entitled, NotEntitled
from laws.rulings.effects.penalties import TO_DOUBLE_NOW
from laws.rulings.facts.base import Fact
from laws.rulings.facts.calls import WHOSE_TURN
from laws.rulings.facts.rubber.calls import index_of_irregular
from laws.rulings.procedures.rubber_2014.common import corrected_slip, made_at_once, remarks, reverts, withdrawn
from laws.rulings.procedures.rubber_2014.law_25 import turned_to
from laws.rulings.procedures.rubber_2014.law_28_29 import call_out_of_turn, dealt_with, in_rotation_after_all
from laws.rulings.replay import Irregularity, Kind, Situation
from laws.rulings.tables import stock
from laws.rulings.tables.calls import pass_stays_legal

BID_BEFORE = Fact(
    "somebody_had_bid",
    "Had anybody bid before it?",
    observe=lambda at: any(made.call.is_bid for made in at.record.auction[: index_of_irregular(at)]),
)


@dataclass(frozen=True, slots=True)
class OffenderSilenced(OffenderMustPass):
    """The offender has to pass: at one turn (30A, and 27D at the turn itself), or whenever it is his turn (30B)."""

    @property
    def words(self) -> str:
        if self.extent == ONCE:
            return "{offender} must pass at their next turn to call"
        return "{offender} must pass at every later turn to call"


TO_PASS_OR_BID_NOW: Final = right("pass_or_bid_now", "pass or make a sufficient bid at this turn")


def passed_again(found: Irregularity) -> bool:
    """Before anybody has bid, a pass at any wrong turn is a pass out of rotation (30A)."""
    nobody_bid = found.standing is not None and found.standing.bid is None
    return Kind.CHANGE_OF_CALL in found.kinds and is_pass(found.made.call) and nobody_bid


@RUBBER_2014.procedure(
    "30",
    "Pass out of rotation",
    happened="A pass out of turn",
    declared=call_out_of_turn(
        is_pass,
        Matter(29, passed_again),
        staging=Staging(stock=stock.irregular(stock.PASSES_OUT_OF_TURN), impossible=pass_stays_legal),
    ),
)
def pass_out_of_rotation(case: Case) -> None:
    """30A before any bid, or at RHO's turn; 30B after a bid at partner's; at LHO's it is a change of call (footnote 12)."""
    made_at_once(case)
    remarks(case)
    if corrected_slip(case) or in_rotation_after_all(case):
        return
    turn = case.asks(WHOSE_TURN, "30")
    bid = case.asks(BID_BEFORE, "30A")
    if turn == "lho" and bid:
        turned_to(case, "30A")
        return
    if dealt_with(case, turn):
        return
    reverts(case)
    withdrawn(case, "29B")
    if bid and turn == "partner":
        case.rules(OffenderSilenced(THROUGHOUT), "30B")
        case.rules(Entitled("partner", TO_PASS_OR_BID_NOW), "30B")
        case.rules(NotEntitled("partner", TO_DOUBLE_NOW), "30B")
        case.rules(LeadRestriction("none"), "26")
        return
    case.rules(OffenderSilenced(ONCE), "30A")
    case.rules(NoRight("offender", TO_CALL_NOW), "30A")
    case.rules(AnyLegalCall("partner", "in turn"), "30A")
    case.rules(AnyLegalCall("offender", "from the following turn on"), "30A")
    case.rules(LeadRestriction("none"), "26B2")


@RUBBER_2014.record_check(Kind.OUT_OF_ROTATION)
def check_pass_owed(situation: Situation) -> None:
    """30A, 30B: the offender passes in turn as well."""
    if is_pass(situation.call) and refusals.owes(situation):
        after_a_bid = situation.standing.bid is not None and situation.turn_role != "rho"
        refusals.pass_owed(situation, "30B" if after_a_bid else "30A")
