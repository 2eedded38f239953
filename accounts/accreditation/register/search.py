"""The search of the public register: what can be asked, whom it finds, and how far away they are.

There is no list of all. Whoever has not agreed to be found is found by no search; only their number, typed whole, answers, as
the code of a certificate does. A club, a region, a town or a distance finds only those who agreed that their club is shown.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db.models import (
    Exists,
    F,
    FloatField,
    Func,
    IntegerField,
    OuterRef,
    Q,
    Subquery,
    UUIDField,
    Value,
)
from django.db.models.functions import ASin, Cast, Cos, Least, Power, Radians, Sin, Sqrt

from accounts.accreditation.life import STANDING, AwardState, Status
from accounts.accreditation.models import Award, AwardQuerySet, Listing, RegisterEntry
from accounts.accreditation.register.listings import named, publishing_bodies, showing_clubs
from accounts.models import Body, Club, Membership, MembershipQuerySet, Region, Role
from accounts.names import folded

LETTERS = 3
"""So many letters of a name or of a town have to be given."""
MOST = 50
"""So many awards a search tells of; who finds more has to ask more closely."""
EVERY = "all"
"""Asked for as a standing: awards however they stand."""
EARTH_KM = 6371
WITHIN_KM = 50
FIRST_CLUBS = 4
"""A search near a club reads so many clubs at first, and twice as many each time as long as it has not found enough."""
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

    Seven queries, and one or two before them for a number or a place; near a club two for each portion of clubs. Few tables in
    each, as the planner would take longer over many than the answer takes.
    """
    if not asked.is_enough:
        return []
    far = _distances(asked.near, asked.within) if asked.near else {}
    publishing = publishing_bodies()
    if asked.number:
        awards = _by_number(asked.number)
    else:
        awards = _standing(named(Award.objects.on_register(), publishing), asked.state)
    # Fetched once each, and not once an award.
    awards = awards.prefetch_related("body", "level")
    found = _nearest(awards, asked, list(far)) if asked.near else list(_narrowed(awards, asked, None)[: MOST + 1])
    return _told(found, publishing, far)


def _nearest(awards: AwardQuerySet, asked: Asked, clubs: Sequence[UUID]) -> list[Award]:
    """From the nearest club outwards: where many live near, those far away are not even looked at."""
    found: list[Award] = []
    for portion in _portions(clubs):
        found += _narrowed(awards, asked, portion)[: MOST + 1 - len(found)]
        if len(found) > MOST:
            break
    return found


def _portions(clubs: Sequence[UUID]) -> Iterator[list[UUID]]:
    """The clubs in their order, in portions that double."""
    start, size = 0, FIRST_CLUBS
    while start < len(clubs):
        yield list(clubs[start : start + size])
        start, size = start + size, 2 * size


def _told(awards: list[Award], publishing: Collection[UUID], far: Mapping[UUID, float]) -> list[Found]:
    """Each with what its holder agreed to."""
    people, bodies = {one.person_id for one in awards}, {one.body_id for one in awards}
    # As rows: what a search tells of fifty people is not worth two hundred models.
    rows = Listing.objects.filter(person__in=people, body__in=bodies)
    listings = {
        (one.person_id, one.body_id): one
        for one in rows.values_list("person_id", "body_id", "pk", "is_found", "shows_club", named=True)
    }
    members = Membership.objects.active().filter(person__in=people, body__in=bodies, role=Role.CANDIDATE)
    clubs = {
        (one.person_id, one.body_id): one
        for one in members.values_list("person_id", "body_id", "club_id", "club__name", "club__place", named=True)
    }
    found = []
    for award in awards:
        key = award.person_id, award.body_id
        listing = listings.get(key)
        is_named = listing is not None and (
            listing.is_found or (listing.is_found is None and award.body_id in publishing)
        )
        club = clubs.get(key) if listing is not None and listing.shows_club else None
        found.append(
            Found(
                award,
                listing.pk if listing and is_named and award.status in STANDING else None,
                (club.club__name if club else None) or "",
                (club.club__place if club else None) or "",
                far.get(club.club_id) if club else None,
            )
        )
    return found


def _letters(text: str) -> int:
    return sum(sign.isalpha() for sign in text)


def _by_number(number: str) -> AwardQuerySet:
    """Of whoever has the number, agreed or not: the latest award of each level, as its code would answer."""
    theirs = Q(pk__in=[])
    for person, body in RegisterEntry.objects.filter(number=number).values_list("person", "body"):
        theirs |= Q(person=person, body=body)
    told = Award.objects.exclude(status__in=NOT_TOLD)
    later = told.filter(person=OuterRef("person"), level=OuterRef("level"), granted_at__gt=OuterRef("granted_at"))
    return told.filter(theirs).filter(~Exists(later))


def _standing(awards: AwardQuerySet, state: str) -> AwardQuerySet:
    if state == AwardState.VALID:
        # Those in force; that some of them end soon is nothing that the public asks for.
        return awards.filter(_not_over(), status=Status.GRANTED)
    return awards if state == EVERY else awards.in_state(AwardState(state))


def _not_over() -> Q:
    """Awards whose last day is today or later, where their body is. Dates are few, and a planner that is given them knows how
    many awards they leave; one that has to work them out of each body's time zone does not.
    """
    days: dict[datetime.date, list[UUID]] = {}
    for body in Body.objects.only("time_zone"):
        days.setdefault(body.today(), []).append(body.pk)
    if len(days) == 1:
        return Q(valid_until__gte=min(days))
    return Q(*(Q(body__in=there, valid_until__gte=day) for day, there in days.items()), _connector=Q.OR)


def _narrowed(awards: AwardQuerySet, asked: Asked, near: list[UUID] | None) -> AwardQuerySet:
    """What is asked besides. near: clubs within the distance, nearest first; None where no distance is asked for."""
    if asked.name:
        awards = awards.filter(name_folded__contains=folded(asked.name))
    if asked.level:
        awards = awards.filter(level__code=asked.level)
    if asked.body:
        awards = awards.filter(body=asked.body)
    wanted = _members(asked, near)
    if wanted is None:
        return awards.order_by("name", "pk")
    awards = showing_clubs(awards).filter(Exists(wanted))
    if near is None:
        return awards.order_by("name", "pk")
    nearest = Func(
        Value(near, output_field=ArrayField(UUIDField())),
        Subquery(wanted.order_by().values("club")[:1]),
        function="array_position",
        output_field=IntegerField(),
    )
    return awards.order_by(nearest, "name", "pk")


def _members(asked: Asked, near: list[UUID] | None) -> MembershipQuerySet | None:
    """How the holder of an award belongs to a club that is asked for; None where no place is asked for."""
    clubs = Club.objects.all()
    if asked.club:
        clubs = clubs.filter(pk=asked.club.pk)
    if asked.region:
        clubs = clubs.filter(region=asked.region)
    if asked.place:
        clubs = clubs.filter(place__icontains=asked.place)
    if near is not None:
        clubs = clubs.filter(pk__in=near)
    if not (asked.club or asked.region or asked.place or asked.near):
        return None
    # Read first: whether ten clubs are meant or all makes another plan.
    wanted = list(clubs.values_list("pk", flat=True))
    members = Membership.objects.active().filter(role=Role.CANDIDATE, club__in=wanted)
    return members.filter(person=OuterRef("person"), body=OuterRef("body"))


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
