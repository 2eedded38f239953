"""Rubber Law 22: what follows the auction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Staging
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Effect, Moment, action
from laws.rulings.effects.calls import AuctionOver
from laws.rulings.effects.ending import BecomesContract
from laws.rulings.facts.base import Fact
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables import stock


def _closed_with(at: Situation) -> str | None:
    if at.irregularity is not None:
        return "a turn was skipped" if Kind.SKIPPED_BY_PASSES in at.kinds else None
    if not at.record.auction:
        return None
    if not at.standing.ended:
        return "goes on"
    return "contract" if at.standing.bid is not None else "passed out"


ClosedWith = Literal["contract", "passed out", "goes on", "a turn was skipped"]

CLOSED_WITH = Fact[ClosedWith](
    "closed_with",
    "How did the auction end?",
    get_args(ClosedWith),
    observe=_closed_with,
)


@dataclass(frozen=True, slots=True)
class HandsThrownIn(Effect):
    """Nobody bid: the deal is over, and the next player deals (22A)."""

    name: ClassVar[str] = "passed_out"

    @property
    def words(self) -> str:
        return "the hands are thrown in, and the deal passes to the next player"


TURN_TO_SKIPPED: Final = action(
    "turn_to_skipped",
    "under Law 34 the player who was passed over gets the turn back",
    moment=Moment.ONWARD,
    aloud=True,
)
NEXT_IN_TURN: Final = action(
    "next_in_turn", "the auction continues with the player whose turn it is", moment=Moment.ONWARD, aloud=True
)
PLAY_BEGINS: Final = action("play_begins", "the play begins with the opening lead", moment=Moment.ONWARD, aloud=True)


@RUBBER_2014.procedure(
    "22",
    "Procedure after the auction is closed",
    happened="The auction may be over",
    declared=Declaration(staging=Staging(stock=stock.ended)),
)
def after_the_auction(case: Case) -> None:
    """22A: nobody bid, and the next player deals. 22B: the last bid is the contract, and the play begins at once."""
    how = case.asks(CLOSED_WITH, "17")
    if how == "goes on":
        case.rules(AuctionOver("no"), "17")
        case.rules(DirectorAction(NEXT_IN_TURN), "17")
    elif how == "a turn was skipped":
        case.rules(AuctionOver("no"), "34")
        case.rules(Referral(TURN_TO_SKIPPED), "34")
    elif how == "contract":
        case.rules(AuctionOver("yes"), "17")
        case.rules(BecomesContract(), "22B")
        case.rules(DirectorAction(PLAY_BEGINS), "22B")
    else:
        case.rules(AuctionOver("yes"), "17")
        case.rules(HandsThrownIn(), "22A")
