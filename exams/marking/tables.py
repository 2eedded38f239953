"""Tables for spreadsheets and other programs, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import HttpResponse


def written(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The table as RFC 4180 says."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def words(text: str) -> str:
    """A cell of words that people wrote, which no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def download(name: str, table: str) -> HttpResponse:
    """A written table to take away as `name`.csv, with a mark of the byte order by which spreadsheets know that it is UTF-8."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return HttpResponse("\ufeff" + table, content_type="text/csv; charset=utf-8", headers=headers)
