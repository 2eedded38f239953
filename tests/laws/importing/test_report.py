"""The report: what is found, missing and surplus, and how it is said."""

from __future__ import annotations

import datetime

import pytest

from laws.importing import Report, read_document, render, report_on
from laws.importing.held import Span, folded
from laws.importing.remarks import DigestComment, best_fit, precision
from laws.importing.rendering import compact
from laws.importing.report import Tally
from laws.sources.reading import Lines, ReadRemark
from tests.laws.importing.conftest import BOOK, NOTES, Market

START = datetime.date(2017, 8, 1)
AMENDED = datetime.date(2024, 1, 1)


def report(market: Market, text: str) -> Report:
    """The report on a document with this text."""
    return report_on(read_document(market.document("asked.txt", text)))


def test_what_is_missing_and_surplus_is_told_by_key(market: Market) -> None:
    told = report(
        market, NOTES.replace("(b) The owner lifts it, as in (a) above.\n", "C. Locks\n\nA lock is no lid.\n")
    )
    assert told.provisions == Tally(10, ("1B2(b)",), ("1C",))
    assert "Surplus provisions, which the edition does not have; not stored:\n  1C\n" in render(told)


def test_a_document_that_leaves_out_a_law(market: Market) -> None:
    told = report(market, BOOK)
    assert told.provisions == Tally(11, ("Intro",), ())
    assert (told.definitions, told.commentary, told.charts) == (None, {}, 0)


def test_a_part_of_the_law_lacks_the_rest(market: Market) -> None:
    told = report_on(read_document(market.charts))
    assert told.provisions == Tally(4, ("Intro", "1B2", "1B2(a)", "1B2(b)", "2", "2A", "93"), ())
    assert told.footnotes == Tally(0, ("1 at 1A",), ())
    assert "Missing provisions:\n  Introduction, Law 2, Law 93, 1B2 and below\n" in render(told)


def test_footnotes_and_terms_that_the_edition_does_not_have(market: Market) -> None:
    told = report(
        market,
        NOTES.replace("Fee (F)\t", "Fare\t")
        .replace("lifted once;", "lifted² once;")
        .replace("Law 45.", "Law 45.\n\n² By hand."),
    )
    assert told.footnotes == Tally(1, (), ("2 at 1B1",))
    assert told.definitions == Tally(1, ("Fee",), ("Fare",))


def test_a_footnote_with_another_number_is_the_one_of_its_provision(market: Market) -> None:
    assert report(market, NOTES.replace("¹", "²")).footnotes == Tally(1)


@pytest.mark.parametrize(
    ("title", "more", "since"),
    [
        ("HANDLES", "", START),
        ("HANDLES AND LIDS", "B. Lids\n\nA lid has one handle.\n\n", AMENDED),
        # Provisions tell more than a title.
        ("HANDLES", "B. Lids\n\nA lid has one handle.\n\n", AMENDED),
        # A document of another title and time than both: what was in force on its date.
        ("GRIPS", "", START),
    ],
)
def test_which_text_of_an_amended_law_it_has(market: Market, title: str, more: str, since: datetime.date) -> None:
    text = NOTES.replace("LAW 2 - HANDLES", f"LAW 2 - {title}").replace("LAW 93", f"{more}LAW 93")
    assert report(market, text).amended == (("2", since),)


def test_where_provisions_do_not_tell_the_date_of_the_document_does(market: Market) -> None:
    for name in ("law-02.yaml", "law-02.until-2024-01-01.yaml"):
        text = (market.folder / "digest" / "duplicate-2017" / name).read_text(encoding="utf-8")
        alike = text.replace("Handles and lids", "Handles").replace(
            '  - {key: "2B", heading: Lids, text: "Of a lid, one."}', ""
        )
        market.write(f"duplicate-2017/{name}", alike)
    market.load()
    for dated, since in (("March, 2021", START), ("December, 2023", START), ("January, 2024", AMENDED)):
        assert report(market, NOTES.replace("March, 2021", dated)).amended == (("2", since),)


def test_citations_that_lead_nowhere_are_told_with_their_line(market: Market) -> None:
    told = report(market, NOTES)
    assert [(one.line, one.written, one.at) for one in told.doubtful] == [(26, "Law 45", "1B1")]


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("", ""),
        ("93 2 3 5", "Laws 2 to 3, Law 5, Law 93"),
        ("Intro 1 1A 1A1", "Introduction, Law 1"),
        ("12C2(a) 12C2 12C", "12C and below"),
        ("12C2(a) 12C2(b) 9", "Law 9, 12C2(a), 12C2(b)"),
        ("Club1 Club2 Club3A Appendix1 Appendix2", "Appendix 1 to 2, Club Laws 1 to 2, Club3A"),
    ],
)
def test_keys_are_listed_in_few_words(missing: str, words: str) -> None:
    assert compact(missing.split()) == words


# --- Whose words a remark is -------------------------------------------------------------------------------------------


def comment(pk: int, first: int, last: int, kind: str = "note") -> DigestComment:
    """A comment of the digest on these lines."""
    return DigestComment(pk, kind, Lines(first, last), Span(START))


def fit(first: int, last: int, *comments: DigestComment) -> int | None:
    """The comment that fits a note on these lines."""
    remark = ReadRemark(kind="note", keys=(), text="It is so.", lines=Lines(first, last))
    found = best_fit(remark, comments)
    return found.pk if found else None


def test_the_comment_with_the_most_lines_in_common_fits() -> None:
    assert fit(10, 20, comment(1, 1, 10), comment(2, 19, 30), comment(3, 21, 40)) == 2


def test_no_comment_fits_lines_that_none_covers() -> None:
    assert fit(10, 20, comment(1, 1, 9), comment(2, 21, 30)) is None
    assert fit(10, 20) is None


def test_among_equals_the_one_of_its_kind_fits_if_there_is_one() -> None:
    assert fit(10, 20, comment(1, 10, 20, "minute"), comment(2, 10, 20)) == 2
    assert fit(10, 20, comment(1, 10, 20), comment(2, 10, 20)) is None
    assert fit(10, 20, comment(1, 10, 20, "minute"), comment(2, 10, 20, "example")) is None


@pytest.mark.parametrize(
    ("day", "known"), [((2009, 9, 8), "day"), ((2009, 9, 1), "month"), ((2009, 1, 1), "year"), ((2009, 1, 2), "day")]
)
def test_how_much_of_a_date_is_known(day: tuple[int, int, int], known: str) -> None:
    assert precision(datetime.date(*day)).value == known


def test_terms_are_compared_without_capitals_and_abbreviations() -> None:
    assert folded("International  Matchpoint (IMP)") == folded("international matchpoint")
