"""Results that are told together: hidden, signed off by one, released by another, all at one moment."""

from __future__ import annotations

import csv
import io

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, ProgrammingError, transaction
from django.test import Client
from django.urls import reverse

from accounts.accreditation.models import Application, Level
from accounts.accreditation.services import grant
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import Role, User
from exams.bank.models import Problem
from exams.marking.marks import mark_answers
from exams.marking.models import Result, ResultsRelease, Script
from exams.marking.release import moderate, release
from exams.marking.results import write_result
from exams.marking.signals import release_asked
from exams.sittings import closure, invigilation, services
from exams.sittings.models import Attempt, Sitting, VoidAttempt
from exams.sittings.rules import NotPossible
from tests import factories
from tests.asking import ask_paper
from tests.exams.marking.conftest import Clock, make_attempt
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of
from tests.walking import walks

RIGHT, WRONG = ["c", "c"], ["a", "a"]


@pytest.fixture
def felix(db: None) -> User:
    """Another examiner."""
    return factories.person("Felix", Role.EXAMINER)


@pytest.fixture
def ada(db: None) -> User:
    """An administrator."""
    return factories.person("Ada", Role.ADMINISTRATOR)


@pytest.fixture
def room(db: None, clock: Clock) -> Sitting:
    """Its results are told together, and a pass applies for the club level."""
    level = Level.objects.create(body=factories.body(), code="club", name="Club", validity_months=36, order=1)
    ask_paper(level, "told", "Laws of the auction")
    return sitting_of(paper_with("best_ruling", "best_ruling", code="told"), clock.now, release="together")


@pytest.fixture
def over(room: Sitting, alice: User, bob: User, clock: Clock) -> Sitting:
    """Alice has passed, Bob has failed, and the sitting is over."""
    hand_in(room, alice, RIGHT)
    hand_in(room, bob, WRONG)
    clock.forward(hours=3)
    return room


def released(sitting: Sitting, by: User, then: User) -> None:
    moderate(sitting=sitting, actor=by, note="Read the papers near the mark.")
    release(sitting=sitting, actor=then)


# --- who -------------------------------------------------------------------------------------------------------------------


def test_who_may_sign_off_and_who_may_release(
    over: Sitting, alice: User, charlie: User, erin: User, felix: User, ada: User
) -> None:
    """Alice, who sat it, may do neither, though she has become an examiner since."""
    mere = [
        factories.person(f"Mere {role.label}", role) for role in Role if role.value not in ("examiner", "administrator")
    ]
    for person in (charlie, factories.person("Alice", Role.EXAMINER, Role.ADMINISTRATOR), *mere, ada):
        with pytest.raises(PermissionDenied):
            moderate(sitting=over, actor=person, note="Looked.")
    moderate(sitting=over, actor=erin, note="Looked.")
    for person in (charlie, alice, *mere):
        with pytest.raises(PermissionDenied):
            release(sitting=over, actor=person)
    release(sitting=over, actor=ada)
    assert ResultsRelease.objects.get().released_by == ada


@walks(
    ("name", "readers"),
    [
        ("moderation", {"Erin"}),
        ("to_release", {"Erin", "Ada"}),
        ("results_table", {"Erin"}),
    ],
    apart=True,
)
def test_pages_about_all_results_are_for_those_who_answer_for_them(
    over: Sitting, alice: User, charlie: User, erin: User, ada: User, client: Client, name: str, readers: set[str]
) -> None:
    ivy = factories.person("Ivy", Role.INVIGILATOR)
    seen = {}
    for person in (alice, charlie, erin, ada, ivy):
        client.force_login(person)
        seen[person.name] = client.get(reverse(f"marking:{name}", args=[over.pk])).status_code
    assert seen == {person: 200 if person in readers else 404 for person in seen}


