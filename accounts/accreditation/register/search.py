"""The search of the public register: what can be asked, whom it finds, and how far away they are.

There is no list of all. Whoever has not agreed to be found is found by no search; only their number, typed whole, answers, as
the code of a certificate does. A club, a region, a town or a distance finds only those who agreed that their club is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db.models import (
    Case,
    CharField,
    Exists,
    F,
    FilteredRelation,
    FloatField,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    UUIDField,
    Value,
    When,
)
from django.db.models.functions import ASin, Cast, Cos, Least, Power, Radians, Sin, Sqrt

from accounts.accreditation.life import AwardState, Status
from accounts.accreditation.models import Award
from accounts.accreditation.models.awards import TodayIn
from accounts.accreditation.register.listings import IS_FOUND, SHOWS_CLUB, with_listings
from accounts.models import Body, Club, Region, Role

LETTERS = 3
"""So many letters of a name or of a town have to be given."""
MOST = 50
"""So many awards a search tells of; who finds more has to ask more closely."""
EVERY = "all"
"""Asked for as a standing: awards however they stand."""
EARTH_KM = 6371
WITHIN_KM = 50
NOT_TOLD = frozenset({Status.DECEASED, Status.UNDONE})
"""What a number does not tell of: of somebody who has died, and of what was never granted."""


@dataclass(frozen=True)
class Asked:
    """What is looked for; what is empty does not narrow it.

    number: a player's whole number. near: a club that is placed, with people of its body within so many km, nearest first.
    state: valid, suspended, expired, lapsed, or EVERY.
    """

    name: str = ""
    number: str = ""
    club: Club | None = None
    region: Region | None = None
    place: str = ""
    near: Club | None = None
    within: int = WITHIN_KM
    level: str = ""
    body: Body | None = None
    state: str = AwardState.VALID.value

    @property
    def is_enough(self) -> bool:
        """Whether it says whom to look for: three letters of a name or a town, a number, a club or a region."""
        return bool(
            self.number
            or self.club
            or self.region
            or self.near
            or _letters(self.name) >= LETTERS
            or _letters(self.place) >= LETTERS
        )


@dataclass(frozen=True)
class Found:
    """An award that a search tells of. entry: the id of the holder's page; club, place, km: as far as they agreed to it."""

    award: Award
    entry: UUID | None
    club: str
    place: str
    km: float | None


def search(asked: Asked) -> list[Found]:
    """The awards that it finds, at most MOST and one more; nothing where too little is asked.

    One query, and one before it where a distance is asked for.
    """
    if not asked.is_enough:
        return []
    far = _distances(asked.near, asked.within) if asked.near else {}
    awards = _with_clubs(with_listings(Award.objects.select_related("body", "level")))
    awards = _by_number(awards, asked) if asked.number else _standing(awards.on_register().filter(IS_FOUND), asked)
    awards = _narrowed(awards, asked, list(far))
    awards = awards.annotate(
        entry=_if(IS_FOUND & Q(status__in=[Status.GRANTED, Status.SUSPENDED]), "listing__pk", UUIDField()),
        club=_if(SHOWS_CLUB, "member__club", UUIDField()),
        club_name=_if(SHOWS_CLUB, "member__club__name", CharField()),
        club_place=_if(SHOWS_CLUB, "member__club__place", CharField()),
    )
    return [
        Found(one, one.entry, one.club_name or "", one.club_place or "", far.get(one.club))
        for one in awards[: MOST + 1]
    ]


def _letters(text: str) -> int:
    return sum(sign.isalpha() for sign in text)


def _with_clubs(awards: QuerySet[Award]) -> Any:
    """Each joined to its holder's place among the candidates of its body, which has their club."""
    return awards.annotate(
        member=FilteredRelation(
            "person__memberships",
            condition=Q(
                person__memberships__body=F("body"),
                person__memberships__role=Role.CANDIDATE,
                person__memberships__until=None,
            ),
        )
    )


def _by_number(awards: Any, asked: Asked) -> Any:
    """Of whoever has the number, agreed or not: the latest award of each level, as its code would answer."""
    later = Award.objects.exclude(status__in=NOT_TOLD).filter(
        person=OuterRef("person"), level=OuterRef("level"), granted_at__gt=OuterRef("granted_at")
    )
    return awards.filter(
        ~Exists(later), person__register_entries__number=asked.number, person__register_entries__body=F("body")
    ).exclude(status__in=NOT_TOLD)


def _standing(awards: Any, asked: Asked) -> Any:
    if asked.state == AwardState.VALID:
        # Those in force; that some of them end soon is nothing that the public asks for.
        return awards.alias(today=TodayIn("body__time_zone")).filter(status=Status.GRANTED, valid_until__gte=F("today"))
    return awards if asked.state == EVERY else awards.in_state(AwardState(asked.state))


def _narrowed(awards: Any, asked: Asked, clubs: list[UUID]) -> Any:
    """What is asked besides. clubs: those within the distance, nearest first."""
    if asked.name:
        awards = awards.filter(name__icontains=asked.name)
    if asked.level:
        awards = awards.filter(level__code=asked.level)
    if asked.body:
        awards = awards.filter(body=asked.body)
    if asked.club or asked.region or asked.place or asked.near:
        awards = awards.filter(SHOWS_CLUB)
    if asked.club:
        awards = awards.filter(member__club=asked.club)
    if asked.region:
        awards = awards.filter(member__club__region=asked.region)
    if asked.place:
        awards = awards.filter(member__club__place__icontains=asked.place)
    if asked.near is None:
        return awards.order_by("name", "pk")
    nearest = Func(
        Value(clubs, output_field=ArrayField(UUIDField())),
        F("member__club"),
        function="array_position",
        output_field=IntegerField(),
    )
    return awards.filter(member__club__in=clubs).order_by(nearest, "name", "pk")


def _distances(club: Club, within: int) -> dict[UUID, float]:
    """How far the clubs of its body within so many km are, as the crow flies (haversine formula), nearest first."""
    if not club.is_placed:
        return {}
    here = [Radians(Value(float(one or 0), output_field=FloatField())) for one in (club.latitude, club.longitude)]
    there = [Radians(Cast(F(one), FloatField())) for one in ("latitude", "longitude")]
    halves = [Power(Sin((b - a) / Value(2.0)), Value(2.0)) for a, b in zip(here, there, strict=True)]
    chord = halves[0] + Cos(here[0]) * Cos(there[0]) * halves[1]
    # Rounding must not lead beyond what an arc sine is defined for.
    km = Value(2.0 * EARTH_KM) * ASin(Least(Value(1.0), Sqrt(chord)))
    clubs = Club.objects.filter(body=club.body_id, latitude__isnull=False).annotate(km=km).filter(km__lte=within)
    return dict(clubs.order_by("km", "name").values_list("pk", "km"))


def _if(agreed: Q, field: str, kind: UUIDField[Any, Any] | CharField[Any, Any]) -> Case:
    return Case(When(agreed, then=F(field)), default=None, output_field=kind)
