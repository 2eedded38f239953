"""What the Director finds out under Law 27 alone."""

from __future__ import annotations

from laws.rulings import comparable
from laws.rulings.calls import BIDS, Call
from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.calls import first_offer, is_by_lho, meaning_of, tolerance_at
from laws.rulings.meanings import denominations, is_told, specified
from laws.rulings.natural import Assumption, Shown, as_natural, may_be_taken, untold
from laws.rulings.replay import Situation, once


@once
def _both_bids(at: Situation) -> tuple[Shown, ...]:
    """The bid and the one offered in its place, with what they show; nothing when no bid was offered."""
    offered = first_offer(at)
    if offered is None or not offered.call.is_bid:
        return ()
    return (at.call, at.meaning), (offered.call, meaning_of(at, offered))


@once
def _lowest_same(at: Situation) -> tuple[bool | None, tuple[Call, ...]]:
    """The answer when bids without a meaning are natural, and the cheaper bids on whose natural meaning it then rests."""
    both = _both_bids(at)
    if not both:
        return None, ()
    wanted, given = denominations(*both[0]), denominations(*both[1])
    if not wanted or given != wanted:
        return False, ()
    cheaper = BIDS[at.standing.bid.rank + 1 if at.standing.bid else 0 : both[1][0].rank]
    system = at.record.system
    same = tuple([bid for bid in cheaper if denominations(bid, system.get(bid.text)) == wanted])
    told = [bid for bid in same or cheaper if is_told(bid, system.get(bid.text))] if system else ()
    if not same:
        return True, tuple([bid for bid in cheaper if bid not in told])
    return False, () if told else same


def _sees_lowest_same(at: Situation) -> bool | None:
    value, rests_on = _lowest_same(at)
    both = _both_bids(at)
    if _shows_nothing_special(both):
        return False
    return None if rests_on or untold(both) else value


def _shows_nothing_special(both: tuple[Shown, ...]) -> bool:
    """One of the two bids is told, and specifies no denomination: so they cannot specify the same one."""
    return any(is_told(*one) and not specified(*one) for one in both)


def _assumes_lowest_same(at: Situation) -> Assumption | None:
    """What bids that were made show is assumed only where the record allows it, of cheaper ones that nobody made always."""
    value, rests_on = _lowest_same(at)
    missing = untold(_both_bids(at))
    if value is None or not may_be_taken(at, missing):
        return None
    told = [as_natural(missing)] if missing else []
    if rests_on:
        told.append(as_natural(rests_on) if not value else "no cheaper bid shows the same")
    return Assumption(value, "; ".join(told))


def _imperfect_fit(at: Situation) -> bool | None:
    """Both bids specify the same denominations, but one shows length where the other shows two cards or more."""
    offered = first_offer(at)
    if offered is None or not offered.call.is_bid or untold(_both_bids(at)):
        return None
    old = at.specifies(at.call, at.meaning)
    new = at.specifies(offered.call, meaning_of(at, offered))
    return old != new and denominations(at.call, at.meaning) == denominations(offered.call, meaning_of(at, offered))


ABOVE_SEVEN = Fact(
    "attempt_above_seven",
    "Does {offender} replace {irregular} with a bid of more than seven?",
    default=False,
    observe=lambda at: bool(at.offered) and at.offered[0].call.level > 7,
)

CALLED_OVER_ATTEMPT = Fact(
    "called_over_attempt",
    "Has {lho} called over {attempt}, before the Director ruled?",
    default=False,
    observe=lambda at: at.substituted is not None and is_by_lho(at),
)

LOWEST_SAME = Fact(
    "lowest_same",
    "Is {attempt} the cheapest sufficient bid that specifies the same denomination(s) as {irregular}?",
    source=Source.FINDING,
    find_out="what both bids specify in the partnership's methods, and whether a cheaper bid would specify it too",
    observe=_sees_lowest_same,
    assume=_assumes_lowest_same,
    told={True: "{attempt} is {cheapest}"},
    given={
        True: "{offender} makes the cheapest sufficient bid that specifies the same denomination as {irregular}",
        False: "",
    },
)


def _only_shortage_differs(at: Situation) -> bool | None:
    """Both bids show the same suits; the withdrawn one, or its replacement, also tells that some suit is not short."""
    offered = first_offer(at)
    if offered is None or not offered.call.is_bid or untold(_both_bids(at)):
        return None
    old = at.specifies(at.call, at.meaning)
    new = at.specifies(offered.call, meaning_of(at, offered))
    return old != new and bool(old & new) and _shown(old) == _shown(new)


def _shown(specified_by_call: frozenset[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    return frozenset(item for item in specified_by_call if item[1] != "no shortage")


IMPERFECT_FIT = Fact(
    "imperfect_fit",
    "Does one bid show length in a suit in which the other shows two or more cards?",
    default=False,
    observe=_imperfect_fit,
)

ONLY_SHORTAGE_DIFFERS = Fact(
    "only_shortage_differs",
    "Do the two bids differ only in that one says a suit is not short?",
    default=False,
    observe=_only_shortage_differs,
)


def _finally_comparable(at: Situation) -> bool | None:
    """What was chosen in the end, after a cancelled attempt, is comparable to the withdrawn bid, as far as meanings tell."""
    if len(at.offered) < 2 or at.meaning is None or not at.meaning.stated:
        return None
    last = meaning_of(at, at.offered[-1])
    if last is None or not last.stated:
        return None
    return comparable.decisive(at.meaning, last, tolerance_at(at)) != "no"


FINALLY_COMPARABLE = Fact(
    "finally_comparable",
    "Is the final call comparable to {irregular}?",
    default=False,
    observe=_finally_comparable,
)
