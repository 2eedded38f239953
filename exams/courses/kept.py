"""What courses keep of a person, and how long a body keeps a course."""

from __future__ import annotations

from django.db.models import DateTimeField, F
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from accounts.privacy.holdings import Holding, deeds, keep
from accounts.privacy.retention import Kind, may_go
from exams.courses.models import Assignment, Course, CourseInvitation, Member, Tutor

REMOVED = _("Removed.")
AS_LONG = _("As long as the body keeps the course.")

keep(
    Holding(
        key="courses",
        label=_("Courses that you take part in"),
        rows=lambda person: Member.objects.filter(person=person).order_by("joined_at", "pk"),
        shows=("course__name", "course__body__name", "email", "joined_at", "agreed_at", "left_at", "attended_at"),
        why=_("So that your tutors can set practice for you, and see how it goes if you agreed."),
        until=AS_LONG,
        after=REMOVED,
        erase=lambda person: Member.objects.filter(person=person).delete(),
    ),
    (Member, "person"),
)
keep(
    Holding(
        key="courses_taught",
        label=_("Courses that you teach"),
        rows=lambda person: Tutor.objects.filter(person=person),
        shows=("course__name", "course__body__name", "since", "until"),
        why=_("A tutor sees how those learners are getting on who agreed."),
        until=AS_LONG,
        after=REMOVED,
        erase=lambda person: Tutor.objects.filter(person=person).delete(),
    ),
    (Tutor, "person"),
)


keep(
    Holding(
        key="course_invitations",
        label=_("Invitations to courses"),
        rows=lambda person: CourseInvitation.objects.to(person),
        shows=("course__name", "course__body__name", "email", "name", "to_be", "at", "standing", "decided_at"),
        why=_("Somebody invited you to a course."),
        until=AS_LONG,
        after=REMOVED,
        erase=lambda person: CourseInvitation.objects.to(person).delete(),
    )
)
may_go(
    Kind(
        key="courses",
        label=_("Courses that are over"),
        help=_(
            "Counted from the last day. With all who took part, the invitations and what was set; nobody’s practice goes."
        ),
        rows=lambda body, before: Course.objects.filter(body=body, last_day__lt=before.date()).annotate(
            ended_at=Cast(F("last_day"), DateTimeField())
        ),
        since="ended_at",
        remove=lambda rows: rows.delete(),
    )
)
deeds(Course, "made_by")
deeds(CourseInvitation, "invited_by")
deeds(Assignment, "made_by")
deeds(Member, "attended_by", "removed_by")
