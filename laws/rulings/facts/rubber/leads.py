"""The final call of the offender, and what it means for the lead (26)."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.calls import SUITS, Call
from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.rubber.changes_of_mind import kind_of
from laws.rulings.facts.rubber.words import CHANGED, NOT_MADE, REPEATED
from laws.rulings.meanings import Meaning, specified, specified_suits
from laws.rulings.natural import Shown, resting_on
from laws.rulings.record import Made
from laws.rulings.replay import Situation


def artificial(call: Call, meaning: Meaning | None) -> bool:
    """The call shows something else than it names; a call whose meaning nobody states is read as natural."""
    if meaning is None:
        return False
    if meaning.artificial is not None or not call.is_bid or not meaning.stated:
        return bool(meaning.artificial)
    return call.denomination not in {name for name, how in specified(call, meaning) if how == "length"}


def suits_related(call: Call, meaning: Meaning | None) -> frozenset[str]:
    """Law 26A: the suit a bid names or, of an artificial call, the suits to which it relates, if it relates to any."""
    if meaning is not None and artificial(call, meaning):
        related = specified_suits(call, meaning)
        if related:
            return related
    return frozenset({call.denomination} & set(SUITS))


def final_of(at: Situation) -> Made | None:
    """The offender's last call in place of the irregular one, if it has been made.

    Of a premature correction alone that is not known: he may still choose (Law 27, footnote 9).
    """
    if at.premature and len(at.offered) == 1:
        return None
    return at.offered[-1] if at.offered else None


def _final_call(at: Situation) -> str | None:
    if at.irregularity is None:
        return None
    final = final_of(at)
    if final is None:
        return NOT_MADE
    return REPEATED if final.call.denomination == at.call.denomination else CHANGED


def _same_denomination(at: Situation) -> bool | None:
    final = final_of(at)
    return None if final is None else final.call.denomination == at.call.denomination


def _shown_again(at: Situation) -> bool:
    final = final_of(at)
    if final is None or at.irregularity is None:
        return False
    shown = {name for name, how in specified(final.call, meaning_of(at, final)) if how == "length"}
    related = suits_related(at.call, at.meaning)
    return bool(related) and related <= shown and final.call.denomination not in related


def meaning_of(at: Situation, made: Made) -> Meaning | None:
    """What a call shows, as told with the call or in the system of the record."""
    return made.meaning or at.meaning_in_system(made.call)


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
    "Does the call in its place repeat every suit to which {irregular}, being artificial, relates?",
    observe=_SEES_RELATED,
    assume=_ASSUMES_RELATED,
)
IN_NO_TRUMP = Fact("in_no_trump", "Was {irregular} a bid in no-trump?", observe=lambda at: at.call.denomination == "NT")
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
    "What was the call that {offender} put in its place too early?",
    get_args(AttemptedCall),
    observe=lambda at: kind_of(at.offered[0].call) if at.offered else None,
)


def _attempt_repeated(at: Situation) -> bool | None:
    final = final_of(at)
    return None if final is None else final.call.denomination == at.offered[0].call.denomination


ATTEMPT_REPEATED = Fact(
    "attempt_repeated", "Does the final call name the denomination of {attempt}?", observe=_attempt_repeated
)
FinalCall = Literal["not made yet", "repeated", "changed"]
FINAL_CALL = Fact[FinalCall](
    "final_call",
    "Does the final call of {offender} at that turn name the denomination of {irregular}?",
    get_args(FinalCall),
    observe=_final_call,
)
DENOMINATION_REPEATED = Fact(
    "denomination_repeated",
    "Does {replacement} name the denomination of {irregular}?",
    observe=_same_denomination,
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
    "What does declarer do as {partner} first has the lead?",
    get_args(LeadDemand),
    source=Source.ELECTION,
    who="declarer",
    observe=lambda at: "forbid" if at.record.lead and at.record.lead.forbidden else None,
)
REPEATED_IN_TURN = Fact(
    "repeated_in_turn",
    "Was it out of rotation, and made again in turn as Law 30A or 32B1 says?",
    default=False,
)
