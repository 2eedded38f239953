"""What a call shows, as a set of hands.

A hand type is a shape (560 of them: the ways to deal thirteen cards into four suits) with a number of high-card
points (0 to 37). The 21,280 hand types fit one Python integer used as a bit set, so "is a subset of" (Law 23A2) is
exact set algebra and takes a microsecond. Types that no thirteen cards can be (seven spades and six hearts with thirty
points) belong to no meaning. What hand types cannot tell apart is kept beside them: a stopper as a *feature*, a number
of kings as a *count*; a call that shows more of these shows fewer hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import pairwise, product
from typing import Any, Final

from laws.rulings.calls import DENOMINATIONS, SUITS, Call
from laws.rulings.keeping import kept

MAX_HCP: Final = 37
NO_LIMIT: Final = 40
"""Records write 40 (or more than 37) points for "no upper limit"."""

SHAPES: Final = tuple((s, h, d, 13 - s - h - d) for s in range(14) for h in range(14 - s) for d in range(14 - s - h))
_WIDTH: Final = len(SHAPES)
Range = tuple[int, int]


MEANING_KEYS: Final = frozenset(
    (
        "hcp",
        "suits",
        "balanced",
        "unbalanced",
        "features",
        "alternatives",
        "asks",
        "artificial",
        "words",
        "purpose",
        "kings",
        "tp",
        "any_hand",
    )
)
"""The keys of a meaning in a record; see parse_meaning."""
ALTERNATIVE_KEYS: Final = frozenset(("hcp", "suits", "balanced", "unbalanced", "features", "kings", "tp"))
"""The keys of one alternative of a meaning."""
MAX_ALTERNATIVES: Final = 40
"""No call has so many; a meaning from outside could have any number, and is compared alternative by alternative."""
MAX_WORDS: Final = 500
"""A meaning in words is no longer; nor what a call asks for."""
MAX_FEATURES: Final = 12
MAX_FEATURE: Final = 100
"""How many promises in words one alternative has at most, and how long each is."""
REMEMBERED: Final = 32 * 2**20
"""So many bytes of meanings are remembered with their hands: ten thousand as they are told at the table."""
_COUNTED: Final = {"kings": 4, "tp": NO_LIMIT}
"""What is promised as a number beside points and lengths, with the most there can be."""


class BadMeaning(ValueError):
    """A meaning that cannot be read, or that no hand can have."""


@lru_cache(maxsize=2**13)
def _shapes(lengths: tuple[Range, Range, Range, Range], balanced: bool, unbalanced: bool) -> int:
    shapes = _BALANCED if balanced else _ALL_SHAPES
    if unbalanced:
        shapes &= ~_BALANCED
    for suit, (low, high) in enumerate(lengths):
        if (low, high) != (0, 13):
            shapes &= _length_mask(suit, low, high)
    return shapes


def _shape_mask(test: Any) -> int:
    return sum(1 << i for i, shape in enumerate(SHAPES) if test(shape))


@cache
def _length_mask(suit: int, low: int, high: int) -> int:
    return _shape_mask(lambda shape: low <= shape[suit] <= high)


_BALANCED: Final = _shape_mask(lambda shape: sorted(shape) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]))
_ALL_SHAPES: Final = (1 << _WIDTH) - 1


def _for_shape(shape: tuple[int, int, int, int]) -> Range:
    """The fewest and the most points that the usual scales add to the high cards of a shape.

    They count length (one for each card beyond four of a suit), or shortage (doubleton 1, singleton 2, void 3), or shortage
    in a hand with a fit (1, 3, 5).
    """
    length = sum(max(0, cards - 4) for cards in shape)
    shortage = sum(max(0, 3 - cards) for cards in shape)
    with_a_fit = sum((5, 3, 1)[cards] for cards in shape if cards < 3)
    return min(length, shortage), max(length, with_a_fit)


def _by_points_for_shape() -> dict[Range, int]:
    found: dict[Range, int] = {}
    for i, shape in enumerate(SHAPES):
        found[_for_shape(shape)] = found.get(_for_shape(shape), 0) | 1 << i
    return found


_ADDED: Final = _by_points_for_shape()
"""The shapes, as bit sets, by what shape is worth in them."""


def _points_of(cards: int) -> int:
    """The numbers of points that so many cards of one suit can have, as a bit set: four honours, nine small cards."""
    found = 0
    for honours in range(16):
        held = [value for i, value in enumerate((4, 3, 2, 1)) if honours >> i & 1]
        if len(held) <= cards <= len(held) + 9:
            found |= 1 << sum(held)
    return found


def _possible() -> int:
    suit = [_points_of(cards) for cards in range(14)]
    found = 0
    for i, shape in enumerate(SHAPES):
        totals = 1
        for cards in shape:
            totals = _sums(totals, suit[cards])
        while totals:
            points = totals.bit_length() - 1
            found |= 1 << (_WIDTH * points + i)
            totals ^= 1 << points
    return found


def _sums(one: int, other: int) -> int:
    """The sums of a number of one set and a number of the other, sets and result as bit sets."""
    found, shift = 0, 0
    while other:
        if other & 1:
            found |= one << shift
        other, shift = other >> 1, shift + 1
    return found


_POSSIBLE: Final = _possible()
"""The hand types that thirteen cards can be."""


@cache
def _points_mask(low: int, high: int) -> int:
    return sum(1 << (_WIDTH * points) for points in range(low, high + 1))


def hand_type(lengths: tuple[int, int, int, int], points: int) -> int:
    """The bit of one hand type: lengths in the order spades, hearts, diamonds, clubs, and its high-card points."""
    return 1 << (_WIDTH * points + SHAPES.index(lengths))


def some_type(types: int) -> tuple[int, int]:
    """One of the hand types of a bit set that is not empty: the index of its shape, the most even there is, and the fewest
    points with it.
    """
    for shape in _EVEN_FIRST:
        if found := types & _EVERY_POINT << shape:
            return shape, (found & -found).bit_length() // _WIDTH
    raise ValueError("no hand type in an empty set")


def stronger(types: int, least: int) -> int:
    """The hand types of a bit set that have so many points or more."""
    low = _WIDTH * least
    return types >> low << low


def longest_in(types: int, suit: int) -> int:
    """The hand types of a bit set that have four cards or more of a suit (by its place), and no other suit as long."""
    return types & _longest(suit)


@cache
def _longest(suit: int) -> int:
    return _EVERY_POINT * _shape_mask(
        lambda shape: shape[suit] > _THREE and all(shape[suit] > cards for i, cards in enumerate(shape) if i != suit)
    )


_THREE: Final = 3


def some_hand(lengths: tuple[int, int, int, int], points: int) -> str:
    """A hand of these lengths and points as a record writes it: `Q632.KT98.J.AQJ9`, a void as a dash.

    Its honours lie in the long suits as far as they can. Raises ValueError where thirteen cards cannot have the points.
    """
    longest = sorted(range(4), key=lambda suit: -lengths[suit])
    held = _honours([lengths[suit] for suit in longest], points)
    if held is None:
        raise ValueError(f"no hand of {lengths} has {points} points")
    suits = [""] * 4
    for suit, honours in zip(longest, held, strict=True):
        spots = lengths[suit] - len(honours)
        suits[suit] = (honours + "".join("T98765432"[(2 * i + 1) * 9 // (2 * spots)] for i in range(spots))) or "-"
    return ".".join(suits)


def _honours(lengths: list[int], points: int) -> list[str] | None:
    """Honours for suits of these lengths, those of the first suit first, so that they come to these points."""
    if not lengths:
        return None if points else []
    for honours in _HONOURS:
        worth = sum(_WORTH[card] for card in honours)
        if len(honours) <= lengths[0] <= len(honours) + 9 and worth <= points:
            rest = _honours(lengths[1:], points - worth)
            if rest is not None:
                return [honours, *rest]
    return None


_WORTH: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}
# Good suits first, as players like to see them, though not all honours in one of them.
_HONOURS: Final = ("AQ", "KQ", "AK", "AJ", "KJ", "QJ", "A", "K", "Q", "J", "AQJ", "KQJ", "AKQ", "AKJ", "AKQJ", "")


_EVEN_FIRST: Final = sorted(range(_WIDTH), key=lambda shape: sum(cards * cards for cards in SHAPES[shape]))
_EVERY_POINT: Final = sum(1 << (_WIDTH * points) for points in range(MAX_HCP + 1))


@dataclass(frozen=True, slots=True)
class Shown:
    """One alternative of a meaning: ranges that a hand must lie in, all inclusive.

    balanced: 4-3-3-3, 4-4-3-2 or 5-3-3-2; unbalanced: none of these; neither says nothing. `features` are further promises
    in words ("club stopper"); `counts` are promised numbers, each once and in the order of their names: ("kings", (1, 1)),
    ("tp", (10, 12)) for total points.

    Total points are high-card points and something for shape. How much a shape is worth depends on the scale, so a hand
    type is held where one of the usual scales (see `_for_shape`) brings it into the range. A range told in total points
    alone is one in which shape counts: every hand has at least one point of it, so 10 to 12 total points are at most 11
    high-card points. Where high-card points are told as well, they are taken as told.
    """

    hcp: Range = (0, MAX_HCP)
    lengths: tuple[Range, Range, Range, Range] = ((0, 13), (0, 13), (0, 13), (0, 13))
    balanced: bool = False
    features: frozenset[str] = frozenset()
    counts: tuple[tuple[str, Range], ...] = ()
    unbalanced: bool = False

    def shapes(self) -> int:
        """The shapes it holds, as a bit set of `SHAPES`."""
        return _shapes(self.lengths, self.balanced, self.unbalanced)

    def hands(self) -> int:
        """The hand types it holds, as a bit set."""
        shapes = self.shapes()
        total = next((limits for name, limits in self.counts if name == "tp"), None)
        if total is None:
            return shapes * _points_mask(*self.hcp) & _POSSIBLE
        found, at_least = 0, 1 if self.hcp == (0, MAX_HCP) else 0
        for (fewest, most), its_shapes in _ADDED.items():
            low = max(self.hcp[0], total[0] - max(most, at_least))
            high = min(self.hcp[1], total[1] - max(fewest, at_least))
            if low <= high and its_shapes & shapes:
                found |= (its_shapes & shapes) * _points_mask(low, high)
        return found & _POSSIBLE

    def points(self) -> Range:
        """The high-card points its hands can have, also where only total points are told."""
        total = dict(self.counts).get("tp")
        if total is None:
            return self.hcp
        rows = [i for i in range(MAX_HCP + 1) if self.hands() >> _WIDTH * i & _ALL_SHAPES]
        return (rows[0], rows[-1]) if rows else self.hcp

    def count(self, name: str) -> Range:
        """How many kings, or total points, it promises; the whole range when it says nothing about them."""
        return dict(self.counts).get(name, (0, _COUNTED[name]))

    def has(self, name: str) -> Range:
        """How many kings, or total points, its hands can have; total points follow from high-card points and shapes."""
        if name != "tp" or self.hcp == (0, MAX_HCP) or "tp" in dict(self.counts):
            return self.count(name)
        shapes = self.shapes()
        worth = [limits for limits, its_shapes in _ADDED.items() if its_shapes & shapes] or [(0, 0)]
        fewest, most = min(low for low, _ in worth), max(high for _, high in worth)
        return self.hcp[0] + fewest, min(self.hcp[1] + most, NO_LIMIT)


@dataclass(frozen=True)
class Meaning:
    """What a call shows.

    alternatives: the call promises that the hand lies in one of them.
    asks: what the call asks for, when asking is its purpose (Law 23A3): a short keyword such as `aces` or `majors`;
    two calls have the same purpose when their keywords are equal.
    artificial: True when the call does not offer to play in what it names; None when nothing is said.
    words: the meaning as a player would explain it.
    stated: False when nothing is said of the hands (words alone), so that they are unknown; any hand must be said.
    """

    alternatives: tuple[Shown, ...] = (Shown(),)
    asks: str = ""
    artificial: bool | None = None
    words: str = ""
    stated: bool = field(default=True, compare=False)

    @cached_property
    def _hash(self) -> int:
        return hash((self.alternatives, self.asks, self.artificial, self.words))

    def __hash__(self) -> int:
        """By what makes two meanings equal, reckoned once: comparisons are remembered by the meanings compared."""
        return self._hash

    @cached_property
    def hands(self) -> int:
        """All hand types the call can be made on."""
        return _hands(self.alternatives)

    @cached_property
    def features(self) -> frozenset[str]:
        """What every alternative promises beyond shape and points."""
        return frozenset.intersection(*(shown.features for shown in self.alternatives))

    @cached_property
    def promises_more(self) -> bool:
        """Some alternative promises more than shape and points."""
        return any(shown.features or shown.counts for shown in self.alternatives)

    @cached_property
    def promises_strength(self) -> bool:
        """Every alternative promises some strength at least: points, in high cards or in all, or kings."""
        return all(shown.hcp[0] or any(fewest for _, (fewest, _) in shown.counts) for shown in self.alternatives)

    @cached_property
    def fewest_points(self) -> int:
        """The high-card points that the weakest hand has."""
        return min(shown.hcp[0] for shown in self.alternatives)

    @cached_property
    def balanced(self) -> bool:
        """Every alternative promises a balanced hand."""
        return all(shown.balanced for shown in self.alternatives)

    def within(self, other: Meaning) -> bool:
        """Law 23A2: every hand of this meaning is a hand of the other."""
        if self.hands & ~other.hands:
            return False
        return not other.promises_more or all(not outside for _, outside in uncovered(self, other))

    def same_hands(self, other: Meaning) -> bool:
        """The two meanings hold exactly the same hands."""
        if self.hands != other.hands:
            return False
        return not (self.promises_more or other.promises_more) or (self.within(other) and other.within(self))

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


def uncovered(narrow: Meaning, wide: Meaning) -> Iterator[tuple[Shown, int]]:
    """Each alternative of one meaning with those of its hand types, as a bit set, that the other meaning can miss.

    A hand with just the promised features is one of `wide` if an alternative of `wide` holds its type and promises
    nothing that it lacks. Counts are looked at piece by piece, cut where an alternative of either begins or ends, so "one
    king, or two" holds what "one or two kings" shows.
    """
    names = sorted({name for other in wide.alternatives for name, _ in other.counts})
    others = [(other, other.hands()) for other in wide.alternatives]
    for shown in narrow.alternatives:
        missed, hands = 0, shown.hands()
        for piece in _pieces(shown, wide, names):
            held = 0
            for other, its_hands in others:
                if other.features <= shown.features and all(
                    other.count(name)[0] <= low and high <= other.count(name)[1] for name, (low, high) in piece
                ):
                    held |= its_hands
            missed |= hands & ~held
        yield shown, missed


def _pieces(shown: Shown, wide: Meaning, names: list[str]) -> Iterator[tuple[tuple[str, Range], ...]]:
    """The counts of an alternative cut into pieces that each alternative of `wide` holds wholly or not at all."""
    cut: list[list[tuple[str, Range]]] = []
    for name in names:
        low, high = shown.has(name)
        limits = (limit for other in wide.alternatives for limit in (other.count(name)[0], other.count(name)[1] + 1))
        edges = sorted({low, high + 1, *(limit for limit in limits if low < limit <= high)})
        cut.append([(name, (start, end - 1)) for start, end in pairwise(edges)])
    return product(*cut)


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
    if meaning.stated and not data.keys() - {"artificial", "words"}:
        data["any_hand"] = True
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
    if shown.unbalanced:
        data["unbalanced"] = True
    if shown.features:
        data["features"] = sorted(shown.features)
    data |= {name: list(limits) for name, limits in shown.counts}
    return data


@kept(REMEMBERED)
def _hands(alternatives: tuple[Shown, ...]) -> int:
    hands = 0
    for shown in alternatives:
        hands |= shown.hands()
    return hands


def specified(call: Call, meaning: Meaning | None) -> frozenset[tuple[str, str]]:
    """The denominations a call specifies, each with how: Laws 26B, 27B1(a) and 29C go by these, not by the name.

    A bid whose meaning is not stated is read as natural: it specifies what it names; `is_told` says whether that is known
    or has to be asked. So is one of which only the points are told. A notrump bid that promises no
    suit offers notrump. A call with a stated meaning specifies what that meaning tells, whatever it names.
    """
    if meaning is None or not meaning.stated or _leaves_suits_open(call, meaning):
        return _NAMED[call.denomination]
    promises = meaning.promises
    if call.denomination == "NT" and not meaning.artificial and not any(how == "length" for _, how in promises):
        return _NAMED["NT"]
    return promises


_NAMED: Final = {name: frozenset({(name, "length")}) for name in DENOMINATIONS} | {"": frozenset()}
"""What a natural bid specifies, by the denomination it names; other calls name none."""


def is_told(call: Call, meaning: Meaning | None) -> bool:
    """Whether what a call specifies is told: by the hands it shows, or by the word that it is natural."""
    if meaning is None:
        return False
    return meaning.artificial is False or (meaning.stated and not _leaves_suits_open(call, meaning))


def _leaves_suits_open(call: Call, meaning: Meaning) -> bool:
    """A bid of a suit of which points alone are told: nobody has said that it shows another suit than the one it names, or
    none. Any hand, a question, or the word that it is artificial say so.
    """
    if call.denomination not in SUITS or meaning.artificial or meaning.asks:
        return False
    points_alone = all(shown == Shown(hcp=shown.hcp, counts=shown.counts) for shown in meaning.alternatives)
    return points_alone and meaning.alternatives != (Shown(),)


def denominations(call: Call, meaning: Meaning | None) -> frozenset[tuple[str, str]]:
    """What a call specifies, for the question whether two bids specify the same (27B1(a)).

    The law asks for the denomination, not for the number of cards, so two cards or more in a suit agree with length in
    it; shortage does not.
    """
    if meaning is None or not meaning.stated:
        return _NAMED[call.denomination]
    found = specified(call, meaning)
    return frozenset((name, "length" if how == "no shortage" else how) for name, how in found)


def specified_suits(call: Call, meaning: Meaning | None) -> frozenset[str]:
    """The suits (not notrump) a call specifies by length or shortage: those that Law 26B protects."""
    return frozenset(suit for suit, how in specified(call, meaning) if suit != "NT" and how != "no shortage")


def parse_meaning(data: Mapping[str, Any] | None, *, where: str = "meaning") -> Meaning | None:
    """Read a meaning from a record.

    Keys: `hcp: [12, 21]`, `suits: {H: [5, 13]}`, `balanced`, `unbalanced`, `features: [club stopper]`, `kings`, `tp` (total
    points), `alternatives: [{...}, ...]` (each with the same keys, on top of the common ones), `asks`, `artificial`,
    `any_hand`, `purpose` or `words`. Words alone leave the hands unknown, unless they say "any hand". A range may be written
    `[low, high]`, `"12-21"`, `"5+"` or `6`. Raises BadMeaning naming `where` and the key: an unknown key, an empty range,
    something that is no range or no yes or no, ranges that no hand can meet.
    """
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise BadMeaning(f"{where}: expected a mapping with hcp, suits ..., not {data!r}")
    _known(data, MEANING_KEYS, where)
    common = {key: data[key] for key in ALTERNATIVE_KEYS if key in data}
    alternatives = _alternatives(common, data.get("alternatives"), where)
    meaning = Meaning(
        alternatives,
        asks=_text(data.get("asks"), f"{where}.asks"),
        artificial=_yes_or_no(data.get("artificial"), f"{where}.artificial"),
        words=(words := _short(str(data.get("words") or data.get("purpose") or ""), MAX_WORDS, f"{where}.words")),
        stated=_says_any_hand(data, words, where) or any(data.get(key) is not None for key in _OF_HANDS),
    )
    must_hold_hands(meaning, where)
    return meaning


_OF_HANDS: Final = ALTERNATIVE_KEYS | {"alternatives", "asks"}
"""The keys of a meaning that say something of the hands, or of the purpose of the call."""


def _says_any_hand(data: Mapping[str, Any], words: str, where: str) -> bool:
    """By its key, or in words; a call that can be made on any hand promises nothing else."""
    said = _yes_or_no(data.get("any_hand"), f"{where}.any_hand")
    if said and any(data.get(key) is not None for key in ALTERNATIVE_KEYS | {"alternatives"}):
        raise BadMeaning(f"{where}.any_hand: it promises points, suits or more besides; expected one or the other")
    return bool(said) or (said is None and "any hand" in words.lower())


def must_hold_hands(meaning: Meaning, where: str) -> None:
    """Raises BadMeaning naming `where` for a meaning that no hand can have."""
    if not meaning.hands:
        raise BadMeaning(f"{where}: no hand has this meaning; check hcp and suits")


def _known(data: Mapping[str, Any], known: frozenset[str], where: str) -> None:
    if unknown := set(data) - known:
        raise BadMeaning(f"{where}: unknown key {min(unknown, key=str)!r}; known are {', '.join(sorted(known))}")


def _yes_or_no(value: Any, where: str) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise BadMeaning(f"{where}: expected true or false, not {value!r}")
    return value


def _text(value: Any, where: str) -> str:
    if value is not None and not isinstance(value, str):
        raise BadMeaning(f"{where}: expected a word such as aces or majors, not {value!r}")
    return _short(value or "", MAX_WORDS, where)


def _short(words: str, most: int, where: str) -> str:
    if len(words) > most:
        raise BadMeaning(f"{where}: {len(words)} characters; expected at most {most}")
    return words


def _alternatives(common: Mapping[str, Any], listed: Any, where: str) -> tuple[Shown, ...]:
    if listed is None:
        return (_shown(common, {}, where),)
    if not isinstance(listed, (list, tuple)) or not listed:
        raise BadMeaning(f"{where}.alternatives: expected a list of meanings, not {listed!r}")
    if len(listed) > MAX_ALTERNATIVES:
        raise BadMeaning(f"{where}.alternatives: {len(listed)} of them; expected at most {MAX_ALTERNATIVES}")
    return tuple(_shown(common, extra, f"{where}.alternatives[{i}]") for i, extra in enumerate(listed))


def _shown(common: Mapping[str, Any], extra: Mapping[str, Any], where: str) -> Shown:
    if not isinstance(extra, Mapping):
        raise BadMeaning(f"{where}: expected a mapping with hcp, suits ..., not {extra!r}")
    extra = {"suits": extra} if extra and set(extra) <= set(SUITS) else extra
    _known(extra, ALTERNATIVE_KEYS, where)
    suits: dict[str, Range] = {}
    for suit, limits in [*_suits(common, where), *_suits(extra, where)]:
        if suit not in SUITS:
            raise BadMeaning(f"{where}.suits: {suit!r} is not a suit; expected S, H, D or C")
        suits[suit] = _range(limits, 13, f"{where}.suits.{suit}")
    features = {*_words(common.get("features"), where), *_words(extra.get("features"), where)}
    if len(features) > MAX_FEATURES:
        raise BadMeaning(f"{where}.features: {len(features)} of them; expected at most {MAX_FEATURES}")
    counts = {
        name: _range(extra.get(name, common.get(name)), top, f"{where}.{name}")
        for name, top in _COUNTED.items()
        if name in common or name in extra
    }
    for name, (fewest, _) in counts.items():
        if fewest > _COUNTED[name]:
            raise BadMeaning(f"{where}.{name}: no hand has more than {_COUNTED[name]}")
    low, high = _range(extra.get("hcp", common.get("hcp", (0, NO_LIMIT))), NO_LIMIT, f"{where}.hcp")
    return Shown(
        hcp=(low, min(high, MAX_HCP)),
        lengths=tuple(suits.get(suit, (0, 13)) for suit in SUITS),  # type: ignore[arg-type]
        balanced=bool(_yes_or_no(extra.get("balanced", common.get("balanced")), f"{where}.balanced")),
        features=frozenset(features),
        unbalanced=bool(_yes_or_no(extra.get("unbalanced", common.get("unbalanced")), f"{where}.unbalanced")),
        counts=tuple(sorted((name, limits) for name, limits in counts.items() if limits != (0, _COUNTED[name]))),
    )


def _suits(data: Mapping[str, Any], where: str) -> Iterable[tuple[str, Any]]:
    suits = data.get("suits") or {}
    if not isinstance(suits, Mapping):
        raise BadMeaning(f"{where}.suits: expected a mapping such as {{H: [5, 13]}}, not {suits!r}")
    return suits.items()


def _words(value: Any, where: str) -> tuple[str, ...]:
    if value is None or isinstance(value, str):
        return (_short(value, MAX_FEATURE, f"{where}.features"),) if value else ()
    if not isinstance(value, (list, tuple)):
        raise BadMeaning(f"{where}.features: expected a list of words, not {value!r}")
    if len(value) > MAX_FEATURES:
        raise BadMeaning(f"{where}.features: {len(value)} of them; expected at most {MAX_FEATURES}")
    return tuple(_short(str(item), MAX_FEATURE, f"{where}.features") for item in value)


def _range(value: Any, top: int, where: str) -> Range:
    """A range with its ends, cut off at `top`, the most there can be; one that begins beyond it stays beyond."""
    try:
        if isinstance(value, str) and value.endswith("+"):
            low, high = _number(value[:-1]), top
        elif isinstance(value, str) and "-" in value:
            low, high = (_number(part) for part in value.split("-"))
        elif isinstance(value, (int, float, str)):
            low = high = _number(value)
        else:
            low, high = (_number(part) for part in value)
    except (TypeError, ValueError):
        raise BadMeaning(f"{where}: expected a range such as [12, 21], '12-21' or '5+', not {value!r}") from None
    if not 0 <= low <= high:
        raise BadMeaning(f"{where}: the range {low} to {high} is empty")
    return min(low, top + 1), max(min(low, top + 1), min(high, top))


def _number(value: Any) -> int:
    """A whole number; ValueError for anything else, true and 12.5 among it."""
    if isinstance(value, bool) or (isinstance(value, float) and not value.is_integer()):
        raise ValueError(value)
    return int(value)
