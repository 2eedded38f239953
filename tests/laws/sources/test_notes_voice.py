"""What sounds like a comment."""

from __future__ import annotations

import pytest

from laws.sources.notes_voice import sounds_like_a_comment, speaks_about_the_law


@pytest.mark.parametrize(
    "text",
    [
        "Call the director.",
        "It is unauthorised.",
        "Baskets don’t fall.",
        "Can a basket fall?",
        "You may lift it.",
        "QBA baskets are red.",
        "In 2009 they were green.",
        "He opens 1NT.",
        "Usually they are red.",
        "The old Law 5 is gone.",
    ],
)
def test_a_comment_gives_itself_away(text: str) -> None:
    assert sounds_like_a_comment(text)


@pytest.mark.parametrize(
    "text",
    [
        "No basket is lifted by anybody but the Director.",
        "It is otherwise where he may exercise his right.",
        "A keeper’s lid is unauthorized.",
        "Law 5 applies to each basket.",
        "",
    ],
)
def test_the_law_does_not(text: str) -> None:
    assert not sounds_like_a_comment(text)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("The old Law 5 is gone.", True),
        ("Law 5 has been written anew.", True),
        ("This Law should be read with care.", True),
        ("As in the 1990 Laws, baskets are red.", True),
        ("Law 5 applies to lids.", False),
        ("A Law 5 basket is red.", False),
    ],
)
def test_only_a_comment_has_the_law_for_its_subject(text: str, about: bool) -> None:
    assert speaks_about_the_law(text) is about
