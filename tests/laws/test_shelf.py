"""Loading: once, again, with corrections; and what the database itself refuses."""

from __future__ import annotations

import datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.db.backends.postgresql.psycopg_any import DateRange
from django.utils import timezone
from psycopg import sql

from laws import library, shelf
from laws.confirming import moved
from laws.models import (
    Citation,
    Commentary,
    Concordance,
    Edition,
    Origin,
    Provision,
    ProvisionVersion,
    TextKind,
)
from laws.rulings.editions import DUPLICATE_2017
from laws.seed import seed
from laws.sources.digest import DigestError, read_shelf
from tests.laws.conftest import Digest
from tests.walking import walks

LAW = "duplicate-2017/law-27.yaml"
SLUG = "duplicate-2017"
TODAY = datetime.date(2026, 1, 1)


@pytest.fixture
def small_shelf(db: None, digest: Digest) -> Digest:
    """Not a copy of what was once loaded, as other tests have it."""
    shelf.load(digest.folder)
    return digest


def versions(key: str) -> list[tuple[int, str, bool]]:
    """Revision, text, and whether it is the one we hold."""
    rows = ProvisionVersion.objects.filter(provision__key=key).order_by("revision")
    return [(row.revision, row.text, row.superseded_at is None) for row in rows]


def test_the_database_has_counted_what_was_loaded(small_shelf: Digest) -> None:
    """Also what hangs on what, else it reads all provisions for each comment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relname LIKE 'laws\\_%%' AND relkind = 'r'", [])
        filled = {name for (name,) in cursor.fetchall() if _has_rows(name)}
        cursor.execute("SELECT DISTINCT tablename FROM pg_stats WHERE tablename LIKE 'laws\\_%%'", [])
        counted = {name for (name,) in cursor.fetchall()}
    assert "laws_commentary_provisions" in filled
    assert filled <= counted


def _has_rows(table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("SELECT EXISTS (SELECT 1 FROM {})").format(sql.Identifier(table)))
        return bool(cursor.fetchone()[0])


def test_provisions_know_their_parent_and_place(small_shelf: Digest) -> None:
    rows = Provision.objects.order_by("order").values_list("key", "parent__key", "law__number")
    assert list(rows) == [
        ("Intro", None, "Intro"),
        ("27", None, "27"),
        ("27A", "27", "27"),
        ("27B", "27", "27"),
        ("27B1", "27B", "27"),
        ("27B1(a)", "27B1", "27"),
        ("73", None, "73"),
        ("73A", "73", "73"),
    ]


def test_loading_again_changes_nothing(small_shelf: Digest) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (Provision, ProvisionVersion, Citation)]
    assert not shelf.load(small_shelf.folder)
    assert before == [list(model.objects.order_by("pk").values()) for model in (Provision, ProvisionVersion, Citation)]


def test_a_correction_keeps_the_old_wording(small_shelf: Digest) -> None:
    small_shelf.change(LAW, "that is too low", "that is insufficient")
    changes = shelf.load(small_shelf.folder)
    assert (changes.entered, changes.corrected, changes.withdrawn) == (0, 1, 0)
    assert versions("27A") == [
        (1, "The next player may accept a bid of 1♠ that is too low.", False),
        (2, "The next player may accept a bid of 1♠ that is insufficient.", True),
    ]


def test_a_new_version_corrects_what_an_installation_holds(
    small_shelf: Digest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `manage.py prepare` does before a new version serves, and `make run` when it starts."""
    small_shelf.change(LAW, "that is too low", "that is insufficient")
    monkeypatch.setattr(shelf.load, "__defaults__", (small_shelf.folder,))
    seed(demo=False)
    seed(demo=False)
    assert [(said, held) for _, said, held in versions("27A")] == [
        ("The next player may accept a bid of 1♠ that is too low.", False),
        ("The next player may accept a bid of 1♠ that is insufficient.", True),
    ]
    assert not moved(SLUG), "the engine was written from what ships with it, and stays confirmed"


def test_a_wording_is_held_until_the_moment_from_which_its_successor_is(small_shelf: Digest) -> None:
    small_shelf.change(LAW, "that is too low", "that is insufficient")
    shelf.load(small_shelf.folder)
    old, new = ProvisionVersion.objects.filter(provision__key="27A").order_by("revision")
    assert old.superseded_at == new.created_at


def test_a_changed_heading_is_found_by_the_search(small_shelf: Digest) -> None:
    small_shelf.change(LAW, "heading: Not accepted", "heading: Declined")
    shelf.load(small_shelf.folder)
    found = library.search(SLUG, "declined cheapest", TODAY)
    assert [row.provision.key for row in found] == ["27B1(a)"]


