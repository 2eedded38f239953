"""A plan to a date: what is due follows it, it moves with its sitting, and nobody else hears of it."""

from __future__ import annotations

import datetime as dt
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from accounts.models import Role
from exams.papers.models import Blueprint
from exams.practice import reminders, reviews
from exams.practice.memory import Grade
from exams.practice.models import Learner, Memory, Plan
from exams.practice.plan_views import shown
from exams.practice.queue import days_of, due, in_order, plan_of
from exams.practice.slots import drawn_by, in_use, paths_asked
from exams.practice.tasks import remind_learners
from exams.sittings import services
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.practice.conftest import Clock, days
from tests.exams.sittings.conftest import make_sitting

pytestmark = pytest.mark.django_db
PAGE = "/training/plan/"
TERMS = {"weekdays": [0, 1, 2, 3, 4, 5, 6], "most": 30}


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """No plan worked out by another test."""
    caches["parts"].clear()


@pytest.fixture
def paper(learner: Learner) -> Blueprint:
    """A paper on insufficient bids, of Ruth's body."""
    factories.blueprint(quotas={"insufficient-bid": 6})
    [found] = in_use(factories.body())
    return found


def made(learner: Learner, ahead: int = 30, **more: object) -> Plan:
    """A plan to an exam so many days ahead."""
    today = learner.day()
    return Plan.objects.create(learner=learner, since=today, until=today + days(ahead), **more)


# --- whose it is ------------------------------------------------------------------------------------------------------


def test_nobody_sees_or_ends_another_s_plan(learner: Learner) -> None:
    made(learner)
    for role in Role:
        other = factories.browser(factories.person(f"An {role.value}", role))
        assert "days to your exam" not in other.get(PAGE).content.decode()
        assert other.get("/training/plan.ics").status_code == 404
        other.post("/training/plan/end/")
    for address in (PAGE, "/training/plan.ics"):
        assert Client().get(address).status_code == 302
    assert Plan.objects.count() == 1


def test_one_plans_to_ones_own_sittings_and_papers(learner: Learner, paper: Blueprint) -> None:
    theirs = make_sitting(opens_at=timezone.now() + days(20))
    elsewhere = factories.blueprint(at=factories.body("Victoria"), code="victoria", quotas={"insufficient-bid": 2})
    browser = factories.browser(learner.person)
    for wrong in ({"sitting": theirs.pk}, {"blueprint": elsewhere.pk, "until": learner.day() + days(9)}):
        assert browser.post(PAGE, {**TERMS, **wrong}).status_code == 422
    assert not Plan.objects.exists()


# --- making one -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({}, "Give the date of your exam."),
        ({"until": 0}, "This day has come already."),
        ({"until": 900}, "more than two years ahead"),
        ({"until": 9, "weekdays": []}, "Tick at least one day of the week."),
        ({"until": 9, "most": 1}, "greater than or equal to 5"),
    ],
)
def test_what_is_no_plan_is_said_and_loses_nothing(learner: Learner, wrong: dict[str, object], told: str) -> None:
    if "until" in wrong:
        wrong = {**wrong, "until": learner.day() + days(int(str(wrong["until"])))}
    reply = factories.browser(learner.person).post(PAGE, {**TERMS, "reminders": "on", **wrong})
    assert reply.status_code == 422
    page = reply.content.decode()
    assert told in page
    assert 'name="reminders"' in page
    assert "checked" in page
    assert not Plan.objects.exists()


def test_a_day_of_the_week_that_does_not_come_before_the_exam_is_refused(learner: Learner) -> None:
    tomorrow = learner.day() + days(1)
    sent = {"until": tomorrow, "most": 30, "weekdays": [tomorrow.weekday()]}
    reply = factories.browser(learner.person).post(PAGE, sent)
    assert "None of these days comes before the exam." in reply.content.decode()


