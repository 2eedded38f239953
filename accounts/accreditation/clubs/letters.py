"""A letter in the morning to the contacts of a club for which new sessions wait: one a club and day, with all that waits.

Each club is told in a transaction of its own, and a letter is known by the club and the day: a run that is killed and run
again, or two at once, write each contact one letter.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.accreditation.clubs.sessions import contacts_of
from accounts.accreditation.mail import catalogue
from accounts.accreditation.mail.notices import Told, lines_of, tell_each
from accounts.accreditation.mail.reminders import MORNING
from accounts.accreditation.models import Evidence
from accounts.letters.models import Letter
from accounts.letters.services import address
from accounts.models import Body, Club, Confirmer, User

LISTED = 30
"""So many sessions a letter names, those that have waited longest; of more it says how many."""


def tell_contacts(now: datetime.datetime | None = None) -> int:
    """Write to the contacts of each body's clubs, where it is morning; returns how many letters that made."""
    now = now or timezone.now()
    bodies = Body.objects.filter(sessions_confirmed_by=Confirmer.CLUB).order_by("pk")
    clocks = ((body, timezone.localtime(now, body.zone)) for body in bodies)
    return sum(tell_contacts_of(body, clock.date()) for body, clock in clocks if clock.hour >= MORNING)


def tell_contacts_of(body: Body, today: datetime.date) -> int:
    """Write to the contacts of the clubs of a body for which something new waits since their last letter."""
    waiting = _waiting(body, today).values("club")
    return sum(_tell(club, today) for club in Club.objects.filter(pk__in=waiting).select_related("body").order_by("pk"))


@transaction.atomic
def _tell(club: Club, today: datetime.date) -> int:
    waiting = list(_waiting(club.body, today).filter(club=club).select_related("person").order_by("entered_at", "pk"))
    people = [one.person for one in contacts_of(club) if one.person.shown_email]
    last = _last_letters(club, people)
    letters = []
    for person in people:
        theirs = [one for one in waiting if one.person_id != person.pk]
        since = last.get(person.pk)
        if since is not None and not (
            since < today and any(one.entered_at >= _morning(club.body, since) for one in theirs)
        ):
            continue
        if theirs:
            letters.append(Told(person, _values(club, theirs), f"{_prefix(club)}{today}", f"club:{club.pk}"))
    tell_each(catalogue.SESSIONS_WAIT, club.body, letters)
    return len(letters)


def _waiting(body: Body, today: datetime.date) -> QuerySet[Evidence]:
    """What has waited for a contact of its club since before this morning."""
    waiting = Evidence.objects.with_clubs(wanted=True)
    return waiting.filter(body=body, entered_at__lt=_morning(body, today))


def _morning(body: Body, day: datetime.date) -> datetime.datetime:
    return datetime.datetime.combine(day, datetime.time(MORNING), body.zone)


def _prefix(club: Club) -> str:
    return f"sessions.wait:{club.pk}:"


def _last_letters(club: Club, people: Collection[User]) -> dict[UUID, datetime.date]:
    """The day of the last letter that each of these people had about this club. One query."""
    known = Letter.objects.filter(person__in=people, once__startswith=_prefix(club)).order_by("once")
    days = known.values_list("person", "once")
    return {person: datetime.date.fromisoformat(once.removeprefix(_prefix(club))) for person, once in days}


def _values(club: Club, waiting: list[Evidence]) -> dict[str, str]:
    lines = lines_of(waiting[:LISTED], named=True)
    if (more := len(waiting) - LISTED) > 0:
        lines.append(ngettext("and %(n)d more", "and %(n)d more", more) % {"n": more})
    return {
        "club": club.name,
        "evidence": "\n".join(lines),
        "page": address("accreditation:club_sessions", club.pk),
    }
