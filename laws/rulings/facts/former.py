"""Facts that the duplicate code of 2007 asked for and that of 2017 no longer does."""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import CALLS, Call
from laws.rulings.facts.base import Fact, Judgement, Source
from laws.rulings.meanings import Meaning, is_told, specified_suits
from laws.rulings.natural import Shown, resting_on
from laws.rulings.record import Made
from laws.rulings.replay import Situation

# -- the replacement of an insufficient bid ----------------------------------------------------------------------------


def _offered(at: Situation) -> Made | None:
    """The call first put in the place of the irregular one."""
    return at.offered[0] if at.offered else None


def _shown_by(at: Situation, made: Made) -> Meaning | None:
    return made.meaning or at.meaning_in_system(made.call)


def _withdrawn(at: Situation) -> tuple[Shown, ...]:
    return ((at.call, at.meaning),) if at.irregularity else ()


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
    natural = {_natural(at, at.call, at.meaning), _natural(at, made.call, _shown_by(at, made))}
    return False if False in natural else None if None in natural else True


def _more_precise(at: Situation) -> bool | None:
    made = _offered(at)
    meaning = _shown_by(at, made) if made else None
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
    find_out="what both bids show in the partnership's methods; a doubt counts as artificial",
    observe=_neither_artificial,
    told={True: "{attempt} is the cheapest bid in the same denomination, and neither bid is artificial"},
)
MORE_PRECISE: Final = Fact(
    "more_precise",
    "Does {attempt} have the same meaning as {irregular}, or a more precise one?",
    source=Source.FINDING,
    find_out="whether any hand fit for {attempt} would not have been fit for {irregular}; similar is not enough",
    observe=_more_precise,
    told={
        True: "{attempt} shows nothing that {irregular} did not show",
        False: "{attempt} shows hands that {irregular} did not show",
    },
)

# -- calls out of rotation ---------------------------------------------------------------------------------------------


def _repeats(at: Situation) -> bool | None:
    made = at.offered[-1] if at.offered else None
    if made is None:
        return None
    wanted = {denomination for denomination, _ in at.specifies(at.call, at.meaning)}
    found = {denomination for denomination, _ in at.specifies(made.call, _shown_by(at, made))}
    return made.call.is_bid and bool(wanted) and wanted <= found


def _last_two(at: Situation) -> tuple[Shown, ...]:
    made = at.offered[-1] if at.offered else None
    return ((at.call, at.meaning), (made.call, _shown_by(at, made))) if made and made.call.is_bid else ()


_SEES_REPEATED, _ASSUMES_REPEATED = resting_on(_last_two, _repeats)


BID_BEFORE: Final = Fact(
    "bid_before",
    "Had any player bid before?",
    observe=lambda at: at.standing.bid is not None,
)
REPEATS_DENOMINATION: Final = Fact(
    "repeats_denomination",
    "Does {replacement} repeat the denomination of {irregular}?",
    observe=_SEES_REPEATED,
    assume=_ASSUMES_REPEATED,
    told={True: "{replacement} repeats the denomination", False: "{replacement} does not repeat the denomination"},
)
PAUSED: Final = Fact(
    "paused_for_thought",
    "Did {offender} pause for thought before changing the call, or trying to?",
    source=Source.FINDING,
    find_out="how soon after noticing it {offender} spoke up; a pause to think ends the right to change",
)

# -- leads -------------------------------------------------------------------------------------------------------------


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

# -- potential damage --------------------------------------------------------------------------------------------------

COULD_HAVE_BEEN_AWARE: Final = Fact(
    "could_have_been_aware",
    "Could {offender} have been aware at the time that it could well damage the other side?",
    source=Source.FINDING,
    find_out="what {offender} held and knew at that moment; intent need not be shown",
    judgement=Judgement(
        test="Could the offender have been aware, when it happened, that it could well damage the non-offending side?",
        law="23",
        ask="{offender} what the auction and the hand told at that moment; whether it was meant does not count",
        rulings={
            False: "the result stands",
            True: "auction and play go on; afterwards an adjusted score if the offending side gained by it",
        },
    ),
)
