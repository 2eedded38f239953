"""Mock exams: nobody else's, by the clock, marked once, and with no key in sight before the end."""

from __future__ import annotations

import datetime as dt
import threading
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Role, User
from exams.bank.kinds import kind_of
from exams.papers.models import Blueprint, Order
from exams.practice import mocks, reviews
from exams.practice.exercises import learner_of
from exams.practice.memory import Grade
from exams.practice.models import Exercise, Learner, Memory, Mock, MockQuestion, Review
from exams.practice.slots import in_use
from exams.practice.tasks import finish_mocks
from tests import factories
from tests.exams.practice.conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper(learner: Learner) -> Blueprint:
    """A blueprint of Ruth's body: six questions of two topics, of any kind, and one that people mark."""
    made = factories.blueprint(
        code="club",
        minutes=30,
        pass_mark=60,
        floors={"insufficient-bid": 50},
        quotas={"insufficient-bid": 4, ("insufficient-bid", "congress"): 2},
    )
    made.quotas.create(topic=factories.topic(), level="club", kind="written", count=1)
    [found] = in_use(made.body)
    return found


@pytest.fixture
def mock(learner: Learner, paper: Blueprint) -> Mock:
    """Ruth's mock, just begun."""
    return mocks.begin(learner, paper)


def key_of(question: MockQuestion) -> str:
    content: dict[str, Any] = question.exercise.content
    return kind_of(content).right(content)


def fields_of(question: MockQuestion, answer: str) -> dict[str, object]:
    """The fields of a form that gives this answer."""
    kind = question.exercise.kind
    if kind == "order_steps":
        return {f"place-{step}": str(place) for place, step in enumerate(answer.split(","), start=1)}
    return {"option": answer.split(",") if kind == "choose_all" else answer}


def wrong_for(question: MockQuestion) -> str:
    content = question.exercise.content
    key = key_of(question)
    match question.exercise.kind:
        case "cite_law":
            return "93C"
        case "number":
            return "9"
        case "order_steps":
            return ",".join(reversed(key.split(",")))
        case _:
            return next(str(one["id"]) for one in content["options"] if one["id"] not in key.split(","))


# --- whose it is ------------------------------------------------------------------------------------------------------


def test_nobody_reaches_another_s_mock(mock: Mock) -> None:
    others: list[User | None] = [None, factories.person("Sam", Role.CANDIDATE)]
    others += [factories.person(f"An {role.value}", role) for role in Role if role != Role.CANDIDATE]
    base = f"/training/mock/{mock.pk}/"
    asked = [("get", base), ("get", f"{base}1/"), ("post", f"{base}1/"), ("get", f"{base}hand-in/")]
    asked += [("post", f"{base}hand-in/"), ("post", f"{base}give-up/")]
    for person in others:
        client = Client()
        if person:
            client.force_login(person)
        wanted = 404 if person else 302
        assert [getattr(client, how)(at, {"option": "a"}).status_code for how, at in asked] == [wanted] * len(asked)
    mock.refresh_from_db()
    assert mock.finished_at is None
    assert not mock.questions.exclude(answer=None).exists()


def test_one_sits_papers_of_ones_own_body(learner: Learner, paper: Blueprint, client: Client) -> None:
    other = factories.blueprint(at=factories.body("Victoria"), code="victoria", quotas={"insufficient-bid": 2})
    client.force_login(learner.person)
    for code in (other.code, "no-such-paper", ""):
        reply = client.post("/training/mock/start/", {"paper": code}, follow=True)
        assert "Choose one of the papers listed here." in reply.content.decode()
    assert not Mock.objects.exists()
    assert client.post("/training/mock/start/", {"paper": paper.code, "time": "7"}).status_code == 302
    assert not Mock.objects.exists()


def test_the_key_is_out_of_reach_until_the_mock_is_handed_in(mock: Mock, client: Client) -> None:
    """Neither in the page of a question, nor at the table's own address in the training room."""
    client.force_login(mock.learner.person)
    question = mock.questions.select_related("exercise").first()
    assert question is not None
    page = client.get(f"/training/mock/{mock.pk}/{question.number}/").content.decode()
    for option in question.exercise.content["options"]:
        assert option["why"] not in page or not option["why"]
    assert question.exercise.content["explanation"]["say"] not in page
    table = f"/training/table/{question.exercise_id}/"
    assert client.get(table).status_code == 404
    assert client.post(table, {"option": "a", "sure": "sure"}).status_code == 404
    assert client.post(f"{table}another/").status_code == 404

    mocks.save(mock.pk, question.number, key_of(question), flagged=False)
    mocks.finish(mock.pk)
    assert client.get(table).context["explained"].right


