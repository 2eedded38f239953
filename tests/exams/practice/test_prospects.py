"""The mark somebody would get today: who sees it, what it rests on, and what the page says."""

from __future__ import annotations

import datetime as dt
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Body, Membership, Role, User
from exams.papers.models import Blueprint
from exams.practice import prospects, reviews, tasks
from exams.practice.exercises import learner_of
from exams.practice.forecast import Forecast, TooLittle
from exams.practice.memory import Grade
from exams.practice.models import Exercise, Learner, Memory, PastWeeks
from exams.practice.progress import home_of
from exams.practice.prospects import (
    Week,
    history,
    in_ten,
    make_history,
    missing,
    moments,
    prospect,
    read,
    verdict,
    week_ends,
)
from exams.practice.slots import drawn_by, in_use, paths_asked
from tests import factories
from tests.exams.practice.conftest import SIMPLE, Clock, days
from tests.exams.sittings.conftest import make_attempt, make_sitting

pytestmark = pytest.mark.django_db
PAGE = "/training/forecast/"


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """No forecast from another test."""
    caches["parts"].clear()


@pytest.fixture
def blueprint(learner: Learner) -> Blueprint:
    """A paper on insufficient bids, of Ruth's body."""
    factories.blueprint(quotas={"insufficient-bid": 6}, floors={"insufficient-bid": 50})
    [found] = in_use(factories.body())
    return found


def practised(learner: Learner, blueprint: Blueprint, *, rounds: int = 6, share: float = 1.0, wrong: int = 4) -> None:
    """So large a share of the paths of a paper answered once a week, each so-and-so-many-th answer wrong."""
    paths = sorted(drawn_by(blueprint, learner).paths)
    now, number = timezone.now(), 0
    for week in range(rounds, 0, -1):
        for path in paths[: max(round(len(paths) * share), 1)]:
            number += 1
            how = Grade.GOOD if number % wrong else Grade.AGAIN
            reviews.add(learner, path, how, key=uuid4(), at=now - days(7 * week - 3) + dt.timedelta(minutes=number))


def made(learner: Learner, blueprint: Blueprint) -> list[Week]:
    """The weeks that are over, worked out if they have to be."""
    make_history(learner, blueprint)
    found = history(learner, blueprint)
    assert found is not None
    return found


class TestWhoSeesIt:
    def test_a_visitor_is_asked_to_sign_in(self, client: Client) -> None:
        assert client.get(PAGE).status_code == 302

    def test_everybody_sees_their_own_and_nobody_elses(self, learner: Learner, blueprint: Blueprint) -> None:
        practised(learner, blueprint)
        others = [factories.person(f"An {role.value}", role) for role in Role]

        assert factories.browser(learner.person).get(PAGE).context["mark"]
        for other in others:
            for address in (PAGE, f"{PAGE}?paper={blueprint.code}", f"{PAGE}?learner={learner.pk}"):
                response = factories.browser(other).get(address)
                assert response.status_code == 200
                assert response.context["learner"].person == other
                assert "mark" not in response.context and "you have answered 0" in response.content.decode()

    def test_the_papers_of_another_body_do_not_exist(
        self, client: Client, learner: Learner, blueprint: Blueprint
    ) -> None:
        other = Body.objects.create(name="Elsewhere", short_name="E", slug="elsewhere")
        factories.blueprint(at=other, code="theirs", quotas={"insufficient-bid": 6})
        client.force_login(learner.person)

        assert client.get(f"{PAGE}?paper=theirs").status_code == 404
        assert client.get(f"{PAGE}?paper=none").status_code == 404
        assert client.get(f"{PAGE}?paper={blueprint.code}").status_code == 200

    def test_who_has_left_the_body_is_shown_none_of_its_papers(
        self, client: Client, learner: Learner, blueprint: Blueprint
    ) -> None:
        Membership.objects.filter(person=learner.person).update(until=timezone.now())
        client.force_login(User.objects.get(pk=learner.person_id))

        assert "you train for none" in client.get(PAGE).content.decode()
        assert client.get(f"{PAGE}?paper={blueprint.code}").status_code == 404

    def test_it_is_closed_while_a_paper_runs(self, client: Client, clock: Clock) -> None:
        alice = factories.person("Alice", Role.CANDIDATE)
        client.force_login(alice)
        make_attempt(make_sitting(opens_at=clock.now), alice)

        assert client.get(PAGE).status_code == 403


