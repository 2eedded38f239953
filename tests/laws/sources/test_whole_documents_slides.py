"""The whole set of slides on changes, where it is at hand."""

from __future__ import annotations

import pytest

from laws.sources import slides
from laws.sources.reading import Reading
from tests.laws.sources.accounts import missing_lines
from tests.laws.sources.whole import digest, document, keys

# The slides show Law 26B in an earlier wording, with two paragraphs that the law of the edition does not have.
EARLIER_WORDING = {"26B1", "26B2"}


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return document(slides.FORMAT)


@pytest.fixture(scope="module")
def reading(lines: list[str]) -> Reading:
    return slides.read(lines)


def test_every_law_of_the_list_has_remarks(reading: Reading, lines: list[str]) -> None:
    assert reading.faults == []
    laws = {int(key[:2]) for remark in reading.remarks for key in remark.keys}
    assert len(laws) == reading.left_out["list of changed laws"] == 23
    assert missing_lines(lines, reading) == []


def test_remarks_hang_on_provisions_of_the_edition(reading: Reading) -> None:
    edition = digest("duplicate-2017")
    known = keys(edition) | {law.number for law in edition.laws}
    assert {key for remark in reading.remarks for key in remark.keys} - known == EARLIER_WORDING


def test_nothing_is_unread_but_marks_without_a_footnote_and_a_lost_heading(reading: Reading) -> None:
    assert [one.text for one in reading.unread] == ["*", "Law 57", "*"]


def test_remarks_have_their_words_and_their_footnotes(reading: Reading) -> None:
    assert all(remark.text and remark.title and remark.kind == "change" for remark in reading.remarks)
    assert sum("\n\n*" in remark.text for remark in reading.remarks) == 2
    assert not any("**" in remark.title or "\\" in remark.text for remark in reading.remarks)


def test_half_of_it_is_faulty(lines: list[str]) -> None:
    assert any("not whole" in fault.what for fault in slides.read(lines[: len(lines) // 2]).faults)
