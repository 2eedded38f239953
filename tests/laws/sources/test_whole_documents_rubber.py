"""The whole rubber code, where it is at hand, against the digest of the same edition."""

from __future__ import annotations

import pytest

from laws.keys import parse
from laws.sources import rubber
from laws.sources.reading import Reading
from tests.laws.sources.accounts import missing_lines
from tests.laws.sources.whole import digest, document, keys

# The labels of these were lost when the pages were converted; their words stand in the text of the law.
LOST_LABELS = {"25A", "25B", "25B1", "25B2"}


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return document(rubber.FORMAT)


@pytest.fixture(scope="module")
def reading(lines: list[str]) -> Reading:
    return rubber.read(lines)


def test_it_says_what_it_is(reading: Reading) -> None:
    assert reading.edition == "rubber-2014"
    assert reading.title
    assert reading.publisher
    assert reading.dated


def test_all_provisions_are_found(reading: Reading) -> None:
    found = {one.key for one in reading.provisions}
    wanted = keys(digest("rubber-2014"))
    assert (wanted - found, found - wanted) == (LOST_LABELS, set())


def test_all_footnotes_are_attached(reading: Reading) -> None:
    wanted = {(note.mark, note.key.top) for law in digest("rubber-2014").laws for note in law.footnotes}
    found = {(note.mark, parse(note.key).top) for note in reading.footnotes if note.key}
    # The digest has the footnote of a definition in the definition, and each footnote only where it stands first.
    assert (wanted - found, [note.term for note in reading.footnotes if note.term]) == (set(), ["Call"])
    assert sorted({int(note.mark) for note in reading.footnotes}) == list(range(1, 35))


def test_all_definitions_are_found(reading: Reading) -> None:
    # The digest spells some terms in two ways; the document in one.
    wanted = {definition.term.lower().replace("our", "or") for definition in digest("rubber-2014").definitions}
    assert {definition.term.lower() for definition in reading.definitions} == wanted


def test_nothing_is_faulty_and_only_a_wrong_mark_unread(reading: Reading, lines: list[str]) -> None:
    assert reading.faults == []
    # Law 51 has the mark of a footnote that stands on another page and speaks of another law.
    assert [one.why.split(",")[0] for one in reading.unread] == ["the mark of footnote 22 stands here"]
    assert missing_lines(lines, reading) == []


@pytest.mark.parametrize("part", [0.3, 0.5, 0.9, 0.97])
def test_a_part_of_it_is_faulty(lines: list[str], part: float) -> None:
    reading = rubber.read(lines[: int(len(lines) * part)])
    assert any("not whole" in fault.what for fault in reading.faults)


def test_texts_are_whole_sentences_without_marks(reading: Reading) -> None:
    for one in reading.provisions:
        assert not any(mark in one.text for mark in ("<", "**", "---", "](#", "\xa0")), one.key
        assert "-\n" not in one.text
        assert one.text == one.text.strip()


def test_a_letter_that_was_numbered_anew_keeps_its_words(reading: Reading) -> None:
    texts = {one.key: one.text for one in reading.provisions}
    assert texts["16B1(b)"].startswith("for the offending side")
    assert texts["16B2"].startswith("Penalty Cards")
    assert [one.line for one in reading.doubts] == [540, 542]
