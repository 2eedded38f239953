"""What the Director finds out under Law 27 (2007) alone."""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import CALLS, Call
from laws.rulings.facts.auction import shown_by_call
from laws.rulings.facts.base import Fact, Source
from laws.rulings.meanings import Meaning, is_told
from laws.rulings.record import Made
from laws.rulings.replay import Situation


def _offered(at: Situation) -> Made | None:
    """The call first put in the place of the irregular one."""
    return at.offered[0] if at.offered else None


def _lowest_in_denomination(at: Situation) -> bool | None:
    made = _offered(at)
    if made is None or not made.call.is_bid:
        return None
    lower = CALLS.get(f"{made.call.level - 1}{made.call.denomination}")
    return made.call.denomination == at.call.denomination and not (lower and at.standing.sufficient(lower))


def _natural(at: Situation, call: Call, meaning: Meaning | None) -> bool | None:
    """A bid that shows length in what it names, or offers notrump by naming it; None when its meaning is not told."""
    if meaning is None or not is_told(call, meaning):
        return None if meaning is None or meaning.artificial is None else False
    return not meaning.artificial and (call.denomination, "length") in at.specifies(call, meaning)


def _neither_artificial(at: Situation) -> bool | None:
    made = _offered(at)
    if made is None:
        return None
    natural = {_natural(at, at.call, at.meaning), _natural(at, made.call, shown_by_call(at, made))}
    return False if False in natural else None if None in natural else True


def _more_precise(at: Situation) -> bool | None:
    made = _offered(at)
    meaning = shown_by_call(at, made) if made else None
    if at.meaning is None or meaning is None or not (at.meaning.stated and meaning.stated):
        return None
    return at.meaning.asks == meaning.asks and meaning.within(at.meaning)


LOWEST_IN_DENOMINATION: Final = Fact(
    "lowest_in_denomination",
    "Is {attempt} the cheapest sufficient bid in the denomination that {irregular} names?",
    observe=_lowest_in_denomination,
)

NEITHER_ARTIFICIAL: Final = Fact(
    "neither_artificial",
    "Is it beyond doubt that neither {irregular} nor {attempt} is artificial?",
    source=Source.FINDING,
    find_out="what both bids show in the partnership's methods; if in doubt, treat it as artificial",
    observe=_neither_artificial,
    told={True: "{attempt} is the cheapest bid in the same denomination, and neither bid is artificial"},
)

MORE_PRECISE: Final = Fact(
    "more_precise",
    "Does {attempt} have the same meaning as {irregular}, or a more precise one?",
    source=Source.FINDING,
    find_out=(
        "whether any hand suitable for {attempt} would not have been suitable for {irregular}; similar is not enough"
    ),
    observe=_more_precise,
    told={
        True: "{attempt} shows nothing that {irregular} did not show",
        False: "{attempt} shows hands that {irregular} did not show",
    },
)