def test_another_bodys_people_and_candidates_cannot_release_by_address(
    over: Sitting, alice: User, charlie: User, erin: User, client: Client
) -> None:
    moderate(sitting=over, actor=erin, note="Looked.")
    for person in (alice, charlie):
        client.force_login(person)
        assert client.post(reverse("marking:release", args=[over.pk])).status_code == 404
    assert ResultsRelease.objects.get().released_at is None


# --- nothing before the moment ------------------------------------------------------------------------------------------------


def test_before_the_release_a_candidate_finds_nothing_out(
    over: Sitting, alice: User, bob: User, erin: User, client: Client
) -> None:
    """Who passed and who failed read the very same."""
    results = {result.attempt.entry.person: result for result in Result.objects.with_sitting()}
    pages = []
    for person in (alice, bob):
        client.force_login(person)
        assert client.get(reverse("marking:result", args=[results[person].pk])).status_code == 404
        waiting = client.get(reverse("marking:of_attempt", args=[results[person].attempt_id]))
        assert waiting.status_code == 200
        own = client.get(reverse("marking:list")).content.decode()
        assert str(results[person].pk) not in own
        shown = (waiting.content.decode() + own).split("<main")[1]
        assert "All results are released together" in shown
        pages.append(shown.replace(str(results[person].attempt_id), "").split("</main>")[0])
    assert pages[0] == pages[1]
    assert not Application.objects.exists()
    assert not Letter.objects.filter(once__startswith="result.told").exists()
    client.force_login(erin)
    response = client.get(reverse("marking:result", args=[results[alice].pk]))
    assert "Once the results are released" in response.content.decode()


def test_the_release_tells_all_at_one_moment(
    over: Sitting, alice: User, bob: User, erin: User, felix: User, client: Client
) -> None:
    released(over, erin, felix)
    for person in (alice, bob):
        own = Result.objects.get(attempt__entry__person=person)
        client.force_login(person)
        assert client.get(reverse("marking:result", args=[own.pk])).status_code == 200
        assert client.get(reverse("marking:of_attempt", args=[own.attempt_id]))["Location"].endswith(f"{own.pk}/")
        assert Letter.objects.filter(person=person, once__startswith="result.told").count() == 1
    assert Application.objects.get().person == alice
    letter = Letter.objects.get(person=bob, once__startswith="result.told")
    assert "passed" not in letter.text.lower() and "%" not in letter.text
    audit = AuditEntry.objects.get(verb="results.released")
    assert (audit.actor, audit.data["results"]) == (felix, 2)


def test_released_again_it_is_the_release_of_the_first(over: Sitting, erin: User, felix: User, ada: User) -> None:
    released(over, erin, felix)
    first = ResultsRelease.objects.get()
    assert release(sitting=over, actor=ada) == first
    assert ResultsRelease.objects.get().released_by == felix
    assert Application.objects.count() == 1
    assert Letter.objects.filter(once__startswith="result.told").count() == 2
    assert AuditEntry.objects.filter(verb="results.released").count() == 1
    with pytest.raises(NotPossible, match="have been released"):
        moderate(sitting=over, actor=erin, note="Again.")


# --- what stands in the way ---------------------------------------------------------------------------------------------------


def test_the_one_who_signed_does_not_release(over: Sitting, erin: User, client: Client) -> None:
    moderate(sitting=over, actor=erin, note="Looked.")
    with pytest.raises(NotPossible, match="second person"):
        release(sitting=over, actor=erin)
    client.force_login(erin)
    shown = client.get(reverse("marking:moderation", args=[over.pk])).content.decode()
    assert "A second person, an examiner or an administrator" in shown
    assert reverse("marking:release", args=[over.pk]) not in shown


def test_the_database_holds_it_too(over: Sitting, erin: User, felix: User, clock: Clock) -> None:
    signed = moderate(sitting=over, actor=erin, note="Looked.")
    with pytest.raises(IntegrityError), transaction.atomic():
        ResultsRelease.objects.filter(pk=signed.pk).update(released_by=erin, released_at=clock.now)
    release(sitting=over, actor=felix)
    with pytest.raises(ProgrammingError), transaction.atomic():
        ResultsRelease.objects.filter(pk=signed.pk).update(released_at=None, released_by=None)


