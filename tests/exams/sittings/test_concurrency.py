"""Two requests at the same moment, in real threads on a real database.

The first test takes the lock away and shows the race that it prevents; the others would prove nothing without it.
"""

from __future__ import annotations

import datetime as dt
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.accreditation.models import Application
from accounts.models import Role, User
from exams.marking.models import AnswerMark, Result
from exams.marking.results import mark
from exams.papers.draws import draw_form
from exams.papers.fitness import sound
from exams.sittings import clocks, closure, locks, machines, presence, saving, services
from exams.sittings.locks import lock_attempt
from exams.sittings.models import AnswerEvent, Attempt, Entry, Presence, RoomEvent, Sitting
from exams.sittings.signals import attempt_closed
from tests import factories
from tests.exams.contents import written_paper
from tests.exams.sittings.conftest import make_attempt, make_sitting

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")


def together(*works: Callable[[], T]) -> list[T | Exception]:
    """Do these at once, each in a thread with its own connection; the results, or what was raised instead."""
    ready = threading.Barrier(len(works))

    def run(work: Callable[[], T]) -> T | Exception:
        try:
            ready.wait(timeout=60)
            return work()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


@pytest.fixture
def open_sitting() -> Sitting:
    """Open by the real clock, which all threads share."""
    return make_sitting(opens_at=timezone.now() - dt.timedelta(minutes=1))


@pytest.fixture
def alice() -> User:
    return factories.person("Alice", Role.CANDIDATE)


@pytest.fixture
def running(open_sitting: Sitting, alice: User) -> Attempt:
    return make_attempt(open_sitting, alice)


def saving_of(attempt: Attempt, sequence: int, option: str) -> Callable[[], saving.Saved]:
    draft = saving.Draft(question=1, answer=option, flagged=False, sequence=sequence)
    return lambda: saving.save(attempt_id=attempt.pk, person=attempt.entry.person, draft=draft)


