"""Practising: a question is staged, answered once, explained, and remembered."""

from __future__ import annotations

import datetime as dt
import itertools
import re
import secrets

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Role, User
from exams import scenarios
from exams.bank.kinds import kind_of
from exams.bank.models import Problem, QuestionVersion
from exams.bank.services import stage_generated
from exams.bank.upkeep.problems import settle_problem
from exams.papers.models import PaperQuestion
from exams.practice import exercises
from exams.practice.exercises import NotPractised, Somebody
from exams.practice.models import SEEN_FOR, Exercise, Learner, Run
from exams.practice.queue import GUESTS, NEW_A_DAY, Wanted, apart, due, interleaved
from exams.practice.tasks import lay_tables_ready
from exams.practice.units import catalogue
from exams.sittings.models import Sitting
from tests import factories
from tests.config.gone import cache_gone
from tests.exams.practice.conftest import SIMPLE, Reword, right_answer, shown_to
from tests.exams.sittings.conftest import Clock, make_attempt, make_sitting

KIND = "best_ruling"
IN_PLACE = {"HX-Request": "true", "HX-Target": "main"}

pytestmark = pytest.mark.django_db


def practise(client: Client, **picked: str) -> Exercise:
    """Begin a run; the first question."""
    return shown_to(client, client.post("/training/start/", picked, follow=True))


def wrong_answer(exercise: Exercise) -> str:
    """An option that is not right."""
    return next(str(one["id"]) for one in exercise.content["options"] if one["id"] != exercise.content["key"])


def catalogue_of(law: str) -> list[str]:
    """The units of a law."""
    return [unit.path for unit in catalogue().values() if unit.law == law]


