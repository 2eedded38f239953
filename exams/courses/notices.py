"""The letters of a course, in the body's own words: one that invites somebody, and one that tells a learner of being removed.

Whoever has confirmed the address here gets a letter like any other, which is tried again until it has gone out. To other
addresses the same words go as a mail, which the invitation remembers until it has gone out; being invited makes no account.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import structlog
from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import OperationalError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation.mail import catalogue
from accounts.accreditation.mail.notices import Told, tell_each, written
from accounts.accreditation.requirements import listed
from accounts.letters.services import address, composed
from accounts.letters.texts import Kind, filled, signature_of, texts_of, words_of
from accounts.models import User
from exams.courses.models import Course, CourseInvitation, Member, Tutor

log = structlog.get_logger(__name__)

TRIES = 8
"""So often a mail is tried; then whoever invited can withdraw the invitation and send another."""
BATCH = 100


def invited(course: Course, invitations: Sequence[CourseInvitation]) -> None:
    """Store a letter for each of these who is known here; the others are mailed by a worker (`mail_pending`)."""
    emails = [one.email for one in invitations]
    rows = EmailAddress.objects.filter(email__in=emails, verified=True, user__is_active=True).select_related("user")
    known: dict[str, User] = {one.email: one.user for one in rows}
    kind = _kind(invitations[0])
    told = [
        Told(known[one.email], _values(one, course), f"course.invited:{one.pk}", "")
        for one in invitations
        if one.email in known
    ]
    tell_each(kind, course.body, told)
    mine = [one.pk for one in invitations if one.email in known]
    CourseInvitation.objects.filter(pk__in=mine).update(mailed_at=timezone.now())


def removed(member: Member, reason: str) -> None:
    """Tell somebody that their part in a course was ended, and why."""
    course = member.course
    values = {
        "course": course.name,
        "host": str(course.host),
        "reason": reason,
        "page": address("courses:home"),
    }
    at = member.left_at or timezone.now()
    told = Told(member.person, values, f"course.removed:{member.pk}:{at.isoformat()}", "")
    tell_each(catalogue.COURSE_LEARNER_REMOVED, course.body, [told])


def mail_pending() -> int:
    """Mail the invitations that have not gone out; returns how many have. One that fails is tried again and stops no other."""
    due = CourseInvitation.objects.open().filter(mailed_at=None, tries__lt=TRIES).order_by("tries", "at", "pk")
    connection = get_connection()
    try:
        return sum(_mail(pk, connection) for pk in list(due.values_list("pk", flat=True)[:BATCH]))
    finally:
        connection.close()


@transaction.atomic
def _mail(pk: uuid.UUID, connection: BaseEmailBackend) -> bool:
    rows = CourseInvitation.objects.open().filter(mailed_at=None).select_for_update(of=("self",), skip_locked=True)
    one = rows.select_related("course__body", "course__club").filter(pk=pk).first()
    if one is None:
        return False
    body, kind = one.course.body, _kind(one)
    subject, text = words_of(kind, texts_of(body, kind.code).get(kind.code))
    # Nobody yet: only somebody to greet.
    reader = User(email=one.email, name=one.name)
    values = {"name": str(reader), "body": str(body), **_values(one, one.course)}
    letter = composed(
        reader, body, filled(subject, values), filled(text, values), once="", signature=signature_of(body)
    )
    mail = EmailMultiAlternatives(letter.subject, letter.text, to=[one.email], connection=connection)
    mail.attach_alternative(letter.html, "text/html")
    try:
        mail.send()
    except OperationalError:
        # The database, not the mail: nothing of this stands, and the next sweep tries again.
        raise
    except Exception:
        connection.close()
        log.warning("course_invitation_not_mailed", invitation=str(one.pk), exc_info=True)
        CourseInvitation.objects.filter(pk=one.pk).update(tries=F("tries") + 1)
        return False
    one.mailed_at = timezone.now()
    one.save(update_fields=["mailed_at"])
    return True


def _kind(invitation: CourseInvitation) -> Kind:
    is_tutor = invitation.to_be == CourseInvitation.To.TUTOR
    return catalogue.COURSE_TUTOR_INVITED if is_tutor else catalogue.COURSE_INVITED


def _values(invitation: CourseInvitation, course: Course) -> dict[str, str]:
    teaching = Tutor.objects.active().filter(course=course).select_related("person")
    names = [one.person.name or _("a tutor") for one in teaching]
    return {
        "course": course.name,
        "host": str(course.host),
        "tutors": listed(names) if names else _("still to be named"),
        "first_day": written(course.first_day),
        "last_day": written(course.last_day),
        "answer_until": written(invitation.last_day),
        "page": address("courses:invitation", invitation.pk),
    }
