"""A list of people to invite, as it comes in a file: what each line would do, and then exactly that.

`plan` writes nothing. What is then sent carries the addresses that were shown, signed, so nobody else is invited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.accreditation.intake.columns import Fault, cell_of, plain, read_email, words
from accounts.accreditation.intake.files import Sheet, read
from accounts.accreditation.intake.forms import RowsForm
from exams.courses.models import Course, CourseInvitation, Member
from exams.courses.services import MOST_PEOPLE

SALT = "courses.roster"
LASTS = 24 * 60 * 60
"""So many seconds a page with what would happen can be sent."""
LONGEST_NAME = 200

HEADINGS: Mapping[str, tuple[Any, frozenset[str]]] = {
    "email": (
        gettext_lazy("Email"),
        frozenset({"email", "e mail", "mail", "email address", "e mail address", "address"}),
    ),
    "name": (gettext_lazy("Name"), frozenset({"name", "full name", "learner", "person"})),
}
"""The columns: what each is called on our pages, and in the heads of files, as `plain` writes them."""


@dataclass(frozen=True)
class Row:
    """A line of the file: its number there, its address and its name as they are written."""

    number: int
    email: str
    name: str


@dataclass(frozen=True)
class Line:
    """A line with what it would do. fault: what is wrong with it, so that it is left out. says: why nobody need be invited."""

    row: Row
    email: str = ""
    name: str = ""
    fault: str = ""
    says: str = ""

    @property
    def does(self) -> bool:
        """Whether an invitation would go out."""
        return not (self.fault or self.says)


def rows_of(name: str, data: bytes) -> list[Row]:
    """The lines of a file. Raises ValidationError with what is wrong and what to do."""
    sheet = _read(name, data)
    if len(sheet.lines) > MOST_PEOPLE:
        raise ValidationError(
            _("The file has %(found)s lines; a course has at most %(most)s people."),
            "long",
            {"found": len(sheet.lines), "most": MOST_PEOPLE},
        )
    places: dict[str, int] = {}
    for column, (label, headings) in HEADINGS.items():
        for place, heading in enumerate(sheet.headings):
            if plain(heading) in {*headings, plain(str(label))} and place not in places.values():
                places[column] = place
                break
    if "email" not in places:
        raise ValidationError(
            _("No column is called Email. Name the columns in the first line: Email, and Name if you have names."),
            "columns",
        )

    def cell(cells: Sequence[str], column: str) -> str:
        place = places.get(column)
        return cells[place] if place is not None and place < len(cells) else ""

    return [Row(number, cell(cells, "email"), cell(cells, "name")) for number, cells in sheet.lines]


def _read(name: str, data: bytes) -> Sheet:
    """Addresses alone make a file of a single column, which is read as one with an empty second."""
    try:
        return read(name, data)
    except ValidationError as wrong:
        if wrong.code == "empty":
            raise ValidationError(
                _(
                    "There are no lines below the headings. The first line names the columns; each line below is one person."
                ),
                "empty",
            ) from wrong
        first, ending, rest = data.partition(b"\n")
        if wrong.code != "single" or plain(first.decode("utf-8-sig", "replace")) not in HEADINGS["email"][1]:
            raise
        return read(name, first.rstrip() + b"," + ending + rest)


def plan(course: Course, rows: Sequence[Row]) -> list[Line]:
    """What inviting these would do, line by line. Two queries; writes nothing."""
    lines: list[Line] = []
    seen: dict[str, int] = {}
    for row in rows:
        try:
            email = read_email(cell_of(row.email))
            name = words(cell_of(row.name))
            if not email:
                raise Fault(_("The address is missing. Write one, or leave the line out."))
            if len(name) > LONGEST_NAME:
                raise Fault(_("The name is longer than %(most)s letters. Shorten it.") % {"most": LONGEST_NAME})
            if email in seen:
                raise Fault(
                    _("%(email)s stands in line %(line)s already. Leave one of the two lines out.")
                    % {"email": email, "line": seen[email]}
                )
        except Fault as fault:
            lines.append(Line(row, fault=str(fault)))
            continue
        seen[email] = row.number
        lines.append(Line(row, email, name))
    inside = set(Member.objects.active().filter(course=course, email__in=seen).values_list("email", flat=True))
    waiting = set(CourseInvitation.objects.open().filter(course=course, email__in=seen).values_list("email", flat=True))
    return [_told(line, inside, waiting) for line in lines]


def _told(line: Line, inside: set[str], waiting: set[str]) -> Line:
    if line.fault:
        return line
    says = ""
    if line.email in inside:
        says = _("Takes part already.")
    elif line.email in waiting:
        says = _("Invited already, and has not answered yet.")
    return Line(line.row, line.email, line.name, says=says)


class RosterForm(RowsForm):
    """A file with people to invite."""

    file = forms.FileField(
        label=gettext_lazy("File (CSV)"),
        help_text=gettext_lazy(
            "One line for each person. Name the columns in the first line: Email, and Name if you have names."
        ),
    )

    def read_rows(self, name: str, data: bytes) -> list[Row]:
        """Its people."""
        return rows_of(name, data)


class SealedForm(forms.Form):
    """The people who were shown, signed."""

    sealed = forms.CharField(widget=forms.HiddenInput)

    @staticmethod
    def seal(course: Course, lines: Sequence[Line]) -> str:
        """Those of a page whom it would invite, for its form."""
        people = [[line.email, line.name] for line in lines if line.does]
        return signing.dumps({"course": str(course.pk), "people": people}, salt=SALT, compress=True)

    def opened(self, course: Course) -> list[tuple[str, str]] | None:
        """The people; None where they are not ours, too old, or of another course."""
        try:
            told = signing.loads(self.cleaned_data["sealed"], salt=SALT, max_age=LASTS)
        except signing.BadSignature:
            return None
        if told["course"] != str(course.pk):
            return None
        return [(email, name) for email, name in told["people"]]