# --- what is asked ----------------------------------------------------------------------------------------------------


def test_a_mock_asks_what_the_quotas_ask_and_says_what_it_leaves_out(mock: Mock, paper: Blueprint) -> None:
    questions = list(mock.questions.select_related("exercise"))
    assert [one.number for one in questions] == [1, 2, 3, 4, 5, 6]
    assert {one.exercise.purpose for one in questions} == {"mock"}
    assert {one.topic for one in questions} == {"insufficient-bid"}
    units = [one.exercise.unit for one in questions]
    assert len(set(units)) == 6, "a path is asked once where there are enough"
    assert [one["count"] for one in mock.left_out] == [1]
    assert "Written" in mock.left_out[0]["name"] or "ruling" in mock.left_out[0]["name"].casefold()
    assert mock.deadline - mock.began_at == dt.timedelta(minutes=30)


def test_more_time_where_one_is_given_more(learner: Learner, paper: Blueprint, client: Client) -> None:
    client.force_login(learner.person)
    client.post("/training/mock/start/", {"paper": paper.code, "time": "1.5"})
    made = Mock.objects.get()
    assert made.minutes == 45
    assert made.deadline - made.began_at == dt.timedelta(minutes=45)


@pytest.mark.parametrize("order", Order.values)
def test_each_order_of_a_blueprint_gives_a_whole_paper(learner: Learner, paper: Blueprint, order: str) -> None:
    Blueprint.objects.filter(pk=paper.pk).update(order=order)
    made = mocks.begin(learner, in_use(paper.body)[0])
    assert made.questions.count() == 6


def test_fewer_paths_than_questions_are_asked_again_at_other_tables(learner: Learner, paper: Blueprint) -> None:
    paper.quotas.filter(level="congress").update(count=60)
    made = mocks.begin(learner, in_use(paper.body)[0])
    tables = Exercise.objects.filter(in_mock__mock=made)
    assert tables.count() == 64
    assert len({one.unit for one in tables}) < 64
    assert len({one.fingerprint for one in tables}) == 64


def test_a_mock_that_runs_is_gone_on_with(learner: Learner, paper: Blueprint, mock: Mock, client: Client) -> None:
    assert mocks.begin(learner, paper).pk == mock.pk
    client.force_login(learner.person)
    reply = client.post("/training/mock/start/", {"paper": paper.code}, follow=True)
    assert reply.redirect_chain[-1][0] == f"/training/mock/{mock.pk}/1/"
    assert Mock.objects.count() == 1


# --- answering, and the time ------------------------------------------------------------------------------------------


def test_answers_are_kept_and_one_goes_on_where_one_was(mock: Mock, client: Client) -> None:
    client.force_login(mock.learner.person)
    third = mock.questions.select_related("exercise").get(number=3)
    sent = {**fields_of(third, key_of(third)), "flagged": "false", "go": "flag"}
    reply = client.post(f"/training/mock/{mock.pk}/3/", sent)
    assert reply.headers["Location"] == f"/training/mock/{mock.pk}/3/"
    third.refresh_from_db()
    assert (third.answer, third.flagged) == (key_of(third), True)
    assert client.get(f"/training/mock/{mock.pk}/").headers["Location"] == f"/training/mock/{mock.pk}/3/"
    assert client.get(f"/training/mock/{mock.pk}/99/").status_code == 404
    page = client.get(f"/training/mock/{mock.pk}/3/").content.decode()
    assert "Question 3: answered, flagged" in page

    reply = client.post(f"/training/mock/{mock.pk}/3/", {**sent, "go": "stay"}, headers={"Accept": "application/json"})
    assert list(reply.json()) == ["saved"]


def test_what_cannot_be_read_is_shown_again_and_loses_nothing(mock: Mock, client: Client) -> None:
    client.force_login(mock.learner.person)
    question = mock.questions.select_related("exercise").exclude(exercise__kind__in=["cite_law", "order_steps"]).first()
    assert question is not None
    mocks.save(mock.pk, question.number, key_of(question), flagged=False)
    reply = client.post(f"/training/mock/{mock.pk}/{question.number}/", {"option": "zz", "go": "2"})
    assert reply.status_code == 400
    question.refresh_from_db()
    assert question.answer == key_of(question)


