"""The mark somebody would get today: who sees it, what it rests on, and what the page says."""

from __future__ import annotations

import datetime as dt
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Body, Membership, Role, User
from exams.papers.models import Blueprint
from exams.practice import prospects, reviews
from exams.practice.exercises import learner_of
from exams.practice.forecast import Forecast, TooLittle, forecast
from exams.practice.memory import Grade
from exams.practice.models import Exercise, Learner, Memory
from exams.practice.progress import home_of
from exams.practice.prospects import in_ten, missing, moments, prospect, read, verdict, week_ends
from exams.practice.slots import drawn_by, in_use
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

    def test_the_history_ends_today_and_begins_with_the_first_forecast(
        self, learner: Learner, blueprint: Blueprint
    ) -> None:
        practised(learner, blueprint, rounds=8)
        found = prospect(learner, blueprint)

        assert isinstance(found.today, Forecast)
        assert found.history[-1].mark == found.today and found.history[-1].last_day == learner.day()
        assert found.history[0].mark and len(found.history) > 2

    def test_only_today_is_worked_out_again_after_a_review(
        self, learner: Learner, blueprint: Blueprint, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        practised(learner, blueprint, rounds=8)
        before = prospect(learner, blueprint)
        made: list[int] = []
        real = forecast

        def counted(slots: Any, memory: Any, record: Any, **more: Any) -> Any:
            made.append(len(record))
            return real(slots, memory, record, **more)

        monkeypatch.setattr(prospects, "forecast", counted)
        reviews.add(learner, SIMPLE, Grade.GOOD, key=uuid4())
        after = prospect(learner, blueprint)
        assert made == [learner.reviews.filter(credit=False).count()]
        assert after.history[:-1] == before.history[:-1]

        reviews.add(learner, SIMPLE, Grade.GOOD, key=uuid4(), at=timezone.now() - days(120))
        prospect(learner, blueprint)
        assert len(made) > 10, "a review that comes late changes every week since"

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