def main_of(page: str) -> str:
    """What a page shows between its bar and its foot, without the tokens of its forms, which are new each time."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page[page.index("<main") : page.index("</main>")])


class TestAnswering:
    def test_a_due_question_is_explained_and_remembered(self, client: Client, ruth: User) -> None:
        client.force_login(ruth)
        exercise = practise(client, deck="due")
        page = client.get(f"/training/table/{exercise.pk}/").content.decode()
        assert "I’m sure" in page and exercise.content["explanation"]["say"] not in page

        response = client.post(
            f"/training/table/{exercise.pk}/", right_answer(exercise) | {"sure": "sure"}, follow=True
        )

        told = response.content.decode()
        assert "Right" in told and "This path comes back on" in told
        memory = Learner.objects.get(person=ruth).memories.get()
        assert (memory.unit, memory.reviews, memory.mistaken) == (exercise.unit, 1, False)

    def test_a_right_guess_counts_as_not_known(self, client: Client, ruth: User) -> None:
        client.force_login(ruth)
        exercise = practise(client, deck="due")

        client.post(f"/training/table/{exercise.pk}/", right_answer(exercise) | {"sure": "guessing"})

        exercise.refresh_from_db()
        memory = Learner.objects.get(person=ruth).memories.get()
        assert exercise.right and not exercise.sure and memory.mistaken
        assert client.get("/training/").context["mistakes"] == 1

    def test_a_page_that_takes_what_comes_next_in_its_place_gets_it_at_once(self, client: Client, ruth: User) -> None:
        """The same as whole pages show, under the same addresses; a fault is told, and the end of a run leads home."""
        client.force_login(ruth)
        exercise = practise(client, law="27", kind=KIND)
        run, address = exercise.run, f"/training/table/{exercise.pk}/"
        assert run is not None
        run.units = run.units[:2]
        run.save()

        fault = client.post(address, {"option": "", "sure": "sure"}, headers=IN_PLACE)
        answered = client.post(address, right_answer(exercise) | {"sure": "sure"}, headers=IN_PLACE)
        again = client.post(address, {"option": wrong_answer(exercise), "sure": "sure"}, headers=IN_PLACE)
        whole = client.get(address).content.decode()
        following = client.post(f"/training/run/{run.pk}/", headers=IN_PLACE)
        address = following.headers["HX-Push-Url"]
        asked, asked_page = (
            Exercise.objects.get(pk=address.split("/")[-2]),
            main_of(client.get(address).content.decode()),
        )
        client.post(address, right_answer(asked) | {"sure": "sure"}, headers=IN_PLACE)
        end = client.post(f"/training/run/{run.pk}/", headers=IN_PLACE)

        assert fault.status_code == 400 and "Give an answer first." in fault.content.decode()
        assert main_of(answered.content.decode()) == main_of(again.content.decode()) == main_of(whole)
        assert "<title>Right · Rectify</title>" in answered.content.decode()
        assert "<header" not in answered.content.decode() and "<header" in whole
        assert main_of(following.content.decode()) == asked_page
        assert end.headers["HX-Redirect"] == "/training/"
        assert "That was the last question." in client.get("/training/").content.decode()

    def test_the_second_answer_to_a_question_changes_nothing(self, client: Client, ruth: User) -> None:
        client.force_login(ruth)
        exercise = practise(client, law="27", kind="best_ruling")
        address = f"/training/table/{exercise.pk}/"
        client.post(address, right_answer(exercise) | {"sure": "sure"})

        client.post(address, {"option": wrong_answer(exercise), "sure": "guessing"})

        exercise.refresh_from_db()
        assert exercise.right and exercise.sure

    @pytest.mark.parametrize(
        ("sent", "told"),
        [
            ({"sure": "sure"}, "Give an answer first."),
            ({"option": "a"}, "press one of the two buttons"),
            ({"option": "q", "sure": "sure"}, "not one of the answers"),
        ],
    )
    def test_what_is_no_answer_is_told_and_loses_nothing(
        self, client: Client, ruth: User, sent: dict[str, str], told: str
    ) -> None:
        client.force_login(ruth)
        exercise = practise(client, law="27", kind="best_ruling")

        response = client.post(f"/training/table/{exercise.pk}/", sent)

        assert response.status_code == 400 and told in response.content.decode()
        exercise.refresh_from_db()
        assert exercise.answered_at is None

    def test_extra_practice_lengthens_no_interval(self, client: Client, ruth: User) -> None:
        client.force_login(ruth)
        for exercise in (practise(client, law="27"), practise(client, topic=catalogue()[SIMPLE].topic)):
            client.post(f"/training/table/{exercise.pk}/", right_answer(exercise) | {"sure": "sure"})
            again = shown_to(client, client.post(f"/training/table/{exercise.pk}/another/", follow=True))
            assert again.unit == exercise.unit and again.fingerprint != exercise.fingerprint
            client.post(f"/training/table/{again.pk}/", right_answer(again) | {"sure": "sure"})

        assert not Learner.objects.get(person=ruth).reviews.exists()
        assert Exercise.objects.answered().count() == 4

    def test_a_run_goes_on_where_it_stopped_and_asks_each_path_once(self, client: Client, ruth: User) -> None:
        client.force_login(ruth)
        exercise = practise(client, deck="due")
        run = Run.objects.get()
        phone = Client()
        phone.force_login(ruth)
        assert shown_to(phone, phone.post(f"/training/run/{run.pk}/", follow=True)) == exercise

        asked = []
        for _number in range(NEW_A_DAY):
            exercise = shown_to(client, client.post(f"/training/run/{run.pk}/", follow=True))
            client.post(f"/training/table/{exercise.pk}/", right_answer(exercise) | {"sure": "sure"})
            asked.append(exercise.unit)
        end = client.post(f"/training/run/{run.pk}/", follow=True)

        assert asked == run.units and len(set(asked)) == NEW_A_DAY
        assert end.redirect_chain[-1][0] == "/training/" and "last question" in end.content.decode()

    def test_one_fact_changed_shows_two_tables(self, client: Client, ruth: User) -> None:
        client.force_login(ruth)
        learner = exercises.learner_of(ruth)
        made = exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.DRILL)
        exercises.answer(made.pk, str(right_answer(made)["option"]), sure=True)

        first = shown_to(client, client.post(f"/training/table/{made.pk}/one-fact/", follow=True))

        assert first.unit == SIMPLE and first.beside is not None and first.beside.unit != SIMPLE
        assert first.content["pair"]["fact"] == first.beside.content["pair"]["fact"]
        page = client.post(f"/training/table/{first.pk}/", right_answer(first) | {"sure": "sure"}, follow=True)
        assert "one fact changed" in page.content.decode()


class TestGuests:
    def test_from_the_front_page_to_the_first_explained_answer_in_three_presses(self, client: Client) -> None:
        assert "/training/" in client.get("/").content.decode()
        exercise = practise(client)
        answered = client.post(
            f"/training/table/{exercise.pk}/", right_answer(exercise) | {"sure": "sure"}, follow=True
        )

        assert "What you say" in answered.content.decode()
        assert exercise.kind == "best_ruling" and exercise.content["level"] == "club"
        assert len(Run.objects.get().units) == GUESTS

    def test_a_guest_is_asked_to_sign_in_in_the_end_and_forgotten_after_a_day(self, client: Client) -> None:
        exercise = practise(client)
        guest = Somebody(None, exercise.guest)
        for _number in range(exercises.GUESTS_MOST - 1):
            exercises.stage(guest, SIMPLE, purpose=Exercise.Purpose.DRILL)
        with pytest.raises(NotPractised, match="Sign in"):
            exercises.stage(guest, SIMPLE, purpose=Exercise.Purpose.DRILL)

        assert exercises.sweep_guests() == 0
        assert exercises.sweep_guests(timezone.now() + dt.timedelta(days=2)) == exercises.GUESTS_MOST
        assert not Run.objects.exists()


class TestNeverBurningTheExam:
    def test_no_situation_comes_back_within_ninety_days(self, learner: Learner) -> None:
        now = timezone.now()
        seen = [
            exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.DRILL, now=now + dt.timedelta(days=n))
            for n in range(12)
        ]

        assert len({one.fingerprint for one in seen}) == len(seen)
        avoided = exercises._avoided(Somebody(learner), now + dt.timedelta(days=12))
        assert all(avoided(one.fingerprint) for one in seen)
        later = exercises._avoided(Somebody(learner), now + SEEN_FOR + dt.timedelta(days=1))
        assert not later(seen[0].fingerprint) and later(seen[-1].fingerprint)

    def test_a_situation_of_a_paper_to_come_is_never_shown(
        self, learner: Learner, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Every table that chance would show is in a paper: so there is none to show until its results are told."""
        drawn = [scenarios.staged(SIMPLE, seed=str(seed), kinds=(KIND,)) for seed in range(3)]
        seeds = iter("0121" * 20)
        monkeypatch.setattr(secrets, "token_hex", lambda _n: next(seeds))
        sitting = make_sitting(opens_at=clock.now + dt.timedelta(days=3), questions=1)
        staged = stage_generated(body=sitting.body, contents=drawn).versions
        for position, version in enumerate(staged, start=2):
            PaperQuestion.objects.create(paper=sitting.paper, position=position, version=version, marks=1)

        with pytest.raises(NotPractised, match="paper to come"):
            exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.DRILL, kind=KIND)
        Sitting.objects.filter(pk=sitting.pk).update(
            opens_at=clock.now - dt.timedelta(days=3), closes_at=clock.now - dt.timedelta(days=2)
        )
        assert exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.DRILL, kind=KIND).fingerprint in {
            one["fingerprint"] for one in drawn
        }


