"""That every remark of the detailed notes is in the commentary, for those who have the notes."""

from __future__ import annotations

from laws.sources import notes
from tests.laws.sources import whole


def test_every_line_of_every_remark_is_digested() -> None:
    reading = notes.read(lines := whole.document("notes"))
    digested = {
        line
        for remark in whole.digest("duplicate-2017").remarks
        if remark.document == "notes-2017" and remark.lines
        for line in range(remark.lines[0], remark.lines[1] + 1)
    }
    assert reading.remarks
    lacking = [
        line
        for remark in reading.remarks
        for line in range(remark.lines.first, remark.lines.last + 1)
        if line not in digested and lines[line - 1].strip()
    ]
    assert lacking == []
