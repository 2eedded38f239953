"""Which formats can be read, and which of them a file has."""

from __future__ import annotations

from pathlib import Path

from laws.sources import flow_charts, law_text, notes, rubber, slides
from laws.sources.reading import Reader

# In this order they are asked; each recognises its own format and no other.
FORMATS: tuple[Reader, ...] = (
    law_text,
    notes,
    rubber,
    slides,
    flow_charts,
)


class UnreadableFileError(Exception):
    """The file is no text in UTF-8. The message names the file and the place."""


class UnknownFormatError(Exception):
    """No reader knows the format. The message says which formats there are."""


def read_lines(path: Path) -> list[str]:
    """The lines of a document; UnreadableFileError when it is missing, empty, binary or not UTF-8."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(f"{path.name} cannot be read: {error.strerror or error}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableFileError(
            f"{path.name} is not UTF-8: byte {error.start} (in line {line}) is 0x{data[error.start]:02x}."
            " Save the document in UTF-8 first."
        ) from error
    if (at := data.find(b"\0")) >= 0:
        raise UnreadableFileError(
            f"{path.name} is not a text file: byte {at} is zero. Convert the document to plain text in UTF-8 first."
        )
    if not text.strip():
        raise UnreadableFileError(f"{path.name} is empty")
    # Only what editors count as line ends; a form feed or a line separator inside a line stays where it is.
    return text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")


def recognise(lines: list[str]) -> Reader:
    """The reader of these lines; UnknownFormatError when there is none, or when more than one would take them."""
    readers = [reader for reader in FORMATS if reader.recognises(lines)]
    known = ", ".join(reader.FORMAT for reader in FORMATS)
    if not readers:
        raise UnknownFormatError(f"The document has none of the known formats: {known}.")
    if len(readers) > 1:
        found = " and ".join(reader.FORMAT for reader in readers)
        raise UnknownFormatError(f"The document looks like {found} at once; it cannot be told which it is.")
    return readers[0]
