"""What courses answer the training room: invitations that can still be answered, and what is set and not done yet."""

from __future__ import annotations

from collections.abc import Sequence

from django.dispatch import receiver
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from exams.courses import progress
from exams.courses.models import Course, CourseInvitation
from exams.courses.progress import Done
from exams.practice.signals import Waits, waiting_asked


@receiver(waiting_asked)
def waiting_in_courses(sender: object, person: User, **_more: object) -> list[Waits]:
    """A line for each invitation, and one for each course in which something is left to do."""
    invitations = CourseInvitation.objects.open().to(person).select_related("course__body")
    asked = [
        Waits(
            _("You are invited to the course %(course)s. Please answer by %(day)s.")
            % {"course": one.course, "day": date_format(one.last_day, "j F")},
            reverse("courses:invitation", args=[one.pk]),
        )
        for one in invitations
    ]
    left = progress.left_to_do(person)
    return [*asked, *(Waits(_left(course, done), reverse("courses:mine", args=[course.pk])) for course, done in left)]


def _left(course: Course, left: Sequence[Done]) -> str:
    """What is left to do in a course, in words. left: the first one due first."""
    first = left[0]
    told = {"course": course, "what": first.assignment.title, "day": date_format(first.assignment.due_day, "j F")}
    if len(left) == 1:
        late = _("%(course)s: %(what)s, which was due on %(day)s")
        return (late if first.state == "late" else _("%(course)s: %(what)s, due on %(day)s")) % told
    n = len(left)
    late = ngettext(
        "%(course)s: %(n)d assignment, the first of which was due on %(day)s",
        "%(course)s: %(n)d assignments, the first of which was due on %(day)s",
        n,
    )
    open_ = ngettext(
        "%(course)s: %(n)d assignment, the first due on %(day)s",
        "%(course)s: %(n)d assignments, the first due on %(day)s",
        n,
    )
    return (late if first.state == "late" else open_) % (told | {"n": n})