class TestThePage:
    def test_a_mark_is_told_with_its_floors_and_paths(
        self, client: Client, learner: Learner, blueprint: Blueprint
    ) -> None:
        practised(learner, blueprint)
        made(learner, blueprint)
        client.force_login(learner.person)

        response = client.get(PAGE)
        mark, page = response.context["mark"], response.content.decode()
        assert f"{mark.low:.0f} to {mark.high:.0f}" in page and "The pass mark is 65 %" in page
        assert 1 <= len(response.context["worth"]) <= 10
        assert "Floors you could miss" in page and "As a table" in page

    def test_a_path_worth_much_is_practised_with_one_press(
        self, client: Client, learner: Learner, blueprint: Blueprint
    ) -> None:
        practised(learner, blueprint)
        client.force_login(learner.person)
        [first, *_others] = client.get(PAGE).context["worth"]

        client.post("/training/start/", {"units": first.unit.path})
        assert Exercise.objects.get(learner=learner).unit == first.unit.path

    def test_what_is_missing_is_said_in_a_sentence(
        self, client: Client, learner: Learner, blueprint: Blueprint
    ) -> None:
        client.force_login(learner.person)

        page = client.get(PAGE).content.decode()
        assert "so far you have answered 0 and met 0 %" in page
        practised(learner, blueprint, rounds=1)
        assert "forecast your mark" in client.get(PAGE).content.decode()

    def test_a_club_learner_is_told_why_congress_paths_do_not_come(self, client: Client, learner: Learner) -> None:
        factories.blueprint(code="high", level="congress", quotas={("insufficient-bid", "congress"): 3})
        client.force_login(learner.person)

        assert "you have chosen to prepare for club" in client.get(PAGE).content.decode()

    def test_a_body_without_papers_and_a_person_without_a_body_are_told_so(self, client: Client, ruth: User) -> None:
        client.force_login(ruth)
        assert "has no paper yet" in client.get(PAGE).content.decode()
        Learner.objects.update(body=None)
        assert "you train for none" in client.get(PAGE).content.decode()

    def test_as_many_queries_however_much_was_practised(
        self, client: Client, learner: Learner, blueprint: Blueprint
    ) -> None:
        client.force_login(learner.person)

        def queries() -> int:
            with CaptureQueriesContext(connection) as caught:
                assert client.get(PAGE).context["mark"]
            return len(caught)

        practised(learner, blueprint, rounds=6)
        few = queries()
        again = queries()
        practised(learner, blueprint, rounds=3)
        for _number in range(3):
            factories.approved_version()
        assert queries() == few
        assert again < few


