"""What the Director finds out under Law 26 of the rubber code alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.rubber.calls import kind_of
from laws.rulings.facts.rubber.leads import final_of, meaning_of, suits_related
from laws.rulings.meanings import specified
from laws.rulings.natural import Shown, resting_on
from laws.rulings.replay import Situation

name_answers(
    {
        "require": "requires the lead of that suit",
        "forbid": "forbids a lead of that suit",
        "neither": "does neither",
    }
)


def _shown_again(at: Situation) -> bool:
    final = final_of(at)
    if final is None or at.irregularity is None:
        return False
    shown = {name for name, how in specified(final.call, meaning_of(at, final)) if how == "length"}
    related = suits_related(at.call, at.meaning)
    return bool(related) and related <= shown and final.call.denomination not in related


def _related_repeated(at: Situation) -> bool | None:
    final = final_of(at)
    return None if final is None else suits_related(at.call, at.meaning) <= {final.call.denomination}


def _withdrawn(at: Situation) -> tuple[Shown, ...]:
    return ((at.call, at.meaning),) if at.irregularity is not None else ()


def _withdrawn_and_final(at: Situation) -> tuple[Shown, ...]:
    final = final_of(at)
    return (*_withdrawn(at), (final.call, meaning_of(at, final))) if final else ()


_SEES_RELATED, _ASSUMES_RELATED = resting_on(_withdrawn, _related_repeated)

_SEES_SHOWN, _ASSUMES_SHOWN = resting_on(_withdrawn_and_final, _shown_again)

RELATED_REPEATED = Fact(
    "related_repeated",
    "Does the replacement repeat every suit to which {irregular}, being artificial, relates?",
    observe=_SEES_RELATED,
    assume=_ASSUMES_RELATED,
)

CallCancelled = Literal["suit", "no-trump", "no bid"]

CALL_CANCELLED = Fact[CallCancelled](
    "cancelled_call",
    "What was the call that was withdrawn?",
    get_args(CallCancelled),
    observe=lambda at: kind_of(at.call) if at.irregularity else None,
)

AttemptedCall = Literal["suit", "no-trump", "no bid"]

ATTEMPTED_CALL = Fact[AttemptedCall](
    "attempted_call",
    "Which call did {offender} substitute too early?",
    get_args(AttemptedCall),
    observe=lambda at: kind_of(at.offered[0].call) if at.offered else None,
)


def _attempt_repeated(at: Situation) -> bool | None:
    final = final_of(at)
    return None if final is None else final.call.denomination == at.offered[0].call.denomination


ATTEMPT_REPEATED = Fact(
    "attempt_repeated", "Does the final call name the denomination of {attempt}?", observe=_attempt_repeated
)

SHOWN_AGAIN = Fact(
    "shown_again",
    "Does {replacement} show the suit of {irregular} without naming it?",
    default=False,
    observe=_SEES_SHOWN,
    assume=_ASSUMES_SHOWN,
)

LeadDemand = Literal["require", "forbid", "neither"]

LEAD_DEMAND = Fact[LeadDemand](
    "lead_demand",
    "What does declarer do when {partner} first has the lead?",
    get_args(LeadDemand),
    source=Source.ELECTION,
    who="declarer",
    observe=lambda at: "forbid" if at.record.lead and at.record.lead.forbidden else None,
)

REPEATED_IN_TURN = Fact(
    "repeated_in_turn",
    "Was it out of rotation, and made again in turn as in Law 30A or 32B1?",
    default=False,
)
