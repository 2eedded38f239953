"""The tests of Law 23A on two meanings, and why each holds or not.

The law gives no numbers for "similar" (23A1): how far two meanings may differ is a regulation, here a parameter with a
source. "Subset" (23A2) is exact, "same purpose" (23A3) is equality of what is asked for.

The tests run from the replacement to the withdrawn call, as the law does. Similarity is therefore not symmetric: the
notes of 2017 find an overcall on 10-15 similar to an opening bid, most of its hands being opening hands; of an opening
bid few hands are such overcalls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from laws.rulings.calls import SUITS
from laws.rulings.meanings import (
    MAX_HCP,
    SHAPES,
    Meaning,
    Range,
    Shown,
    must_hold_hands,
    parse_meaning,
    some_hand,
    some_type,
    uncovered,
)
from laws.rulings.regulations import WORKED_EXAMPLES, Similarity, value_data
from laws.rulings.words import list_of

__all__ = [
    "WORKED_EXAMPLES",
    "Comparison",
    "Result",
    "Similarity",
    "compare",
    "compare_data",
    "decisive",
    "example_outside",
    "is_same",
    "is_subset",
    "result",
    "same_or_similar",
    "same_purpose",
]


@dataclass(frozen=True, slots=True)
class Result:
    """One test of 23A on two meanings.

    test: its name, as in `findings.comparable`; provision: where it stands; holds; why: the reason in a sentence, naming
    the points, suits and hands that decide it.
    """

    test: str
    provision: str
    holds: bool
    why: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Law 23A on a withdrawn call and its replacement: each test by itself, of which one is enough.

    decisive: the test that a ruling names, or `no`. Where several hold it is the one that leaves least to judge: the same
    meaning, then the same purpose, then a subset, and only then similarity, which rests on the tolerance.
    """

    similar: Result
    subset: Result
    purpose: Result
    decisive: str
    tolerance: Similarity

    @property
    def results(self) -> tuple[Result, Result, Result]:
        """The three tests in the order of the law."""
        return self.similar, self.subset, self.purpose

    @property
    def comparable(self) -> bool:
        """The replacement is a comparable call."""
        return self.decisive != "no"

    def as_dict(self) -> dict[str, Any]:
        """As plain data: comparable, decisive, tests (test, provision, holds, why) and the tolerance with its source."""
        tests = [
            {"test": item.test, "provision": item.provision, "holds": item.holds, "why": item.why}
            for item in self.results
        ]
        tolerance = {**value_data(self.tolerance), "source": self.tolerance.source}
        return {"comparable": self.comparable, "decisive": self.decisive, "tests": tests, "tolerance": tolerance}


def compare(withdrawn: Meaning, replacement: Meaning, *, tolerance: Similarity = WORKED_EXAMPLES) -> Comparison:
    """Every test of 23A with its reason. Raises BadMeaning naming the meaning that no hand can have."""
    must_hold_hands(withdrawn, "withdrawn")
    must_hold_hands(replacement, "replacement")
    similar, subset, purpose = (result(test, withdrawn, replacement, tolerance) for test in TESTS)
    return Comparison(similar, subset, purpose, decisive(withdrawn, replacement, tolerance), tolerance)


def result(test: str, withdrawn: Meaning, replacement: Meaning, allowed: Similarity = WORKED_EXAMPLES) -> Result:
    """One test of 23A by its name, with its reason."""
    if test == "same_or_similar":
        return _similar_result(withdrawn, replacement, allowed)
    if test == "is_subset":
        return _subset_result(withdrawn, replacement)
    return Result(test, "23A3", same_purpose(withdrawn, replacement), _why_purpose(withdrawn, replacement))


def decisive(withdrawn: Meaning, replacement: Meaning, allowed: Similarity = WORKED_EXAMPLES) -> str:
    """The test that a ruling names, or `no`: `compare` without the reasons."""
    if same_or_similar(withdrawn, replacement, allowed):
        return "same_or_similar"
    if is_subset(withdrawn, replacement):
        return "is_subset"
    return "same_purpose" if same_purpose(withdrawn, replacement) else "no"


