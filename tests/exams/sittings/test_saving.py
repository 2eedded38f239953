"""Saving an answer: the table of refusals, each with the stored answer untouched, and what is accepted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db.models import Model
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from exams.sittings import closure
from exams.sittings.models import Answer, AnswerEvent, Attempt
from exams.sittings.saving import Draft, Refused, Saved, Why, save
from exams.sittings.verification import verify_chain
from tests.exams.sittings.conftest import Clock, make_attempt
from tests.walking import walks


def put(attempt: Attempt, sequence: int, option: str | None = "b", question: int = 1, flagged: bool = False) -> Saved:
    draft = Draft(question=question, answer=option, flagged=flagged, sequence=sequence)
    return save(attempt_id=attempt.pk, person=attempt.entry.person, draft=draft)


def stored(attempt: Attempt) -> list[object]:
    """Everything a refused save must leave as it was."""
    rows: list[Model] = [*Answer.objects.order_by("pk"), *AnswerEvent.objects.order_by("pk")]
    state = Attempt.objects.values("sequence", "digest", "submitted_at", "closed_how", "deadline").get(pk=attempt.pk)
    return [*(vars(row) | {"_state": None} for row in rows), state]


Case = Callable[[Attempt, Clock], None]


def submitted(attempt: Attempt, clock: Clock) -> None:
    closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)


def late(attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=30)


def swept(attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=30)
    closure.close_overdue()


def submitted_and_late(attempt: Attempt, clock: Clock) -> None:
    submitted(attempt, clock)
    clock.forward(minutes=30)


def nothing(attempt: Attempt, clock: Clock) -> None:
    pass


@walks(
    ("before", "draft", "why"),
    [
        (nothing, Draft(question=1, answer="a", flagged=False, sequence=3), Why.STALE),
        (nothing, Draft(question=2, answer="a", flagged=False, sequence=1), Why.STALE),
        (nothing, Draft(question=1, answer="e", flagged=False, sequence=4), Why.UNKNOWN),
        (nothing, Draft(question=1, answer="", flagged=False, sequence=4), Why.UNKNOWN),
        (nothing, Draft(question=4, answer="a", flagged=False, sequence=4), Why.UNKNOWN),
        (nothing, Draft(question=1, answer="a", flagged=False, sequence=2**31 - 1), Why.UNKNOWN),
        (submitted, Draft(question=1, answer="a", flagged=False, sequence=4), Why.CLOSED),
        (submitted_and_late, Draft(question=1, answer="a", flagged=False, sequence=4), Why.CLOSED),
        (late, Draft(question=1, answer="a", flagged=False, sequence=4), Why.DEADLINE),
        (swept, Draft(question=1, answer="a", flagged=False, sequence=4), Why.DEADLINE),
        # Closed beats old: the page must not offer to reload what can no longer be changed.
        (submitted, Draft(question=1, answer="a", flagged=False, sequence=3), Why.CLOSED),
        (late, Draft(question=1, answer="a", flagged=False, sequence=3), Why.DEADLINE),
    ],
    apart=True,
)
def test_it_refuses_and_touches_nothing(attempt: Attempt, clock: Clock, before: Case, draft: Draft, why: Why) -> None:
    put(attempt, 1, "c")
    put(attempt, 3, "b")
    before(attempt, clock)
    was = stored(attempt)
    with pytest.raises(Refused) as refused:
        save(attempt_id=attempt.pk, person=attempt.entry.person, draft=draft)
    assert refused.value.why == why
    assert refused.value.attempt.sequence == 3
    assert (refused.value.stored.answer if refused.value.stored else None) == ("b" if draft.question == 1 else None)
    assert stored(attempt) == was


@pytest.mark.parametrize("who", ["bob", "charlie", "erin"])
def test_anothers_attempt_does_not_exist(attempt: Attempt, who: str, request: pytest.FixtureRequest) -> None:
    put(attempt, 1)
    was = stored(attempt)
    with pytest.raises(Attempt.DoesNotExist):
        save(attempt_id=attempt.pk, person=request.getfixturevalue(who), draft=Draft(1, "a", False, 2))
    assert stored(attempt) == was


def test_it_stores_the_answer_and_the_event(attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=2, seconds=7)
    saved = put(attempt, 1, "b", flagged=True)
    answer, event = Answer.objects.get(), AnswerEvent.objects.get()
    assert (answer.answer, answer.flagged, answer.sequence, answer.saved_at) == ("b", True, 1, clock.now)
    assert (event.answer, event.flagged, event.sequence, event.at) == ("b", True, 1, clock.now)
    assert (saved.at, saved.attempt.sequence, saved.attempt.digest) == (clock.now, 1, event.hash)


def test_a_later_save_replaces_the_answer_and_keeps_both_events(attempt: Attempt) -> None:
    put(attempt, 1, "b")
    put(attempt, 5, None)
    assert Answer.objects.get().answer is None
    assert list(AnswerEvent.objects.order_by("sequence").values_list("sequence", "answer")) == [(1, "b"), (5, None)]
    assert verify_chain(Attempt.objects.with_sitting().get()).holds


def test_the_last_moment_before_the_deadline_counts(attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=30, microseconds=-1)
    assert put(attempt, 1).at == clock.now


@walks("before", [nothing, late, submitted, swept], apart=True)
def test_a_repeat_is_told_that_it_is_stored_and_written_once(attempt: Attempt, clock: Clock, before: Case) -> None:
    first = put(attempt, 1, "b")
    put(attempt, 2, "c")
    before(attempt, clock)
    was = stored(attempt)
    again = put(attempt, 1, "b")
    assert (again.draft, again.at, again.attempt.sequence) == (first.draft, first.at, 2)
    assert stored(attempt) == was


def test_the_same_number_with_another_answer_is_no_repeat(attempt: Attempt) -> None:
    put(attempt, 1, "b")
    for option, question, flagged in (("c", 1, False), ("b", 2, False), ("b", 1, True)):
        with pytest.raises(Refused):
            put(attempt, 1, option, question, flagged)


def test_saving_takes_a_fixed_number_of_queries(
    attempt: Attempt, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    person = attempt.entry.person
    put(attempt, 1, "a")
    for sequence, option in ((2, "b"), (3, "c")):
        # Read the attempt under its lock and what is being typed; write event, answer and attempt at once; two for the
        # savepoint. What the paper asks is in memory.
        with django_assert_num_queries(5):
            save(attempt_id=attempt.pk, person=person, draft=Draft(1, option, False, sequence))


def test_candidates_do_not_disturb_each_other(attempt: Attempt, bob: User) -> None:
    other = make_attempt(attempt.entry.sitting, bob)
    put(attempt, 7, "b")
    put(other, 1, "c")
    assert {answer.attempt_id: answer.answer for answer in Answer.objects.all()} == {attempt.pk: "b", other.pk: "c"}
