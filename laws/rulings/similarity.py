"""Law 23A1: how far two meanings lie apart.

"Similar" looks both ways: the two calls show the same suits, and about the same strength and shape, so that of the hands of
each more than half could belong to the other (a regulation; see `Similarity`). Hands are counted by deals, not point by
point. A narrow call is not similar to a wide one; where it lies wholly inside, 23A2 is there for it, which allows no leeway.

Between yes and no lies what experienced directors judge differently. Such a comparison is *open*: the Director decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, NamedTuple

from laws.rulings.calls import SUITS
from laws.rulings.deals import below, by_points, deals
from laws.rulings.keeping import kept
from laws.rulings.meanings import MAX_HCP, NO_LIMIT, Meaning, Range, Shown
from laws.rulings.regulations import Similarity
from laws.rulings.words import list_of

YES: Final = "yes"
NO: Final = "no"
OPEN: Final = "open"
_WORST: Final = {YES: 0, OPEN: 1, NO: 2}

REMEMBERED: Final = 16 * 2**20
"""So many bytes of comparisons are remembered."""
_FEW: Final = 20
"""Hands that are fewer than one in so many do not count: those above the top of a range without a limit."""
_SHAPELY: Final = 10
"""Of a call told in total points, fewer than one hand in so many has hardly any high cards for its shape, or all it can."""
_MANY: Final = 8
"""Whether a call has a limit matters where more than one in so many of the other's hands lies beyond it."""
_THAT: Final = ("that suit", "those suits")
_SUPPORT: Final = 3
"""Three cards are support, not a suit: four cards are no less than one card more than that."""
_DETAILS: Final = ("stop", "guard")
"""Promises by which nobody would call a hand another one: a stopper that the explanation does not mention."""


