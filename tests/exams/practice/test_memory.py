"""The memory of a unit: it follows from its reviews alone, in the order in which they happened."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from exams.practice.memory import FURTHEST, Grade, Recall, Reviewed, Terms, after, grade, recalled, replay

START = dt.datetime(2026, 9, 1, 9, tzinfo=dt.UTC)
TERMS = Terms()
PERSON, UNIT = "somebody", "a path"

terms = st.builds(
    Terms,
    retention=st.sampled_from([0.8, 0.9, 0.95]),
    zone=st.sampled_from(["Australia/Brisbane", "Europe/London", "Pacific/Honolulu"]),
)


def review(number: int, days: float, how: Grade = Grade.GOOD, *, credit: bool = False) -> Reviewed:
    """One so many days after the start."""
    return Reviewed(number, START + dt.timedelta(days=days), how, TERMS, credit)


histories = st.lists(
    st.tuples(st.floats(0, 400), st.sampled_from(Grade), terms, st.booleans()), min_size=1, max_size=25
).map(
    lambda rows: [
        Reviewed(number, START + dt.timedelta(days=days), how, said, credit and number > 1)
        for number, (days, how, said, credit) in enumerate(rows, start=1)
    ]
)


@given(histories, st.randoms(use_true_random=False))
def test_whatever_the_order_they_came_in_the_memory_is_the_same(history: list[Reviewed], chance: object) -> None:
    shuffled = history[:]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]

    assert replay(PERSON, UNIT, shuffled) == replay(PERSON, UNIT, history)


@given(histories)
def test_one_review_at_a_time_gives_what_all_at_once_give(history: list[Reviewed]) -> None:
    state: Recall | None = None
    for one in sorted(history, key=lambda one: (one.at, one.number)):
        state = after(state, PERSON, UNIT, one)

    assert state == replay(PERSON, UNIT, history)


@given(histories)
def test_a_memory_is_one_that_can_be_kept(history: list[Reviewed]) -> None:
    found = replay(PERSON, UNIT, history)

    if found is None:
        assert all(one.credit for one in sorted(history, key=lambda one: (one.at, one.number)))
        return
    assert found.stability > 0 and 1 <= found.difficulty <= 10
    assert found.seen_at <= max(one.at for one in history)
    assert found.due_on <= max(one.at for one in history).date() + dt.timedelta(days=FURTHEST + 2)
    assert found.reviews == sum(not one.credit for one in history)
    assert found.lapses <= found.reviews


def test_another_person_or_another_path_comes_back_on_another_day() -> None:
    long = [review(1, 0), review(2, 3), review(3, 14), review(4, 60)]
    days = {replay(f"person {n}", UNIT, long).due_on for n in range(20)}  # type: ignore[union-attr]

    assert len(days) > 5
    assert replay("person 1", UNIT, long) == replay("person 1", UNIT, long)


def test_a_wrong_answer_and_a_right_guess_come_back_soon() -> None:
    assert grade(right=True, sure=False, quick=True) is Grade.AGAIN
    assert grade(right=False, sure=True, quick=True) is Grade.AGAIN
    assert grade(right=True, sure=True, quick=False) is Grade.GOOD
    assert grade(right=True, sure=True, quick=True) is Grade.EASY

    known = [review(1, 0), review(2, 3), review(3, 14)]
    good, again = (replay(PERSON, UNIT, [*known, review(4, 60, how)]) for how in (Grade.GOOD, Grade.AGAIN))
    assert good and again
    assert (again.due_on - again.seen_at.date()).days < 10 < (good.due_on - good.seen_at.date()).days
    assert (good.lapses, again.lapses) == (0, 1)


def test_credit_lengthens_a_memory_by_less_than_a_review_and_makes_none() -> None:
    known = [review(1, 0), review(2, 3)]
    before = replay(PERSON, UNIT, known)
    credited = replay(PERSON, UNIT, [*known, review(3, 13, credit=True)])
    reviewed = replay(PERSON, UNIT, [*known, review(3, 13)])

    assert before and credited and reviewed
    assert before.stability < credited.stability < reviewed.stability
    assert before.seen_at < credited.seen_at < reviewed.seen_at
    assert before.due_on <= credited.due_on <= reviewed.due_on
    assert replay(PERSON, UNIT, [review(1, 0, credit=True)]) is None
    assert replay(PERSON, UNIT, [*known, review(3, 13, Grade.AGAIN, credit=True)]) == before


def test_the_day_is_the_learners() -> None:
    """Late in the evening in Honolulu it is the next day in Brisbane already."""
    at = dt.datetime(2026, 9, 1, 20, tzinfo=dt.UTC)
    days = [
        replay(PERSON, UNIT, [Reviewed(1, at, Grade.GOOD, replace(TERMS, zone=zone))]).due_on  # type: ignore[union-attr]
        for zone in ("Pacific/Honolulu", "Australia/Brisbane")
    ]

    assert days[1] - days[0] == dt.timedelta(days=1)


@given(st.floats(0.1, 300), st.floats(0, 2000), st.floats(0, 2000))
def test_what_is_not_practised_fades(stability: float, one: float, other: float) -> None:
    sooner, later = sorted([one, other])

    assert 1 >= recalled(stability, sooner, TERMS) >= recalled(stability, later, TERMS) > 0
    assert abs(recalled(stability, stability, TERMS) - 0.9) < 1e-9
    assert recalled(stability, -3, TERMS) == 1
