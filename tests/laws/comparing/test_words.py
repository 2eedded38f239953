"""What differs between two texts, word by word."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.comparing.words import Piece, diff_words, plain_spacing

TEXTS = st.text("ab 1(),.’\n♠é-", max_size=60)


def shown(old: str, new: str) -> str:
    """The difference with [gone] and {new} words marked."""
    marks = {"same": "%s", "gone": "[%s]", "new": "{%s}"}
    return "".join(marks[piece.kind] % piece.text for piece in diff_words(old, new))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", ""),
        ("It stands.", "It stands.", "It stands."),
        ("", "It stands.", "{It stands.}"),
        ("It stands.", "", "[It stands.]"),
        ("North must pass once.", "North must pass throughout.", "North must pass [once]{throughout}."),
        ("See 27B1(a).", "See 27B1(b).", "See [27B1(a)]{27B1(b)}."),  # a key is one word
        ("The bid stands.", "If accepted the bid stands.", "[The]{If accepted the} bid stands."),
        ("He passes.", "He passes. She bids.", "He passes.{ She bids.}"),
        ("the player’s call", "the player’s calls", "the player’s [call]{calls}"),
        ("One.\nTwo.", "One. Two.", "One. Two."),  # where a line breaks says nothing
        ("One. Two.", "One.\n\nTwo.", "One.[ ]{\n\n}Two."),  # a new paragraph does
        ("3 ♠ or more", "3 ♥ or more", "3 [♠]{♥} or more"),
    ],
)
def test_words_are_told_apart(old: str, new: str, expected: str) -> None:
    assert shown(old, new) == expected


def test_a_word_that_stayed_by_chance_does_not_tear_a_rewritten_sentence_up() -> None:
    old = "The offender then forfeits his turn of this round of calls"
    new = "His partner must pass of necessity whenever it is next possible"
    assert [piece.kind for piece in diff_words(old, new)] == ["gone", "new"]


def test_what_is_gone_comes_before_what_is_new() -> None:
    assert diff_words("a b c", "x y z") == [Piece("gone", "a b c"), Piece("new", "x y z")]


@given(TEXTS, TEXTS)
def test_both_texts_can_be_put_together_again(old: str, new: str) -> None:
    pieces = diff_words(old, new)
    assert "".join(piece.text for piece in pieces if piece.kind != "new") == plain_spacing(old)
    assert "".join(piece.text for piece in pieces if piece.kind != "gone") == plain_spacing(new)


@given(TEXTS, TEXTS)
def test_there_is_a_difference_exactly_where_the_texts_differ(old: str, new: str) -> None:
    changed = any(piece.kind != "same" for piece in diff_words(old, new))
    assert changed == (plain_spacing(old) != plain_spacing(new))


@given(TEXTS, TEXTS)
def test_no_piece_could_be_joined_to_its_neighbour(old: str, new: str) -> None:
    kinds = [piece.kind for piece in diff_words(old, new)]
    assert all(one != other and (one, other) != ("new", "gone") for one, other in pairwise(kinds))


@given(TEXTS)
def test_plain_spacing_is_plain(text: str) -> None:
    assert plain_spacing(plain_spacing(text)) == plain_spacing(text)
