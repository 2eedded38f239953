"""What is being typed: kept under each number, an event only once something else happens, and never lost."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.papers.models import PaperQuestion
from exams.sittings import clocks, closure, services
from exams.sittings.locks import lock_attempt
from exams.sittings.models import Answer, AnswerEvent, Attempt, PendingDraft
from exams.sittings.saving import Draft, Refused, Saved, Why, save
from exams.sittings.verification import verify_chain
from tests import factories
from tests.exams.contents import written_paper
from tests.exams.sittings.conftest import Clock, make_attempt
from tests.walking import walks


@pytest.fixture
def attempt(clock: Clock, alice: User) -> Attempt:
    """Alice has started a paper. Here its questions 1 and 2 ask for a ruling in words, and 3 for an option."""
    opens = clock.now
    sitting = services.schedule(
        paper=written_paper(),
        title="In words",
        place="",
        opens_at=opens,
        closes_at=opens + dt.timedelta(hours=2),
        actor=factories.person("Erin", Role.EXAMINER),
    )
    return make_attempt(sitting, alice)


def places() -> list[int]:
    """Where in the paper they stand: the two in words first."""
    rows = PaperQuestion.objects.values_list("version__kind", "position")
    return [position for _kind, position in sorted(rows, key=lambda row: (row[0] != "written", row[1]))]


def put(attempt: Attempt, sequence: int, option: str | None, question: int = 1, typing: bool = True) -> Saved:
    draft = Draft(question=places()[question - 1], answer=option, flagged=False, sequence=sequence, typing=typing)
    return save(attempt_id=attempt.pk, person=attempt.entry.person, draft=draft)


def fresh() -> Attempt:
    return Attempt.objects.with_sitting().get()


def events() -> list[tuple[int, int, str | None]]:
    rows = AnswerEvent.objects.order_by("sequence").values_list("sequence", "paper_question__position", "answer")
    return [(sequence, places().index(position) + 1, option) for sequence, position, option in rows]


def answers() -> dict[int, str | None]:
    rows = Answer.objects.values_list("paper_question__position", "answer")
    return {places().index(position) + 1: option for position, option in rows}


def pending() -> list[tuple[int, int, str | None]]:
    rows = PendingDraft.objects.values_list("sequence", "paper_question__position", "answer")
    return [(sequence, places().index(position) + 1, option) for sequence, position, option in rows]


def holds() -> bool:
    return verify_chain(fresh()).holds


def test_what_is_typed_is_acknowledged_and_replaced_without_an_event(attempt: Attempt, clock: Clock) -> None:
    for sequence, text in enumerate(("West", "West may", "West may accept."), start=1):
        clock.forward(seconds=5)
        saved = put(attempt, sequence, text)
        assert (saved.pending, saved.at, saved.attempt.sequence) == (True, clock.now, sequence)
    assert (events(), pending()) == ([], [(3, 1, "West may accept.")])
    assert holds()


def test_a_click_is_an_event_whatever_the_page_says(attempt: Attempt) -> None:
    assert not put(attempt, 1, "c", question=3).pending
    assert (events(), pending()) == ([(1, 3, "c")], [])


@pytest.mark.parametrize(("question", "option"), [(3, "c"), (2, "East leads.")])
def test_saving_another_question_makes_it_an_event_with_its_own_number_and_time(
    attempt: Attempt, clock: Clock, question: int, option: str
) -> None:
    typed_at = clock.now
    put(attempt, 4, "West may accept.")
    clock.forward(minutes=3)
    put(attempt, 5, option, question, typing=False)
    assert events() == [(4, 1, "West may accept."), (5, question, option)]
    assert answers() == {1: "West may accept.", question: option}
    assert AnswerEvent.objects.get(sequence=4).at == typed_at
    assert pending() == []
    assert holds()


def test_typing_elsewhere_makes_it_an_event_and_is_pending_in_its_place(attempt: Attempt) -> None:
    put(attempt, 1, "West may accept.")
    put(attempt, 2, "East", question=2)
    assert (events(), pending()) == ([(1, 1, "West may accept.")], [(2, 2, "East")])
    assert holds()


def test_the_finished_answer_takes_the_place_of_what_was_being_typed(attempt: Attempt) -> None:
    put(attempt, 1, "First.", typing=False)
    put(attempt, 2, "First, but")
    put(attempt, 3, "Second.", typing=False)
    assert (events(), pending(), answers()) == ([(1, 1, "First."), (3, 1, "Second.")], [], {1: "Second."})
    assert holds()


def test_what_was_deleted_again_is_no_answer(attempt: Attempt) -> None:
    put(attempt, 1, "First.", typing=False)
    put(attempt, 2, "  \n ")
    assert pending() == [(2, 1, None)]
    closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
    assert answers() == {1: None}


def test_a_repeat_is_recognised_while_pending_and_after(attempt: Attempt) -> None:
    first = put(attempt, 1, "West")
    again = put(attempt, 1, "West")
    assert (again.at, again.pending) == (first.at, True)
    put(attempt, 2, "c", question=3)
    later = put(attempt, 1, "West")
    assert (later.at, later.pending, len(events())) == (first.at, False, 2)


def test_a_stale_window_is_shown_what_was_typed_in_the_other(attempt: Attempt) -> None:
    put(attempt, 3, "West may accept.")
    with pytest.raises(Refused) as refused:
        put(attempt, 3, "West may not.")
    assert refused.value.why == Why.STALE
    assert refused.value.stored is not None
    assert refused.value.stored.answer == "West may accept."


@walks("typed", ["\0", "\ud83d", "\udca9", "\udca9\ud83d"], apart=True)
def test_what_no_text_can_hold_is_replaced_and_the_rest_is_kept(attempt: Attempt, typed: str) -> None:
    for sequence, typing in ((1, True), (2, False)):
        for _again in range(2):
            saved = put(attempt, sequence, f"West {typed} may", typing=typing)
            assert saved.draft.answer == f"West {len(typed) * chr(0xFFFD)} may"
    assert answers() == {1: saved.draft.answer}
    assert holds()


@walks("length", [20_001, 40_001, 2_000_000], apart=True)
def test_too_long_a_text_is_refused_and_what_was_typed_before_stands(attempt: Attempt, length: int) -> None:
    put(attempt, 1, "West")
    with pytest.raises(Refused) as refused:
        put(attempt, 2, "x" * length)
    assert (refused.value.why, pending()) == (Why.UNREADABLE, [(1, 1, "West")])
    assert "only 20000 can be saved" in refused.value.fault


# --- closing ------------------------------------------------------------------------------------------------------------


def test_handing_in_counts_what_was_being_typed(attempt: Attempt, alice: User) -> None:
    put(attempt, 1, "West may accept.")
    closure.submit(attempt_id=attempt.pk, person=alice)
    assert (answers(), pending(), holds()) == ({1: "West may accept."}, [], True)


def test_the_sweeper_counts_it_without_any_browser(attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=29)
    put(attempt, 1, "West may accept.")
    clock.forward(minutes=2)
    assert closure.close_overdue() == 1
    assert (answers(), pending(), holds()) == ({1: "West may accept."}, [], True)
    assert AnswerEvent.objects.get().at < fresh().deadline
    assert fresh().digest == AnswerEvent.objects.get().hash


def test_a_void_attempt_keeps_it_and_is_not_marked(attempt: Attempt, erin: User) -> None:
    put(attempt, 1, "West may accept.")
    assert closure.close_void(attempt, actor=erin)
    assert not closure.close_void(attempt, actor=erin)
    assert (answers(), fresh().closed_how, fresh().results.count()) == ({1: "West may accept."}, "void", 0)
    with pytest.raises(Refused) as refused:
        put(attempt, 2, "Later.")
    assert refused.value.why == Why.VOID


def test_one_closed_by_the_invigilator_is_marked(attempt: Attempt, erin: User) -> None:
    put(attempt, 1, "West may accept.")
    assert closure.close_by_hand(attempt, actor=erin, reason="Left the room.")
    assert (fresh().closed_how, answers()) == ("candidate", {1: "West may accept."})
    assert not closure.close_by_hand(attempt, actor=erin, reason="Again.")


# --- any order ------------------------------------------------------------------------------------------------------------

Step = tuple[int, str | None, bool]
steps = st.lists(
    st.tuples(st.sampled_from([1, 2, 3]), st.sampled_from(["a", "b", None]), st.booleans())
    | st.sampled_from(["pause", "go on"]),
    max_size=12,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(done=steps)
def test_whatever_was_acknowledged_last_is_the_answer_in_the_end(
    attempt: Attempt, clock: Clock, done: list[Step | str]
) -> None:
    told: dict[int, str | None] = {}
    with transaction.atomic():
        for number, step in enumerate(done, start=1):
            clock.forward(seconds=1)
            match step:
                case "pause":
                    clocks.pause(lock_attempt(attempt.pk), clock.now)
                case "go on":
                    clocks.go_on(lock_attempt(attempt.pk), clock.now)
                case (question, option, typing):
                    put(attempt, number, option, question, typing)
                    told[question] = option
            assert holds()
            assert PendingDraft.objects.count() <= 1
        closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
        assert answers() == told
        assert holds()
        assert not PendingDraft.objects.exists()
        transaction.set_rollback(True)


def test_keeping_what_is_typed_takes_a_fixed_number_of_queries(
    attempt: Attempt, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    put(attempt, 1, "West")
    number, person = places()[0], attempt.entry.person
    for sequence in (2, 3):
        # Attempt under its lock, then the draft; both written at once; two for the savepoint.
        with django_assert_num_queries(5):
            save(attempt_id=attempt.pk, person=person, draft=Draft(number, "West", False, sequence, typing=True))
