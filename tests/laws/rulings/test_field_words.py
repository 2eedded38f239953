"""The field's own words: what the engine and the questions made of it say to a reader, told by reading their source.

Doubts on rare ways and sentences for rare tables are met by no walk over the paths, so the text itself is read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOTS = ("laws/rulings", "exams/scenarios")
SILENCE = re.compile(
    r"\bsilenc(es|ed|ing)\b|\b(to|would|and) silence\b|\b(both|players|they|then be|is) (are )?silent\b(?! on)"
)
HE = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)


def _sentences(root: Path) -> Iterator[tuple[Path, int, str]]:
    """Every string of more than one word that is no docstring, with where it stands."""
    for path in sorted(root.rglob("*.py")):
        tree = ast.parse(path.read_text())
        unread = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or id(node) in unread:
                continue
            if isinstance(node.value, str) and " " in node.value:
                yield path, node.lineno, node.value


def _told(words: re.Pattern[str]) -> list[str]:
    """The sentences in which the words stand."""
    top = Path(__file__).parents[3]
    read = [one for root in ROOTS for one in _sentences(top / root)]
    assert len(read) > 1000
    return [f"{path.relative_to(top)}:{line}: {text}" for path, line, text in read if words.search(text)]


def test_a_player_must_pass_and_is_not_silenced() -> None:
    assert _told(SILENCE) == []


def test_a_player_or_the_director_is_not_he() -> None:
    assert _told(HE) == []
