"""What answers to a provision elsewhere."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from laws import shelf
from laws.comparing.concordance import counterparts, edition_pairs, listed
from laws.comparing.editions import Side, compare_editions
from tests.laws.comparing.test_editions import two_codes
from tests.laws.conftest import Digest
from tests.walking import walks

__all__ = ["two_codes"]


BEFORE, SINCE = datetime.date(2023, 12, 31), datetime.date(2024, 1, 1)


@walks(
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
    apart=True,
)
def test_counterparts(
    two_codes: Digest,
    django_assert_num_queries: DjangoAssertNumQueries,
    edition: str,
    key: str,
    expected: list[tuple[str, str, str, str, bool]],
) -> None:
    with django_assert_num_queries(1):
        found = counterparts(edition, key, SINCE)
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


@pytest.fixture
def dated(two_codes: Digest) -> Digest:
    """Law 73 stood on both sides all the time, and is another law since its amendment."""
    two_codes.change(
        "concordance.yaml",
        '{later: "73", kind: new}',
        '{earlier: "73", later: "73", kind: same, until: 2024-01-01}\n'
        '      - {earlier: "73", later: "73", kind: reworded, since: 2024-01-01, remark: Another law.}',
    )
    shelf.load(two_codes.folder)
    return two_codes


def test_an_entry_follows_the_date(dated: Digest, client: Client) -> None:
    for on, kind in ((BEFORE, "same"), (SINCE, "reworded")):
        assert [one.kind for one in counterparts("duplicate-2017", "73", on) if one.same_code] == [kind]
        for page in ("73/", "73A/"):
            html = client.get(f"/laws/duplicate-2017/{page}?on={on}").content.decode()
            assert ("Another law." in html) == (on == SINCE)


def test_the_list_says_the_days(dated: Digest, client: Client) -> None:
    assert not shelf.load(dated.folder)
    html = client.get("/laws/concordance/").content.decode()
    assert "until 31 December 2023" in html
    assert "since 1 January 2024" in html
    told = client.get("/api/v1/laws/concordance/?key=73&later=duplicate-2017").json()["results"]
    assert [(one["kind"], one["since"], one["until"]) for one in told] == [
        ("same", None, "2024-01-01"),
        ("reworded", "2024-01-01", None),
    ]


def test_editions_are_compared_by_what_holds_for_the_amended_one(dated: Digest) -> None:
    earlier, later = edition_pairs()[0]
    for on, kind in ((BEFORE, "same"), (SINCE, "reworded")):
        found = compare_editions(Side(earlier, datetime.date(2017, 7, 31), False), Side(later, on, True), law="73")
        assert [one.kind for group in found.groups for one in group.entries] == [kind]


def test_law_89_of_2017_was_that_of_2007_until_2024(real_shelf: None) -> None:
    for on, kinds in ((BEFORE, ["same", "deleted"]), (SINCE, ["reworded", "deleted"])):
        assert [one.kind for one in counterparts("duplicate-2017", "89", on)] == kinds
    assert [one.key for one in counterparts("duplicate-2017", "73A2", BEFORE)] == ["Appendix2", "Proprieties2"]


def test_where_nothing_answers_to_a_provision_it_is_said_once(two_codes: Digest, client: Client) -> None:
    html = client.get("/laws/duplicate-2017/73/").content.decode()
    counterparts_ = html[html.index('class="counterparts"') :]
    assert "nothing corresponds to it" in counterparts_
    assert "nothing; it is new" in counterparts_
    assert "deleted" not in counterparts_.partition("</ul>")[0]
