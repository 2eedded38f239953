"""Verification codes survive being read aloud, typed and copied."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.accreditation.codes import ALPHABET, LENGTH, new_code, read_code

plain_codes = st.text(ALPHABET, min_size=20, max_size=20)


def test_a_code_is_four_groups_of_five_without_letters_to_misread() -> None:
    code = new_code()
    assert re.fullmatch(r"(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}", code)
    assert len(code) == LENGTH


def test_no_two_codes_are_the_same() -> None:
    assert len({new_code() for _ in range(1000)}) == 1000


@given(plain_codes, st.data())
def test_it_reads_a_code_however_it_was_typed(plain: str, data: st.DataObject) -> None:
    code = "-".join(plain[start : start + 5] for start in range(0, 20, 5))
    typed = plain
    for digit, letters in {"1": "iIlL1", "0": "oO0"}.items():
        typed = re.sub(digit, lambda _: data.draw(st.sampled_from(letters)), typed)  # noqa: B023  called at once
    typed = "".join(char + data.draw(st.sampled_from(["", "", "-", " "])) for char in typed)
    typed = data.draw(st.sampled_from([typed.lower(), typed.upper(), typed]))
    assert read_code(f" {typed} ") == code


@given(plain_codes)
def test_reading_what_was_read_changes_nothing(plain: str) -> None:
    code = read_code(plain)
    assert code is not None
    assert read_code(code) == code


@given(st.text())
def test_any_text_is_a_code_or_nothing(text: str) -> None:
    code = read_code(text)
    assert code is None or (len(code) == LENGTH and read_code(code) == code)


@pytest.mark.parametrize("text", ["", "7K3QX", "U" * 20, "7K3QX-0M2VB-9ZTRD-4H8NC-1", "7K3QX/0M2VB/9ZTRD/4H8NC"])
def test_it_refuses_what_is_no_code(text: str) -> None:
    assert read_code(text) is None
