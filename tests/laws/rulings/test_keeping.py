"""What the engine remembers of meanings takes so many bytes and no more, whatever is sent."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest

from laws.rulings.comparable import compare_data
from laws.rulings.keeping import Kept, kept, weight
from laws.rulings.meanings import (
    MAX_ALTERNATIVES,
    MAX_FEATURE,
    MAX_FEATURES,
    MAX_WORDS,
    REMEMBERED,
    BadMeaning,
    _hands,
    parse_meaning,
)
from laws.rulings.similarity import likeness


def huge(number: int) -> dict[str, Any]:
    """As large a meaning as is read, unlike any other."""
    features = [f"{number:06}{each:02}".ljust(MAX_FEATURE, "x") for each in range(MAX_FEATURES)]
    alternatives = [{"hcp": [0, each % 30], "features": features} for each in range(MAX_ALTERNATIVES)]
    return {"alternatives": alternatives, "words": f"{number}".ljust(MAX_WORDS, "y")}


def test_the_largest_meanings_fill_no_more_than_the_room() -> None:
    entries: Kept[int] = _hands.entries  # type: ignore[attr-defined]
    entries.clear()
    one = parse_meaning(huge(0))
    assert one
    apiece = entries.weighs
    assert apiece > 40_000
    for number in range(1, 2 * REMEMBERED // apiece):
        parse_meaning(huge(number))
    assert REMEMBERED - apiece <= entries.weighs <= REMEMBERED
    entries.clear()


def test_those_of_the_table_stay_by_the_thousand() -> None:
    entries: Kept[int] = _hands.entries  # type: ignore[attr-defined]
    entries.clear()
    for low in range(30):
        for hearts in range(8):
            for spades in range(6):
                parse_meaning({"hcp": [low, low + 7], "suits": {"H": [hearts, 13], "S": [0, 13 - spades]}})
    # Two of them can be the same set of limits.
    assert len(entries) > 1400
    assert entries.weighs / len(entries) < REMEMBERED / 5000
    entries.clear()


def test_comparisons_are_bounded_as_well() -> None:
    entries: Kept[Any] = likeness.entries  # type: ignore[attr-defined]
    entries.clear()
    for number in range(40):
        one, other = ({"hcp": [number % 20, 30], "suits": {"H": [4, 13]}, "words": f"{number} {each}"} for each in "ab")
        compare_data(one, other)
    assert entries.weighs <= entries.most
    entries.clear()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"words": "x" * 100_000}, "meaning.words: 100000 characters; expected at most 500"),
        ({"purpose": "x" * 501}, "meaning.words: 501 characters"),
        ({"asks": "x" * 501}, "meaning.asks: 501 characters"),
        ({"features": "x" * 101}, "meaning.features: 101 characters"),
        ({"features": ["x" * 101]}, "meaning.features: 101 characters"),
        ({"features": [f"{number}" for number in range(100_000)]}, "meaning.features: 100000 of them"),
        (
            {"features": list("abcdefg"), "alternatives": [{"features": list("hijklmn")}]},
            "alternatives[0].features: 14 of them",
        ),
    ],
    ids=["words", "purpose", "asks", "feature", "features", "many", "together"],
)
def test_what_nobody_says_at_a_table_is_refused(data: dict[str, Any], told: str) -> None:
    began = time.perf_counter()
    with pytest.raises(BadMeaning) as refused:
        parse_meaning(data)
    assert told in str(refused.value)
    assert time.perf_counter() - began < 0.5


def test_what_was_used_longest_ago_goes_first() -> None:
    made: list[int] = []

    @kept(20 * weight(((1,), ())) + 20 * weight("x" * 1000))
    def of(number: int) -> str:
        made.append(number)
        return "x" * 1000

    for number in range(20):
        of(number)
    of(0)
    of(20)
    made.clear()
    of(0)
    of(1)
    assert made == [1]


def test_what_alone_would_fill_the_room_is_not_kept() -> None:
    entries: Kept[str] = Kept(10_000)
    entries.put("large", "x" * 2000)
    assert entries.get("large") is None
    entries.put("small", "x" * 100)
    entries.put("small", "x" * 200)
    assert entries.get("small") == ("x" * 200,)
    assert entries.weighs == weight("small") + sys.getsizeof("x" * 200)
