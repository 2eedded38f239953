"""What publishing writes, and what a later load of the digest leaves of it."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db.backends.postgresql.psycopg_any import DateRange
from django.test import Client
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.models import User
from laws import library, shelf
from laws.api.export import document
from laws.editing import drafting, publishing
from laws.editing.history import edits
from laws.editing.models import Proposal
from laws.models import (
    Amendment,
    Citation,
    Commentary,
    CommentaryVersion,
    Definition,
    Edition,
    Footnote,
    Law,
    Origin,
    Provision,
    ProvisionVersion,
)
from laws.searching.finding import Asked, find, shown
from laws.shelf import citations
from laws.titles import titled
from tests.laws.conftest import Digest
from tests.laws.editing.conftest import NEXT_YEAR, SLUG, comment, drafted, published, submitted

BEGINNING = datetime.date(2017, 8, 1)
DAY_BEFORE = NEXT_YEAR - datetime.timedelta(days=1)
OLD = "The next player may accept a bid of 1♠ that is too low."


def held(key: str) -> list[tuple[str, Any, Any, str]]:
    """The wordings that we hold: text, first day, end, origin."""
    rows = ProvisionVersion.objects.current().filter(provision__key=key).order_by("effective")
    return [(row.text, row.effective.lower, row.effective.upper, row.origin) for row in rows]


def text(key: str, on: datetime.date) -> str:
    return library.texts(SLUG, [key], on)[key].text


def test_an_amendment_ends_the_old_text_and_begins_the_new(edition: Edition, alice: User, bob: User) -> None:
    before = ProvisionVersion.objects.get(provision__key="27A")
    proposal = published(alice, bob, "27A", text="Nobody may accept it; see 27B.", heading="No acceptance")
    assert held("27A") == [
        (OLD, BEGINNING, NEXT_YEAR, "shipped"),
        ("Nobody may accept it; see 27B.", NEXT_YEAR, None, "edited"),
    ]
    assert [text("27A", day) for day in (DAY_BEFORE, NEXT_YEAR)] == [OLD, "Nobody may accept it; see 27B."]
    # What was there is there still, and says when it was replaced.
    after = ProvisionVersion.objects.get(pk=before.pk)
    assert (after.text, after.effective, after.superseded_at is not None) == (before.text, before.effective, True)
    assert (proposal.status, proposal.decided_by, proposal.entered_id) == (
        "published",
        bob,
        ProvisionVersion.objects.get(text__startswith="Nobody").pk,
    )


def test_an_amendment_is_recorded(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, "27A")
    published(alice, bob, "27B1", text="See 27A.")  # by the same instrument
    amendment = Amendment.objects.get(instrument="Amendment of 2030")
    assert amendment.in_force == NEXT_YEAR
    assert [row.key for row in amendment.provisions.order_by("order")] == ["27A", "27B1"]
    assert {row.amended_by for row in ProvisionVersion.objects.filter(origin=Origin.EDITED)} == {amendment}
    assert library.texts(SLUG, ["27A"], NEXT_YEAR)["27A"].amended == NEXT_YEAR


def test_a_correction_is_no_amendment_and_keeps_its_days(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, "27A", act="correct", text="Corrected.", instrument="", first_day=datetime.date(2020, 5, 5))
    assert held("27A") == [("Corrected.", BEGINNING, None, "edited")]
    assert Amendment.objects.count() == 1  # the one that was shipped


def test_a_text_of_the_past_is_corrected_in_its_own_days(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, "73A", act="correct", text="They nodded.", instrument="", first_day=datetime.date(2020, 1, 1))
    assert [(text, str(first), until and str(until)) for text, first, until, _ in held("73A")] == [
        ("They nodded.", "2017-08-01", "2024-01-01"),
        ("See 27B1(a) for nothing in particular.", "2024-01-01", None),
    ]


def test_citations_are_made_anew(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, "27A", text="See 27B1(a) and 99Z.")
    rows = Citation.objects.filter(version__text__startswith="See 27B1(a) and").order_by("start")
    assert list(rows.values_list("status", "provisions__key")) == [("found", "27B1(a)"), ("unmatched", None)]


def test_it_is_on_record_who_did_what(edition: Edition, alice: User, bob: User) -> None:
    proposal = published(alice, bob, "27A")
    told = AuditEntry.objects.filter(target_id=str(proposal.pk)).order_by("at", "pk")
    assert [(entry.verb, entry.actor) for entry in told] == [
        ("law_proposal.drafted", alice),
        ("law_proposal.submitted", alice),
        ("law_proposal.published", bob),
    ]
    last = told.last()
    assert last is not None
    assert (last.body_id, last.reason, last.data["what"]) == (
        proposal.body_id, "Decided in June.", "27A: new wording from 1 January 2030",
    )  # fmt: skip


def test_every_edit_of_a_provision_is_told(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, "27A", act="correct", text="Corrected.", instrument="")
    proposal = published(alice, bob, "27A", text="New.")
    told = edits(Provision.objects.get(key="27A"))
    assert [(edit.wording.text, edit.before and edit.before.text, edit.is_shipped) for edit in told] == [
        ("New.", "Corrected.", False),
        ("Corrected.", "Corrected.", False),  # entered again with its last day
        ("Corrected.", OLD, False),
        (OLD, None, True),
    ]
    assert (told[0].proposal, told[1].proposal, told[3].proposal) == (proposal, None, None)


def test_what_was_published_since_a_moment_can_be_asked(edition: Edition, alice: User, bob: User) -> None:
    first = published(alice, bob, "27A")
    moment = timezone.now()
    second = published(alice, bob, "27B1", text="See 27A.")
    drafted(alice, "73", text="Not yet.")
    assert list(publishing.published_since(moment)) == [second]
    assert first in publishing.published_since(moment - datetime.timedelta(hours=1))


# --- Footnotes, definitions, commentary -----------------------------------------------------------------------------


def test_a_footnote_is_amended(edition: Edition, alice: User, bob: User) -> None:
    note = Footnote.objects.get()
    published(alice, bob, note, text="Unless 27B says so.")
    rows = note.versions.current().order_by("effective")
    assert [(row.text, row.effective.lower) for row in rows] == [
        ("Unless 27B1(a) says so.", BEGINNING),
        ("Unless 27B says so.", NEXT_YEAR),
    ]
    assert [row.key for row in Amendment.objects.get(instrument="Amendment of 2030").provisions.all()] == ["27A"]


def test_a_definition_keeps_what_is_not_its_text(edition: Edition, alice: User, bob: User) -> None:
    term = Definition.objects.get(term="Offender")
    published(alice, bob, term, text="Whoever did it.")
    (new,) = term.versions.current().filter(text="Whoever did it.")
    assert (new.forms, new.see, new.marked, new.origin) == (["offenders", "the one at fault"], [], True, "edited")


def test_a_comment_is_superseded_and_no_load_brings_it_back(
    edition: Edition, alice: User, bob: User, small_shelf: Digest
) -> None:
    minute = Commentary.objects.get(code="27-too-low")
    published(alice, bob, minute, act="end", text="", instrument="", first_day=datetime.date(2025, 3, 1))
    expected = [
        ("A bid may be too low; see 27B1(a).\n\nOr it may not.", DateRange(BEGINNING, datetime.date(2025, 3, 1)))
    ]
    for _load in range(2):
        assert [(row.text, row.effective) for row in minute.versions.current()] == expected
        small_shelf.change("duplicate-2017/commentary/law-27.yaml", "Or it may", "Or it might")
        shelf.load(small_shelf.folder)
        small_shelf.change("duplicate-2017/commentary/law-27.yaml", "Or it might", "Or it may")
    assert not Amendment.objects.filter(in_force__gt=datetime.date(2024, 1, 1)).exists()


def test_a_new_comment_gets_its_record_when_it_is_published(
    edition: Edition, alice: User, bob: User, small_shelf: Digest
) -> None:
    proposal = comment(
        alice, edition, kind="regulation", authority="Queensland Bridge Association", on=["27A", "27B1(a)"]
    )
    assert Commentary.objects.count() == 2
    drafting.submit(actor=alice, proposal_id=proposal.pk)
    proposal = publishing.publish(actor=bob, proposal_id=proposal.pk)
    row = Commentary.objects.get(code="qba-27a-mind")
    assert (row.kind, row.authority, [one.key for one in row.provisions.order_by("order")]) == (
        "regulation", "Queensland Bridge Association", ["27A", "27B1(a)"],
    )  # fmt: skip
    wording = row.versions.get()
    assert (proposal.commentary, proposal.entered_id) == (row, wording.pk)
    assert (wording.text, wording.heading, wording.origin) == ("Mind 27B1(a).", "Mind", "edited")
    assert [one.key for cited in wording.citations.all() for one in cited.provisions.all()] == ["27B1(a)"]
    assert not shelf.load(small_shelf.folder)
    assert CommentaryVersion.objects.current().filter(commentary=row).exists()


def test_a_caution_that_names_nobody_is_the_editors(edition: Edition, alice: User, bob: User) -> None:
    for draft in (comment(alice, edition), comment(alice, edition, authority="A club")):
        drafting.submit(actor=alice, proposal_id=draft.pk)
        publishing.publish(actor=bob, proposal_id=draft.pk)
    signed = Commentary.objects.filter(code__startswith="qba").order_by("code").values_list("author", "authority")
    assert list(signed) == [("The editors", ""), ("", "A club")]


def test_two_comments_with_the_same_title_get_two_names(edition: Edition, alice: User, bob: User) -> None:
    for _number in range(3):
        draft = comment(alice, edition)
        drafting.submit(actor=alice, proposal_id=draft.pk)
        publishing.publish(actor=bob, proposal_id=draft.pk)
    codes = Commentary.objects.filter(code__startswith="qba").order_by("code").values_list("code", flat=True)
    assert list(codes) == ["qba-27a-mind", "qba-27a-mind-2", "qba-27a-mind-3"]


# --- Headings -------------------------------------------------------------------------------------------------------


def headings(key: str, on: datetime.date) -> str:
    return ProvisionVersion.objects.on(on).get(provision__key=key).headings


def test_a_new_heading_stands_over_all_below_it(edition: Edition, alice: User, bob: User, small_shelf: Digest) -> None:
    published(alice, bob, "27B", heading="Declined", text="")
    for _load in range(2):
        assert headings("27B1(a)", DAY_BEFORE) == "Insufficient bid · Not accepted"
        assert headings("27B1(a)", NEXT_YEAR) == "Insufficient bid · Declined"
        assert headings("27A", NEXT_YEAR) == "Insufficient bid · Acceptance"
        assert not shelf.load(small_shelf.folder)
    # Texts below it are the digest's still, and go on being corrected with it.
    assert [origin for _, _, _, origin in held("27B1(a)")] == ["shipped", "shipped"]
    small_shelf.change("duplicate-2017/law-27.yaml", "costs nothing", "is free")
    assert shelf.load(small_shelf.folder).corrected == 2
    assert "is free" in text("27B1(a)", DAY_BEFORE)
    assert "is free" in text("27B1(a)", NEXT_YEAR)
    assert headings("27B1(a)", NEXT_YEAR) == "Insufficient bid · Declined"


def title(number: str) -> str:
    return str(titled(Law.objects.filter(number=number), library.today()).get().title)


def test_a_corrected_title_of_a_law_is_its_title_after_a_load_too(
    edition: Edition, alice: User, bob: User, small_shelf: Digest
) -> None:
    published(alice, bob, "27", act="correct", heading="Bid too low", text="", instrument="")
    for _load in range(2):
        assert title("27") == "Bid too low"
        assert library.law(SLUG, "27", library.today())[0].law_title == "Bid too low"
        assert headings("27B1(a)", BEGINNING) == "Bid too low · Not accepted"
        shelf.load(small_shelf.folder)


def test_a_title_to_come_is_not_the_title_of_today(edition: Edition, alice: User, bob: User) -> None:
    published(alice, bob, "27", heading="Bid too low", text="")
    assert title("27") == "Insufficient bid"
    assert library.law(SLUG, "27", NEXT_YEAR)[0].law_title == "Bid too low"


def test_a_title_that_was_published_ahead_is_the_title_from_its_day_on(
    edition: Edition,
    alice: User,
    bob: User,
    small_shelf: Digest,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    published(alice, bob, "27", heading="Bid too low", text="")
    for _load in range(2):
        for day, words in ((DAY_BEFORE, "Insufficient bid"), (NEXT_YEAR, "Bid too low")):
            monkeypatch.setattr(timezone, "localdate", lambda *_zone, today=day: today)
            assert title("27") == words
            assert [
                law.title for _part, laws in library.contents(edition, day) for law in laws if law.number == "27"
            ] == [words]
            listed = client.get(f"/api/v1/laws/editions/{SLUG}/laws/").json()["results"]
            assert [law["title"] for law in listed if law["number"] == "27"] == [words]
            (note,) = shown(find(Asked(words="unless", on=day)).hits, "unless", day)
            assert note.law_title == words
            told = document(edition, day)["laws"]
            assert [law["title"] for law in told if law["number"] == "27"] == [words]
            assert words in client.get(f"/laws/{SLUG}/27/").content.decode()
        shelf.load(small_shelf.folder)


# --- Loads of the digest --------------------------------------------------------------------------------------------


def test_a_load_changes_nothing_that_was_published(
    edition: Edition, alice: User, bob: User, small_shelf: Digest
) -> None:
    published(alice, bob, "27A", text="Local words.")
    assert not shelf.load(small_shelf.folder)
    small_shelf.change("duplicate-2017/law-27.yaml", "that is too low", "that is insufficient")
    shelf.load(small_shelf.folder)
    assert text("27A", NEXT_YEAR) == "Local words."
    assert text("27A", DAY_BEFORE).endswith("that is insufficient.")


def test_a_load_keeps_what_an_editor_published_under_a_shipped_instrument(
    edition: Edition, alice: User, bob: User, small_shelf: Digest
) -> None:
    published(alice, bob, "27A", instrument="First amendment", first_day=datetime.date(2024, 1, 1))
    shelf.load(small_shelf.folder)
    touched = Amendment.objects.get(instrument="First amendment").provisions
    assert set(touched.values_list("key", flat=True)) == {"27A", "73", "73A"}


# --- Stale proposals ------------------------------------------------------------------------------------------------


def test_a_stale_proposal_is_not_published_but_renewed(edition: Edition, alice: User, bob: User) -> None:
    stale = submitted(alice, "27A", act="correct", text="One.", instrument="")
    published(alice, bob, "27A", act="correct", text="Two.", instrument="")
    with pytest.raises(ValidationError, match="The text has changed since this was written"):
        publishing.publish(actor=bob, proposal_id=stale.pk)
    assert held("27A")[0][0] == "Two."
    renewed = drafting.renew(actor=alice, proposal_id=stale.pk)
    assert (renewed.status, renewed.text) == ("draft", "One.")
    drafting.submit(actor=alice, proposal_id=stale.pk)
    publishing.publish(actor=bob, proposal_id=stale.pk)
    assert held("27A") == [("One.", BEGINNING, None, "edited")]


def test_a_load_that_corrects_the_text_makes_a_proposal_stale(
    edition: Edition, alice: User, bob: User, small_shelf: Digest
) -> None:
    proposal = submitted(alice, "27A")
    small_shelf.change("duplicate-2017/law-27.yaml", "that is too low", "that is insufficient")
    shelf.load(small_shelf.folder)
    with pytest.raises(ValidationError, match="The text has changed"):
        publishing.publish(actor=bob, proposal_id=proposal.pk)


def test_what_was_published_while_one_wrote_is_not_taken_back_unseen(edition: Edition, alice: User, bob: User) -> None:
    opened = ProvisionVersion.objects.current().get(provision__key="27A")
    published(alice, bob, "27A", act="correct", text="Two.", instrument="")
    draft = drafted(alice, "27A", text="Old, with a change.")
    with pytest.raises(ValidationError, match="While you were writing, another text was published"):
        drafting.save(actor=alice, proposal=draft, seen=opened.pk)


# --- All or nothing -------------------------------------------------------------------------------------------------


def test_when_the_last_step_fails_nothing_is_written(
    edition: Edition, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposal = submitted(alice, "27A")
    before = (held("27A"), AuditEntry.objects.count(), Amendment.objects.count())

    def fail(edition: Edition, since: datetime.datetime) -> None:
        raise RuntimeError("the power went")

    monkeypatch.setattr(citations, "renew", fail)
    with pytest.raises(RuntimeError):
        publishing.publish(actor=bob, proposal_id=proposal.pk)
    assert (held("27A"), AuditEntry.objects.count(), Amendment.objects.count()) == before
    assert Proposal.objects.get(pk=proposal.pk).status == "submitted"
