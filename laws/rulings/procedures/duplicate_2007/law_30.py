"""2007 Law 30: pass out of rotation.

Told by the notes: it mattered whether any player had bid, and partner was not free to double at the turn that he had been
deprived of. Told by the concordance: before any bid, and at RHO's turn, the offender passed once. How long he passed
after a pass at partner's turn is told only by the rubber code, hence the doubt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from laws.rulings.calls import is_pass
from laws.rulings.case import Case
from laws.rulings.declaration import Staging
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import NoRight
from laws.rulings.effects.calls import ONCE, THROUGHOUT, TO_CALL_NOW, OffenderMustPass
from laws.rulings.effects.information import NotEntitled
from laws.rulings.effects.penalties import TO_DOUBLE_NOW
from laws.rulings.facts.base import Fact
from laws.rulings.facts.calls import PASS_ARTIFICIAL, WHOSE_TURN
from laws.rulings.procedures.duplicate_2007.law_23 import keeps_23_open
from laws.rulings.procedures.duplicate_2007.law_25 import change_of_call, changed_as_unintended
from laws.rulings.procedures.duplicate_2007.law_28_29 import cancelled, rectification_forfeited
from laws.rulings.procedures.duplicate_2007.law_31 import after_cancellation
from laws.rulings.procedures.duplicate_2007.unchanged import changes_by, in_rotation_after_all, made_at_once, remarks
from laws.rulings.procedures.law_28_29 import call_out_of_turn
from laws.rulings.tables import stock
from laws.rulings.tables.calls import pass_stays_legal

BID_BEFORE: Final = Fact(
    "bid_before",
    "Had any player bid before?",
    observe=lambda at: at.standing.bid is not None,
)


@dataclass(frozen=True, slots=True)
class MayNotCallAgain(OffenderMustPass):
    """The offender has to pass for the rest of the auction (2007 Law 30B)."""

    extent: str = THROUGHOUT

    @property
    def words(self) -> str:
        return "{offender} must pass for the rest of the auction"


@DUPLICATE_2007.procedure(
    "30",
    "Pass out of rotation",
    happened="A pass out of turn",
    declared=call_out_of_turn(
        is_pass,
        changes_by(is_pass),
        staging=Staging(stock=stock.irregular(stock.PASSES_OUT_OF_TURN), impossible=pass_stays_legal),
    ),
)
def pass_out_of_rotation(case: Case) -> None:
    """An artificial pass, or a pass of an artificial call, goes to Law 31 (30C)."""
    made_at_once(case)
    remarks(case)
    if changed_as_unintended(case) or in_rotation_after_all(case):
        return
    turn = case.asks(WHOSE_TURN, "30")
    bid_before = case.asks(BID_BEFORE, "30A")
    if turn == "lho" and bid_before:
        change_of_call(case, "30B")
        return
    if rectification_forfeited(case, turn):
        return
    cancelled(case)
    if case.asks(PASS_ARTIFICIAL, "30C"):
        after_cancellation(case, turn, bid=False)
    elif turn == "partner" and bid_before:
        case.doubts(
            "{offender} passes for the rest of the auction, not once, as in the rubber code of 2014; the notes on"
            " the later code say only that {partner} could not double",
            "30B",
        )
        case.rules(MayNotCallAgain(), "30B")
        case.rules(NotEntitled("partner", TO_DOUBLE_NOW), "30B")
        keeps_23_open(case)
    else:
        provision = "30B" if bid_before else "30A"
        case.rules(OffenderMustPass(ONCE), provision)
        case.rules(NoRight("offender", TO_CALL_NOW), provision)
        keeps_23_open(case)
