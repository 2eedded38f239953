"""Importing a large document, from its file to the renewed citations: at most 10 s."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import transaction
from pytest_benchmark.fixture import BenchmarkFixture

from laws import importing, shelf
from laws.importing import Changes
from tests.bench.aims import aim

LIMIT = 10.0
LAWS = range(1, 94)
SECTIONS = {"A": "Lids", "B": "Handles", "C": "Wicker", "D": "Fees"}
PARAGRAPHS = (1, 2, 3)
# Each paragraph has a few lines and cites two places.
WORDS = (
    "A basket is weighed at the gate before it is sold, and its lid is lifted once in the sight of its owner. Whoever\n"
    "lifts it without the keeper pays the fee of Law {law}, unless {law}A1 allows it or the gate is closed. Each basket\n"
    "that comes back from the market on the same day is weighed again, by another keeper and on another scale."
)
CODES = """\
codes:
  - slug: duplicate
    title: Rules of the market
    editions:
      - {slug: duplicate-2017, title: Rules of 2017, year: 2017, in_force: 2017-08-01}
documents:
  - {slug: notes, title: Notes}
"""


def _write_digest(folder: Path) -> None:
    """An edition with all the provisions of the book."""
    (folder / "duplicate-2017").mkdir(parents=True)
    (folder / "codes.yaml").write_text(CODES, encoding="utf-8")
    parts = 'parts:\n  - {title: All, first: "1", last: "93"}\n'
    (folder / "duplicate-2017" / "edition.yaml").write_text(parts, encoding="utf-8")
    for law in LAWS:
        lines = [f'law: "{law}"', f"title: Baskets of sort {law}", "provisions:"]
        for section, heading in SECTIONS.items():
            lines.append(f'  - {{key: "{law}{section}", heading: {heading}}}')
            lines += [f'  - {{key: "{law}{section}{number}", text: "It is so."}}' for number in PARAGRAPHS]
        (folder / "duplicate-2017" / f"law-{law:02}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _book() -> str:
    """The text of the book, about as long as the longest that is known."""
    lines = ["Basket Laws Reference", "", "Laws 1–93: Wicker", ""]
    for law in LAWS:
        lines += ["2017 LAWS OF BASKET BRIDGE", f"{law} | Page", f"Law {law}: Baskets of Sort {law}"]
        for section, heading in SECTIONS.items():
            lines.append(f"{section}. {heading}")
            lines += [f"{number}. {WORDS.format(law=law)}" for number in PARAGRAPHS]
    return "\n".join(lines) + "\n"


@pytest.fixture
def book(db: None, tmp_path: Path) -> Path:
    """The book's file; its digest is on the shelf."""
    _write_digest(tmp_path / "digest")
    shelf.load(tmp_path / "digest")
    path = tmp_path / "book.txt"
    path.write_text(_book(), encoding="utf-8")
    assert path.stat().st_size > 280_000
    return path


def test_import(benchmark: BenchmarkFixture, book: Path) -> None:
    def whole() -> Changes:
        """Report and store, and forget it again."""
        with transaction.atomic():
            document = importing.read_document(book)
            report = importing.report_on(document)
            assert report.provisions and not report.provisions.missing
            changes = importing.store(document)
            transaction.set_rollback(True)
        return changes

    changes = benchmark(whole)
    assert changes.entered == len(LAWS) * (1 + len(SECTIONS) * (1 + len(PARAGRAPHS)))
    aim(benchmark, LIMIT)
