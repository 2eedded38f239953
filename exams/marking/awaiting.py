"""Where the results of a sitting are, and for whom they wait: an examiner to look them over, then a second person to release
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Role, User
from exams.marking.models import Result
from exams.sittings.models import Entry, Release, Sitting
from exams.sittings.rules import bodies_where


class Way(NamedTuple):
    """A link to the results of a sitting: in words, and whether they wait for this person."""

    words: str
    url: str
    waits: bool


def to_look_over(person: User) -> QuerySet[Sitting]:
    """Sittings that are over whose results this person may sign off: nobody has yet, or one was written since then."""
    return _untold(person, Role.EXAMINER).filter(Q(released=None) | _changed())


def to_release(person: User) -> QuerySet[Sitting]:
    """Sittings whose results somebody else has signed off as they are now, where this person may release them."""
    signed = _untold(person, Role.EXAMINER, Role.ADMINISTRATOR).filter(~_changed(), released__isnull=False)
    return signed.exclude(released__moderated_by=person)


def ways(person: User, sittings: Sequence[Sitting]) -> dict[UUID, Way]:
    """The way of this person to the results of each of these sittings, by its id; none where he may not see or release them.

    In a fixed number of queries; in none for those who neither examine nor administer.
    """
    if not bodies_where(person, Role.EXAMINER, Role.ADMINISTRATOR):
        return {}
    ids = [sitting.pk for sitting in sittings]
    entered = set(Entry.objects.inside().filter(person=person, sitting__in=ids).values_list("sitting", flat=True))
    examined = set(bodies_where(person, Role.EXAMINER))
    found = {
        sitting.pk: Way(_("Results"), reverse("marking:of_sitting", args=[sitting.pk]), waits=False)
        for sitting in sittings
        if sitting.body_id in examined and sitting.pk not in entered
    }
    for waiting, words, name in (
        (to_look_over(person), _("Results to look over"), "marking:moderation"),
        (to_release(person), _("Results to release"), "marking:to_release"),
    ):
        for pk in waiting.filter(pk__in=ids).values_list("pk", flat=True):
            found[pk] = Way(words, reverse(name, args=[pk]), waits=True)
    return found


def _changed() -> Exists:
    """Whether a result of a sitting was written after it was signed off, as `release.changed_since` tells of one."""
    later = Result.objects.filter(
        attempt__entry__sitting=OuterRef("pk"), marked_at__gt=OuterRef("released__moderated_at")
    )
    return Exists(later)


def _untold(person: User, *roles: Role) -> QuerySet[Sitting]:
    """Sittings that are over, with attempts, whose results are to be told together and are not, where he holds one of the roles
    and has no place himself.
    """
    entered = Entry.objects.inside().filter(person=person).values("sitting")
    over = Sitting.objects.done(timezone.now()).filter(
        release=Release.TOGETHER, voided_at=None, released__released_at=None
    )
    worked = over.filter(body__in=bodies_where(person, *roles), entries__attempt__isnull=False)
    return worked.exclude(pk__in=entered).distinct()
