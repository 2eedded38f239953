"""A document as it comes in: its lines, what a reader made of them, and the digest of the file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from laws.sources.formats import read_lines, recognise
from laws.sources.reading import Reading


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read. `sha256` is that of its bytes, in hexadecimal; `lines` are what its line numbers count."""

    format: str
    sha256: str
    lines: list[str]
    reading: Reading


def read_document(path: Path) -> Document:
    """Read a file; UnreadableFileError or UnknownFormatError of laws.sources.formats says what to do when it cannot be."""
    lines = read_lines(path)
    reader = recognise(lines)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Document(reader.FORMAT, digest, lines, reader.read(lines))
