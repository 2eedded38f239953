"""Files that can be read, and files that cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from laws.sources import law_text, notes
from laws.sources.formats import FORMATS, UnknownFormatError, UnreadableFileError, read_lines, recognise
from tests.laws.sources.test_law_text import BOOK
from tests.laws.sources.test_notes import NOTES


@pytest.mark.parametrize(("text", "reader"), [(BOOK, law_text), (NOTES, notes)], ids=["law-text", "notes"])
def test_one_reader_takes_each_document(text: str, reader: object) -> None:
    lines = text.splitlines()
    assert recognise(lines) is reader
    assert [one.FORMAT for one in FORMATS if one.recognises(lines)] == [recognise(lines).FORMAT]


def test_no_two_formats_share_a_name() -> None:
    names = [reader.FORMAT for reader in FORMATS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("text", ["", "A letter to the keeper.", "Law 1: Baskets\n\nA. Lids", "# Baskets\n\n- one"])
def test_an_unknown_format_is_refused_by_name(text: str) -> None:
    with pytest.raises(UnknownFormatError, match=r"none of the known formats: law-text, notes"):
        recognise(text.splitlines())


def test_a_document_of_two_formats_is_refused() -> None:
    with pytest.raises(UnknownFormatError, match="looks like law-text and notes at once"):
        recognise([*BOOK.splitlines(), *NOTES.splitlines()])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"good\nL\xe1d\n", "market.txt is not UTF-8: byte 6 (in line 2) is 0xe1"),
        ("Lid".encode("utf-16"), "market.txt is not UTF-8: byte 0 (in line 1) is 0xff"),
        (b"%PDF\n\0\1", "market.txt is not a text file: byte 5 is zero"),
        (b" \n\n", "market.txt is empty"),
        (b"", "market.txt is empty"),
    ],
)
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    file = tmp_path / "market.txt"
    file.write_bytes(data)
    with pytest.raises(UnreadableFileError) as refused:
        read_lines(file)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("name", ["missing.txt", "."])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableFileError, match="cannot be read: "):
        read_lines(tmp_path / name)


def test_lines_are_counted_as_editors_count_them(tmp_path: Path) -> None:
    file = tmp_path / "market.txt"
    file.write_bytes(b"\xef\xbb\xbfLid\r\nof\x0cwicker\r\n\nend\n")
    assert read_lines(file) == ["Lid", "of\x0cwicker", "", "end"]
