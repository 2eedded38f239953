"""Broken words, headings, titles and marks of footnotes."""

from __future__ import annotations

import pytest

from laws.sources.wording import Hyphens, complete, is_heading, law_title, lift_marks


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["The weighing is sym-", "metrical."], "The weighing is symmetrical."),
        (["North-", "South sits."], "North-South sits."),
        (["a self-", "made lid"], "a self-made lid"),
        (["non-lea-", "king baskets"], "non-leaking baskets"),
        (["a lid-", "less basket"], "a lid-less basket"),
        (["one half -", "the other"], "one half - the other"),
        (["20-", "40 lids"], "20- 40 lids"),
        (["  much   space ", "between"], "much space between"),
    ],
)
def test_words_broken_at_line_ends_are_joined(lines: list[str], joined: str) -> None:
    hyphens = Hyphens([*lines, "Most baskets are non-leaking.", "The lid-less are few."])
    assert hyphens.join(lines) == joined


def test_how_the_document_writes_a_word_decides() -> None:
    assert Hyphens(["We go co-", "operating."]).join(["co-", "operating"]) == "co-operating"
    assert Hyphens(["They are cooperating."]).join(["co-", "operating"]) == "cooperating"


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("Weighing of Baskets", True),
        ("Lids", True),
        ("Lying lid", True),
        ("Keeper does not Weigh before Counting", True),
        ("The Lid of the Basket Is to Be Lifted and", False),
        ("Lids are lifted when the basket is full", False),
        ("if the Keeper Lifts It", False),
        ("Weigh the Basket.", False),
        ("Keeper's Duties:", False),
        ("The Keeper Weighs More than", False),
        ("", False),
        ("...", False),
    ],
)
def test_headings_are_told_from_sentences(line: str, heading: bool) -> None:
    assert is_heading(line) is heading


@pytest.mark.parametrize(
    ("title", "styled"),
    [
        ("THE LID AND THE HANDLE", "The Lid and the Handle"),
        ("Keeper’S Basket Of Straw", "Keeper’s Basket of Straw"),
        ("Lids Out Of\nSHAPE", "Lids Out of Shape"),
        ("NON-LEAKING BASKETS", "Non-Leaking Baskets"),
    ],
)
def test_titles_get_one_style(title: str, styled: str) -> None:
    assert law_title(title) == styled


@pytest.mark.parametrize(
    ("text", "lifted", "marks"),
    [
        ("a lid¹² of wicker²", "a lid of wicker", ["12", "2"]),
        ("a lid7 of wicker.", "a lid of wicker.", ["7"]),
        ("lifted.8", "lifted.", ["8"]),
        ("lid9 has no note", "lid9 has no note", []),
        ("see 5C7(a) and B7", "see 5C7(a) and B7", []),
    ],
)
def test_marks_of_footnotes_are_lifted_out(text: str, lifted: str, marks: list[str]) -> None:
    assert lift_marks(text, frozenset({"7", "8"})) == (lifted, marks)


@pytest.mark.parametrize(
    ("text", "whole"),
    [("Done.", True), ("as follows:", True), ("(see 5A.)", True), ("and", False), ("or,", False), ("", False)],
)
def test_a_sentence_that_breaks_off_is_told(text: str, whole: bool) -> None:
    assert complete(text) is whole
