"""How the lists of a registrar are narrowed by time and place: what waits long, what ends soon, whose club is where.

The lists, the desk that counts what is in them, and letters to the people of a list read it here, so that a figure and its
list are the same.
"""

from __future__ import annotations

import datetime

from django.db.models import Exists, OuterRef, Q, TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.life import AwardState
from accounts.accreditation.models import Award, AwardQuerySet
from accounts.models import Body, Club, Membership, Region, Role

SOON = {30: _("Within 30 days"), 90: _("Within 90 days")}
"""Within how many days an award ends that ends soon."""


class Age(TextChoices):
    """For how long something has waited at least."""

    WEEK = "week", _("More than a week")
    MONTH = "month", _("More than four weeks")


_DAYS = {Age.WEEK: 7, Age.MONTH: 28}


def older_than(age: Age, name: str = "created_at") -> Q:
    """What has waited so long by now. name: of the moment from which it waits."""
    return Q(**{f"{name}__lt": timezone.now() - datetime.timedelta(days=_DAYS[age])})


def ends_within(days: int, body: Body) -> Q:
    """What ends between today and so many days from today, by the clock of the body; both count."""
    today = body.today()
    return Q(valid_until__range=(today, today + datetime.timedelta(days=days)))


def at_club(found: AwardQuerySet, club: Club | None, region: Region | None) -> AwardQuerySet:
    """Those of these awards whose holders are candidates of the body at this club, or at a club of this region."""
    if club is None and region is None:
        return found
    members = Membership.objects.active().filter(person=OuterRef("person"), body=OuterRef("body"), role=Role.CANDIDATE)
    if club is not None:
        members = members.filter(club=club)
    if region is not None:
        members = members.filter(club__region=region)
    return found.filter(Exists(members))


def in_wanted_state(body: Body, state: str, every: str) -> AwardQuerySet:
    """The awards of the body in a state. Empty: those that are held or can still be renewed; every: the word for all."""
    found = Award.objects.filter(body=body)
    if state == every:
        return found
    if not state:
        return found.in_state(AwardState.VALID, AwardState.EXPIRING, AwardState.SUSPENDED, AwardState.EXPIRED)
    return found.in_state(AwardState(state))