def test_nothing_is_taken_after_the_time_and_what_was_kept_counts(clock: Clock, mock: Mock, client: Client) -> None:
    client.force_login(mock.learner.person)
    first, second = mock.questions.select_related("exercise")[:2]
    mocks.save(mock.pk, first.number, key_of(first), flagged=False)
    clock.now = mock.deadline + mocks.GRACE + dt.timedelta(seconds=1)
    sent = fields_of(second, key_of(second))
    reply = client.post(f"/training/mock/{mock.pk}/{second.number}/", {**sent, "go": "3"}, follow=True)
    assert "The time was up, so your last answer was not taken." in reply.content.decode()
    mock.refresh_from_db()
    assert mock.marks == 1
    assert mock.finished_at == mock.deadline + mocks.GRACE
    with pytest.raises(mocks.Over):
        mocks.save(mock.pk, second.number, key_of(second), flagged=False)
    reply = client.post(f"/training/mock/{mock.pk}/2/", {**sent, "go": "stay"}, headers={"Accept": "application/json"})
    assert reply.status_code == 409
    assert reply.json() == {"over": f"/training/mock/{mock.pk}/"}


def test_an_answer_that_was_on_its_way_at_the_end_is_taken(clock: Clock, mock: Mock, client: Client) -> None:
    client.force_login(mock.learner.person)
    first = mock.questions.select_related("exercise")[0]
    clock.now = mock.deadline + dt.timedelta(seconds=5)
    sent = {**fields_of(first, key_of(first)), "go": "time"}
    reply = client.post(f"/training/mock/{mock.pk}/1/", sent)
    assert reply.headers["Location"] == f"/training/mock/{mock.pk}/"
    mock.refresh_from_db()
    assert mock.marks == 1


# --- marking ----------------------------------------------------------------------------------------------------------


def test_a_mock_is_marked_as_its_paper_would_be(mock: Mock, client: Client) -> None:
    """Five of six right, one left open: 83.33 %, a pass, and each question says how it went."""
    client.force_login(mock.learner.person)
    questions = list(mock.questions.select_related("exercise"))
    for one in questions[:5]:
        client.post(f"/training/mock/{mock.pk}/{one.number}/", {**fields_of(one, key_of(one)), "go": "finish"})
    page = client.get(f"/training/mock/{mock.pk}/hand-in/").content.decode()
    assert "1 of 6 questions has no answer" in page
    reply = client.post(f"/training/mock/{mock.pk}/hand-in/", follow=True)
    mock.refresh_from_db()
    assert (mock.marks, mock.out_of) == (Decimal(5), 6)
    assert (mock.percent, mock.passed) == (Decimal("83.33"), True)
    assert sum(row["out_of"] for row in mock.by_topic) == 6
    told = reply.content.decode()
    assert "You would have passed" in told
    assert told.count("✓ right") == 5
    assert told.count("✗ left open") == 1
    assert [one.earned for one in mock.questions.all()] == [1, 1, 1, 1, 1, 0]


def test_a_floor_that_is_missed_fails_it(learner: Learner, paper: Blueprint) -> None:
    Blueprint.objects.filter(pk=paper.pk).update(pass_mark=10, floors={"insufficient-bid": 90})
    made = mocks.begin(learner, in_use(paper.body)[0])
    for one in list(made.questions.select_related("exercise"))[:4]:
        mocks.save(made.pk, one.number, key_of(one), flagged=False)
    made = mocks.finish(made.pk)
    assert made.percent is not None
    assert made.percent > 10
    assert made.passed is False
    assert [row["topic"] for row in made.floors_missed] == ["insufficient-bid"]


def test_the_memory_is_told_once_and_only_at_the_end(mock: Mock) -> None:
    questions = list(mock.questions.select_related("exercise"))
    for one in questions[:3]:
        mocks.save(mock.pk, one.number, key_of(one), flagged=False)
    mocks.save(mock.pk, questions[3].number, wrong_for(questions[3]), flagged=False)
    assert not Review.objects.exists()

    mocks.finish(mock.pk)
    first = {one.unit: one.grade for one in Review.objects.filter(credit=False)}
    assert first == {
        **{one.exercise.unit: Grade.GOOD for one in questions[:3]},
        questions[3].exercise.unit: Grade.AGAIN,
    }
    again = mocks.finish(mock.pk)
    assert again.marks == 3
    assert Review.objects.filter(credit=False).count() == 4
    stored = {one.unit: one.recall for one in Memory.objects.all()}
    assert stored == {one.unit: one.recall for one in reviews.rebuilt(mock.learner)}
    assert not Exercise.objects.filter(sure__isnull=False).exists(), "nobody said how sure they were"