class TestLaidReady:
    """The next table of a run is staged while the last one is explained."""

    def test_the_table_that_was_laid_ready_is_the_one_that_is_shown(self, client: Client, learner: Learner) -> None:
        client.force_login(learner.person)
        first = practise(client, law="27", kind=KIND)
        assert exercises.lay_ready() == 0, "the first question still waits for its answer"
        client.post(f"/training/table/{first.pk}/", right_answer(first) | {"sure": "sure"})

        assert (exercises.lay_ready(), exercises.lay_ready()) == (1, 0)
        laid = cache.get(f"practice/ready/{first.run_id}")
        shown = shown_to(client, client.post(f"/training/run/{first.run_id}/", follow=True))

        assert (shown.unit, shown.content) == (laid["unit"], laid["content"])
        assert learner.exercises.count() == 2

    def test_nothing_is_laid_ready_where_nobody_goes_on(self, client: Client, learner: Learner) -> None:
        client.force_login(learner.person)
        first = practise(client, law="27", kind=KIND)
        client.post(f"/training/table/{first.pk}/", right_answer(first) | {"sure": "sure"})
        guest = practise(Client(), law="27")
        exercises.answer(guest.pk, kind_of(guest.content).right(guest.content), sure=True)
        later = timezone.now() + exercises.LOOKED_BACK + dt.timedelta(seconds=1)

        assert exercises.lay_ready(later) == 0
        run = Run.objects.filter(exercises=first)
        run.update(units=[first.unit])
        assert exercises.lay_ready() == 0, "it was the last of its run"
        run.update(units=catalogue_of("27"), ended_at=timezone.now())
        assert exercises.lay_ready() == 0, "the run is over"

    def test_a_table_that_has_come_in_a_paper_meanwhile_is_not_shown(
        self, client: Client, learner: Learner, clock: Clock
    ) -> None:
        client.force_login(learner.person)
        first = practise(client, law="27", kind=KIND)
        client.post(f"/training/table/{first.pk}/", right_answer(first) | {"sure": "sure"})
        exercises.lay_ready()
        laid = cache.get(f"practice/ready/{first.run_id}")["content"]
        sitting = make_sitting(opens_at=clock.now + dt.timedelta(days=3), questions=1)
        [version] = stage_generated(body=sitting.body, contents=[laid]).versions
        PaperQuestion.objects.create(paper=sitting.paper, position=2, version=version, marks=1)

        shown = shown_to(client, client.post(f"/training/run/{first.run_id}/", follow=True))

        assert shown.fingerprint != laid["fingerprint"]

    def test_without_the_cache_a_table_is_staged_when_it_is_asked(self, client: Client, learner: Learner) -> None:
        client.force_login(learner.person)
        first = practise(client, law="27", kind=KIND)
        client.post(f"/training/table/{first.pk}/", right_answer(first) | {"sure": "sure"})
        exercises.lay_ready()

        with cache_gone():
            shown = shown_to(client, client.post(f"/training/run/{first.run_id}/", follow=True))

        assert shown.unit != first.unit

    def test_two_workers_do_not_lay_the_same(self, learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
        laid: list[int] = []

        def lay() -> int:
            laid.append(1)
            lay_tables_ready()  # another worker, while this one is at it
            return 0

        monkeypatch.setattr(exercises, "lay_ready", lay)
        lay_tables_ready()
        lay_tables_ready()

        assert len(laid) == 2


class TestQueue:
    def test_what_is_due_comes_with_a_few_new_paths_in_the_order_of_the_syllabus(self, learner: Learner) -> None:
        first = due(learner)
        assert (len(first.refresh), len(first.new)) == (0, NEW_A_DAY)
        for path in first.new:
            made = exercises.stage(Somebody(learner), path, purpose=Exercise.Purpose.REVIEW)
            exercises.answer(made.pk, kind_of(made.content).right(made.content), sure=True)

        assert len(due(learner)) == 0
        later = due(learner, timezone.now() + dt.timedelta(days=20))
        assert set(later.refresh) == set(first.new) and len(later.new) == NEW_A_DAY
        assert not set(later.new) & set(first.new)

    def test_paths_of_one_law_are_kept_apart(self) -> None:
        paths = ["27/a", "27/b", "27/c", "30/a", "31/a", "25/a", "25/b"]

        found = apart(paths)

        assert sorted(found) == sorted(paths)
        laws = [path.partition("/")[0] for path in found]
        assert all(one != other for one, other in itertools.pairwise(laws))
        assert apart(["27/a", "27/b"]) == ["27/a", "27/b"]
        mixed = interleaved(["27/a", "30/a", "31/a", "25/a"], ["9/a", "10/a"])
        assert sorted(mixed) == sorted(["27/a", "30/a", "31/a", "25/a", "9/a", "10/a"])
        assert mixed.index("9/a") not in (0, 5) or mixed.index("10/a") not in (0, 5)

    def test_what_is_picked_fits(self, learner: Learner) -> None:
        run = exercises.start(Somebody(learner), Wanted(law="31", level="club", kind="best_ruling"))

        units = [catalogue()[path] for path in run.units]
        assert units and {(one.law, one.level) for one in units} == {("31", "club")}
        with pytest.raises(NotPractised, match="Leave one of them open"):
            exercises.start(Somebody(learner), Wanted(law="31", topic="insufficient-bid"))


def test_pages_ask_as_much_of_the_database_however_much_was_practised(
    client: Client, ruth: User, learner: Learner
) -> None:
    client.force_login(ruth)

    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get(address).status_code == 200
        return len(caught)

    def practised(paths: list[str]) -> None:
        for path in paths:
            made = exercises.stage(Somebody(learner), path, purpose=Exercise.Purpose.REVIEW)
            exercises.answer(made.pk, kind_of(made.content).right(made.content), sure=True)

    pages, paths = ("/training/", "/training/history/"), list(catalogue())
    practised(paths[: NEW_A_DAY + 1])
    for address in pages:
        queries(address)  # the syllabus of the body is read once a minute
    few = [queries(address) for address in pages]
    practised(paths[NEW_A_DAY + 1 : 25])

    assert [queries(address) for address in pages] == few


def test_practice_is_closed_while_a_paper_runs(client: Client, clock: Clock) -> None:
    alice = factories.person("Alice", Role.CANDIDATE)
    client.force_login(alice)
    assert client.get("/training/").status_code == 200
    make_attempt(make_sitting(opens_at=clock.now), alice)

    response = client.get("/training/")
    assert response.status_code == 403 and "practice" in response.content.decode()


class TestTheLawMoves:
    def test_only_paths_that_rest_on_a_former_text_are_not_asked(self, learner: Learner, reword: Reword) -> None:
        former, others = (
            [one for one in catalogue().values() if one.law == "27" and ("27B1(a)" in one.cites) is rests]
            for rests in (True, False)
        )
        reword("27B1(a)", since=timezone.localdate() - dt.timedelta(days=1))

        with pytest.raises(NotPractised, match=r"former text of 27B1\(a\)"):
            exercises.stage(Somebody(learner), former[0].path, purpose=Exercise.Purpose.REVIEW)
        assert SIMPLE in [one.path for one in others]
        assert exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.REVIEW).unit == SIMPLE

    def test_an_answer_on_a_path_that_has_gone_meanwhile_is_kept_and_explained(
        self, client: Client, ruth: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client.force_login(ruth)
        exercise = practise(client, deck="due")
        left = {path: unit for path, unit in catalogue().items() if path != exercise.unit}
        for module in ("exercises", "queue", "reviews", "views", "units", "progress", "forms"):
            monkeypatch.setattr(f"exams.practice.{module}.catalogue", lambda: left)

        answered = client.post(
            f"/training/table/{exercise.pk}/", right_answer(exercise) | {"sure": "sure"}, follow=True
        )

        assert answered.status_code == 200 and "What you say" in answered.content.decode()
        exercise.refresh_from_db()
        assert exercise.right and not Learner.objects.get(person=ruth).reviews.exists()


def test_the_page_of_a_law_leads_to_its_practice(learner: Learner, client: Client, real_shelf: None) -> None:
    """Of a law with several procedures each is named, and its facts; another edition, or a law without any, has no way."""
    faults = []
    for address, links in (
        ("/laws/duplicate-2017/27/", ["27"]),
        ("/laws/duplicate-2017/16/", ["16A", "16B", "16C", "16D", "16"]),
        ("/laws/duplicate-2017/64/", ["64"]),
        ("/laws/duplicate-2017/28/", []),
        ("/laws/rubber-2014/27/", []),
    ):
        page = client.get(address)
        found = re.findall(r"/training/\?law=(\w+)#pick", page.content.decode())
        if page.status_code != 200 or found != links:
            faults.append((address, page.status_code, found))
    assert not faults

    guest = client.get("/training/?law=27").content.decode()
    assert '<input type="hidden" name="law" value="27">' in guest
    assert "Try questions on Law 27" in guest
    assert "Try five questions" in client.get("/training/?law=nonsense").content.decode()
    shown = shown_to(client, client.post("/training/start/", {"law": "27"}, follow=True))
    assert shown.unit.startswith("27/")

    client.force_login(learner.person)
    assert '<option value="27" selected>' in client.get("/training/?law=27").content.decode()
    assert client.get("/training/?law=nonsense").status_code == 200


class TestReports:
    """What a learner finds wrong goes to the desk where candidates' reports are read."""

    @pytest.fixture
    def done(self, learner: Learner) -> Exercise:
        made = exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.REVIEW)
        return exercises.answer(made.pk, kind_of(made.content).right(made.content), sure=True)

    def test_only_of_ones_own_answered_question(self, done: Exercise, learner: Learner) -> None:
        address, sent = f"/training/table/{done.pk}/report/", {"text": "The key is wrong."}
        assert Client().post(address, sent).status_code == 404
        assert factories.browser(factories.person("Sam", Role.CANDIDATE)).post(address, sent).status_code == 404
        waiting = exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.DRILL)
        mine = factories.browser(learner.person)
        assert mine.post(f"/training/table/{waiting.pk}/report/", sent).status_code == 404
        assert not Problem.objects.exists()

    def test_it_comes_to_the_desk_with_its_question_and_is_replied_to(self, done: Exercise, learner: Learner) -> None:
        mine = factories.browser(learner.person)
        page = mine.post(f"/training/table/{done.pk}/report/", {"text": "The key is wrong."}, follow=True)
        assert "Your report is with the examiners." in page.content.decode()
        problem = Problem.objects.get()
        assert problem.version.content["explanation"] == done.content["explanation"]
        assert problem.version.status == "in_review"

        mary = factories.browser(factories.person("Mary", Role.EXAMINER))
        desk = mary.get(f"/bank/problems/{problem.pk}/").content.decode()
        assert "The key is wrong." in desk
        assert learner.person.name not in desk
        settle_problem(
            problem_id=problem.pk,
            examiner=factories.person("Mary", Role.EXAMINER),
            reply="It is right, by 27A1.",
            seen=len(problem.text),
        )
        assert "It is right, by 27A1." in mine.get("/sittings/reports/").content.decode()

    def test_what_is_added_is_added_and_the_question_is_stored_once(self, done: Exercise) -> None:
        first = exercises.report(done, "The key is wrong.")
        assert exercises.report(done, "And South cannot know that.") == first
        assert QuestionVersion.objects.count() == 1
        assert Problem.objects.get().text.endswith("And South cannot know that.")

    def test_no_words_and_no_examiners_are_said_and_lose_nothing(self, done: Exercise, learner: Learner) -> None:
        mine = factories.browser(learner.person)
        reply = mine.post(f"/training/table/{done.pk}/report/", {"text": "  "})
        assert reply.status_code == 422
        assert "Say what is wrong with the question." in reply.content.decode()
        assert not QuestionVersion.objects.exists()
        Learner.objects.update(body=None)
        reply = mine.post(f"/training/table/{done.pk}/report/", {"text": "A long report."})
        page = reply.content.decode()
        assert "whose exam you prepare for" in page
        assert "A long report.</textarea>" in page

    def test_ten_a_day(self, learner: Learner) -> None:
        for _report in range(exercises.REPORTS_A_DAY):
            made = exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.DRILL, kind=KIND)
            exercises.report(exercises.answer(made.pk, "a", sure=True), "Wrong.")
        with pytest.raises(NotPractised, match="ten reports in a day"):
            exercises.report(exercises.answer(made.pk, "a", sure=True), "Wrong again.")

    def test_one_of_a_pair_is_reported_alone(self, learner: Learner, done: Exercise) -> None:
        first, _second = exercises.stage_pair(Somebody(learner), done)
        made = exercises.answer(first.pk, kind_of(first.content).right(first.content), sure=True)
        assert "pair" not in exercises.report(made, "Wrong.").version.content
