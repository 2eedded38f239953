"""Getting into a sitting: by oneself, by approval, by staff; places and numbers."""

from __future__ import annotations

import datetime as dt
import secrets
import uuid
from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank.models import QuestionVersion, Review
from exams.bank.services import decide
from exams.papers.draws import draw_form
from exams.papers.models import Paper, PaperQuestion
from exams.sittings import entries, services
from exams.sittings.entry_views import MOST_DRAWN
from exams.sittings.models import Entry, Sitting
from exams.sittings.signals import admission_asked
from exams.sittings.tasks import approve_entries
from tests import factories
from tests.exams.sittings.conftest import MORNING, Clock, make_attempt
from tests.walking import walks

Standing = Entry.Standing


def minutes(number: float) -> dt.timedelta:
    return dt.timedelta(minutes=number)


@pytest.fixture
def asked(sitting: Sitting) -> Sitting:
    """A sitting whose entries are approved."""
    sitting.approval = True
    sitting.save()
    return sitting


@pytest.fixture
def rita(db: None) -> User:
    """A registrar."""
    return factories.person("Rita", Role.REGISTRAR)


@pytest.fixture
def desk(rita: User, client: Client) -> Client:
    client.force_login(rita)
    return client


# --- by oneself ---------------------------------------------------------------------------------------------------------


@walks(("when", "why"), [(-61, "not opened yet"), (-60, ""), (59, ""), (60, "have closed")], apart=True)
def test_one_enters_while_entry_is_open(sitting: Sitting, alice: User, clock: Clock, when: int, why: str) -> None:
    Sitting.objects.update(entry_opens_at=MORNING - minutes(60), entry_closes_at=MORNING + minutes(60))
    clock.forward(minutes=when)
    if why:
        with pytest.raises(services.NotPossible, match=why):
            services.enter(sitting=sitting, person=alice)
    else:
        assert services.enter(sitting=sitting, person=alice).is_approved


def page_of(sitting: Sitting, name: str) -> str:
    """The sitting's own page, as somebody sees it."""
    return factories.browser(factories.person(name)).get(reverse("sittings:cover", args=[sitting.pk])).content.decode()


def test_nobody_enters_who_could_not_start_any_more(sitting: Sitting, alice: User, clock: Clock) -> None:
    Sitting.objects.update(late_minutes=5)
    clock.forward(minutes=4)
    assert "Enter this sitting" in page_of(sitting, "Alice")
    assert services.enter(sitting=sitting, person=alice).is_approved
    clock.forward(minutes=1)
    with pytest.raises(services.NotPossible, match="have closed"):
        services.enter(sitting=sitting, person=factories.person("Bob", Role.CANDIDATE))
    assert "Enter this sitting" not in page_of(sitting, "Bob")


def test_one_withdraws_and_comes_back(sitting: Sitting, alice: User) -> None:
    entry = services.enter(sitting=sitting, person=alice)
    number = entry.number
    for _twice in range(2):
        assert services.withdraw(entry=entry, person=alice).standing == Standing.WITHDRAWN
    with pytest.raises(services.NotPossible, match="withdrawn"):
        services.start(sitting=sitting, person=alice)
    again = services.enter(sitting=sitting, person=alice)
    assert (again.pk, again.number, again.is_approved) == (entry.pk, number, True)
    verbs = AuditEntry.objects.filter(verb__startswith="entry").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["entry.made", "entry.withdrawn", "entry.made"]


def test_nobody_withdraws_once_he_has_started_nor_for_another(sitting: Sitting, alice: User, bob: User) -> None:
    attempt = make_attempt(sitting, alice)
    with pytest.raises(services.NotPossible, match="You have already started"):
        services.withdraw(entry=attempt.entry, person=alice)
    with pytest.raises(Entry.DoesNotExist):
        services.withdraw(entry=attempt.entry, person=bob)


