"""An invented edition on the shelf, the rules of a basket market, and documents that have its official text."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command

from laws import shelf
from laws.shelf.revising import Changes

SLUG = "duplicate-2017"

NOTES = """\
Detailed Notes for 2017 Laws

Updated March, 2021

INTRODUCTION TO THE 2017 LAWS OF BASKETS

These laws keep the market quiet.

DEFINITIONS

Basket\tA thing to carry things in.
Fee (F)\tWhat is paid, see Law 2.

LAW 1 - THE MARKET

A. Weighing

Each basket is weighed¹ before it is sold.

¹ Not on Mondays.

Sellers sometimes forget this.

B. Lids

1. The lid is lifted once; see 1A and Law 45.

2. (a) The keeper lifts it.

(b) The owner lifts it, as in (a) above.

Basket Committee, New Rome 2nd May 2009. The committee noted that lids are heavy.

Consider this: a lid of lead.

LAW 2 - HANDLES

A. Two Handles

A basket has two handles.

LAW 93 - THE END

The market closes at night.
"""
# The same laws as a printed book; in it Law 2 is the amended one, and Introduction and definitions are missing.
BOOK = """\
Basket Laws Reference

Laws 1–2: Wicker

Law 1: The Market
A. Weighing
Each basket is weighed1 on the scale before it is sold.
B.
Lids
1.
The lid is lifted once.
2.    (a)     The keeper lifts it.
(b) The owner lifts it.
1 The gate is closed
on Mondays.

2017 LAWS OF BASKET BRIDGE
22 | Page
LAW 2 – HANDLES AND LIDS
A. Two Handles
A basket has two handles, and
each of them holds.
B. Lids
A lid has one handle; see 2A.
Law 93: The End
The market closes at night.
"""
_LONG = " Nobody lifts a lid without the owner, by day or by night, in the sun or in the rain, for love or for money."
CHARTS = (
    "LAW 1 ‐ THE MARKET A. Weighing Each basket is weighed twice. B. Lids 1. The lid is lifted with care."
    f"{_LONG} 31\n"
    f"Law 1: The Market By Day Is the lid shut Y Lift it ? N Law 2 Wait{' Wait' * 30} 32\n"
)

FILES = {
    "duplicate-2017/edition.yaml": """\
parts:
  - {title: Foreword, first: Intro, last: Intro}
  - {title: The market, first: "1", last: "93"}
amendments:
  - {instrument: First amendment, in_force: 2024-01-01, laws: ["2"]}
""",
    "duplicate-2017/intro.yaml": """\
law: "Intro"
title: Introduction
provisions:
  - {key: "Intro", text: What the rules are for.}
""",
    "duplicate-2017/law-01.yaml": """\
law: "1"
title: The market
provisions:
  - {key: "1A", heading: Weighing, text: Baskets go onto the scale first.}
  - {key: "1B", heading: Lids}
  - {key: "1B1", text: One lift of the lid.}
  - {key: "1B2", text: These may lift it.}
  - {key: "1B2(a)", text: The keeper.}
  - {key: "1B2(b)", text: The owner.}
footnotes:
  - {mark: "1", "on": "1A", text: But for Mondays.}
""",
    "duplicate-2017/law-02.until-2024-01-01.yaml": """\
law: "2"
title: Handles
until: 2024-01-01
provisions:
  - {key: "2A", heading: Two handles, text: There are two of them.}
""",
    "duplicate-2017/law-02.yaml": """\
law: "2"
title: Handles and lids
amended: 2024-01-01
provisions:
  - {key: "2A", heading: Two handles, text: There are two that hold.}
  - {key: "2B", heading: Lids, text: "Of a lid, one."}
""",
    "duplicate-2017/law-93.yaml": """\
law: "93"
title: The end
provisions:
  - {key: "93", text: Closed at night.}
""",
    "duplicate-2017/definitions.yaml": """\
definitions:
  - {term: Basket, text: It carries.}
  - {term: Fee, text: It is paid., forms: [fees]}
""",
    "duplicate-2017/commentary/law-01.yaml": """\
source: notes
commentary:
  - id: 1a-sellers
    kind: note
    on: ["1A"]
    until: 2020-01-01
    lines: [20, 22]
    text: Some sellers do not weigh.
  - id: 1b2b-heavy
    kind: minute
    on: ["1B2(b)"]
    authority: Basket Committee
    place: New Rome
    dated: "2009-05-02"
    lines: [32, 32]
    text: The weight of lids was discussed.
""",
}


class Market:
    """The folder of the digest, and documents beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes = self.document("notes.txt", NOTES)
        self.book = self.document("book.txt", BOOK)
        self.charts = self.document("charts.txt", CHARTS)
        for name, text in FILES.items():
            self.write(name, text)
        self.write(
            "codes.yaml",
            f"""\
codes:
  - slug: duplicate
    title: Rules of the market
    editions:
      - {{slug: duplicate-2017, title: Rules of 2017, year: 2017, in_force: 2017-08-01}}
documents:
  - {{slug: notes, title: Notes on baskets, dated: 2021-03-02, sha256: {hashlib.sha256(NOTES.encode()).hexdigest()}}}
""",
        )

    def write(self, name: str, text: str) -> None:
        """Write a file of the digest."""
        path = self.folder / "digest" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def remove(self, name: str) -> None:
        """Take a file out of the digest."""
        (self.folder / "digest" / name).unlink()

    def document(self, name: str, text: str) -> Path:
        """A document with this text."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def load(self) -> Changes:
        """Load the digest."""
        return shelf.load(self.folder / "digest")


@pytest.fixture
def market(db: None, tmp_path: Path) -> Market:
    """The digest of the rules, loaded, and nothing imported yet."""
    market = Market(tmp_path)
    market.load()
    return market


Run = Callable[..., str]


@pytest.fixture
def run() -> Run:
    """Run `import_law` and return what it prints."""

    def run(file: Path, *options: str) -> str:
        out = StringIO()
        call_command("import_law", str(file), *options, stdout=out)
        return out.getvalue()

    return run


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of the library, by table; a join table too."""
    models = apps.get_app_config("laws").get_models(include_auto_created=True)
    return {model._meta.label: list(model._default_manager.order_by("pk").values()) for model in models}
