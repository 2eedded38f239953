"""What an offender may put in place of a cancelled call, with what the partnership's system says of it.

A question has one right answer, so a replacement is staged only when every director would find it comparable, or none.
How much difference is still "similar" (Law 23A1) is judgement; what lies between plainly similar and plainly different is
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Final

from exams.scenarios.bidding.hands import holds, read
from exams.scenarios.bidding.system import Option, after, preferred
from exams.scenarios.tables import Table
from laws.rulings.calls import DOUBLE, PASS, SUITS, Call
from laws.rulings.cards import lengths
from laws.rulings.comparable import Similarity, is_subset, same_or_similar, same_purpose
from laws.rulings.meanings import MAX_HCP, Meaning, Range, Shown, is_told, specified
from laws.rulings.seats import Seat
from laws.rulings.similarity import is_any_shape

_PLAINLY_SIMILAR: Final = Similarity(
    points=1, cards=0, source="narrower than any regulation, so that nobody need judge"
)
_POINTS, _CARDS = 4, 2
"""A call that comes within so many points and cards of being a subset could be found similar by somebody."""
_STRONG: Final = 21
"""From here on an upper limit of points is no limit that matters."""
_TOO_GOOD_TO_PASS: Final = 14
"""A player with more points than that bids something, whatever the director has said."""
_LONG_SUIT: Final = 6
_WORTH_A_BID: Final = 10
"""And with more than that where there is a bid for the hand that partner may leave in."""


def tells_something(option: Option) -> bool:
    """The call shows hands, not every hand, and a bid shows or asks what a reader can see from its meaning."""
    meaning = option.meaning
    if meaning is None or (meaning.alternatives == (Shown(),) and not meaning.asks):
        return False
    return not option.call.is_bid or _shows(option.call, meaning)


def _shows(bid: Call, meaning: Meaning) -> bool:
    return bool(meaning.artificial or meaning.asks or (is_told(bid, meaning) and specified(bid, meaning)))


def corrections(table: Table, offender: Seat, calls: Sequence[Call], withdrawn: Option) -> list[Option]:
    """The calls that a player could believably correct an insufficient bid by.

    To make the bid good in its denomination is everybody's first thought; it is free when it is the cheapest (27B1(a)).
    """
    last = after(table.dealer, calls).bid
    floor = last.rank if last is not None else -1
    wanted = specified(withdrawn.call, withdrawn.meaning)

    def again(option: Option) -> bool:
        """The cheapest bid of the same name."""
        call = option.call
        return call.is_bid and call.denomination == withdrawn.call.denomination and floor < call.rank <= floor + 5

    def plainly(option: Option) -> bool:
        """The cheapest bid of the denomination, specifying the same and nothing else."""
        return again(option) and specified(option.call, option.meaning) == wanted

    def doubtful(option: Option) -> bool:
        """The two specify the same lengths, and differ in what else they tell: whether 27B1(a) holds can be argued."""
        new = specified(option.call, option.meaning) if option.call.is_bid else wanted
        return new != wanted and _lengths(new) == _lengths(wanted) != frozenset()

    chosen = _chosen(fitting(table, offender, calls), table.hands[offender], withdrawn, plainly)
    return [option for option in chosen if not doubtful(option)]


def choices(table: Table, offender: Seat, calls: Sequence[Call], withdrawn: Option) -> list[Option]:
    """The calls that a player could believably choose in turn after a call out of rotation was cancelled."""
    return _chosen(fitting(table, offender, calls), table.hands[offender], withdrawn, lambda _: False)


def fitting(table: Table, seat: Seat, calls: Sequence[Call]) -> list[Option]:
    """The calls that tell something and that a hand fits; a pass, whatever it tells. Of suits that show the same, the one
    that the player prefers: nobody bids the shorter one.
    """
    cards = read(table.hands[seat])
    held = [
        option for option in table.system.options(calls) if option.meaning is not None and holds(option.meaning, cards)
    ]
    best = [preferred(list(same), cards) for _, same in groupby(held, key=lambda option: option.row)]
    return [option for option in best if option.call is PASS or tells_something(option)]


def _lengths(shown: frozenset[tuple[str, str]]) -> frozenset[str]:
    return frozenset(denomination for denomination, how in shown if how == "length")


def _chosen(options: Sequence[Option], hand: str, withdrawn: Option, free: Callable[[Option], bool]) -> list[Option]:
    """Of these calls the free ones; the costly ones only where none is free, and no pass of a strong hand then."""
    found = {option.call: comparable(withdrawn, option) for option in options}
    costless = [option for option in options if free(option) or found[option.call]]
    if costless:
        return costless
    costly = [option for option in options if found[option.call] is False and not _needs_partner(option)]
    speaks = read(hand).hcp > (_WORTH_A_BID if any(option.call.is_bid for option in costly) else _TOO_GOOD_TO_PASS)
    speaks = speaks or any(_names_again(option.call, withdrawn.call, hand) for option in costly)
    return [option for option in costly if not (speaks and option.call is PASS)]


def _names_again(call: Call, withdrawn: Call, hand: str) -> bool:
    """A bid in the long suit that was bid before, no higher than then: nobody passes who can still make that."""
    suit = withdrawn.denomination
    if suit not in SUITS or call.denomination != suit or call.level > withdrawn.level:
        return False
    return lengths(hand)[SUITS.index(suit)] >= _LONG_SUIT


def _needs_partner(option: Option) -> bool:
    """A bid that asks partner for something, or that partner has to take out: nobody makes it who has just been told that
    partner must pass.
    """
    meaning = option.meaning
    return option.call.is_bid and meaning is not None and bool(meaning.artificial or meaning.asks)


def comparable(withdrawn: Option, option: Option) -> bool | None:
    """Whether every director would find the call comparable with the withdrawn one; None where it needs judgement.

    That a pass is like a pass, and a double like a double, whatever they show, is held by some and doubted by others.
    """
    if withdrawn.meaning is None or option.meaning is None:
        return None
    if withdrawn.meaning.asks and not option.meaning.asks and option.call is PASS:
        return None  # whatever the points say, who passes asks nothing
    found = _comparable(withdrawn.meaning, option.meaning)
    if found is False and option.call.is_bid and _lacks_only_strength(withdrawn.meaning, option.meaning):
        return None
    if found is False and option.call is DOUBLE and _differs_only_when_strong(withdrawn.meaning, option.meaning):
        return None
    return found or (None if option.call is withdrawn.call and not option.call.is_bid else found)


def _differs_only_when_strong(old: Meaning, new: Meaning) -> bool:
    """A double that would be comparable but for the strong hands of any shape: some directors call that similar."""
    shaped = tuple(one for one in new.alternatives if not is_any_shape(one))
    return 0 < len(shaped) < len(new.alternatives) and _comparable(old, replace(new, alternatives=shaped)) is not False


def _lacks_only_strength(old: Meaning, new: Meaning) -> bool:
    """A bid whose methods tell no strength, and which would be comparable with some: nobody rules on that unasked."""
    if any(shown.hcp != (0, MAX_HCP) for shown in new.alternatives):
        return False
    ranged = [replace(one, hcp=old.alternatives[0].hcp) for one in new.alternatives]
    return _comparable(old, replace(new, alternatives=tuple(ranged))) is not False


@lru_cache(maxsize=1 << 14)
def _comparable(old: Meaning, new: Meaning) -> bool | None:
    if is_subset(old, new) or same_purpose(old, new) or same_or_similar(old, new, _PLAINLY_SIMILAR):
        return True
    if old.asks and old.asks == new.asks:
        return None
    return None if not new.hands & ~_widened(old).hands else False


@lru_cache(maxsize=1 << 12)
def _widened(meaning: Meaning) -> Meaning:
    return Meaning(
        tuple(
            Shown(_wide(shown.hcp, _POINTS, MAX_HCP), tuple(_wide(one, _CARDS, 13) for one in shown.lengths))  # type: ignore[arg-type]
            for shown in meaning.alternatives
        )
    )


def _wide(limits: Range, by: int, top: int) -> Range:
    low, high = limits
    return max(0, low - by), top if top == MAX_HCP and high >= _STRONG else min(top, high + by)


def cheaper(table: Table, calls: Sequence[Call], chosen: Call) -> list[Option]:
    """The system's bids below the chosen one: the cheapest bid that specifies a denomination is among them."""
    return [
        option
        for option in table.system.options(calls)
        if option.meaning is not None and option.call.is_bid and option.call.rank < chosen.rank
    ]


def to_be_asked(options: Sequence[Option], withdrawn: Option) -> Iterator[Option]:
    """Those of these bids that a director has to ask about: they name or specify what the withdrawn bid specified."""
    wanted = {denomination for denomination, _ in specified(withdrawn.call, withdrawn.meaning)}
    for option in options:
        if option.call.denomination in wanted or wanted & {suit for suit, _ in specified(option.call, option.meaning)}:
            yield option
