"""Law 33: simultaneous calls."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Staging, Table, Wanted
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import Referral
from laws.rulings.effects.base import action
from laws.rulings.effects.calls import CallStands
from laws.rulings.effects.inadmissible import BothStand, CountsFirst
from laws.rulings.facts.inadmissible import SECOND_IN_ROTATION, SECOND_LEGAL, TOGETHER
from laws.rulings.record import BadRecord
from laws.rulings.replay import Situation
from laws.rulings.tables.calls import none_in_turn

RULE_ON_SECOND: Final = action(
    "rule_on_second",
    "rule on {irregular} as a call made after {first}, under the law that it breaks",
)
RULE_IN_ORDER_MADE: Final = action(
    "rule_in_order_made",
    "take the calls in the order in which they were made: none of them was in turn",
)


def _in_turn_with_another(situation: Situation) -> bool:
    """A call that was in order, made at the same moment as another."""
    found = situation.irregularity
    return found is not None and found.made.together and not found.kinds and found.turn is found.made.by


def _needs_a_moment(situation: Situation) -> None:
    if not any(made.together for made in situation.record.auction):
        raise BadRecord("record.auction", "no calls made at the same moment in it; Law 33 needs a list of them")


def _moment(facts: Facts) -> list[str]:
    if not facts["second_in_rotation"]:
        return ["S P", "N 1C"]
    return ["E 1D", "N 1C"] if facts["second_legal"] else ["E 1C", "N 1C"]


def _at_one_moment(facts: Facts) -> Table:
    return {"dealer": "N", "procedure": "33", "auction": [_moment(facts)]}


DECLARED = Declaration(
    wanted=Wanted(30, _in_turn_with_another),
    fits=_needs_a_moment,
    staging=Staging(_at_one_moment, impossible=none_in_turn),
)


@DUPLICATE_2017.procedure("33", "Simultaneous calls", happened="Two players called at the same time", declared=DECLARED)
def simultaneous_calls(case: Case) -> None:
    """The call in turn counts as made first. What the other one is then, another law may have to say."""
    if not case.asks(TOGETHER, "33"):
        case.rules(Referral(RULE_IN_ORDER_MADE), "33")
        return
    case.rules(CountsFirst(), "33")
    if case.asks(SECOND_IN_ROTATION, "33") and case.asks(SECOND_LEGAL, "33"):
        case.rules(CallStands("irregular", "offender"), "33")
        case.rules(BothStand(), "33")
    else:
        case.rules(Referral(RULE_ON_SECOND), "33")


@DUPLICATE_2017.passage
def made_at_once(case: Case) -> None:
    """The irregular call came at the same moment as one in turn: it is ruled on as made after it."""
    if case.notes(TOGETHER, "33"):
        case.rules(CountsFirst(), "33")