def compare_data(
    withdrawn: Mapping[str, Any], replacement: Mapping[str, Any], *, tolerance: Similarity = WORKED_EXAMPLES
) -> Comparison:
    """`compare` on meanings as a record has them. Raises BadMeaning naming the field, as `parse_meaning` does."""
    old, new = parse_meaning(withdrawn, where="withdrawn"), parse_meaning(replacement, where="replacement")
    return compare(old or Meaning(), new or Meaning(), tolerance=tolerance)


TESTS: Final = ("same_or_similar", "is_subset", "same_purpose")
"""The names of the tests, in the order in which a ruling asks them."""

# -- the tests as a ruling asks them: at most one holds, so that the trace names the true reason -----------------------


def same_or_similar(withdrawn: Meaning, replacement: Meaning, allowed: Similarity = WORKED_EXAMPLES) -> bool:
    """Law 23A1. Meanings that are merely narrower are left to 23A2: they are subsets, which needs no judgement."""
    if is_same(withdrawn, replacement):
        return True
    return not replacement.within(withdrawn) and _similar(withdrawn, replacement, allowed)


def is_same(withdrawn: Meaning, replacement: Meaning) -> bool:
    """The two calls show the same hands and ask for the same thing.

    Two questions put by hands that are not limited at all have the same purpose (23A3) rather than the same meaning.
    """
    if withdrawn.asks != replacement.asks or (withdrawn.asks and not _limited(withdrawn)):
        return False
    return withdrawn.same_hands(replacement)


def is_subset(withdrawn: Meaning, replacement: Meaning) -> bool:
    """Law 23A2: the replacement can be made on hands of the withdrawn call only, and does not mean just the same.

    Two calls that put the same question are left to 23A3, which holds for them in any case: both tests may be passed, and
    the ruling is the same, but the purpose is what a director would name.
    """
    if same_purpose(withdrawn, replacement) or is_same(withdrawn, replacement):
        return False
    return _subset(withdrawn, replacement)


def _subset(withdrawn: Meaning, replacement: Meaning) -> bool:
    """23A2 by itself. Another question is another meaning, whatever hands put it; and of a question for which no hand was
    stated, nobody knows which hands would have put it.
    """
    if withdrawn.asks and withdrawn.asks != replacement.asks and (replacement.asks or not _limited(withdrawn)):
        return False
    return replacement.within(withdrawn)


def _limited(meaning: Meaning) -> bool:
    return any(shown != Shown() for shown in meaning.alternatives)


def same_purpose(withdrawn: Meaning, replacement: Meaning) -> bool:
    """Law 23A3: both calls ask, and for the same thing."""
    return bool(withdrawn.asks) and withdrawn.asks == replacement.asks


# -- similarity --------------------------------------------------------------------------------------------------------


def _similar(withdrawn: Meaning, replacement: Meaning, allowed: Similarity) -> bool:
    """The suits shown are the same, and each alternative of the replacement lies near one of the withdrawn call."""
    if withdrawn.asks != replacement.asks or not _same_suits(withdrawn, replacement):
        return False
    return all(any(_near(old, new, allowed) for old in withdrawn.alternatives) for new in replacement.alternatives)


def _same_suits(withdrawn: Meaning, replacement: Meaning) -> bool:
    """An unknown suit has to remain unknown, a known one the same. Two cards or more agree with length in a suit."""
    old, new = withdrawn.promises, replacement.promises
    return all(
        (suit, "length") in other or (suit, "no shortage") in other
        for one, other in ((old, new), (new, old))
        for suit, how in one
        if how == "length"
    )


