"""The final call of the offender, and what it means for the lead (26)."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.calls import SUITS, Call
from laws.rulings.facts.base import Fact
from laws.rulings.facts.rubber.calls import CHANGED, NOT_MADE, REPEATED
from laws.rulings.meanings import Meaning, specified, specified_suits
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


def meaning_of(at: Situation, made: Made) -> Meaning | None:
    """What a call shows, as told with the call or in the system of the record."""
    return made.meaning or at.meaning_in_system(made.call)


IN_NO_TRUMP = Fact("in_no_trump", "Was {irregular} a bid in no-trump?", observe=lambda at: at.call.denomination == "NT")


FinalCall = Literal["not made yet", "repeated", "changed"]
FINAL_CALL = Fact[FinalCall](
    "final_call",
    "Does the final call of {offender} at that turn name the denomination of {irregular}?",
    get_args(FinalCall),
    observe=_final_call,
)
