"""What a file says: its letters, its separator, its lines. Knows nothing of registers; and how a file is written again.

A spreadsheet program reads a cell that begins with = + - @ as a formula. Such a cell goes out behind an apostrophe, which
`unescaped` takes away again; a cell that begins with apostrophes before such a sign gets one more, so nothing is lost.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MOST_BYTES = 5_000_000
MOST_LINES = 10_000
MOST_COLUMNS = 60
DELIMITERS = (",", ";", "\t")
ENDINGS = frozenset({".csv", ".txt", ".tsv"})
# Those that we cannot read; `workbook` reads .xlsx.
SPREADSHEETS = frozenset({".xls", ".xlsm", ".ods", ".numbers"})
BOM = b"\xef\xbb\xbf"
# How files begin that are no text: a spreadsheet of today or any other archive, an old one, a PDF, pictures.
SIGNATURES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf")
UTF_16 = (b"\xff\xfe", b"\xfe\xff")

FORMULA = re.compile(r"[=+\-@\t\r]")
ESCAPED = re.compile(r"'+[=+\-@\t\r]")
TO_ESCAPE = re.compile(r"'*[=+\-@\t\r]")


@dataclass(frozen=True)
class Sheet:
    """A file as it was read. encoding: utf-8, utf-8-sig, cp1252 or xlsx. lines: each with the number of its first line there.

    delimiter is empty, and name the name of the sheet, where it was a spreadsheet.
    """

    encoding: str
    delimiter: str
    headings: list[str]
    lines: list[tuple[int, list[str]]]
    name: str = ""


def read(name: str, data: bytes) -> Sheet:
    """Read a file with a heading and lines. Raises ValidationError with what is wrong and what to do."""
    _must_be_text(name, data)
    encoding, text = _decoded(data)
    start = 1
    if text[:4].lower() == "sep=" and text[4:5] in DELIMITERS:
        # A note that spreadsheet programs leave to themselves.
        text, start = text.partition("\n")[2], 2
    delimiter = _delimiter(text)
    return as_sheet(encoding, delimiter, list(_rows(text, delimiter, start)))


def as_sheet(encoding: str, delimiter: str, rows: list[tuple[int, list[str]]], name: str = "") -> Sheet:
    """Rows with their headings, if they are neither too few nor too many. Raises ValidationError."""
    if len(rows) < 2:
        raise ValidationError(
            _("There are no lines below the headings. The first line names the columns; each line below is one award."),
            "empty",
        )
    if len(rows) - 1 > MOST_LINES:
        raise ValidationError(
            _("The file has %(found)s lines; at most %(most)s can be read at once. Split it into several files."),
            "long",
            {"found": len(rows) - 1, "most": MOST_LINES},
        )
    headings = [cell.strip() for cell in rows[0][1]]
    if len(headings) > MOST_COLUMNS:
        raise ValidationError(
            _("The file has %(found)s columns; at most %(most)s can be read. Leave out those that nobody needs."),
            "wide",
            {"found": len(headings), "most": MOST_COLUMNS},
        )
    return Sheet(encoding, delimiter, headings, rows[1:], name)


def _must_be_text(name: str, data: bytes) -> None:
    ending = PurePath(name).suffix.lower()
    save = _("Open it in your spreadsheet program, save it as CSV or .xlsx, and send that file.")
    if len(data) > MOST_BYTES:
        raise ValidationError(_("The file is larger than 5 MB. Split it into several files."), "large")
    if ending in SPREADSHEETS:
        raise ValidationError(
            _("“%(name)s” is a spreadsheet of a kind that we cannot read. ") % {"name": name} + save, "spreadsheet"
        )
    if ending not in ENDINGS:
        raise ValidationError(
            _("“%(name)s” does not end in .csv, .tsv, .txt or .xlsx. ") % {"name": name} + save, "ending"
        )
    if data.startswith(UTF_16):
        raise ValidationError(
            _("The file is written in UTF-16. Save it as “CSV UTF-8” in your spreadsheet program."), "utf_16"
        )
    if data.startswith(SIGNATURES) or b"\x00" in data:
        raise ValidationError(_("“%(name)s” is not the text file that its name says. ") % {"name": name} + save, "kind")


def _decoded(data: bytes) -> tuple[str, str]:
    encoding = "utf-8-sig" if data.startswith(BOM) else "utf-8"
    try:
        return encoding, data.decode(encoding)
    except UnicodeDecodeError as broken:
        at = broken.start + (len(BOM) if encoding == "utf-8-sig" else 0)
        if encoding == "utf-8":
            try:
                return "cp1252", data.decode("cp1252")
            except UnicodeDecodeError as also:
                at = also.start
    raise ValidationError(
        _(
            "The letters in line %(line)s cannot be read: the file is neither UTF-8 nor Windows-1252. Save it as “CSV UTF-8”."
        ),
        "encoding",
        {"line": data.count(b"\n", 0, at) + 1},
    )


def _delimiter(text: str) -> str:
    """The separator that splits the headings into the most columns."""
    first = text.lstrip("\r\n").split("\n", 1)[0]
    found = max(DELIMITERS, key=lambda one: len(next(csv.reader([first], delimiter=one), [])))
    if first.strip() and found not in first:
        raise ValidationError(
            _("The first line has a single column: “%(line)s”. Separate the columns by commas, semicolons or tabs."),
            "single",
            {"line": first.strip()[:60]},
        )
    return found


def _rows(text: str, delimiter: str, start: int) -> Iterable[tuple[int, list[str]]]:
    """The lines that have something in them. A cell with line ends takes several lines of the file; the first counts."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        at = reader.line_num + start
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as broken:
            raise ValidationError(
                _(
                    "Line %(line)s cannot be read: a quotation mark is open or out of place there. Correct it and send the "
                    "file again."
                ),
                "quotes",
                {"line": at},
            ) from broken
        if any(cell.strip() for cell in cells):
            yield at, cells


def unescaped(cell: str) -> str:
    """A cell without the apostrophe that `escaped` put before it."""
    return cell[1:] if ESCAPED.match(cell) else cell


def escaped(cell: str) -> str:
    """A cell that no spreadsheet program takes for a formula."""
    return f"'{cell}" if TO_ESCAPE.match(cell) else cell


def written(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Lines as CSV, with every cell escaped; the same can be read back with `read`."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([escaped(cell) for cell in headings])
    writer.writerows([escaped(cell) for cell in row] for row in rows)
    return out.getvalue()
