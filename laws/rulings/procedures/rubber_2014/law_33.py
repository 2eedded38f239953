"""Rubber Law 33: simultaneous calls."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Staging, Wanted
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import Referral
from laws.rulings.effects.base import action
from laws.rulings.effects.calls import CallStands
from laws.rulings.effects.inadmissible import CountsFirst
from laws.rulings.effects.penalties import NoPenalty
from laws.rulings.facts.inadmissible import SECOND_IN_ROTATION, SECOND_LEGAL, TOGETHER
from laws.rulings.record import BadRecord
from laws.rulings.replay import Situation
from laws.rulings.tables import stock
from laws.rulings.tables.calls import none_in_turn

JUDGE_IN_ORDER: Final = action(
    "judge_in_order", "the calls count in the order in which they were made: none of them was in turn", aloud=True
)
JUDGE_AS_SECOND: Final = action(
    "judge_as_second",
    "{irregular} counts as made after {first}, and is ruled on under the law that it breaks",
    aloud=True,
)


def _in_turn_with_another(situation: Situation) -> bool:
    """A call that was in order, made at the same moment as another."""
    found = situation.irregularity
    return found is not None and found.made.together and not found.kinds and found.turn is found.made.by


def _needs_a_moment(situation: Situation) -> None:
    if not any(made.together for made in situation.record.auction):
        raise BadRecord("record.auction", "no calls made at the same moment in it; Law 33 needs a list of them")


DECLARED = Declaration(
    wanted=Wanted(30, _in_turn_with_another),
    fits=_needs_a_moment,
    staging=Staging(stock=stock.at_one_moment, impossible=none_in_turn),
)


@RUBBER_2014.procedure("33", "Simultaneous calls", happened="Two players called at the same time", declared=DECLARED)
def simultaneous_calls(case: Case) -> None:
    """The call in turn counts as made first; what the other is then, another law may have to say."""
    if not case.asks(TOGETHER, "33"):
        case.rules(Referral(JUDGE_IN_ORDER), "33")
        return
    case.rules(CountsFirst(), "33")
    if case.asks(SECOND_IN_ROTATION, "33") and case.asks(SECOND_LEGAL, "33"):
        case.rules(CallStands("irregular", "offender"), "33")
        case.rules(NoPenalty(), "33")
    else:
        case.rules(Referral(JUDGE_AS_SECOND), "33")
