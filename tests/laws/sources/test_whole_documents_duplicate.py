"""The two documents of the duplicate code, where they are at hand, against the digest and against each other."""

from __future__ import annotations

import re
import time
import tracemalloc

import pytest

from laws.sources import law_text, notes
from laws.sources.reading import ReadDefinition, ReadFootnote, Reading, ReadLaw, ReadProvision, ReadRemark
from tests.laws.sources.accounts import missing_lines
from tests.laws.sources.whole import digest, document

# In the documents Law 13 begins with its first section; the digest says in a text of its own which section is for what.
ONLY_IN_THE_DIGEST = {"13"}
# The book leaves out the introduction, and one law with its footnote.
NOT_IN_THE_BOOK = re.compile(r"Intro|6([A-Z].*)?")
# Where the two documents differ in their own words, and how.
DIFFERENT = {
    "45C1": "the notes miss the full stop",
    "64C2(b)": "the book has a slip of the pen: an “adjusted scored”",
    "77": "the notes have a slip of the pen in a row's name",
    "78B": "the book misses the first row; the columns of the notes are not of one length; a space before the plus",
    "81C2": "the notes miss the full stop",
    "86A": "the notes have lost two letters of a word",
}
# Traces of the word processor.
_NO_WORDS = re.compile(r"<[^<>]*>|Error! Bookmark not defined\.|\\text|INTRODUCTION.*")
PLAIN = str.maketrans("’‘“”–—", "''\"\"--")


@pytest.fixture(scope="module")
def book_lines() -> list[str]:
    return document(law_text.FORMAT)


@pytest.fixture(scope="module")
def notes_lines() -> list[str]:
    return document(notes.FORMAT)


@pytest.fixture(scope="module")
def book(book_lines: list[str]) -> Reading:
    return law_text.read(book_lines)


@pytest.fixture(scope="module")
def commented(notes_lines: list[str]) -> Reading:
    return notes.read(notes_lines)


def wanted() -> set[str]:
    """The keys of the edition in force."""
    laws = digest("duplicate-2017").current_laws()
    return {str(one.key) for law in laws for one in law.provisions}


def plain(text: str) -> str:
    """A text without the ways in which two printers differ: spaces, quotes, dashes."""
    return " ".join(text.translate(PLAIN).split())


def test_the_notes_have_every_provision(commented: Reading) -> None:
    found = {one.key for one in commented.provisions}
    assert (wanted() - found, found - wanted()) == (ONLY_IN_THE_DIGEST, set())


def test_the_book_has_every_provision_but_those_it_lacks(book: Reading) -> None:
    found = {one.key for one in book.provisions}
    lacking = {key for key in wanted() if NOT_IN_THE_BOOK.fullmatch(key)} | ONLY_IN_THE_DIGEST
    assert (wanted() - found, found - wanted()) == (lacking, set())
    assert not any(NOT_IN_THE_BOOK.fullmatch(law.number) for law in book.laws)


def test_both_say_the_same_under_the_same_key(book: Reading, commented: Reading) -> None:
    theirs = {one.key: (plain(one.heading), plain(one.text)) for one in commented.provisions}
    different = {one.key for one in book.provisions if theirs[one.key] != (plain(one.heading), plain(one.text))}
    assert different == set(DIFFERENT)


def test_both_give_the_laws_the_same_titles(book: Reading, commented: Reading) -> None:
    theirs = {law.number: plain(law.title) for law in commented.laws}
    assert {law.number: plain(law.title) for law in book.laws} == {law.number: theirs[law.number] for law in book.laws}
    assert set(theirs) - {law.number for law in book.laws} == {"Intro", "6"}


def test_footnotes_hang_where_the_digest_has_them(book: Reading, commented: Reading) -> None:
    edition = {(note.mark, str(note.key)) for law in digest("duplicate-2017").current_laws() for note in law.footnotes}
    in_book = {(note.mark, note.key) for note in book.footnotes}
    in_notes = {(note.mark, note.key) for note in commented.footnotes}
    assert edition - in_book == {("1", "6D2")}
    assert in_book - edition == set()
    # The notes number their last footnote like the one before.
    assert (edition - in_notes, in_notes - edition) == ({("29", "93C3(b)")}, {("28", "93C3(b)")})


def test_definitions_are_those_of_the_digest(commented: Reading) -> None:
    def bare(term: str) -> str:
        return re.sub(r"\W", "", term.split("(")[0]).lower()

    found = {bare(one.term) for one in commented.definitions}
    assert {bare(one.term) for one in digest("duplicate-2017").definitions} == found


