"""How far markers agree, by examples that are worked out elsewhere."""

from __future__ import annotations

import uuid
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from accounts.models import User
from exams.marking.models import Script, ScriptMark
from exams.marking.written import workload
from exams.marking.written.agreement import Pair, agreement, icc
from exams.marking.written.script_marks import give, within
from exams.marking.written.workload import pairs
from exams.papers.models import Paper, PaperQuestion
from tests.exams.marking.rooms import points

A, B, C = (uuid.UUID(int=number) for number in range(3))


def test_the_intraclass_correlation_of_a_worked_example() -> None:
    """Two of the four judges of Shrout and Fleiss's table 2, by hand: MSB = 281/60, MSW = 167/12 on six targets.

    Targets (9, 2), (6, 1), (8, 4), (7, 1), (10, 5), (6, 2): means 5.5, 3.5, 6, 4, 7.5, 4, of which the mean is 61/12.
    """
    found = icc([(9, 2), (6, 1), (8, 4), (7, 1), (10, 5), (6, 2)])
    means = [5.5, 3.5, 6, 4, 7.5, 4]
    whole = sum(means) / 6
    between = 2 * sum((one - whole) ** 2 for one in means) / 5
    within = (7**2 + 5**2 + 4**2 + 6**2 + 5**2 + 4**2) / 2 / 6
    assert (round(between, 4), round(within, 4)) == (4.6833, 13.9167)
    assert found == pytest.approx((between - within) / (between + within)) == pytest.approx(-0.4964, abs=1e-4)


def test_full_agreement_is_one_and_too_few_tell_nothing() -> None:
    assert icc([(1, 1), (5, 5), (3, 3)]) == 1
    assert icc([(1, 1), (5, 5)]) is None
    assert icc([(3, 3), (3, 3), (3, 3)]) is None


marks = st.floats(0, 100, allow_nan=False).map(lambda one: round(one, 2))


@given(st.lists(st.tuples(marks, marks), min_size=3, max_size=30), st.floats(-50, 50).map(lambda one: round(one, 2)))
def test_who_is_called_first_and_where_nought_lies_change_nothing(rows: list[tuple[float, float]], by: float) -> None:
    found = icc(rows)
    turned = icc([(second, first) for first, second in rows])
    moved = icc([(first + by, second + by) for first, second in rows])
    if found is None:
        return
    assert -1 - 1e-9 <= found <= 1 + 1e-9
    assert turned == pytest.approx(found)
    if sum((first - second) ** 2 + (first - rows[0][0]) ** 2 for first, second in rows) > 1:
        assert moved == pytest.approx(found, abs=1e-6)


def test_differences_shares_and_severity() -> None:
    rows = [(A, 80, B, 60), (B, 50, A, 50), (A, 90, C, 40)]
    found = agreement([Pair(one, Fraction(gave), two, Fraction(other), 20) for one, gave, two, other in rows])
    assert found is not None
    assert (found.n, round(found.difference, 2)) == (3, 23.33)
    assert (round(found.exact, 2), round(found.tolerated, 2)) == (0.33, 0.67)
    assert [(one.by, one.scripts, round(one.difference, 2)) for one in found.severities] == [
        (A, 3, 23.33),
        (B, 2, -10.0),
        (C, 1, -50.0),
    ]
    assert agreement([]) is None


def test_pairs_are_of_the_last_marks_in_percent_of_the_question(script: Script, mary: User, mike: User) -> None:
    give(script=script, person=mary, points=points(0, 0))
    give(script=script, person=mary, points=points(1, 2))
    assert pairs(script.sitting) == []
    give(script=script, person=mike, points=points(1, 1.5))
    [pair] = pairs(script.sitting)
    both = {pair.first_by: pair.first, pair.second_by: pair.second}
    assert both == {mary.pk: 100, mike.pk: Fraction(500, 6)}


@given(
    st.tuples(st.integers(0, 300), st.integers(0, 300)).map(lambda both: [Decimal(one) / 100 for one in both]),
    st.integers(1, 40),
    st.integers(1, 100),
)
@example([Decimal("2.63"), Decimal("1.88")], 3, 25)
def test_what_is_within_the_tolerance_is_what_is_settled(marks: list[Decimal], out_of: int, tolerance: int) -> None:
    """0.75 of 3 is just a quarter: the two agree where the script is settled, and so they do where it is told."""
    question = PaperQuestion(marks=out_of, paper=Paper(tolerance=tolerance))
    first, second = (
        ScriptMark(script=Script(paper_question=question), by_id=by, marks=one)
        for by, one in zip((A, B), marks, strict=True)
    )
    found = agreement([workload._pair(first, second)])
    assert found is not None
    assert found.tolerated == within(first.marks, second.marks, first.script)
