"""The whole published documents, where they are at hand: LAW_SOURCES names their folder. They are not in this project.

Each is reported on, stored, and stored again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from laws import importing, keys
from laws.importing import Changes, Document, Report
from laws.importing.rendering import compact
from laws.importing.report import Tally
from laws.models import CommentaryVersion, Edition, FlowChartVersion, ProvisionVersion, TextKind
from laws.sources.formats import recognise
from laws.sources.reading import Lines, ReadLaw
from tests import shelves
from tests.laws.importing.conftest import everything
from tests.laws.test_citing_whole_documents import FAULTS

SOURCES = os.environ.get("LAW_SOURCES", "")
pytestmark = pytest.mark.skipif(not SOURCES, reason="LAW_SOURCES names no folder of published documents")

# What each document truly lacks of its edition. None has anything beyond it.
MISSING = {
    "notes": "",
    # The book leaves these out.
    "law-text": "Introduction, Law 6",
    # The labels of these were lost when the pages were converted; their words stand in the text of the law.
    "rubber": "25A, 25B and below",
    # A book of these laws only, which leaves out a section.
    "flow-charts": "Introduction, Laws 1 to 26, Laws 64 to 93, 30C",
}
# What of that lies in the middle, so that the import has to be told of it.
WITHOUT = {"law-text": {"6"}, "flow-charts": {"30C"}}
# Where each has a text that ought to be looked at: the source breaks off, lost a stop or a label, or numbered anew.
SUSPICIOUS = {
    "notes": ["45C1"],
    "law-text": [],
    "rubber": ["6A", "6B", "6C", "6D", "", "", "Law 25", "72B"],
    "flow-charts": ["27D"],
}
COMMENTARY = {"notes": 300, "slides": 100}
CHARTS = {"flow-charts": 20}


@dataclass(frozen=True)
class Outcome:
    """What became of a document."""

    document: Document
    report: Report
    unstated: Report
    holed: Report
    reporting_wrote: bool
    changes: Changes
    again: Changes
    again_wrote: bool
    stored: dict[str, int]
    outside: int
    nowhere: int


@pytest.fixture(scope="module")
def outcomes(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Outcome]]:
    """Each document imported onto a shelf with nothing but the digest, which is a long way to go: once for all tests."""
    found: dict[str, Outcome] = {}
    with django_db_blocker.unblock(), transaction.atomic():
        shelves.load()
        for path in sorted(Path(SOURCES).glob("*.txt")):
            place = transaction.savepoint()
            outcome = _import(path)
            found[outcome.document.format] = outcome
            transaction.savepoint_rollback(place)
        transaction.set_rollback(True)
    yield found


def _import(path: Path) -> Outcome:
    before = everything()
    document = importing.read_document(path)
    without = WITHOUT.get(document.format, set())
    report = importing.report_on(document, without)
    unstated = importing.report_on(document)
    holed = importing.report_on(_holed(document), without)
    reporting_wrote = everything() != before
    changes = importing.store(document, without=without)
    stored = everything()
    official = {
        model: model._default_manager.filter(kind=TextKind.OFFICIAL)
        for model in (ProvisionVersion, CommentaryVersion, FlowChartVersion)
    }
    edition = Edition.objects.get(slug=document.reading.edition)
    outside = ProvisionVersion.objects.filter(kind=TextKind.OFFICIAL).exclude(
        source__sha256=document.sha256, first_line__gte=1, last_line__lte=len(document.lines)
    )
    nowhere = ProvisionVersion.objects.filter(kind=TextKind.OFFICIAL).exclude(provision__edition=edition)
    return Outcome(
        document=document,
        report=report,
        unstated=unstated,
        holed=holed,
        reporting_wrote=reporting_wrote,
        changes=changes,
        again=importing.store(importing.read_document(path), without=without),
        again_wrote=everything() != stored,
        stored={model.__name__: rows.count() for model, rows in official.items()},
        outside=outside.count(),
        nowhere=nowhere.count(),
    )


def _holed(document: Document) -> Document:
    """The document without a twentieth of the lines that its laws have, from their middle."""
    laws = document.reading.laws or [ReadLaw(number="", title="", lines=Lines(1, len(document.lines)))]
    first, last = laws[0].lines.first, laws[-1].lines.last
    middle, lost = (first + last) // 2, max((last - first) // 20, 4)
    lines = document.lines[:middle] + document.lines[middle + lost :]
    return replace(document, lines=lines, reading=recognise(lines).read(lines))


def test_all_formats_are_there(outcomes: dict[str, Outcome]) -> None:
    assert sorted(outcomes) == ["flow-charts", "law-text", "notes", "rubber", "slides"]


def test_none_has_a_fault(outcomes: dict[str, Outcome]) -> None:
    assert {name: one.report.faults for name, one in outcomes.items() if one.report.faults} == {}


def test_a_hole_is_a_fault_unless_the_import_is_told_of_it(outcomes: dict[str, Outcome]) -> None:
    for name, outcome in outcomes.items():
        assert len(outcome.unstated.faults) == len(WITHOUT.get(name, ()))
        assert name == "slides" or outcome.holed.faults, f"{name} has lines cut out of its middle"


def test_what_is_suspicious_is_told(outcomes: dict[str, Outcome]) -> None:
    assert {
        name: [text.name for text in one.report.suspicious] for name, one in outcomes.items() if name in SUSPICIOUS
    } == SUSPICIOUS


def test_no_provision_is_missing_that_the_document_has(outcomes: dict[str, Outcome]) -> None:
    tallies = {name: one.report.provisions for name, one in outcomes.items()}
    assert {name: compact(tally.missing) for name, tally in tallies.items() if tally} == MISSING
    assert {name: tally.surplus for name, tally in tallies.items() if tally and tally.surplus} == {}


def test_terms_and_footnotes_are_those_of_the_edition(outcomes: dict[str, Outcome]) -> None:
    for outcome in outcomes.values():
        report = outcome.report
        lacking = {keys.parse(note.rpartition(" ")[2]).top for note in (report.footnotes or Tally(0)).missing}
        assert not lacking.intersection(law.number for law in outcome.document.reading.laws), "but with their law"
        assert report.definitions is None or (report.definitions.missing, report.definitions.surplus) == ((), ())


def test_amended_laws_are_told_apart(outcomes: dict[str, Outcome]) -> None:
    for name in ("notes", "law-text"):
        assert [(law, day.year) for law, day in outcomes[name].report.amended] == [("73", 2024), ("89", 2024)]


def test_citations_lead_somewhere_but_where_the_source_is_wrong(outcomes: dict[str, Outcome]) -> None:
    for name, outcome in outcomes.items():
        wrong = {words for of, words in FAULTS if of == name}
        beyond = [one for one in outcome.report.doubtful if one.written not in wrong]
        assert len(beyond) <= 0.01 * sum(outcome.report.citations.values()), beyond


def test_reporting_writes_nothing(outcomes: dict[str, Outcome]) -> None:
    assert [name for name, one in outcomes.items() if one.reporting_wrote] == []


def test_everything_is_stored_with_its_lines(outcomes: dict[str, Outcome]) -> None:
    for name, outcome in outcomes.items():
        assert (outcome.changes.corrected, outcome.changes.withdrawn, outcome.changes.kept) == (0, 0, 0)
        assert outcome.outside == outcome.nowhere == 0
        reading = outcome.document.reading
        worded = {one.key for one in reading.provisions if one.heading or one.text} | {
            law.number for law in reading.laws
        }
        assert outcome.stored["ProvisionVersion"] == len(worded)
        assert outcome.stored["CommentaryVersion"] >= COMMENTARY.get(name, 0)
        assert outcome.stored["FlowChartVersion"] >= CHARTS.get(name, 0)


def test_again_nothing_changes(outcomes: dict[str, Outcome]) -> None:
    assert [name for name, one in outcomes.items() if one.again or one.again_wrote] == []
