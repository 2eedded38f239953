"""A plan to a date, held over any learner, date and days of the week: every path seen in the last days, no day too full."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exams.practice.memory import Grade, Recall, Reviewed, Terms, after
from exams.practice.plans import MOST_LAST, Course, Day, Known, by_week, day_of, foreseen

TODAY = dt.date(2026, 11, 24)
TERMS = Terms()


def known(path: str, ago: int, grade: Grade = Grade.GOOD) -> Known:
    """A path answered once, so many days ago."""
    at = dt.datetime.combine(TODAY, dt.time(12), dt.UTC) - dt.timedelta(days=ago)
    recall = after(None, "ruth", path, Reviewed(1, at, grade, TERMS))
    assert recall is not None
    return Known(recall, at.date(), recall.now(at + dt.timedelta(days=ago), TERMS))


COURSES = st.builds(
    Course,
    since=st.just(TODAY),
    until=st.integers(2, 150).map(lambda n: TODAY + dt.timedelta(days=n)),
    weekdays=st.frozensets(st.integers(0, 6), min_size=1),
    most=st.integers(1, 60),
).filter(lambda one: len(one.days(TODAY)) > 0)
NEW = st.integers(0, 80).map(lambda n: [f"27/new-{place:02}" for place in range(n)])
HELD = st.lists(st.tuples(st.integers(0, 90), st.sampled_from([Grade.AGAIN, Grade.GOOD, Grade.EASY])), max_size=60).map(
    lambda rows: {f"16B/held-{place:02}": known(f"16B/held-{place:02}", *row) for place, row in enumerate(rows)}
)


def planned(course: Course, new: list[str], held: dict[str, Known]) -> list[Day]:
    return foreseen(course, TODAY, new, held, person="ruth", terms=TERMS)


@given(COURSES, NEW, HELD)
@example(
    Course(TODAY, TODAY + dt.timedelta(days=2), frozenset({TODAY.weekday()})),
    [],
    {"27/a": known("27/a", 0, Grade.AGAIN)},
)
def test_every_path_is_looked_at_once_more_in_the_last_days(
    course: Course, new: list[str], held: dict[str, Known]
) -> None:
    """So none is left to fall due after the exam, and nothing is planned on its day or later.

    One that was answered in the last days already has had its look; it comes again only if it falls due once more.
    """
    days = planned(course, new, held)
    last = course.last_days(len(new) + len(held))
    before = {path for path, one in held.items() if one.seen_on >= last[0]}
    seen = {path for day in days if day.day >= last[0] for path in [*day.refresh, *day.new]}
    assert seen | before == {*new, *held}
    assert [day.day for day in days] == course.days(TODAY)
    assert all(day.day < course.until for day in days)


@given(COURSES, NEW, HELD)
def test_no_day_before_the_last_ones_is_fuller_than_wanted(
    course: Course, new: list[str], held: dict[str, Known]
) -> None:
    days = planned(course, new, held)
    last = course.last_days(len(new) + len(held))
    assert all(len(day) <= course.most for day in days if day.day < last[0])
    shares = [len(day.last) + len(day.new) for day in days if day.day >= last[0]]
    assert max(shares) - min(shares) <= 1, "the last look is spread evenly"


@given(COURSES, NEW, HELD)
def test_new_paths_come_in_their_order_and_once(course: Course, new: list[str], held: dict[str, Known]) -> None:
    days = planned(course, new, held)
    assert [path for day in days for path in day.new] == new
    assert all(len({*day.refresh, *day.new}) == len(day) for day in days)


@given(COURSES, NEW, HELD, st.data())
def test_a_day_does_not_grow_as_one_goes_through_it(
    course: Course, new: list[str], held: dict[str, Known], data: st.DataObject
) -> None:
    """Whoever has answered some of a day rightly has at most the rest of it left."""
    start = course.days(TODAY)[0]
    whole = day_of(course, start, new, held)
    todo = [*whole.refresh, *whole.new]
    some = todo[: data.draw(st.integers(0, len(todo)))]
    at = dt.datetime.combine(start, dt.time(12), dt.UTC)
    now = dict(held)
    for path in some:
        before = now[path].recall if path in now else None
        recall = after(before, "ruth", path, Reviewed(before.reviews + 1 if before else 1, at, Grade.GOOD, TERMS))
        assert recall is not None
        now[path] = Known(recall, start, 1.0)
    left = [path for path in new if path not in now]
    rest = day_of(course, start, left, now, begun=len(set(some) & set(new)), done=len(some))
    assert {*rest.refresh, *rest.new} <= set(todo)
    assert len(rest) <= len(todo) - len(some)


def test_after_a_break_what_waits_is_spread_and_the_most_forgotten_comes_first() -> None:
    held = {f"27/{n:02}": known(f"27/{n:02}", 40 + n) for n in range(60)}
    course = Course(TODAY, TODAY + dt.timedelta(days=60), most=20)
    days = planned(course, [], held)
    assert [len(day) for day in days[:4]] == [20, 20, 20, 0]
    assert days[0].refresh[0] == min(held, key=lambda path: held[path].now)


def test_a_plan_of_few_days_is_all_last_look() -> None:
    course = Course(TODAY, TODAY + dt.timedelta(days=1), most=5)
    assert [len(day) for day in planned(course, [f"27/{n}" for n in range(12)], {})] == [12]


def test_a_day_off_holds_nothing_and_the_day_of_the_exam_neither() -> None:
    course = Course(TODAY, TODAY + dt.timedelta(days=30), frozenset({5, 6}))
    assert TODAY.weekday() not in course.weekdays
    assert len(day_of(course, TODAY, ["27/a"], {})) == 0
    assert len(day_of(course, course.until, ["27/a"], {})) == 0


@given(st.integers(1, 900), COURSES)
def test_the_last_days_are_never_more_than_a_third(paths: int, course: Course) -> None:
    last, days = course.last_days(paths), course.days(TODAY)
    assert 1 <= len(last) <= max(len(days) // 3, 1)
    assert len(last) <= MOST_LAST
    assert last == days[-len(last) :]


def test_weeks_begin_on_monday() -> None:
    weeks = by_week(planned(Course(TODAY, TODAY + dt.timedelta(days=20)), [f"27/{n}" for n in range(30)], {}))
    assert [week.monday.weekday() for week in weeks] == [0] * len(weeks)
    assert sum(len(week.new) for week in weeks) == 30


@pytest.mark.parametrize("wrong", [{"weekdays": frozenset()}, {"weekdays": frozenset({7})}, {"most": 0}])
def test_what_is_no_plan_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="a plan needs at least one"):
        Course(TODAY, TODAY + dt.timedelta(days=9), **wrong)  # type: ignore[arg-type]


def test_the_recall_that_a_plan_reads_is_the_one_of_the_memory() -> None:
    one = known("27/a", 10)
    assert isinstance(one.recall, Recall)
    assert 0 < one.now < 1