class TestWhatItRestsOn:
    def test_today_is_what_is_stored(self, learner: Learner, blueprint: Blueprint) -> None:
        """The log replayed gives the memories that are kept, and as many known paths as the home page counts."""
        practised(learner, blueprint)
        now = timezone.now()
        [then] = moments(str(learner.pk), read(learner), [now])

        held = Memory.objects.filter(learner=learner).held()
        assert then.memory == {unit: one.recall for unit, one in held.items()}
        assert len(then.record) == learner.reviews.filter(credit=False).count()
        assert prospect(learner, blueprint, now).known == home_of(learner, now)["counts"]["known"]

    def test_an_earlier_week_is_what_was_known_then(self, learner: Learner, blueprint: Blueprint) -> None:
        practised(learner, blueprint, rounds=4)
        log, end = read(learner), timezone.now() - days(14)
        first, last = moments(str(learner.pk), log, [timezone.now(), end])

        [alone] = moments(str(learner.pk), [one for one in log if one.review.at <= end], [end])
        assert first == alone
        assert 0 < len(first.record) < len(last.record)

    def test_an_answer_tells_what_was_remembered_before_it(self, learner: Learner) -> None:
        now = timezone.now()
        for ago, how in ((20, Grade.GOOD), (10, Grade.AGAIN)):
            reviews.add(learner, SIMPLE, how, key=uuid4(), at=now - days(ago))
        [then] = moments(str(learner.pk), read(learner), [now])

        new, later = then.record
        assert (new.recall, new.before, new.right) == (None, 0, True)
        assert later.recall is not None and 0 < later.recall < 1
        assert (later.before, later.right) == (1, False)

    def test_weeks_end_on_sundays_by_the_learners_clock(self, learner: Learner) -> None:
        learner.time_zone = "Australia/Brisbane"
        monday = dt.datetime(2026, 11, 23, 0, 30, tzinfo=learner.zone)
        ends = week_ends(learner, monday)

        assert ends[-1] == dt.datetime(2026, 11, 23, tzinfo=learner.zone)
        assert {one.weekday() for one in ends} == {0} and len(ends) == 12
        assert week_ends(learner, monday - dt.timedelta(hours=1))[-1] == ends[-2]

    def test_half_of_the_paper_has_to_be_met(self, learner: Learner, blueprint: Blueprint) -> None:
        practised(learner, blueprint, rounds=20, share=0.3)
        found = prospect(learner, blueprint).today

        assert isinstance(found, TooLittle) and found.answered >= found.wanted and found.covered < 0.5

    def test_a_review_or_a_changed_blueprint_makes_it_anew(self, learner: Learner, blueprint: Blueprint) -> None:
        practised(learner, blueprint)
        before = prospect(learner, blueprint)
        assert prospect(learner, blueprint) is not None and prospect(learner, blueprint).today == before.today

        blueprint.pass_mark = 100
        after = prospect(learner, blueprint).today
        assert isinstance(after, Forecast) and isinstance(before.today, Forecast)
        assert after.pass_probability < before.today.pass_probability
        practised(learner, blueprint, rounds=1, wrong=1)
        assert prospect(learner, blueprint).today != after

    def test_what_is_erased_is_forecast_no_more(self, learner: Learner, blueprint: Blueprint) -> None:
        practised(learner, blueprint)
        assert isinstance(prospect(learner, blueprint).today, Forecast)
        reviews.erase(learner)

        assert isinstance(prospect(learner_of(learner.person), blueprint).today, TooLittle)