def test_without_the_lock_two_saves_fork_the_chain(running: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    both_have_read = threading.Barrier(2)

    def unlocked(attempt_id: uuid.UUID, person: User) -> locks.LockedAttempt:
        attempt = locks.lock_for_saving(attempt_id, person)
        both_have_read.wait(timeout=60)
        return attempt

    # Question 1 twice would meet the unique answer; on two questions nothing but the lock stands in the way.
    first = saving.Draft(question=1, answer="a", flagged=False, sequence=1)
    second = saving.Draft(question=2, answer="b", flagged=False, sequence=2)
    monkeypatch.setattr(locks, "_LOCK", locks._LOCK.replace("FOR NO KEY UPDATE OF attempt", ""))
    monkeypatch.setattr(saving, "lock_for_saving", unlocked)
    person = running.entry.person
    results = together(
        lambda: saving.save(attempt_id=running.pk, person=person, draft=first),
        lambda: saving.save(attempt_id=running.pk, person=person, draft=second),
    )
    assert [type(result) for result in results] == [saving.Saved, saving.Saved]
    assert len(set(AnswerEvent.objects.values_list("previous_hash", flat=True))) == 1
    assert not services.verify_chain(Attempt.objects.with_sitting().get()).holds


def test_of_two_saves_with_one_number_one_wins(running: Attempt) -> None:
    for sequence in range(1, 6):
        results = together(saving_of(running, sequence, "a"), saving_of(running, sequence, "b"))
        refusals = [result for result in results if isinstance(result, saving.Refused)]
        winners = [result for result in results if isinstance(result, saving.Saved)]
        assert (len(winners), [refused.why for refused in refusals]) == (1, [saving.Why.STALE])
        assert refusals[0].stored is not None
        assert refusals[0].stored.answer == winners[0].draft.answer == running.answers.get().answer
    assert AnswerEvent.objects.count() == 5
    assert services.verify_chain(Attempt.objects.with_sitting().get()).holds


def test_one_save_sent_twice_at_once_is_stored_once(running: Attempt) -> None:
    results = together(*[saving_of(running, 1, "a")] * 4)
    assert [type(result) for result in results] == [saving.Saved] * 4
    assert AnswerEvent.objects.count() == 1


def test_starting_twice_at_once_starts_once(open_sitting: Sitting, alice: User) -> None:
    services.enter(sitting=open_sitting, person=alice)
    attempts = together(*[lambda: services.start(sitting=open_sitting, person=alice)] * 4)
    assert attempts == [Attempt.objects.get()] * 4


def test_a_save_that_waits_for_the_closing_is_refused(running: Attempt) -> None:
    """The closing holds the lock; the save came first but gets it second, and must see that the attempt is closed."""
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        attempt = lock_attempt(running.pk)
        waiting = pool.submit(together, saving_of(running, 1, "a"))
        closure.submit(attempt_id=attempt.pk, person=running.entry.person)
    (refused,) = waiting.result(timeout=60)
    assert isinstance(refused, saving.Refused)
    assert refused.why == saving.Why.CLOSED
    assert not AnswerEvent.objects.exists()


def test_a_sign_of_life_does_not_wait_for_who_holds_the_attempt(running: Attempt) -> None:
    def sign() -> None:
        attempt = Attempt.objects.with_sitting().select_related("presence").get(pk=running.pk)
        presence.seen(attempt, question=1, waiting=0, now=timezone.now())
        presence.turned(attempt, away=True, now=timezone.now())

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        lock_attempt(running.pk)
        # The first writes a row that points to the attempt, the second changes it.
        for _time in range(2):
            assert pool.submit(together, sign).result(timeout=60) == [None]
    assert Presence.objects.get().question == 1


def test_one_code_in_two_browsers_at_once_moves_the_attempt_once(running: Attempt, alice: User) -> None:
    code = machines.issue_code(attempt=running, by=factories.person("Erin", Role.EXAMINER))
    results = together(*[lambda: machines.take_code(attempt_id=running.pk, person=alice, typed=code)] * 4)
    moved = [result for result in results if isinstance(result, str)]
    assert [type(result) for result in results if not isinstance(result, str)] == [machines.NotMoved] * 3
    assert Attempt.objects.get().machine == machines.hash_of(moved[0])
    assert RoomEvent.objects.filter(kind="moved").count() == 1


def test_two_browsers_that_begin_at_once_are_not_both_bound(running: Attempt, alice: User) -> None:
    secrets = together(*[lambda: machines.bind(attempt_id=running.pk, person=alice)] * 4)
    given = [secret for secret in secrets if secret]
    assert len(given) == 1
    assert Attempt.objects.get().machine == machines.hash_of(str(given[0]))


def test_what_is_typed_and_an_answer_elsewhere_at_once_never_fork_the_chain(alice: User) -> None:
    """One window types, another answers, both under the same number: one is taken, and what was taken is kept."""
    opens = timezone.now() - dt.timedelta(minutes=1)
    sitting = services.schedule(
        paper=written_paper(),
        title="In words",
        place="",
        opens_at=opens,
        closes_at=opens + dt.timedelta(hours=2),
        actor=factories.person("Erin", Role.EXAMINER),
    )
    attempt = make_attempt(sitting, alice)
    kinds = dict(sitting.paper.questions.values_list("version__kind", "position"))
    typed, chosen = kinds["written"], kinds["best_ruling"]
    told: dict[int, str | None] = {}
    for sequence in range(1, 9):
        drafts = [
            saving.Draft(typed, f"West {sequence}", False, sequence, typing=True),
            saving.Draft(chosen, "abcd"[sequence % 4], False, sequence),
        ]
        results = together(
            *(lambda draft=draft: saving.save(attempt_id=attempt.pk, person=alice, draft=draft) for draft in drafts)
        )
        (saved,) = [result for result in results if isinstance(result, saving.Saved)]
        told[saved.draft.question] = saved.draft.answer
        assert services.verify_chain(Attempt.objects.with_sitting().get()).holds
    closure.submit(attempt_id=attempt.pk, person=alice)
    assert dict(attempt.answers.values_list("paper_question__position", "answer")) == told
    assert services.verify_chain(Attempt.objects.with_sitting().get()).holds


@pytest.fixture
def in_words(alice: User) -> Attempt:
    """Alice works a paper that asks for rulings in words."""
    opens = timezone.now() - dt.timedelta(minutes=1)
    sitting = services.schedule(
        paper=written_paper(),
        title="In words",
        place="",
        opens_at=opens,
        closes_at=opens + dt.timedelta(hours=2),
        actor=factories.person("Erin", Role.EXAMINER),
    )
    return make_attempt(sitting, alice)


def type_of(attempt: Attempt, sequence: int, text: str) -> saving.Saved:
    kinds = dict(attempt.paper.questions.values_list("version__kind", "position"))
    draft = saving.Draft(kinds["written"], text, False, sequence, typing=True)
    return saving.save(attempt_id=attempt.pk, person=attempt.entry.person, draft=draft)


def wait_until_somebody_waits() -> None:
    """Go on once another connection stands before a lock of this one."""
    for _try in range(3000):
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))")
            if cursor.fetchone():
                return
        time.sleep(0.02)
    raise AssertionError("nobody waits")


@pytest.mark.parametrize("earlier", [None, "West is"])
def test_who_hands_in_while_what_was_typed_is_being_kept_loses_none_of_it(
    in_words: Attempt, alice: User, earlier: str | None
) -> None:
    """The handing in has begun to wait before the save is over, and must see what that has kept."""
    if earlier:
        type_of(in_words, 1, earlier)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            type_of(in_words, 2, "West is to blame")
            waiting = pool.submit(together, lambda: closure.submit(attempt_id=in_words.pk, person=alice))
            wait_until_somebody_waits()
        (closed,) = waiting.result(timeout=60)
    assert isinstance(closed, Attempt)
    assert [answer.answer for answer in in_words.answers.all()] == ["West is to blame"]
    assert services.verify_chain(Attempt.objects.with_sitting().get()).holds


