"""Two editions beside each other."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from laws import keys, shelf
from laws.comparing.editions import (
    NotComparableError,
    Row,
    Side,
    _aligned,
    _Shelf,
    compare_editions,
    joined,
)
from laws.comparing.statements import PROVISION, Statement
from laws.models import Edition
from tests.laws.conftest import CODES, CONCORDANCE, Digest

TODAY = datetime.date(2026, 1, 1)
RUBBER = """\
  - slug: rubber
    title: Laws of Rubber Bridge
    editions:
      - {slug: rubber-2014, title: Laws of 2014, year: 2014, in_force: 2014-04-01}
documents:
"""
RUBBER_EDITION = 'parts:\n  - {title: All, first: "1", last: "81"}\n'
RUBBER_LAW = """\
law: "30"
title: Low bids
provisions:
  - key: "30A"
    text: The next player may accept a bid of 1♠ that is not high enough.
  - key: "30B"
    text: Otherwise money changes hands.
"""
RUBBER_CONCORDANCE = """\
  - between: [duplicate-2017, rubber-2014]
    entries:
      - {earlier: "27", later: "30", kind: moved, remark: Three higher.}
      - {earlier: "73", kind: deleted, remark: Frown as you like.}
"""


@pytest.fixture
def two_codes(digest: Digest, db: None) -> Digest:
    """The invented laws, and one law of rubber bridge."""
    digest.write("codes.yaml", CODES.replace("documents:\n", RUBBER))
    (digest.folder / "rubber-2014").mkdir()
    digest.write("rubber-2014/edition.yaml", RUBBER_EDITION)
    digest.write("rubber-2014/law-30.yaml", RUBBER_LAW)
    digest.write("concordance.yaml", CONCORDANCE + RUBBER_CONCORDANCE)
    shelf.load(digest.folder)
    return digest


def side(slug: str, *, readable: bool = True) -> Side:
    """An edition today."""
    return Side(Edition.objects.get(slug=slug), TODAY, readable)


def in_short(rows: list[Row]) -> list[tuple[list[str], list[str], bool]]:
    """The keys on either side, and whether they are set against each other."""
    return [([one.key for one in row.earlier], [one.key for one in row.later], row.pieces is not None) for row in rows]


def test_statements_that_are_alike_stand_in_one_row(two_codes: Digest) -> None:
    found = compare_editions(side("duplicate-2017"), side("rubber-2014"))
    moved, deleted = found.groups
    assert (moved.name, moved.title, [one.label for one in moved.entries]) == ("Law 27", "Insufficient bid", ["moved"])
    assert in_short(moved.rows) == [
        (["27A"], ["30A"], True),
        (["27A", "27B1", "27B1(a)"], ["30B"], False),  # the first is the footnote on 27A
    ]
    pieces = moved.rows[0].pieces or []
    assert "".join(piece.text for piece in pieces if piece.kind != "gone") == (
        "The next player may accept a bid of 1♠ that is not high enough."
    )
    assert (deleted.name, in_short(deleted.rows)) == ("Law 73", [(["73", "73A"], [], False)])
    assert dict(found.counts) == {"moved": 1, "deleted": 1}
    assert found.unpaired == []


def test_a_mere_heading_goes_with_the_first_text_under_it(two_codes: Digest) -> None:
    rows = compare_editions(side("duplicate-2017"), side("rubber-2014")).groups[0].rows
    assert [(one.key, one.heading) for one in rows[1].earlier if one.what == PROVISION] == [
        ("27B1", "Not accepted"),
        ("27B1(a)", ""),
    ]


def test_of_an_edition_without_text_the_numbers_are_told(two_codes: Digest) -> None:
    found = compare_editions(side("duplicate-2007", readable=False), side("duplicate-2017"))
    moved, new = found.groups
    assert (moved.name, moved.title, moved.new) == ("Law 26", "", False)
    assert [(one.earlier_key, one.later_key, one.later_title, one.remark) for one in moved.entries] == [
        ("26", "27A", "Acceptance", "It went up.")
    ]
    assert (new.name, new.title, new.new) == ("Law 73", "Communication", True)
    assert found.unpaired == [("Intro", "Introduction")]


def test_one_law_of_either_side(two_codes: Digest) -> None:
    sides = side("duplicate-2017"), side("rubber-2014")
    assert [one.number for one in compare_editions(*sides, law="30").groups] == ["27"]
    assert [one.number for one in compare_editions(*sides, law="73").groups] == ["73"]
    assert compare_editions(*sides, law="99").groups == []


def test_without_texts_there_are_no_rows(two_codes: Digest) -> None:
    found = compare_editions(side("duplicate-2017"), side("rubber-2014"), texts=False)
    assert [(one.title, one.rows) for one in found.groups] == [("Insufficient bid", []), ("Communication", [])]


def test_the_concordance_says_which_comes_first(two_codes: Digest) -> None:
    duplicate, rubber, old = (
        Edition.objects.get(slug=slug) for slug in ("duplicate-2017", "rubber-2014", "duplicate-2007")
    )
    assert joined(duplicate, rubber) == joined(rubber, duplicate) == (duplicate, rubber)
    with pytest.raises(NotComparableError):
        joined(old, rubber)


def test_two_whole_editions_cost_ten_queries(
    real_shelf: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    sides = side("duplicate-2017"), side("rubber-2014")
    with django_assert_num_queries(10):
        found = compare_editions(*sides)
    assert found.unpaired == []
    assert any(row.pieces for group in found.groups for row in group.rows)


TEXTS = st.lists(st.sampled_from(["a b c d", "a b c e", "f g", "h", "a b", "f g h i j"]), max_size=6)


def statements(texts: list[str], law: int) -> list[Statement]:
    """Statements A, B, C … of a law."""
    made = []
    for place, text in enumerate(texts):
        key = keys.Key(law=law, section=chr(ord("A") + place))
        made.append(
            Statement(what=PROVISION, key=str(key), name="", law=str(law), order=key.order, heading="", text=text)
        )
    return made


@given(TEXTS, TEXTS)
def test_alignment_keeps_every_statement_in_its_order(mine: list[str], theirs: list[str]) -> None:
    sides = statements(mine, 1), statements(theirs, 2)
    words = [_Shelf({one.id: one for one in its}) for its in sides]
    rows = _aligned([(one, words[0].words(one)) for one in sides[0]], [(one, words[1].words(one)) for one in sides[1]])
    assert [one for row in rows for one in row.earlier] == sides[0]
    assert [one for row in rows for one in row.later] == sides[1]
    assert all(len(row.earlier) == len(row.later) == 1 for row in rows if row.pieces is not None)
    if mine == theirs:
        assert all(row.pieces is not None for row in rows)