def test_the_last_place_is_given_once_and_free_again_after_a_withdrawal(
    sitting: Sitting, alice: User, bob: User
) -> None:
    Sitting.objects.update(places=1)
    entry = services.enter(sitting=sitting, person=alice)
    with pytest.raises(services.NotPossible, match="All 1 places are taken"):
        services.enter(sitting=sitting, person=bob)
    services.withdraw(entry=entry, person=alice)
    services.enter(sitting=sitting, person=bob)
    with pytest.raises(services.NotPossible, match="taken"):
        services.enter(sitting=sitting, person=alice)


def test_what_the_next_room_objects_to_is_heard(
    sitting: Sitting, alice: User, erin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Resits are counted over results, which this room does not know."""

    def used_up(sender: object, person: User, **asked: object) -> str:
        return "" if asked["sitting"] != sitting else f"{person} has used up the resits."

    monkeypatch.setattr(admission_asked, "receivers", [])
    entry = services.enter(sitting=sitting, person=alice)
    services.withdraw(entry=entry, person=alice)
    admission_asked.connect(used_up)
    deeds: list[Callable[[], Entry]] = [
        lambda: services.enter(sitting=sitting, person=alice),
        lambda: services.enter_candidate(sitting=sitting, person=alice, actor=erin, reason="By mail."),
    ]
    for deed in deeds:
        with pytest.raises(services.NotPossible, match="Alice has used up the resits"):
            deed()


def test_an_objection_that_came_up_meanwhile_stops_the_start(
    sitting: Sitting, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.enter(sitting=sitting, person=alice)
    monkeypatch.setattr(admission_asked, "receivers", [])
    admission_asked.connect(lambda **_asked: "No resit is left.", weak=False)
    with pytest.raises(services.NotPossible, match="No resit"):
        services.start(sitting=sitting, person=alice)


# --- numbers ------------------------------------------------------------------------------------------------------------


def test_numbers_are_drawn_by_lot_and_never_twice(sitting: Sitting) -> None:
    entries = [
        services.enter(sitting=sitting, person=factories.person(f"Candidate {n}", Role.CANDIDATE)) for n in range(12)
    ]
    numbers = [entry.number or 0 for entry in entries]
    assert len(set(numbers)) == 12
    assert all(1000 <= number <= 9999 for number in numbers)
    # Twelve by lot are in order once in 479 million times.
    assert numbers != sorted(numbers)


def test_a_number_that_is_taken_is_drawn_again(
    sitting: Sitting, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    lots = iter([7, 7, 7, 8])
    monkeypatch.setattr(secrets, "randbelow", lambda span: next(lots))
    numbers = [services.enter(sitting=sitting, person=person).number for person in (alice, bob)]
    assert numbers == [1007, 1008]


# --- approval -----------------------------------------------------------------------------------------------------------


def test_an_entry_counts_once_it_is_approved(asked: Sitting, alice: User, rita: User) -> None:
    entry = services.enter(sitting=asked, person=alice)
    assert (entry.standing, entry.number) == (Standing.REQUESTED, None)
    with pytest.raises(services.NotPossible, match="waiting for approval"):
        services.start(sitting=asked, person=alice)
    for _twice in range(2):
        entry = services.approve(entry=entry, actor=rita)
    assert (entry.is_approved, entry.decided_by, entry.number is not None) == (True, rita, True)
    assert AuditEntry.objects.filter(verb="entry.approved").count() == 1
    services.start(sitting=asked, person=alice)
    with pytest.raises(services.NotPossible, match="has started"):
        services.refuse(entry=entry, actor=rita, reason="Too late.")


def test_a_refused_entry_tells_why_and_stays_out(asked: Sitting, alice: User, rita: User) -> None:
    entry = services.enter(sitting=asked, person=alice)
    with pytest.raises(ValidationError):
        services.refuse(entry=entry, actor=rita, reason=" ")
    services.refuse(entry=entry, actor=rita, reason="No club stands behind you.")
    for deed in (services.enter, services.start):
        with pytest.raises(services.NotPossible, match="No club stands behind you"):
            deed(sitting=asked, person=alice)
    assert services.approve(entry=entry, actor=rita).reason == ""


def test_requests_wait_beyond_the_places_but_are_not_approved(
    asked: Sitting, alice: User, bob: User, rita: User
) -> None:
    Sitting.objects.update(places=1)
    first, second = (services.enter(sitting=asked, person=person) for person in (alice, bob))
    services.approve(entry=first, actor=rita)
    with pytest.raises(services.NotPossible, match="places are taken"):
        services.approve(entry=second, actor=rita)
    services.refuse(entry=first, actor=rita, reason="Asked to.")
    assert services.approve(entry=second, actor=rita).is_approved


def test_who_became_an_examiner_meanwhile_is_not_approved(asked: Sitting, alice: User, rita: User) -> None:
    entry = services.enter(sitting=asked, person=alice)
    factories.person("Alice", Role.EXAMINER)
    with pytest.raises(services.NotPossible, match="could have read the paper"):
        services.approve(entry=entry, actor=rita)


def test_nobody_decides_on_his_own_entry(asked: Sitting) -> None:
    both = factories.person("Bert", Role.CANDIDATE, Role.REGISTRAR)
    entry = services.enter(sitting=asked, person=both)
    with pytest.raises(PermissionDenied):
        services.approve(entry=entry, actor=both)


def test_of_another_body_nobody_decides(asked: Sitting, alice: User, charlie: User) -> None:
    entry = services.enter(sitting=asked, person=alice)
    deeds: list[Callable[[], Entry]] = [
        lambda: services.approve(entry=entry, actor=charlie),
        lambda: services.refuse(entry=entry, actor=charlie, reason="Mine."),
        lambda: services.enter_candidate(sitting=asked, person=alice, actor=charlie, reason="Mine."),
    ]
    for deed in deeds:
        with pytest.raises(PermissionDenied):
            deed()


def test_an_invigilator_does_not_decide(asked: Sitting, alice: User) -> None:
    entry = services.enter(sitting=asked, person=alice)
    with pytest.raises(PermissionDenied):
        services.approve(entry=entry, actor=factories.person("Ivan", Role.INVIGILATOR))


# --- by staff -----------------------------------------------------------------------------------------------------------


def test_staff_enter_a_candidate_also_after_entry_has_closed(asked: Sitting, alice: User, rita: User) -> None:
    Sitting.objects.update(entry_closes_at=MORNING - minutes(1))
    entry = services.enter_candidate(sitting=asked, person=alice, actor=rita, reason="Came by mail.")
    assert (entry.is_approved, entry.decided_by, entry.reason) == (True, rita, "Came by mail.")
    assert AuditEntry.objects.get(verb="entry.made").actor == rita


@walks("who", ["stranger", "examiner", "oneself"], apart=True)
def test_staff_enter_no_one_who_may_not_sit(asked: Sitting, rita: User, charlie: User, erin: User, who: str) -> None:
    person = {"stranger": charlie, "examiner": erin, "oneself": rita}[who]
    with pytest.raises(services.NotPossible):
        services.enter_candidate(sitting=asked, person=person, actor=rita, reason="Why not?")
    assert not Entry.objects.exists()


# --- the pages ----------------------------------------------------------------------------------------------------------


def test_several_are_approved_at_once_and_one_that_cannot_be_stops_no_other(
    asked: Sitting, alice: User, bob: User, desk: Client, clock: Clock
) -> None:
    carl = factories.person("Carl", Role.CANDIDATE)
    entries = []
    for person in (carl, alice, bob):
        entries.append(services.enter(sitting=asked, person=person))
        clock.forward(seconds=1)
    factories.person("Bob", Role.EXAMINER)
    url = reverse("sittings:entries", args=[asked.pk])
    assert [entry.person.name for entry in desk.get(url).context["page"]] == ["Carl", "Alice", "Bob"]
    ticked = [str(entry.pk) for entry in entries] + ["nonsense", str(uuid.uuid4())]
    shown = desk.post(url, {"entry": ticked, "deed": "approve"}, follow=True).content.decode()
    assert "2 entries approved." in shown
    assert "Bob: Bob is not a candidate" in shown
    assert dict(Entry.objects.values_list("person__name", "standing")) == {
        "Alice": "approved",
        "Bob": "requested",
        "Carl": "approved",
    }


def test_refusing_asks_for_the_reason_and_keeps_the_ticks(asked: Sitting, alice: User, desk: Client) -> None:
    entry = services.enter(sitting=asked, person=alice)
    url = reverse("sittings:entries", args=[asked.pk])
    shown = desk.post(url, {"entry": [str(entry.pk)], "deed": "refuse", "reason": ""}).content.decode()
    assert "Give a reason." in shown
    # A field that is folded away must not stop the other button.
    assert "required" not in desk.get(url).content.decode().split("<details")[1].split("</details>")[0]
    assert "checked" in shown
    desk.post(url, {"entry": [str(entry.pk)], "deed": "refuse", "reason": "No club."})
    entry.refresh_from_db()
    assert (entry.standing, entry.reason) == ("refused", "No club.")
    assert "No club." in desk.get(url, {"show": "refused"}).content.decode()


def test_nothing_ticked_is_said(asked: Sitting, desk: Client) -> None:
    url = reverse("sittings:entries", args=[asked.pk])
    assert "Tick the entries first." in desk.post(url, {"deed": "approve"}).content.decode()


def test_entries_of_another_sitting_are_not_decided_here(asked: Sitting, alice: User, erin: User, desk: Client) -> None:
    other = services.schedule(
        paper=asked.paper,
        title="Other",
        place="",
        opens_at=asked.opens_at,
        closes_at=asked.closes_at,
        approval=True,
        actor=erin,
    )
    entry = services.enter(sitting=other, person=alice)
    desk.post(reverse("sittings:entries", args=[asked.pk]), {"entry": [str(entry.pk)], "deed": "approve"})
    entry.refresh_from_db()
    assert entry.standing == "requested"


def test_a_candidate_is_entered_on_its_page(asked: Sitting, alice: User, charlie: User, desk: Client) -> None:
    url = reverse("sittings:add", args=[asked.pk])
    for stranger in (charlie.email, "nobody@example.org"):
        shown = desk.post(url, {"email": stranger, "reason": "By mail."}).content.decode()
        assert "has no candidate with this address" in shown
    assert desk.post(url, {"email": alice.email.upper(), "reason": "By mail."}).status_code == 302
    assert Entry.objects.get().person == alice


def test_the_list_for_the_door_has_names_and_numbers(sitting: Sitting, alice: User, bob: User, erin: User) -> None:
    Sitting.objects.update(code="42")
    first = services.enter(sitting=sitting, person=bob)
    services.withdraw(entry=services.enter(sitting=sitting, person=alice), person=alice)
    shown = factories.browser(erin).get(reverse("sittings:door", args=[sitting.pk])).content.decode()
    assert "Bob" in shown
    assert str(first.number) in shown
    assert "Alice" not in shown


@pytest.mark.parametrize("entries", [1, 3])
def test_the_number_of_queries_does_not_grow(
    asked: Sitting, desk: Client, entries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(entries):
        services.enter(sitting=asked, person=factories.person(f"Candidate {number}", Role.CANDIDATE))
    url = reverse("sittings:entries", args=[asked.pk])
    # Session, person, sitting, roles, own entry; counts, page count, entries, whether one watches over it.
    with django_assert_num_queries(9):
        desk.get(url)


# --- a paper for each ---------------------------------------------------------------------------------------------------


@pytest.fixture
def of_ones_own(clock: Clock, erin: User) -> Sitting:
    """Two questions for each of a bank of four; entries are approved."""
    for _number in range(2):
        factories.approved_version()
    paper = factories.paper(questions=2, one_each=True)
    return services.schedule(
        paper=paper,
        title="Each his own",
        place="Hall",
        opens_at=clock.now,
        closes_at=clock.now + minutes(120),
        approval=True,
        actor=erin,
    )


def test_each_gets_a_paper_of_his_own_when_approved(of_ones_own: Sitting, alice: User, bob: User, rita: User) -> None:
    first, second = (services.enter(sitting=of_ones_own, person=person) for person in (alice, bob))
    assert first.own_paper is None
    for entry in (first, second):
        services.approve(entry=entry, actor=rita)
    papers = [Entry.objects.get(pk=entry.pk).paper for entry in (first, second)]
    # The one that was drawn first is given to somebody too.
    assert [paper.form for paper in papers] == [1, 2]
    asked = [set(paper.questions.values_list("version", flat=True)) for paper in papers]
    assert not asked[0] & asked[1]
    attempt = services.start(sitting=of_ones_own, person=bob)
    assert attempt.paper == papers[1]


def test_one_that_cannot_be_drawn_is_not_approved_and_says_why(
    of_ones_own: Sitting, alice: User, rita: User, erin: User
) -> None:
    entry = services.enter(sitting=of_ones_own, person=alice)
    factories.person("Bob", Role.CANDIDATE)
    services.approve(
        entry=services.enter(sitting=of_ones_own, person=factories.person("Bob", Role.CANDIDATE)), actor=rita
    )
    for version in list(QuestionVersion.objects.filter(status="approved"))[:3]:
        decide(version_id=version.pk, examiner=erin, decision=Review.Decision.REOPEN, reason="Wrong.")
    with pytest.raises(services.NotPossible, match="could be drawn for this candidate"):
        services.approve(entry=entry, actor=rita)
    entry.refresh_from_db()
    assert (entry.standing, entry.number, entry.own_paper) == ("requested", None, None)


@pytest.fixture
def left(of_ones_own: Sitting, desk: Client, rita: User, monkeypatch: pytest.MonkeyPatch) -> list[Entry]:
    """One entry more than are drawn for while a page waits, all approved at the desk; no worker has heard of it."""
    monkeypatch.setattr(approve_entries, "delay", lambda: None)  # the broker loses it
    people = [factories.person(f"Candidate {number}", Role.CANDIDATE) for number in range(MOST_DRAWN + 1)]
    entries = [services.enter(sitting=of_ones_own, person=person) for person in people]
    url = reverse("sittings:entries", args=[of_ones_own.pk])
    page = desk.post(url, {"entry": [str(entry.pk) for entry in entries], "deed": "approve"}, follow=True)
    assert page.content.decode().count("approved, paper being drawn") == MOST_DRAWN + 1
    return entries


def test_many_are_approved_by_a_worker_and_a_failure_is_kept_with_its_entry(left: list[Entry], rita: User) -> None:
    factories.person("Candidate 3", Role.EXAMINER)
    for _twice in range(2):
        approve_entries()
    assert Entry.objects.filter(standing="approved", decided_by=rita).count() == MOST_DRAWN
    waits = Entry.objects.get(standing="requested")
    assert (waits.pk, waits.approval_by) == (left[3].pk, None)
    assert "could have read the paper" in waits.reason
    assert Entry.objects.values("own_paper").distinct().count() == MOST_DRAWN + 1


def test_a_worker_that_is_killed_leaves_the_rest_to_the_next(
    left: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    approved: list[Entry] = []

    def killed_at_the_third(*, entry: Entry, actor: User) -> Entry:
        if len(approved) == 2:
            raise KeyboardInterrupt
        approved.append(entry)
        return services.approve(entry=entry, actor=actor)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(entries, "approve", killed_at_the_third)
        approve_entries()
    assert Entry.objects.filter(standing="approved").count() == 2
    approve_entries()
    assert Entry.objects.filter(standing="approved").count() == MOST_DRAWN + 1


def test_what_was_refused_or_withdrawn_meanwhile_is_not_approved(left: list[Entry], rita: User) -> None:
    services.refuse(entry=left[0], actor=rita, reason="Ticked by mistake.")
    services.withdraw(entry=left[1], person=left[1].person)
    approve_entries()
    assert set(Entry.objects.exclude(standing="approved").values_list("pk", "reason")) == {
        (left[0].pk, "Ticked by mistake."),
        (left[1].pk, ""),
    }


def test_a_refusal_keeps_its_reason_when_it_cannot_be_approved_after_all(left: list[Entry], rita: User) -> None:
    services.refuse(entry=left[0], actor=rita, reason="Come next year.")
    entries.leave_to_a_worker(entries=left[:1], sitting=left[0].sitting, actor=rita)
    factories.person("Candidate 0", Role.EXAMINER)
    approve_entries()
    left[0].refresh_from_db()
    assert (left[0].standing, left[0].reason, left[0].approval_by) == ("refused", "Come next year.", None)


def test_nothing_is_approved_for_somebody_who_may_not_any_more(left: list[Entry], rita: User) -> None:
    rita.memberships.update(until=timezone.now())
    approve_entries()
    assert not Entry.objects.filter(standing="approved").exists()
    assert not Entry.objects.exclude(approval_by=None).exists()
    assert set(Entry.objects.values_list("reason", flat=True)) == {
        "Whoever approved this entry is no longer allowed to."
    }


def test_only_who_decides_leaves_entries_to_a_worker(of_ones_own: Sitting, alice: User) -> None:
    for person in (alice, factories.person("Stranger", Role.EXAMINER, at=factories.body("other"))):
        with pytest.raises(PermissionDenied):
            entries.leave_to_a_worker(entries=[], sitting=of_ones_own, actor=person)


def test_who_ever_read_the_bank_gets_no_paper_of_his_own(of_ones_own: Sitting, alice: User) -> None:
    """Any question of the bank may be in it, also one that is older than the paper drawn first."""
    begun = QuestionVersion.objects.earliest("created_at").created_at
    alice.memberships.create(body=of_ones_own.body, role=Role.EXAMINER, since=begun, until=begun)
    with pytest.raises(PermissionDenied):
        services.enter(sitting=of_ones_own, person=alice)


def only_in(paper: Paper, *others: Paper) -> QuestionVersion:
    """A question that this paper has and none of the others."""
    elsewhere = PaperQuestion.objects.filter(paper__in=others).values("version")
    found = paper.questions.exclude(version__in=elsewhere).select_related("version").first()
    assert found is not None
    return found.version


def test_a_form_with_a_question_taken_back_after_scheduling_is_given_to_nobody(
    of_ones_own: Sitting, alice: User, rita: User, erin: User
) -> None:
    first = of_ones_own.paper
    second = draw_form(paper=first, actor=erin, seed=2)
    for _number in range(2):
        factories.approved_version()
    lost = only_in(second, first)
    decide(version_id=lost.pk, examiner=erin, decision=Review.Decision.RETIRE, reason="Stale.")
    people = [alice, *(factories.person(f"Candidate {number}", Role.CANDIDATE) for number in range(2))]
    entries = [services.enter(sitting=of_ones_own, person=person) for person in people]
    given = [services.approve(entry=entry, actor=rita).paper for entry in entries]
    assert [paper.form for paper in given] == [1, 3, 4]
    assert not PaperQuestion.objects.filter(paper__in=given, version=lost).exists()


def test_who_comes_back_gets_another_paper_if_his_has_lost_a_question(
    of_ones_own: Sitting, alice: User, rita: User, erin: User
) -> None:
    entry = services.approve(entry=services.enter(sitting=of_ones_own, person=alice), actor=rita)
    for _number in range(2):
        factories.approved_version()
    for lost in (None, only_in(entry.paper)):
        before = entry.paper
        if lost is not None:
            decide(version_id=lost.pk, examiner=erin, decision=Review.Decision.RETIRE, reason="Stale.")
        services.refuse(entry=entry, actor=rita, reason="Another paper.")
        entry = services.approve(entry=entry, actor=rita)
        assert (entry.paper == before) is (lost is None)
    assert not entry.paper.questions.exclude(version__status="approved").exists()
