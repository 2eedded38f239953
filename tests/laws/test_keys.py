"""Keys: their spelling, their order, their parents, and what people type for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws import keys
from laws.keys import Key


@st.composite
def some_key(draw: st.DrawFn) -> Key:
    """Any key, of any depth."""
    depth = draw(st.integers(1, 5))
    return Key(
        law=draw(st.integers(1, 99)),
        section=draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) if depth > 1 else "",
        paragraph=draw(st.integers(1, 99)) if depth > 2 else 0,
        item=draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz")) if depth > 3 else "",
        point=draw(st.integers(1, len(keys.ROMAN))) if depth > 4 else 0,
    )


@given(some_key())
def test_a_key_survives_being_written_and_read(key: Key) -> None:
    assert keys.parse(str(key)) == key


@given(some_key())
def test_a_key_is_understood_without_capitals_and_brackets(key: Key) -> None:
    assert keys.read_loosely(str(key).lower().replace("(", " ").replace(")", "")) == key


@given(some_key(), some_key())
def test_the_order_is_that_of_the_parts(one: Key, other: Key) -> None:
    def parts(key: Key) -> tuple[int, str, int, str, int]:
        return (key.law, key.section, key.paragraph, key.item, key.point)

    assert (one.order < other.order) == (parts(one) < parts(other))


@given(some_key())
def test_parents_come_first_and_are_one_part_shorter(key: Key) -> None:
    above = key.ancestors
    assert [one.depth for one in above] == list(range(1, key.depth))
    assert [one.order for one in (*above, key)] == sorted(one.order for one in (*above, key))
    assert all(str(key).startswith(str(one)) for one in above)


@given(st.text())
def test_no_text_makes_the_loose_reader_fail(text: str) -> None:
    key = keys.read_loosely(text)
    assert key is None or keys.parse(str(key)) == key


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("27", "27"),
        ("27b", "27B"),
        ("27b1a", "27B1(a)"),
        ("27 b 1 (a)", "27B1(a)"),
        ("27B1(a)", "27B1(a)"),
        ("27.b.1.a", "27B1(a)"),
        ("law 27", "27"),
        ("Law 27B", "27B"),
        ("LAWS 9", "9"),
        ("L27B1a", "27B1(a)"),
        ("l 27", "27"),
        ("§ 16c2", "16C2"),
        ("30b1bii", "30B1(b)(ii)"),
        ("30B1(b)(ii)", "30B1(b)(ii)"),
        ("90b1i", "90B1(i)"),
        (" 72-C ", "72C"),
    ],
)
def test_what_people_type(typed: str, meant: str) -> None:
    assert str(keys.read_loosely(typed)) == meant


@pytest.mark.parametrize("typed", ["", "0", "27B0", "100", "1nt", "insufficient bid", "27b1abc", "b1", "27ab", "٢٧"])
def test_what_is_not_a_key(typed: str) -> None:
    assert keys.read_loosely(typed) is None


@pytest.mark.parametrize("text", ["27b", "27B1a", "27B1(a)(xiv)", "27 B", "027", "27B1(a) ", "27\n", "٢٧"])
def test_a_key_has_one_spelling(text: str) -> None:
    with pytest.raises(ValueError, match="not a key"):
        keys.parse(text)
