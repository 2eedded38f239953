"""2007 Law 25, as far as the laws on calls lead there.

Told by the concordance (25A): an unintended call could be changed until partner called, and only without pause for
thought. The notes call Law 25 newly worded and applied as before, so the rest is as in 2017.
"""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import NoRight, Referral, Right
from laws.rulings.effects.calls import (
    APPLY_25,
    RULE_ON_INTENDED,
    TO_CHANGE_AS_UNINTENDED,
    CallCancelled,
    CallStands,
    Info,
    LeadRestriction,
    MayAccept,
)
from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.calls import CLAIMS_UNINTENDED, INTENDED_LEGAL, PARTNER_CALLED, UNINTENDED

PAUSED: Final = Fact(
    "paused_for_thought",
    "Did {offender} pause for thought before changing the call, or trying to?",
    source=Source.FINDING,
    find_out="how soon after noticing it {offender} spoke up; a pause to think ends the right to change",
)


@DUPLICATE_2007.passage
def changed_as_unintended(case: Case) -> bool:
    """25A: the offender says it was a slip. True when he may change the call, and then no other law applies to it."""
    if not case.notes(CLAIMS_UNINTENDED, "25A"):
        return False
    if (
        not case.asks_aside(UNINTENDED, "25A")
        or case.asks_aside(PARTNER_CALLED, "25A")
        or case.asks_aside(PAUSED, "25A")
    ):
        case.rules(NoRight("offender", TO_CHANGE_AS_UNINTENDED), "25A")
        case.rules(Info("OS", "unauthorised", "16B1", "claim"), "16B1(a)")
        return False
    case.rules(CallCancelled("irregular", "offender"), "25A")
    case.rules(CallStands("intended", "offender"), "25A")
    if not case.asks_aside(INTENDED_LEGAL, "25A"):
        case.rules(Referral(RULE_ON_INTENDED), "25A")
    case.rules(LeadRestriction("none"), "25A")
    return True


@DUPLICATE_2007.passage
def change_of_call(case: Case, provision: str) -> None:
    """A player calls again at his LHO's turn: Law 25 decides, not the law of that call."""
    case.rules(Referral(APPLY_25), provision)
    case.rules(Right("offender", TO_CHANGE_AS_UNINTENDED), "25A")
    case.rules(MayAccept("lho", "irregular", "only if it is no correction under 25A"), "25B")
