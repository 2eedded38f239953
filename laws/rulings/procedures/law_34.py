"""Law 34: three passes after a call, not all of them in rotation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from laws.rulings.calls import PASS
from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Staging, Table
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Effect, action
from laws.rulings.effects.calls import AuctionOver, Info
from laws.rulings.effects.ending import CONTINUE_AUCTION
from laws.rulings.effects.rights import RULE_UNDER_22
from laws.rulings.facts.base import Fact
from laws.rulings.procedures.law_17 import skipped_by_passes
from laws.rulings.replay import Kind, Situation


def _passes_at_the_end(at: Situation) -> int:
    count = 0
    for made in reversed(at.record.auction):
        if made.call is not PASS:
            break
        count += 1
    return count


def _three_passes(at: Situation) -> bool | None:
    """Three passes that follow a call; that call may be a pass itself."""
    if not at.record.auction:
        return None
    if any(Kind.SKIPPED_BY_PASSES in item.kinds for item in at.irregularities):
        return True  # whoever was passed over may have called since
    return _passes_at_the_end(at) >= 3 and len(at.record.auction) > 3


def _one_out_of_rotation(at: Situation) -> bool | None:
    if not at.record.auction:
        return None
    start = len(at.record.auction) - 3
    wrong = {Kind.OUT_OF_ROTATION, Kind.SKIPPED_BY_PASSES, Kind.CHANGE_OF_CALL}
    return any(
        Kind.SKIPPED_BY_PASSES in item.kinds or (item.index >= start and wrong & set(item.kinds))
        for item in at.irregularities
    )


def _deprived(at: Situation) -> bool | None:
    if not at.record.auction:
        return None
    return any(Kind.SKIPPED_BY_PASSES in item.kinds for item in at.irregularities)


THREE_PASSES = Fact("three_passes", "Have three passes in a row followed a call?", observe=_three_passes)

PASS_OUT_OF_ROTATION = Fact(
    "pass_out_of_rotation",
    "Was one of those passes out of rotation?",
    observe=_one_out_of_rotation,
    told={True: "one of these passes was out of turn"},
)


def _at_partners_turn(at: Situation) -> bool:
    """A pass at partner's turn is no opponent's, so that partner's call does not make it harmless (28B)."""
    start = len(at.record.auction) - 3
    late = (item for item in at.irregularities if item.index >= start and Kind.OUT_OF_ROTATION in item.kinds)
    return any(item.turn is item.made.by.partner for item in late)


DEPRIVED = Fact("deprived", "Did that cost a player a turn to call?", observe=_deprived)

PARTNERS_TURN = Fact(
    "partners_turn",
    "Was it made at the turn of the partner of the player who made it?",
    default=False,
    observe=_at_partners_turn,
)


def _three_in_rotation(at: Situation) -> bool:
    """The legal auction before the last pass, without what was set aside, needed only that pass to end."""
    if not at.record.auction or at.record.auction[-1].call is not PASS:
        return False
    before, last = at.made_over[len(at.record.auction) - 1], at.record.auction[-1]
    return before.turn is last.by and before.passes + 1 >= (4 if before.bid is None else 3)


THREE_IN_ROTATION = Fact(
    "three_in_rotation",
    "Without that pass, have enough passes in rotation followed to end the auction?",
    default=False,
    observe=_three_in_rotation,
)

RULE_UNDER_30: Final = action(
    "rule_under_30",
    "rule on that pass as one out of rotation (30); where an opponent in turn has called since, it alone is cancelled (28B)",
)


@dataclass(frozen=True, slots=True)
class OverInContract(AuctionOver):
    """The auction has ended, and the table shows in which contract (22A)."""

    value: str = "yes"

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{self.words}{{in_contract}}"


def _passes(facts: Facts) -> list[str]:
    if not facts["three_passes"]:
        return ["N 1H", "E P"]
    if not facts["pass_out_of_rotation"]:
        return ["N 1H", "E P", "S P", "W P"]
    if facts["deprived"]:
        return ["N 1H", "E P", "W P", "N P"]
    return ["N 1H", "E P", "W P", "S P"]


def _ended_or_not(facts: Facts) -> Table:
    auction = _passes(facts)
    return {"dealer": auction[0][0], "procedure": "34", "auction": auction}


@DUPLICATE_2017.procedure(
    "34",
    "Retention of the right to call",
    happened="A player missed a turn before the final pass",
    declared=Declaration(staging=Staging(_ended_or_not)),
)
def retention_of_the_right_to_call(case: Case) -> None:
    """A player who was jumped keeps his call, however many passes have followed (17D3)."""
    if not case.asks(THREE_PASSES, "34"):
        case.rules(AuctionOver("no"), "22A")
        case.rules(DirectorAction(CONTINUE_AUCTION), "17C")
    elif not case.asks(PASS_OUT_OF_ROTATION, "34"):
        case.rules(OverInContract(), "22")
        case.rules(Referral(RULE_UNDER_22), "22")
    elif case.asks(DEPRIVED, "17D3"):
        skipped_by_passes(case)
    elif case.notes(THREE_IN_ROTATION, "28B"):
        # An opponent called in turn after it, so that the auction is as if that pass had not been made.
        case.rules(AuctionOver("yes"), "22")
        case.rules(Referral(RULE_UNDER_22), "22")
        case.rules(Info("OS", "unauthorised", "16C2"), "28B")
    else:
        case.rules(AuctionOver("no"), "22A")
        case.rules(Referral(RULE_UNDER_30), "30" if case.notes(PARTNERS_TURN, "30") else "28B")
