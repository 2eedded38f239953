"""What answers to a provision elsewhere."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from laws.comparing.concordance import counterparts, edition_pairs, listed
from tests.laws.comparing.test_editions import two_codes
from tests.laws.conftest import Digest

__all__ = ["two_codes"]


@pytest.mark.parametrize(
    ("edition", "key", "expected"),
    [
        (
            "duplicate-2017",
            "27A",
            [("In 2007", "26", "27A", "moved", False), ("In the Laws of 2014", "30", "27", "moved", True)],
        ),
        ("duplicate-2017", "27B1(a)", [("In the Laws of 2014", "30", "27", "moved", True)]),
        (
            "duplicate-2017",
            "27",
            [("In the Laws of 2014", "30", "27", "moved", True), ("In 2007", "26", "27A", "moved", False)],
        ),
        (
            "duplicate-2017",
            "73A",
            [("In 2007", "", "73", "new", False), ("In the Laws of 2014", "", "73", "deleted", True)],
        ),
        ("rubber-2014", "30B", [("In the Laws of 2017", "27", "30", "moved", True)]),
        ("duplicate-2007", "26B", [("In 2017", "27A", "26", "moved", True)]),
        ("duplicate-2017", "Intro", []),
        ("duplicate-2017", "2", []),
    ],
)
def test_counterparts(
    two_codes: Digest,
    django_assert_num_queries: DjangoAssertNumQueries,
    edition: str,
    key: str,
    expected: list[tuple[str, str, str, str, bool]],
) -> None:
    with django_assert_num_queries(1):
        found = counterparts(edition, key)
    assert [(one.where, one.key, one.here, one.kind, one.readable) for one in found] == expected


def test_pairs_and_lists(two_codes: Digest) -> None:
    pairs = edition_pairs()
    assert [(earlier.slug, later.slug) for earlier, later in pairs] == [
        ("duplicate-2007", "duplicate-2017"),
        ("duplicate-2017", "rubber-2014"),
    ]
    everything = listed(*pairs[0])
    assert [str(one) for one in everything.entries] == ["26 → 27A (moved)", "– → 73 (new)"]
    chosen = listed(*pairs[0], kind="new")
    assert [str(one) for one in chosen.entries] == ["– → 73 (new)"]
    assert chosen.by_kind == everything.by_kind == {"moved": 1, "new": 1}
    assert [str(one) for one in listed(*pairs[0], law="27").entries] == ["26 → 27A (moved)"]
