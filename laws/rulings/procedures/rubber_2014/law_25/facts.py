"""What the Director finds out under Law 25 of the rubber code alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.rubber.calls import kind_of
from laws.rulings.replay import Kind, Situation


def _keeps_first(at: Situation) -> bool | None:
    earlier = at.original
    if earlier is None or at.record.replacement is None:
        return None
    return at.record.replacement.call is earlier.call


def _first_repeated(at: Situation) -> bool | None:
    earlier = at.original
    if earlier is None or at.record.replacement is None:
        return None
    return at.record.replacement.call.denomination == earlier.call.denomination


CLAIMS_SLIP = Fact(
    "claims_slip",
    "Does {offender} say that {original} was not the call intended?",
    default=False,
    observe=lambda at: at.record.intended is not None,
)

SECOND_LEGAL_THERE = Fact(
    "second_call_legal",
    "Would {irregular} have been legal instead of {original}?",
    observe=lambda at: at.kinds == (Kind.CHANGE_OF_CALL,) if at.kinds else None,
)

FirstCall = Literal["suit", "no-trump", "no bid"]

FIRST_CALL = Fact[FirstCall](
    "first_call",
    "What was the first call, {original}?",
    get_args(FirstCall),
    observe=lambda at: kind_of(made.call) if (made := at.original) else None,
)

KEEPS_FIRST = Fact(
    "keeps_first",
    "Does {offender} let {original} stand?",
    source=Source.ELECTION,
    who="offender",
    observe=_keeps_first,
    told={True: "{offender} lets {original} stand", False: "{offender} gives up {original}"},
)

FIRST_REPEATED = Fact(
    "first_repeated",
    "Does the call now made name the denomination of {original}?",
    observe=_first_repeated,
)