def test_an_answer_that_waits_for_what_is_typed_comes_after_it(in_words: Attempt, alice: User) -> None:
    kinds = dict(in_words.paper.questions.values_list("version__kind", "position"))
    answer = saving.Draft(kinds["best_ruling"], "a", False, 2)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            type_of(in_words, 1, "West is to blame")
            waiting = pool.submit(together, lambda: saving.save(attempt_id=in_words.pk, person=alice, draft=answer))
            wait_until_somebody_waits()
        (saved,) = waiting.result(timeout=60)
    assert isinstance(saved, saving.Saved)
    closure.submit(attempt_id=in_words.pk, person=alice)
    assert {answer.answer for answer in in_words.answers.all()} == {"West is to blame", "a"}
    assert services.verify_chain(Attempt.objects.with_sitting().get()).holds


def test_pauses_and_goings_on_at_once_leave_one_clock(running: Attempt) -> None:
    def stop_and_go() -> None:
        with transaction.atomic():
            clocks.pause(lock_attempt(running.pk), timezone.now())
        with transaction.atomic():
            clocks.go_on(lock_attempt(running.pk), timezone.now())

    before = running.deadline
    assert together(*[stop_and_go] * 4) == [None] * 4
    attempt = Attempt.objects.get()
    assert attempt.paused_at is None
    assert before <= attempt.deadline <= before + dt.timedelta(seconds=10)


def overdue(sitting: Sitting, people: int) -> list[Attempt]:
    attempts = [
        make_attempt(sitting, factories.person(f"Candidate {number}", Role.CANDIDATE)) for number in range(people)
    ]
    start = timezone.now() - dt.timedelta(hours=1)
    Attempt.objects.update(started_at=start, deadline=start + dt.timedelta(minutes=30))
    return attempts


def test_two_sweepers_share_the_work_and_none_is_closed_twice(open_sitting: Sitting) -> None:
    attempts = overdue(open_sitting, people=7)
    counts = together(lambda: closure.close_overdue(batch=2), lambda: closure.close_overdue(batch=2))
    assert sum(count for count in counts if isinstance(count, int)) == 7
    assert Result.objects.count() == 7 == Attempt.objects.filter(closed_how="deadline").count()
    assert AnswerMark.objects.count() == 7 * 3 == len(attempts) * 3


def test_a_sweeper_passes_over_what_somebody_holds(open_sitting: Sitting) -> None:
    held, free = overdue(open_sitting, people=2)
    with transaction.atomic():
        lock_attempt(held.pk)
        assert together(closure.close_overdue) == [1]
    assert list(Attempt.objects.overdue(timezone.now())) == [held]
    assert closure.close_overdue() == 1
    assert Result.objects.filter(attempt=free).count() == 1


def test_two_workers_mark_once(running: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempt_closed, "receivers", [])
    saving_of(running, 1, "c")()
    attempt = closure.submit(attempt_id=running.pk, person=running.entry.person)
    assert not Result.objects.exists()
    results = together(*[lambda: mark(attempt)] * 4)
    assert results == [Result.objects.get()] * 4
    assert AnswerMark.objects.count() == 3
    assert not Application.objects.exists()


def test_one_paper_started_in_two_sittings_at_once_is_sat_once(open_sitting: Sitting, alice: User) -> None:
    second = services.schedule(
        paper=open_sitting.paper,
        title="Once more",
        place="",
        opens_at=open_sitting.opens_at,
        closes_at=open_sitting.closes_at,
        actor=factories.person("Erin", Role.EXAMINER),
    )
    for sitting in (open_sitting, second):
        services.enter(sitting=sitting, person=alice)
    results = together(*(lambda at=at: services.start(sitting=at, person=alice) for at in (open_sitting, second)))
    assert [type(result) for result in results if isinstance(result, Exception)] == [services.NotPossible]
    assert Attempt.objects.count() == 1


def test_one_form_entered_for_in_two_sittings_at_once_is_given_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks for a free form is slow about it here: without the lock both would have found the same one."""
    slow = "pg_sleep(0.6) IS NOT NULL"
    monkeypatch.setattr("exams.sittings.entries.sound", lambda forms, day: sound(forms, day).extra(where=[slow]))  # noqa: S610
    for _number in range(2):
        factories.approved_version()
    paper, now = factories.paper(questions=2, one_each=True), timezone.now()
    erin = factories.person("Erin", Role.EXAMINER)
    draw_form(paper=paper, actor=erin, seed=2)
    sittings = [
        services.schedule(
            paper=paper, title=title, place="", opens_at=now, closes_at=now + dt.timedelta(hours=2), actor=erin
        )
        for title in ("Morning", "Evening")
    ]
    people = [factories.person(name, Role.CANDIDATE) for name in ("Alice", "Bob")]

    def entering_of(number: int) -> Entry:
        # The first has given a form, and is through, while the second is still looking at what was free as it began.
        time.sleep(number * 0.9)
        return services.enter(sitting=sittings[number], person=people[number])

    entries = together(lambda: entering_of(0), lambda: entering_of(1))
    assert [error for error in entries if isinstance(error, Exception)] == []
    assert Entry.objects.values("own_paper").distinct().count() == 2
