"""Reliability against a published table, against other ways to compute it, and against what it must not depend on."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exams.marking.statistics import reliability
from exams.marking.statistics.scripts import Item, Response, Script, Test

# P. E. Shrout and J. L. Fleiss, Psychological Bulletin 86 (1979), table 2: four judges of six targets. They report
# ICC(3,4) = .91, which is Cronbach's alpha, and ICC(1,4) = .44.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]

TABLES = st.integers(2, 8).flatmap(
    lambda items: st.lists(st.lists(st.integers(0, 4), min_size=items, max_size=items), min_size=3, max_size=20)
)


def test_alpha_of_a_published_table() -> None:
    assert reliability.alpha(SHROUT_FLEISS) == pytest.approx(0.91, abs=0.005)


def test_nested_of_a_published_table() -> None:
    assert reliability.nested(SHROUT_FLEISS) == pytest.approx(0.44, abs=0.005)


def by_analysis_of_variance(rows: list[list[int]]) -> float:
    """C. Hoyt, Psychometrika 6 (1941): 1 - mean square of the residual / mean square between persons."""
    people, items = len(rows), len(rows[0])
    grand = statistics.fmean(mark for row in rows for mark in row)
    persons = items * sum((statistics.fmean(row) - grand) ** 2 for row in rows)
    columns = people * sum((statistics.fmean(column) - grand) ** 2 for column in zip(*rows, strict=True))
    total = sum((mark - grand) ** 2 for row in rows for mark in row)
    residual = (total - persons - columns) / ((people - 1) * (items - 1))
    return 1 - residual / (persons / (people - 1))


@given(TABLES)
def test_alpha_is_what_the_analysis_of_variance_gives(rows: list[list[int]]) -> None:
    assume(statistics.pvariance([sum(row) for row in rows]) > 0)
    assert reliability.alpha(rows) == pytest.approx(by_analysis_of_variance(rows))


@given(TABLES.filter(lambda rows: len(rows[0]) > 2), st.integers(0, 7))
def test_alpha_without_an_item_is_alpha_of_the_others(rows: list[list[int]], place: int) -> None:
    place %= len(rows[0])
    others = [row[:place] + row[place + 1 :] for row in rows]
    found, whole = reliability.alphas_without(rows)[place], reliability.alpha(others)
    assert (found is None) == (whole is None)
    assert found == (whole if whole is None else pytest.approx(whole))


@given(TABLES, st.randoms(use_true_random=False), st.floats(0.5, 9))
def test_alpha_depends_on_neither_order_nor_scale(rows: list[list[int]], random: st.DataObject, scale: float) -> None:
    plain = reliability.alpha(rows)
    assume(plain is not None)
    assert plain is not None
    columns = list(zip(*rows, strict=True))
    random.shuffle(columns)  # type: ignore[attr-defined]
    people = [[scale * mark for mark in row] for row in zip(*columns, strict=True)]
    random.shuffle(people)  # type: ignore[attr-defined]
    assert reliability.alpha(people) == pytest.approx(plain, abs=1e-6)
    assert plain <= 1 + 1e-9


def test_kuder_richardson_by_hand() -> None:
    """Four items, five candidates: sum of p q = 0.16 + 0.24 + 0.24 + 0.16, variance of 4, 3, 2, 1, 0 is 2."""
    rows = [[1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
    assert reliability.alpha(rows) == pytest.approx(4 / 3 * (1 - 0.8 / 2))


@pytest.mark.parametrize("rows", [[], [[1, 0]], [[1], [0]], [[1, 0], [0, 1]]])
def test_what_cannot_be_told_is_not(rows: list[list[int]]) -> None:
    assert reliability.alpha(rows) is None


def test_error_of_measurement_by_hand() -> None:
    assert reliability.error_of(0.84, 10) == pytest.approx(4)
    assert reliability.error_of(-0.3, 10) == 10
    assert reliability.error_of(None, 10) is None


# --- of a sitting ---------------------------------------------------------------------------------------------------------


def sat(rows: list[list[int]], *, one_each: bool = False) -> Test:
    """Candidates with these marks, on one paper or each on his own."""
    items: dict[str, Item] = {}
    scripts = []
    for number, row in enumerate(rows):
        ids = [f"{number if one_each else 0}-{place}" for place in range(len(row))]
        items |= {id_: Item(id_, place + 1, id_) for place, id_ in enumerate(ids)}
        form = f"form {number if one_each else 0}"
        responses = {id_: Response(mark, 1) for id_, mark in zip(ids, row, strict=True)}
        scripts.append(Script(number, form, responses))
    return Test(list(items.values()), scripts)


RIGHT_OR_WRONG = [[1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]


def test_one_paper_for_all_is_told_by_kuder_and_richardson() -> None:
    found = reliability.of_test(sat(RIGHT_OR_WRONG), 30)
    assert (found.method, found.items, found.scripts) == ("kr20", 4, 5)
    assert found.coefficient == pytest.approx(0.8)
    assert found.error == pytest.approx(30 * math.sqrt(0.2))


def test_where_one_question_bears_more_marks_it_is_alpha() -> None:
    """Kuder and Richardson's formula is of items that all count alike."""
    plain = sat(RIGHT_OR_WRONG)
    heavy = [
        Script(one.candidate, one.form, {**one.responses, "0-1": Response(2 * one.responses["0-1"].marks, 2)})
        for one in plain.scripts
    ]
    found = reliability.of_test(Test(plain.items, heavy), 30)
    assert found.method == "alpha"
    assert found.coefficient == pytest.approx(reliability.alpha([[a, 2 * b, c, d] for a, b, c, d in RIGHT_OR_WRONG]))


def test_a_paper_for_each_is_told_by_items_nested_in_persons() -> None:
    found = reliability.of_test(sat(RIGHT_OR_WRONG, one_each=True), 30)
    assert (found.method, found.items, found.scripts) == ("nested", 4, 5)
    assert found.coefficient == reliability.nested(RIGHT_OR_WRONG)
    alone = reliability.of_test(sat(RIGHT_OR_WRONG), 30).coefficient
    assert found.coefficient is not None
    assert alone is not None
    # How papers differ in difficulty is error here, and none where all had the same one.
    assert found.coefficient < alone


def test_a_question_that_does_not_count_for_somebody_is_left_out_of_the_table() -> None:
    test = sat(RIGHT_OR_WRONG)
    del test.scripts[0].responses["0-3"]  # type: ignore[attr-defined]
    items, rows = reliability.table(test)
    assert items == ["0-0", "0-1", "0-2"]
    assert rows == [row[:3] for row in RIGHT_OR_WRONG]
