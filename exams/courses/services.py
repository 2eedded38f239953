"""What changes a course: making it, inviting, joining and leaving, consent, and setting practice.

Each function is one transaction, asks for the permission itself, and leaves one entry in the audit log. What a person should
read is a ValidationError.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, Club, User
from accounts.prose import is_blank
from accounts.rules import may, require
from exams.courses import notices, rules
from exams.courses.models import LONGEST, Assignment, Course, CourseInvitation, Member, Tutor
from exams.papers.models import Blueprint

MOST_PEOPLE = 300
"""Learners of one course, those who are invited among them."""


def days_in_order(first: dt.date, last: dt.date) -> None:
    """Refuse days that are the wrong way round, or further apart than a course takes."""
    if last < first:
        raise ValidationError(
            _("The last day, %(last)s, is before the first, %(first)s. Give a last day on or after the first."),
            "days",
            {"first": date_format(first, "j F Y"), "last": date_format(last, "j F Y")},
        )
    if last - first > LONGEST:
        raise ValidationError(_("A course takes two years at most. Give an earlier last day."), "long")


@transaction.atomic
def make(
    *,
    body: Body,
    club: Club | None,
    actor: User,
    name: str,
    first_day: dt.date,
    last_day: dt.date,
    about: str,
    teaches: bool,
    reference: uuid.UUID,
) -> Course:
    """Make a course of the body, or of a club of it. teaches: whether the actor is a tutor. Sent twice, it is made once."""
    if club is not None and club.body_id != body.pk:
        raise ValidationError(_("This club belongs to another body."), "club")
    require(actor, rules.MAKE, club or body)
    days_in_order(first_day, last_day)
    told = {"body": body, "club": club, "name": name, "first_day": first_day, "last_day": last_day, "about": about}
    made, new = Course.objects.get_or_create(reference=reference, defaults={**told, "made_by": actor})
    if not new:
        if made.made_by_id != actor.pk:
            raise PermissionDenied
        return made
    if teaches:
        Tutor.objects.create(course=made, person=actor)
    data = {"name": name, "first_day": first_day, "last_day": last_day, "club": str(club or ""), "teaches": teaches}
    record(actor=actor, verb="course.made", target=made, body=body, data=data)
    return made


@transaction.atomic
def change(*, course: Course, actor: User, name: str, first_day: dt.date, last_day: dt.date, about: str) -> None:
    """Give a course another name, other days or another description. What changes nothing leaves no entry."""
    require(actor, rules.ORGANISE, course)
    days_in_order(first_day, last_day)
    course = _lock(course)
    after = {"name": name, "first_day": first_day, "last_day": last_day, "about": about}
    before = {key: getattr(course, key) for key in after}
    if before == after:
        return
    for key, value in after.items():
        setattr(course, key, value)
    course.save(update_fields=list(after))
    record(
        actor=actor, verb="course.changed", target=course, body=course.body_id, data={"before": before, "after": after}
    )


@dataclass
class Invited:
    """What came of inviting: who was, and whom there was no need to invite, by address."""

    made: list[CourseInvitation] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)


@transaction.atomic
def invite(
    *,
    course: Course,
    actor: User,
    people: Iterable[tuple[str, str]],
    to_be: CourseInvitation.To = CourseInvitation.To.LEARNER,
) -> Invited:
    """Invite addresses, each with a name or none. One that takes part already, or whose invitation is open, is passed over.

    Nothing here looks for an account before the letter is written: whether there is one would be told by any difference.
    """
    require(actor, rules.RUN if to_be == CourseInvitation.To.LEARNER else rules.ORGANISE, course)
    course = _lock(course)
    if course.is_over:
        raise ValidationError(
            _("The course ended on %(day)s. Give it a later last day before you invite anybody."),
            "over",
            {"day": date_format(course.last_day, "j F Y")},
        )
    wanted = dict(people)
    known = CourseInvitation.objects.filter(course=course, email__in=wanted)
    waiting = set(known.open().values_list("email", flat=True))
    inside = set(Member.objects.active().filter(course=course, email__in=wanted).values_list("email", flat=True))
    told = Invited(
        waiting=[one for one in wanted if one in waiting - inside], inside=[one for one in wanted if one in inside]
    )
    fresh = [(email, name) for email, name in wanted.items() if email not in waiting | inside]
    taking_part = Member.objects.active().filter(course=course).count()
    asked = CourseInvitation.objects.open().filter(course=course, to_be=CourseInvitation.To.LEARNER).count()
    if to_be == CourseInvitation.To.LEARNER and taking_part + asked + len(fresh) > MOST_PEOPLE:
        raise ValidationError(
            _("A course has at most %(most)s people. %(there)s take part or are invited already."),
            "many",
            {"most": MOST_PEOPLE, "there": taking_part + asked},
        )
    # One that nobody answered in time makes room.
    late = known.filter(standing=CourseInvitation.Standing.OPEN).exclude(email__in=waiting)
    late.update(standing=CourseInvitation.Standing.WITHDRAWN, decided_at=timezone.now())
    told.made = CourseInvitation.objects.bulk_create(
        CourseInvitation(course=course, email=email, name=name, to_be=to_be, invited_by=actor) for email, name in fresh
    )
    if told.made:
        emails = [one.email for one in told.made]
        record(
            actor=actor, verb="course.invited", target=course, body=course.body_id, data={"emails": emails, "as": to_be}
        )
        notices.invited(course, told.made)
    return told


@transaction.atomic
def withdraw(*, invitation: CourseInvitation, actor: User) -> None:
    """Take an invitation back; one that has been answered stays as it is."""
    course = invitation.course
    require(actor, rules.RUN if invitation.to_be == CourseInvitation.To.LEARNER else rules.ORGANISE, course)
    invitation = CourseInvitation.objects.select_for_update(of=("self",)).select_related("course").get(pk=invitation.pk)
    if invitation.standing != CourseInvitation.Standing.OPEN:
        return
    _close(invitation, CourseInvitation.Standing.WITHDRAWN)
    data = {"email": invitation.email}
    record(actor=actor, verb="course.invitation_withdrawn", target=course, body=course.body_id, data=data)


@transaction.atomic
def answer(
    *, invitation: CourseInvitation, person: User, accepted: bool, agreed: bool = False
) -> Member | Tutor | None:
    """Accept or decline an invitation to an address of one's own. agreed: whether the tutors may see how one gets on.

    Accepting twice is accepting once. Raises CourseInvitation.DoesNotExist for whoever was not invited.
    """
    invitation = (
        CourseInvitation.objects.to(person)
        .select_for_update(of=("self",))
        .select_related("course__body")
        .get(pk=invitation.pk)
    )
    course, is_tutor = invitation.course, invitation.to_be == CourseInvitation.To.TUTOR
    taking_part = Member.objects.active().filter(course=course, person=person).first()
    teaching = Tutor.objects.active().filter(course=course, person=person).first()
    if invitation.standing == CourseInvitation.Standing.ACCEPTED and accepted:
        return teaching if is_tutor else taking_part
    if invitation.standing != CourseInvitation.Standing.OPEN:
        raise ValidationError(
            _("This invitation was %(standing)s already."),
            "settled",
            {"standing": invitation.get_standing_display().lower()},
        )
    if invitation.has_expired:
        raise ValidationError(
            _("This invitation could be answered until %(day)s. Ask %(host)s for another one."),
            "expired",
            {"day": date_format(invitation.last_day, "j F Y"), "host": course.host},
        )
    if accepted and is_tutor and not may(invitation.invited_by, rules.ORGANISE, course):
        raise ValidationError(
            _("The person who asked you no longer organises this course. Ask %(host)s for another invitation."),
            "gone",
            {"host": course.host},
        )
    if not accepted:
        _close(invitation, CourseInvitation.Standing.DECLINED)
        record(actor=person, verb="course.declined", target=course, body=course.body_id)
        return None
    found: Member | Tutor
    if is_tutor:
        if taking_part is not None:
            raise ValidationError(_("You take part in this course. Leave it first if you are to teach it."), "learner")
        found = teaching or Tutor.objects.create(course=course, person=person)
    else:
        if teaching is not None:
            raise ValidationError(_("You are a tutor of this course, so you cannot take part as a learner."), "tutor")
        now = timezone.now()
        # Whoever comes back is asked again whether their progress may be seen.
        told = {
            "email": invitation.email,
            "joined_at": now,
            "left_at": None,
            "removed_by": None,
            "agreed_at": now if agreed else None,
        }
        found, _new = Member.objects.update_or_create(course=course, person=person, defaults=told)
    _close(invitation, CourseInvitation.Standing.ACCEPTED)
    data = {"as": invitation.to_be, "shows_progress": agreed}
    record(actor=person, verb="course.joined", target=course, body=course.body_id, data=data)
    return found


@transaction.atomic
def settle_consent(*, member: Member, person: User, agreed: bool) -> None:
    """Let one's tutors see how one gets on, or no longer; it holds from the same moment. By the learner alone."""
    member = _own(member, person)
    if member.left_at is not None or (member.agreed_at is not None) == agreed:
        return
    member.agreed_at = timezone.now() if agreed else None
    member.save(update_fields=["agreed_at"])
    verb = "course.progress_shown" if agreed else "course.progress_hidden"
    record(actor=person, verb=verb, target=member.course, body=member.course.body_id)


