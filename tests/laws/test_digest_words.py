"""How the shipped digest is worded: nobody is a generic he, conditions begin with if, and a head says what it heads."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from laws import keys, shelf
from laws.sources.digest.schema import DEFINITIONS, LAW
from laws.sources.lines import prose, read_checked
from tests.walking import walks

BOOKS = tuple(sorted(path.name for path in shelf.FOLDER.iterdir() if path.is_dir()))

WORDS = {
    "a generic he: say the player, they": re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE),
    "a conditional should: say if": re.compile(
        r"(?:^|[.;:,] (?:and )?)(?:should|were|had) (?:the|a|an|they|one|any)\b", re.I
    ),
    "American spelling": re.compile(r"\b(?:un)?(?:author|organ|recogn|penal|random|jeopard|emphas)iz", re.IGNORECASE),
    "silenced: say must pass": re.compile(r"\bsilenc", re.IGNORECASE),
}
# 13A1 and 13A2 apply; 46B1(a) to 46B1(c) list; In the case of 13A.
POINTER = re.compile(
    r"^(?P<key>[A-Z]?[A-Za-z]*\d[\w()]*)(?:(?:,| to| and| or) [A-Z]?[A-Za-z]*\d[\w()]*)* [a-z]+|^In the case of"
)

Text = tuple[str, str, str]
"""The file, the provision or term, and what it says."""


@cache
def texts() -> tuple[Text, ...]:
    """Everything that the digest says of the laws: headings, footnotes, definitions, and how the codes differ."""
    name = "concordance.yaml"
    found = [(name, "", line.strip()) for line in (shelf.FOLDER / name).read_text(encoding="utf-8").splitlines()]
    for path in sorted(path for book in BOOKS for path in (shelf.FOLDER / book).glob("*.yaml")):
        found += said(path)
    return tuple(found)


def said(path: Path) -> list[Text]:
    """What one file says."""
    if path.name == "edition.yaml":
        return []
    faults: list[str] = []
    document = read_checked(path, DEFINITIONS if path.name == "definitions.yaml" else LAW, faults)
    assert document is not None, faults
    entries = [
        (str(entry.get("key") or entry.get("on") or entry.get("term")), entry)
        for field in ("provisions", "footnotes", "definitions")
        for entry in document.data.get(field, ())
    ]
    name = f"{path.parent.name}/{path.name}"
    return [(name, of, prose(entry[part])) for of, entry in entries for part in ("heading", "text") if part in entry]


@walks("why", list(WORDS))
def test_no_text_has_words_that_nobody_says(why: str) -> None:
    assert [text for text in texts() if WORDS[why].search(text[2])] == []


def test_a_head_says_what_its_provisions_provide() -> None:
    assert [text for text in texts() if points_down(*text[1:])] == []


def points_down(of: str, text: str) -> bool:
    """Whether a text begins with provisions of its own instead of saying what they provide."""
    found = POINTER.match(text)
    return found is not None and (not found["key"] or is_below(found["key"], of))


def is_below(one: str, of: str) -> bool:
    """Whether a provision stands under another; words such as a term are no provision."""
    try:
        return keys.parse(of) in keys.parse(one).ancestors
    except ValueError:
        return False


@pytest.mark.parametrize(
    ("of", "text", "points"),
    [
        ("13A", "13A1 and 13A2 apply as long as nobody has called.", True),
        ("46B1", "46B1(a) to 46B1(c) give the words for a card.", True),
        ("13A1", "In the case of 13A the Director corrects the hands.", True),
        ("26B1", "26B applies if the call was in no-trump.", False),
        ("35", "There are four kinds of inadmissible call (35A to 35D).", False),
    ],
)
def test_what_points_down(of: str, text: str, points: bool) -> None:
    assert points_down(of, text) is points
