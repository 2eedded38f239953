"""What the settings of many laws ask of a table: calls in words and as data, the contract, cards of a hand, names of sides."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, groupby
from typing import Any, Final

from exams.scenarios.bidding.hands import read
from exams.scenarios.bidding.system import Option, after
from exams.scenarios.tables import Table, calls_data, needed
from laws.rulings.calls import PASS, SUIT_NAMES, SUITS, SYMBOLS, Call
from laws.rulings.meanings import denominations
from laws.rulings.replay import Situation
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.words import NOBODY, list_of, names_at

Calls = Sequence[tuple[Seat, Call]]
"""Calls of an auction in the order in which they were made."""
Made = Sequence[tuple[Seat, Option]]
"""The same with what the system says of each."""

_DOING: Final = {
    "P": ("passed", "passes", "passing"),
    "X": ("doubled", "doubles", "doubling"),
    "XX": ("redoubled", "redoubles", "redoubling"),
}


def the_call(call: Call) -> str:
    """A call with an article where it takes one: `3♠`, `the double`."""
    return call.symbol if call.is_bid else f"the {call.symbol}"


def a_call(call: Call) -> str:
    """A call as one of its kind: `3♠`, `a double`, `a pass`."""
    return call.symbol if call.is_bid else f"a {call.symbol}"


def owned(seat: Seat, call: Call) -> str:
    """A call with whose it is: `South's pass`, `North's 2♥`."""
    return f"{seat.full_name}'s {call.symbol}"


def did(call: Call) -> str:
    """What a player who made the call did: `bid 3♠`, `doubled`, `passed`."""
    return _DOING[call.text][0] if call.text in _DOING else f"bid {call.symbol}"


def does(call: Call) -> str:
    """What a player who makes the call does: `bids 3♠`, `doubles`, `passes`."""
    return _DOING[call.text][1] if call.text in _DOING else f"bids {call.symbol}"


def to_make(call: Call) -> str:
    """The same after `can` or `to`: `bid 3♠`, `double`, `pass`."""
    return {"P": "pass", "X": "double", "XX": "redouble"}.get(call.text, f"bid {call.symbol}")


def doing(call: Call) -> str:
    """The same as something one does: `bidding 3♠`, `doubling`, `passing`."""
    return _DOING[call.text][2] if call.text in _DOING else f"bidding {call.symbol}"


def in_turn(seat: Seat, calls: Sequence[Call]) -> list[tuple[Seat, Call]]:
    """These calls, in rotation from a player on."""
    return list(zip(cycle((seat, seat.lho, seat.partner, seat.rho)), calls, strict=False))


def events(calls: Calls) -> str:
    """What players did, as a clause: `West passed, and North bid 2♥`; empty where nobody did anything."""
    if len({call for _, call in calls}) == 1 < len(calls):
        return f"{list_of([seat.full_name for seat, _ in calls], 'and')} {did(calls[0][1])}"
    *parts, last = [f"{seat.full_name} {did(call)}" for seat, call in calls] or [""]
    return f"{', '.join(parts)}, and {last}" if parts else last


def clauses(calls: Calls) -> list[str]:
    """What players do, one after the other, passes in a row at once: `West and North pass`, `East bids 1♥`."""
    parts: list[str] = []
    for passed, group in groupby(calls, key=lambda one: one[1] is PASS):
        made = list(group)
        if passed and len(made) > 1:
            parts.append(f"{list_of([seat.full_name for seat, _ in made], 'and')} pass")
        else:
            parts += [f"{seat.full_name} {does(call)}" for seat, call in made]
    return parts


def capital(words: str) -> str:
    """The words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Contract:
    """What is played: the last bid, doubled (2), redoubled (4) or neither (1), and who plays it."""

    bid: Call
    declarer: Seat
    multiplier: int = 1

    @property
    def words(self) -> str:
        """`3NT by South`, `4♠ doubled, played by West`."""
        played = "" if self.multiplier == 1 else ", played"
        return f"{self.only}{played} by {self.declarer.full_name}"

    @property
    def owned(self) -> str:
        """`South's 3NT`, `West's 4♠ doubled`."""
        return f"{self.declarer.full_name}'s {self.only}"

    @property
    def only(self) -> str:
        """`3NT`, `4♠ doubled`, for a sentence that says who is in it."""
        return self.bid.symbol + {1: "", 2: " doubled", 4: " redoubled"}[self.multiplier]


def contract(dealer: Seat, made: Calls) -> Contract | None:
    """The contract of an auction that has ended; None while it goes on or when all passed."""
    state = after(dealer, (call for _, call in made))
    bid, bidder = state.bid, state.bidder
    if not state.ended or bid is None or bidder is None:
        return None
    named = (seat for seat, call in made if seat.side is bidder.side and call.denomination == bid.denomination)
    return Contract(bid, next(named), state.multiplier)


