"""The bidding system: which calls a player has in an auction, in order of preference, and what each of them shows.

The system bids alike in every seat and looks only at the calls, so an auction that a player merely believes he is in
(he did not see his partner's opening bid) is asked about in the same way as the real one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final

import yaml

from exams.scenarios.bidding.hands import Hand, holds, read
from exams.scenarios.bidding.patterns import OTHER, Binding, Pattern, seen, variants
from exams.scenarios.bidding.rows import (
    NOTHING_BEYOND,
    BadRow,
    Numbers,
    Order,
    Row,
    describe,
    in_order,
    read_order,
    read_row,
)
from laws.rulings.calls import CALLS, PASS, SUITS, Call
from laws.rulings.meanings import Meaning, Range, Shown
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

# The parser in C is some six times faster, and its wheels have it; where it lacks, the one in Python does the same.
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_REMEMBERED: Final = 1 << 16
"""Auctions whose options are kept: enough for long runs of one worker, without growing for ever."""

_POINTS_ANYWHERE: Final = 17
_SUIT_ANYHOW: Final = 6
"""A hand whose suits promise up to 6 cards can have up to 17 points whatever else it holds."""

Texts = tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """One call a player has.

    - meaning: what it shows, together with what the player has shown before; None for a pass that the system gives no
      meaning (partner's call is forcing, or no call fits the hand).
    - rule: the situation of the system that it comes from.
    - words: the meaning for a reader.
    - row: the place of its row there; options of one row differ in the suit only, and the longest suit is preferred.
    - higher: of equally long suits the higher is preferred from this length on, else the cheaper.
    """

    call: Call
    meaning: Meaning | None
    rule: str
    words: str
    row: int = 0
    higher: int = 5


@dataclass(frozen=True, eq=False)
class Situation:
    """A kind of auction with the calls it offers. In a forcing one no pass is offered with a meaning."""

    name: str
    patterns: tuple[Pattern, ...]
    rows: tuple[Row, ...]
    forcing: bool
    order: Order


def after(dealer: Seat, calls: Iterable[Call]) -> Standing:
    """The state of an auction after these calls, in rotation from the dealer."""
    standing = Standing(dealer)
    for call in calls:
        standing.take(standing.turn, call)
    return standing


class System:
    """A bidding system, read from its data. Everything it says about an auction is remembered."""

    def __init__(self, data: Iterable[Mapping[str, Any]]) -> None:
        self.situations = tuple(_situation(entry) for entry in data)
        self._of = lru_cache(maxsize=_REMEMBERED)(self._find)
        self._narrowed = lru_cache(maxsize=_REMEMBERED)(_narrow)
        self._candidates = cache(self._by_size)

    def options(self, calls: Sequence[Call]) -> list[Option]:
        """The calls of the player whose turn it is, in order of preference, pass last; none after the final pass.

        `calls` are the legal calls so far, in rotation from the dealer.
        """
        return list(self._of(tuple(call.text for call in calls)))

    def choose(self, calls: Sequence[Call], hand: str) -> Option:
        """The call a player makes on this hand: the first whose meaning holds it, or a pass without a meaning.

        Among calls of one row the longest suit is bid.
        """
        return self.chosen(tuple([call.text for call in calls]), hand)

    def chosen(self, texts: Texts, hand: str) -> Option:
        """The same, the calls given as texts."""
        options = self._of(texts)
        cards = read(hand)
        rivals: list[Option] = []
        # Asked hundreds of thousands of times for a question on a rare path.
        for option in options:
            if rivals and option.row != rivals[0].row:
                break
            if option.meaning is not None and holds(option.meaning, cards):
                rivals.append(option)
        if not rivals:
            return _nothing_fits(options[-1].rule if options else "")
        return preferred(rivals, cards)

    def situation(self, texts: Texts) -> tuple[Situation, Binding] | None:
        """The first situation of the data that this auction belongs to, with the suits its letters stand for."""
        calls = seen(texts)
        for situation, pattern in self._candidates(len(calls)):
            binding = pattern.match(calls)
            if binding is not None and in_order(situation.order, binding):
                return situation, binding
        return None

    def _by_size(self, size: int) -> tuple[tuple[Situation, Pattern], ...]:
        return tuple(
            (situation, pattern)
            for situation in self.situations
            for pattern in situation.patterns
            if pattern.size == size or (pattern.open and pattern.size < size)
        )

    def meaning(self, texts: Texts, call: str) -> Meaning | None:
        """What the call shows in this auction; None when the system does not have it there."""
        return next((option.meaning for option in self._of(texts) if option.call.text == call), None)

    def _shown(self, texts: Texts, by: int) -> Meaning | None:
        """What the player `by` places before the turn has shown by his last call that has a meaning."""
        told = (self.meaning(texts[:place], texts[place]) for place in range(len(texts) - by, -1, -4))
        return next((meaning for meaning in told if meaning is not None), None)

    def _find(self, texts: Texts) -> tuple[Option, ...]:
        standing = after(Seat.N, (CALLS[text] for text in texts))  # the system does not care who dealt
        by = standing.turn
        found = None if standing.ended else self.situation(texts)
        if found is None:
            return ()
        situation, binding = found
        own, numbers = self._shown(texts, 4), Numbers.of(self._shown(texts, 2))
        last = standing.bid.rank if standing.bid else -1
        options: dict[str, Option] = {}
        for place, row in enumerate(situation.rows):
            for suits in row.bindings(binding):
                call = row.bid(suits, last)
                if call is None or call.text in options or not standing.legal(by, call):
                    continue
                alternatives = self._narrowed(own, row.alternatives(suits, numbers))
                if alternatives:
                    again = call is PASS and own is not None and alternatives == own.alternatives
                    said = row.say or (NOTHING_BEYOND if again and last >= 0 else "")
                    meaning = _told(alternatives, row.asks, row.artificial, said)
                    options[call.text] = Option(call, meaning, situation.name, meaning.words, place, row.higher)
        if situation.forcing:
            options["P"] = Option(
                PASS, None, situation.name, "no meaning: partner's call is forcing", len(situation.rows)
            )
        elif "P" not in options:
            options["P"] = _nothing_fits(situation.name)
        return tuple(options.values())


def _situation(entry: Mapping[str, Any]) -> Situation:
    name = str(entry["name"])
    rows = tuple(read_row(row, f"{name}, row {i}") for i, row in enumerate(entry["calls"], start=1))
    patterns = tuple(Pattern(text) for after in entry["after"] for text in variants(after))
    forcing = bool(entry.get("forcing", False))
    if (rows[-1].call == "P") == forcing:
        raise BadRow(f"{name}: the last row of a situation is the pass, unless partner's call is forcing")
    for pattern in patterns:
        for row in rows:
            known = {*pattern.letters, row.name}
            if unbound := row.letters - known - {OTHER[letter] for letter in known if letter in OTHER}:
                raise BadRow(f"{name}: {min(unbound)!r} of row {row.call!r} stands for no suit after {pattern.text!r}")
    return Situation(name, patterns, rows, forcing, read_order(str(entry.get("order", ""))))


def _nothing_fits(rule: str) -> Option:
    return Option(PASS, None, rule, "no call of the system fits", -1)


@lru_cache(maxsize=_REMEMBERED)
def _told(alternatives: tuple[Shown, ...], asks: str, artificial: bool, say: str) -> Meaning:
    """One object for one meaning, so that its hands are worked out once however many auctions it comes up in."""
    return Meaning(alternatives, asks, artificial, describe(alternatives, say))


def preferred(rivals: Sequence[Option], hand: Hand) -> Option:
    """Of calls of one row that all fit the hand the one that its player makes: the longest suit."""
    return rivals[0] if len(rivals) == 1 else max(rivals, key=lambda option: _attraction(option, hand))


def _attraction(option: Option, hand: Hand) -> tuple[int, int]:
    call = option.call
    if call.denomination not in SUITS:
        return 0, 0
    length = hand.lengths[SUITS.index(call.denomination)]
    return length, call.rank if length >= option.higher else -call.rank


def _narrow(own: Meaning | None, alternatives: tuple[Shown, ...]) -> tuple[Shown, ...]:
    """What a call shows together with what the player has shown before: the hands that fit both."""
    before = own.alternatives if own is not None else (Shown(),)
    both = (_both(old, new) for old in before for new in alternatives)
    kept = list(dict.fromkeys(shown for shown in both if shown is not None))
    return tuple(one for one in kept if not any(one is not other and _within(one, other) for other in kept))


def _within(one: Shown, other: Shown) -> bool:
    """Every hand of the one is told of by the other already."""
    ranges = zip((one.hcp, *one.lengths), (other.hcp, *other.lengths), strict=True)
    return (
        all(low >= least and high <= most for (low, high), (least, most) in ranges)
        and one.balanced >= other.balanced
        and one.features >= other.features
    )


def _both(old: Shown, new: Shown) -> Shown | None:
    hcp = _overlap(old.hcp, new.hcp)
    spades, hearts, diamonds, clubs = (_overlap(*pair) for pair in zip(old.lengths, new.lengths, strict=True))
    lengths = (spades, hearts, diamonds, clubs)
    if any(low > high for low, high in (hcp, *lengths)):
        return None
    if sum(low for low, _ in lengths) > 13 or sum(high for _, high in lengths) < 13:
        return None
    both = Shown(hcp, lengths, old.balanced or new.balanced, old.features | new.features)
    # Whether a balanced hand fits the lengths, or so many points a long suit, is quicker asked of the hand types than
    # told by arithmetic.
    rare = both.balanced or hcp[0] > _POINTS_ANYWHERE or max(low for low, _ in lengths) > _SUIT_ANYHOW
    return both if not rare or both.hands() else None


def _overlap(one: Range, other: Range) -> Range:
    return max(one[0], other[0]), min(one[1], other[1])


@cache
def load() -> System:
    """The system of `system.yaml`."""
    return System(shipped())


def shipped() -> list[Mapping[str, Any]]:
    """The situations as `system.yaml` has them."""
    text = resources.files(__package__).joinpath("system.yaml").read_text("utf-8")
    situations: list[Mapping[str, Any]] = yaml.load(text, _SafeLoader)["situations"]  # noqa: S506 - a safe loader
    return situations
