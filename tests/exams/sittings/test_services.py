"""Making, entering, starting and lengthening."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from accounts.services import end_role, give_role
from exams.bank.editing import saving
from exams.bank.models import Review
from exams.bank.services import decide
from exams.papers.draws import draw
from exams.sittings import closure, invigilation, services
from exams.sittings.models import Attempt, Entry, Sitting
from tests import factories
from tests.exams.sittings.conftest import MORNING, Clock, make_attempt, make_sitting
from tests.walking import walks


def minutes(number: float) -> dt.timedelta:
    return dt.timedelta(minutes=number)


def deeds() -> list[str]:
    """The audit log of this room, oldest first."""
    entries = AuditEntry.objects.order_by("pk").values_list("verb", flat=True)
    return [verb for verb in entries if verb.split(".")[0] in {"sitting", "entry", "attempt"}]


# --- the deadline: min(start + paper's minutes, close) + extra minutes; the window is 120 minutes, the paper 30 ----------


@walks(
    ("start", "extra", "end"),
    [
        (0, 0, 30),
        (90, 0, 120),  # just fits
        (100, 0, 120),  # the close cuts it
        (0, 10, 40),
        (85, 10, 125),  # extra minutes may go past the close
        (100, 10, 130),  # but give back nothing of what the close has cut
        (119, 15, 135),
    ],
    apart=True,
)
def test_the_deadline(sitting: Sitting, alice: User, clock: Clock, start: int, extra: int, end: int) -> None:
    entry = services.enter(sitting=sitting, person=alice)
    Entry.objects.update(extra_minutes=extra)
    clock.forward(minutes=start)
    attempt = services.start(sitting=sitting, person=alice)
    assert attempt.deadline == MORNING + minutes(end)
    assert entry.pk == attempt.entry_id


# --- entering ---------------------------------------------------------------------------------------------------------


@walks("when", [-60, 0, 119], apart=True)
def test_one_enters_before_the_sitting_and_while_it_is_open(
    sitting: Sitting, alice: User, clock: Clock, when: int
) -> None:
    clock.forward(minutes=when)
    entry = services.enter(sitting=sitting, person=alice)
    assert (entry.person, entry.body, entry.extra_minutes) == (alice, sitting.body, 0)


def test_nobody_enters_what_is_over(sitting: Sitting, alice: User, clock: Clock) -> None:
    clock.forward(minutes=120)
    with pytest.raises(services.NotPossible, match="over"):
        services.enter(sitting=sitting, person=alice)
    assert not Entry.objects.exists()


def test_entering_twice_is_entering_once(sitting: Sitting, alice: User) -> None:
    assert services.enter(sitting=sitting, person=alice) == services.enter(sitting=sitting, person=alice)
    assert deeds() == ["sitting.made", "entry.made"]


# --- starting ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("when", "why"), [(-1, "not open yet"), (120, "over")])
def test_one_starts_only_while_it_is_open(
    sitting: Sitting, alice: User, bob: User, clock: Clock, when: int, why: str
) -> None:
    services.enter(sitting=sitting, person=alice)
    clock.forward(minutes=when)
    with pytest.raises(services.NotPossible, match=why):
        services.start(sitting=sitting, person=alice)
    with pytest.raises(services.NotPossible, match="Enter"):
        services.start(sitting=sitting, person=bob)
    assert not Attempt.objects.exists()


def test_starting_again_goes_on_even_after_the_close(sitting: Sitting, alice: User, clock: Clock) -> None:
    first = make_attempt(sitting, alice)
    clock.forward(minutes=10)
    again = services.start(sitting=sitting, person=alice)
    clock.forward(minutes=120)
    assert first == again == services.start(sitting=sitting, person=alice)
    assert again.deadline == MORNING + minutes(30)
    assert deeds() == ["sitting.made", "entry.made", "attempt.started"]


# --- who knows the paper already --------------------------------------------------------------------------------------


def again(sitting: Sitting, erin: User) -> Sitting:
    """The same paper, scheduled once more."""
    return services.schedule(
        paper=sitting.paper,
        title="Once more",
        place="",
        opens_at=sitting.opens_at,
        closes_at=sitting.closes_at,
        actor=erin,
    )


def test_a_paper_sat_once_cannot_be_entered_elsewhere(attempt: Attempt, alice: User, erin: User) -> None:
    closure.submit(attempt_id=attempt.pk, person=alice)
    with pytest.raises(services.NotPossible, match="already sat this paper"):
        services.enter(sitting=again(attempt.sitting, erin), person=alice)
    assert Entry.objects.count() == 1


def test_of_two_places_for_one_paper_one_can_be_started(sitting: Sitting, alice: User, erin: User) -> None:
    second = again(sitting, erin)
    for place in (sitting, second):
        services.enter(sitting=place, person=alice)
    services.start(sitting=second, person=alice)
    with pytest.raises(services.NotPossible, match="already sat this paper"):
        services.start(sitting=sitting, person=alice)
    assert Attempt.objects.get().sitting == second


def _examiner_for_a_moment(person: User) -> None:
    registrar, body = factories.person("Rita", Role.REGISTRAR), factories.body()
    role = give_role(actor=registrar, body=body, person=person, role=Role.EXAMINER, reason="By mistake.")
    end_role(actor=registrar, membership=role, reason="Put right.")


def test_who_was_an_examiner_since_its_questions_exist_may_not_enter(sitting: Sitting, alice: User) -> None:
    _examiner_for_a_moment(alice)
    with pytest.raises(PermissionDenied):
        services.enter(sitting=sitting, person=alice)


def test_who_was_an_examiner_after_entering_may_not_start(sitting: Sitting, alice: User) -> None:
    services.enter(sitting=sitting, person=alice)
    _examiner_for_a_moment(alice)
    with pytest.raises(services.NotPossible, match="could not have read the paper"):
        services.start(sitting=sitting, person=alice)
    assert not Attempt.objects.exists()


def test_who_was_an_examiner_before_the_questions_existed_may(sitting: Sitting, alice: User) -> None:
    before = sitting.paper.questions.earliest("version__created_at").version.created_at - minutes(1)
    alice.memberships.create(body=sitting.body, role=Role.EXAMINER, since=before - minutes(60), until=before)
    assert make_attempt(sitting, alice).entry.person == alice


def test_who_was_an_examiner_may_not_sit_its_questions_in_new_words(alice: User, erin: User) -> None:
    """He has read what the question asks, whatever became of its wording after he left."""
    read = factories.approved_version()
    _examiner_for_a_moment(alice)
    reworded = saving.change(
        version_id=read.pk,
        author=erin,
        content={**read.content, "question": "What do you rule?"},
        difficulty=read.difficulty,
        what="Shorter.",
        seen=1,
    )
    saving.send_to_review(version_id=reworded.pk, author=erin)
    for number in range(reworded.approvals_needed):
        examiner = factories.person(f"Approver {number}", Role.EXAMINER)
        decide(version_id=reworded.pk, examiner=examiner, decision=Review.Decision.APPROVE)
    # The quota is of one question: the one there is.
    drawn = draw(blueprint=factories.blueprint(quotas={"insufficient-bid": 1}), actor=erin, seed=1)
    assert drawn.questions.get().version == reworded
    opens = timezone.now()
    made = services.schedule(
        paper=drawn, title="In new words", opens_at=opens, closes_at=opens + minutes(60), actor=erin
    )
    with pytest.raises(PermissionDenied):
        services.enter(sitting=made, person=alice)
    bob = factories.person("Bob", Role.CANDIDATE)
    bob.memberships.create(
        body=made.body, role=Role.EXAMINER, since=read.created_at - minutes(60), until=read.created_at - minutes(1)
    )
    assert services.enter(sitting=made, person=bob).is_approved


def test_who_is_a_candidate_no_more_may_not_start_but_sees_what_he_entered(sitting: Sitting, alice: User) -> None:
    services.enter(sitting=sitting, person=alice)
    membership = alice.memberships.get()
    end_role(actor=factories.person("Rita", Role.REGISTRAR), membership=membership, reason="Moved away.")
    alice = User.objects.get(pk=alice.pk)
    with pytest.raises(services.NotPossible, match="candidates who could not"):
        services.start(sitting=sitting, person=alice)
    assert factories.browser(alice).get(reverse("sittings:cover", args=[sitting.pk])).status_code == 200


def test_a_paper_with_a_question_taken_back_is_not_scheduled(sitting: Sitting, erin: User) -> None:
    second = sitting.paper.questions.get(position=2)
    decide(version_id=second.version_id, examiner=erin, decision=Review.Decision.REOPEN, reason="South cannot bid so.")
    with pytest.raises(services.NotPossible, match=r"paper: 2\. Draw"):
        again(sitting, erin)
    assert Sitting.objects.count() == 1


# --- extra minutes ----------------------------------------------------------------------------------------------------


def test_extra_minutes_before_the_start_count_from_it(sitting: Sitting, alice: User, erin: User) -> None:
    entry = services.enter(sitting=sitting, person=alice)
    services.set_time(entry=entry, minutes=8, actor=erin, reason="Reads slowly.")
    assert services.start(sitting=sitting, person=alice).deadline == MORNING + minutes(38)


TAKEN_BACK = {"before": {"minutes": 20, "breaks": 0}, "after": {"minutes": 0, "breaks": 0}}


def test_extra_minutes_move_a_running_deadline_and_may_be_taken_back(attempt: Attempt, erin: User) -> None:
    for extra in (8, 20, 0):
        services.set_time(entry=attempt.entry, minutes=extra, actor=erin, reason="The light went out.")
        attempt.refresh_from_db()
        assert attempt.deadline == MORNING + minutes(30 + extra)
    entry = AuditEntry.objects.filter(verb="entry.extra_minutes").latest("pk")
    assert (entry.actor, entry.reason, entry.data) == (erin, "The light went out.", TAKEN_BACK)


@pytest.mark.parametrize("how", ["submitted", "overdue"])
def test_a_closed_attempt_gets_no_more_time(attempt: Attempt, erin: User, clock: Clock, how: str) -> None:
    if how == "submitted":
        closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
    else:
        clock.forward(minutes=30)
    with pytest.raises(services.NotPossible, match="closed"):
        services.set_time(entry=attempt.entry, minutes=10, actor=erin, reason="Too late.")
    attempt.refresh_from_db()
    assert (attempt.deadline, Entry.objects.get().extra_minutes) == (MORNING + minutes(30), 0)


def test_extra_minutes_cannot_be_taken_back_into_the_past(attempt: Attempt, erin: User, clock: Clock) -> None:
    services.set_time(entry=attempt.entry, minutes=20, actor=erin, reason="The light went out.")
    clock.forward(minutes=31)
    with pytest.raises(services.NotPossible, match="no time at all"):
        services.set_time(entry=attempt.entry, minutes=1, actor=erin, reason="It was on again at once.")
    attempt.refresh_from_db()
    assert (attempt.deadline, Entry.objects.get().extra_minutes) == (MORNING + minutes(50), 20)


def test_extra_minutes_cannot_be_taken_back_to_before_a_late_start(
    sitting: Sitting, alice: User, erin: User, clock: Clock
) -> None:
    """The common clock was up already when this candidate came; he started on extra minutes alone."""
    Sitting.objects.update(together=True)
    entry = services.enter(sitting=sitting, person=alice)
    services.set_time(entry=entry, minutes=30, actor=erin, reason="Reads slowly.")
    clock.forward(minutes=40)
    services.start(sitting=sitting, person=alice)
    browser, url = factories.browser(erin), reverse("sittings:extra_minutes", args=[sitting.pk, entry.pk])
    response = browser.post(url, {"minutes": "5", "reason": "Thirty was a slip."})
    assert response.status_code == 200
    shown = response.content.decode()
    assert "no time at all" in shown and 'value="Thirty was a slip."' in shown
    entry.refresh_from_db()
    assert (entry.extra_minutes, Attempt.objects.get().deadline) == (30, MORNING + minutes(60))
    services.set_time(entry=entry, minutes=11, actor=erin, reason="Thirty was a slip.")
    assert Attempt.objects.get().deadline == MORNING + minutes(41)


def test_while_the_clock_stands_a_minute_must_be_left_when_it_goes_on(
    attempt: Attempt, erin: User, clock: Clock
) -> None:
    services.set_time(entry=attempt.entry, minutes=10, actor=erin, reason="The light went out.")
    clock.forward(minutes=31)
    invigilation.pause_one(attempt=attempt, actor=erin, reason="Fainted.")
    clock.forward(minutes=60)
    with pytest.raises(services.NotPossible, match="no time at all"):
        services.set_time(entry=attempt.entry, minutes=1, actor=erin, reason="It was on again at once.")
    services.set_time(entry=attempt.entry, minutes=2, actor=erin, reason="It was on again at once.")
    invigilation.go_on_one(attempt=attempt, actor=erin)
    assert Attempt.objects.get().deadline == clock.now + minutes(1)


def test_extra_minutes_need_a_reason(attempt: Attempt, erin: User) -> None:
    with pytest.raises(ValidationError):
        services.set_time(entry=attempt.entry, minutes=10, actor=erin, reason="  ")
    assert Entry.objects.get().extra_minutes == 0


# --- what the database itself refuses ---------------------------------------------------------------------------------


def test_a_window_runs_forward(clock: Clock, db: None) -> None:
    with pytest.raises(IntegrityError, match="sitting_closes_after_it_opens"), transaction.atomic():
        make_sitting(opens_at=clock.now, hours=0)


@walks(
    "sql",
    [
        "UPDATE sittings_attempt SET submitted_at = NULL, closed_how = ''",
        "UPDATE sittings_attempt SET deadline = deadline + interval '1 hour'",
        "DELETE FROM sittings_attempt",
        "UPDATE marking_result SET passed = true",
        "UPDATE marking_answermark SET marks = 1",
        "DELETE FROM marking_result",
    ],
    apart=True,
)
def test_what_was_handed_in_and_its_result_stay(attempt: Attempt, sql: str) -> None:
    closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
    with pytest.raises(DatabaseError, match=r"only grows|Cannot"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(sql)


def test_closed_means_when_and_how(attempt: Attempt) -> None:
    for half in ({"submitted_at": MORNING}, {"closed_how": "candidate"}, {"submitted_at": MORNING, "closed_how": "?"}):
        with pytest.raises(IntegrityError, match="attempt_closed_somehow"), transaction.atomic():
            Attempt.objects.update(**half)