def test_nothing_is_faulty_unread_or_lost(
    book: Reading, book_lines: list[str], commented: Reading, notes_lines: list[str]
) -> None:
    for reading, lines in ((book, book_lines), (commented, notes_lines)):
        assert (reading.faults, reading.unread) == ([], [])
        assert missing_lines(lines, reading) == []


def test_the_words_of_a_line_are_in_the_record_of_the_line(
    book: Reading, book_lines: list[str], commented: Reading, notes_lines: list[str]
) -> None:
    assert changed_lines(book_lines, book) == []
    assert changed_lines(notes_lines, commented) == []


def changed_lines(lines: list[str], reading: Reading) -> list[int]:
    """Lines with a word that none of the records has which are said to be read from the line.

    The first and the last word of a line may be halves, and marks of footnotes may touch a word.
    """
    texts = [""] * (len(lines) + 1)
    records: list[ReadLaw | ReadProvision | ReadDefinition | ReadRemark | ReadFootnote] = []
    records += reading.laws
    records += reading.provisions
    records += [*reading.definitions, *reading.remarks, *reading.footnotes]
    for one in records:
        fields = ("title", "heading", "term", "text", "author", "authority", "place")
        text = " ".join(str(getattr(one, field, "")) for field in fields)
        dated = getattr(one, "dated", None)
        for number in range(one.lines.first, one.lines.last + 1):
            texts[number] += f"{text} {dated:%B} ".lower() if dated else f"{text} ".lower()
    changed = []
    for number, line in enumerate(lines, 1):
        words = re.findall(r"[a-z]{3,}", _NO_WORDS.sub(" ", line).lower())[1:-1]
        if texts[number] and not any(rule.fullmatch(line.strip()) for rule in law_text.FURNITURE.values()):
            changed += [number] * any(word not in texts[number] for word in words)
    return changed


def test_every_minute_has_its_committee_place_and_day(commented: Reading, notes_lines: list[str]) -> None:
    announced = [line for line in notes_lines if re.match(r"(Minutes )?\w+ Laws Committee, ", line)]
    minutes = [one for one in commented.remarks if one.kind == "minute"]
    assert len(minutes) == len(announced)
    assert all(one.authority and one.place and one.dated for one in minutes)


def test_every_change_and_every_author_is_told(commented: Reading, notes_lines: list[str]) -> None:
    banners = [line for line in notes_lines if line.startswith("***")]
    assert len([one for one in commented.remarks if one.title]) == len(banners)
    authored = [line for line in notes_lines if re.match(r"[A-Z]\w+ \w+ \+ [A-Z]\w+ \w+: ", line)]
    assert len([one for one in commented.remarks if one.kind == "rationale"]) == len(authored)


def test_every_remark_hangs_on_something_that_is_there(commented: Reading) -> None:
    there = {one.key for one in commented.provisions} | {law.number for law in commented.laws}
    terms = {one.term for one in commented.definitions}
    for remark in commented.remarks:
        assert remark.term in terms if remark.term else remark.keys and set(remark.keys) <= there
        assert remark.kind not in ("minute", "regulation") or (remark.authority and remark.dated)


def test_no_text_has_traces_of_the_word_processor(book: Reading, commented: Reading) -> None:
    for one in (*book.provisions, *commented.provisions):
        assert not re.search(r"\*\*|<|\$\$|Error!|- |\s$|^\s| \n|[⁰¹²³⁴⁵⁶⁷⁸⁹]|\| Page", one.text.replace(" - ", " ")), (
            one.key
        )


@pytest.mark.parametrize("part", [0.3, 0.5, 0.9])
def test_a_part_of_a_document_is_faulty(book_lines: list[str], notes_lines: list[str], part: float) -> None:
    for reader, lines in ((law_text, book_lines), (notes, notes_lines)):
        cut = int(len(lines) * part)
        for some in (lines[:cut], lines[cut:]):
            assert any("is missing" in fault.what for fault in reader.read(some).faults)


def test_reading_is_quick_and_small(notes_lines: list[str]) -> None:
    begun = time.perf_counter()
    notes.read(notes_lines)
    seconds = time.perf_counter() - begun
    tracemalloc.start()
    notes.read(notes_lines)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert seconds < 10
    assert peak < 300 * 2**20
