"""Any text at all is read without an exception, and no line of it gets lost."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.sources import law_text, notes
from laws.sources.reading import Reader
from tests.laws.sources.accounts import missing_lines, outside_the_document

# Lines as the documents have them, so that whatever hypothesis puts together looks like a document turned upside down.
HEADS = ["Law 1: Baskets", "Law 2: Lids", "LAW 3 – HANDLES", "LAW 1 - BASKETS", "LAW 93 - THE END", "OF WICKER"]
LABELS = [
    "A.",
    "C. ",
    "A. Lids",
    "B. Put it down.",
    "1.",
    "2. Weigh it.",
    "1. (a) Look,",
    "(b) or leave,",
    "(i) alone;",
    "(ii) both.",
]
TEXTS = [
    "The basket is put down.",
    "and carried on-",
    "ward to the shed",
    "North-",
    "South",
    "Look at¹ it",
    "Weigh it2 now.",
    "so:",
]
FURNITURE = [
    "2017 LAWS OF DUPLICATE BRIDGE",
    "3 | Page",
    "-",
    "---",
    "Laws 1–3: Baskets",
    "**",
    "<p></p>",
    "Error! Bookmark not defined.",
]
NOTES = [
    "¹ A basket of wicker.",
    "2 A basket of straw.",
    "*** Law 2 Changed 2017 ***",
    "Ann Wicker + Bea Straw: Lids go.",
    "WBF Laws Committee, Rome 3rd May 2010: Lids stay.",
    "WBF Laws Committee, Rome 31/2/10: Lids stay.",
    "QBA Regulations:",
    "Cell\t20\t30",
    "\t1S\tPass",
    "1. A lid. 2. Two lids.",
    "INTRODUCTION TO BASKETS",
    "DEFINITIONS",
    "penalty\ta word, and",
]
LINES = st.one_of(st.sampled_from([*HEADS, *LABELS, *TEXTS, *FURNITURE, *NOTES, ""]), st.text(max_size=40))
READERS = pytest.mark.parametrize("reader", [law_text, notes], ids=lambda reader: reader.FORMAT)


@READERS
@given(lines=st.lists(LINES, max_size=40))
def test_any_lines_are_read(reader: Reader, lines: list[str]) -> None:
    reader.recognises(lines)
    reading = reader.read(lines)
    assert missing_lines(lines, reading) == []
    assert outside_the_document(lines, reading) == []
    assert all(remark.text for remark in reading.remarks)
    assert all(definition.term for definition in reading.definitions)
    assert len({provision.key for provision in reading.provisions}) == len(reading.provisions)


@READERS
@given(lines=st.lists(LINES, max_size=40))
def test_reading_again_gives_the_same(reader: Reader, lines: list[str]) -> None:
    assert reader.read(lines) == reader.read(lines)


@READERS
@pytest.mark.parametrize(
    "line", ["-" * 400 + " x", "X" * 400 + "!", "." * 400 + "x", "1S " * 400 + "!", "<" * 400, "*" * 401]
)
def test_odd_lines_take_no_longer_than_others(reader: Reader, line: str) -> None:
    begun = time.perf_counter()
    reader.read(["LAW 1 - BASKETS", "Law 1: Baskets", "They are put down.", "", line, "", f"{line} {line}"])
    assert time.perf_counter() - begun < 1


@READERS
def test_no_lines_are_no_laws(reader: Reader) -> None:
    reading = reader.read([])
    assert [fault.what for fault in reading.faults] == ["there is no law in this document"]