@transaction.atomic
def leave(*, member: Member, person: User) -> None:
    """Leave a course. The tutors see that one has left, and nothing of what one practised."""
    member = _own(member, person)
    if member.left_at is not None:
        return
    member.left_at, member.agreed_at = timezone.now(), None
    member.save(update_fields=["left_at", "agreed_at"])
    record(actor=person, verb="course.left", target=member.course, body=member.course.body_id)


@transaction.atomic
def remove(*, member: Member, actor: User, reason: str) -> None:
    """End somebody's part in a course, as whoever organises it, and write to them why. Done again, it is done once.

    Their consent ends with it. What they practised stays theirs, and attendance that is on record stays there.
    """
    require(actor, rules.REMOVE, member)
    if is_blank(reason):
        raise ValidationError(_("Give a reason. The learner reads it."), "reason")
    rows = Member.objects.select_for_update(of=("self",)).select_related("course__body", "course__club", "person")
    member = rows.get(pk=member.pk)
    if member.left_at is not None:
        return
    course, now = member.course, timezone.now()
    member.left_at, member.agreed_at, member.removed_by = now, None, actor
    member.save(update_fields=["left_at", "agreed_at", "removed_by"])
    data = {"person": member.person_id}
    record(
        actor=actor, verb="course.learner_removed", target=course, body=course.body_id, reason=reason.strip(), data=data
    )
    notices.removed(member, reason.strip())


