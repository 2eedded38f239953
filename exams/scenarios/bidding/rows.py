"""The rows of a situation: one call each, or one for every suit a free letter can stand for.

A row becomes concrete in two steps: `Row.bindings` and `Row.bid` put suits for letters and the cheapest level for a bid
without one, `Row.alternatives` figures for the bands of `Numbers` (`game`, `fit` ...) by what partner has shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exams.scenarios.bidding.hands import feature
from exams.scenarios.bidding.patterns import VARIABLES, Binding, completed
from laws.rulings.calls import CALLS, DENOMINATIONS, SUIT_NAMES, SUITS, SYMBOLS, Call
from laws.rulings.meanings import MAX_HCP, Meaning, Range, Shown

_KEYS: Final = {"call", "at", "order", "hcp", "balanced", "with", "or", "asks", "artificial", "say", "higher"}
_PART_KEYS: Final = {"hcp", "balanced", "with"}
_CALL: Final = re.compile(r"(?P<jump>double jump |jump |)(?P<level>[1-7]?)(?P<name>NT|OM|om|[CDHSMmxyzw])")
Order = tuple[str, str] | None
"""The lower and the higher suit, by letter or by name."""
_JUMPS: Final = {"": 0, "jump ": 1, "double jump ": 2}


class BadRow(ValueError):
    """A row that cannot be read; the message names the situation and the row."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """What partner has shown: his least and most points, and his least length in each suit (spades first)."""

    least: int = 0
    most: int = MAX_HCP
    lengths: tuple[int, int, int, int] = (0, 0, 0, 0)

    @classmethod
    def of(cls, meaning: Meaning | None) -> Numbers:
        """The numbers of a meaning; nothing is known without one."""
        if meaning is None:
            return cls()
        shown = meaning.alternatives
        spades, hearts, diamonds, clubs = (min(one.lengths[i][0] for one in shown) for i in range(4))
        least, most = min(one.hcp[0] for one in shown), max(one.hcp[1] for one in shown)
        return cls(least, most, (spades, hearts, diamonds, clubs))

    def points(self, band: str) -> Range | None:
        """The points of a named band; None when no hand can lie in it."""
        game = max(0, 25 - self.least)
        invites = self.most >= self.least + 2 and game >= 2
        ranges: dict[str, Range] = {
            "slam": (max(0, 33 - self.least), MAX_HCP),
            "game": (game, MAX_HCP),
            "invite": (game - 2, game - 1) if invites else (1, 0),
            "less": (0, game - 3 if invites else game - 1),
            "no game": (0, game - 1),
            "compete": (max(0, 18 - self.least), max(0, game - 1)),
        }
        low, high = ranges[band]
        return (low, high) if low <= high and low <= MAX_HCP else None

    def cards(self, band: str, suit: str) -> Range:
        """The length of a named band in a suit."""
        needed = max(0, 8 - self.lengths[SUITS.index(suit)])
        return {"fit": (needed, 13), "long fit": (needed + 1, 13), "no fit": (0, max(0, needed - 1))}[band]


POINT_BANDS: Final = frozenset({"slam", "game", "invite", "less", "no game", "compete"})
CARD_BANDS: Final = frozenset({"fit", "long fit", "no fit"})


@dataclass(frozen=True, slots=True)
class Part:
    """One alternative of a row. A range is either figures or the name of a band."""

    hcp: Range | str
    suits: tuple[tuple[str, Range | str], ...]
    balanced: bool
    features: tuple[str, ...]

    def shown(self, binding: Binding, numbers: Numbers) -> Shown | None:
        """The alternative in figures; None when no hand can have it."""
        hcp = numbers.points(self.hcp) if isinstance(self.hcp, str) else self.hcp
        if hcp is None:
            return None
        lengths: dict[str, Range] = {}
        for name, limits in self.suits:
            suit = binding.get(name, name)
            low, high = numbers.cards(limits, suit) if isinstance(limits, str) else limits
            # A row may speak of a suit twice: `S: 4+` beside a letter that turns out to be spades.
            before = lengths.get(suit, (0, 13))
            lengths[suit] = (max(low, before[0]), min(high, before[1]))
        if any(low > high for low, high in lengths.values()):
            return None
        spades, hearts, diamonds, clubs = (lengths.get(suit, (0, 13)) for suit in SUITS)
        features = frozenset(_feature(text, binding) for text in self.features)
        return Shown(hcp, (spades, hearts, diamonds, clubs), self.balanced, features)


def _feature(text: str, binding: Binding) -> str:
    """`stopper x` as `heart stopper`; other features stand as they are."""
    kind, _, rest = text.partition(" ")
    return f"{SUIT_NAMES[binding.get(rest, rest)][:-1]} stopper" if kind == "stopper" else text


@dataclass(frozen=True, slots=True)
class Row:
    """One row: how to find its call, and what that call shows."""

    call: str
    jump: int
    level: int
    name: str
    at: Range
    order: Order
    parts: tuple[Part, ...]
    asks: str
    artificial: bool
    say: str
    higher: int

    @property
    def letters(self) -> set[str]:
        """The letters for suits that the row uses."""
        used = {name for part in self.parts for name, _ in part.suits}
        used |= {text.split()[1] for part in self.parts for text in part.features if text.startswith("stopper ")}
        used |= set(self.order or ()) | {self.name}
        return used & set(VARIABLES)

    def bindings(self, binding: Binding) -> Iterator[Binding]:
        """The given suits, with each suit that a free letter of the call can stand for; the highest first."""
        known = completed(binding)
        if self.name not in VARIABLES or self.name in known:
            yield known
            return
        for suit in SUITS:
            if suit in VARIABLES[self.name] and suit not in binding.values():
                yield completed({**binding, self.name: suit})

    def bid(self, binding: Binding, last: int) -> Call | None:
        """The call in this auction, whose last bid has the rank `last`; None when it cannot be made there."""
        if not in_order(self.order, binding):
            return None
        if not self.name:
            return CALLS[self.call]
        denomination = binding.get(self.name, self.name)
        place = DENOMINATIONS.index(denomination)
        level = self.level or max(0, last - place) // 5 + (1 if last < place else 2) + self.jump
        if level > 7 or not self.at[0] <= level <= self.at[1]:
            return None
        return CALLS[f"{level}{denomination}"]

    def alternatives(self, binding: Binding, numbers: Numbers) -> tuple[Shown, ...]:
        """What the call shows, in figures."""
        return tuple(shown for part in self.parts if (shown := part.shown(binding, numbers)) is not None)


def in_order(order: Order, binding: Binding) -> bool:
    """The first suit is lower than the second (`z < x`); always so when nothing is asked."""
    if order is None:
        return True
    low, high = (DENOMINATIONS.index(binding.get(name, name)) for name in order)
    return low < high


def read_order(text: str) -> Order:
    """Read `z < x`; nothing is asked by an empty text."""
    low, _, high = text.partition(" < ")
    return (low, high) if high else None


def read_row(data: Mapping[str, Any], where: str) -> Row:
    """Read a row of `system.yaml`. Raises BadRow."""
    if unknown := set(data) - _KEYS - set(VARIABLES) - set(SUITS):
        raise BadRow(f"{where}: unknown key {min(unknown)!r}")
    call = str(data.get("call", ""))
    found = _CALL.fullmatch(call)
    if found is None and call not in ("P", "X", "XX"):
        raise BadRow(f"{where}: {call!r} is not a call; expected 2H, 2M, y, jump y, P, X or XX")
    common = {key: value for key, value in data.items() if key in _PART_KEYS or key in VARIABLES or key in SUITS}
    return Row(
        call=call,
        jump=_JUMPS[found["jump"]] if found else 0,
        level=int(found["level"] or 0) if found else 0,
        name=found["name"] if found else "",
        at=_range(data.get("at", "1-7"), 7, where),
        order=read_order(str(data.get("order", ""))),
        parts=tuple(_part({**common, **extra}, where) for extra in data.get("or", ({},))),
        asks=str(data.get("asks", "")),
        artificial=bool(data.get("artificial", False)),
        say=str(data.get("say", "")),
        higher=int(data.get("higher", 5)),
    )


def _part(data: Mapping[str, Any], where: str) -> Part:
    hcp = data.get("hcp", "0+")
    features = tuple(data.get("with", ()))
    for text in features:
        if not text.startswith("stopper "):
            feature(text)
    return Part(
        hcp=hcp if hcp in POINT_BANDS else _range(hcp, MAX_HCP, where),
        suits=tuple(
            (name, limits if limits in CARD_BANDS else _range(limits, 13, where))
            for name, limits in data.items()
            if name not in _PART_KEYS
        ),
        balanced=bool(data.get("balanced", False)),
        features=features,
    )


def _range(value: Any, top: int, where: str) -> Range:
    found = re.fullmatch(r"(\d+)(?:(\+)|-(\d+))?", str(value))
    if found is None:
        raise BadRow(f"{where}: {value!r} is not a range; expected 6, 12-21, 5+ or a band")
    low = int(found[1])
    high = top if found[2] else int(found[3] or low)
    if not low <= high <= top:
        raise BadRow(f"{where}: the range {value} is empty or too high")
    return low, high


NOTHING_BEYOND: Final = "no special meaning"
"""The words of a pass that shows no more than its player has shown already."""
_PREFERENCE: Final = "preference"
_ONE_OF_TWO: Final[Mapping[str, str]] = {
    "4+ ♠ or 4+ ♥": "a four-card major",
    "5+ ♣ or 5+ ♦": "a five-card minor",
    "5+ ♦ or 5+ ♣": "a five-card minor",
}
"""Which of two suits it is nobody is told in figures."""


# -- a meaning in a reader's words -------------------------------------------------------------------------------------


def describe(alternatives: tuple[Shown, ...], say: str = "") -> str:
    """What the alternatives promise, after what a player would `say` about a call that is more than its cards.

    What all of them promise is told once: `5+ ♥ and a five-card minor, 8–16 points`. Of a preference the length that each
    length of the other suit takes is told by the word.
    """
    if say == NOTHING_BEYOND:
        return say
    if say == _PREFERENCE and len(alternatives) > 1:
        return "; ".join([say, *_points(alternatives[0].hcp)])
    told = [[*_cards(shown), *_points(shown.hcp)] for shown in alternatives]
    common = [promise for promise in told[0] if all(promise in one for one in told)]
    apart = [", ".join(promise for promise in one if promise not in common) for one in told]
    # An alternative that promises no more than is common makes the others promise nothing.
    choice = ["; or ".join(apart) if any(", " in one for one in apart) else " or ".join(apart)] if all(apart) else []
    points = [promise for promise in common if promise.endswith("points")]
    cards = [promise for promise in common if promise not in points]
    if choice and (either := _ONE_OF_TWO.get(choice[0])):
        cards, choice = [" and ".join([*cards, either])], []
    text = ", ".join([*cards, *choice, *points] if ";" not in "".join(choice) else [*cards, *points, *choice])
    return "; ".join(filter(None, (say, text))) or "nothing more is shown"


def _cards(shown: Shown) -> list[str]:
    majorless = all(length == (0, 3) for length in shown.lengths[:2])
    suits = [
        *(["no four-card major"] if majorless else []),
        *(
            f"{_amount(length, 13)} {SYMBOLS[suit]}"
            for suit, length in list(zip(SUITS, shown.lengths, strict=True))[2 if majorless else 0 :]
            if length != (0, 13) and not (shown.balanced and length[0] <= 2 and length[1] >= 5)
        ),
    ]
    return [*suits, *(["balanced"] if shown.balanced else []), *map(_featured, sorted(shown.features))]


def _featured(feature: str) -> str:
    return f"a {feature}" if feature.endswith(" stopper") else feature


def _amount(limits: Range, top: int) -> str:
    low, high = limits
    if low == high:
        return str(low)
    return f"{low}+" if high == top else f"{low}–{high}"


def _points(hcp: Range) -> list[str]:
    return [] if hcp == (0, MAX_HCP) else [f"{_amount(hcp, MAX_HCP)} points"]