def _near(old: Shown, new: Shown, allowed: Similarity) -> bool:
    low, high = old.hcp
    if new.hcp[0] < low - allowed.points or new.hcp[1] > high + allowed.points:
        return False
    if not _mostly_inside(old.hcp, new.hcp, allowed.share):
        return False
    if old.features - new.features or _counts_lost(old, new):
        return False
    if (old.balanced and not new.balanced) or (old.unbalanced and not new.unbalanced) or _another_suit(old, new):
        return False
    return all(_near_length(one, other, allowed.cards) for one, other in zip(old.lengths, new.lengths, strict=True))


def _another_suit(old: Shown, new: Shown) -> bool:
    """The replacement shows length in a suit of which the withdrawn call told nothing."""
    return any(other[0] >= 3 and one[0] < 2 for one, other in zip(old.lengths, new.lengths, strict=True))


def _mostly_inside(old: Range, new: Range, share: Fraction) -> bool:
    inside = max(0, min(old[1], new[1]) - max(old[0], new[0]) + 1)
    return inside * share.denominator > (new[1] - new[0] + 1) * share.numerator


def _near_length(old: Range, new: Range, cards: int) -> bool:
    """Shortage, and the promise that there is none, leave no room: a singleton is not nearly a doubleton."""
    low = old[0] - (cards if old[0] > 2 else 0)
    high = old[1] + (cards if old[1] > 1 else 0)
    return new[0] >= low and new[1] <= high


def _counts_lost(old: Shown, new: Shown) -> list[str]:
    """The numbers (kings, total points) that the withdrawn call promised and the replacement does not keep."""
    return [name for name, (low, high) in old.counts if not (low <= new.count(name)[0] and new.count(name)[1] <= high)]


# -- the reasons -------------------------------------------------------------------------------------------------------

_NO_ROOM: Final = Similarity(points=0, cards=0, share=Fraction(0))
_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_COUNTS: Final = {"kings": "kings", "tp": "total points"}


def _similar_result(withdrawn: Meaning, replacement: Meaning, allowed: Similarity) -> Result:
    same = is_same(withdrawn, replacement)
    holds = same or _similar(withdrawn, replacement, allowed)
    why = "Both calls show the same hands." if same else _why_similar(withdrawn, replacement, allowed, holds=holds)
    return Result("same_or_similar", "23A1", holds, why)


def _why_similar(withdrawn: Meaning, replacement: Meaning, allowed: Similarity, *, holds: bool) -> str:
    room = f"{_count(allowed.points, 'point')} and {_count(allowed.cards, 'card')}"
    if holds:
        beyond = _differences(withdrawn, replacement, _NO_ROOM)
        if not beyond:
            return "The suits are the same, and it is no more than narrower: points and lengths stay within what was shown."
        return f"The suits are the same, and within {room}, which is the tolerance, {list_of(beyond, 'and')}."
    if withdrawn.asks != replacement.asks:
        return _why_purpose(withdrawn, replacement)
    if not _same_suits(withdrawn, replacement):
        return (
            f"The suits are not the same: the withdrawn call shows {_suits(withdrawn)}, "
            f"the replacement {_suits(replacement)}."
        )
    beyond = _differences(withdrawn, replacement, allowed)
    if not beyond:
        return "The suits are not the same: the replacement shows a suit of which the withdrawn call told nothing."
    return f"Beyond the tolerance of {room}: {list_of(beyond, 'and')}."


def _subset_result(withdrawn: Meaning, replacement: Meaning) -> Result:
    holds = _subset(withdrawn, replacement)
    if not holds and replacement.within(withdrawn):
        why = _why_purpose(withdrawn, replacement)
    elif not holds:
        why = _why_no_subset(withdrawn, replacement)
    elif withdrawn.within(replacement):
        why = "The hands are the same, so none of the replacement's lies outside."
    else:
        why = "Every hand that the replacement shows is one that the withdrawn call could have shown."
    return Result("is_subset", "23A2", holds, why)


