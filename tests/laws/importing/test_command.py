"""`import_law`: what it prints, what it refuses, and that nothing is written then."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError

from laws.models import Edition
from tests.laws.importing.conftest import BOOK, CHARTS, NOTES, Market, Run, everything

REPORT = """\
Detailed Notes for 2017 Laws, Queensland Bridge Association, 1 March 2021 (format notes)
of the Rules of 2017
Law 2: the text in force since 1 August 2017

  provisions      11 found, 0 missing, 0 surplus
  footnotes       1 found, 0 missing, 0 surplus
  definitions     2 found, 0 missing, 0 surplus
  commentary      3 remarks: 1 note, 1 minute, 1 example
  flow charts     none
  citations       4: 3 found, 0 ambiguous, 1 unmatched, 0 of another edition
  left out        2 preface, 1 headings
  not understood  nothing
  suspicious      none
  faults          none

Citations unmatched:
  line 26: “Law 45” at 1B1
"""


def test_it_reports_and_then_stores(market: Market, run: Run) -> None:
    assert run(market.notes) == f"{REPORT}\n16 texts entered, 0 corrected, 0 withdrawn.\n"


def test_again_nothing_changes(market: Market, run: Run) -> None:
    run(market.notes)
    before = everything()
    assert run(market.notes) == f"{REPORT}\nNothing to change.\n"
    assert everything() == before


def test_a_dry_run_only_reports(market: Market, run: Run) -> None:
    before = everything()
    assert run(market.notes, "--dry-run") == f"{REPORT}\nNothing was stored: this was a dry run.\n"
    assert everything() == before


def test_a_second_document_leaves_what_is_there(market: Market, run: Run) -> None:
    run(market.notes)
    told = run(market.book)
    assert "7 have an official text from elsewhere, which stays unless you say --replace" in told
    # Its Law 2 is the amended one, of which there was no text before.
    assert told.endswith(
        "\n3 texts entered, 0 corrected, 0 withdrawn. 8 texts from elsewhere kept their place; see --replace.\n"
    )
    before = everything()
    assert run(market.book).endswith("\nNothing to change. 8 texts from elsewhere kept their place; see --replace.\n")
    assert everything() == before


def test_a_second_document_replaces_what_is_there_when_asked_to(market: Market, run: Run) -> None:
    run(market.notes)
    told = run(market.book, "--replace")
    assert told.endswith("\n11 texts entered, 0 corrected, 0 withdrawn, 8 of other documents replaced.\n")
    before = everything()
    for file in (market.book, market.notes):
        assert "\nNothing to change." in run(file)
    assert everything() == before


REFUSED = {
    "a law twice": (BOOK.replace("LAW 2", "LAW 1"), "line 19: Law 1 stands a second time; it began in line 5"),
    "a provision twice": (NOTES.replace("B. Lids", "A. Lids"), "line 24: 1A stands a second time"),
    "a provision out of order": (BOOK.replace("A. Weighing", "C. Weighing"), "line 8: 1B stands after 1C, out of"),
    "half a document": (NOTES[: NOTES.index("LAW 93")], "the laws end with Law 2 of 93: the end of the document is"),
    "a hole": (
        BOOK.replace("1.\nThe lid is lifted once.\n", ""),
        "line 10: 1B1 missing behind 1B; the document is not",
    ),
    "a page cut off": (CHARTS.replace(" 31\n", "\n"), "line 1: the page has no number at its end; it is cut off"),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("options", [(), ("--dry-run",)])
def test_a_faulty_document_is_refused(market: Market, run: Run, case: str, options: tuple[str, ...]) -> None:
    text, reason = REFUSED[case]
    file = market.document("faulty.txt", text)
    before = everything()
    with pytest.raises(CommandError) as refused:
        run(file, *options)
    first, *reasons = str(refused.value).splitlines()
    assert first == "The document was not stored."
    assert any(reason in one for one in reasons)
    assert everything() == before


UNREADABLE = {
    "another encoding": (
        "é".encode("latin-1"),
        r"is not UTF-8: byte 0 \(in line 1\).* Save the document in UTF-8 first",
    ),
    "no text": (b"PK\0\0", "is not a text file: byte 2 is zero. Convert the document to plain text"),
    "nothing": (b" \n", "is empty"),
    "no known format": (b"A recipe for soup.\n", "none of the known formats: law-text, notes, rubber, slides"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_file_that_cannot_be_read_is_refused(market: Market, run: Run, tmp_path: Path, case: str) -> None:
    data, reason = UNREADABLE[case]
    (tmp_path / "odd.txt").write_bytes(data)
    with pytest.raises(CommandError, match=reason):
        run(tmp_path / "odd.txt")


def test_a_missing_file_is_refused(market: Market, run: Run, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"nowhere\.txt cannot be read: No such file"):
        run(tmp_path / "nowhere.txt")


@pytest.mark.parametrize("options", [(), ("--dry-run",)])
def test_an_edition_that_is_not_on_the_shelf_is_refused(market: Market, run: Run, options: tuple[str, ...]) -> None:
    Edition.objects.filter(slug="duplicate-2017").update(slug="duplicate-1997")
    with pytest.raises(
        CommandError, match=r"edition duplicate-2017, which is not in the library. Load its digest first"
    ):
        run(market.notes, *options)


def test_a_heading_that_cannot_be_one_is_a_fault(market: Market, run: Run) -> None:
    file = market.document("long.txt", NOTES.replace("- HANDLES", f"- {'HANDLES ' * 30}"))
    with pytest.raises(CommandError, match=r"line 36: “Handles .*…” was taken for the heading, but is longer than 200"):
        run(file)
