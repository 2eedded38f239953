"""What people type, and the marks in what was found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.searching.words import END_FOUND, FOUND, excerpt, marked, plain, spelled

TEXTS = st.text("ab ♠♥1’“”–.\n", max_size=80)


def seen(text: str) -> str:
    """The marks as brackets."""
    return text.replace(FOUND, "[").replace(END_FOUND, "]")


def told(text: str) -> str:
    """Brackets as marks."""
    return text.replace("[", FOUND).replace("]", END_FOUND)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("insufficient bid", "insufficient bid"),
        ("1♠", '"1 spade"'),
        ("1 ♥ opening", '"1 heart" opening'),
        ("2c", '"2 club"'),
        ("opens 1S or 1H", 'opens "1 spade" or "1 heart"'),
        ("-3D", '-"3 diamond"'),
        ('"opens 1♠ and"', '"opens 1 spade and"'),  # quotation marks do not nest
        ('"unclosed 1♠', '"unclosed "1 spade"'),
        ("♣", " club "),
        ("1NT", "1NT"),
        ("27B1", "27B1"),
        ("12C", "12C"),
        ("“player’s”", '"player\'s"'),
        ("unauthorized information", "unauthorised information or unauthorized information"),
        ('"may penalise"', '"may penalise" or "may penalize"'),
        ("score -organizer", "score -organiser -organizer"),
        ('"unclosed organiser', '"unclosed organiser'),
        ("raise the size", "raise the size"),
        ("", ""),
    ],
)
def test_calls_are_spelled_as_the_search_knows_them(typed: str, expected: str) -> None:
    assert spelled(typed) == expected


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        ("A bid.", "A [bid].", "A [bid]."),
        ("opens 1♠, and", "opens [1] [spade] , and", "opens [1♠], and"),
        ("the “bid” here", 'the "[bid]" here', "the “[bid]” here"),
        ("♥♠", " [heart]  spade ", "[♥]♠"),
        ("plain", "plain", "plain"),
        ("a <b>bold</b> ♠", "a  bold   [spade] ", "a <b>bold</b> ♠"),  # PostgreSQL took the tags out
    ],
)
def test_marks_come_back_to_the_text_as_it_is(text: str, answer: str, expected: str) -> None:
    assert seen(marked(text, told(answer))) == expected


@given(TEXTS)
def test_marking_changes_no_text(text: str) -> None:
    first_word = plain(text).split(" ", 1)
    answer = FOUND + first_word[0] + END_FOUND + "".join(" " + rest for rest in first_word[1:])
    assert marked(text, answer).replace(FOUND, "").replace(END_FOUND, "") == text


def test_an_excerpt_has_the_sentences_that_tell_most() -> None:
    text = told("First of all. " * 20 + "Here a [claim] is made. The [claim] stands. " + "Last of all. " * 20)
    short = seen(excerpt(text, 60))
    assert "Here a [claim] is made. The [claim] stands." in short
    assert short.startswith("… ")
    assert short.endswith(" …")
    assert len(short) < 80


def test_a_short_text_stays_whole() -> None:
    assert excerpt("One. Two.\n\nThree.", 20) == "One. Two.\n\nThree."


@given(st.lists(st.sampled_from(["word", "[found]", "end.", "\n\n", "x" * 50]), max_size=200))
def test_an_excerpt_is_short_and_closes_its_marks(words: list[str]) -> None:
    short = seen(excerpt(told(" ".join(words)), 100))
    assert len(short) <= 300
    assert short.count("[") == short.count("]")
    assert "[[" not in short
