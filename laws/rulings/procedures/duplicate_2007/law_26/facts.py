"""What the Director finds out under Law 26 (2007) alone."""

from __future__ import annotations

from typing import Final

from laws.rulings.facts.base import Fact
from laws.rulings.meanings import specified_suits
from laws.rulings.natural import Shown, resting_on
from laws.rulings.replay import Situation


def _withdrawn(at: Situation) -> tuple[Shown, ...]:
    return ((at.call, at.meaning),) if at.irregularity else ()


def _suits_of(at: Situation) -> frozenset[str]:
    return specified_suits(at.call, at.meaning)


def _of_offender(at: Situation) -> tuple[Shown, ...]:
    """The withdrawn call and the offender's legal calls."""
    legal = ((made.call, at.shown_by(made)) for made in at.legal_calls() if made.by is at.offender)
    return (*_withdrawn(at), *legal)


_SEES_RELATED, _ASSUMES_RELATED = resting_on(_withdrawn, lambda at: bool(_suits_of(at)) if at.irregularity else None)

_SEES_AGAIN, _ASSUMES_AGAIN = resting_on(
    _of_offender,
    lambda at: _suits_of(at) <= at.protected_suits() if at.irregularity and _suits_of(at) else None,
)

RELATES_TO_SUITS: Final = Fact(
    "relates_to_suits",
    "Did {irregular} relate to one or more particular suits?",
    observe=_SEES_RELATED,
    assume=_ASSUMES_RELATED,
)

SPECIFIED_AGAIN: Final = Fact(
    "specified_again",
    "Did the offender specify each of those suits in the legal auction?",
    observe=_SEES_AGAIN,
    assume=_ASSUMES_AGAIN,
)