def contract_of(table: Table) -> Contract:
    """The contract of the table's natural auction. Raises Unfit when it is longer than a question shows, or passed out."""
    return needed(contract(table.dealer, table.before()))


def as_data(value: Any) -> Any:
    """What a stage has, for a record: seats and calls by their letters, `(seat, call)` and `(seat, option)` as made calls."""
    match value:
        case Seat():
            return value.value
        case Call():
            return value.text
        case (Seat() as seat, Call() as call):
            return {"by": seat.value, "call": call.text}
        case (Seat(), Option()):
            return calls_data([value])[0]
        case dict():
            return {name: as_data(one) for name, one in value.items()}
        case list() | tuple():
            return [as_data(one) for one in value]
    return value


def in_words(value: Any) -> str:
    """What a stage has, for a reader: a player by name, a bid by its symbol, a contract with its declarer; nothing for None."""
    match value:
        case Seat():
            return value.full_name
        case Call():
            return value.symbol
        case Contract():
            return value.words
    return "" if value is None else str(value)


def cards(table: Table, seat: Seat, suit: str) -> str:
    """The ranks that a player holds in a suit, the highest first."""
    return read(table.hands[seat]).suits[SUITS.index(suit)]


def card_name(suit: str, ranks: str) -> str:
    """A card for a reader: `♥10`; or what somebody holds in the suit, as hands are shown: `♥QT8`."""
    return f"{SYMBOLS[suit]}{ranks.replace('T', '10') if len(ranks) == 1 else ranks}"


def any_card(table: Table, seat: Seat, rng: random.Random) -> str:
    """One of the player's cards, for a reader."""
    suit = rng.choice([suit for suit in SUITS if cards(table, seat, suit)])
    return card_name(suit, rng.choice(cards(table, seat, suit)))


def pair(seat: Seat) -> str:
    """The name of a player's side."""
    return "North–South" if seat.side.value == "NS" else "East–West"


_NUMBER: Final = (
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def number(count: int) -> str:
    """A number in words, up to twelve."""
    return _NUMBER[count]


TOUCHING: Final = ("AK", "KQ", "QJ", "JT")
"""Honours next to each other, at the top of a suit."""


def lead_from(ranks: str) -> str:
    """The usual lead from a suit: the top of touching honours or of a doubleton, else the fourth best, or third of three."""
    if len(ranks) == 2 or ranks[:2] in TOUCHING:
        return ranks[0]
    return ranks[min(3, len(ranks) - 1)]


# -- the players and calls of a ruling ----------------------------------------------------------------------------------

PLACES: Final = frozenset(NOBODY) | {"owed", "specified", "stands"}
"""What a sentence can name at every table; "the replacement" where there is none."""


def names(ruling: Ruling) -> dict[str, str]:
    """What to call the players and calls of a ruling: `South's pass`, since a table may have seen several passes."""
    at = ruling.situation
    found = {**names_at(at), "stands": "stands", "specified": ""}
    if at is None or at.irregularity is None:
        return found
    found["irregular"] = _only(at, at.offender, at.call)
    found["owed"] = the_call(at.call)
    found["specified"] = _specified(at)
    for place, made in (("first", at.first_of_moment), ("over", at.next_made)):
        if made is not None:
            found[place] = _only(at, made.by, made.call)
            if made.call is at.call:
                found[place], found["irregular"] = owned(made.by, made.call), owned(at.offender, at.call)
    if at.offered:
        found["attempt"] = _again(at, at.offered[0].call)
        found["replacement"] = _again(at, at.offered[-1].call)
        if any(one.call is at.call for one in at.offered):
            found["irregular"] = _numbered(at, "first")
    return found


def _specified(at: Situation) -> str:
    """The suits, or no-trump, that the irregular call specifies: `hearts` of a raise that was made as a bid of clubs."""
    found = {name for name, how in denominations(at.call, at.meaning) if how == "length"}
    named = ["no-trump" if name == "NT" else words for name, words in SUIT_NAMES.items() if name in found]
    return list_of(named, "and") if named else "the same denomination"


def bare(by: Seat, call: Call) -> str:
    """A call as it is spoken of at a table: a bid by itself, `South's pass` with its player."""
    return call.symbol if call.is_bid else owned(by, call)


def _only(at: Situation, by: Seat, call: Call) -> str:
    """The same, but a double or redouble is `the double` where nobody else has made one."""
    if call is PASS or call.is_bid:
        return bare(by, call)
    made = [*at.record.auction, *at.record.continued]
    return owned(by, call) if any(one.call is call and one.by is not by for one in made) else the_call(call)


def _again(at: Situation, call: Call) -> str:
    return _numbered(at, "second") if call is at.call else _only(at, at.offender, call)


def _numbered(at: Situation, which: str) -> str:
    """A call that is made again: `the second double`; of a pass, which others make as well, with whose it is."""
    whose = f"{at.offender.full_name}'s" if at.call is PASS else "the"
    return f"{whose} {which} {at.call.symbol}"
