"""Labels as they come out of printed pages, and the keys to which they lead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws import keys
from laws.sources.loose_labels import LABEL, named, next_of_list, skipped, step


@pytest.mark.parametrize(
    ("here", "label", "key"),
    [
        ("27", "B", "27B"),
        ("27B", "1", "27B1"),
        ("27B1", "a", "27B1(a)"),
        ("27B1(a)", "b", "27B1(b)"),
        ("27B1(a)", "2", "27B2"),
        ("27B1(a)", "C", "27C"),
        ("30B1(b)", "i", "30B1(b)(i)"),
        ("30B1(b)(i)", "ii", "30B1(b)(ii)"),
        ("40B2(a)(iv)", "v", "40B2(a)(v)"),
        ("40B2(a)(v)", "b", "40B2(b)"),
        ("12C2(h)", "i", "12C2(i)"),
        ("Appendix4", "C", "Appendix4C"),
    ],
)
def test_a_label_leads_on_from_where_it_stands(here: str, label: str, key: str) -> None:
    assert str(step(keys.parse(here), label)) == key


@pytest.mark.parametrize(("here", "label"), [("27", "1"), ("27", "a"), ("27B", "a"), ("27B1", "ii"), ("Club", "A")])
def test_a_label_that_has_nothing_to_stand_under_leads_nowhere(here: str, label: str) -> None:
    assert step(keys.parse(here), label) is None


@pytest.mark.parametrize(
    ("text", "label"), [("B. x", "B"), ("12. x", "12"), ("(b) x", "b"), ("b) x", "b"), ("a. x", "a")]
)
def test_labels_are_read_with_lost_brackets_too(text: str, label: str) -> None:
    found = LABEL.match(text)
    assert found
    assert named(found) == label


@pytest.mark.parametrize("text", ["Bx", "A player", "100. x", "0. x", "(bb) x", "e.g. x"])
def test_other_beginnings_are_no_labels(text: str) -> None:
    assert not LABEL.match(text)


@pytest.mark.parametrize(
    ("here", "key", "missing"),
    [
        ("27", "27A", 0),
        ("27", "27C", 2),
        ("27B1", "27B1(a)", 0),
        ("27B1(a)", "27B3", 1),
        ("27B2", "27B2", -1),
        ("27C", "27B", -2),
        ("30B1(b)", "30B1(b)(ii)", 1),
    ],
)
def test_what_is_missing_between_two_provisions_is_counted(here: str, key: str, missing: int) -> None:
    assert skipped(keys.parse(here), keys.parse(key)) == missing


@given(st.sampled_from(["27", "27B", "27B1", "27B1(a)", "27B1(a)(i)"]), st.sampled_from("AC13ac"))
def test_what_skips_none_or_some_comes_later(here: str, label: str) -> None:
    now = keys.parse(here)
    if key := step(now, label):
        assert (skipped(now, key) >= 0) == (key.order > now.order)


@pytest.mark.parametrize(
    ("here", "before", "label", "text", "key"),
    [
        # The number of a paragraph in the place of a letter, the letter of a section in the place of a number.
        ("16B1(a)", "oil is cheap, and", "2", "wax is dear.", "16B1(b)"),
        ("27B1", "it is cut; or", "C", "it is burnt.", "27B2"),
        ("30B1(b)(i)", "by day; and if", "2", "by night.", "30B1(b)(ii)"),
        # The list is over, a sentence begins, or the label goes on with the list.
        ("16B1(a)", "oil is cheap.", "2", "wax is dear.", None),
        ("16B1(a)", "oil is cheap, and", "2", "Wax is dear.", None),
        ("16B1(a)", "oil is cheap, and", "b", "wax is dear.", None),
        # A list of two may be whole, and what stands around it go on.
        ("1A2", "of glass; or", "B", "from a jug.", None),
        ("16B", "where", "1", "oil is cheap.", None),
    ],
)
def test_a_member_of_a_list_under_a_label_that_leaves_the_list(
    here: str, before: str, label: str, text: str, key: str | None
) -> None:
    found = next_of_list(keys.parse(here), before, label, text)
    assert (str(found) if found else None) == key
