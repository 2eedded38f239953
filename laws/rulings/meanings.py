"""What a call shows, as a set of hands.

A hand type is a shape (560 of them: the ways to deal thirteen cards into four suits) with a number of high-card
points (0 to 37). The 21,280 hand types fit one Python integer used as a bit set, so "is a subset of" (Law 23A2) is
exact set algebra and takes a microsecond. What hand types cannot tell apart, a stopper or a number of kings, is kept
as *features*; a call that shows more features shows fewer hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Final

from laws.rulings.calls import DENOMINATIONS, SUITS, Call

MAX_HCP: Final = 37
NO_LIMIT: Final = 40
"""Records write 40 (or more than 37) points for "no upper limit"."""

SHAPES: Final = tuple((s, h, d, 13 - s - h - d) for s in range(14) for h in range(14 - s) for d in range(14 - s - h))
_WIDTH: Final = len(SHAPES)
Range = tuple[int, int]


MEANING_KEYS: Final = frozenset(
    ("hcp", "suits", "balanced", "features", "alternatives", "asks", "artificial", "words", "purpose", "kings", "tp")
)
"""The keys of a meaning in a record; see parse_meaning."""


class BadMeaning(ValueError):
    """A meaning that cannot be read, or that no hand can have."""


def _shape_mask(test: Any) -> int:
    return sum(1 << i for i, shape in enumerate(SHAPES) if test(shape))


@cache
def _length_mask(suit: int, low: int, high: int) -> int:
    return _shape_mask(lambda shape: low <= shape[suit] <= high)


_BALANCED: Final = _shape_mask(lambda shape: sorted(shape) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]))
_ALL_SHAPES: Final = (1 << _WIDTH) - 1


@cache
def _points_mask(low: int, high: int) -> int:
    return sum(1 << (_WIDTH * points) for points in range(low, high + 1))


def hand_type(lengths: tuple[int, int, int, int], points: int) -> int:
    """The bit of one hand type: lengths in the order spades, hearts, diamonds, clubs, and its high-card points."""
    return 1 << (_WIDTH * points + SHAPES.index(lengths))


@dataclass(frozen=True, slots=True)
class Shown:
    """One alternative of a meaning: ranges that a hand must lie in, all inclusive.

    `features` are further promises in words ("club stopper", "kings 1-1").
    """

    hcp: Range = (0, MAX_HCP)
    lengths: tuple[Range, Range, Range, Range] = ((0, 13), (0, 13), (0, 13), (0, 13))
    balanced: bool = False
    features: frozenset[str] = frozenset()

    def hands(self) -> int:
        """The hand types it holds, as a bit set."""
        shapes = _BALANCED if self.balanced else _ALL_SHAPES
        for suit, (low, high) in enumerate(self.lengths):
            if (low, high) != (0, 13):
                shapes &= _length_mask(suit, low, high)
        return shapes * _points_mask(*self.hcp)


@dataclass(frozen=True)
class Meaning:
    """What a call shows.

    alternatives: the call promises that the hand lies in one of them.
    asks: what the call asks for, when asking is its purpose (Law 23A3): a short keyword such as `aces` or `majors`;
    two calls have the same purpose when their keywords are equal.
    artificial: True when the call does not offer to play in what it names; None when nothing is said.
    words: the meaning as a player would explain it.
    """

    alternatives: tuple[Shown, ...] = (Shown(),)
    asks: str = ""
    artificial: bool | None = None
    words: str = ""
    stated: bool = field(default=True, compare=False)

    @cached_property
    def hands(self) -> int:
        """All hand types the call can be made on."""
        return _hands(self.alternatives)

    @cached_property
    def features(self) -> frozenset[str]:
        """What every alternative promises beyond shape and points."""
        return frozenset.intersection(*(shown.features for shown in self.alternatives))

    def within(self, other: Meaning) -> bool:
        """Law 23A2: every hand of this meaning is a hand of the other."""
        return not self.hands & ~other.hands and self.features >= other.features

    def same_hands(self, other: Meaning) -> bool:
        """The two meanings hold exactly the same hands."""
        return self.hands == other.hands and self.features == other.features

    @cached_property
    def promises(self) -> frozenset[tuple[str, str]]:
        """What is known about each suit: pairs (suit, `length` | `shortage` | `no shortage`).

        Length is at least three cards, shortage at most one, in every alternative. A promise of two cards or more in a
        suit tells that there is no shortage; from a balanced hand it tells nothing that "balanced" does not.
        """
        found = set()
        for i, suit in enumerate(SUITS):
            low = min(shown.lengths[i][0] for shown in self.alternatives)
            high = max(shown.lengths[i][1] for shown in self.alternatives)
            if low >= 3:
                found.add((suit, "length"))
            elif high <= 1:
                found.add((suit, "shortage"))
            elif low == 2 and not all(shown.balanced for shown in self.alternatives):
                found.add((suit, "no shortage"))
        return frozenset(found)


def meaning_data(meaning: Meaning) -> dict[str, Any]:
    """The meaning as plain data that `parse_meaning` reads back to an equal meaning."""
    shown = [_shown_data(alternative) for alternative in meaning.alternatives]
    data: dict[str, Any] = shown[0] if len(shown) == 1 else {"alternatives": shown}
    if meaning.asks:
        data["asks"] = meaning.asks
    if meaning.artificial is not None:
        data["artificial"] = meaning.artificial
    if meaning.words:
        data["words"] = meaning.words
    return data


def _shown_data(shown: Shown) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if shown.hcp != (0, MAX_HCP):
        data["hcp"] = list(shown.hcp)
    suits = {suit: list(limits) for suit, limits in zip(SUITS, shown.lengths, strict=True) if limits != (0, 13)}
    if suits:
        data["suits"] = suits
    if shown.balanced:
        data["balanced"] = True
    if shown.features:
        data["features"] = sorted(shown.features)
    return data


@cache
def _hands(alternatives: tuple[Shown, ...]) -> int:
    hands = 0
    for shown in alternatives:
        hands |= shown.hands()
    return hands


def specified(call: Call, meaning: Meaning | None) -> frozenset[tuple[str, str]]:
    """The denominations a call specifies, each with how: Laws 26B, 27B1(a) and 29C go by these, not by the name.

    A bid whose meaning is not stated is taken as natural: it specifies what it names. A notrump bid that promises no
    suit offers notrump. A call with a stated meaning specifies what that meaning tells, whatever it names.
    """
    if meaning is None or not meaning.stated:
        return _NAMED[call.denomination]
    promises = meaning.promises
    if call.denomination == "NT" and not meaning.artificial and not any(how == "length" for _, how in promises):
        return _NAMED["NT"]
    return promises


_NAMED: Final = {name: frozenset({(name, "length")}) for name in DENOMINATIONS} | {"": frozenset()}
"""What a natural bid specifies, by the denomination it names; other calls name none."""


def specified_suits(call: Call, meaning: Meaning | None) -> frozenset[str]:
    """The suits (not notrump) a call specifies by length or shortage: those that Law 26B protects."""
    return frozenset(suit for suit, how in specified(call, meaning) if suit != "NT" and how != "no shortage")


def parse_meaning(data: Mapping[str, Any] | None, *, where: str = "meaning") -> Meaning | None:
    """Read a meaning from a record.

    Keys: `hcp: [12, 21]`, `suits: {H: [5, 13]}`, `balanced`, `features: [club stopper]`, `alternatives: [{...}, ...]`
    (each with the same keys, on top of the common ones), `asks`, `artificial`, `purpose` or `words`. A range may be
    written `[low, high]`, `"12-21"`, `"5+"` or `6`. Raises BadMeaning naming `where` and the key.
    """
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise BadMeaning(f"{where}: expected a mapping with hcp, suits ..., not {data!r}")
    if unknown := set(data) - MEANING_KEYS:
        raise BadMeaning(f"{where}: unknown key {min(unknown, key=str)!r}; known are {', '.join(sorted(MEANING_KEYS))}")
    common = {key: data[key] for key in ("hcp", "suits", "balanced", "features", "kings", "tp") if key in data}
    alternatives = _alternatives(common, data.get("alternatives"), where)
    meaning = Meaning(
        alternatives,
        asks=str(data.get("asks", "")),
        artificial=data.get("artificial"),
        words=str(data.get("words") or data.get("purpose") or ""),
    )
    if not meaning.hands:
        raise BadMeaning(f"{where}: no hand has this meaning; check hcp and suits")
    return meaning


def _alternatives(common: Mapping[str, Any], listed: Any, where: str) -> tuple[Shown, ...]:
    if listed is None:
        return (_shown(common, {}, where),)
    if not isinstance(listed, (list, tuple)) or not listed:
        raise BadMeaning(f"{where}.alternatives: expected a list of meanings, not {listed!r}")
    return tuple(_shown(common, extra, f"{where}.alternatives[{i}]") for i, extra in enumerate(listed))


def _shown(common: Mapping[str, Any], extra: Mapping[str, Any], where: str) -> Shown:
    if not isinstance(extra, Mapping):
        raise BadMeaning(f"{where}: expected a mapping with hcp, suits ..., not {extra!r}")
    extra = {"suits": extra} if extra and set(extra) <= set(SUITS) else extra
    suits: dict[str, Range] = {}
    for suit, limits in [*_suits(common, where), *_suits(extra, where)]:
        if suit not in SUITS:
            raise BadMeaning(f"{where}.suits: {suit!r} is not a suit; expected S, H, D or C")
        suits[suit] = _range(limits, 13, f"{where}.suits.{suit}")
    features = {*_words(common.get("features"), where), *_words(extra.get("features"), where)}
    for counted in ("kings", "tp"):
        if counted in common or counted in extra:
            low, high = _range(extra.get(counted, common.get(counted)), NO_LIMIT, f"{where}.{counted}")
            features.add(f"{counted} {low}-{high}")
    low, high = _range(extra.get("hcp", common.get("hcp", (0, NO_LIMIT))), NO_LIMIT, f"{where}.hcp")
    return Shown(
        hcp=(low, min(high, MAX_HCP)),
        lengths=tuple(suits.get(suit, (0, 13)) for suit in SUITS),  # type: ignore[arg-type]
        balanced=bool(extra.get("balanced", common.get("balanced", False))),
        features=frozenset(features),
    )


def _suits(data: Mapping[str, Any], where: str) -> Iterable[tuple[str, Any]]:
    suits = data.get("suits") or {}
    if not isinstance(suits, Mapping):
        raise BadMeaning(f"{where}.suits: expected a mapping such as {{H: [5, 13]}}, not {suits!r}")
    return suits.items()


def _words(value: Any, where: str) -> tuple[str, ...]:
    if value is None or isinstance(value, str):
        return (value,) if value else ()
    if not isinstance(value, (list, tuple)):
        raise BadMeaning(f"{where}.features: expected a list of words, not {value!r}")
    return tuple(str(item) for item in value)


def _range(value: Any, top: int, where: str) -> Range:
    try:
        if isinstance(value, str) and value.endswith("+"):
            low, high = int(value[:-1]), top
        elif isinstance(value, str) and "-" in value:
            low, high = (int(part) for part in value.split("-"))
        elif isinstance(value, (int, str)):
            low = high = int(value)
        else:
            low, high = (int(part) for part in value)
    except (TypeError, ValueError):
        raise BadMeaning(f"{where}: expected a range such as [12, 21], '12-21' or '5+', not {value!r}") from None
    if not 0 <= low <= high:
        raise BadMeaning(f"{where}: the range {low} to {high} is empty")
    return low, high
