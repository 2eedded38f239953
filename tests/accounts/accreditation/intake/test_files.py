"""Files as they are read, and what is refused with what to do."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.accreditation.intake import files

PLAIN = "Name,Level\r\nZoë Müller,Club\r\n"


class TestReading:
    @pytest.mark.parametrize(
        ("data", "encoding"),
        [
            (PLAIN.encode(), "utf-8"),
            (PLAIN.encode("utf-8-sig"), "utf-8-sig"),
            (PLAIN.encode("cp1252"), "cp1252"),
        ],
    )
    def test_it_says_how_the_letters_were_written(self, data: bytes, encoding: str) -> None:
        sheet = files.read("register.csv", data)
        assert sheet.encoding == encoding
        assert sheet.headings == ["Name", "Level"]
        assert sheet.lines == [(2, ["Zoë Müller", "Club"])]

    @pytest.mark.parametrize("sign", [",", ";", "\t"])
    def test_it_finds_the_separator(self, sign: str) -> None:
        sheet = files.read("register.txt", f"Name{sign}Level\nLowe{sign}Club\n".encode())
        assert (sheet.delimiter, sheet.lines) == (sign, [(2, ["Lowe", "Club"])])

    def test_lines_have_the_numbers_that_an_editor_shows(self) -> None:
        sheet = files.read("r.csv", b'sep=;\nName;Club\n\n"Two\nlines";A\nLowe;B\n')
        assert [number for number, _cells in sheet.lines] == [4, 6]


class TestRefusing:
    @pytest.mark.parametrize(
        ("name", "data", "code", "word"),
        [
            ("r.ods", b"PK\x03\x04", "spreadsheet", "save it as CSV"),
            ("r.csv", b"PK\x03\x04rest", "kind", "save it as CSV"),
            ("r.csv", b"\xd0\xcf\x11\xe0", "kind", "save it as CSV"),
            ("r.csv", b"Name,Level\nLo\x00we,Club", "kind", "save it as CSV"),
            ("r.pdf", b"%PDF-1.7", "ending", "save it as CSV"),
            ("r.csv", "Name,Level\n".encode("utf-16"), "utf_16", "CSV UTF-8"),
            ("r.csv", b"Name,Level\nLowe,Club\nM\x81ller,Club", "encoding", "line 3"),
            ("r.csv", b"", "empty", "no lines"),
            ("r.csv", b"Name,Level\n\n", "empty", "no lines"),
            ("r.csv", b"Name\nLowe\n", "single", "single column"),
            ("r.csv", b'Name,Level\nLowe,Club\n"Lowe,Club\n', "quotes", "Line 3"),
            ("r.csv", b"Name,Level\n" + b"Lowe,Club\n" * 10_001, "long", "10001"),
            ("r.csv", b"a" * 5_000_001, "large", "5 MB"),
            ("r.csv", b",".join([b"x"] * 61) + b"\n1,2\n", "wide", "61"),
        ],
    )
    def test_it_names_the_thing_and_what_to_do(self, name: str, data: bytes, code: str, word: str) -> None:
        with pytest.raises(ValidationError) as refused:
            files.read(name, data)
        assert refused.value.code == code
        assert word in refused.value.messages[0]


class TestWriting:
    @given(
        st.lists(st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc"))), min_size=2, max_size=2), min_size=1)
    )
    def test_what_goes_out_comes_in_equal_and_is_no_formula(self, rows: list[list[str]]) -> None:
        rows = [["a", *row] for row in rows]
        text = files.written(["one", "two", "three"], rows)
        read = files.read("r.csv", text.encode())
        assert [[files.unescaped(cell) for cell in cells] for _number, cells in read.lines] == rows
        assert not any(files.FORMULA.match(cell) for _number, cells in read.lines for cell in cells)
