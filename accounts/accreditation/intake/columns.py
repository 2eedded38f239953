"""The columns of a register: which there are, which headings name them, and how their cells are read.

A cell that cannot be read is a Fault: a sentence that names the thing and says what to do.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.accreditation.intake.files import FORMULA, unescaped
from accounts.forms import plain_name
from accounts.models import normal_email

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Fault(Exception):
    """What is wrong with a cell, as a sentence."""


@dataclass(frozen=True)
class Field:
    """A column that we look for. headings: what registers call it, as `plain` writes them. most: its longest content."""

    label: StrOrPromise
    headings: frozenset[str]
    needed: bool = False
    most: int = 200


FIELDS: dict[str, Field] = {
    "name": Field(
        gettext_lazy("Name"),
        frozenset({"name", "full name", "director", "director name", "given and family name", "person", "member"}),
        needed=True,
    ),
    "level": Field(
        gettext_lazy("Level"),
        frozenset({"level", "grade", "accreditation", "award", "qualification", "category"}),
        needed=True,
        most=100,
    ),
    "until": Field(
        gettext_lazy("Valid until"),
        frozenset({"valid until", "until", "expires", "expiry", "expiry date", "expires on", "valid to", "end", "to"}),
        needed=True,
        most=40,
    ),
    "email": Field(
        gettext_lazy("Email"), frozenset({"email", "e mail", "mail", "email address", "e mail address"}), most=254
    ),
    "club": Field(gettext_lazy("Club"), frozenset({"club", "home club", "club name", "affiliation"})),
    "start": Field(
        gettext_lazy("Valid from or granted on"),
        frozenset(
            {
                "valid from",
                "from",
                "granted",
                "granted on",
                "date granted",
                "start",
                "since",
                "awarded",
                "date of award",
            }
        ),
        most=40,
    ),
    "number": Field(
        gettext_lazy("Number"),
        frozenset(
            {"number", "no", "abf no", "abf number", "player number", "member number", "membership number", "id"}
        ),
        most=40,
    ),
}
NEEDED = tuple(name for name, field in FIELDS.items() if field.needed)


def plain(text: str) -> str:
    """A text as it is compared: without accents, capitals, signs and double blanks."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return " ".join(re.findall(r"\w+", bare.casefold().replace("_", " ")))


