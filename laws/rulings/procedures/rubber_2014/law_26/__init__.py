"""Rubber Law 26: lead penalties after a call was changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from laws.rulings.case import Asks, Case
from laws.rulings.declaration import Declaration, Staging
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import DirectorAction, NoRight
from laws.rulings.effects.base import CallPart, Moment, action, right
from laws.rulings.effects.calls import TO_REQUIRE_LEAD, LeadRestriction, MustPlay
from laws.rulings.effects.penalties import NAMED_SUIT, NOT_REPEATED, ONE_SUIT, LeadPenalty
from laws.rulings.facts.calls import ARTIFICIAL, CAN_COMPLY, DECLARES, DEFENDS, FORBIDS, OCCASION, ON_LEAD
from laws.rulings.facts.rubber.calls import CHANGED, NO_TRUMP_BID, NOT_MADE, OTHER_CALL, REPEATED
from laws.rulings.facts.rubber.leads import FINAL_CALL, IN_NO_TRUMP
from laws.rulings.procedures.rubber_2014.common import withdrawn
from laws.rulings.procedures.rubber_2014.law_26.facts import (
    ATTEMPT_REPEATED,
    ATTEMPTED_CALL,
    CALL_CANCELLED,
    LEAD_DEMAND,
    RELATED_REPEATED,
    REPEATED_IN_TURN,
    SHOWN_AGAIN,
)
from laws.rulings.tables import stock

TO_FORBID_OR_REQUIRE_LATER: Final = right("forbid_or_require_later", "require or forbid a suit at a later turn to lead")
LEAD_PENALTY_VOID: Final = action(
    "lead_penalty_void", "{partner} cannot do what was required, so it has no effect", moment=Moment.LEAD, aloud=True
)


@RUBBER_2014.procedure(
    "26",
    "Change of call, lead penalties",
    happened="A call was withdrawn: what may be led?",
    declared=Declaration(staging=Staging(stock=stock.leads)),
)
def lead_penalties(case: Case) -> None:
    """A call was changed earlier in the auction; now somebody asks what may be led."""
    what = case.asks(CALL_CANCELLED, "26")
    if what == OTHER_CALL and case.notes(REPEATED_IN_TURN, "26B2"):
        case.rules(LeadRestriction("none"), "26B2")
        return
    final = CHANGED if what == OTHER_CALL else case.asks(FINAL_CALL, "26B1" if what == NO_TRUMP_BID else "26A")
    withdrawn(case, "26")
    if not case.asks(DEFENDS, "26"):
        case.rules(LeadRestriction("none"), "26")
    elif final == REPEATED:
        case.rules(LeadRestriction("none"), "26B1" if what == NO_TRUMP_BID else "26A")
    elif what == OTHER_CALL:
        one_suit(case, "26B2", case.asks)
    elif what == NO_TRUMP_BID:
        one_suit(case, "26B1", case.asks, when=NOT_REPEATED if final == NOT_MADE else "")
    else:
        named_suit(case, case.asks, when=NOT_REPEATED if final == NOT_MADE else "")


@RUBBER_2014.passage
def after_bid(case: Case, final: str | None = None, *, else_free: bool = True) -> None:
    """26 for a withdrawn bid. final: whether the call in its place names the denomination again; None asks.

    else_free: with no penalty for this bid, the lead is free; not so when a call made too early has brought one.
    """
    if case.notes(DECLARES, "26"):
        no_penalty_on(case, "26", else_free=else_free)
        return
    no_trump = case.asks(IN_NO_TRUMP, "26B1")
    if case.notes(ARTIFICIAL, "26A"):
        after_artificial_bid(case, no_trump=no_trump, made=final is not None, else_free=else_free)
        return
    provision = "26B1" if no_trump else "26A"
    if final is None:
        final = case.asks(FINAL_CALL, provision)
    if final == REPEATED:
        no_penalty_on(case, provision, else_free=else_free)
        return
    when = NOT_REPEATED if final == NOT_MADE else ""
    if no_trump:
        one_suit(case, "26B1", when=when)
        return
    if case.notes(SHOWN_AGAIN, "26A"):
        case.doubts(
            "26A asks whether the new call repeats the suit; a call that shows the suit without naming it does "
            "not count here as repeating it",
            "26A",
        )
    named_suit(case, when=when)


@RUBBER_2014.passage
def after_artificial_bid(case: Case, *, no_trump: bool, made: bool, else_free: bool) -> None:
    """26A: of an artificial bid the suits to which it relates count, not the denomination it named."""
    if no_trump:
        case.doubts(
            "26B1 is about a bid in no-trump; one that artificially relates to suits is treated here by those "
            "suits (26A)",
            "26A",
        )
    final = CHANGED if made else case.asks_aside(FINAL_CALL, "26A")
    if final == NOT_MADE:
        named_suit(case, when=NOT_REPEATED, related=True)
    elif case.asks_aside(RELATED_REPEATED, "26A"):
        no_penalty_on(case, "26A", else_free=else_free)
    else:
        named_suit(case, related=True)


@RUBBER_2014.passage
def no_penalty_on(case: Case, provision: str, *, else_free: bool) -> None:
    """This withdrawn bid brings no lead penalty."""
    if else_free:
        case.rules(LeadRestriction("none"), provision)


@RUBBER_2014.passage
def after_double(case: Case, provision: str) -> None:
    """26B2, to which 32A, 32B2 and 36 lead: declarer may forbid any one suit."""
    if case.notes(DECLARES, provision):
        case.rules(LeadRestriction("none"), provision)
    else:
        one_suit(case, "26B2")


@RUBBER_2014.passage
def after_any_call(case: Case, final: str) -> None:
    """26 where the cancelled call may have been any but a pass (37, 39); nothing, or a pass, came in its place."""
    if case.notes(DECLARES, "26"):
        case.rules(LeadRestriction("none"), "26")
        return
    what = case.asks(CALL_CANCELLED, "26")
    if what == OTHER_CALL:
        one_suit(case, "26B2")
    elif final == REPEATED:
        case.rules(LeadRestriction("none"), "26")
    elif what == NO_TRUMP_BID:
        one_suit(case, "26B1")
    else:
        named_suit(case)


@RUBBER_2014.passage
def after_attempt(case: Case) -> bool:
    """27, footnote 9: the call put in place of an insufficient bid too early is void, but Law 26 looks at it.

    True when it brings a lead penalty.
    """
    if case.notes(DECLARES, "27"):
        return False
    what = case.asks(ATTEMPTED_CALL, "27")
    if what == OTHER_CALL:
        one_suit(case, "26B2", of="attempt")
        return True
    if case.asks(ATTEMPT_REPEATED, "26B1" if what == NO_TRUMP_BID else "26A"):
        return False
    if what == NO_TRUMP_BID:
        one_suit(case, "26B1", of="attempt")
    else:
        named_suit(case, of="attempt")
    return True


@RUBBER_2014.passage
def named_suit(
    case: Case,
    asks: Asks | None = None,
    *,
    when: str = "",
    of: CallPart = "irregular",
    related: bool = False,
) -> None:
    """26A: declarer may require or forbid the suit, when partner first has the lead. asks: None while passing by."""
    if asks is None and not case.notes(ON_LEAD, "26A"):
        case.rules(LeadPenalty(NAMED_SUIT, when, of=of, related=related), "26A")
        return
    asks = asks or case.asks_aside
    if not first_turn(case, asks, "26A", LeadPenalty(NAMED_SUIT, of=of, related=related)):
        return
    demand = asks(LEAD_DEMAND, "26A")
    if demand == "neither":
        case.rules(NoRight("declarer", TO_FORBID_OR_REQUIRE_LATER), "26A")
        return
    case.rules(LeadPenalty(NAMED_SUIT, demand, of=of, related=related), "26A")
    if demand == "forbid":
        case.rules(LeadPenalty("none", "lost", of=of), "26A")
    cannot_comply(case, asks)


@RUBBER_2014.passage
def one_suit(
    case: Case,
    provision: str,
    asks: Asks | None = None,
    *,
    when: str = "",
    of: CallPart = "irregular",
) -> None:
    """26B: declarer may forbid any one suit, one that the offender has shown included, but require none."""
    if asks is None and not case.notes(ON_LEAD, provision):
        case.rules(LeadPenalty(ONE_SUIT, when, of=of), provision)
        case.rules(NoRight("declarer", TO_REQUIRE_LEAD), "26B")
        return
    asks = asks or case.asks_aside
    if not first_turn(case, asks, provision, LeadPenalty(ONE_SUIT, of=of)):
        return
    case.rules(NoRight("declarer", TO_REQUIRE_LEAD), "26B")
    if not asks(FORBIDS, provision):
        case.rules(NoRight("declarer", TO_FORBID_OR_REQUIRE_LATER), "26B")
        return
    case.rules(LeadPenalty(ONE_SUIT, "forbid", of=of), "26B")
    case.rules(LeadPenalty("none", "lost", of=of), "26B")
    cannot_comply(case, asks)


@RUBBER_2014.passage
def first_turn(case: Case, asks: Asks, provision: str, penalty: LeadPenalty) -> bool:
    """Declarer decides as partner first has the lead, neither before nor later (footnotes 7 and 8)."""
    occasion = asks(OCCASION, provision)
    if occasion == "later":
        case.rules(LeadRestriction("none"), provision)
        case.rules(NoRight("declarer", TO_FORBID_OR_REQUIRE_LATER), provision)
        return False
    if occasion == "retained":
        if asks(FORBIDS, provision):
            case.rules(replace(penalty, when="forbid"), provision)
            cannot_comply(case, asks)
        else:
            case.rules(LeadRestriction("none"), provision)
            case.rules(NoRight("declarer", TO_FORBID_OR_REQUIRE_LATER), provision)
        return False
    case.rules(penalty, provision)
    return True


@RUBBER_2014.passage
def cannot_comply(case: Case, asks: Asks) -> None:
    """59: who cannot lead as required may lead any legal card."""
    if not asks(CAN_COMPLY, "59"):
        case.rules(MustPlay(), "59")
        case.rules(DirectorAction(LEAD_PENALTY_VOID), "59")