def test_a_provision_taken_out_is_no_longer_on_the_shelf_but_kept(small_shelf: Digest) -> None:
    small_shelf.change(
        LAW, '  - key: "27B1(a)"\n    text: The cheapest bid of the same suit costs nothing; 99C is elsewhere.\n', ""
    )
    small_shelf.change(LAW, "Unless 27B1(a) says so", "Unless 27B1 says so")
    small_shelf.change("duplicate-2017/law-73.yaml", "See 27B1(a)", "See 27B1")
    small_shelf.change("duplicate-2017/commentary/law-27.yaml", '"27A", "27B1(a)"', '"27A"')
    small_shelf.change("duplicate-2017/commentary/law-27.yaml", "see 27B1(a)", "see 27B1")
    assert shelf.load(small_shelf.folder).withdrawn == 1
    assert "27B1(a)" not in library.known_keys(SLUG)
    assert [held for _, _, held in versions("27B1(a)")] == [False]


def test_a_faulty_folder_changes_nothing(small_shelf: Digest) -> None:
    small_shelf.change(LAW, "that is too low", "that is insufficient")
    small_shelf.change("duplicate-2017/law-73.yaml", "See 27B1(a)", "See 27Z")
    with pytest.raises(DigestError, match="cites 27Z"):
        shelf.load(small_shelf.folder)
    assert len(versions("27A")) == 1


def test_an_amended_law_is_in_force_from_its_amendment(small_shelf: Digest) -> None:
    version = ProvisionVersion.objects.get(provision__key="73", heading="Communication")
    assert version.effective == DateRange(datetime.date(2024, 1, 1), None)
    assert version.amended_by is not None
    assert version.amended_by.instrument == "First amendment"
    assert [row.key for row in version.amended_by.provisions.order_by("order")] == ["73", "73A"]


def test_citations_are_kept_found_or_not(small_shelf: Digest) -> None:
    rows = Citation.objects.filter(version__isnull=False).order_by("version__provision__order", "start")
    assert list(rows.values_list("version__provision__key", "written", "status", "provisions__key")) == [
        ("27B1", "27A", "found", "27A"),
        ("27B1", "Law 73", "found", "73"),
        ("27B1(a)", "99C", "unmatched", None),
        ("73A", "27B1(a)", "found", "27B1(a)"),
    ]


def test_footnotes_definitions_and_commentary_cite_too(small_shelf: Digest) -> None:
    citing = ("footnote_version__footnote__mark", "definition_version__definition__term")
    rows = Citation.objects.filter(version=None).order_by("pk")
    assert list(rows.values_list(*citing, "commentary_version__commentary__code", "provisions__key")) == [
        ("7", None, None, "27B1(a)"),
        (None, "Bid", None, "27A"),
        (None, None, "27-too-low", "27B1(a)"),
    ]