def words(text: str) -> str:
    """A text with one blank between words and each letter in its one spelling."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def guessed(headings: Sequence[str]) -> dict[str, int]:
    """The columns by their headings: the place of each that is there, each place once."""
    found: dict[str, int] = {}
    for name, field in FIELDS.items():
        for place, heading in enumerate(headings):
            if plain(heading) in {*field.headings, plain(str(field.label))} and place not in found.values():
                found[name] = place
                break
    return found


# --- Cells --------------------------------------------------------------------------------------------------------------

NUMBER = re.compile(r"[+-]?\d[\d\s.,]*%?")
NOTHING = frozenset({"", "-", "–", "—"})
BROKEN = re.compile("\ufffd|Ã[\u0080-\u00bf]|â€|Â[\u00a0-\u00bf]")


def cell_of(raw: str) -> str:
    """What a cell says. Raises Fault for a formula and for letters that are broken."""
    text = raw.strip()
    if text in NOTHING:
        return ""
    if FORMULA.match(text) and not NUMBER.fullmatch(text) and _as_day(text, day_first=True) is None:
        raise Fault(_("“%(cell)s” begins like a formula. Write what it should say.") % {"cell": text[:60]})
    if BROKEN.search(text):
        raise Fault(
            _("“%(cell)s” has broken letters. Correct them here, or save the file as “CSV UTF-8” and send it again.")
            % {"cell": text[:60]}
        )
    return unescaped(text)


def read_name(cell: str) -> str:
    """The name of a new person, the given name first. Raises Fault where two people seem to be in it."""
    name = words(cell)
    if not name:
        raise Fault(_("There is no name. Enter one, or leave the line out."))
    two = re.search(r"[;/&\n|]|\s(?:and|und|et)\s", cell.strip(), re.IGNORECASE) or name.count(",") > 1
    family, comma, given = (part.strip() for part in name.partition(","))
    if two or (comma and " " in family and " " in given):
        raise Fault(
            _("“%(name)s” seems to be two people. Keep one of them here, and give the other a line of their own.")
            % {"name": name[:80]}
        )
    name = f"{given} {family}".strip() if comma else name
    try:
        plain_name(name)
    except ValidationError as wrong:
        raise Fault(wrong.messages[0]) from wrong
    return name


def read_email(cell: str) -> str:
    """The address, or nothing. Raises Fault for what is none, and for two."""
    email = normal_email(cell)
    if not email:
        return ""
    if email.count("@") > 1:
        raise Fault(
            _("“%(cell)s” is more than one address. Keep one; two people need a line each.") % {"cell": email[:80]}
        )
    try:
        validate_email(email)
    except ValidationError as wrong:
        raise Fault(
            _("“%(cell)s” is not an email address. Correct it or leave it empty.") % {"cell": email[:80]}
        ) from wrong
    if email.endswith(".invalid"):
        raise Fault(_("“%(cell)s” is an address that cannot exist. Leave it empty.") % {"cell": email[:80]})
    return email


# --- Days ---------------------------------------------------------------------------------------------------------------

ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00)?)?")
SPLIT = re.compile(r"(\d{1,2})[/.\-](\d{1,2})[/.\-](\d{4}|\d{2})")
SPOKEN = re.compile(r"(\d{1,2})[\s\-]+([A-Za-z]{3,9})\.?,?[\s\-]+(\d{4}|\d{2})")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
EARLIEST, LATEST = datetime.date(1950, 1, 1), datetime.date(2199, 12, 31)
MOST_MONTHS = 12


def order_of_days(cells: Iterable[str]) -> tuple[bool | None, bool]:
    """Whether the day stands before the month, as far as the cells tell; and whether some can be read either way.

    One order holds for the whole file. Where cells speak for both, most of them decide: the others cannot be read then.
    """
    firsts, seconds, either = 0, 0, False
    for cell in cells:
        if found := SPLIT.fullmatch(cell.strip()):
            first, second = int(found[1]), int(found[2])
            firsts += first > MOST_MONTHS >= second
            seconds += second > MOST_MONTHS >= first
            either = either or (first != second and max(first, second) <= MOST_MONTHS)
    return (None if firsts == seconds else firsts > seconds), either


def read_day(cell: str, *, day_first: bool) -> datetime.date | None:
    """The day that a cell names, or nothing. Raises Fault where there is no such day."""
    text = cell.strip()
    if not text:
        return None
    day = _as_day(text, day_first=day_first)
    if day is None or not EARLIEST <= day <= LATEST:
        raise Fault(_no_such_day(text, day_first=day_first))
    return day


def _parts(text: str, *, day_first: bool) -> tuple[int, int, int] | None:
    """Year, month and day as written."""
    if found := ISO.fullmatch(text):
        return int(found[1]), int(found[2]), int(found[3])
    if found := SPLIT.fullmatch(text):
        first, second = int(found[1]), int(found[2])
        return _year(found[3]), *((second, first) if day_first else (first, second))
    if (found := SPOKEN.fullmatch(text)) and found[2][:3].lower() in MONTHS:
        return _year(found[3]), MONTHS.index(found[2][:3].lower()) + 1, int(found[1])
    return None


def _year(written: str) -> int:
    return int(written) if len(written) > 2 else 2000 + int(written)


def _as_day(text: str, *, day_first: bool) -> datetime.date | None:
    try:
        return datetime.date(*parts) if (parts := _parts(text, day_first=day_first)) else None
    except ValueError:
        return None


def _no_such_day(text: str, *, day_first: bool) -> str:
    parts = _parts(text, day_first=day_first)
    if parts is None:
        return _("“%(cell)s” is not a date that we can read. Write it like 31/12/2027.") % {"cell": text[:60]}
    if not 1 <= parts[1] <= MOST_MONTHS:
        return _("“%(cell)s” has no month %(month)s. Check the day and the month.") % {"cell": text, "month": parts[1]}
    if EARLIEST.year <= parts[0] <= LATEST.year:
        return _("There is no such day as “%(cell)s”. Enter the day that is meant.") % {"cell": text}
    return _("“%(cell)s” is too far away. Check the year.") % {"cell": text}


def too_long(values: Mapping[str, str]) -> str:
    """What is wrong with the lengths, or nothing."""
    for name, value in values.items():
        if len(value) > FIELDS[name].most:
            return _("“%(cell)s…” is longer than the %(most)s characters that fit into the column %(column)s.") % {
                "cell": value[:40],
                "most": FIELDS[name].most,
                "column": FIELDS[name].label,
            }
    return ""