class TestTheWeeksThatAreOver:
    def test_they_begin_with_the_first_forecast_and_end_on_the_last_sunday(
        self, learner: Learner, blueprint: Blueprint
    ) -> None:
        practised(learner, blueprint, rounds=8)
        weeks = made(learner, blueprint)

        last_day = learner.day(week_ends(learner, timezone.now())[-1]) - days(1)
        assert weeks[0].mark and weeks[-1].last_day == last_day and 1 < len(weeks) <= 12

    def test_each_is_the_forecast_of_that_day(self, learner: Learner, blueprint: Blueprint) -> None:
        practised(learner, blueprint, rounds=8)
        last = made(learner, blueprint)[-1]

        then = prospect(learner, blueprint, week_ends(learner, timezone.now())[-1])
        assert isinstance(then.today, Forecast)
        assert last.mark == (then.today.low, then.today.high, then.today.median)

    def test_the_page_has_a_worker_make_them_and_fetches_them(
        self, client: Client, learner: Learner, blueprint: Blueprint, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[tuple[str, str]] = []
        monkeypatch.setattr(tasks.forecast_past_weeks, "delay", lambda *told: asked.append(told))
        practised(learner, blueprint, rounds=8)
        client.force_login(learner.person)
        part = f"{PAGE}weeks/?paper={blueprint.code}"

        assert "being worked out" in client.get(PAGE).content.decode()
        waiting = client.get(part).content.decode()
        assert f'hx-get="{part}"' in waiting and "As a table" not in waiting
        assert asked == [(str(learner.pk), str(blueprint.pk))], "whoever waits asks for nothing again"

        tasks.forecast_past_weeks(*asked[0])
        for address in (part, PAGE):
            page = client.get(address).content.decode()
            assert "As a table" in page and "hx-get" not in page.partition('role="status"')[2]
        assert len(asked) == 1

    def test_a_review_of_this_week_leaves_them_and_one_that_comes_late_does_not(
        self, learner: Learner, blueprint: Blueprint
    ) -> None:
        practised(learner, blueprint, rounds=8)
        before = made(learner, blueprint)

        reviews.add(learner, SIMPLE, Grade.GOOD, key=uuid4())
        assert history(learner, blueprint) == before
        reviews.add(learner, SIMPLE, Grade.AGAIN, key=uuid4(), at=timezone.now() - days(30))
        assert history(learner, blueprint) is None
        assert made(learner, blueprint)

    def test_a_new_week_adds_one(self, learner: Learner, blueprint: Blueprint) -> None:
        practised(learner, blueprint, rounds=8)
        made(learner, blueprint)
        later = timezone.now() + days(7)

        assert history(learner, blueprint, later) is None
        make_history(learner, blueprint, later)
        found = history(learner, blueprint, later)
        assert found and found[-1].last_day == learner.day(week_ends(learner, later)[-1]) - days(1)

    @pytest.mark.parametrize("what", ["pass mark", "recall", "clock", "paths"])
    def test_other_terms_make_them_anew(
        self, learner: Learner, blueprint: Blueprint, monkeypatch: pytest.MonkeyPatch, what: str
    ) -> None:
        practised(learner, blueprint)
        made(learner, blueprint)

        match what:
            case "pass mark":
                blueprint.pass_mark += 1
            case "recall":
                learner.retention = 0.8
            case "clock":
                learner.time_zone = "Europe/Paris"
            case "paths":
                fewer = sorted(paths_asked(blueprint, learner))[1:]
                monkeypatch.setattr(prospects, "paths_asked", lambda *_told: frozenset(fewer))
        assert history(learner, blueprint) is None

    def test_what_is_stored_goes_with_the_history_and_with_the_paper(
        self, learner: Learner, blueprint: Blueprint
    ) -> None:
        practised(learner, blueprint)
        made(learner, blueprint)
        Blueprint.objects.get(pk=blueprint.pk).delete()
        assert not PastWeeks.objects.exists()

        factories.blueprint(quotas={"insufficient-bid": 6})
        [again] = in_use(factories.body())
        made(learner, again)
        gone = Learner.objects.get(pk=learner.pk)
        reviews.erase(learner)
        assert not PastWeeks.objects.exists()
        make_history(gone, again)
        tasks.forecast_past_weeks(str(gone.pk), str(again.pk))
        assert not PastWeeks.objects.exists(), "a task that comes late stores nothing"

    def test_nobody_is_shown_anothers(self, client: Client, learner: Learner, blueprint: Blueprint) -> None:
        practised(learner, blueprint)
        made(learner, blueprint)
        client.force_login(factories.person("Mallory", Role.CANDIDATE))

        assert client.get(f"{PAGE}weeks/").status_code == 404
        assert client.get(f"{PAGE}weeks/?learner={learner.pk}").status_code == 404
        assert Client().get(f"{PAGE}weeks/").status_code == 302


class TestInWords:
    @pytest.mark.parametrize(
        ("chance", "words"),
        [
            (1.0, "certainly pass"),
            (0.6, "probably pass"),
            (0.59, "either way"),
            (0.2, "probably fail"),
            (0, "certainly fail"),
        ],
    )
    def test_the_chance_to_pass(self, chance: float, words: str) -> None:
        assert words in verdict(chance)

    @pytest.mark.parametrize(
        ("chance", "words"),
        [(0.05, "in about 1 paper of ten"), (0.34, "in about 3 papers of ten"), (0.97, "in almost every paper")],
    )
    def test_how_often_a_floor_is_missed(self, chance: float, words: str) -> None:
        assert in_ten(chance) == words

    def test_only_what_is_missing_is_said(self) -> None:
        assert "half" not in missing(TooLittle(12, 30, 0.7))
        assert "30" not in missing(TooLittle(40, 30, 0.499)) and "met 49 %" in missing(TooLittle(40, 30, 0.499))
