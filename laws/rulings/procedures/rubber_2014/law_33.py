"""Rubber Law 33: simultaneous calls."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import Referral
from laws.rulings.effects.calls import CallStands
from laws.rulings.effects.inadmissible import CountsFirst
from laws.rulings.effects.penalties import NoPenalty
from laws.rulings.facts.inadmissible import SECOND_IN_ROTATION, SECOND_LEGAL, TOGETHER


@RUBBER_2014.procedure("33", "Simultaneous calls", happened="Two players called at the same time")
def simultaneous_calls(case: Case) -> None:
    """The call in turn counts as made first; what the other is then, another law may have to say."""
    if not case.asks(TOGETHER, "33"):
        case.rules(Referral("judge_in_order"), "33")
        return
    case.rules(CountsFirst(), "33")
    if case.asks(SECOND_IN_ROTATION, "33") and case.asks(SECOND_LEGAL, "33"):
        case.rules(CallStands("irregular", "offender"), "33")
        case.rules(NoPenalty(), "33")
    else:
        case.rules(Referral("judge_as_second"), "33")
