"""The formulas against worked examples, against Python's own statistics, and against what they must not depend on."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exams.marking.statistics import formulas

NUMBERS = st.floats(0, 1).map(lambda value: round(value, 3))
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=3, max_size=40)


@given(st.lists(NUMBERS, min_size=2, max_size=40))
def test_mean_deviation_and_quartiles_are_those_of_pythons_statistics(values: list[float]) -> None:
    assert formulas.mean(values) == pytest.approx(statistics.fmean(values))
    assert formulas.deviation(values) == pytest.approx(statistics.stdev(values), abs=1e-9)
    quarters = [formulas.quantile(values, share) for share in (0.25, 0.5, 0.75)]
    assert quarters == pytest.approx(statistics.quantiles(values, n=4, method="inclusive"))


def test_of_one_value_there_is_no_deviation() -> None:
    assert formulas.deviation([0.4]) is None
    assert formulas.quantile([0.4], 0.25) == 0.4


@given(PAIRS)
def test_correlation_is_that_of_pythons_statistics(pairs: list[tuple[float, float]]) -> None:
    first, second = zip(*pairs, strict=True)
    assume(statistics.pvariance(first) > 1e-6 and statistics.pvariance(second) > 1e-6)
    found = formulas.correlation(pairs)
    assert found == pytest.approx(statistics.correlation(first, second), abs=1e-7)


def test_point_biserial_by_hand() -> None:
    """Three who had it right earned 8, 7, 9 elsewhere, two who had it wrong 4 and 7: (M1 - M0) / s * sqrt(p q)."""
    pairs = [(1, 8), (1, 7), (1, 9), (0, 4), (0, 7)]
    # M1 = 8, M0 = 5.5, s = sqrt(2.8) (divided by n), p = 0.6, q = 0.4.
    assert formulas.correlation(pairs) == pytest.approx((8 - 5.5) / math.sqrt(2.8) * math.sqrt(0.6 * 0.4))


@pytest.mark.parametrize(
    "pairs", [[], [(0, 1), (1, 0)], [(1, 0.1), (1, 0.5), (1, 0.9)], [(0, 0.5), (1, 0.5), (1, 0.5)]]
)
def test_where_nothing_varies_no_correlation_is_told(pairs: list[tuple[float, float]]) -> None:
    assert formulas.correlation(pairs) is None


@given(PAIRS, st.floats(0.5, 20), st.floats(-5, 5), st.randoms(use_true_random=False))
def test_correlation_depends_on_neither_scale_nor_order(
    pairs: list[tuple[float, float]], scale: float, shift: float, random: st.DataObject
) -> None:
    plain = formulas.correlation(pairs)
    assume(plain is not None)
    assert plain is not None
    other = [(a, scale * b + shift) for a, b in pairs]
    random.shuffle(other)  # type: ignore[attr-defined]
    assert formulas.correlation(other) == pytest.approx(plain, abs=1e-6)
    assert formulas.correlation([(1 - a, b) for a, b in pairs]) == pytest.approx(-plain, abs=1e-6)
    assert -1 <= plain <= 1


def test_an_easy_paper_is_not_taken_for_able_candidates() -> None:
    """In each sitting the question goes against the rest; put together carelessly it would seem to go with it."""
    hard = [(0.0, 0.3), (0.0, 0.4), (0.2, 0.1), (0.2, 0.2)]
    easy = [(0.8, 0.8), (0.8, 0.9), (1.0, 0.6), (1.0, 0.7)]
    together = formulas.correlation([*hard, *easy])
    within = formulas.pooled_correlation([hard, easy])
    assert together is not None
    assert within is not None
    assert together > 0.7
    assert within < -0.8


def test_upper_and_lower_by_hand() -> None:
    """Of eleven, 27 % are 2.97: the best earned 1, 1, and 0.97 of a 0; the weakest 0, 0, and 0.97 of a 1."""
    items = [1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0]
    pairs = [(float(item), (11 - place) / 11) for place, item in enumerate(items)]
    size = 0.27 * 11
    assert formulas.upper_lower(pairs) == pytest.approx(2 / size - (size - 2) / size)


@given(st.lists(st.tuples(NUMBERS, st.integers(0, 5).map(float)), min_size=4, max_size=30), st.randoms())
def test_upper_and_lower_do_not_depend_on_the_order_of_equals(
    pairs: list[tuple[float, float]], random: st.DataObject
) -> None:
    plain = formulas.upper_lower(pairs)
    assert plain is not None
    assert -1 <= plain <= 1
    shuffled = list(pairs)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert formulas.upper_lower(shuffled) == pytest.approx(plain)


def test_three_candidates_are_no_groups() -> None:
    assert formulas.upper_lower([(1, 1), (0, 0.5), (0, 0)]) is None
