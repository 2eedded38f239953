"""Law 26: lead restrictions after a withdrawn call."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from laws.rulings.calls import SUITS
from laws.rulings.case import Asks, Case
from laws.rulings.declaration import Declaration, Facts, Staging, Table, Wanted
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight
from laws.rulings.effects.base import Moment, action, right
from laws.rulings.effects.calls import (
    TO_FORBID_LEAD_LATER,
    TO_REQUIRE_LEAD,
    AdjustedScore,
    Comparable,
    DefenderRestricted,
    Info,
    LeadRestriction,
    MustPlay,
    RestrictionAfterAttempt,
    RestrictionUnlessComparable,
)
from laws.rulings.facts.calls import CAN_COMPLY, DECLARES, DEFENDS, FORBIDS, OCCASION, ON_LEAD
from laws.rulings.natural import untold
from laws.rulings.play.irregular import PlayKind
from laws.rulings.play.leads import barred_leads
from laws.rulings.play.legal import bar
from laws.rulings.play.position import Position
from laws.rulings.procedures.law_23 import without_rectification
from laws.rulings.procedures.law_26.facts import (
    OFFENDER_LEADS,
    REPLACED_COMPARABLY,
    SET_ASIDE,
    SHORTAGE_SHOWN,
    SUITS_SPECIFIED,
    TWO_CARDS_SHOWN,
)
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.replay import SUITS_SPECIFIED_FINDING, Situation
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat

TO_RESTRICT_OFFENDER: Final = right(
    "restrict_offender",
    "restrict {offender}'s own opening lead; {partner}'s first turn to lead comes later",
    moment=Moment.LEAD,
    denied="{offender} is on lead and may lead anything",
)
RESTRICTION_SPENT: Final = action(
    "restriction_spent",
    "tell {partner} that the restriction cannot be obeyed and has no effect",
)


@bar("26B", rank=30, kind=PlayKind.FORBIDDEN_LEAD)
def leads_as_forbidden(position: Position, hand: Seat, cards: Collection[str]) -> tuple[Collection[str], str] | None:
    """26B: the suit that declarer has forbidden at the first turn to lead, for as long as the lead is kept."""
    return barred_leads(position, hand, cards, lambda rule: rule.law.startswith("26B"))


def _told_of_before(situation: Situation) -> bool:
    """The call was withdrawn earlier: the record tells of it in findings alone."""
    return situation.irregularity is None and REPLACED_COMPARABLY.id in situation.record.findings


def _on_lead(facts: Facts) -> Table:
    """East's call was withdrawn; who declares and what is led is known as far as the path asks it."""
    table: Table = {
        "dealer": "N",
        "offender": "E",
        "findings": {"replaced_comparably": facts["replaced_comparably"]},
    }
    if "defends" in facts:
        table["declarer"] = "S" if facts["defends"] else "W"
    if "occasion" in facts:
        table["lead"] = {
            "occasion": facts["occasion"],
            "forbidden": "C" if facts.get("forbids") else None,
            "can_comply": facts.get("can_comply", True),
        }
    return table


SETS_LEADS_ASIDE = frozenset({"27B1(a)", "25A1", "28B", "36A", "37A", "38D", "39B"})
"""Provisions by which there are no lead restrictions although the call was not replaced by a comparable one."""


def _taken_over(earlier: Ruling, at: Situation) -> Table:
    """Whether the call was replaced by a comparable one, or the restriction set aside."""
    comparable = any(isinstance(effect, Comparable) and effect.value == "yes" for effect in earlier.effects)
    aside = [
        step.provision
        for step in earlier.decided
        if isinstance(step.effect, LeadRestriction)
        and step.effect.kind == "none"
        and step.provision in SETS_LEADS_ASIDE
    ]
    return {"findings": {"replaced_comparably": comparable, **({"set_aside": aside[0]} if aside else {})}}


DECLARED = Declaration(wanted=Wanted(20, _told_of_before), staging=Staging(_on_lead), takes_over=_taken_over)


@DUPLICATE_2017.procedure(
    "26", "Call withdrawn, lead restrictions", happened="A call was withdrawn: what may be led?", declared=DECLARED
)
def lead_restrictions(case: Case) -> None:
    """A call was withdrawn earlier; now somebody asks what may be led."""
    if case.asks(REPLACED_COMPARABLY, "26A"):
        without_rectification(case, over=True)
        return
    way_out = case.notes(SET_ASIDE, "26B")
    if way_out != SET_ASIDE.default:
        case.rules(LeadRestriction("none"), way_out)
        if way_out == "27B1(a)":
            case.rules(AdjustedScore("possible", "27D"), "27D")
        elif way_out in ("28B", "38D"):  # 28B says so; 38D takes away 26B and 72C and no more
            case.rules(Info("OS", "unauthorised", "16C2", "withdrawn_call"), "16C2")
            case.rules(Info("NOS", "authorised", "16C1", "withdrawn_call"), "16C1")
        return
    case.rules(Info("OS", "unauthorised", "16C2", "withdrawn_call"), "16C2")
    if not case.asks(DEFENDS, "26B"):
        case.rules(LeadRestriction("none"), "26B")
        return
    own_lead(case)
    at_the_lead(case, case.asks)


