"""The particulars of evidence, by its kind: what has to be told, and what words are known. `requirements` reads them.

A new kind of evidence is an entry in `PARTICULARS` and nothing elsewhere.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.accreditation.models import Level
from accounts.accreditation.papers import papers_of
from accounts.accreditation.requirements import Reference, Sessions
from accounts.accreditation.scope import MOST_TABLES
from accounts.models import Body, Club

LONGEST = 200
EARLIEST = datetime.date(1950, 1, 1)
OUTCOMES = {"passed": gettext_lazy("passed"), "failed": gettext_lazy("not passed")}


def _text(value: object, body: Body) -> str:
    told = str(value).strip()
    if len(told) > LONGEST:
        raise ValidationError(_("Make it shorter: at most %(most)s characters.") % {"most": LONGEST})
    return told


def _club(value: object, body: Body) -> str:
    """The club's name; of one of the body's, as the body spells it."""
    if isinstance(value, Club) and value.body_id == body.pk:
        return value.name
    told = value.name if isinstance(value, Club) else _text(value, body)
    clubs = Club.objects.filter(body=body)
    own = clubs.filter(name__iexact=told).first() or clubs.filter(former_names__contains=[told]).first()
    return own.name if own else told


def _paper(value: object, body: Body) -> str:
    told = str(value)
    if told not in {paper.code for paper in papers_of(body)}:
        raise ValidationError(_("There is no paper “%(code)s”. Choose one of the body's papers.") % {"code": told})
    return told


def _level(value: object, body: Body) -> str:
    """The code of a level of the body, by its code or its name."""
    told = str(value).strip()
    named = Q(code__iexact=told) | Q(name__iexact=told)
    code = Level.objects.filter(named, body=body).order_by("order").values_list("code", flat=True).first()
    if code is None:
        raise ValidationError(_("There is no level “%(name)s”. Choose one of the body's levels.") % {"name": told})
    return str(code)


def _percent(value: object, body: Body) -> str:
    try:
        told = Decimal(str(value))
    except InvalidOperation:
        told = Decimal(-1)
    if not 0 <= told <= 100:
        raise ValidationError(_("Give the mark in per cent, from 0 to 100."))
    return f"{told:f}"


def _years(value: object, body: Body) -> int:
    told = str(value).strip()
    if not told.isdecimal() or not 1 <= int(told) <= 120:
        raise ValidationError(_("Give the age in full years, from 1 to 120."))
    return int(told)


def _tables(value: object, body: Body) -> int:
    told = str(value).strip()
    if not told.isdecimal() or not 1 <= int(told) <= MOST_TABLES:
        raise ValidationError(_("Give the number of tables, from 1 to %(most)s.") % {"most": MOST_TABLES})
    return int(told)


def _one_of(words: Mapping[str, Any]) -> Callable[[object, Body], str]:
    def read(value: object, body: Body) -> str:
        if value not in words:
            known = ", ".join(str(word) for word in words.values())
            raise ValidationError(
                _("“%(value)s” is not known here. Choose one of: %(known)s.") % {"value": value, "known": known}
            )
        return str(value)

    return read


@dataclass(frozen=True)
class Particular:
    """One thing that is told about evidence. missing: what is said where it has to be told and is not; "" if it need not be.

    read: makes the plain value that is stored of what was sent, or raises ValidationError.
    """

    title: Promise
    read: Callable[[object, Body], object] = _text
    missing: str | Promise = ""
    choices: Mapping[str, Any] = field(default_factory=dict)


PARTICULARS: Mapping[str, Mapping[str, Particular]] = {
    "paper": {
        "blueprint": Particular(gettext_lazy("Paper"), _paper, gettext_lazy("Choose the paper that was passed.")),
        "percent": Particular(gettext_lazy("Mark in per cent"), _percent),
        "sitting": Particular(gettext_lazy("Where it was sat")),
    },
    "sessions": {
        "club": Particular(gettext_lazy("Club"), _club, gettext_lazy("Name the club.")),
        "title": Particular(gettext_lazy("Name of the event")),
        "role": Particular(
            gettext_lazy("How it was directed"),
            _one_of(Sessions.ROLES),
            gettext_lazy("Say how it was directed."),
            Sessions.ROLES,
        ),
        "event": Particular(
            gettext_lazy("Event"),
            _one_of(Sessions.EVENTS),
            gettext_lazy("Say what kind of event it was."),
            Sessions.EVENTS,
        ),
        "movement": Particular(gettext_lazy("Movement")),
        "tables": Particular(gettext_lazy("Tables"), _tables),
        "with": Particular(gettext_lazy("With whom")),
        "words": Particular(gettext_lazy("Remarks")),
    },
    "assessment": {
        "outcome": Particular(
            gettext_lazy("Outcome"), _one_of(OUTCOMES), gettext_lazy("Say whether it was passed."), OUTCOMES
        ),
        "level": Particular(gettext_lazy("Level"), _level),
        "by": Particular(gettext_lazy("Assessors")),
        "words": Particular(gettext_lazy("Remarks")),
    },
    "reference": {
        "of": Particular(
            gettext_lazy("From"), _one_of(Reference.OF), gettext_lazy("Say whose reference it is."), Reference.OF
        ),
        "by": Particular(gettext_lazy("Name"), missing=gettext_lazy("Name the club or person that gave it.")),
        "words": Particular(gettext_lazy("Remarks")),
    },
    "course": {
        "name": Particular(gettext_lazy("Course"), missing=gettext_lazy("Name the course.")),
        "words": Particular(gettext_lazy("Remarks")),
    },
    "recognition": {
        "body": Particular(gettext_lazy("Other body"), missing=gettext_lazy("Name the body that granted the award.")),
        "award": Particular(gettext_lazy("Award"), missing=gettext_lazy("Name the award.")),
        "words": Particular(gettext_lazy("Remarks")),
    },
    "fee": {
        "amount": Particular(gettext_lazy("Amount")),
        "words": Particular(gettext_lazy("Remarks")),
    },
    "age": {
        "years": Particular(gettext_lazy("Full years"), _years, gettext_lazy("Give the age in full years.")),
        "words": Particular(gettext_lazy("Proof seen")),
    },
}


def checked(kind: str, day: datetime.date, details: Mapping[str, Any], body: Body) -> dict[str, Any]:
    """The particulars as they are stored. Raises ValidationError with all faults by the name of the particular, or `day`."""
    if kind not in PARTICULARS:
        raise ValidationError(_("There is no evidence of the kind “%(kind)s”.") % {"kind": kind}, "kind")
    faults: dict[str, Any] = {}
    if day > body.today():
        faults["day"] = _("This day has not come yet. Give the day on which it was.")
    elif day < EARLIEST:
        faults["day"] = _("This day is too long ago. Give the day on which it was.")
    stored = {}
    for name, told in PARTICULARS[kind].items():
        value = details.get(name)
        if value is None or not str(value).strip():
            if told.missing:
                faults[name] = str(told.missing)
            continue
        try:
            stored[name] = told.read(value, body)
        except ValidationError as fault:
            faults[name] = fault.messages
    if unknown := [name for name in details if name not in PARTICULARS[kind]]:
        raise ValidationError(_("“%(name)s” means nothing here.") % {"name": unknown[0]}, "unknown")
    if faults:
        raise ValidationError(faults)
    return stored
