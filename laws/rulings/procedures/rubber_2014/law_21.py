"""Rubber Law 21: call based on misinformation. The offender explained wrongly, the other player called on it."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import Referral
from laws.rulings.effects.base import right
from laws.rulings.effects.calls import Info
from laws.rulings.effects.information import Entitled, NotEntitled
from laws.rulings.effects.misinformation import JUDGE_PARTNERS_CALL, GoesOnWith
from laws.rulings.effects.penalties import TO_CHANGE_MISINFORMED_CALL, NoPenalty, Redress
from laws.rulings.facts.base import Fact
from laws.rulings.facts.judging import OPEN
from laws.rulings.facts.misinformation import CHANGES, LHO_CHANGES, LHO_SINCE, PARTNER_SINCE
from laws.rulings.facts.rubber.information import GAINED, MISLED

AUCTION_CLOSED = Fact(
    "auction_closed",
    "Is the auction closed?",
    observe=lambda at: at.standing.ended if at.record.auction and at.irregularity is None else None,
)


TO_CHANGE_CALL_AFTER_IT: Final = right("change_call_after_it", "change, without penalty, the call made after it")


@RUBBER_2014.procedure(
    "21",
    "Call based on misinformation",
    happened="A call was made on a wrong explanation",
    declared=Declaration(
        seats=Seats(
            (
                "offender",
                "player",
            ),
            player="opponent",
            one_offender=False,
        )
    ),
)
def misinformation(case: Case) -> None:
    """A change of call while it is in time; an adjusted score at the end of play when it is not."""
    if not case.asks(MISLED, "21"):
        case.rules(NotEntitled("misinformed", TO_CHANGE_MISINFORMED_CALL), "21")
        case.rules(NoPenalty(), "21")
    elif in_time(case):
        change_of_call(case)
    else:
        gained(case)


@RUBBER_2014.passage
def in_time(case: Case) -> bool:
    """Until the auction is closed, and as long as partner has not called since."""
    closed = case.asks(AUCTION_CLOSED, "21")
    if not closed and not case.asks(PARTNER_SINCE, "21"):
        return True
    case.rules(NotEntitled("misinformed", TO_CHANGE_MISINFORMED_CALL), "21")
    if not closed:
        # Partner's later call may have been made on the same misinformation, and nobody of the side has called over it.
        case.rules(Referral(JUDGE_PARTNERS_CALL), "21")
    return False


@RUBBER_2014.passage
def change_of_call(case: Case) -> None:
    """Without penalty, and LHO may then change what he called after it."""
    case.rules(Entitled("misinformed", TO_CHANGE_MISINFORMED_CALL), "21")
    if not case.asks(CHANGES, "21"):
        return
    case.rules(NoPenalty(), "21")
    case.rules(Info("NOS", "authorised", "16B1(a)", "withdrawn"), "16B1(a)")
    case.rules(Info("OS", "unauthorised", "16B1(b)", "withdrawn"), "16B1(b)")
    if not case.asks(LHO_SINCE, "21"):
        case.rules(GoesOnWith("misinformed_lho"), "21")
    else:
        case.rules(Entitled("misinformed_lho", TO_CHANGE_CALL_AFTER_IT), "21")
        if case.asks(LHO_CHANGES, "21"):
            case.rules(Info("OS", "unauthorised", "16B1(b)", "lho_call"), "16B1(b)")
        case.rules(GoesOnWith("misinformed_partner"), "21")


@RUBBER_2014.passage
def gained(case: Case) -> None:
    """Too late to change: if the offending side gained, an adjusted score should be determined."""
    found = case.asks(GAINED, "21")
    kind = {OPEN: "possible", "profit": "assigned"}.get(found, "none")
    case.rules(Redress(kind, "21", "misinformed"), "21")
