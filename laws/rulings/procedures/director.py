"""What can come on top of a ruling under any law: the Director was wrong before (82C), or the facts are not agreed (85).

Each edition's procedures end with the passages registered here; a law has no line of its own for them.
"""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.rights import (
    BOTH_NON_OFFENDING,
    LET_PLAY_GO_ON,
    RULE_AS_IF_AGREED,
    WEIGH_STATEMENTS,
    WITHDRAW_WRONG_RULING,
)
from laws.rulings.facts.director import EARLIER_RULING, FACTS_SETTLED
from laws.rulings.procedures.judging import assigned


@DUPLICATE_2017.closing(FACTS_SETTLED, "85A1")
def disputed_facts(case: Case, settled: str) -> None:
    """85A1: the balance of probabilities, self-serving statements included; 85B where it tells nothing.

    Facts of every kind can be in dispute, also what was called or played.
    """
    if settled == "weighed":
        case.rules(DirectorAction(WEIGH_STATEMENTS), "85A1")
        case.rules(DirectorAction(RULE_AS_IF_AGREED), "85A2")
    elif settled == "not settled":
        case.rules(DirectorAction(WEIGH_STATEMENTS), "85A1")
        case.rules(Referral(LET_PLAY_GO_ON), "85B")


@DUPLICATE_2017.closing(EARLIER_RULING, "82C")
def directors_error(case: Case, earlier: str) -> None:
    """82C: what is ruled above is what should have been ruled; 82B while that still gives a normal board, else a score."""
    if earlier == "can be put right":
        case.rules(Referral(WITHDRAW_WRONG_RULING), "82B3")
    elif earlier == "too late":
        case.rules(Referral(BOTH_NON_OFFENDING), "82C")
        assigned(case, "82C", by_director=True)
