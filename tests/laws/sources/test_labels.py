"""Which key a label makes depends on the key before it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws import keys
from laws.sources import labels


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("A. Lids", (["A"], "Lids")),
        ("C. ", (["C"], "")),
        ("12. Weigh it.", (["12"], "Weigh it.")),
        ("2.    (a)     Look.", (["2", "(a)"], "Look.")),
        ("1.(a) Look.", (["1", "(a)"], "Look.")),
        ("(g) (i)    to weigh", (["(g)", "(i)"], "to weigh")),
        ("(a) (b) are both meant", (["(a)", "(b)"], "are both meant")),
        ("A. B. and C. meet", (["A"], "B. and C. meet")),
        ("(lids) are round", ([], "(lids) are round")),
        ("10... (1C) 1C", ([], "10... (1C) 1C")),
        ("3.5 baskets", ([], "3.5 baskets")),
        ("A basket", ([], "A basket")),
    ],
)
def test_labels_are_cut_off_the_line(line: str, found: tuple[list[str], str]) -> None:
    assert labels.split(line) == found


@pytest.mark.parametrize(
    ("now", "label", "key"),
    [
        ("5", "A", "5A"),
        ("5A", "1", "5A1"),
        ("5A1", "2", "5A2"),
        ("5A1(b)(ii)", "2", "5A2"),
        ("5A1(b)(ii)", "B", "5B"),
        ("5A1", "(a)", "5A1(a)"),
        ("5A1(a)", "(i)", "5A1(a)(i)"),
        ("5A1(a)(i)", "(ii)", "5A1(a)(ii)"),
        ("5A1(a)(ii)", "(b)", "5A1(b)"),
        ("5A1(h)", "(i)", "5A1(i)"),
        ("5", "B", ""),
        ("5", "1", ""),
        ("5A", "2", ""),
        ("5A2", "2", ""),
        ("5A1", "(i)", ""),
        ("5A1", "(b)", ""),
        ("5Z", "A", ""),
    ],
)
def test_a_label_continues_the_numbering_or_does_not(now: str, label: str, key: str) -> None:
    step = labels.step(keys.parse(now), label)
    assert (str(step.key) if step else "") == key


def test_the_label_behind_it_tells_an_i_from_a_one() -> None:
    now = keys.parse("5A1(h)")
    letter, numeral = labels.step(now, "(i)", "(j)"), labels.step(now, "(i)", "(ii)")
    assert letter and str(letter.key) == "5A1(i)"
    assert numeral and str(numeral.key) == "5A1(h)(i)"


def test_a_second_point_without_a_first_says_so() -> None:
    step = labels.step(keys.parse("5A1(g)"), "(ii)")
    assert step and step.lost_first and str(step.key) == "5A1(g)(ii)"


@given(
    st.lists(st.sampled_from(["A", "B", "1", "2", "3", "(a)", "(b)", "(h)", "(i)", "(ii)", "(iii)"]), max_size=30),
    st.integers(min_value=1, max_value=99),
)
def test_steps_only_go_forward(row: list[str], law: int) -> None:
    now = keys.Key(law=law)
    for label in row:
        if step := labels.step(now, label):
            assert step.key.order > now.order
            assert keys.parse(str(step.key)) == step.key
            now = step.key
