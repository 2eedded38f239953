"""The tests of Law 23A on two meanings.

The law gives no numbers for "similar" (23A1): how far two meanings may differ is a regulation, here a parameter with a
source. "Subset" (23A2) is exact, "same purpose" (23A3) is equality of what is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from laws.rulings.meanings import Meaning, Range, Shown


@dataclass(frozen=True, slots=True)
class Similarity:
    """How far two meanings may lie apart and still be "similar" (Law 23A1).

    points: high-card points that the replacement may reach beyond either end of the withdrawn range. cards: cards
    that a promised suit may be shorter. More than half of the replacement's points must still lie inside the
    withdrawn range, so that the shift is a small part of what is shown. source: who says so.
    """

    points: int
    cards: int
    source: str


WORKED_EXAMPLES: Final = Similarity(
    points=2,
    cards=1,
    source="No number stands in Law 23; these follow the examples in the Queensland notes of 2017 "
    "(10-16 is similar to 12-21, 7-16 is not; four cards may be similar to five cards in a suit, three are not).",
)


def same_or_similar(withdrawn: Meaning, replacement: Meaning, allowed: Similarity = WORKED_EXAMPLES) -> bool:
    """Law 23A1. Meanings that are merely narrower are left to 23A2: they are subsets, which needs no judgement."""
    if is_same(withdrawn, replacement):
        return True
    if replacement.within(withdrawn) or withdrawn.asks != replacement.asks:
        return False
    return all(any(_near(old, new, allowed) for old in withdrawn.alternatives) for new in replacement.alternatives)


def is_same(withdrawn: Meaning, replacement: Meaning) -> bool:
    """The two calls show the same hands and ask for the same thing.

    Two questions put by hands that are not limited at all have the same purpose (23A3) rather than the same meaning.
    """
    limited = any(shown != Shown() for shown in withdrawn.alternatives)
    return (limited or not withdrawn.asks) and withdrawn.asks == replacement.asks and withdrawn.same_hands(replacement)


def is_subset(withdrawn: Meaning, replacement: Meaning) -> bool:
    """Law 23A2: the replacement can be made on some of the withdrawn call's hands only, and on no other hand.

    Two calls that put the same question are left to 23A3, which holds for them in any case: both tests may be passed, and
    the ruling is the same, but the purpose is what a director would name.
    """
    if same_purpose(withdrawn, replacement):
        return False
    return replacement.within(withdrawn) and not withdrawn.within(replacement)


def same_purpose(withdrawn: Meaning, replacement: Meaning) -> bool:
    """Law 23A3: both calls ask, and for the same thing."""
    return bool(withdrawn.asks) and withdrawn.asks == replacement.asks


def _near(old: Shown, new: Shown, allowed: Similarity) -> bool:
    low, high = old.hcp
    if new.hcp[0] < low - allowed.points or new.hcp[1] > high + allowed.points:
        return False
    if 2 * _overlap(old.hcp, new.hcp) <= new.hcp[1] - new.hcp[0] + 1:
        return False
    if old.features - new.features or (old.balanced and not new.balanced):
        return False
    return all(
        new_low >= old_low - (allowed.cards if old_low > 1 else 0) and new_high <= old_high
        for (old_low, old_high), (new_low, new_high) in zip(old.lengths, new.lengths, strict=True)
    )


def _overlap(one: Range, other: Range) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]) + 1)
