"""Rubber Law 40: partnership agreements. The offender made the call or play in question."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects.information import Duty, Entitled, NotEntitled, ResultStands
from laws.rulings.effects.penalties import NoPenalty, Redress
from laws.rulings.facts.judging import OPEN
from laws.rulings.facts.rubber.damage import HARMED
from laws.rulings.facts.rubber.information import DISCLOSED, UNDERSTANDING_BEHIND


@RUBBER_2014.procedure(
    "40",
    "Partnership agreements",
    happened="A call departs from what was agreed or disclosed",
    declared=Declaration(seats=Seats(("offender",), one_offender=False)),
)
def partnership_agreements(case: Case) -> None:
    """Free without an understanding; with one, only if it was disclosed beforehand (40A) or as agreed (40B)."""
    if used_undisclosed(case):
        harmed = case.asks(HARMED, "Proprieties1")
        kind = {OPEN: "possible", "harm": "assigned"}.get(harmed, "none")
        case.rules(Redress(kind, "Proprieties1", "agreement"), "Proprieties1")


@RUBBER_2014.passage
def used_undisclosed(case: Case) -> bool:
    """True when an agreement was used that the opponents had not been told of."""
    if not case.asks(UNDERSTANDING_BEHIND, "40"):
        case.rules(Entitled("offender", "depart_from_practice"), "40")
        case.rules(ResultStands(), "40")
        case.rules(NotEntitled("others", "be_told_of_deviation"), "Proprieties4")
        return False
    disclosed = case.asks(DISCLOSED, "40")
    if disclosed == "undisclosed":
        case.rules(NotEntitled("side", "use_agreement"), "40")
        case.rules(Duty("side", "disclose_all"), "Proprieties4")
        return True
    case.rules(Entitled("side", "use_disclosed"), "40A" if disclosed == "disclosed before" else "40B")
    if disclosed == "as it was used":
        case.rules(Duty("partner", "indicate_only"), "40B")
    case.rules(NoPenalty(), "40")
    return False
