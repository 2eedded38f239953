"""Who may make a course, run it, teach it, and see how somebody gets on.

The registrars and examiners of its body, or the contacts of its club, see who takes part. How a learner gets on only the tutors
of this course see, and only of those who agreed.
"""

from __future__ import annotations

from typing import Any

import rules

from accounts.models import Club, User
from accounts.rules import Person, clubs_of, is_examiner, is_own, is_registrar
from exams.courses.models import Course, Member, Tutor

MAKE = "courses.make"
"""On a body, or on a club of it."""
ORGANISE = "courses.organise"
"""On a course: its dates and its tutors."""
RUN = "courses.run"
"""On a course: who is invited, and what is set."""
TEACH = "courses.teach"
"""On a course: what is done of what is set, and who needs help, of those who agreed."""
SEE_PROGRESS = "courses.see_progress"
"""On a member."""
REMOVE = "courses.remove_learner"
"""On a member: that they take part no longer. Of oneself one decides by leaving."""
CONFIRM = "courses.confirm_attendance"
"""On a course: who attended it, which is no progress."""
ENTER = "courses.enter_attendance"
"""On a course: what tutors confirmed, as evidence of the body."""


@rules.predicate
def speaks_for_its_club(user: Person, thing: Any) -> bool:
    """Whether this person is a contact of the club, or of the club that gives the course."""
    club = thing.pk if isinstance(thing, Club) else getattr(thing, "club_id", None)
    return club is not None and club in clubs_of(user)


@rules.predicate
def is_tutor(user: Person, course: Course) -> bool:
    """Whether this person teaches the course now."""
    if not (isinstance(user, User) and user.is_active):
        return False
    if (teaching := getattr(course, "teaching", None)) is not None:
        return any(one.person_id == user.pk for one in teaching)
    return Tutor.objects.active().filter(course=course, person=user).exists()


@rules.predicate
def teaches_them(user: Person, member: Member) -> bool:
    """Whether this person teaches the course that the learner is in."""
    return bool(is_tutor(user, member.course))


@rules.predicate
def is_open(_user: Person, course: Course) -> bool:
    """Whether the course goes on, or ended so lately that progress is still seen."""
    return not course.is_closed


@rules.predicate
def is_shown(_user: Person, member: Member) -> bool:
    """Whether the learner agrees just now, and the course is not closed."""
    return member.is_shown and not member.course.is_closed


organises = is_registrar | is_examiner | speaks_for_its_club


@rules.predicate
def organises_their_course(user: Person, member: Member) -> bool:
    """Whether this person organises the course that the learner is in."""
    return bool(organises.test(user, member.course))


rules.add_perm(MAKE, organises)
rules.add_perm(ORGANISE, organises)
rules.add_perm(RUN, organises | is_tutor)
rules.add_perm(REMOVE, organises_their_course & ~is_own)
rules.add_perm(TEACH, is_tutor & is_open)
rules.add_perm(CONFIRM, is_tutor)
rules.add_perm(ENTER, is_registrar)
rules.add_perm(SEE_PROGRESS, teaches_them & is_shown & ~is_own)