def test_nothing_is_released_that_nobody_has_looked_over(over: Sitting, erin: User) -> None:
    with pytest.raises(NotPossible, match="First an examiner"):
        release(sitting=over, actor=erin)
    with pytest.raises(ValidationError):
        moderate(sitting=over, actor=erin, note="  ")


def test_not_before_the_sitting_is_over_nor_while_somebody_works(
    room: Sitting, alice: User, erin: User, clock: Clock
) -> None:
    hand_in(room, alice, RIGHT)
    with pytest.raises(NotPossible, match="not over yet"):
        moderate(sitting=room, actor=erin, note="Looked.")
    make_attempt(room, factories.person("Carl", Role.CANDIDATE))
    clock.forward(hours=3)
    with pytest.raises(NotPossible, match="1 attempt is still running"):
        moderate(sitting=room, actor=erin, note="Looked.")
    closure.close_overdue()
    moderate(sitting=room, actor=erin, note="Looked.")


def test_not_while_a_ruling_is_unsettled(clock: Clock, alice: User, erin: User) -> None:
    sitting = sitting_of(paper_with("written"), clock.now, release="together")
    hand_in(sitting, alice, ["Play continues."])
    clock.forward(hours=3)
    assert Script.objects.count() == 1
    with pytest.raises(NotPossible, match="1 written ruling is not settled"):
        moderate(sitting=sitting, actor=erin, note="Looked.")


