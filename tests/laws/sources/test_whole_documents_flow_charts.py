"""The whole book of law text and flow charts, where it is at hand."""

from __future__ import annotations

import re

import pytest

from laws.sources import flow_charts
from laws.sources.reading import Reading
from tests.laws.sources.accounts import missing_lines
from tests.laws.sources.whole import digest, document, keys

# The book leaves it out: its page ends before, with extracts from other laws.
NOT_IN_THE_BOOK = {"30C"}


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return document(flow_charts.FORMAT)


@pytest.fixture(scope="module")
def reading(lines: list[str]) -> Reading:
    return flow_charts.read(lines)


def test_all_provisions_of_its_laws_are_found(reading: Reading) -> None:
    assert [law.number for law in reading.laws] == [str(number) for number in range(27, 64)]
    wanted = keys(digest("duplicate-2017"), {law.number for law in reading.laws})
    found = {one.key for one in reading.provisions}
    assert (wanted - found, found - wanted) == (NOT_IN_THE_BOOK, set())


def test_all_footnotes_are_attached(reading: Reading) -> None:
    laws = {law.number for law in reading.laws}
    wanted = {
        (note.mark, str(note.key))
        for law in digest("duplicate-2017").laws
        if law.number in laws
        for note in law.footnotes
    }
    found = {(note.mark, note.key) for note in reading.footnotes}
    # A mark can stand in more than one provision; the digest has each footnote once.
    assert wanted <= found
    assert {mark for mark, _ in found} == {mark for mark, _ in wanted}


def test_there_is_a_chart_for_each_page_with_one(reading: Reading, lines: list[str]) -> None:
    pages = [number for number, line in enumerate(lines, 1) if re.match(r"Laws? \d", line)]
    assert [chart.lines.first for chart in reading.charts] == pages
    assert not {one.lines.first for one in reading.provisions} & set(pages)
    assert all(1 < len(chart.title.split()) < 11 and chart.laws for chart in reading.charts)


def test_no_words_of_charts_are_in_law_text(reading: Reading) -> None:
    # Questions and their answers are what only charts have.
    assert not [one.key for one in reading.provisions if re.search(r" [YN] |\?| Case \d", one.text)]
    assert sum(bool(re.search(r" [YN] | Case \d", chart.text)) for chart in reading.charts) == len(reading.charts) - 2


def test_nothing_is_faulty_and_only_a_cut_text_unread(reading: Reading, lines: list[str]) -> None:
    assert reading.faults == []
    assert [one.why for one in reading.unread] == ["the text of 27D breaks off in the middle of a sentence"]
    assert missing_lines(lines, reading) == []


def test_texts_have_no_footnote_numbers_left(reading: Reading) -> None:
    marks = "|".join({note.mark for note in reading.footnotes})
    for one in reading.provisions:
        assert not re.search(rf"(?<!Laws)(?<!Law)(?<!and)(?<!,) (?:{marks}) ", one.text), one.key
        assert not any(mark in one.text + one.heading for mark in "⟦⟧‐"), one.key
        assert not re.search(r" [.,;]", one.text), one.key


def test_a_cut_page_is_faulty(lines: list[str]) -> None:
    pages = lines[:20]
    faults = flow_charts.read([*pages[:9], *pages[11:19], pages[19][: len(pages[19]) // 2]]).faults
    assert [fault.line for fault in faults] == [10, 18]
