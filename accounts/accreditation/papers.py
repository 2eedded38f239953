"""What accreditation knows of exams: the papers of a body, when they can be sat next, and assessments that are arranged."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import cast

from accounts.accreditation.signals import appointments_asked, papers_asked, samples_asked
from accounts.models import Body, User


@dataclass(frozen=True)
class Chance:
    """An occasion on which a paper can be sat. enter_by: the last day on which one can enter; None: nothing is said of it.

    address: the page of the sitting, which may ask its reader to sign in.
    """

    day: datetime.date
    title: str
    address: str
    enter_by: datetime.date | None = None
    place: str = ""


@dataclass(frozen=True)
class PaperOnOffer:
    """A kind of paper that the body sets. code: as requirements name it; topics: their names by their codes, in order.

    pass_mark: in per cent; next: the soonest first; sample: the address of one, as the level shows it that asks for the paper.
    """

    code: str
    name: str
    topics: Mapping[str, str] = field(default_factory=dict)
    pass_mark: Decimal | None = None
    minutes: int | None = None
    next: tuple[Chance, ...] = ()
    sample: str = ""


@dataclass(frozen=True)
class SampleOnShow:
    """A sample of a paper that everybody can try. level: the id of the level that shows it; code: of the paper."""

    level: int
    code: str
    address: str


@dataclass(frozen=True)
class Appointment:
    """A practical assessment that is arranged for somebody. level: the code of the one that it is for, title: its name;
    address: its page.
    """

    day: datetime.date
    place: str
    level: str
    title: str
    address: str


def papers_of(body: Body, person: User | None = None) -> list[PaperOnOffer]:
    """All papers of the body, by name; with the sittings that this person may see (None: those that anybody may)."""
    told = papers_asked.send(None, body=body, person=person)
    return [paper for _receiver, papers in told for paper in cast(Iterable[PaperOnOffer], papers)]


def samples_of(body: Body) -> list[SampleOnShow]:
    """The samples of papers that the body shows to everybody."""
    told = samples_asked.send(None, body=body)
    return [one for _receiver, some in told for one in cast(Iterable[SampleOnShow], some)]


def appointments_of(body: Body, person: User) -> list[Appointment]:
    """The practical assessments that are arranged for the person, the soonest first."""
    told = appointments_asked.send(None, body=body, person=person)
    found = [one for _receiver, some in told for one in cast(Iterable[Appointment], some)]
    return sorted(found, key=lambda one: (one.day, one.level))