@DUPLICATE_2017.passage
def may_restrict_lead(
    case: Case,
    *,
    attempt_cancelled: bool = False,
    defends: bool = False,
    replaced: bool = True,
    chosen: bool = True,
) -> None:
    """26B for a withdrawn call that was not replaced by a comparable one. A cancelled attempt protects no suit.

    defends: the auction is over, and the offending side defends. replaced: another call has been made instead, and is not
    comparable; else that is still open. chosen: the same where an attempt was cancelled first.
    """
    if case.notes(DECLARES, "26B"):
        case.rules(LeadRestriction("none"), "26B")
    elif case.notes(ON_LEAD, "26B"):
        at_the_lead(case, case.asks_aside)
    else:
        own_lead(case)
        if case.notes(SHORTAGE_SHOWN, "26B"):
            case.doubts(
                "a suit in which the offender showed shortage counts as specified, as the notes read 26B", "26B"
            )
        if case.notes(TWO_CARDS_SHOWN, "26B"):
            case.doubts(
                "a call that shows a balanced hand promises two or more cards in every suit; that is not treated "
                "as specifying suits here, because it would leave nothing to forbid, though the notes count any "
                "information about a suit",
                "26B",
            )
        case.notes(SUITS_SPECIFIED, "26B")
        restriction = DefenderRestricted if defends else LeadRestriction if replaced else RestrictionUnlessComparable
        if not chosen:
            restriction = RestrictionAfterAttempt
        case.rules(restriction("prohibit_one_suit", attempt_cancelled=attempt_cancelled), "26B")
        case.rules(NoRight("declarer", TO_REQUIRE_LEAD), "26B")


@DUPLICATE_2017.passage
def own_lead(case: Case) -> None:
    """26B restricts the offender's partner: an opening lead of the offender's own is free, and partner's turn comes later."""
    if case.notes(OFFENDER_LEADS, "26B"):
        case.rules(NoRight("declarer", TO_RESTRICT_OFFENDER), "26B")


@DUPLICATE_2017.passage
def at_the_lead(case: Case, asks: Asks) -> None:
    """26B at the table: one prohibition, at partner's first turn to lead, for as long as he keeps the lead.

    Else Law 59.
    """
    occasion = asks(OCCASION, "26B")
    if occasion == "later":
        case.rules(LeadRestriction("none"), "26B")
        case.rules(NoRight("declarer", TO_FORBID_LEAD_LATER), "26B")
        return
    case.notes(SUITS_SPECIFIED, "26B")
    if occasion == "first":
        case.rules(DefenderRestricted("prohibit_one_suit"), "26B")
        case.rules(NoRight("declarer", TO_REQUIRE_LEAD), "26B")
    if not asks(FORBIDS, "26B"):
        if occasion == "retained":
            case.rules(LeadRestriction("none"), "26B")
        case.rules(NoRight("declarer", TO_FORBID_LEAD_LATER), "26B")
        return
    if not asks(CAN_COMPLY, "59"):
        case.rules(MustPlay(), "59")
        case.rules(DirectorAction(RESTRICTION_SPENT), "59")
        return
    case.rules(LeadRestriction("prohibit_one_suit", "retained"), "26B")
    case.rules(LeadRestriction("none", "lost"), "26B")


@DUPLICATE_2017.record_check()
def check_lead(situation: Situation) -> None:
    """Leads are restricted only when the offending side defends."""
    declarer = situation.record.declarer
    if situation.record.lead is None or declarer is None or not situation.knows_seats:
        return
    if declarer.side is situation.offender.side:
        raise BadRecord(
            "record.lead",
            f"{declarer} declares for the offending side; leads are restricted only when it defends (26B)",
        )


@DUPLICATE_2017.record_check()
def check_forbidden_suit(situation: Situation) -> None:
    """Only a suit that the offender did not specify can be forbidden; the code of 2007 let declarer forbid others."""
    lead = situation.record.lead
    if lead is not None and lead.forbidden in situation.protected_suits():
        raise BadRecord(
            "record.lead.forbidden",
            f"{lead.forbidden} was specified by the offender in the legal auction; 26B lets declarer forbid another suit only",
        )


@DUPLICATE_2017.record_check()
def check_suits_specified(situation: Situation) -> None:
    """What is found out says what nobody has explained; it does not deny an explanation that the record has."""
    stated = situation.record.findings.get(SUITS_SPECIFIED_FINDING)
    if stated is None or not situation.knows_seats:
        return
    own = [(made.call, situation.shown_by(made)) for made in situation.legal_calls() if made.by is situation.offender]
    shown = situation.suits_shown()
    if not untold(own) and shown != situation.protected_suits():
        suits = "".join(suit for suit in SUITS if suit in shown) or "none"
        raise Contradiction(
            f"findings.{SUITS_SPECIFIED_FINDING}: the record says {stated!r}, but what the offender's calls show gives "
            f"'suits_{suits}' (26B)"
        )