def test_a_citation_is_joined_when_its_law_comes_onto_the_shelf(small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/edition.yaml", 'last: "93"', 'last: "99"')
    small_shelf.write(
        "duplicate-2017/law-99.yaml",
        'law: "99"\ntitle: Last\nprovisions:\n  - {key: "99C", text: It is over.}\n',
    )
    shelf.load(small_shelf.folder)
    citation = Citation.objects.get(written="99C")
    assert citation.status == "found"
    assert [row.key for row in citation.provisions.all()] == ["99C"]


# --- What the database refuses --------------------------------------------------------------------------------------


def wording(key: str, **fields: Any) -> ProvisionVersion:
    """A further wording of a provision, not saved yet."""
    defaults = {"text": "Other words.", "revision": 9, "effective": DateRange(datetime.date(2020, 1, 1))}
    return ProvisionVersion(provision=Provision.objects.get(key=key), **(defaults | fields))


def test_two_wordings_of_a_provision_never_overlap(small_shelf: Digest) -> None:
    with pytest.raises(IntegrityError, match="provision_digest_wordings_never_overlap"):
        wording("27A").save()


def test_wordings_that_follow_each_other_are_taken(small_shelf: Digest) -> None:
    # 73 begins on 1 January 2024: ranges are half open, so the earlier text may end on that day.
    ProvisionVersion.objects.filter(provision__key="73", heading="Frowning").update(superseded_at=timezone.now())
    wording("73", effective=DateRange(datetime.date(2017, 8, 1), datetime.date(2024, 1, 1))).save()
    told = [library.texts(SLUG, ["73"], datetime.date(*day))["73"].text for day in ((2023, 12, 31), (2024, 1, 1))]
    assert told == ["Other words.", "Partners communicate by calls and plays, never by frowning."]


def test_one_day_of_overlap_is_too_much(small_shelf: Digest) -> None:
    ProvisionVersion.objects.filter(provision__key="73", heading="Frowning").update(superseded_at=timezone.now())
    with pytest.raises(IntegrityError, match="never_overlap"):
        wording("73", effective=DateRange(datetime.date(2017, 8, 1), datetime.date(2024, 1, 2))).save()


def test_digest_and_official_text_stand_side_by_side(small_shelf: Digest) -> None:
    wording("27A", kind=TextKind.OFFICIAL).save()
    with pytest.raises(IntegrityError, match="provision_official_wordings_never_overlap"):
        wording("27A", kind=TextKind.OFFICIAL, revision=10).save()


@walks(
    ("fields", "constraint"),
    [
        ({"text": ""}, "provision_wording_has_text"),
        ({"effective": DateRange(None, datetime.date(2000, 1, 1))}, "provision_wording_starts_on_a_day"),
        ({"effective": DateRange(empty=True)}, "provision_wording_starts_on_a_day"),
        (
            {"revision": 1, "effective": DateRange(datetime.date(1990, 1, 1), datetime.date(1991, 1, 1))},
            "revision_is_unique",
        ),
    ],
    apart=True,
)
def test_wordings_without_sense_are_refused(small_shelf: Digest, fields: dict[str, Any], constraint: str) -> None:
    with pytest.raises(IntegrityError, match=constraint):
        wording("27A", **fields).save()


@walks(
    "change",
    [
        {"text": "Rewritten."},
        {"effective": DateRange(datetime.date(2018, 1, 1))},
        {"revision": 5},
        {"headings": "Other"},
    ],
    apart=True,
)
def test_a_wording_is_never_changed(small_shelf: Digest, change: dict[str, Any]) -> None:
    with pytest.raises(ProgrammingError, match="Cannot update"):
        ProvisionVersion.objects.filter(provision__key="27A").update(**change)


def test_a_superseded_wording_stays_superseded(small_shelf: Digest) -> None:
    rows = ProvisionVersion.objects.filter(provision__key="27A")
    rows.update(superseded_at=timezone.now())
    with pytest.raises(ProgrammingError, match="Cannot update"):
        rows.update(superseded_at=None)


def test_a_wording_is_never_deleted(small_shelf: Digest) -> None:
    with pytest.raises(ProgrammingError, match="Cannot delete"), transaction.atomic():
        ProvisionVersion.objects.filter(provision__key="27B1")._raw_delete("default")
    with pytest.raises(ProgrammingError, match="Cannot delete"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM laws_footnoteversion")


@walks(("kind", "ends"), [("new", "27A 27B"), ("deleted", "- 27A"), ("same", "27A -"), ("moved", "- -")], apart=True)
def test_a_concordance_has_the_ends_of_its_kind(small_shelf: Digest, kind: str, ends: str) -> None:
    earlier, later = (end.strip("-") for end in ends.split())
    editions = {
        "earlier_edition": Edition.objects.get(slug="duplicate-2007"),
        "later_edition": Edition.objects.get(slug=SLUG),
    }
    with pytest.raises(IntegrityError, match="ends_of_its_kind"):
        Concordance.objects.create(kind=kind, earlier_key=earlier, later_key=later, **editions)


# --- What stands beside the laws ------------------------------------------------------------------------------------


def test_a_law_has_the_title_and_the_nodes_of_the_date(small_shelf: Digest) -> None:
    def told(*day: int) -> list[tuple[str, str, str]]:
        return [
            (one.key, one.law_title, one.text) for one in library.law(SLUG, "73", datetime.date(*day)) if not one.gap
        ]

    assert told(2023, 12, 31) == [("73", "Frowning", ""), ("73A", "Frowning", "Partners communicated by frowning.")]
    assert told(2024, 1, 1) == [
        ("73", "Communication", "Partners communicate by calls and plays, never by frowning."),
        ("73A", "Communication", "See 27B1(a) for nothing in particular."),
    ]


def test_tables_are_part_of_a_wording(small_shelf: Digest) -> None:
    (table,) = library.texts(SLUG, ["Intro"])["Intro"].tables
    assert table == {"caption": "Force", "head": ["Word", "Force"], "rows": [["may", "none"], ["must", "serious"]]}
    small_shelf.change("duplicate-2017/intro.yaml", '"serious"', '"very serious"')
    assert shelf.load(small_shelf.folder).corrected == 1


def test_commentary_keeps_where_it_comes_from_and_how_long_it_held(small_shelf: Digest) -> None:
    minute, note = Commentary.objects.order_by("code")
    assert (minute.kind, minute.authority, minute.place, str(minute.dated), minute.dated_to) == (
        "minute",
        "A committee",
        "Lyon",
        "2018-10-01",
        "month",
    )
    assert [row.key for row in minute.provisions.order_by("order")] == ["27A", "27B1(a)"]
    (wording,) = minute.versions.all()
    assert wording.text == "A bid may be too low; see 27B1(a).\n\nOr it may not."
    assert (str(wording.source), wording.first_line, wording.last_line) == ("Notes", 3, 5)
    assert [row.term for row in note.definitions.all()] == ["Bid"]
    assert note.versions.get().effective == DateRange(datetime.date(2017, 8, 1), datetime.date(2020, 1, 1))


def test_a_changed_remark_is_corrected_and_hung_elsewhere(small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/commentary/law-27.yaml", '["27A", "27B1(a)"]', '["27B"]')
    assert not shelf.load(small_shelf.folder)
    minute = Commentary.objects.get(code="27-too-low")
    assert [row.key for row in minute.provisions.all()] == ["27B"]
    small_shelf.change("duplicate-2017/commentary/law-27.yaml", "Or it may not.", "Or not.")
    assert shelf.load(small_shelf.folder).corrected == 1
    assert [row.superseded_at is None for row in minute.versions.order_by("revision")] == [False, True]


def edited(key: str, **fields: Any) -> None:
    """What an editor published: the wording that ends, and the new one."""
    old = ProvisionVersion.objects.get(provision__key=key, superseded_at=None)
    begins: datetime.date = fields["effective"].lower
    ProvisionVersion.objects.filter(pk=old.pk).update(superseded_at=timezone.now())
    if begins > old.effective.lower:
        wording(
            key, text=old.text, headings=old.headings, heading=old.heading, revision=old.revision + 1,
            effective=DateRange(old.effective.lower, begins),
        ).save()  # fmt: skip
    wording(key, origin=Origin.EDITED, **fields).save()


def test_what_an_editor_published_outlives_a_load(small_shelf: Digest) -> None:
    edited("27A", text="Local words.", effective=DateRange(datetime.date(2025, 1, 1)))
    assert not shelf.load(small_shelf.folder)
    small_shelf.change(LAW, "that is too low", "that is insufficient")
    assert shelf.load(small_shelf.folder).corrected == 1
    told = [library.texts(SLUG, ["27A"], datetime.date(*day))["27A"].text for day in ((2024, 12, 31), (2025, 1, 1))]
    assert told == ["The next player may accept a bid of 1♠ that is insufficient.", "Local words."]


def test_an_edited_correction_stays_when_the_file_changes(small_shelf: Digest) -> None:
    edited("27A", text="Local words.", effective=DateRange(datetime.date(2017, 8, 1)))
    small_shelf.change(LAW, "that is too low", "that is insufficient")
    changes = shelf.load(small_shelf.folder)
    assert (changes.corrected, changes.withdrawn, changes.overruled) == (0, 0, 1)
    assert library.texts(SLUG, ["27A"])["27A"].text == "Local words."


# --- Commands and the engine's list -----------------------------------------------------------------------------------


def run(*words: str) -> str:
    """What a command prints."""
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue().strip()


def test_the_command_loads_and_says_what_it_did(db: None, digest: Digest) -> None:
    assert run("load_laws", str(digest.folder)) == "17 entries made, 0 corrected, 0 withdrawn."
    assert run("load_laws", str(digest.folder)) == "Nothing to change."


def test_the_command_checks_without_a_database(digest: Digest) -> None:
    assert run("load_laws", str(digest.folder), "--check") == "4 laws with 8 provisions, no fault found."


def test_the_command_names_the_faults(digest: Digest) -> None:
    digest.change(LAW, "see 27A", "see 27Z")
    with pytest.raises(CommandError, match=r"law-27.yaml:10: cites 27Z, which does not exist"):
        run("load_laws", str(digest.folder))


def test_the_shipped_digest_has_no_fault_and_the_engine_knows_all_of_it() -> None:
    laws = read_shelf(shelf.FOLDER).editions[SLUG].current_laws()
    assert {str(node.key) for law in laws for node in law.provisions} == DUPLICATE_2017.keys
    assert {law.number: law.title for law in laws} == DUPLICATE_2017.laws
    assert run("engine_keys", "--check") == ""
