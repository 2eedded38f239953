"""Questions by the API: nothing of the key before the answer, one answer for each, and answers that are sent later."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from exams.bank.models import Problem
from exams.practice import exercises, mocks, reviews, sheets
from exams.practice.exercises import Somebody
from exams.practice.memory import Grade
from exams.practice.models import Exercise, Learner, Memory, Review
from exams.practice.queue import Wanted
from exams.practice.units import catalogue, is_fact
from tests.exams.bank.api.conftest import client_of
from tests.exams.practice.api.conftest import BASE, Ask, key_of
from tests.exams.practice.conftest import SIMPLE, days

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(learner: Learner, ruth: User, send: Ask) -> list[Exercise]:
    """Three questions of what is due, which a device has taken along."""
    run = send(ruth, "runs/", deck="due")
    told = send(ruth, f"runs/{run['id']}/next/", count=3)
    found = [Exercise.objects.get(pk=one["id"]) for one in told["exercises"]]
    # Long enough ago that answers may have been given since.
    Exercise.objects.update(shown_at=timezone.now() - days(2))
    return found


def later(exercise: Exercise, hours: float = 24, **more: Any) -> dict[str, Any]:
    """A right answer that was given so many hours ago."""
    at = timezone.now() - dt.timedelta(hours=hours)
    told = {"key": str(uuid4()), "exercise": str(exercise.pk), "answer": key_of(exercise), "sure": True}
    return {**told, "at": at.isoformat(), **more}


# --- one question -----------------------------------------------------------------------------------------------------


def test_before_the_answer_nothing_tells_the_key(begun: list[Exercise], ruth: User, ask: Ask) -> None:
    """Neither the explanation, nor the path, which names the ruling."""
    for one in begun:
        told = ask(ruth, f"exercises/{one.pk}/")
        text = json.dumps(told, ensure_ascii=False)
        assert (told["explained"], told["unit"], told["right"], told["links"]["steps"]) == (None, None, None, "")
        assert one.unit not in text
        assert one.content["explanation"]["say"] not in text
        assert not [option["why"] for option in one.content["options"] if option["why"] and option["why"] in text]
        assert [option["id"] for option in told["asked"]["options"]] == [
            option["id"] for option in one.content["options"]
        ]


def test_an_answer_is_explained_and_counts_once(begun: list[Exercise], ruth: User, send: Ask, ask: Ask) -> None:
    one = next(one for one in begun if not is_fact(one.unit))
    told = send(ruth, f"exercises/{one.pk}/answer/", answer=key_of(one), sure=True)
    assert (told["right"], told["sure"], told["unit"]["path"]) == (True, True, one.unit)
    assert told["explained"]["say"] == one.content["explanation"]["say"]
    assert told["explained"]["steps"]
    assert {*one.content["explanation"]["cites"]} <= {named["key"] for named in told["explained"]["provisions"]}
    assert told["explained"]["provisions"][0]["url"].startswith(
        "http://testserver/api/v1/laws/editions/duplicate-2017/"
    )
    assert told["next_on"] == str(Memory.objects.get(unit=one.unit).due_on)

    again = send(ruth, f"exercises/{one.pk}/answer/", answer=key_of(one), sure=False)
    assert again == told == ask(ruth, f"exercises/{one.pk}/")
    assert Review.objects.filter(credit=False).count() == 1


def test_what_is_no_answer_is_named_and_writes_nothing(begun: list[Exercise], ruth: User, send: Ask) -> None:
    made = exercises.stage(Somebody(Learner.objects.get()), SIMPLE, purpose=Exercise.Purpose.REVIEW, kind="best_ruling")
    address = f"exercises/{made.pk}/answer/"
    for body, field, words in (
        ({"answer": "z", "sure": True}, "answer", "does not offer “z”"),
        ({"answer": " ", "sure": True}, "answer", ""),
        ({"answer": "a"}, "sure", "required"),
        ({"answer": "a", "sure": "yes"}, "sure", ""),
        ({"sure": True}, "answer", "required"),
    ):
        told = send(ruth, address, 422, **body)
        assert list(told["errors"]) == [field]
        assert words in told["detail"]
    made.refresh_from_db()
    assert made.answered_at is None
    assert not Review.objects.exists()


def test_a_run_asks_what_was_picked_and_ends(learner: Learner, ruth: User, send: Ask, ask: Ask) -> None:
    run = send(ruth, "runs/", units=[SIMPLE], kind="best_ruling")
    assert (run["total"], run["answered"], run["waiting"]) == (1, 0, 0)
    [first] = send(ruth, f"runs/{run['id']}/next/")["exercises"]
    assert send(ruth, f"runs/{run['id']}/next/", count=5)["exercises"] == [first]
    assert ask(ruth, f"runs/{run['id']}/")["waiting"] == 1
    assert ask(ruth, "today/")["waiting"] == run["id"]
    send(ruth, f"exercises/{first['id']}/answer/", answer="a", sure=False)
    assert send(ruth, f"runs/{run['id']}/next/")["exercises"] == []
    assert ask(ruth, f"runs/{run['id']}/")["ended_at"]
    assert not Review.objects.exists()

    assert send(ruth, "runs/", 422, units=["27/no_such=path"])["errors"]["units"]
    assert send(ruth, "runs/", 422, law="99")["errors"]["law"]
    assert send(ruth, "runs/", 409, deck="mistakes")["detail"] == "You have no mistakes to go over."


def test_beside_a_ruling_one_asks_on(learner: Learner, ruth: User, send: Ask, ask: Ask) -> None:
    made = exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.EXTRA, kind="best_ruling")
    base = f"exercises/{made.pk}/"
    for part in ("another/", "one-fact/", "report/"):
        send(ruth, base + part, 404, text="Wrong.")
    told = send(ruth, f"{base}answer/", answer="a", sure=True)
    assert told["can_drill"]
    drill = send(ruth, f"{base}another/")
    assert (drill["purpose"], drill["explained"]) == ("drill", None)
    if told["can_pair"]:
        pair = send(ruth, f"{base}one-fact/")
        second = Exercise.objects.get(pk=pair["second"]["id"])
        answered = send(ruth, f"exercises/{second.pk}/answer/", answer=key_of(second), sure=True)
        assert (answered["other"], answered["differs"]) == (pair["first"]["id"], second.content["pair"]["differs"])
    what_ifs = ask(ruth, f"{base}what-ifs/")["what_ifs"]
    assert what_ifs
    assert all(
        one["question"] and one["provision"] and (one["becomes"] or one["falls"] or one["asks"]) for one in what_ifs
    )
    assert send(ruth, f"{base}report/", text="The key is wrong.")["text"] == Problem.objects.get().text
    assert send(ruth, f"{base}report/", 422, text="")["errors"]["text"]


def test_a_question_of_a_running_mock_does_not_exist_here(
    learner: Learner, paper: Any, ruth: User, ask: Ask, send: Ask
) -> None:
    running = mocks.begin(learner, paper)
    table = running.questions.get(number=1).exercise
    ask(ruth, f"exercises/{table.pk}/", 404)
    send(ruth, f"exercises/{table.pk}/answer/", 404, answer=key_of(table), sure=True)
    [result] = send(ruth, "answers/", answers=[later(table)])["results"]
    assert result["outcome"] == "refused"
    table.refresh_from_db()
    assert table.answered_at is None


# --- sent later -------------------------------------------------------------------------------------------------------


def test_answers_may_come_in_any_order_and_twice(begun: list[Exercise], ruth: User, send: Ask) -> None:
    sent = [later(one, hours) for one, hours in zip(begun, (3, 30, 12), strict=True)]
    told = send(ruth, "answers/", answers=sent)["results"]
    assert [(one["key"], one["outcome"], one["right"], one["remembered"]) for one in told] == [
        (one["key"], "taken", True, True) for one in sent
    ]
    again = send(ruth, "answers/", answers=list(reversed(sent)))["results"]
    assert [one["outcome"] for one in again] == ["before"] * 3
    assert [one["key"] for one in again] == [one["key"] for one in reversed(sent)]

    kept = {str(one.key): one for one in Review.objects.filter(credit=False)}
    assert {key: one.at for key, one in kept.items()} == {
        one["key"]: dt.datetime.fromisoformat(one["at"]) for one in sent
    }
    learner = Learner.objects.get()
    stored = [(one.unit, one.recall) for one in learner.memories.order_by("unit")]
    assert stored == [(one.unit, one.recall) for one in sorted(reviews.rebuilt(learner), key=lambda one: one.unit)]


def test_one_at_a_time_they_give_the_same_memory(
    begun: list[Exercise], ruth: User, learner: Learner, send: Ask
) -> None:
    """A later review of the path that arrived first stays where it belongs."""
    one = begun[0]
    reviews.add(learner, one.unit, Grade.GOOD, key=uuid4(), at=timezone.now() - dt.timedelta(hours=1))
    send(ruth, "answers/", answers=[later(one, 30)])
    log = list(Review.objects.filter(unit=one.unit, credit=False).order_by("at"))
    assert [row.number for row in log] == [2, 1]
    [memory] = learner.memories.filter(unit=one.unit)
    [rebuilt] = [row for row in reviews.rebuilt(learner) if row.unit == one.unit]
    assert memory.recall == rebuilt.recall


def test_of_two_answers_to_one_question_the_earlier_counts(begun: list[Exercise], ruth: User, send: Ask) -> None:
    one = begun[0]
    sent = [later(one, 2, sure=False), later(one, 20)]
    told = send(ruth, "answers/", answers=sent)["results"]
    assert [row["outcome"] for row in told] == ["before", "taken"]
    one.refresh_from_db()
    assert (one.sure, one.answered_at) == (True, dt.datetime.fromisoformat(sent[1]["at"]))
    assert Review.objects.filter(credit=False).count() == 1


def test_one_that_is_refused_holds_up_no_other(begun: list[Exercise], ruth: User, send: Ask) -> None:
    one, two, three = begun
    ahead = (timezone.now() + dt.timedelta(hours=1)).isoformat()
    same = later(two, 5)
    sent = [
        later(one, at=ahead),
        later(one, answer="no such answer at all"),
        {**later(one), "exercise": str(uuid4())},
        same,
        later(three, 4),
    ]
    told = send(ruth, "answers/", answers=sent)["results"]
    assert [row["outcome"] for row in told] == ["refused", "refused", "refused", "taken", "taken"]
    assert "clock of this device is ahead" in told[0]["detail"]
    assert told[1]["detail"] and told[2]["detail"] == "There is no such record among yours."
    one.refresh_from_db()
    assert one.answered_at is None
    assert send(ruth, "answers/", answers=[later(one)])["results"][0]["outcome"] == "taken"


def test_a_key_belongs_to_one_answer(learner: Learner, ruth: User, send: Ask) -> None:
    """A device that gives two answers on a path the same key is told so, and loses none of them."""
    first, second = (exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.REVIEW) for _time in range(2))
    sent = later(first, 0)
    told = send(ruth, "answers/", answers=[sent])["results"]
    told += send(ruth, "answers/", answers=[later(second, 0, key=sent["key"])])["results"]
    assert [row["outcome"] for row in told] == ["taken", "refused"]
    assert "a key of its own" in told[1]["detail"]
    second.refresh_from_db()
    assert second.answered_at is None


def test_a_clock_that_is_behind_loses_nothing_and_is_not_quick(begun: list[Exercise], ruth: User, send: Ask) -> None:
    one = begun[0]
    one.refresh_from_db()
    [told] = send(ruth, "answers/", answers=[later(one, 24 * 400)])["results"]
    assert told["outcome"] == "taken"
    made = Review.objects.get(credit=False)
    assert (made.at, made.grade) == (one.shown_at, Grade.GOOD)


def test_a_path_that_has_gone_is_said_and_the_answer_kept(
    begun: list[Exercise], ruth: User, send: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = begun[0]
    left = {path: unit for path, unit in catalogue().items() if path != one.unit}
    for module in ("exercises", "queue", "reviews", "units", "api.exercises"):
        monkeypatch.setattr(f"exams.practice.{module}.catalogue", lambda: left)
    [told] = send(ruth, "answers/", answers=[later(one)])["results"]
    assert (told["outcome"], told["remembered"]) == ("taken", False)
    assert "no such path any more" in told["detail"]
    one.refresh_from_db()
    assert one.right


def test_what_is_no_list_of_answers_is_refused_whole(begun: list[Exercise], ruth: User, send: Ask) -> None:
    wrong: list[Any] = [[later(begun[0], sure="yes")], [{}], "all", [later(begun[0], at="yesterday")]]
    for answers in wrong:
        assert send(ruth, "answers/", 422, answers=answers)["errors"]["answers"]
    assert not Review.objects.exists()


# --- lists ------------------------------------------------------------------------------------------------------------


def test_lists_take_as_many_queries_with_one_as_with_three(learner: Learner, ruth: User, paper: Any) -> None:
    client = client_of(ruth)
    lists = ("runs/", "exercises/", "reviews/", "units/", "mocks/", "sheets/", "papers/")

    def practised() -> None:
        run = exercises.start(Somebody(learner), Wanted(deck="due"))
        one = exercises.following(run)
        assert one is not None
        exercises.answer(one.pk, key_of(one), sure=True)
        mocks.give_up(mocks.begin(learner, paper).pk)
        sheets.make(learner, Wanted(law="27"), 1, "An evening")

    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as made:
            assert client.get(BASE + address).status_code == 200
        return len(made)

    practised()
    for address in lists:
        client.get(BASE + address)
    one = {address: queries(address) for address in lists}
    practised()
    practised()
    assert {address: queries(address) for address in lists} == one


def test_the_lists_tell_ones_own(learner: Learner, ruth: User, begun: list[Exercise], ask: Ask, send: Ask) -> None:
    send(ruth, "answers/", answers=[later(begun[0], 5), later(begun[1], 6)])
    answered = ask(ruth, "exercises/")["results"]
    assert [UUID(one["id"]) for one in answered] == [begun[0].pk, begun[1].pk]
    log = [one for one in ask(ruth, "reviews/")["results"] if not one["credit"]]
    assert [(one["unit"]["path"], one["grade"], one["right"], one["sure"]) for one in log] == [
        (begun[1].unit, "good", True, True),
        (begun[0].unit, "good", True, True),
    ]
    assert (len(log[0]["weights"]), log[0]["retention"], log[0]["zone"]) == (21, 0.9, "Australia/Brisbane")
    assert ask(ruth, "reviews/", page_size=1)["next"]
