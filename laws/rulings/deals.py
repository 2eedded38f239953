"""How many deals there are of a hand type: what a range of points is worth.

Points are not alike: a hand of 12 is twenty times as frequent as one of 20, so of "12 or more" what lies above 21 hardly
counts. The numbers are exact: the ways to choose thirteen cards of these lengths with these high-card points.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import accumulate
from math import comb
from typing import Final

from laws.rulings.meanings import MAX_HCP, SHAPES

_WIDTH: Final = len(SHAPES)
_ALL: Final = (1 << _WIDTH) - 1


@cache
def _of_suit(cards: int) -> tuple[int, ...]:
    """The ways to hold so many cards of one suit, by their points: four honours, nine small cards."""
    found = [0] * 11
    for honours in range(16):
        held = [value for i, value in enumerate((4, 3, 2, 1)) if honours >> i & 1]
        if len(held) <= cards <= len(held) + 9:
            found[sum(held)] += comb(9, cards - len(held))
    return tuple(found)


@cache
def _of_pattern(pattern: tuple[int, ...]) -> tuple[int, ...]:
    """The ways to hold suits of these lengths, by points."""
    found = [1]
    for cards in pattern:
        suit = _of_suit(cards)
        longer = [0] * (len(found) + len(suit) - 1)
        for one, ways in enumerate(found):
            for other, more in enumerate(suit):
                longer[one + other] += ways * more
        found = longer
    return tuple(found[: MAX_HCP + 1])


@cache
def _patterns() -> Mapping[tuple[int, ...], int]:
    """Each pattern of a hand (5-4-3-1) with its shapes as a bit set."""
    found: dict[tuple[int, ...], int] = {}
    for i, shape in enumerate(SHAPES):
        pattern = tuple(sorted(shape))
        found[pattern] = found.get(pattern, 0) | 1 << i
    return found


@lru_cache(maxsize=2**11)
def below(shapes: int) -> tuple[int, ...]:
    """The deals of these shapes (a bit set of `SHAPES`) with fewer points than 0, 1, 2 ... up to 38, which is all of them."""
    found = [0] * (MAX_HCP + 1)
    for pattern, its_shapes in _patterns().items():
        if many := (shapes & its_shapes).bit_count():
            for points, ways in enumerate(_of_pattern(pattern)):
                found[points] += many * ways
    return tuple(accumulate(found, initial=0))


def by_points(types: int) -> tuple[int, ...]:
    """The deals of a set of hand types, for each number of points."""
    found = []
    for points in range(MAX_HCP + 1):
        shapes = types >> _WIDTH * points & _ALL
        of_these = below(shapes) if shapes else _NONE
        found.append(of_these[points + 1] - of_these[points])
    return tuple(found)


_NONE: Final = (0,) * (MAX_HCP + 2)


def deals(types: int) -> int:
    """The deals of a set of hand types."""
    return sum(by_points(types))
