"""2007 Law 26: lead restrictions.

Told by the concordance (26A, 26B): there were two restrictions, and which of them applied depended on what the withdrawn
call was about; the one for a particular suit let declarer require its lead as well. The notes tell that each withdrawn
call was looked at by itself (27B3) and that Law 26 has been made simpler.
"""

from __future__ import annotations

from dataclasses import replace

from laws.rulings.case import Case
from laws.rulings.declaration import Staging
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import NoRight
from laws.rulings.effects.calls import TO_FORBID_LEAD_LATER, Info, LeadRestriction
from laws.rulings.facts.calls import DECLARES, DEFENDS, OCCASION
from laws.rulings.procedures import law_26
from laws.rulings.procedures.duplicate_2007.law_26.effects import LeadOptions
from laws.rulings.procedures.duplicate_2007.law_26.facts import RELATES_TO_SUITS, SPECIFIED_AGAIN
from laws.rulings.tables import stock


@DUPLICATE_2007.procedure(
    "26",
    "Call withdrawn, lead restrictions",
    happened="A call was withdrawn: what may be led?",
    declared=replace(law_26.DECLARED, staging=Staging(stock=stock.leads)),
)
def lead_restrictions(case: Case) -> None:
    """A call was withdrawn and another one made; now somebody asks what may be led."""
    case.rules(Info("OS", "unauthorised", "16D2"), "16D2")
    if not case.asks(DEFENDS, "26"):
        case.rules(LeadRestriction("none"), "26")
        return
    related = case.asks(RELATES_TO_SUITS, "26A")
    provision = "26A" if related else "26B"
    if case.asks(OCCASION, provision) == "later":
        case.rules(LeadRestriction("none"), provision)
        case.rules(NoRight("declarer", TO_FORBID_LEAD_LATER), provision)
    elif related and case.asks(SPECIFIED_AGAIN, "26A"):
        case.rules(LeadRestriction("none"), "26A")
    else:
        restricted(case, related=related)


@DUPLICATE_2007.passage
def may_restrict_lead(case: Case) -> None:
    """What the offender's partner has to expect if his side defends."""
    if case.notes(DECLARES, "26"):
        case.rules(LeadRestriction("none"), "26")
    else:
        restricted(case, related=case.asks(RELATES_TO_SUITS, "26A"))


@DUPLICATE_2007.passage
def restricted(case: Case, *, related: bool) -> None:
    """26A for a call about particular suits, 26B for any other."""
    if related:
        case.rules(LeadOptions("require_or_prohibit"), "26A")
    else:
        case.rules(LeadOptions("prohibit_one_suit"), "26B")