def example_outside(withdrawn: Meaning, replacement: Meaning) -> str:
    """A hand that fits the replacement and not the withdrawn call (`Q632.KT98.J.AQJ9`), the one of which the reason of 23A2
    speaks; empty if there is none that points and lengths tell.
    """
    missed = replacement.hands & ~withdrawn.hands
    if not missed or replacement.promises_more:
        return ""
    shape, points = some_type(missed)
    return some_hand(SHAPES[shape], points)


def _why_no_subset(withdrawn: Meaning, replacement: Meaning) -> str:
    missed = replacement.hands & ~withdrawn.hands
    missed = missed or next(missed for _, missed in uncovered(replacement, withdrawn) if missed)
    shape, points = some_type(missed)
    lengths = ", ".join(f"{n} {_NAMES[suit]}" for suit, n in zip(SUITS, SHAPES[shape], strict=True))
    hand = f"{lengths} and {_count(points, 'point')}"
    reasons = _differences(withdrawn, replacement, _NO_ROOM)
    because = f": {list_of(reasons, 'and')}" if reasons else ""
    return f"A hand of {hand} fits the replacement and need not fit the withdrawn call{because}."


def _why_purpose(withdrawn: Meaning, replacement: Meaning) -> str:
    old, new = withdrawn.asks, replacement.asks
    if not old and not new:
        return "Neither call is described as asking for something."
    if old == new:
        return f"Both calls ask for the same: {old}."
    if not new:
        return f"The withdrawn call asks for {old}, the replacement asks nothing."
    if not old:
        return f"The replacement asks for {new}, the withdrawn call asks nothing."
    return f"The withdrawn call asks for {old}, the replacement for {new}."


def _differences(withdrawn: Meaning, replacement: Meaning, allowed: Similarity) -> list[str]:
    """What sets the first alternative of the replacement that lies too far off apart from the nearest withdrawn one."""
    for new in replacement.alternatives:
        found = min((_apart(old, new, allowed) for old in withdrawn.alternatives), key=len)
        if found:
            return found
    return []


def _apart(old: Shown, new: Shown, allowed: Similarity) -> list[str]:
    """The promises of one alternative that the other oversteps by more than is allowed, in words."""
    found = []
    inside = _mostly_inside(old.hcp, new.hcp, allowed.share)
    if new.hcp[0] < old.hcp[0] - allowed.points or new.hcp[1] > old.hcp[1] + allowed.points:
        found.append(f"{_points(new.hcp)} against {_points(old.hcp)}")
    elif not inside:
        found.append(f"no more than {allowed.share} of {_points(new.hcp)} lies inside {_points(old.hcp)}")
    for suit, one, other in zip(SUITS, old.lengths, new.lengths, strict=True):
        if not _near_length(one, other, allowed.cards):
            found.append(f"{_length(other, suit)} against {_length(one, suit)}")
    if old.balanced and not new.balanced:
        found.append("hands that are not balanced")
    if old.unbalanced and not new.unbalanced:
        found.append("hands that are balanced")
    found += [f"no promise of {feature}" for feature in sorted(old.features - new.features)]
    found += [
        f"{_limits(new.count(name), None)} against {_limits(old.count(name), None)} ({_COUNTS[name]})"
        for name in _counts_lost(old, new)
    ]
    return found


def _suits(meaning: Meaning) -> str:
    known: Sequence[str] = [_NAMES[suit] for suit in SUITS if (suit, "length") in meaning.promises]
    return list_of(list(known), "and") if known else "no suit for certain"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _points(limits: Range) -> str:
    return f"{_limits(limits, MAX_HCP)} points"


def _length(limits: Range, suit: str) -> str:
    return f"{_limits(limits, 13)} {_NAMES[suit]}"


def _limits(limits: Range, top: int | None) -> str:
    """A range in words; `top` is the most there can be, which is no limit."""
    low, high = limits
    if low == high:
        return str(low)
    if high == top:
        return f"{low} or more" if low else "any number of"
    return f"{low} to {high}" if low else f"at most {high}"
