"""What a spreadsheet file (.xlsx) says: the lines of one of its sheets, as if they had come as CSV.

The file comes from anybody who may import, and is untrusted: its size is limited packed and unpacked, and nothing in it is
calculated. A formula counts as the value that was saved with it; one without a value stays a formula, so that the line is
flagged as in a CSV file.
"""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

import openpyxl
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.accreditation.intake.files import MOST_BYTES, MOST_COLUMNS, MOST_LINES, Sheet, as_sheet

ENDING = ".xlsx"
MOST_UNPACKED = 50_000_000
MOST_PARTS = 1000
LAST_ROW = 1_048_576
"""Of any sheet. A file that counts its rows further is made to keep us busy."""
NAMED = 8
"""So many sheets are named in a refusal."""


def read(name: str, data: bytes, sheet: str = "") -> Sheet:
    """Read a sheet of a spreadsheet: the named one, or the first that is not hidden.

    Raises ValidationError with what is wrong and what to do.
    """
    if len(data) > MOST_BYTES:
        raise ValidationError(_("The file is larger than 5 MB. Split it into several files."), "large")
    try:
        _must_be_small(data)
        values = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        titles = [one.title for one in values.worksheets]
        chosen = _chosen(values, sheet)
        formulas = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False).worksheets[
            titles.index(chosen.title)
        ]
        rows = list(_rows(chosen, formulas))
    except ValidationError:
        raise
    except Exception as broken:
        # The library answers a broken or hostile file with whatever error its parsing runs into.
        save = _("Open it in your spreadsheet program, save it as CSV, and send that file.")
        raise ValidationError(
            _("“%(name)s” cannot be read as a spreadsheet. ") % {"name": name} + save, "broken"
        ) from broken
    return as_sheet("xlsx", "", rows, chosen.title)


def _must_be_small(data: bytes) -> None:
    """Refuse what would unpack to very much. The library never unpacks more of a part than is declared here."""
    parts = zipfile.ZipFile(io.BytesIO(data)).infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise ValidationError(
            _(
                "Unpacked, the file is larger than 50 MB. Copy the register alone into a new file, without formats or pictures."
            ),
            "unpacked",
        )


def _chosen(values: Any, sheet: str) -> Any:
    shown = [one for one in values.worksheets if one.sheet_state == "visible"]
    wanted = sheet.strip().casefold()
    found = [one for one in values.worksheets if one.title.strip().casefold() == wanted] if wanted else shown
    if not found:
        raise ValidationError(
            _("There is no sheet “%(sheet)s” in the file. It has: %(sheets)s.")
            % {"sheet": sheet, "sheets": ", ".join(one.title for one in shown[:NAMED])},
            "sheet",
        )
    return found[0]


def _rows(values: Any, formulas: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows that have something in them, each with its number; one more than may be, so that too many are noticed."""
    found = 0
    for number, (row, written) in enumerate(zip(_cells(values), _cells(formulas), strict=False), 1):
        cells = [_text(value, formula) for value, formula in zip(row, written, strict=False)]
        if any(cell.strip() for cell in cells):
            while not cells[-1].strip():
                cells.pop()
            yield number, cells
            found += 1
            if found > MOST_LINES + 1:
                return


def _cells(sheet: Any) -> Iterable[Any]:
    # What a sheet says of its own size is often wrong.
    sheet.reset_dimensions()
    rows: Iterable[Any] = sheet.iter_rows(max_row=LAST_ROW, max_col=MOST_COLUMNS + 1)
    return rows


def _text(cell: Any, written: Any) -> str:
    """A cell as CSV would have it; a formula whose value is missing or an error, as the formula."""
    value = cell.value
    if written.data_type == "f" and (value is None or cell.data_type == "e"):
        formula = str(written.value)
        return formula if formula.startswith("=") else f"={formula}"
    if cell.data_type == "e":
        return f"={value}"
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ", "minutes")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
