"""Tutors confirm who attended; a registrar of the body enters it as evidence, once; nobody else does either."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from accounts.accreditation.models import Evidence
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from accounts.rules import may
from exams.courses import attendance, rules
from exams.courses.models import Course, Member
from tests.accounts.conftest import person
from tests.exams.courses.conftest import browser, joined, made, teaching

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(course: Course, tessa: User, body: Body) -> Member:
    """A learner who is a candidate of the body."""
    return joined(course, tessa, person("Ann Able", body, Role.CANDIDATE), agreed=False)


@pytest.fixture
def nell(course: Course, tessa: User) -> Member:
    """A learner who is a candidate of nobody."""
    return joined(course, tessa, person("Nell None"), agreed=True)


def test_who_may_confirm_and_who_may_enter(
    course: Course, body: Body, rita: User, erin: User, boris: User, tessa: User, ann: Member
) -> None:
    theo = teaching(made(body, rita, name="Another"), rita, person("Theo Tutor"))
    people = (tessa, theo, rita, erin, boris, ann.person)

    assert [may(one, rules.CONFIRM, course) for one in people] == [True] + [False] * 5
    assert [may(one, rules.ENTER, course) for one in people] == [False, False, True, False, False, False]
    address = f"/training/courses/{course.pk}/attendance/"
    for who, status in ((theo, 404), (boris, 404), (ann.person, 403), (rita, 403)):
        assert browser(who).post(address, {"attended": str(ann.pk)}).status_code == status
    for who, status in ((theo, 404), (boris, 404), (ann.person, 403), (tessa, 403), (erin, 403)):
        assert browser(who).post(f"{address}enter/").status_code == status
    ann.refresh_from_db()
    assert ann.attended_at is None
    assert not Evidence.objects.exists()


def test_what_a_tutor_confirms_a_registrar_enters_once(course: Course, rita: User, tessa: User, ann: Member) -> None:
    address = f"/training/courses/{course.pk}/attendance/"
    assert (
        "Ann Able" in browser(tessa).post(address, {"attended": [str(ann.pk), "nobody"]}, follow=True).content.decode()
    )
    ann.refresh_from_db()
    assert (ann.attended_by, ann.is_shown) == (tessa, False)

    page = browser(rita).post(f"{address}enter/", follow=True).content.decode()
    assert "1 attendance entered. It counts." in page
    found = Evidence.objects.get()
    assert (found.person, found.kind, found.details["name"]) == (ann.person, "course", "Directing at your club")
    assert (found.standing, found.day) == (Evidence.Standing.ACCEPTED, course.body.today())
    assert "Nothing was done twice." in browser(rita).post(f"{address}enter/", follow=True).content.decode()
    assert Evidence.objects.count() == 1
    # What is on record a tutor does not take back.
    attendance.settle(course=course, actor=tessa, attended=())
    ann.refresh_from_db()
    assert ann.attended_at is not None


def test_a_tutor_takes_back_what_is_not_on_record(course: Course, tessa: User, ann: Member) -> None:
    attendance.settle(course=course, actor=tessa, attended={ann.pk})
    attendance.settle(course=course, actor=tessa, attended={ann.pk})
    attendance.settle(course=course, actor=tessa, attended=())

    ann.refresh_from_db()
    assert ann.attended_at is None
    assert AuditEntry.objects.filter(verb="course.attendance").count() == 2


def test_who_is_no_candidate_is_named_and_holds_up_nobody(
    course: Course, rita: User, tessa: User, ann: Member, nell: Member
) -> None:
    attendance.settle(course=course, actor=tessa, attended={ann.pk, nell.pk})

    page = browser(rita).post(f"/training/courses/{course.pk}/attendance/enter/", follow=True).content.decode()
    assert "Nell None is not a candidate of MBA. They have to join first" in page
    assert Evidence.objects.get().person == ann.person


def test_nobody_enters_their_own(course: Course, body: Body, tessa: User, rita: User) -> None:
    registrar = person("Rolf Reed", body, Role.REGISTRAR, Role.CANDIDATE)
    member = joined(course, tessa, registrar, agreed=False)
    attendance.settle(course=course, actor=tessa, attended={member.pk})

    done, left = attendance.enter(course=course, actor=registrar)
    assert (done, [one.pk for one, _why in left]) == (0, [member.pk])
    assert attendance.enter(course=course, actor=rita) == (1, [])


def test_nobody_has_attended_before_it_begins(course: Course, tessa: User, rita: User, ann: Member) -> None:
    begins = course.body.today() + dt.timedelta(days=1)
    Course.objects.filter(pk=course.pk).update(first_day=begins)
    course.refresh_from_db()

    with pytest.raises(ValidationError, match="has not begun yet"):
        attendance.settle(course=course, actor=tessa, attended={ann.pk})
    assert "Attendance" not in browser(tessa).get(f"/training/courses/{course.pk}/").content.decode()
    with pytest.raises(PermissionDenied):
        attendance.settle(course=course, actor=rita, attended={ann.pk})
