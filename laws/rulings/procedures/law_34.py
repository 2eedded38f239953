"""Law 34: three passes after a call, not all of them in rotation."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Staging, Table
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import action
from laws.rulings.effects.calls import AuctionOver
from laws.rulings.effects.ending import CONTINUE_AUCTION
from laws.rulings.effects.legality import RULE_UNDER_22
from laws.rulings.facts.legality import DEPRIVED, PASS_OUT_OF_ROTATION, THREE_PASSES
from laws.rulings.procedures.law_17 import skipped_by_passes

RULE_UNDER_30: Final = action("rule_under_30", "rule on that pass as one out of rotation (30)")


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
    happened="A player never got a turn before the final pass",
    declared=Declaration(staging=Staging(_ended_or_not)),
)
def retention_of_the_right_to_call(case: Case) -> None:
    """A player who was jumped keeps his call, however many passes have followed (17D3)."""
    if not case.asks(THREE_PASSES, "34"):
        case.rules(AuctionOver("no"), "22A")
        case.rules(DirectorAction(CONTINUE_AUCTION), "17C")
    elif not case.asks(PASS_OUT_OF_ROTATION, "34"):
        case.rules(Referral(RULE_UNDER_22), "22")
    elif case.asks(DEPRIVED, "17D3"):
        skipped_by_passes(case)
    else:
        case.rules(Referral(RULE_UNDER_30), "30")
