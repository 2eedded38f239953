"""Which provisions a text names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.citing import citations

PHRASES = {
    "26B may restrict a lead; see also 72C.": ["26B", "72C"],
    "See 16A1(a) to 16A1(d), 27B1(b) and 30B1(b)(ii).": ["16A1(a)", "16A1(d)", "27B1(b)", "30B1(b)(ii)"],
    "Law 31 takes its place": ["Law 31"],
    "Laws 42 and 43": ["42", "43"],
    "Laws 30, 31 or 32 look to the denomination": ["30", "31", "32"],
    "Law 21 or 47E": ["21", "47E"],
    "Laws 27 and 72C": ["27", "72C"],
    "Law 27B1(a) (but see 27B3)": ["Law 27B1(a)", "27B3"],
    "Laws 61–64": ["61", "64"],
    "Law 26's lead restrictions": ["Law 26"],
    "(7B)": ["7B"],
    "a bid of 2♠ or 1NT, 13 cards, 40 points, 3D♦": [],
    "the Laws provide; Law of the land; law 27": [],
    "B1 above, see (a)": [],
    "in 1927B or x27B or 27Bx": [],
    "27B1(a)(xiv)": ["27B1(a)"],
    "6A to 6D; 7C": ["6A", "6D", "7C"],
    "Club Law 16 and Club Law 23": ["Club Law 16", "Club Law 23"],
    "Appendix 4B to Appendix 4H": ["4B", "4H"],
    "the Proprieties; as Proprieties 1 asks": ["Proprieties 1"],
    "see C following, this Law, footnote 3, 2007 Law 23": [],
}


@pytest.mark.parametrize(("text", "names"), PHRASES.items())
def test_phrases(text: str, names: list[str]) -> None:
    assert [text[found.start : found.end] for found in citations(text)] == names


def test_the_key_of_a_name_is_without_the_word_law() -> None:
    assert [str(found.key) for found in citations("Law 31; Laws 30 and 27B1(a)")] == ["31", "30", "27B1(a)"]


def test_the_key_of_a_place_outside_the_numbered_laws_says_so() -> None:
    text = "Club Law 69A to Club Law 69C, Appendix 4H1"
    assert [str(found.key) for found in citations(text)] == ["Club69A", "Club69C", "Appendix4H1"]


@given(st.text(alphabet=st.sampled_from("Laws 0123459ABab(iv),–or♠\n")))
def test_any_text_can_be_read_and_names_stand_in_order(text: str) -> None:
    edges = [edge for found in citations(text) for edge in (found.start, found.end)]
    assert edges == sorted(edges)
