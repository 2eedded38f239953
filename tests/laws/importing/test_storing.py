"""What is stored of a document, with where it comes from and for which time; and that the digest stays as it is."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.management import CommandError
from django.db.backends.postgresql.psycopg_any import DateRange

from laws import importing, library
from laws.importing import read_document
from laws.models import (
    Citation,
    Commentary,
    CommentaryVersion,
    Definition,
    DefinitionVersion,
    Edition,
    FlowChart,
    FlowChartVersion,
    Footnote,
    FootnoteVersion,
    Origin,
    Provision,
    ProvisionVersion,
    SourceDocument,
    TextKind,
)
from tests.laws.importing.conftest import CHARTS, NOTES, SLUG, Market, Run, everything

START = datetime.date(2017, 8, 1)
AMENDED = datetime.date(2024, 1, 1)


def official(key: str) -> list[tuple[str, str, DateRange]]:
    """Heading, text and time of the official texts of a provision that are held now."""
    rows = ProvisionVersion.objects.current().filter(provision__key=key, kind=TextKind.OFFICIAL).order_by("effective")
    return [(row.heading, row.text, row.effective) for row in rows]


def test_provisions_have_their_words_and_where_they_stand(market: Market, run: Run) -> None:
    run(market.notes)
    rows = ProvisionVersion.objects.filter(kind=TextKind.OFFICIAL).order_by("provision__order")
    fields = rows.values_list(
        "provision__key", "headings", "text", "first_line", "last_line", "source__title", "origin"
    )
    source = ("Notes on baskets", "imported")
    # 1B2 only carries (a) and (b): it has no words.
    assert list(fields) == [
        ("Intro", "Introduction", "These laws keep the market quiet.", 5, 7, *source),
        ("1", "The Market", "", 14, 14, *source),
        ("1A", "The Market · Weighing", "Each basket is weighed before it is sold.", 16, 18, *source),
        ("1B", "The Market · Lids", "", 24, 24, *source),
        ("1B1", "The Market · Lids", "The lid is lifted once; see 1A and Law 45.", 26, 26, *source),
        ("1B2(a)", "The Market · Lids", "The keeper lifts it.", 28, 28, *source),
        ("1B2(b)", "The Market · Lids", "The owner lifts it, as in (a) above.", 30, 30, *source),
        ("2", "Handles", "", 36, 36, *source),
        ("2A", "Handles · Two Handles", "A basket has two handles.", 38, 40, *source),
        ("93", "The End", "The market closes at night.", 42, 44, *source),
    ]


def test_a_text_has_force_for_the_time_between_two_amendments(market: Market, run: Run) -> None:
    run(market.notes)
    run(market.book)
    assert official("2A") == [
        ("Two Handles", "A basket has two handles.", DateRange(START, AMENDED)),
        ("Two Handles", "A basket has two handles, and each of them holds.", DateRange(AMENDED, None)),
    ]
    assert official("2B") == [("Lids", "A lid has one handle; see 2A.", DateRange(AMENDED, None))]
    assert [text for _, text, _ in official("1A")] == ["Each basket is weighed before it is sold."]
    changed = ProvisionVersion.objects.filter(kind=TextKind.OFFICIAL, amended_by__instrument="First amendment")
    assert set(changed.values_list("provision__key", flat=True)) == {"2", "2A", "2B"}


def test_footnotes_and_definitions_are_stored(market: Market, run: Run) -> None:
    run(market.notes)
    note = FootnoteVersion.objects.get(kind=TextKind.OFFICIAL)
    assert (str(note.footnote), note.text, note.first_line, note.last_line) == ("1A note 1", "Not on Mondays.", 20, 20)
    terms = DefinitionVersion.objects.filter(kind=TextKind.OFFICIAL).order_by("definition__term")
    assert list(terms.values_list("definition__term", "text", "first_line")) == [
        ("Basket", "A thing to carry things in.", 11),
        ("Fee", "What is paid, see Law 2.", 12),
    ]
    assert (Footnote.objects.count(), Definition.objects.count()) == (1, 2)


def test_remarks_are_the_words_of_the_digests_comments(market: Market, run: Run) -> None:
    run(market.notes)
    rows = CommentaryVersion.objects.filter(kind=TextKind.OFFICIAL).order_by("first_line")
    assert list(rows.values_list("commentary__code", "text", "effective")) == [
        ("1a-sellers", "Sellers sometimes forget this.", DateRange(START, datetime.date(2020, 1, 1))),
        ("1b2b-heavy", "The committee noted that lids are heavy.", DateRange(START, None)),
        # The digest has nothing from these lines.
        ("notes-34", "Consider this: a lid of lead.", DateRange(START, None)),
    ]
    alone = Commentary.objects.get(code="notes-34")
    assert (alone.kind, [one.key for one in alone.provisions.all()]) == ("example", ["1B2(b)"])


def test_a_remark_without_a_comment_keeps_who_said_it_and_when(market: Market, run: Run) -> None:
    market.remove("duplicate-2017/commentary/law-01.yaml")
    market.load()
    run(market.notes)
    minute = Commentary.objects.get(kind="minute", versions__kind=TextKind.OFFICIAL)
    assert minute.code == "notes-32"
    assert (minute.authority, minute.place, minute.dated) == ("Basket Committee", "New Rome", datetime.date(2009, 5, 2))


def test_the_known_record_of_a_file_is_completed(market: Market, run: Run) -> None:
    (before,) = SourceDocument.objects.all()
    run(market.notes)
    (after,) = SourceDocument.objects.all()
    assert (before.pk, before.title, before.dated) == (after.pk, after.title, after.dated)
    assert (before.format, before.publisher) == ("", "")
    assert (after.format, after.publisher) == ("notes", "Queensland Bridge Association")
    assert not market.load()
    assert SourceDocument.objects.get() == after


def test_another_file_is_another_document(market: Market, run: Run) -> None:
    run(market.notes)
    run(market.document("other.txt", NOTES.replace("twice", "often") + "\n"))
    assert SourceDocument.objects.filter(format="notes").count() == 2


def test_flow_charts_are_stored_beside_their_laws(market: Market, run: Run) -> None:
    run(market.charts)
    chart = FlowChartVersion.objects.get()
    assert chart.kind == TextKind.OFFICIAL
    assert [law.number for law in chart.chart.laws.all()] == ["1"]
    assert "Lift it ?" in chart.text
    assert (chart.first_line, chart.source.format if chart.source else "") == (2, "flow-charts")


def test_charts_of_the_same_title_are_told_apart(market: Market, run: Run) -> None:
    run(market.document("two.txt", CHARTS + CHARTS.splitlines()[1].replace(" 32", " 33") + "\n"))
    titles = [chart.title for chart in FlowChart.objects.order_by("pk")]
    assert titles[1] == f"{titles[0]} (2)"


def test_what_has_no_words_is_refused(market: Market) -> None:
    document = read_document(market.notes)
    document.reading.footnotes[0] = _with(document.reading.footnotes[0], text="")
    before = everything()
    with pytest.raises(importing.RefusedError, match="line 20: a footnote without a text"):
        importing.store(document)
    assert everything() == before


def test_official_texts_cite(market: Market, run: Run) -> None:
    run(market.notes)
    rows = Citation.objects.filter(version__kind=TextKind.OFFICIAL).order_by("version__provision__order", "start")
    assert list(rows.values_list("version__provision__key", "written", "status", "provisions__key")) == [
        ("1B1", "1A", "found", "1A"),
        ("1B1", "Law 45", "unmatched", None),
        ("1B2(b)", "(a)", "found", "1B2(a)"),
    ]


def test_a_corrected_reader_corrects_the_texts(market: Market, run: Run) -> None:
    run(market.notes)
    document = read_document(market.notes)
    document.reading.provisions = [one for one in document.reading.provisions if one.key != "1B2(b)"]
    document.reading.footnotes[0] = _with(document.reading.footnotes[0], text="Not on Tuesdays.")
    changes = importing.store(document)
    assert (changes.entered, changes.corrected, changes.withdrawn) == (0, 1, 1)
    assert official("1B2(b)") == []
    texts = FootnoteVersion.objects.filter(kind=TextKind.OFFICIAL).order_by("revision")
    assert [(row.text, row.superseded_at is None) for row in texts] == [
        ("Not on Mondays.", False),
        ("Not on Tuesdays.", True),
    ]


# --- Beside the digest -------------------------------------------------------------------------------------------------


def digest() -> list[list[dict[str, Any]]]:
    """All wordings of the digest."""
    models = (ProvisionVersion, FootnoteVersion, DefinitionVersion, CommentaryVersion)
    return [
        [dict(row) for row in model._default_manager.filter(kind=TextKind.DIGEST).order_by("pk").values()]
        for model in models
    ]


def test_the_digest_stays_as_it_is(market: Market, run: Run) -> None:
    before = digest()
    shown = [library.law(SLUG, number, START) for number in ("Intro", "1", "2", "93")]
    notes = library.notes(SLUG, "1", START)
    for file in (market.notes, market.book, market.charts):
        run(file)
    assert digest() == before
    assert shown == [library.law(SLUG, number, START) for number in ("Intro", "1", "2", "93")]
    assert notes == library.notes(SLUG, "1", START)


def test_a_load_leaves_imported_texts_alone(market: Market, run: Run) -> None:
    run(market.notes)
    before = everything()
    assert not market.load()
    assert everything() == before
    market.write("duplicate-2017/law-93.yaml", 'law: "93"\ntitle: The end\nprovisions:\n  - {key: "93", text: Shut.}\n')
    changes = market.load()
    assert (changes.entered, changes.corrected, changes.withdrawn) == (0, 1, 0)
    assert official("93") == [("The End", "The market closes at night.", DateRange(START, None))]
    assert "\nNothing to change." in run(market.notes)


def test_words_that_find_a_comment_of_the_digest_later_move_to_it(market: Market, run: Run) -> None:
    run(market.notes)
    text = (market.folder / "digest" / "duplicate-2017" / "commentary" / "law-01.yaml").read_text(encoding="utf-8")
    more = '  - {id: 1b2b-lead, kind: example, on: ["1B2(b)"], lines: [34, 34], text: Lead is heavy.}\n'
    market.write("duplicate-2017/commentary/law-01.yaml", text + more)
    market.load()
    assert "\n1 text entered, 0 corrected, 1 withdrawn." in run(market.notes)
    held = CommentaryVersion.objects.current().filter(kind=TextKind.OFFICIAL, first_line=34)
    assert [row.commentary.code for row in held] == ["1b2b-lead"]


# --- Texts for the same time -------------------------------------------------------------------------------------------


def published(key: str, starts: datetime.date) -> None:
    """An official text that an editor published."""
    ProvisionVersion.objects.create(
        provision=Provision.objects.get(key=key),
        kind=TextKind.OFFICIAL,
        origin=Origin.EDITED,
        revision=7,
        text="Local words.",
        effective=DateRange(starts, None),
    )


def test_what_an_editor_published_stays(market: Market, run: Run) -> None:
    published("1A", START)
    for options in ((), ("--replace",)):
        assert "1 text from elsewhere kept their place" in run(market.notes, *options)
        assert official("1A") == [("", "Local words.", DateRange(START, None))]


def test_overlapping_times_are_refused_with_provision_and_lines(market: Market, run: Run) -> None:
    published("1A", datetime.date(2020, 1, 1))
    before = everything()
    with pytest.raises(CommandError) as refused:
        run(market.notes, "--replace")
    assert str(refused.value) == (
        "The document was not stored.\n1A, lines 16 to 18: an editor published an official text from 1 January 2020 on,"
        " a time that overlaps with that of this text. It can only be changed in the editor."
    )
    assert everything() == before


def test_a_text_from_before_an_amendment_was_known_is_in_the_way(market: Market, run: Run) -> None:
    run(market.notes)
    edition = Edition.objects.get(slug=SLUG)
    amendment = edition.amendments.create(instrument="Second amendment", in_force=datetime.date(2022, 1, 1))
    amendment.provisions.set(Provision.objects.filter(law__number="93"))
    # By its date the book would have the first text of Law 93; this one is of the time after the amendment.
    document = read_document(market.book)
    document.reading.dated = datetime.date(2023, 1, 1)
    with pytest.raises(
        importing.RefusedError, match=r"Law 93, lines 25 to 26: .*“Notes on baskets” \(line 42\) is held"
    ):
        importing.store(document)
    # Importing the notes again ends their text where the amendment began, and then there is room.
    assert "0 texts entered, 1 corrected" in run(market.notes)
    importing.store(document)
    assert [span for _, _, span in official("93")] == [
        DateRange(START, datetime.date(2022, 1, 1)),
        DateRange(datetime.date(2022, 1, 1), None),
    ]


def test_a_text_that_gave_way_can_come_back_for_the_time_before(market: Market, run: Run) -> None:
    run(market.notes)
    edition = Edition.objects.get(slug=SLUG)
    amendment = edition.amendments.create(instrument="Second amendment", in_force=datetime.date(2022, 1, 1))
    amendment.provisions.set(Provision.objects.filter(law__number="93"))
    document = read_document(market.book)
    document.reading.dated = datetime.date(2023, 1, 1)
    importing.store(document, replace=True)
    assert [(text, span.lower) for _, text, span in official("93")] == [
        ("The market closes at night.", datetime.date(2022, 1, 1))
    ]
    run(market.notes)
    assert [span.lower for _, _, span in official("93")] == [START, datetime.date(2022, 1, 1)]


def _with(record: Any, **fields: Any) -> Any:
    """A frozen record with other values."""
    return type(record)(**{name: getattr(record, name) for name in record.__slots__} | fields)
