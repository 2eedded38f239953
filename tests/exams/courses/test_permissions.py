"""A tutor sees those who agreed, of this course, while it goes on; everybody else sees who takes part at most, or nothing."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import Body, Club, Role, User
from accounts.privacy import retention
from accounts.rules import may
from exams.courses import rules, services
from exams.courses.models import AFTERWARDS, Assignment, Course, CourseInvitation, Member, Tutor
from exams.practice.units import catalogue
from tests.accounts.conftest import person
from tests.exams.courses.conftest import PATH, browser, confirmed, invited, joined, made, practised, set_law, teaching

pytestmark = pytest.mark.django_db


def _course_page(who: User, course: Course) -> str:
    return str(browser(who).get(f"/training/courses/{course.pk}/").content.decode())


def _status(who: User, address: str) -> int:
    return int(browser(who).get(address).status_code)


def _of(member: Member) -> str:
    return f"/training/courses/learners/{member.pk}/"


WRONG = "Needs help with"


def test_the_tutor_sees_whoever_agreed_and_of_others_only_that_they_take_part(
    course: Course, tessa: User, open_olga: Member, shy_sid: Member
) -> None:
    page = _course_page(tessa, course)

    assert f'href="{_of(open_olga)}"' in page
    assert "Sid Shy" in page
    assert _of(shy_sid) not in page
    assert catalogue()[PATH].title in browser(tessa).get(_of(open_olga)).content.decode()
    assert _status(tessa, _of(shy_sid)) == 404


def test_a_learner_who_takes_consent_back_is_seen_no_more_from_that_moment(
    course: Course, tessa: User, open_olga: Member
) -> None:
    services.settle_consent(member=open_olga, person=open_olga.person, agreed=False)

    assert _status(tessa, _of(open_olga)) == 404
    page = _course_page(tessa, course)
    assert "Olga Open" in page
    assert "keeps progress private" in page
    assert catalogue()[PATH].title not in page


def test_a_learner_who_left_is_seen_no_more(course: Course, tessa: User, open_olga: Member) -> None:
    services.leave(member=open_olga, person=open_olga.person)

    assert _status(tessa, _of(open_olga)) == 404
    assert catalogue()[PATH].title not in _course_page(tessa, course)


def test_the_tutor_of_another_course_sees_nothing_of_this_one(
    course: Course, body: Body, rita: User, open_olga: Member
) -> None:
    other = made(body, rita, name="Another course")
    theo = teaching(other, rita, person("Theo Tutor"))

    assert _status(theo, f"/training/courses/{course.pk}/") == 404
    assert _status(theo, _of(open_olga)) == 404
    assert catalogue()[PATH].title not in _course_page(theo, other)


def test_the_tutor_of_both_sees_a_learner_only_where_they_agreed(
    course: Course, body: Body, rita: User, tessa: User, open_olga: Member
) -> None:
    other = made(body, rita, name="Another course")
    teaching(other, rita, tessa)
    there = joined(other, tessa, open_olga.person, agreed=False)

    assert _status(tessa, _of(open_olga)) == 200
    assert _status(tessa, _of(there)) == 404


def test_a_former_tutor_sees_nothing(course: Course, tessa: User, rita: User, open_olga: Member) -> None:
    services.end_tutor(tutor=Tutor.objects.get(course=course, person=tessa), actor=rita)

    assert _status(tessa, f"/training/courses/{course.pk}/") == 404
    assert _status(tessa, _of(open_olga)) == 404
    with pytest.raises(PermissionDenied):
        set_law(course, tessa)


def test_a_tutor_whose_account_is_closed_sees_nothing(course: Course, tessa: User, open_olga: Member) -> None:
    tessa.is_active = False

    assert not may(tessa, rules.SEE_PROGRESS, open_olga)
    assert not may(tessa, rules.TEACH, course)


def test_the_registrar_and_the_examiner_see_who_takes_part_and_not_how_it_goes(
    course: Course, rita: User, erin: User, open_olga: Member
) -> None:
    for who in (rita, erin):
        page = _course_page(who, course)
        assert "Olga Open" in page
        assert WRONG not in page
        assert f'href="{_of(open_olga)}"' not in page
        assert _status(who, _of(open_olga)) == 404


@pytest.mark.parametrize("who", ["boris", "carol", "adam", "cleo", "alice"])
def test_nobody_else_is_told_that_there_is_such_a_course(
    who: str, course: Course, open_olga: Member, request: pytest.FixtureRequest
) -> None:
    """A registrar of another body, somebody without a role, the administrator, a contact of a club, another candidate."""
    stranger = request.getfixturevalue(who)

    for part in ("", "change/", "people/", "assign/", "mine/", "seen/"):
        assert _status(stranger, f"/training/courses/{course.pk}/{part}") == 404, part
    assert _status(stranger, _of(open_olga)) == 404


def test_a_learner_sees_neither_the_others_nor_the_tutor_s_pages(
    course: Course, tessa: User, open_olga: Member, shy_sid: Member
) -> None:
    sid = browser(shy_sid.person)

    assert sid.get(f"/training/courses/{course.pk}/").status_code == 302
    assert "Olga" not in sid.get(f"/training/courses/{course.pk}/mine/").content.decode()
    assert sid.get(_of(open_olga)).status_code == 404
    assert sid.get(_of(shy_sid)).status_code == 404
    for part in ("change/", "people/", "assign/"):
        assert sid.get(f"/training/courses/{course.pk}/{part}").status_code == 403, part


def test_what_the_tutor_sees_is_what_the_learner_is_shown(course: Course, tessa: User, open_olga: Member) -> None:
    set_law(course, tessa)
    told = browser(tessa).get(_of(open_olga)).context["gets"]
    own = browser(open_olga.person).get(f"/training/courses/{course.pk}/seen/").context["gets"]

    assert (told.done, told.wrong, told.known) == (own.done, own.wrong, own.known)


def test_progress_closes_some_weeks_after_the_last_day(course: Course, tessa: User, open_olga: Member) -> None:
    today = course.body.today()

    def ends(last: dt.date) -> None:
        Course.objects.filter(pk=course.pk).update(first_day=last - dt.timedelta(days=1), last_day=last)

    ends(today - AFTERWARDS)
    assert _status(tessa, _of(open_olga)) == 200
    ends(today - AFTERWARDS - dt.timedelta(days=1))
    assert _status(tessa, _of(open_olga)) == 404
    assert catalogue()[PATH].title not in _course_page(tessa, course)


def test_after_the_time_of_the_body_nothing_of_the_course_is_left(
    course: Course, tessa: User, open_olga: Member, adam: User
) -> None:
    set_law(course, tessa)
    last = course.body.today() - dt.timedelta(days=100)
    Course.objects.filter(pk=course.pk).update(first_day=last, last_day=last)
    retention.set_times(body=course.body, actor=adam, months={"courses": 2})

    assert retention.remove_all() == 1
    assert _status(tessa, f"/training/courses/{course.pk}/") == 404
    assert _status(tessa, _of(open_olga)) == 404
    assert not Member.objects.exists()
    assert not CourseInvitation.objects.exists()
    # What was practised is the learner's own.
    assert open_olga.person.learner.exercises.count() == 1


def test_a_course_that_the_body_still_keeps_stays(course: Course, adam: User) -> None:
    last = course.body.today() - dt.timedelta(days=30)
    Course.objects.filter(pk=course.pk).update(first_day=last, last_day=last)
    retention.set_times(body=course.body, actor=adam, months={"courses": 2})

    assert retention.remove_all() == 0


def test_who_may_make_a_course(
    body: Body, club: Club, other_body: Body, rita: User, erin: User, cleo: User, adam: User, boris: User, carol: User
) -> None:
    there = Club.objects.create(body=body, name="Another Club")

    assert [may(one, rules.MAKE, body) for one in (rita, erin, cleo, adam, boris, carol)] == [True, True] + [False] * 4
    assert [may(one, rules.MAKE, club) for one in (rita, erin, cleo, adam, boris, carol)] == [True] * 3 + [False] * 3
    assert not may(cleo, rules.MAKE, there)
    with pytest.raises(PermissionDenied):
        made(body, cleo)
    with pytest.raises(PermissionDenied):
        made(body, cleo, club=there)
    assert made(body, cleo, club=club).host == club
    for who, status in ((rita, 200), (erin, 200), (cleo, 200), (adam, 403), (boris, 403), (carol, 403)):
        assert _status(who, f"/training/courses/of/{body.slug}/new/") == status
        assert _status(who, f"/training/courses/of/{body.slug}/") == status


def test_a_contact_runs_the_courses_of_their_club_alone(body: Body, club: Club, cleo: User, rita: User) -> None:
    own, whole = made(body, cleo, club=club), made(body, rita, name="Of the body")
    page = browser(cleo).get(f"/training/courses/of/{body.slug}/").content.decode()

    assert str(own.pk) in page
    assert str(whole.pk) not in page
    assert _status(cleo, f"/training/courses/{own.pk}/people/") == 200
    assert _status(cleo, f"/training/courses/{whole.pk}/people/") == 404


def test_an_invitation_is_answered_by_whoever_confirmed_its_address_alone(
    course: Course, rita: User, carol: User
) -> None:
    asked = invited(course, rita, "wanda@example.org")
    address = f"/training/courses/invitations/{asked.pk}/"
    wanda = person("Wanda")
    wanda.email = "wanda@example.org"
    wanda.save()

    # An address that nobody has confirmed may be anybody's.
    for somebody in (wanda, confirmed(carol), rita):
        response = browser(somebody).post(address, {"answer": "accept", "agreed": "on"})
        assert response.status_code == 404
        assert "Directing at your club" not in response.content.decode()
    assert not Member.objects.exists()
    confirmed(wanda)
    assert browser(wanda).post(address, {"answer": "accept"}).status_code == 302
    assert Member.objects.get().person == wanda


def test_a_tutor_invites_learners_and_no_tutors(course: Course, tessa: User) -> None:
    with pytest.raises(PermissionDenied):
        services.invite(course=course, actor=tessa, people=[("x@example.org", "")], to_be=CourseInvitation.To.TUTOR)
    with pytest.raises(PermissionDenied):
        services.change(
            course=course, actor=tessa, name="Mine", first_day=course.first_day, last_day=course.last_day, about=""
        )
    page = browser(tessa).post(f"/training/courses/{course.pk}/people/", {"email": "x@example.org", "to_be": "tutor"})
    assert page.status_code == 302
    assert CourseInvitation.objects.get(email="x@example.org").to_be == "learner"


def test_nobody_decides_for_a_learner(course: Course, tessa: User, rita: User, shy_sid: Member) -> None:
    for who in (tessa, rita):
        with pytest.raises(Member.DoesNotExist):
            services.settle_consent(member=shy_sid, person=who, agreed=True)
        with pytest.raises(Member.DoesNotExist):
            services.leave(member=shy_sid, person=who)
        assert browser(who).post(f"/training/courses/{course.pk}/seen/", {"agreed": "yes"}).status_code == 404
    shy_sid.refresh_from_db()
    assert not shy_sid.is_shown


def test_deeds_of_another_course_are_refused(
    course: Course, body: Body, boris: User, rita: User, open_olga: Member
) -> None:
    one = set_law(course, rita)
    asked = invited(course, rita, "wanda@example.org")
    tutor = Tutor.objects.get(course=course)
    theirs = (
        f"assignments/{one.pk}/take-back/",
        f"invitations/{asked.pk}/withdraw/",
        f"tutors/{tutor.pk}/end/",
    )

    for who in (boris, open_olga.person, person("Nadia None")):
        for address in theirs:
            assert browser(who).post(f"/training/courses/{address}").status_code == 404
    assert Assignment.objects.filter(pk=one.pk).exists()
    assert Tutor.objects.active().filter(pk=tutor.pk).exists()
    assert CourseInvitation.objects.open().filter(pk=asked.pk).exists()


def test_a_tutor_who_organises_nothing_cannot_end_a_colleague(course: Course, rita: User, tessa: User) -> None:
    theo = teaching(course, rita, person("Theo Tutor"))
    colleague = Tutor.objects.get(person=theo)

    assert browser(tessa).post(f"/training/courses/tutors/{colleague.pk}/end/").status_code == 403
    assert browser(tessa).post(f"/training/courses/{course.pk}/stop-teaching/").status_code == 302
    assert list(Tutor.objects.active().filter(course=course)) == [colleague]


def test_nobody_teaches_on_the_word_of_somebody_who_organises_it_no_longer(
    course: Course, rita: User, carol: User
) -> None:
    asked = invited(course, rita, confirmed(carol).email, CourseInvitation.To.TUTOR)
    rita.memberships.update(until=dt.datetime.now(dt.UTC))

    page = browser(carol).post(f"/training/courses/invitations/{asked.pk}/", {"answer": "accept"})
    assert page.status_code == 409
    assert "no longer organises this course" in page.content.decode()
    assert not Tutor.objects.exists()


def test_an_end_of_the_role_ends_organising(course: Course, rita: User) -> None:
    rita.memberships.filter(role=Role.REGISTRAR).update(until=dt.datetime.now(dt.UTC))

    assert _status(rita, f"/training/courses/{course.pk}/") == 404


def test_practice_of_whoever_agreed_stays_out_of_reach_elsewhere(
    course: Course, tessa: User, open_olga: Member
) -> None:
    """Consent opens the pages of the course, and no table that was practised."""
    shown = practised(open_olga.person, right=True)

    assert _status(tessa, f"/training/table/{shown.pk}/") == 404


def test_whoever_organises_the_course_removes_a_learner_and_nobody_else(
    course: Course, body: Body, rita: User, erin: User, tessa: User, open_olga: Member, shy_sid: Member,
    boris: User, carol: User, adam: User, cleo: User,
) -> None:  # fmt: skip
    address = f"/training/courses/learners/{open_olga.pk}/remove/"
    theo = teaching(made(body, rita, name="Another"), rita, person("Theo Tutor"))
    refused = [
        (tessa, 403),
        *((one, 404) for one in (theo, boris, carol, adam, cleo, shy_sid.person, open_olga.person)),
    ]

    assert [may(one, rules.REMOVE, open_olga) for one in (rita, erin, *(one for one, _status in refused))] == [
        True, True, *[False] * len(refused)
    ]  # fmt: skip
    for who, status in refused:
        assert browser(who).get(address).status_code == status, who
        assert browser(who).post(address, {"reason": "Because it was so."}).status_code == status, who
        with pytest.raises(PermissionDenied):
            services.remove(member=open_olga, actor=who, reason="Because it was so.")
    open_olga.refresh_from_db()
    assert open_olga.left_at is None
    assert _status(rita, address) == _status(erin, address) == 200


def test_nobody_removes_themselves(course: Course, body: Body, tessa: User) -> None:
    registrar = person("Rolf Reed", body, Role.REGISTRAR, Role.CANDIDATE)
    member = joined(course, tessa, registrar, agreed=False)

    assert not may(registrar, rules.REMOVE, member)
    address = f"/training/courses/learners/{member.pk}/remove/"
    assert address not in _course_page(registrar, course)
    assert _status(registrar, address) == 403