def test_what_regrading_has_open_holds_it_up(
    over: Sitting, erin: User, felix: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    moderate(sitting=over, actor=erin, note="Looked.")
    monkeypatch.setattr(release_asked, "receivers", [])
    release_asked.connect(lambda sitting, **_more: [f"Something is open in {sitting}."], weak=False)
    with pytest.raises(NotPossible, match="Something is open"):
        release(sitting=over, actor=felix)


def test_a_result_that_changed_since_has_to_be_looked_over_again(
    over: Sitting, bob: User, erin: User, felix: User, clock: Clock
) -> None:
    moderate(sitting=over, actor=erin, note="Looked.")
    clock.forward(minutes=1)
    attempt = Attempt.objects.with_sitting().get(entry__person=bob)
    write_result(attempt, mark_answers(attempt), number=2, reason="Read again", actor=erin)
    with pytest.raises(NotPossible, match="signed off again"):
        release(sitting=over, actor=felix)
    clock.forward(minutes=1)
    released(over, felix, erin)


def test_a_sitting_told_at_once_has_nothing_to_release(clock: Clock, alice: User, erin: User, client: Client) -> None:
    sitting = sitting_of(paper_with("best_ruling"), clock.now)
    hand_in(sitting, alice, ["c"])
    with pytest.raises(NotPossible, match="as soon as it is marked"):
        moderate(sitting=sitting, actor=erin, note="Looked.")
    client.force_login(erin)
    assert client.get(reverse("marking:moderation", args=[sitting.pk])).status_code == 404


def test_a_void_attempt_is_told_nothing_and_applies_for_nothing(
    over: Sitting, alice: User, bob: User, erin: User, felix: User, client: Client
) -> None:
    attempt = Attempt.objects.get(entry__person=alice)
    VoidAttempt.objects.create(attempt=attempt, by=erin, reason="Somebody else sat it.")
    released(over, erin, felix)
    client.force_login(alice)
    assert client.get(reverse("marking:result", args=[attempt.results.get().pk])).status_code == 404
    shown = client.get(reverse("marking:of_attempt", args=[attempt.pk])).content.decode()
    assert "Somebody else sat it." in shown
    assert not Application.objects.exists()
    assert not Letter.objects.filter(person=alice, once__startswith="result.told").exists()
    assert Letter.objects.filter(person=bob, once__startswith="result.told").exists()


def test_an_award_is_a_step_from_the_result(
    over: Sitting, alice: User, erin: User, felix: User, client: Client
) -> None:
    released(over, erin, felix)
    award = grant(application=Application.objects.get(), actor=factories.person("Helen", Role.REGISTRAR))
    client.force_login(alice)
    shown = client.get(reverse("marking:result", args=[Result.objects.get(attempt__entry__person=alice).pk]))
    assert reverse("accreditation:certificate", args=[award.pk]) in shown.content.decode()


def test_administrators_find_the_way_from_the_room(over: Sitting, ada: User, client: Client) -> None:
    client.force_login(ada)
    shown = client.get(reverse("sittings:room", args=[over.pk])).content.decode()
    assert reverse("marking:to_release", args=[over.pk]) in shown


def test_afterwards_administrators_read_that_it_is_done(over: Sitting, erin: User, felix: User, ada: User) -> None:
    browser, address = factories.browser(ada), reverse("marking:to_release", args=[over.pk])
    assert "when a second person releases them" in browser.get(address).content.decode()
    released(over, erin, felix)
    shown = browser.get(address).content.decode()
    assert "The 2 results of this sitting have been released to the candidates." in shown
    assert "when a second person releases" not in shown


# --- the page, and the file ------------------------------------------------------------------------------------------------


def test_the_examiner_sees_what_to_look_at(over: Sitting, bob: User, erin: User, client: Client) -> None:
    version = over.paper.questions.get(position=2).version
    Problem.objects.create(version=version, body=over.body, person=bob, text="Two answers are right here.")
    client.force_login(erin)
    shown = " ".join(client.get(reverse("marking:moderation", args=[over.pk])).content.decode().split())
    assert "2 results, 1 passed (50 %); mean 50 %, median 50 %, pass mark 65 %." in shown
    assert "Nobody is within 5 % of it." in shown
    assert "Two answers are right here." in shown and "question 2" in shown
    response = client.post(reverse("marking:moderation", args=[over.pk]), {"note": ""})
    assert response.status_code == 422
    client.post(reverse("marking:moderation", args=[over.pk]), {"note": "Read both papers."})
    assert ResultsRelease.objects.get().note == "Read both papers."


def test_the_file_has_a_row_a_result_and_no_formula(room: Sitting, alice: User, erin: User, client: Client) -> None:
    evil = factories.person("=1+1", Role.CANDIDATE)
    hand_in(room, alice, RIGHT)
    hand_in(room, evil, WRONG)
    client.force_login(erin)
    response = client.get(reverse("marking:results_table", args=[room.pk]))
    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert {(row["Candidate"], row["Marks"], row["Out of"], row["Passed"]) for row in rows} == {
        ("Alice", "2", "2", "yes"),
        ("'=1+1", "0", "2", "no"),
    }
    assert rows[0]["Insufficient bid %"] in ("100", "0")


def test_nobody_starts_a_sitting_whose_results_are_told(
    room: Sitting, alice: User, bob: User, erin: User, felix: User, clock: Clock
) -> None:
    """It stood over its close, was released, and is let go on: then it is open once more."""
    hand_in(room, alice, RIGHT)
    services.enter(sitting=room, person=bob)
    clock.forward(minutes=110)
    invigilation.pause_all(sitting=room, actor=erin, reason="Alarm.")
    clock.forward(minutes=30)
    moderate(sitting=room, actor=erin, note="Nothing to remark.")
    release(sitting=room, actor=felix)
    room = invigilation.go_on_all(sitting=room, actor=erin)
    assert room.is_open(clock.now)
    with pytest.raises(NotPossible, match="have been released"):
        services.start(sitting=room, person=bob)
    with pytest.raises(NotPossible, match="have been released"):
        services.enter(sitting=room, person=factories.person("Carl", Role.CANDIDATE))
