"""Tables for spreadsheets and other programs, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import HttpResponse

from exams.marking.statistics.scripts import Test


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


# ---
# What candidates and questions made of a paper. Candidates stand under their numbers; no table holds a name


COLUMNS = (
    "number",
    "id",
    "question",
    "topic",
    "kind",
    "out_of",
    "taken",
    "facility",
    "deviation",
    "discrimination",
    "upper_lower",
    "omitted",
    "seconds",
    "reliability_without",
)


def items_table(report: Mapping[str, Any]) -> str:
    """A row for each question of the report: its figures, its picks as `a:12 b:3`, and the codes of its reasons."""
    rows = [
        [
            *(_figure(row[column]) for column in COLUMNS),
            " ".join(f"{pick['answer']}:{pick['count']}" for pick in row["picks"]) if row["offers"] else "",
            " ".join(reason["code"] for reason in row["reasons"]),
            words(row["opening"]),
        ]
        for row in report.get("items", [])
    ]
    return written([*COLUMNS, "picks", "reasons", "opening"], rows)


def candidates_table(test: Test) -> str:
    """A row for each candidate: what was earned of the whole paper."""
    rows = [
        [
            script.candidate,
            _figure(script.marks),
            script.out_of,
            _figure(100 * script.share),
            "yes" if script.passed else "no",
            sum(response.answer is None for response in script.responses.values()),
        ]
        for script in sorted(test.scripts, key=lambda one: one.candidate)
    ]
    return written(["candidate", "marks", "out_of", "percent", "passed", "omitted"], rows)


def marks_table(test: Test) -> str:
    """A row for each candidate and a column for each question, named by its version; empty where it was not met."""
    rows = [
        [
            script.candidate,
            *(_figure(script.responses[item.id].marks) if item.id in script.responses else "" for item in test.items),
        ]
        for script in sorted(test.scripts, key=lambda one: one.candidate)
    ]
    return written(["candidate", *(item.id for item in test.items)], rows)


def _figure(value: Any) -> Any:
    """A number as short as it can be told exactly enough; nothing for what cannot be told."""
    if isinstance(value, float):
        return int(value) if value == int(value) else round(value, 4)
    return "" if value is None else value
