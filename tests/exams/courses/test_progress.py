"""What counts for what is set, the map of a class, who needs help, and how many queries the pages take."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import seed as people
from accounts.models import Body, Role, User
from exams.courses import progress, seed, services
from exams.courses.models import Assignment, Course, CourseInvitation, Member
from exams.practice import exercises, mocks
from exams.practice.exercises import Somebody
from exams.practice.models import Exercise
from exams.practice.queue import Wanted
from exams.practice.units import catalogue
from exams.sittings.seed import _hall
from tests import factories
from tests.accounts.conftest import person
from tests.exams.courses.conftest import LAW, PATH, browser, joined, practised, set_law
from tests.exams.practice.test_mocks import key_of

pytestmark = pytest.mark.django_db

ANOTHER = "30"
"""A law beside that which is set."""


def _done(course: Course, member: Member) -> list[tuple[int, int, str]]:
    gets = progress.of_members(course, [member], list(course.assignments.all()))[0]
    return [(one.done, one.right, one.state) for one in gets.done]


def test_what_is_answered_on_the_law_counts_from_the_first_day(course: Course, tessa: User, open_olga: Member) -> None:
    set_law(course, tessa)
    other = next(path for path, unit in catalogue().items() if unit.law == ANOTHER and not unit.is_fact)
    assert _done(course, open_olga) == [(1, 0, "open")]

    practised(open_olga.person, right=True, path=other)
    assert _done(course, open_olga) == [(1, 0, "open")]
    practised(open_olga.person, right=True)
    assert _done(course, open_olga) == [(2, 1, "done")]


def test_what_was_answered_before_it_began_does_not_count(course: Course, tessa: User, open_olga: Member) -> None:
    tomorrow = course.body.today() + dt.timedelta(days=1)
    set_law(course, tessa, from_day=tomorrow, due_day=tomorrow)

    assert _done(course, open_olga) == [(0, 0, "ahead")]


def test_what_is_not_done_in_time_is_late_and_may_still_be_done(course: Course, tessa: User, open_olga: Member) -> None:
    today = course.body.today()
    set_law(course, tessa, from_day=today - dt.timedelta(days=3), due_day=today - dt.timedelta(days=1))
    assert _done(course, open_olga) == [(1, 0, "late")]

    practised(open_olga.person, right=True)
    assert _done(course, open_olga) == [(2, 1, "done")]


def test_topics_and_paths_count_what_is_on_them(course: Course, tessa: User, open_olga: Member) -> None:
    topic = catalogue()[PATH].topic
    set_law(course, tessa, kind=Assignment.Kind.TOPIC, law="", topic=topic, title="By topic")
    set_law(course, tessa, kind=Assignment.Kind.PATHS, law="", units=[PATH], title="By path")
    others = [path for path, unit in catalogue().items() if unit.topic != topic][:1]
    set_law(course, tessa, kind=Assignment.Kind.PATHS, law="", units=others, title="Others")

    assert [done for done, _right, _state in _done(course, open_olga)] == [1, 1, 0]


def test_a_mock_exam_counts_once_it_is_marked(course: Course, tessa: User, open_olga: Member, body: Body) -> None:
    paper = factories.blueprint(at=body, code="for-mocks", quotas={"insufficient-bid": 2})
    today = body.today()
    one = services.assign(
        course=course,
        actor=tessa,
        kind=Assignment.Kind.MOCK,
        paper=paper,
        title="Mock exam",
        count=7,
        from_day=today,
        due_day=today,
        reference=uuid.uuid4(),
    )
    assert one.count == 1
    learner = exercises.learner_of(open_olga.person)
    sat = mocks.begin(learner, paper)
    assert _done(course, open_olga) == [(0, 0, "open")]

    mocks.save(sat.pk, 1, key_of(sat.questions.get(number=1)), flagged=False)
    mocks.finish(sat.pk)
    assert _done(course, open_olga) == [(1, 0, "done")]
    gets = progress.of_members(course, [open_olga], [one])[0]
    sat.refresh_from_db()
    assert gets.done[0].percent == sat.percent
    # Its questions are not answered a second time for the law.
    set_law(course, tessa)
    assert _done(course, open_olga)[-1][0] == 1


def test_the_list_of_help_names_path_law_and_people_and_leads_to_a_table(
    course: Course, tessa: User, open_olga: Member, shy_sid: Member
) -> None:
    client = browser(tessa)
    context = client.get(f"/training/courses/{course.pk}/").context

    assert [(one.unit.path, list(one.who)) for one in context["help"]] == [(PATH, [open_olga])]
    table = client.post("/training/start/", {"units": PATH}, follow=True)
    assert Exercise.objects.get(learner__person=tessa).unit == PATH
    assert table.status_code == 200
    form = client.get(f"/training/courses/{course.pk}/assign/", {"units": PATH}).context["form"]
    assert form["what"].value() == "paths"
    sent = {name: form[name].value() for name in ("count", "from_day", "due_day", "reference", "what")}
    client.post(f"/training/courses/{course.pk}/assign/", {**sent, "units": PATH})
    assert course.assignments.get().units == [PATH]

    practised(open_olga.person, right=True)
    assert client.get(f"/training/courses/{course.pk}/").context["help"] == []


def test_the_class_knows_what_half_of_those_who_practise_know(course: Course, tessa: User, body: Body) -> None:
    members = [joined(course, tessa, person(name, body, Role.CANDIDATE), agreed=True) for name in ("Ann", "Ben", "Cyd")]
    practised(members[0].person, right=True)
    practised(members[1].person, right=False)
    gets = progress.of_members(course, members, [])
    squares = [square for one in progress.together(gets) for square in one.row.squares]
    found = {one.unit.path: one.state for one in squares if one.unit.path == PATH}

    # Cyd has not practised, and so is not of the half.
    assert found == {PATH: "known"}
    assert [bool(one.rows) for one in gets] == [True, True, False]


def test_a_learner_practises_what_is_set_from_their_page(course: Course, tessa: User, open_olga: Member) -> None:
    set_law(course, tessa)
    client = browser(open_olga.person)
    page = client.get(f"/training/courses/{course.pk}/mine/").content.decode()

    assert '<input type="hidden" name="law" value="27">' in page
    assert "1 question is still to be answered." in page
    run = exercises.start(Somebody(exercises.learner_of(open_olga.person)), Wanted(law=LAW))
    assert {catalogue()[path].law for path in run.units} == {LAW}


def _queries(client: Any, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(address).status_code == 200
    return len(found)


def test_the_pages_take_as_many_queries_for_one_as_for_three(
    course: Course, rita: User, tessa: User, open_olga: Member
) -> None:
    set_law(course, tessa)
    pages = [
        (tessa, f"/training/courses/{course.pk}/"),
        (rita, f"/training/courses/{course.pk}/"),
        (rita, f"/training/courses/{course.pk}/people/"),
        (rita, f"/training/courses/of/{course.body.slug}/"),
        (tessa, "/training/courses/"),
        (open_olga.person, f"/training/courses/{course.pk}/mine/"),
        (tessa, f"/training/courses/learners/{open_olga.pk}/"),
    ]
    services.invite(course=course, actor=rita, people=[("one@example.org", "")])
    before = [_queries(browser(who), address) for who, address in pages]

    for name in ("Ann", "Ben"):
        member = joined(course, tessa, person(name, course.body, Role.CANDIDATE), agreed=True)
        practised(member.person, right=False)
        set_law(course, tessa, title=f"For {name}")
    services.invite(course=course, actor=rita, people=[("two@example.org", ""), ("three@example.org", "")])
    assert [_queries(browser(who), address) for who, address in pages] == before


def test_the_demo_shows_a_course_with_five_learners_of_whom_two_show_nothing() -> None:
    people.seed(demo=True)
    body = Body.objects.get(slug=seed.BODY)
    _hall(body)
    seed.seed(demo=False)
    assert not Course.objects.exists()

    seed.seed(demo=True)
    seed.seed(demo=True)
    course = Course.objects.get()
    assert (course.members.count(), course.members.shown().count()) == (5, 3)
    assert course.invitations.get().to_be == CourseInvitation.To.LEARNER
    graham = User.objects.get(email=seed.GRAHAM)
    page = browser(graham).get(f"/training/courses/{course.pk}/")
    assert page.context["teaches"]
    assert page.context["organises"]
    assert timezone.localdate() <= course.last_day
