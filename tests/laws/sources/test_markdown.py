"""Markdown cut into blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.sources.markdown import Kind, blocks, plain


def cut(text: str) -> list[tuple[str, tuple[str, ...], int, int]]:
    return [(one.kind.value, one.pieces, one.lines.first, one.lines.last) for one in blocks(text.split("\n"))]


def test_a_block_begins_at_every_heading_rule_bullet_label_and_row() -> None:
    assert cut("## **Fog**\nWet\nand cold.\n- A. One\n1. Two\n  more\n- · odd\na\tb\nc\td\n---\n\nEnd") == [
        ("heading", ("**Fog**",), 1, 1),
        ("text", ("Wet", "and cold."), 2, 3),
        ("item", ("A. One",), 4, 4),
        ("item", ("1. Two", "more"), 5, 6),
        ("item", ("odd",), 7, 7),
        ("row", ("a\tb",), 8, 8),
        ("row", ("c\td",), 9, 9),
        ("rule", ("---",), 10, 10),
        ("text", ("End",), 12, 12),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("**Fog** <b><u>here</u></b>", "Fog here"),
        ("[Law 8 on page 3](#page-3)", "Law 8 on page 3"),
        ("dim\\*", "dim*"),
        ("a\xa0b", "a b"),
        ("[see Law 8]", "[see Law 8]"),
    ],
)
def test_plain_text_has_no_marks(text: str, words: str) -> None:
    assert plain(text) == words


@given(st.lists(st.text(max_size=12).map(lambda text: text.replace("\n", " "))))
def test_every_line_that_is_not_blank_is_in_one_block(lines: list[str]) -> None:
    found = [number for one in blocks(lines) for number in range(one.lines.first, one.lines.last + 1)]
    assert found == [number for number, line in enumerate(lines, 1) if line.strip()]
    assert {one.kind for one in blocks(lines)} <= set(Kind)