class Gap(NamedTuple):
    """One thing in which two alternatives differ: its name, whether directors differ about it, and in words."""

    name: str
    open: bool
    words: str = ""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How like two meanings are: yes, no or open, and what sets them apart.

    suits: the same suits are shown; remarks: what differs by more than the numbers allow and does not matter, with why.
    """

    value: str
    gaps: tuple[Gap, ...] = ()
    suits: bool = True
    remarks: tuple[str, ...] = ()


@kept(REMEMBERED)  # a ruling asks several times, and each of its contrasts again
def likeness(withdrawn: Meaning, new: Meaning, allowed: Similarity, *, told: bool = False) -> Likeness:
    """Law 23A1 on two meanings that are not just the same. told: with the words of what sets them apart."""
    if not _same_suits(withdrawn, new):
        return Likeness(NO, suits=False)
    about = _About(
        allowed,
        told,
        float(allowed.share),
        # Hands are never more than all: a tolerance without an overlap has none that is enough.
        float(allowed.overlap) if allowed.overlap < 1 else 2.0,
        withdrawn,
        new,
    )
    several = len(withdrawn.alternatives) + len(new.alternatives) > 2
    olds = [shown for shown in withdrawn.alternatives if not several or _total(shown)]
    found, met = Likeness(YES), set()
    for shown in new.alternatives:
        if several and not _total(shown):
            continue
        nearest: Likeness | None = None
        best: tuple[int, ...] = ()
        for i, old in enumerate(olds):
            one = _likeness(old, shown, about)
            if one.value != NO:
                met.add(i)
            # Of alternatives that are all unlike it, a director speaks of the one with a shape: not of "or any hand with 17+".
            rank = (_WORST[one.value], told and one.value == NO and is_any_shape(old), *_rank(one))
            if nearest is None or rank < best:
                nearest, best = one, rank
        if nearest is None:
            return Likeness(NO)
        if _rank(nearest) > _rank(found):
            found = nearest
    if found.value != NO and not _mostly_met(olds, met, allowed.share):
        return Likeness(
            NO, (Gap("some of it", False, "the replacement leaves out most of the hands for the withdrawn call"),)
        )
    return found


def is_any_shape(shown: Shown) -> bool:
    """An alternative that is told by its points alone."""
    return replace(shown, hcp=(0, MAX_HCP)) == Shown()


def _rank(found: Likeness) -> tuple[int, int, int]:
    return _WORST[found.value], len(found.gaps), len(found.remarks)


class _About(NamedTuple):
    allowed: Similarity
    told: bool
    share: float
    overlap: float
    withdrawn: Meaning
    new: Meaning

    @property
    def suits(self) -> bool:
        """Both calls show a suit, the same one."""
        return _shows_a_suit(self.withdrawn) and _shows_a_suit(self.new)

    @property
    def kings(self) -> bool:
        """Some number of kings can be meant by both calls: "none" and "none or three"."""
        sets = []
        for meaning in (self.withdrawn, self.new):
            ranges = (shown.count("kings") for shown in meaning.alternatives)
            sets.append({number for low, high in ranges for number in range(low, high + 1)})
        return bool(sets[0] & sets[1])


def _likeness(old: Shown, new: Shown, about: _About) -> Likeness:
    gaps = []
    for look in (_in_shape, _in_promises, _in_strength):
        gaps += look(old, new, about)
        if gaps and not about.told and not all(gap.open for gap in gaps):
            return _NOT_LIKE
    value = NO if any(not gap.open for gap in gaps) else OPEN if gaps else YES
    return Likeness(value, tuple(gaps), remarks=_remarks(old, new) if about.told else ())


_NOT_LIKE: Final = Likeness(NO)


def _remarks(old: Shown, new: Shown) -> tuple[str, ...]:
    """What a director would add to a yes."""
    found = []
    ends, its = _ends(old, new)
    if its[1] == MAX_HCP > ends[1]:
        found.append(f"hardly any hand has more than {ends[1]} points")
    elif max(ends[0] - its[0], its[1] - ends[1]) > 0:
        apart = [*range(its[0], ends[0]), *range(ends[1] + 1, its[1] + 1)]
        in_a_row = len(apart) > 2 and apart[-1] - apart[0] < len(apart)
        many = f"{apart[0]} to {apart[-1]}" if in_a_row else list_of([str(number) for number in apart])
        hands = f"a hand with {count(apart[0], 'point')}" if len(apart) == 1 else f"hands with {many} points"
        lie = "lies" if len(apart) == 1 else "lie"
        found.append(f"only {hands} {lie} outside what the withdrawn call showed")
    found += [
        f"the {feature} is not mentioned, which does not make it a different hand"
        for feature in sorted(old.features - new.features)
    ]
    return tuple(found)


def _mostly_met(olds: list[Shown], met: set[int], share: Fraction) -> bool:
    if len(met) == len(olds):
        return True
    whole = sum(_total(shown) for shown in olds)
    return sum(_total(olds[i]) for i in met) * share.denominator > whole * share.numerator


# -- suits and shape ---------------------------------------------------------------------------------------------------


def _shows_a_suit(meaning: Meaning) -> bool:
    return any(how == "length" for _, how in meaning.promises)


def _same_suits(withdrawn: Meaning, new: Meaning) -> bool:
    """An unknown suit has to remain unknown, a known one the same. Two cards or more agree with length in a suit."""
    promised, its = withdrawn.promises, new.promises
    return promised == its or all(
        (suit, "length") in other or (suit, "no shortage") in other
        for one, other in ((promised, its), (its, promised))
        for suit, how in one
        if how == "length"
    )


def _in_shape(old: Shown, new: Shown, about: _About) -> list[Gap]:
    gaps, more = [], []
    for suit, one, other in zip(SUITS, old.lengths, new.lengths, strict=True):
        if one == other:
            continue
        if not _near_length(one, other, about.allowed.cards):
            gaps.append(Gap("length", False, _lengths(one, other, suit) if about.told else ""))
        elif other[0] >= 3 and one[0] < 2:
            more.append(_NAMES[suit])
    if more:
        words = f"the replacement shows {list_of(more, 'and')}, and the withdrawn call does not promise {_THAT[len(more) > 1]}"
        gaps.append(Gap("another suit", False, words if about.told else ""))
    if old.balanced and not new.balanced:
        gaps.append(Gap("balanced", False, "the replacement may be made on hands that are not balanced"))
    elif new.balanced and not old.balanced:
        gaps.append(
            Gap("balanced", False, "the replacement shows a balanced hand, which the withdrawn call did not promise")
        )
    if old.unbalanced and not new.unbalanced:
        gaps.append(Gap("unbalanced", False, "the replacement may be made on balanced hands"))
    return gaps


def _near_length(old: Range, new: Range, cards: int) -> bool:
    """Shortage, and the promise that there is none, leave no room: a singleton is not nearly a doubleton.

    Nor is support nearly a suit: of four cards, three are one too few.
    """
    low = old[0] - (cards if old[0] > 2 else 0)
    if old[0] == _SUPPORT + 1:
        low = max(low, old[0])
    high = old[1] + (cards if old[1] > 1 else 0)
    return new[0] >= low and new[1] <= high


def _lengths(old: Range, new: Range, suit: str) -> str:
    support = old[0] == _SUPPORT + 1 and new[0] == _SUPPORT
    return against(length(new, suit), length(old, suit), _NAMES[suit]) + (
        " (three cards are support, not a suit)" if support else ""
    )


def against(new: str, old: str, what: str) -> str:
    """What the replacement shows beside what the withdrawn call showed, where one of them may say nothing about it."""
    if new.startswith(_ANY):
        return f"the withdrawn call shows {old}, and the replacement says nothing about {what}"
    if old.startswith(_ANY):
        return f"the replacement shows {new}, and the withdrawn call says nothing about {what}"
    return f"the replacement shows {new}, and the withdrawn call {old}"


# -- strength ----------------------------------------------------------------------------------------------------------


def _in_strength(old: Shown, new: Shown, about: _About) -> list[Gap]:
    ends, its = _ends(old, new)
    if ends == its and _totals(old) == _totals(new):
        return []
    inside, back = _inside(new, old), _inside(old, new)
    allowed, words = about.allowed, against(strength(new), strength(old), "strength") if about.told else ""
    enough = min(inside, back) > about.share
    gaps = []
    reach = max(ends[0] - its[0], _top(its, new) - ends[1])
    if reach > allowed.points and min(inside, back) < about.overlap:
        gaps.append(Gap("points", enough and reach <= allowed.points + allowed.doubt, words))
    elif not enough:
        gaps.append(Gap("share", False, _shares(old, new, inside, back, about.share) if about.told else ""))
    for name, one, other in (("minimum", 0, 0), ("maximum", 1, MAX_HCP)):
        if (ends[one] == other) != (its[one] == other) and _beyond(old, new, ends, its, one) * _MANY > 1:
            gaps.append(Gap(name, about.suits and enough, _limit(name, ends, its) if about.told else ""))
    return gaps


def _ends(old: Shown, new: Shown) -> tuple[Range, Range]:
    """The two ranges of points: of total points where both tell those."""
    one, other = _totals(old), _totals(new)
    if one and other:
        return _capped(one), _capped(other)
    return _nearly_all(old) if one else old.hcp, _nearly_all(new) if other else new.hcp


@kept(REMEMBERED // 4)
def _nearly_all(shown: Shown) -> Range:
    """The high-card points of a call that tells total points, without the few hands that have hardly any for their shape."""
    many = by_points(shown.hands())
    whole, low, high = sum(many), *shown.points()
    while sum(many[: low + 1]) * _SHAPELY < whole:
        low += 1
    while high > low and sum(many[high:]) * _SHAPELY < whole:
        high -= 1
    return low, high


def _capped(total: Range) -> Range:
    return total[0], MAX_HCP if total[1] >= NO_LIMIT else min(total[1], MAX_HCP)


def _totals(shown: Shown) -> Range | None:
    return next((limits for name, limits in shown.counts if name == "tp"), None) if shown.counts else None


def _top(limits: Range, shown: Shown) -> int:
    """The upper end; of a range without a limit the points above which hardly any of its hands lie."""
    if limits[1] < MAX_HCP:
        return limits[1]
    under = below(shown.shapes())
    whole = under[MAX_HCP + 1] - under[limits[0]]
    for points in range(limits[0], MAX_HCP):
        if (under[MAX_HCP + 1] - under[points + 1]) * _FEW < whole:
            return points
    return MAX_HCP


def _inside(of: Shown, other: Shown) -> float:
    """How many of the hands of one alternative have the points of the other, as a part of all its hands."""
    total = _totals(other)
    if total is None and _totals(of) is None:
        return _of_points(of, other.hcp)
    return _of_totals(of, other.hcp, total)


def _of_points(of: Shown, limits: Range) -> float:
    low, high = max(of.hcp[0], limits[0]), min(of.hcp[1], limits[1])
    if low > high:
        return 0.0
    under = below(of.shapes())
    return (under[high + 1] - under[low]) / (under[of.hcp[1] + 1] - under[of.hcp[0]])


@kept(REMEMBERED // 4)
def _of_totals(of: Shown, hcp: Range, total: Range | None) -> float:
    fitting = replace(of, hcp=hcp, counts=(("tp", total),) if total else ())
    return deals(of.hands() & fitting.hands()) / deals(of.hands())


def _total(shown: Shown) -> int:
    """The deals of an alternative: none where no hand can have it."""
    if _totals(shown):
        return deals(shown.hands())
    under = below(shown.shapes())
    return under[shown.hcp[1] + 1] - under[shown.hcp[0]] if shown.hcp[0] <= shown.hcp[1] else 0


def _beyond(old: Shown, new: Shown, ends: Range, its: Range, end: int) -> float:
    """Of the call that has no limit at this end: how many of its hands lie beyond the limit of the other."""
    free, limit = (old, its) if (ends[end] in (0, MAX_HCP)) else (new, ends)
    outside = (0, limit[0] - 1) if end == 0 else (limit[1] + 1, MAX_HCP)
    return _of_points(replace(free, counts=()), outside) if outside[0] <= outside[1] else 0.0


def strength(shown: Shown) -> str:
    """The points of an alternative in words, total points where it tells those."""
    total = _totals(shown)
    if total is None:
        return points(shown.hcp)
    return f"{limits_in_words(total, NO_LIMIT)} total points"


def _shares(old: Shown, new: Shown, inside: float, back: float, share: float) -> str:
    """The part of the hands that both have, for the call of which it is too small."""
    if inside <= share:
        return f"of the hands with {strength(new)}, {_in_a_hundred(inside)} in 100 have {strength(old)}"
    return f"of the hands with {strength(old)}, {_in_a_hundred(back)} in 100 have {strength(new)}"


def _in_a_hundred(part: float) -> int:
    return int(part * 100)


def _limit(name: str, ends: Range, its: Range) -> str:
    end, free = (0, 0) if name == "minimum" else (1, MAX_HCP)
    limited, other = "the replacement", "the withdrawn call"
    limit = its[end]
    if ends[end] != free:
        limited, other, limit = other, limited, ends[end]
    if name == "minimum":
        return f"{limited} promises at least {limit} points, and {other} promises none"
    return f"{limited} promises no more than {limit} points, and {other} has no upper limit"


# -- what is promised besides ------------------------------------------------------------------------------------------


def _in_promises(old: Shown, new: Shown, about: _About) -> list[Gap]:
    gaps = []
    for feature in sorted(old.features - new.features):
        if not any(word in feature.casefold() for word in _DETAILS):
            tells = bool(new.features) or replace(old, features=frozenset()) != Shown()
            gaps.append(Gap("feature", tells, f"the replacement does not say “{feature}”"))
    promised, its = (dict(shown.counts).get("kings", (0, 4)) for shown in (old, new))
    if not (promised[0] <= its[0] and its[1] <= promised[1]):
        words = against(_kings(its), _kings(promised), "kings") if about.told else ""
        gaps.append(Gap("kings", about.kings and its != (0, 4), words))
    return gaps


# -- words -------------------------------------------------------------------------------------------------------------

_ANY: Final = "any number of"
_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def suits_shown(meaning: Meaning) -> str:
    """The suits that a call shows for certain, in words; empty where it shows none."""
    known: Sequence[str] = [_NAMES[suit] for suit in SUITS if (suit, "length") in meaning.promises]
    return list_of(list(known), "and") if known else ""


def count(number: int, what: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def points(limits: Range) -> str:
    """A range of high-card points in words."""
    return f"{limits_in_words(limits, MAX_HCP)} points"


def length(limits: Range, suit: str) -> str:
    """A range of cards of a suit in words."""
    return f"{limits_in_words(limits, 13)} {_NAMES[suit]}"


def limits_in_words(limits: Range, top: int | None) -> str:
    """A range in words; `top` is the most there can be, which is no limit."""
    low, high = limits
    if low == high:
        return str(low)
    if high == top:
        return f"{low} or more" if low else _ANY
    return f"{low} to {high}" if low else f"at most {high}"


def _kings(limits: Range) -> str:
    return f"{_ANY} kings" if limits == (0, 4) else count_of(limits, "king")


def count_of(limits: Range, what: str) -> str:
    """A range of things that are counted one by one: `1 king`, `2 or more aces`."""
    return f"{limits_in_words(limits, None)} {what}{'' if limits == (1, 1) else 's'}"
