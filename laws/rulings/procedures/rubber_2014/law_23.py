"""Rubber Law 23: awareness of potential damage."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects.penalties import NoPenalty, Redress
from laws.rulings.facts.base import Fact
from laws.rulings.facts.judging import OPEN
from laws.rulings.facts.rubber.damage import COULD_HAVE_KNOWN, HARMED

PASS_ENFORCED = Fact("pass_enforced", "Does the penalty for the irregularity compel {partner} to pass?")


@RUBBER_2014.procedure(
    "23",
    "Awareness of potential damage",
    happened="An offender could have known that it would do damage",
    declared=Declaration(seats=Seats(("offender",), one_offender=False)),
)
def awareness(case: Case) -> None:
    """Only where the penalty silences partner, and only for an offender who could have known what it would do."""
    if not case.asks(PASS_ENFORCED, "23"):
        case.rules(NoPenalty(), "23")
        return
    known = case.asks(COULD_HAVE_KNOWN, "23")
    if known == OPEN:
        case.rules(Redress("possible", "23"), "23")
    elif known == "could not":
        case.rules(Redress("none", "23"), "23")
    else:
        harmed = case.asks(HARMED, "23")
        kind = {OPEN: "possible", "harm": "assigned"}.get(harmed, "none")
        case.rules(Redress(kind, "23"), "Proprieties1" if kind == "assigned" else "23")
