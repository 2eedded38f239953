"""Which versions a change of the law concerns: the provision cited, what stands under it, and the text above it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from exams.bank.models import LawFlag, QuestionVersion, Review, Status
from exams.bank.services import decide
from exams.bank.upkeep.changes import changes
from exams.bank.upkeep.flags import flag_changed_provisions
from laws import shelf
from laws.models import Provision, ProvisionVersion, TextKind
from tests import factories
from tests.exams.bank.upkeep.conftest import Reword, cites
from tests.laws.conftest import Digest
from tests.walking import walks

pytestmark = pytest.mark.django_db


def told(now: dt.datetime | None = None) -> set[tuple[str, str]]:
    """Which version is told of which provision, by the first provision that the version cites."""
    first = dict(QuestionVersion.objects.values_list("pk", "provisions"))
    return {(first[one.version][0], one.provision) for one in changes(factories.body(), now)}


def in_days(days: int) -> dt.datetime:
    return timezone.now() + dt.timedelta(days=days)


@walks(
    ("cited", "changed", "concerned"),
    [
        ("27A", "27A", True),
        ("27B", "27B1(a)", True),  # the whole is cited: its parts are
        ("27", "27B1(a)", True),
        ("27B1(a)", "27B1", True),  # the text above leads into it
        ("27B1(a)", "73", False),
        ("27A", "27B1", False),
        ("27B1", "27A", False),
    ],
    apart=True,
)
def test_whom_a_changed_text_concerns(reword: Reword, cited: str, changed: str, concerned: bool) -> None:
    cites(cited)
    reword(changed)
    assert told() == ({(cited, changed)} if concerned else set())


def test_who_cites_a_law_and_parts_of_it_means_these_parts(reword: Reword) -> None:
    cites("27", "27B1(a)")
    reword("27A")
    assert told() == set()
    reword("27B1(a)")
    assert told() == {("27", "27B1(a)")}


def test_a_new_heading_concerns_who_cites_the_provision_not_who_cites_a_part(reword: Reword) -> None:
    cites("27B1(a)")
    cites("27A")
    reword("27", text="", heading="Bids that are too low")
    reword("27A", text=Provision.objects.get(key="27A").versions.get().text, heading="Taking it")
    assert told() == {("27A", "27A")}


def test_words_that_only_break_into_other_lines_are_no_change(reword: Reword) -> None:
    cites("27A")
    reword("27A", text="The next player may accept\na bid of 1♠   that is too low.")
    assert told() == set()


def test_other_days_for_the_same_words_are_no_change(reword: Reword) -> None:
    cites("27A")
    reword("27A", text=Provision.objects.get(key="27A").versions.get().text, since=timezone.localdate())
    assert told(in_days(1)) == set()


def test_other_tables_are_a_change(small_shelf: Digest) -> None:
    cites("Intro")
    small_shelf.change("duplicate-2017/intro.yaml", '"serious"', '"grave"')
    shelf.load(small_shelf.folder)
    assert told() == {("Intro", "Intro")}


def test_a_version_written_after_the_change_knows_the_new_text(reword: Reword) -> None:
    reword("27A")
    cites("27A")
    assert told() == set()


def test_a_text_to_come_is_told_at_once_with_its_day_and_not_again_on_it(reword: Reword) -> None:
    version = cites("27A")
    first = timezone.localdate(in_days(10), factories.body().zone)
    reword("27A", since=first)
    midnight = dt.datetime.combine(first, dt.time.min, factories.body().zone)
    for moment in (timezone.now(), midnight - dt.timedelta(minutes=1), midnight):
        assert told(moment) == {("27A", "27A")}
        (change,) = changes(factories.body(), moment)
        assert (change.day, change.after and change.after.text) == (first, "Other words.")
    LawFlag.objects.create(
        version=version,
        body=version.body,
        provision="27A",
        before=change.before,
        after=change.after,
        day=change.day,
    )
    for moment in (timezone.now(), midnight - dt.timedelta(minutes=1), midnight):
        assert told(moment) == set()


def test_a_correction_before_the_day_of_what_is_told_already_is_told_too(reword: Reword) -> None:
    version = cites("27A")
    first = timezone.localdate(in_days(10), factories.body().zone)
    reword("27A", since=first)
    (change,) = changes(factories.body())
    told_of = {"version": version, "body": version.body, "provision": "27A"}
    LawFlag.objects.create(**told_of, before=change.before, after=change.after, day=change.day)
    assert change.before
    now = Provision.objects.get(key="27A").versions.current().get(effective__contains=timezone.localdate())
    ProvisionVersion.objects.filter(pk=now.pk).update(superseded_at=timezone.now())
    mended = ProvisionVersion.objects.create(
        provision=now.provision, text="Mended.", heading=now.heading, effective=now.effective, revision=9
    )
    (found,) = changes(factories.body())
    assert (found.after, found.day) == (mended, None)


def test_a_correction_has_no_day(reword: Reword) -> None:
    cites("27A")
    reword("27A")
    assert [change.day for change in changes(factories.body())] == [None]


def test_a_provision_that_ends_is_told_with_its_last_text(reword: Reword) -> None:
    cites("27A")
    first = timezone.localdate(in_days(3), factories.body().zone)
    was = reword("27A", None, since=first)
    (change,) = changes(factories.body(), in_days(5))
    assert (change.before, change.after, change.day) == (was, None, first)


def test_a_provision_that_is_new_is_told_to_who_cites_the_whole(small_shelf: Digest) -> None:
    cites("27B")
    cites("27A")
    place = Provision.objects.get(key="27B1")
    first = timezone.localdate(in_days(2), factories.body().zone)
    new = Provision.objects.create(edition=place.edition, law=place.law, parent=place.parent, key="27B2", order=1)
    ProvisionVersion.objects.create(provision=new, text="Something new.", effective=(first, None))
    assert told() == {("27B", "27B2")}
    assert [change.day for change in changes(factories.body())] == [first]


def test_laws_loaded_after_the_question_are_no_change(db: None, digest: Digest) -> None:
    cites("27A")
    shelf.load(digest.folder)
    assert told() == set()
    digest.change("duplicate-2017/law-27.yaml", "may accept", "can accept")
    shelf.load(digest.folder)
    assert told() == {("27A", "27A")}


def test_the_official_text_is_compared_with_itself(reword: Reword) -> None:
    cites("27A")
    place = Provision.objects.get(key="27A")
    first = place.edition.in_force
    ProvisionVersion.objects.create(provision=place, kind=TextKind.OFFICIAL, text="Official.", effective=(first, None))
    assert told() == set(), "its coming onto the shelf changes no law"
    reword("27A", "Official and other.", kind=TextKind.OFFICIAL)
    (change,) = changes(factories.body())
    assert change.before and change.before.text == "Official."
    ProvisionVersion.objects.filter(kind=TextKind.OFFICIAL, superseded_at=None).update(superseded_at=timezone.now())
    assert told() == set(), "nor does its leaving the shelf"


def test_each_change_is_told_once_and_the_next_against_the_one_before(reword: Reword) -> None:
    version = cites("27A")
    first = Provision.objects.get(key="27A").versions.get()
    second = reword("27A")
    assert flag_changed_provisions() == 1
    assert flag_changed_provisions() == 0
    third = reword("27A", "Third words.")
    assert flag_changed_provisions() == 1
    pairs = LawFlag.objects.filter(version=version).order_by("pk").values_list("before", "after")
    assert list(pairs) == [(first.pk, second.pk), (second.pk, third.pk)]


def test_a_change_taken_back_before_anybody_looked_is_none(reword: Reword) -> None:
    cites("27A")
    text = Provision.objects.get(key="27A").versions.get().text
    reword("27A")
    reword("27A", text)
    assert told() == set()


@walks(
    ("status", "watched"),
    [(Status.IN_REVIEW, True), (Status.APPROVED, True), (Status.REJECTED, False), (Status.RETIRED, False)],
    apart=True,
)
def test_only_versions_that_are_or_may_come_into_use_are_watched(
    reword: Reword, alice: User, status: Status, watched: bool
) -> None:
    version = cites("27A")
    steps: dict[Status, list[Any]] = {
        Status.APPROVED: [Review.Decision.APPROVE],
        Status.REJECTED: [Review.Decision.REJECT],
        Status.RETIRED: [Review.Decision.APPROVE, Review.Decision.RETIRE],
    }
    for decision in steps.get(status, []):
        decide(version_id=version.pk, examiner=alice, decision=decision, reason="So.")
    reword("27A")
    assert bool(told()) is watched


def test_a_rejected_version_that_comes_back_is_told_then(reword: Reword, alice: User) -> None:
    version = cites("27A")
    decide(version_id=version.pk, examiner=alice, decision=Review.Decision.REJECT, reason="No.")
    reword("27A")
    assert told() == set()
    decide(version_id=version.pk, examiner=alice, decision=Review.Decision.REOPEN, reason="After all.")
    assert told() == {("27A", "27A")}


def test_another_edition_is_left_alone(reword: Reword) -> None:
    content = factories.content(edition="duplicate-2007")
    content["receipt"]["edition"] = "duplicate-2007"
    factories.version(**content)
    reword("27A")
    assert told() == set()


@pytest.mark.parametrize("rows", [1, 6])
def test_any_number_of_versions_costs_the_same_queries(
    reword: Reword, rows: int, django_assert_num_queries: Any
) -> None:
    for _row in range(rows):
        cites("27A")
    reword("27A")
    body = factories.body()
    with django_assert_num_queries(3):
        assert len(list(changes(body))) == rows
