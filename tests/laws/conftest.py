"""A small shelf of invented law, and the real one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import shelves

CODES = """\
codes:
  - slug: duplicate
    title: Laws of Duplicate Bridge
    editions:
      - {slug: duplicate-2007, title: Laws of 2007, year: 2007, in_force: 2008-01-01}
      - {slug: duplicate-2017, title: Laws of 2017, year: 2017, in_force: 2017-08-01}
documents:
  - {slug: notes, title: Notes, publisher: Somebody, dated: 2020-01-01}
"""
EDITION = """\
parts:
  - {title: Foreword, first: Intro, last: Intro}
  - {title: Beginnings, first: "1", last: "50"}
  - {title: Endings, first: "51", last: "93"}
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
LAW_73_BEFORE = """\
law: "73"
title: Frowning
until: 2024-01-01
provisions:
  - key: "73A"
    heading: Nods
    text: Partners communicated by frowning.
"""
INTRO = """\
law: "Intro"
title: Introduction
provisions:
  - key: "Intro"
    text: Words have force.
    tables:
      - {caption: Force, head: [Word, Force], rows: [["may", "none"], ["must", "serious"]]}
"""
DEFINITIONS = """\
definitions:
  - term: Bid
    text: A call such as that in 27A.
    see: [Offender]
  - term: Offender
    text: Who did it.
    forms: [offenders, the one at fault]
"""
COMMENTARY = """\
source: notes
commentary:
  - id: 27-too-low
    kind: minute
    on: ["27A", "27B1(a)"]
    title: What is too low
    authority: A committee
    place: Lyon
    dated: "2018-10"
    lines: [3, 5]
    auctions: [{dealer: N, calls: ["N 1S", "E 1N bad note 1"], notes: [Too low]}]
    deals: [{show: {N: "AK.QJ.T9.8765432"}}]
    text: |
      A bid may be
      too low; see 27B1(a).

      Or it may not.
  - id: def-bid
    kind: note
    terms: [Bid]
    until: 2020-01-01
    text: Bids are calls.
"""
CONCORDANCE = """\
concordance:
  - between: [duplicate-2007, duplicate-2017]
    entries:
      - {earlier: "26", later: "27A", kind: moved, remark: It went up.}
      - {later: "73", kind: new}
"""


class Digest:
    """A folder of digest files that a test may change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "duplicate-2017" / "commentary").mkdir(parents=True)
        self.write("codes.yaml", CODES)
        self.write("duplicate-2017/edition.yaml", EDITION)
        self.write("duplicate-2017/law-27.yaml", LAW_27)
        self.write("duplicate-2017/law-73.yaml", LAW_73)
        self.write("duplicate-2017/law-73.until-2024-01-01.yaml", LAW_73_BEFORE)
        self.write("duplicate-2017/intro.yaml", INTRO)
        self.write("duplicate-2017/definitions.yaml", DEFINITIONS)
        self.write("duplicate-2017/commentary/law-27.yaml", COMMENTARY)
        self.write("concordance.yaml", CONCORDANCE)

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
    """Two invented laws and what stands beside them."""
    return Digest(tmp_path)


@pytest.fixture
def small_shelf(db: None, digest: Digest) -> Digest:
    """The invented laws, loaded."""
    shelves.load_small(digest.folder)
    return digest


@pytest.fixture
def real_shelf(db: None) -> None:
    """The shelf as a new installation has it."""
    shelves.load()
