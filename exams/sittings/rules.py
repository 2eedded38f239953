"""Who may do what around a sitting, and meets which. Attempts need no rule: each is looked up among the person's own."""

from __future__ import annotations

import datetime as dt
from typing import Any
from uuid import UUID

import rules
from django.db.models import Min, Q

from accounts.models import Membership, Role, User
from accounts.rules import (
    Person,
    is_administrator,
    is_candidate,
    is_examiner,
    is_invigilator,
    is_own,
    is_registrar,
    roles_of,
)
from exams.bank.models import QuestionVersion
from exams.sittings.models import Entry, Invigilator, Sitting, SittingQuerySet

SCHEDULE = "sittings.schedule"
CHANGE = "sittings.change"
SEE = "sittings.see"
ENTER = "sittings.enter"
DECIDE = "sittings.decide_entries"
DECIDE_ONE = "sittings.decide_entry"
WATCH = "sittings.watch"
DIRECT = "sittings.direct"
GRANT_TIME = "sittings.grant_extra_minutes"

# The roles that run sittings: they see the room.
STAFF = frozenset({Role.EXAMINER, Role.INVIGILATOR, Role.ADMINISTRATOR})
# The roles that decide who sits.
DOORKEEPERS = frozenset({Role.EXAMINER, Role.REGISTRAR, Role.ADMINISTRATOR})


def bodies_where(user: Person, *roles: Role) -> list[UUID]:
    """The bodies in which this person holds one of the roles."""
    return [body for body, held in roles_of(user).items() if held.intersection(roles)]


@rules.predicate
def is_entered(user: Person, sitting: Any) -> bool:
    """Whether this person has a place in the sitting, candidate still or not."""
    return user.pk is not None and bool(sitting.entries.filter(person=user.pk).exists())


@rules.predicate
def sits_in_it(user: Person, sitting: Any) -> bool:
    """Whether this person is to work the paper or has: nobody runs the room in which they sit."""
    return user.pk is not None and bool(sitting.entries.inside().filter(person=user.pk).exists())


@rules.predicate
def watches_it(user: Person, sitting: Any) -> bool:
    """Whether this person was assigned to watch over this very sitting, and still belongs to its body."""
    if sitting.body_id not in roles_of(user):
        return False
    return bool(sitting.watchers.filter(person=user.pk).exists())


@rules.predicate
def could_read_it(user: Person, sitting: Any) -> bool:
    """Whether this person has been an examiner of the body while any of the paper's questions was in its bank.

    A role that has ended takes nothing away from what its holder has read, and a question is in the bank since its first
    version, whichever the paper asks. Where each candidate gets a paper of their own it may ask any question of the bank.
    """
    if sitting.paper.one_each:
        versions = QuestionVersion.objects.filter(body=sitting.body_id)
    else:
        versions = QuestionVersion.objects.filter(question__in=sitting.paper.questions.values("version__question"))
    oldest = versions.aggregate(oldest=Min("created_at"))["oldest"]
    terms = Membership.objects.filter(person=user.pk, body=sitting.body_id, role=Role.EXAMINER)
    return terms.filter(Q(until=None) | Q(until__gte=oldest)).exists()


# Takes a paper: whoever may draw it may let candidates sit it.
rules.add_perm(SCHEDULE, is_examiner | is_administrator)
# Take a sitting. Who has entered goes on seeing it, or a candidate whose role ends would lose the way to the result.
rules.add_perm(
    SEE, is_candidate | is_examiner | is_invigilator | is_administrator | is_registrar | watches_it | is_entered
)
rules.add_perm(ENTER, is_candidate & ~could_read_it & ~watches_it)
# What a sitting is, who gets in, and what cuts (closing, voiding): those who answer for the exam.
rules.add_perm(CHANGE, (is_examiner | is_administrator) & ~sits_in_it)
rules.add_perm(DECIDE, (is_examiner | is_registrar | is_administrator) & ~sits_in_it)
rules.add_perm(DIRECT, (is_examiner | is_administrator) & ~sits_in_it)
# The room: looking on, notes, codes, letting the clocks stand and go on.
rules.add_perm(WATCH, (is_examiner | is_invigilator | is_administrator | watches_it) & ~sits_in_it)
# Take an entry. Time is a matter for those who answer for the exam, not for the room's invigilator; nor for oneself.
rules.add_perm(DECIDE_ONE, (is_examiner | is_registrar | is_administrator) & ~is_own)
rules.add_perm(GRANT_TIME, (is_examiner | is_administrator) & ~is_own)


class NotPossible(Exception):
    """What was asked cannot be done now; the message says why, to the person who asked."""


def sittings_of(person: User, now: dt.datetime) -> SittingQuerySet:
    """All of the bodies in which they run or keep them, those they watch over, and as a candidate those that are not over
    or that they have entered.
    """
    found: SittingQuerySet = Sitting.objects.filter(
        Q(body__in={*bodies_where(person, *STAFF), *bodies_where(person, *DOORKEEPERS)})
        | Q(pk__in=Invigilator.objects.filter(person=person, sitting__body__in=roles_of(person)).values("sitting"))
        | Q(body__in=bodies_where(person, Role.CANDIDATE), closes_at__gt=now)
        | Q(pk__in=Entry.objects.filter(person=person).values("sitting"))
    )
    return found