@transaction.atomic
def end_tutor(*, tutor: Tutor, actor: User) -> None:
    """Let somebody teach a course no longer; by whoever organises it, or by the tutor. They see nothing of it from now on."""
    course = tutor.course
    if tutor.person_id != actor.pk:
        require(actor, rules.ORGANISE, course)
    ended = Tutor.objects.active().filter(pk=tutor.pk).update(until=timezone.now())
    if ended:
        data = {"person": tutor.person_id}
        record(actor=actor, verb="course.tutor_ended", target=course, body=course.body_id, data=data)


@transaction.atomic
def assign(
    *,
    course: Course,
    actor: User,
    kind: Assignment.Kind,
    title: str,
    count: int,
    from_day: dt.date,
    due_day: dt.date,
    reference: uuid.UUID,
    law: str = "",
    topic: str = "",
    units: Sequence[str] = (),
    paper: Blueprint | None = None,
    note: str = "",
) -> Assignment:
    """Set practice for everybody in the course. Sent twice, it is set once."""
    require(actor, rules.RUN, course)
    if due_day < from_day:
        raise ValidationError(
            _("It would be due on %(due)s, before it begins on %(start)s. Give a later day."),
            "days",
            {"due": date_format(due_day, "j F Y"), "start": date_format(from_day, "j F Y")},
        )
    what = {
        "kind": kind,
        "law": law,
        "topic": topic,
        "units": list(units),
        "paper": paper,
        "title": title,
        "note": note,
    }
    when = {"count": 1 if kind == Assignment.Kind.MOCK else count, "from_day": from_day, "due_day": due_day}
    defaults = {"course": course, **what, **when, "made_by": actor}
    made, new = Assignment.objects.get_or_create(reference=reference, defaults=defaults)
    if made.course_id != course.pk:
        raise PermissionDenied
    if new:
        data = {"title": title, **when, "assignment": made.pk}
        record(actor=actor, verb="course.assigned", target=course, body=course.body_id, data=data)
    return made


@transaction.atomic
def take_back(*, assignment: Assignment, actor: User) -> None:
    """Take back what was set. What was practised stays the learners' own."""
    course = assignment.course
    require(actor, rules.RUN, course)
    gone, _tables = Assignment.objects.filter(pk=assignment.pk).delete()
    if gone:
        data = {"title": assignment.title, "assignment": assignment.pk}
        record(actor=actor, verb="course.assignment_taken_back", target=course, body=course.body_id, data=data)


def may_make_somewhere(person: User, body: Body) -> bool:
    """Whether this person may make a course of the body, or of a club of it."""
    return may(person, rules.MAKE, body) or any(may(person, rules.MAKE, club) for club in body.clubs.all())


def _lock(course: Course) -> Course:
    """The course as it is now, locked: two who invite one address write one invitation."""
    return Course.objects.select_for_update(of=("self",), no_key=True).select_related("body", "club").get(pk=course.pk)


def _own(member: Member, person: User) -> Member:
    return Member.objects.select_for_update(of=("self",)).select_related("course").get(pk=member.pk, person=person)


def _close(invitation: CourseInvitation, standing: CourseInvitation.Standing) -> None:
    invitation.standing, invitation.decided_at = standing, timezone.now()
    invitation.save(update_fields=["standing", "decided_at"])