def test_a_plan_is_made_changed_and_ended(learner: Learner, paper: Blueprint) -> None:
    browser = factories.browser(learner.person)
    sent = {**TERMS, "until": learner.day() + days(40), "blueprint": paper.pk}
    page = browser.post(PAGE, sent, follow=True).content.decode()
    assert "days to your exam" in page
    assert paper.title in page
    assert "Make the plan" in browser.get(f"{PAGE}?change").content.decode()
    browser.post(PAGE, {**sent, "until": learner.day() + days(50), "reminders": "on"})
    plan = Plan.objects.get()
    assert (plan.until, plan.reminders) == (learner.day() + days(50), True)
    browser.post("/training/plan/end/")
    assert not Plan.objects.exists()


def test_a_plan_moves_with_its_sitting(learner: Learner, paper: Blueprint) -> None:
    sitting = make_sitting(opens_at=timezone.now() + days(20))
    services.enter(sitting=sitting, person=learner.person)
    browser = factories.browser(learner.person)
    assert browser.post(PAGE, {**TERMS, "sitting": sitting.pk}).status_code == 302
    plan = Plan.objects.get()
    assert plan.exam_on == learner.day(timezone.now() + days(20))
    Sitting.objects.filter(pk=sitting.pk).update(
        opens_at=timezone.now() + days(30), closes_at=timezone.now() + days(31)
    )
    assert Plan.objects.get().exam_on == learner.day(timezone.now() + days(30))
    services.void_sitting(sitting=sitting, actor=factories.person("Erin", Role.EXAMINER), reason="The hall burnt down.")
    assert Plan.objects.get().exam_on == plan.until


# --- what is due by it ------------------------------------------------------------------------------------------------


def test_a_plan_asks_what_its_paper_could_ask(learner: Learner, paper: Blueprint) -> None:
    assert paths_asked(paper, learner) == drawn_by(paper, learner).paths
    plan = made(learner, blueprint=paper)
    planned = {path for day in days_of(plan) for path in [*day.new, *day.refresh]}
    assert planned == paths_asked(paper, learner)


def test_what_is_due_is_what_the_plan_says_and_shrinks_as_it_is_answered(learner: Learner, paper: Blueprint) -> None:
    plan = made(learner, blueprint=paper)
    first = days_of(plan)[0]
    today = due(learner)
    assert (list(today.new), list(today.refresh)) == (list(first.new), list(first.refresh))
    assert today.plan == plan
    for path in today.new:
        reviews.add(learner, path, Grade.GOOD, key=uuid4())
    assert len(due(learner)) == 0
    page = factories.browser(learner.person).get("/training/").content.decode()
    assert "Your plan has nothing more today" in page


def test_a_fortnight_of_following_it_meets_every_path_and_looks_at_each_once_more(
    clock: Clock, learner: Learner, paper: Blueprint
) -> None:
    """By the real log and a moved clock; a day in five is left out, and every tenth answer goes wrong."""
    plan = made(learner, 14, blueprint=paper)
    asked, number = paths_asked(paper, learner), 0
    last = plan.course.last_days(len(asked))
    seen: dict[str, dt.date] = {}
    for day in range(14):
        if day % 5 != 4 or learner.day() in last:
            today = due(learner)
            for path in [*today.refresh, *today.new]:
                number += 1
                reviews.add(learner, path, Grade.GOOD if number % 10 else Grade.AGAIN, key=uuid4())
                seen[path] = learner.day()
        clock.forward(days=1)
    assert seen.keys() == asked
    assert min(seen.values()) >= last[0]
    assert plan_of(learner, learner.day()) is None, "on the day of the exam nothing is planned"
    assert set(due(learner).new).isdisjoint(asked)


def test_without_a_plan_nothing_changes(learner: Learner) -> None:
    assert due(learner).plan is None
    assert len(due(learner).new) == 5


def test_everything_goes_with_the_practice_history(learner: Learner) -> None:
    made(learner)
    reviews.erase(learner)
    assert not Plan.objects.exists()


def test_the_page_takes_as_many_queries_however_much_is_known(learner: Learner, paper: Blueprint) -> None:
    made(learner, blueprint=paper)
    browser = factories.browser(learner.person)
    counts = []
    browser.get(PAGE)
    for _round in range(2):
        caches["parts"].clear()
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(PAGE).status_code == 200
        counts.append(len(queries))
        for unit in in_order(learner)[:20]:
            reviews.add(learner, unit.path, Grade.GOOD, key=uuid4())
    assert counts[1] <= counts[0] <= 18


