"""What the Director finds out under Law 36 alone."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings import comparable
from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.calls import tolerance_at
from laws.rulings.replay import Situation

FACE_DOWN_LEAD: Final = Fact(
    "face_down_lead",
    "Has an opening lead been chosen, but not yet faced?",
    default=False,
    observe=lambda at: None if at.record.noticed in (None, "clarification") else False,
)

CORRECTED_FIRST: Final = Fact(
    "corrected_first",
    "Had {offender} substituted another call before {lho} called?",
    default=False,
    observe=lambda at: at.substituted is not None,
)


def _substitute_comparable(at: Situation) -> str | None:
    """What the meanings tell of the call that took the place of the inadmissible one; None where they are not stated."""
    if not at.offered:
        return None
    meaning = at.offered[-1].meaning or at.meaning_in_system(at.offered[-1].call)
    if at.meaning is None or meaning is None or not (at.meaning.stated and meaning.stated):
        return None
    return "no" if comparable.decisive(at.meaning, meaning, tolerance_at(at)) == "no" else "yes"


SubstituteComparable = Literal["open", "no", "yes"]

SUBSTITUTE_COMPARABLE: Final = Fact[SubstituteComparable](
    "substitute_comparable",
    "Is the call that {offender} substitutes comparable to {irregular}?",
    get_args(SubstituteComparable),
    source=Source.FINDING,
    default="open",
    find_out="the tests of Law 23A: what both calls show in the partnership's methods",
    observe=_substitute_comparable,
)