def test_what_is_given_up_or_left_has_no_mark(clock: Clock, learner: Learner, paper: Blueprint, mock: Mock) -> None:
    mocks.save(mock.pk, 1, key_of(mock.questions.select_related("exercise").get(number=1)), flagged=False)
    assert mocks.give_up(mock.pk).is_marked is False
    assert mocks.finish(mock.pk).is_marked is False
    assert not Review.objects.exists()

    left = mocks.begin(learner, paper)
    clock.now = left.deadline + dt.timedelta(hours=1)
    finish_mocks()
    left.refresh_from_db()
    assert left.finished_at is not None
    assert left.is_marked is False
    assert mocks.finish_overdue() == 0


def test_one_abandoned_after_some_answers_is_marked_by_the_sweep(clock: Clock, mock: Mock) -> None:
    mocks.save(mock.pk, 1, key_of(mock.questions.select_related("exercise").get(number=1)), flagged=False)
    clock.now = mock.deadline + dt.timedelta(minutes=1)
    finish_mocks()
    mock.refresh_from_db()
    assert (mock.marks, mock.passed) == (Decimal(1), False)
    review = Review.objects.get(credit=False)
    assert review.at < mock.deadline, "it counts for when the answer was given"


def test_the_blueprint_may_change_and_go_and_the_mark_stays(mock: Mock, paper: Blueprint, client: Client) -> None:
    mocks.save(mock.pk, 1, key_of(mock.questions.select_related("exercise").get(number=1)), flagged=False)
    Blueprint.objects.filter(pk=paper.pk).update(pass_mark=1, title="Another paper")
    paper.quotas.all().delete()
    paper.delete()
    done = mocks.finish(mock.pk)
    assert (done.passed, done.title, done.blueprint_id) == (False, mock.title, None)
    client.force_login(mock.learner.person)
    assert client.get(f"/training/mock/{mock.pk}/").status_code == 200


def test_the_forecast_made_at_the_start_is_set_beside_the_mark(mock: Mock, client: Client) -> None:
    mocks.save(mock.pk, 1, key_of(mock.questions.select_related("exercise").get(number=1)), flagged=False)
    Mock.objects.filter(pk=mock.pk).update(forecast={"low": 10.0, "high": 40.0, "median": 30.0})
    done = mocks.finish(mock.pk)
    assert done.was_forecast is True
    Mock.objects.filter(pk=mock.pk).update(forecast={"low": 50.0, "high": 90.0, "median": 70.0})
    done.refresh_from_db()
    assert done.was_forecast is False
    client.force_login(mock.learner.person)
    assert "Your mark is outside that range" in client.get(f"/training/mock/{mock.pk}/").content.decode()
    assert "0 of 1 mark was in the range" in client.get("/training/mock/").content.decode()


def test_everything_goes_with_the_practice_history(mock: Mock) -> None:
    mocks.save(mock.pk, 1, key_of(mock.questions.select_related("exercise").get(number=1)), flagged=False)
    mocks.finish(mock.pk)
    reviews.erase(mock.learner)
    assert not Mock.objects.exists()
    assert not MockQuestion.objects.exists()
    assert not Exercise.objects.exists()


def test_a_question_takes_as_many_queries_however_long_the_paper(
    learner: Learner, paper: Blueprint, client: Client
) -> None:
    client.force_login(learner.person)
    counts = []
    for wanted in (2, 8):
        paper.quotas.filter(level="club", kind="").update(count=wanted)
        made = mocks.begin(learner, in_use(paper.body)[0])
        client.get(f"/training/mock/{made.pk}/1/")
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/training/mock/{made.pk}/1/")
        counts.append(len(queries))
        mocks.give_up(made.pk)
    assert counts[0] == counts[1] <= 12


@pytest.mark.django_db(transaction=True)
def test_two_presses_begin_one_mock_and_two_pages_mark_it_once(ruth: User) -> None:
    learner = learner_of(ruth)
    assert learner.body is not None
    factories.blueprint(code="club", quotas={"insufficient-bid": 2})
    paper = in_use(learner.body)[0]
    found: list[object] = []

    def at_once(what: object) -> None:
        gate = threading.Barrier(2)

        def press() -> None:
            try:
                gate.wait()
                found.append(what())  # type: ignore[operator]
            finally:
                connections.close_all()

        threads = [threading.Thread(target=press) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    at_once(lambda: mocks.begin(learner, paper).pk)
    assert len(found) == 2
    assert len(set(found)) == 1
    made = Mock.objects.get()
    mocks.save(made.pk, 1, key_of(made.questions.select_related("exercise").get(number=1)), flagged=False)
    at_once(lambda: mocks.finish(made.pk).marks)
    assert found[2:] == [1, 1]
    assert Review.objects.filter(credit=False).count() == 1
    assert timezone.now() >= made.began_at
