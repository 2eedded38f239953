"""What accreditation knows of exams: the papers of a body, when they can be sat next, and assessments that are arranged."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import cast

from django.utils import timezone

from accounts.accreditation.signals import appointments_asked, dates_asked, papers_asked, samples_asked
from accounts.models import Body, User


@dataclass(frozen=True)
class Chance:
    """An occasion on which a paper can be sat. enter_by: the last day on which one can enter; None: nothing is said of it.

    title and address: of the sitting and its page; empty where anybody at all is told of it, who sees neither. open_until: the
    last day of a sitting of several days that is open now; None: it begins on `day`.
    """

    day: datetime.date
    title: str = ""
    address: str = ""
    enter_by: datetime.date | None = None
    place: str = ""
    open_until: datetime.date | None = None


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
class ExamDate:
    """An occasion as anybody may know of it. code: of the paper that is sat, as requirements name it; begins, ends:
    aware, between them one may start.
    """

    body: Body
    code: str
    paper: str
    begins: datetime.datetime
    ends: datetime.datetime
    chance: Chance

    @property
    def last_day(self) -> datetime.date | None:
        """Its last day where the body is, if one may start on more than one day."""
        day = timezone.localdate(self.ends, self.body.zone)
        return day if day > self.chance.day else None

    @property
    def has_begun(self) -> bool:
        """Whether one may start already."""
        return self.begins <= timezone.now()


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


def dates_of(bodies: Collection[Body]) -> list[ExamDate]:
    """When papers of these bodies can be sat and still be entered, the soonest first: what anybody may know of it."""
    told = dates_asked.send(None, bodies=bodies)
    found = [one for _receiver, some in told for one in cast(Iterable[ExamDate], some)]
    return sorted(found, key=lambda one: (one.begins, one.paper))


def samples_of(body: Body) -> list[SampleOnShow]:
    """The samples of papers that the body shows to everybody."""
    told = samples_asked.send(None, body=body)
    return [one for _receiver, some in told for one in cast(Iterable[SampleOnShow], some)]


def appointments_of(body: Body, person: User) -> list[Appointment]:
    """The practical assessments that are arranged for the person, the soonest first."""
    told = appointments_asked.send(None, body=body, person=person)
    found = [one for _receiver, some in told for one in cast(Iterable[Appointment], some)]
    return sorted(found, key=lambda one: (one.day, one.level))
