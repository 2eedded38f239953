"""In the demo, a course of a club: two tutors, five learners of whom two show nothing, and practice that is set."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, Club, User
from exams.courses.models import Assignment, Course, CourseInvitation, Member, Tutor
from exams.papers import syllabus
from exams.papers.models import Topic
from exams.practice.mocks import questions_of
from exams.practice.seed import MARGARET, RUTH
from exams.practice.slots import in_use
from exams.sittings.seed import TOM
from laws import keys

BODY: Final = "qba"
GRAHAM: Final = "graham@example.org"
AGREED: Final[Mapping[str, bool]] = {
    RUTH: True,
    TOM: True,
    "frank.abara@example.org": True,
    "philippa@example.org": False,
    "greta.holm@example.org": False,
}
"""By address, whether somebody lets the tutors see how they get on."""
ASKED: Final = ("kim.taylor@example.org", "Kim Taylor")
"""Somebody without an account, who has not answered."""
BEGAN: Final = 14
TOPIC: Final = "insufficient-bid"


def seed(demo: bool) -> None:
    """Make the course, once; where the club or its contact is not there, there is none."""
    if not demo or Course.objects.filter(body__slug=BODY).exists():
        return
    graham = User.objects.filter(email=GRAHAM, is_active=True).first()
    club = Club.objects.filter(memberships__person=graham, memberships__until=None, body__slug=BODY).first()
    if graham is None or club is None:
        return
    course = _course(club, graham)
    since = timezone.now() - dt.timedelta(days=BEGAN - 1)
    for tutor in User.objects.filter(email__in=(GRAHAM, MARGARET)).order_by("email"):
        Tutor.objects.create(course=course, person=tutor, since=since)
    for person in User.objects.filter(email__in=AGREED, is_active=True).order_by("email"):
        agreed = since if AGREED[person.email] else None
        Member.objects.create(course=course, person=person, email=person.email, joined_at=since, agreed_at=agreed)
    email, name = ASKED
    # Told as if the letter were out: nothing is mailed to people who were made up.
    CourseInvitation.objects.create(course=course, email=email, name=name, invited_by=graham, mailed_at=timezone.now())
    for told in _practice(course.body):
        _set(course, graham, **told)


def _course(club: Club, graham: User) -> Course:
    today = club.body.today()
    made = Course.objects.create(
        body=club.body,
        club=club,
        name=_("Directing at your club"),
        first_day=today - dt.timedelta(days=BEGAN),
        last_day=today + dt.timedelta(days=5 * 7),
        about=_("Six Thursdays at seven, in the back room of the club. Bring your law book."),
        reference=uuid.uuid5(uuid.NAMESPACE_URL, "demo:course"),
        made_by=graham,
    )
    record(actor=graham, verb="course.made", target=made, body=made.body, data={"name": made.name})
    return made


def _practice(body: Body) -> Sequence[dict[str, Any]]:
    """A law that is overdue, a topic that is due, a law to come, and a mock exam where the body has a paper for it."""
    kinds = Assignment.Kind
    topic = syllabus.called(Topic.objects.titles(body), TOPIC)
    found: list[dict[str, Any]] = [
        {"kind": kinds.LAW, "law": "25", "title": keys.name("25"), "count": 6, "start": -13, "due": -4},
        {"kind": kinds.TOPIC, "topic": TOPIC, "title": topic, "count": 15, "start": -13, "due": 3},
        {"kind": kinds.LAW, "law": "64", "title": keys.name("64"), "count": 10, "start": 7, "due": 14},
    ]
    found[0]["note"] = _("Read the law first. We go through it on Thursday.")
    paper = next((one for one in in_use(body) if one.level == "club" and questions_of(one)), None)
    if paper is not None:
        title = _("Mock exam: %(paper)s") % {"paper": paper.title}
        found.append({"kind": kinds.MOCK, "paper": paper, "title": title, "count": 1, "start": -7, "due": 7})
    return found


def _set(course: Course, graham: User, *, start: int, due: int, title: str, **told: Any) -> None:
    """Practice from so many days from today until so many."""
    today = course.body.today()
    Assignment.objects.create(
        course=course,
        title=title,
        from_day=today + dt.timedelta(days=start),
        due_day=today + dt.timedelta(days=due),
        reference=uuid.uuid5(course.reference, title),
        made_by=graham,
        **told,
    )