def test_the_page_says_when_the_last_days_take_more_than_wanted(learner: Learner) -> None:
    plan = made(learner, 6, most=5)
    assert shown(plan)["fullest"] > 5
    assert "You want 5 questions a day at most." in factories.browser(learner.person).get(PAGE).content.decode()


# --- out --------------------------------------------------------------------------------------------------------------


def test_the_calendar_has_each_day_and_the_exam(learner: Learner, paper: Blueprint) -> None:
    plan = made(learner, blueprint=paper)
    reply = factories.browser(learner.person).get("/training/plan.ics")
    assert reply.headers["Content-Type"].startswith("text/calendar")
    events = list(Calendar.from_ical(reply.content).walk("VEVENT"))
    full = [day for day in days_of(plan) if len(day)]
    assert [one.decoded("dtstart") for one in events] == [*(day.day for day in full), plan.exam_on]
    assert len({str(one["uid"]) for one in events}) == len(events)
    assert "question" in str(events[0]["summary"])
    again = Calendar.from_ical(factories.browser(learner.person).get("/training/plan.ics").content)
    assert [str(one["uid"]) for one in again.walk("VEVENT")] == [str(one["uid"]) for one in events]


class TestReminders:
    @pytest.fixture
    def morning(self, clock: Clock, learner: Learner) -> Clock:
        """Half past seven by Ruth's clock."""
        today = learner.day(clock.now)
        clock.now = dt.datetime.combine(today, dt.time(7, 30), learner.zone)
        return clock

    def test_one_a_day_in_the_morning(self, morning: Clock, learner: Learner, mailoutbox: list[object]) -> None:
        made(learner, reminders=True)
        remind_learners()
        remind_learners()
        [mail] = mailoutbox
        assert mail.to == [learner.person.email]  # type: ignore[attr-defined]
        assert "30 days to your exam" in mail.subject  # type: ignore[attr-defined]
        assert "/training/plan/" in mail.body  # type: ignore[attr-defined]
        morning.forward(days=1)
        assert reminders.remind() == 1

    @pytest.mark.parametrize("hour", [3, 13, 22])
    def test_none_at_another_hour(self, morning: Clock, learner: Learner, mailoutbox: list[object], hour: int) -> None:
        made(learner, reminders=True)
        morning.now = morning.now.replace(hour=hour)
        assert reminders.remind() == 0
        assert mailoutbox == []

    def test_none_unasked_none_when_all_is_done_and_none_after_the_exam(
        self, morning: Clock, learner: Learner, mailoutbox: list[object]
    ) -> None:
        plan = made(learner, 3)
        assert reminders.remind() == 0
        Plan.objects.update(reminders=True)
        today = due(learner)
        for path in [*today.refresh, *today.new]:
            reviews.add(learner, path, Grade.GOOD, key=uuid4())
        assert reminders.remind() == 0
        morning.now = dt.datetime.combine(plan.exam_on, dt.time(8), learner.zone)
        assert reminders.remind() == 0
        assert mailoutbox == []

    def test_one_that_cannot_be_sent_is_tried_again(
        self, morning: Clock, learner: Learner, mailoutbox: list[object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made(learner, reminders=True)

        def down(*_args: object, **_more: object) -> int:
            raise ConnectionRefusedError

        with monkeypatch.context() as patched:
            patched.setattr(reminders, "send_mail", down)
            assert reminders.remind() == 0
        assert reminders.remind() == 1
        assert len(mailoutbox) == 1


def test_the_memory_is_untouched_by_a_plan(learner: Learner, paper: Blueprint) -> None:
    """A plan chooses among what is remembered, and schedules nothing itself."""
    for unit in in_order(learner)[:10]:
        reviews.add(learner, unit.path, Grade.GOOD, key=uuid4())
    before = sorted(Memory.objects.values_list("unit", "due_on", "stability"))
    plan = made(learner, blueprint=paper)
    days_of(plan)
    due(learner)
    assert sorted(Memory.objects.values_list("unit", "due_on", "stability")) == before
