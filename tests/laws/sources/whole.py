"""The whole documents, for those who have them: the environment variable LAW_SOURCES names their folder."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from laws.sources.digest import DigestEdition, Shelf, read_shelf
from laws.sources.formats import UnknownFormatError, UnreadableFileError, read_lines, recognise

FIXTURES = Path(__file__).parents[3] / "fixtures" / "laws"


def document(name: str) -> list[str]:
    """The lines of the document of this format; the test is skipped where there is none."""
    folder = os.environ.get("LAW_SOURCES")
    if not folder:
        pytest.skip("LAW_SOURCES names no folder with documents")
    for path in sorted(Path(folder).iterdir()):
        try:
            lines = read_lines(path)
            if name == recognise(lines).FORMAT:
                return lines
        except (UnreadableFileError, UnknownFormatError):
            continue
    pytest.skip(f"LAW_SOURCES has no document of the format {name}")


def digest(slug: str) -> DigestEdition:
    """An edition as the project's own digest has it."""
    return next(edition for code in _shelf().codes for edition in code.editions if edition.slug == slug)


def keys(edition: DigestEdition, laws: set[str] | None = None) -> set[str]:
    """The keys of an edition's provisions, or of those of some laws."""
    return {str(one.key) for law in edition.laws if laws is None or law.number in laws for one in law.provisions}


@cache
def _shelf() -> Shelf:
    """The digest, read once: there are many files."""
    return read_shelf(FIXTURES)
