"""What the engine knows of the books of law: their provisions and laws, and the wordings its procedures were written from.

These are files beside the engine, `editions/<edition>.json` and `wordings/<book>.json`, which `manage.py engine_keys` and
`manage.py confirm_procedures` write from the digest. They are read and checked once, when the engine is imported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

FOLDER: Final = Path(__file__).parent
KEY: Final = re.compile(
    r"(?:(?:Proprieties|Appendix|Club)?\d{1,2}|Scope|Intro|Appeals|Procedure|Proprieties|Appendix|Club)"
    r"(?:[A-Z](?:\d{1,2}(?:\([a-z]\)(?:\([ivx]+\))?)?)?)?"
)
"""What a citation looks like: 27B1(a), Club27, Proprieties4A, Appendix1."""
_TEXT: Final = re.compile(rf"{KEY.pattern}(?: note .+)?")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")

Wordings = Mapping[str, Mapping[str, str]]
"""For each text the digests of its wordings by their first days, as 2024-01-01."""


class BadBook(ImportError):
    """A file of a book does not say what the engine reads in it."""


class Book(NamedTuple):
    """What an edition holds: its provisions, and the titles of its laws by number."""

    keys: frozenset[str]
    laws: dict[str, str]


def book(edition: str, folder: Path = FOLDER) -> Book:
    """The provisions and laws of an edition. Raises BadBook naming the file and what is wrong in it."""
    path = folder / "editions" / f"{edition}.json"
    data = _read(path, {"about", "laws", "keys"})
    keys, laws = data["keys"], data["laws"]
    if not isinstance(keys, list) or not isinstance(laws, dict):
        raise BadBook(f"{path.name}: `keys` is no list or `laws` no table; expected both")
    for name in (*keys, *laws):
        if not isinstance(name, str) or not KEY.fullmatch(name):
            raise BadBook(f"{path.name}: {name!r} is not a provision; expected one such as 27B1(a)")
    if twice := {key for key in keys if keys.count(key) > 1} if len(set(keys)) < len(keys) else set():
        raise BadBook(f"{path.name}: {min(twice)} stands there twice")
    for number, title in laws.items():
        if not isinstance(title, str) or not title:
            raise BadBook(f"{path.name}: Law {number} has no title")
    return Book(frozenset(keys), laws)


def written_from(folder: Path = FOLDER) -> dict[str, Wordings]:
    """By the slug of the book the wordings that its procedures were written from. Raises BadBook.

    A book that is not here has no text on the shelf that could change.
    """
    return {path.stem: _wordings(path) for path in sorted((folder / "wordings").glob("*.json"))}


def _wordings(path: Path) -> Wordings:
    found: Wordings = _read(path, {"about", "wordings"})["wordings"]
    for text, digests in found.items():
        if not _TEXT.fullmatch(text):
            raise BadBook(f"{path.name}: {text!r} is no text; expected a provision, or a footnote of one")
        for day, digest in digests.items():
            if not _DAY.fullmatch(day) or not _DIGEST.fullmatch(digest):
                raise BadBook(f"{path.name}: {text} has {day!r}: {digest!r}; expected a day and a SHA-256")
    return found


def _read(path: Path, names: set[str]) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_once)
    except (OSError, ValueError) as error:
        raise BadBook(f"{path.name}: {error}") from error
    if not isinstance(data, dict) or set(data) != names:
        raise BadBook(f"{path.name}: expected {', '.join(sorted(names))}")
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)} stands there twice")
    return found
