"""Which sittings a person meets in lists."""

from __future__ import annotations

import datetime as dt

from django.db.models import Q

from accounts.models import Role, User
from accounts.rules import roles_of
from exams.sittings.models import Entry, Invigilator, Sitting, SittingQuerySet
from exams.sittings.rules import DOORKEEPERS, STAFF, bodies_where


def sittings_of(person: User, now: dt.datetime) -> SittingQuerySet:
    """All of the bodies in which he runs or keeps them, those he watches over, and as a candidate those that are not over
    or that he has entered.
    """
    found: SittingQuerySet = Sitting.objects.filter(
        Q(body__in={*bodies_where(person, *STAFF), *bodies_where(person, *DOORKEEPERS)})
        | Q(pk__in=Invigilator.objects.filter(person=person, sitting__body__in=roles_of(person)).values("sitting"))
        | Q(body__in=bodies_where(person, Role.CANDIDATE), closes_at__gt=now)
        | Q(pk__in=Entry.objects.filter(person=person).values("sitting"))
    )
    return found
