"""Cutting texts into words, citations and defined terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.passages import Marker, Piece, Span, paragraphs

MARKER = Marker(
    {
        "Penalty": "penalty",
        "penalties": "penalty",
        "Penalty card": "penalty-card",
        "LHO": "lho",
        "follow suit": "follow",
    }
)
WORDS = (
    "penalty",
    "Penalty  card",
    "penalty\ncard",
    "LHO",
    "lho",
    "penalties,",
    "card",
    "(see 27A)",
    "\n\n",
    " \n \n",
    "ı",
)


def terms(text: str, *spans: Span) -> list[tuple[str, str]]:
    """The terms marked in a text: as written, and which."""
    return [(one.text, one.term) for paragraph in paragraphs(text, spans, MARKER) for one in paragraph if one.term]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("A penalty card lies there.", [("penalty card", "penalty-card")]),
        ("A penalty, for a penalty card.", [("penalty", "penalty"), ("penalty card", "penalty-card")]),
        ("Penalties are not a penalty.", [("Penalties", "penalty")]),
        ("PENALTY\n  CARD", [("PENALTY\n  CARD", "penalty-card")]),
        ("No subpenalty, penaltys, mini-penalty or penalty-free.", []),
        ("LHO and lho.", [("LHO", "lho")]),
        ("He can follow; suit yourself.", []),
        ("", []),
    ],
)
def test_terms_are_whole_words_the_longest_first_once_each(text: str, marked: list[tuple[str, str]]) -> None:
    assert terms(text) == marked


def test_a_term_inside_a_citation_is_left_alone() -> None:
    text = "See the penalty law; a penalty follows."
    assert terms(text, Span(4, 20, "90A")) == [("penalty", "penalty")]
    pieces = paragraphs(text, [Span(4, 20, "90A")], MARKER)[0]
    assert pieces[1] == Piece("the penalty law;", key="90A")
    assert [one.term for one in pieces] == ["", "", "", "penalty", ""]


def test_what_another_text_of_the_provision_marked_is_not_marked_again() -> None:
    seen = {"lho"}
    assert not any(one.term for one in paragraphs("LHO calls.", (), MARKER, seen)[0])
    paragraphs("A penalty.", (), MARKER, seen)
    assert seen == {"lho", "penalty"}


def test_empty_lines_part_paragraphs() -> None:
    assert paragraphs("One.\n\nTwo\nlines.\n \nThree.") == (
        (Piece("One."),),
        (Piece("Two\nlines."),),
        (Piece("Three."),),
    )
    assert paragraphs(" \n\n ") == ()


def test_a_citation_that_does_not_fit_its_text_is_passed_over() -> None:
    for spans in ([Span(2, 99, "27A")], [Span(0, 4, "27A"), Span(2, 6, "27B")]):
        assert "".join(one.text for one in paragraphs("See 27A.", spans)[0]) == "See 27A."


def test_no_terms_mark_nothing() -> None:
    assert paragraphs("A penalty.", (), Marker({})) == ((Piece("A penalty."),),)
    assert paragraphs("A penalty.", (), Marker({" ": "nothing", "…": "dots"})) == ((Piece("A penalty."),),)


@given(
    st.lists(st.sampled_from(WORDS)).map(" ".join),
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 12))),
)
def test_nothing_of_a_text_is_lost_or_told_twice(text: str, places: list[tuple[int, int]]) -> None:
    spans = [Span(start, start + length, "27A") for start, length in places]
    shown = paragraphs(text, spans, MARKER)
    words = "".join(one.text for paragraph in shown for one in paragraph).split()
    assert words == text.split()
    marked = [one.term for paragraph in shown for one in paragraph if one.term]
    assert len(marked) == len(set(marked))
    assert all(one.text for paragraph in shown for one in paragraph)
