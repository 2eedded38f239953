"""A small shelf of invented law, and the real one."""

from __future__ import annotations

from pathlib import Path

import pytest

from laws import shelf

CODES = """\
codes:
  - slug: duplicate
    title: Laws of Duplicate Bridge
    editions:
      - {slug: duplicate-2007, title: Laws of 2007, year: 2007, in_force: 2008-01-01}
      - {slug: duplicate-2017, title: Laws of 2017, year: 2017, in_force: 2017-08-01}
"""
EDITION = """\
parts:
  - {title: Beginnings, first: 1, last: 50}
  - {title: Endings, first: 51, last: 93}
amendments:
  - {instrument: First amendment, in_force: 2024-01-01, laws: ["73"]}
"""
LAW_27 = """\
law: "27"
title: Insufficient bid
provisions:
  - key: "27A"
    heading: Acceptance
    text: The next player may accept a bid of 1♠ that is too low.
  - key: "27B"
    heading: Not accepted
  - key: "27B1"
    text: The offender replaces it; see 27A and Law 73.
  - key: "27B1(a)"
    text: The cheapest bid of the same suit costs nothing; 99C is elsewhere.
footnotes:
  - mark: "7"
    on: "27A"
    text: Unless 27B1(a) says so.
"""
LAW_73 = """\
law: "73"
title: Communication
amended: 2024-01-01
provisions:
  - key: "73"
    text: Partners communicate by calls and plays, never by frowning.
  - key: "73A"
    text: See 27B1(a) for nothing in particular.
"""


class Digest:
    """A folder of digest files that a test may change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "duplicate-2017").mkdir()
        self.write("codes.yaml", CODES)
        self.write("duplicate-2017/edition.yaml", EDITION)
        self.write("duplicate-2017/law-27.yaml", LAW_27)
        self.write("duplicate-2017/law-73.yaml", LAW_73)

    def write(self, name: str, text: str) -> None:
        """Write a file."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        """Replace a piece of a file that must be there."""
        text = (self.folder / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new))


@pytest.fixture
def digest(tmp_path: Path) -> Digest:
    """Two invented laws."""
    return Digest(tmp_path)


@pytest.fixture
def small_shelf(db: None, digest: Digest) -> Digest:
    """The two invented laws, loaded."""
    shelf.load(digest.folder)
    return digest


@pytest.fixture
def real_shelf(db: None) -> None:
    """The shelf as a new installation has it."""
    shelf.load()
