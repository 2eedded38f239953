"""The files of an uploaded zip, read in memory within bounds: nothing is written to disk, and no name is trusted."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import Final

from django.utils.translation import gettext as _

from exams.bank.interchange.item import BrokenUpload

LARGEST_FILE: Final = 8 * 1024 * 1024
"""Bytes of one file when unpacked; the manifest of 2,000 of our questions has about four million."""
LARGEST: Final = 100 * 1024 * 1024
"""Bytes of all of them together."""
MOST_FILES: Final = 6000
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    RuntimeError,
    NotImplementedError,
    EOFError,
    OSError,
    ValueError,
)
"""What unpacking a damaged or encrypted file raises."""


class Files:
    """The files of a zip by name. Sizes are counted while they are unpacked: what a zip says of itself may be untrue."""

    def __init__(self, data: bytes) -> None:
        """Raises BrokenUpload for what is no zip, holds too many files, or names one outside itself."""
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            entries = [one for one in self._zip.infolist() if not one.is_dir()]
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
            raise BrokenUpload(_("The zip file cannot be read: %s.") % error) from error
        if len(entries) > MOST_FILES:
            raise BrokenUpload(_("It has more than %d files; split it.") % MOST_FILES)
        self._entries: dict[str, zipfile.ZipInfo] = {}
        for entry in entries:
            name = _safe(entry.filename)
            if name in self._entries:
                raise BrokenUpload(_("It holds the file %s twice.") % name)
            self._entries[name] = entry
        self._unpacked = 0

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def read(self, name: str) -> bytes:
        """The file. Raises KeyError where there is none, BrokenUpload where it cannot be unpacked within bounds."""
        entry = self._entries[name]
        try:
            with self._zip.open(entry) as packed:
                data = packed.read(LARGEST_FILE + 1)
        except _BROKEN as error:
            raise BrokenUpload(
                _("Its file %(name)s cannot be unpacked: %(why)s.") % {"name": name, "why": error}
            ) from error
        self._unpacked += len(data)
        if len(data) > LARGEST_FILE:
            raise BrokenUpload(_("Its file %(name)s is larger than %(most)d MiB.") % _bound(name, LARGEST_FILE))
        if self._unpacked > LARGEST:
            raise BrokenUpload(_("Its files are larger than %(most)d MiB together.") % _bound(name, LARGEST))
        return data


def _bound(name: str, most: int) -> dict[str, object]:
    return {"name": name, "most": most // 1024 // 1024}


def _safe(name: str) -> str:
    """The name, which must lead to a place inside the package."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
        raise BrokenUpload(_("It refers to a file outside itself: %s.") % name[:200])
    return str(path)
