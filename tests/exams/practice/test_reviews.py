"""Reviews are taken once, in the order in which they happened; the memory follows from the log alone."""

from __future__ import annotations

import datetime as dt
import threading
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.forms.models import model_to_dict
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.models import Role
from exams.practice import reviews
from exams.practice.exercises import learner_of
from exams.practice.memory import Grade
from exams.practice.models import Learner, Memory, Review
from exams.practice.reviews import ReviewRefused
from exams.practice.units import catalogue
from tests import factories

NESTED = next(unit for unit in catalogue().values() if unit.inside)


def told(rows: list[Memory]) -> list[dict[str, object]]:
    """Memories without their ids, in the order of their units."""
    return [model_to_dict(one, exclude=["id"]) for one in sorted(rows, key=lambda one: one.unit)]


@pytest.mark.django_db
class TestTaking:
    def test_one_sent_twice_counts_once(self, learner: Learner) -> None:
        key = uuid4()

        assert reviews.add(learner, NESTED.path, Grade.GOOD, key=key)
        assert not reviews.add(learner, NESTED.path, Grade.GOOD, key=key)
        assert learner.reviews.count() == 1
        assert learner.memories.get().reviews == 1

    def test_one_that_comes_late_is_put_into_its_place(self, learner: Learner) -> None:
        now = timezone.now()
        for ago, how in ((40, Grade.GOOD), (2, Grade.GOOD), (20, Grade.AGAIN)):
            reviews.add(learner, NESTED.path, how, key=uuid4(), at=now - dt.timedelta(days=ago))

        memory = learner.memories.get()
        assert memory.seen_at == now - dt.timedelta(days=2)
        assert (memory.reviews, memory.lapses, memory.mistaken) == (3, 1, False)
        assert told(reviews.rebuilt(learner)) == told(list(learner.memories.all()))

    def test_a_right_answer_credits_what_is_inside_and_already_known(self, learner: Learner) -> None:
        now = timezone.now()
        inside = NESTED.inside[0]
        reviews.add(learner, NESTED.path, Grade.GOOD, key=uuid4(), at=now - dt.timedelta(days=30))
        assert not learner.memories.filter(unit=inside).exists()

        reviews.add(learner, inside, Grade.GOOD, key=uuid4(), at=now - dt.timedelta(days=20))
        before = learner.memories.get(unit=inside)
        reviews.add(learner, NESTED.path, Grade.AGAIN, key=uuid4(), at=now - dt.timedelta(days=15))
        assert learner.memories.get(unit=inside).stability == before.stability
        reviews.add(learner, NESTED.path, Grade.GOOD, key=uuid4(), at=now - dt.timedelta(days=5))

        after = learner.memories.get(unit=inside)
        assert after.stability > before.stability and after.reviews == before.reviews == 1
        assert told(reviews.rebuilt(learner)) == told(list(learner.memories.all()))

    def test_a_path_that_the_law_has_no_longer_and_a_clock_ahead_are_refused_in_words(self, learner: Learner) -> None:
        with pytest.raises(ReviewRefused, match="no such path any more"):
            reviews.add(learner, "27/gone=yes", Grade.GOOD, key=uuid4())
        with pytest.raises(ReviewRefused, match="in the future"):
            ahead = timezone.now() + dt.timedelta(hours=2)
            reviews.add(learner, NESTED.path, Grade.GOOD, key=uuid4(), at=ahead)
        assert not learner.reviews.exists()

    def test_a_path_that_goes_stays_in_the_log_and_is_asked_no_more(self, learner: Learner) -> None:
        reviews.add(learner, NESTED.path, Grade.GOOD, key=uuid4())
        row = learner.reviews.get()
        row.pk, row.unit, row.key = None, "27/gone=yes", uuid4()
        row.save(force_insert=True)

        assert {one.unit for one in reviews.rebuilt(learner)} == {NESTED.path, "27/gone=yes"}

    def test_the_log_only_grows(self, learner: Learner) -> None:
        reviews.add(learner, NESTED.path, Grade.GOOD, key=uuid4())

        for deed in (lambda: learner.reviews.update(grade=4), lambda: learner.reviews.all().delete()):
            with pytest.raises(IntegrityError), transaction.atomic():
                deed()
        assert learner.reviews.get().grade == Grade.GOOD

    def test_a_person_may_delete_it_all_and_nobody_elses(self, learner: Learner) -> None:
        other = learner_of(factories.person("Sam", Role.CANDIDATE))
        for one in (learner, other):
            reviews.add(one, NESTED.path, Grade.GOOD, key=uuid4())

        reviews.erase(learner)

        assert not Learner.objects.filter(person=learner.person_id).exists()
        assert Review.objects.get().learner == other and Memory.objects.get().learner == other


class TestRebuilding(TestCase):
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.lists(
            st.tuples(st.sampled_from([NESTED.path, *NESTED.inside[:2]]), st.floats(0, 300), st.sampled_from(Grade)),
            min_size=1,
            max_size=12,
        )
    )
    def test_what_is_stored_is_what_the_log_gives(self, history: list[tuple[str, float, Grade]]) -> None:
        learner = learner_of(factories.person(f"Learner {uuid4()}", Role.CANDIDATE))
        now = timezone.now()
        for unit, ago, how in history:
            reviews.add(learner, unit, how, key=uuid4(), at=now - dt.timedelta(days=ago))

        stored = told(list(learner.memories.all()))
        assert told(reviews.rebuilt(learner)) == stored
        assert reviews.rebuild(learner) == len(stored)
        assert told(list(learner.memories.all())) == stored


@pytest.mark.django_db(transaction=True)
def test_two_phones_at_once_lose_nothing(learner: Learner) -> None:
    """Without the lock on the learner both read the same last number, and one of the two reviews is lost."""
    ready, faults = threading.Barrier(4), []

    def phone() -> None:
        try:
            ready.wait(timeout=30)
            for _number in range(4):
                reviews.add(learner, NESTED.path, Grade.GOOD, key=uuid4())
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()

    phones = [threading.Thread(target=phone) for _number in range(4)]
    for one in phones:
        one.start()
    for one in phones:
        one.join()

    assert not faults
    assert sorted(learner.reviews.values_list("number", flat=True)) == list(range(1, 17))
    assert learner.memories.get().reviews == 16
    assert told(reviews.rebuilt(learner)) == told(list(learner.memories.all()))
