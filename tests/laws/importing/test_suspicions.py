"""Texts that somebody should look at, and holes in the middle of a document."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.management import CommandError

from laws.importing import Report, read_document, render, report_on
from laws.importing.documents import Document
from laws.importing.report import Tally
from laws.sources.reading import Lines, ReadProvision
from tests.laws.importing.conftest import BOOK, NOTES, Market, Run

LOST = BOOK.replace("1.\nThe lid is lifted once.\n", "")


def reading(market: Market, **texts: str) -> Report:
    """The report on the book with these texts in the place of those it has, by key with `_` for a bracket."""
    document = read_document(market.book)
    wanted = {key.replace("_", "(", 1).replace("_", ")", 1): text for key, text in texts.items()}
    document.reading.provisions[:] = [
        replace(one, text=wanted.get(one.key, one.text)) for one in document.reading.provisions
    ]
    return report_on(document)


def told(report: Report) -> list[str]:
    return [f"{one.lines.first} {one.name} {one.what}" for one in report.suspicious]


def test_whole_texts_are_not_suspicious(market: Market) -> None:
    assert told(reading(market)) == []
    lists = {"1B2": "The lid is lifted by", "1B2_a_": "the keeper, or", "1B2_b_": "the owner."}
    assert told(reading(market, **lists)) == []
    assert told(reading(market, **{"1B1": "The lid is", "1B2": "lifted once."})) == [
        "10 1B1 ends inside a sentence: “The lid is”",
    ], "what goes on with a sentence is told once, where it breaks off"


@pytest.mark.parametrize(
    ("texts", "what"),
    [
        (
            {"2A": "two handles, and each of them holds."},
            "20 2A begins inside a sentence: “two handles, and each of them",
        ),
        ({"2A": "A basket has two"}, "20 2A ends inside a sentence: “A basket has two”"),
        ({"2B": "A lid has one handle, or"}, "23 2B ends as if its list went on: “A lid has one handle, or”"),
        ({"2B": "A lid has:"}, "23 2B announces a list that is not there: “A lid has:”"),
        ({"1B2_a_": "The keeper, and", "1B2_b_": "the owner, and"}, "13 1B2(b) ends as if its list went on"),
    ],
)
def test_texts_that_begin_or_end_inside_a_sentence(market: Market, texts: dict[str, str], what: str) -> None:
    (found,) = told(reading(market, **texts))
    assert found.startswith(what)


def test_a_text_far_shorter_than_its_digest(market: Market) -> None:
    market.write(
        "duplicate-2017/law-93.yaml",
        f'law: "93"\ntitle: The end\nprovisions:\n  - {{key: "93", text: {"Closed at night until the morning. " * 6}}}\n',
    )
    market.load()
    report = reading(market)
    assert told(report) == ["25 Law 93 has 27 characters where the digest has 209"]
    assert "  suspicious      1 text\n" in render(report)
    assert render(report).endswith(
        "Suspicious texts, to be laid beside the document:\n"
        "  line 25: Law 93 has 27 characters where the digest has 209"
    )


def test_a_hole_in_the_middle_is_a_fault_unless_it_is_known(market: Market, run: Run) -> None:
    file = market.document("lost.txt", LOST)
    for options in ((), ("--without", "1A"), ("--without", "1B2(b)")):
        with pytest.raises(CommandError, match=r"line 10: 1B1 missing behind 1B; the document is not whole") as refused:
            run(file, *options)
        assert "If it never had it, say --without 1B1" in str(refused.value)
    with pytest.raises(CommandError, match="“soup” is not a provision such as 6, 30C"):
        run(file, "--without", "soup")
    assert "faults          none" in run(file, "--without", "1b 1", "1B2")


def test_a_lost_label_is_no_hole_but_suspicious(market: Market) -> None:
    report = report_on(
        without(read_document(market.book), "1B2(a)", add_to="1B2", text="It may be lifted by the keeper.")
    )
    assert report.faults == ()
    assert told(report) == ["15 1B2 seems to hold the words of 1B2(a) as well"]


def without(document: Document, key: str, *, add_to: str, text: str) -> Document:
    """The document with a provision's label lost and its words in another one."""
    kept = [one for one in document.reading.provisions if one.key not in (key, add_to)]
    kept.append(ReadProvision(key=add_to, lines=Lines(15, 15), text=text))
    document.reading.provisions[:] = kept
    return document


def test_the_footnotes_of_a_missing_law_are_missing(market: Market) -> None:
    rest = NOTES.replace(NOTES[NOTES.index("A. Weighing") : NOTES.index("LAW 2")], "")
    report = report_on(read_document(market.document("rest.txt", rest.replace("LAW 1 - THE MARKET\n\n", ""))))
    assert report.footnotes == Tally(0, ("1 at 1A",), ())
