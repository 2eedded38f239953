"""Law 26: lead restrictions after a withdrawn call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight
from laws.rulings.effects.calls import AdjustedScore, Info, LeadRestriction, MustPlay
from laws.rulings.facts import Fact
from laws.rulings.facts.calls import (
    CAN_COMPLY,
    DECLARES,
    DEFENDS,
    FORBIDS,
    OCCASION,
    OFFENDER_LEADS,
    ON_LEAD,
    REPLACED_COMPARABLY,
    SET_ASIDE,
    SHORTAGE_SHOWN,
    SUITS_SPECIFIED,
    TWO_CARDS_SHOWN,
)
from laws.rulings.procedures.law_23 import without_rectification


@DUPLICATE_2017.procedure("26", "Call withdrawn, lead restrictions", happened="A call was withdrawn: what may be led?")
def lead_restrictions(case: Case) -> None:
    """A call was withdrawn earlier; now somebody asks what may be led."""
    if case.asks(REPLACED_COMPARABLY, "26A"):
        without_rectification(case)
        return
    way_out = case.notes(SET_ASIDE, "26B")
    if way_out != SET_ASIDE.default:
        case.rules(LeadRestriction("none"), way_out)
        if way_out == "27B1(a)":
            case.rules(AdjustedScore("possible", "27D"), "27D")
        elif way_out in ("28B", "38D"):  # 28B says so; 38D takes away 26B and 72C and no more
            case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
            case.rules(Info("NOS", "authorised", "16C1"), "16C1")
        return
    case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
    if not case.asks(DEFENDS, "26B"):
        case.rules(LeadRestriction("none"), "26B")
        return
    own_lead(case)
    at_the_lead(case, case.asks)


@DUPLICATE_2017.passage
def may_restrict_lead(case: Case, *, attempt_cancelled: bool = False) -> None:
    """26B for a withdrawn call that was not replaced by a comparable one. A cancelled attempt protects no suit."""
    if case.notes(DECLARES, "26B"):
        case.rules(LeadRestriction("none"), "26B")
    elif case.notes(ON_LEAD, "26B"):
        at_the_lead(case, case.asks_aside)
    else:
        own_lead(case)
        if case.notes(SHORTAGE_SHOWN, "26B"):
            case.doubts(
                "a suit in which the offender showed shortage is taken as specified, as the notes read 26B", "26B"
            )
        if case.notes(TWO_CARDS_SHOWN, "26B"):
            case.doubts(
                "a call that shows a balanced hand tells of two cards or more in every suit; that is not taken as specifying "
                "suits here, for it would leave nothing to forbid, though the notes count any information about a suit",
                "26B",
            )
        case.notes(SUITS_SPECIFIED, "26B")
        case.rules(LeadRestriction("prohibit_one_suit", attempt_cancelled=attempt_cancelled), "26B")
        case.rules(NoRight("declarer", "require_lead"), "26B")


@DUPLICATE_2017.passage
def own_lead(case: Case) -> None:
    """26B restricts the offender's partner: an opening lead of the offender's own is free, and partner's turn comes later."""
    if case.notes(OFFENDER_LEADS, "26B"):
        case.rules(NoRight("declarer", "restrict_offender"), "26B")


@DUPLICATE_2017.passage
def at_the_lead(case: Case, asks: Callable[[Fact, str], Any]) -> None:
    """26B at the table: one prohibition, at partner's first turn to lead, for as long as he keeps the lead.

    Else Law 59.
    """
    occasion = asks(OCCASION, "26B")
    if occasion == "later":
        case.rules(LeadRestriction("none"), "26B")
        case.rules(NoRight("declarer", "forbid_lead_later"), "26B")
        return
    case.notes(SUITS_SPECIFIED, "26B")
    if occasion == "first":
        case.rules(LeadRestriction("prohibit_one_suit"), "26B")
        case.rules(NoRight("declarer", "require_lead"), "26B")
    if not asks(FORBIDS, "26B"):
        if occasion == "retained":
            case.rules(LeadRestriction("none"), "26B")
        case.rules(NoRight("declarer", "forbid_lead_later"), "26B")
        return
    case.rules(LeadRestriction("prohibit_one_suit", "retained"), "26B")
    case.rules(LeadRestriction("none", "lost"), "26B")
    if not asks(CAN_COMPLY, "59"):
        case.rules(MustPlay(), "59")
        case.rules(DirectorAction("restriction_spent"), "59")
