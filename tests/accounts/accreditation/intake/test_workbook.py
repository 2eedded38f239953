"""Spreadsheets as they are read, and what is refused with what to do."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from typing import Any

import openpyxl
import pytest
from django.core.exceptions import ValidationError

from accounts.accreditation.intake import services, workbook
from accounts.accreditation.models import Intake, IntakeLine, Level
from accounts.models import Body, User
from tests.accounts.accreditation.intake.conftest import line_of


def packed(*rows: list[Any], **others: list[list[Any]]) -> bytes:
    """A spreadsheet whose first sheet has these rows, with more sheets by their names."""
    made = openpyxl.Workbook()
    made.active.title = "Directors"
    for row in rows:
        made.active.append(row)
    for title, lines in others.items():
        sheet = made.create_sheet(title)
        for line in lines:
            sheet.append(line)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """The same file with one part replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        new.writestr(name, content)
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


class TestReading:
    def test_cells_say_what_csv_would_say(self) -> None:
        # A spreadsheet knows no time zones.
        moment = dt.datetime(2027, 1, 2, 3, 4)  # noqa: DTZ001
        row = ["Zoë Müller", 12345, 1.5, dt.date(2027, 12, 31), moment, True, None]
        sheet = workbook.read("r.xlsx", packed(["Name", "No", "x", "Until", "At", "Yes", "Club"], row))
        assert sheet.lines == [(2, ["Zoë Müller", "12345", "1.5", "2027-12-31", "2027-01-02 03:04", "TRUE"])]
        assert (sheet.encoding, sheet.delimiter, sheet.name) == ("xlsx", "", "Directors")

    def test_lines_have_the_numbers_of_the_sheet(self) -> None:
        sheet = workbook.read("r.xlsx", packed([], ["Name", "Level"], [], ["", " "], ["Lowe", "Club"]))
        assert (sheet.headings, sheet.lines) == (["Name", "Level"], [(5, ["Lowe", "Club"])])

    def test_the_named_sheet_is_read(self) -> None:
        data = packed(["A", "B"], [1, 2], Old=[["Name", "Level"], ["Lowe", "Club"]])
        assert workbook.read("r.xlsx", data, " old ").headings == ["Name", "Level"]
        assert workbook.read("r.xlsx", data).headings == ["A", "B"]

    def test_a_hidden_sheet_is_not_the_first(self) -> None:
        made = openpyxl.load_workbook(
            io.BytesIO(packed(["A", "B"], [1, 2], Shown=[["Name", "Level"], ["Lowe", "Club"]]))
        )
        made.worksheets[0].sheet_state = "hidden"
        out = io.BytesIO()
        made.save(out)
        assert workbook.read("r.xlsx", out.getvalue()).name == "Shown"

    def test_a_formula_is_the_value_saved_with_it(self) -> None:
        rows = (
            b'<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>No</t></is></c></row>'
            b'<row r="2"><c r="A2" t="str"><f>B2&amp;"x"</f><v>Lowe</v></c><c r="B2"><f>1+1</f><v>2</v></c></row>'
            b'<row r="3"><c r="A3"><f>C9</f></c><c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
        )
        content = (
            b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
            + rows
            + b"</sheetData></worksheet>"
        )
        sheet = workbook.read("r.xlsx", with_part(packed(["x", "y"]), SHEET, content))
        assert sheet.lines == [(2, ["Lowe", "2"]), (3, ["=C9", "=1/0"])]


class TestRefusing:
    @pytest.mark.parametrize(
        ("data", "sheet", "code", "word"),
        [
            (b"PK\x03\x04", "", "broken", "save it as CSV"),
            (b"Name,Level\nLowe,Club\n", "", "broken", "save it as CSV"),
            (b"\xd0\xcf\x11\xe0", "", "broken", "save it as CSV"),
            (packed(["Name", "Level"]), "", "empty", "no lines"),
            (packed(["Name", "Level"], ["Lowe", "Club"]), "Nowhere", "sheet", "It has: Directors"),
            (packed(["x"] * 61, ["y"]), "", "wide", "61"),
            (packed(["x", "y"], *(["Lowe", "Club"] for _ in range(10_001))), "", "long", "10001"),
            (b"P" * 5_000_001, "", "large", "5 MB"),
            (with_part(packed(["x", "y"]), SHEET, b"<worksheet"), "", "broken", "save it as CSV"),
            (with_part(packed(["x", "y"]), SHEET, b" " * 60_000_000), "", "unpacked", "50 MB"),
        ],
        ids=["cut", "csv", "old", "empty", "no_sheet", "wide", "long", "large", "not_xml", "bomb"],
    )
    def test_it_names_the_thing_and_what_to_do(self, data: bytes, sheet: str, code: str, word: str) -> None:
        with pytest.raises(ValidationError) as refused:
            workbook.read("r.xlsx", data, sheet)
        assert refused.value.code == code
        assert word in refused.value.messages[0]

    def test_entities_are_not_expanded(self) -> None:
        hostile = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>'
        with pytest.raises(ValidationError, match="cannot be read"):
            workbook.read("r.xlsx", with_part(packed(["x", "y"]), SHEET, hostile))

    def test_a_row_far_away_keeps_nobody_busy(self) -> None:
        content = (
            b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
            b'<row r="9999999999999"><c r="A1"><v>1</v></c></row></sheetData></worksheet>'
        )
        with pytest.raises(ValidationError) as refused:
            workbook.read("r.xlsx", with_part(packed(["x", "y"]), SHEET, content))
        assert refused.value.code == "empty"


@pytest.mark.django_db
class TestImporting:
    HEADINGS: tuple[str, ...] = ("Name", "Email", "Grade", "Valid from", "Expires")

    def test_a_spreadsheet_is_imported_as_csv_is(self, body: Body, rita: User, level: Level) -> None:
        days = [dt.date(2026, 1, 1), dt.date(2029, 12, 31)]
        lines: list[list[Any]] = [
            ["Lena Lowe", "lena@example.org", level.code, *days],
            ["=1+1", None, level.code, *days],
        ]
        data = packed(list(self.HEADINGS), *lines)
        made = services.upload(body=body, actor=rita, name="Register.XLSX", data=data)
        services.match(intake=made, actor=rita, columns=made.columns)
        assert made.sheet == "Directors"
        assert line_of(made, 2).outcome == IntakeLine.Outcome.NEW
        flagged = line_of(made, 3)
        assert flagged.outcome == IntakeLine.Outcome.WRONG
        assert any("begins like a formula" in said for said in flagged.says)
        services.apply(intake=made, actor=rita)
        assert line_of(made, 2).award is not None

    def test_the_same_sheet_is_read_once_and_another_one_anew(self, body: Body, rita: User) -> None:
        data = packed(["A", "B"], [1, 2], Old=[["A", "B"], [3, 4]])
        about: dict[str, Any] = {"body": body, "actor": rita, "name": "r.xlsx", "data": data}
        first = services.upload(**about)
        assert services.upload(**about, sheet_name="directors") == first
        assert services.upload(**about, sheet_name="Old") != first
        assert Intake.objects.count() == 2
