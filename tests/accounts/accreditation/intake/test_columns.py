"""Columns that are guessed, and cells that are read."""

from __future__ import annotations

from datetime import date

import pytest

from accounts.accreditation.intake.columns import (
    Fault,
    cell_of,
    guessed,
    order_of_days,
    read_day,
    read_email,
    read_name,
)
from accounts.accreditation.intake.likeness import Names


def test_columns_are_guessed_by_their_headings() -> None:
    found = guessed(["NAME ", "ABF No.", "Club", "Grade", "Expires", "Phone", "E-mail", "Granted on"])
    assert found == {"name": 0, "number": 1, "club": 2, "level": 3, "until": 4, "email": 6, "start": 7}


class TestCells:
    @pytest.mark.parametrize("cell", ["=1+1", "+Anne", "-cmd", "@SUM(A1)", "=HYPERLINK(1)", "Zo\ufffd", "MÃ¼ller"])
    def test_formulas_and_broken_letters_are_flagged(self, cell: str) -> None:
        with pytest.raises(Fault):
            cell_of(cell)

    @pytest.mark.parametrize(
        ("cell", "said"), [("-", ""), (" – ", ""), ("+61", "+61"), ("-5.20", "-5.20"), ("'=x", "=x"), ("''=x", "'=x")]
    )
    def test_numbers_and_escaped_cells_are_not(self, cell: str, said: str) -> None:
        assert cell_of(cell) == said

    @pytest.mark.parametrize(
        "cell",
        ["Anne Gray & Bob Hill", "Anne Gray/Bob Hill", "Anne Gray; Bob Hill", "Anne and Bob", "Anne Gray, Bob Hill"],
    )
    def test_two_people_in_one_cell_are_flagged(self, cell: str) -> None:
        with pytest.raises(Fault, match="two people"):
            read_name(cell)

    @pytest.mark.parametrize(
        ("cell", "name"),
        [
            ("Lowe, Brian", "Brian Lowe"),
            ("  Anne   O'Hara-Gray ", "Anne O'Hara-Gray"),
            ("van Dyke, Anders", "Anders van Dyke"),
        ],
    )
    def test_a_name_is_written_the_given_name_first(self, cell: str, name: str) -> None:
        assert read_name(cell) == name

    @pytest.mark.parametrize("cell", ["nobody", "a@b.org, c@d.org", "x@entry.invalid"])
    def test_what_is_no_address_is_flagged(self, cell: str) -> None:
        with pytest.raises(Fault):
            read_email(cell)


class TestDays:
    @pytest.mark.parametrize(
        ("cell", "day_first", "day"),
        [
            ("2027-12-31", True, date(2027, 12, 31)),
            ("31/12/2027", True, date(2027, 12, 31)),
            ("31.12.27", True, date(2027, 12, 31)),
            ("12-31-2027", False, date(2027, 12, 31)),
            ("03/04/2027", True, date(2027, 4, 3)),
            ("03/04/2027", False, date(2027, 3, 4)),
            ("31 Dec 2027", True, date(2027, 12, 31)),
            ("1-January-2027", True, date(2027, 1, 1)),
        ],
    )
    def test_days_are_read(self, cell: str, day_first: bool, day: date) -> None:
        assert read_day(cell, day_first=day_first) == day

    @pytest.mark.parametrize(
        ("cell", "word"),
        [("31/02/2027", "no such day"), ("01/13/2027", "no month 13"), ("soon", "not a date"), ("1/1/1500", "too far")],
    )
    def test_what_is_no_day_is_said(self, cell: str, word: str) -> None:
        with pytest.raises(Fault, match=word):
            read_day(cell, day_first=True)

    @pytest.mark.parametrize(
        ("cells", "order"),
        [
            (["31/12/2027", "03/04/2027"], (True, True)),
            (["12/31/2027", "03/04/2027"], (False, True)),
            (["03/04/2027"], (None, True)),
            (["03/03/2027", "2027-04-03"], (None, False)),
        ],
    )
    def test_the_order_of_day_and_month_is_that_of_the_whole_file(
        self, cells: list[str], order: tuple[bool | None, bool]
    ) -> None:
        assert order_of_days(cells) == order


@pytest.mark.parametrize(
    ("name", "other", "alike"),
    [
        ("Brian Lowe", "Brain Lowe", True),
        ("Lowe, Brian", "Brian Lowe", True),
        ("B. Lowe", "Brian Lowe", True),
        ("Catherine Jones", "Katherine Jones", True),
        ("José Diaz", "Jose Díaz", True),
        ("Brian Lowe", "Susan Lowe", False),
        ("Brian Lowe", "Peter Marsh", False),
    ],
)
def test_names_that_are_alike(name: str, other: str, alike: bool) -> None:
    names = Names()
    names.add("x", other)
    assert (names.like(name) == ["x"]) == alike
