"""Who attended a course: its tutors confirm it, and a registrar of the body enters it as evidence, as anything they are shown.

It says that somebody was there, and nothing of what they practised; it counts where a level asks for a course.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation import evidencing
from accounts.accreditation.models import Evidence
from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from exams.courses import rules
from exams.courses.models import Course, Member


@dataclass(frozen=True)
class Attended:
    """A learner, and the evidence of their attendance; None while no registrar has entered it."""

    member: Member
    evidence: Evidence | None


def reference_of(member: Member) -> str:
    """By which the evidence of their attendance is known, once in the body."""
    return f"attended:{member.pk}"


def day_of(course: Course) -> dt.date:
    """The day of the evidence: the last of the course, or today while it goes on."""
    return min(course.last_day, course.body.today())


def has_begun(course: Course) -> bool:
    """Whether its first day has come; nobody has attended before."""
    return course.body.today() >= course.first_day


def attendance(course: Course, members: Sequence[Member]) -> list[Attended]:
    """Those who take part, each with the evidence of it. One query."""
    taking_part = [one for one in members if one.left_at is None]
    references = [reference_of(one) for one in taking_part]
    known = {one.reference: one for one in Evidence.objects.filter(body=course.body_id, reference__in=references)}
    return [Attended(one, known.get(reference_of(one))) for one in taking_part]


@transaction.atomic
def settle(*, course: Course, actor: User, attended: Collection[UUID]) -> None:
    """Say, as a tutor, who of those who take part attended: these, and those of whom it has been entered.

    attended: the ids of members. What changes nothing leaves no entry.
    """
    require(actor, rules.CONFIRM, course)
    if not has_begun(course):
        raise ValidationError(_("The course has not begun yet, so nobody has attended it."), "early")
    members = list(course.members.active().select_for_update(of=("self",)).select_related("person").order_by("pk"))
    now, changed = timezone.now(), []
    for one in attendance(course, members):
        wanted = one.evidence is not None or one.member.pk in attended
        if wanted != (one.member.attended_at is not None):
            one.member.attended_at, one.member.attended_by = (now, actor) if wanted else (None, None)
            one.member.save(update_fields=["attended_at", "attended_by"])
            changed.append({"person": one.member.person_id, "attended": wanted})
    if changed:
        record(actor=actor, verb="course.attendance", target=course, body=course.body_id, data={"changed": changed})


def enter(*, course: Course, actor: User) -> tuple[int, list[tuple[Member, str]]]:
    """Enter as evidence, as a registrar, every attendance that was confirmed: how many, and who was left with why.

    Entered again, it is what it was. Each learner gets the letter that tells of evidence.
    """
    require(actor, rules.ENTER, course)
    members = list(course.members.active().exclude(attended_at=None).select_related("person"))
    done, left = 0, list[tuple[Member, str]]()
    for one in attendance(course, members):
        if one.evidence is not None:
            continue
        if one.member.person_id == actor.pk:
            words = _("%(name)s: another registrar enters what is about you.")
            left.append((one.member, words % {"name": one.member.person}))
            continue
        try:
            evidencing.enter(
                body=course.body,
                person=one.member.person,
                actor=actor,
                kind="course",
                day=day_of(course),
                details={"name": course.name},
                reference=reference_of(one.member),
            )
        except ValidationError as refusal:
            left.append((one.member, refusal.messages[0]))
        else:
            done += 1
    return done, left
