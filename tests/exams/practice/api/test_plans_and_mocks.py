"""What is due, every path, settings, the plan, the forecast, mock exams and sheets by the API: what the pages tell."""

from __future__ import annotations

import datetime as dt
import json
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models import Role, User
from exams.papers.models import Blueprint
from exams.practice import exercises, mocks
from exams.practice.exercises import Somebody
from exams.practice.models import Exercise, Learner, Memory, Mock, Plan, Review
from exams.practice.progress import home_of
from exams.practice.queue import due
from exams.practice.units import catalogue
from tests import factories
from tests.exams.practice.api.conftest import Ask, key_of
from tests.exams.practice.conftest import SIMPLE, days

pytestmark = pytest.mark.django_db


@pytest.fixture
def known(learner: Learner) -> Exercise:
    """Ruth knows one path."""
    made = exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.REVIEW)
    return exercises.answer(made.pk, key_of(made), sure=True)


# --- the day and the paths --------------------------------------------------------------------------------------------


def test_the_day_is_that_of_the_page(learner: Learner, known: Exercise, ruth: User, ask: Ask) -> None:
    told, today, home = ask(ruth, "today/"), due(learner), home_of(learner)
    assert [one["path"] for one in told["new"]] == list(today.new)
    assert [one["path"] for one in told["refresh"]] == list(today.refresh)
    assert (told["known"], told["fading"], told["unmet"]) == (1, 0, home["counts"]["new"])
    assert told["calibration"] == {"sure": 1, "sure_right": 1, "guessed": 0, "guessed_right": 0}
    assert (told["week"][-1]["answers"], told["weekly_aim"], told["exam_on"]) == (1, 50, None)


def test_every_path_with_what_is_remembered(learner: Learner, known: Exercise, ruth: User, ask: Ask) -> None:
    assert ask(ruth, "units/")["count"] == len(catalogue())
    [one] = ask(ruth, "units/", state="known")["results"]
    memory = Memory.objects.get(unit=SIMPLE)
    assert (one["path"], one["due_on"], one["reviews"], one["mistaken"]) == (SIMPLE, str(memory.due_on), 1, False)
    assert one["recall"] == pytest.approx(1.0, abs=0.01)
    narrowed = ask(ruth, "units/", law="27", level="club", state="new")["results"]
    assert {(row["law"], row["level"], row["state"]) for row in narrowed} == {("27", "club", "new")}
    assert {(row["recall"], row["due_on"], row["reviews"]) for row in narrowed} == {(None, None, 0)}
    assert all(row["kinds"] for row in narrowed)
    for query in ({"law": "99"}, {"state": "forgotten"}, {"colour": "red"}):
        assert list(ask(ruth, "units/", 400, **query)["errors"]) == list(query)


# --- settings ---------------------------------------------------------------------------------------------------------


def test_settings_are_read_and_changed_one_by_one(learner: Learner, ruth: User, ask: Ask, send: Ask) -> None:
    before = ask(ruth, "settings/")
    assert (before["body"], before["level"], before["retention"]) == (factories.body().slug, "club", 0.9)
    assert send(ruth, "settings/", retention=0.85) == {**before, "retention": 0.85}
    assert send(ruth, "settings/", body=None, level="congress")["body"] is None
    assert send(ruth, "settings/", body=factories.body().slug)["level"] == "congress"
    victoria = factories.body("Victoria")
    for wrong in (
        {"body": victoria.slug},
        {"body": "nowhere"},
        {"level": "world"},
        {"retention": 0.5},
        {"weekly_aim": 0},
        {"time_zone": "Mars/Base"},
    ):
        assert list(send(ruth, "settings/", 422, **wrong)["errors"]) == list(wrong)
    learner.refresh_from_db()
    assert (learner.body, learner.retention, learner.weekly_aim) == (factories.body(), 0.85, 50)


def test_deleting_it_all_has_to_be_meant(learner: Learner, known: Exercise, ruth: User, send: Ask) -> None:
    for body in ({}, {"confirm": False}, {"confirm": "true"}):
        assert send(ruth, "erasure/", 422, **body)["errors"]["confirm"]
    assert Review.objects.filter(learner=learner, credit=False).count() == 1
    assert send(ruth, "erasure/", confirm=True) == {"reviews": 1, "exercises": 1}
    assert not Learner.objects.filter(pk=learner.pk).exists()


# --- plan and forecast ------------------------------------------------------------------------------------------------


def test_a_plan_is_made_changed_and_ended(learner: Learner, paper: Blueprint, ruth: User, ask: Ask, send: Ask) -> None:
    assert ask(ruth, "plan/") == {"plan": None, "sittings": [], "papers": ["club"]}
    ask(ruth, "plan/days/", 404)
    until = str(learner.day() + days(30))
    made = send(ruth, "plan/", until=until, paper="club", weekdays=[0, 2, 4], most=20)["plan"]
    assert (made["exam_on"], made["paper"], made["weekdays"], made["most"]) == (until, "club", [0, 2, 4], 20)
    planned = ask(ruth, "plan/days/")["days"]
    assert {dt.date.fromisoformat(one["day"]).weekday() for one in planned} == {0, 2, 4}
    assert [path for one in planned for path in one["new"]]
    assert ask(ruth, "today/")["exam_on"] == until

    assert send(ruth, "plan/", until=until)["plan"]["weekdays"] == [*range(7)]
    assert Plan.objects.get().blueprint is None
    assert send(ruth, "plan/end/")["plan"] is None
    assert send(ruth, "plan/end/")["plan"] is None


def test_what_is_no_plan_is_named(learner: Learner, paper: Blueprint, ruth: User, send: Ask) -> None:
    until = str(learner.day() + days(30))
    for body, field in (
        ({}, "until"),
        ({"until": str(learner.day())}, "until"),
        ({"until": "soon"}, "until"),
        ({"until": until, "paper": "no-such"}, "paper"),
        ({"until": until, "weekdays": [7]}, "weekdays"),
        ({"until": until, "weekdays": []}, "weekdays"),
        ({"until": until, "most": 1}, "most"),
        ({"sitting": str(uuid4())}, "sitting"),
    ):
        assert list(send(ruth, "plan/", 422, **body)["errors"]) == [field], body
    assert not Plan.objects.exists()


def test_a_forecast_says_what_is_missing(learner: Learner, paper: Blueprint, ruth: User, ask: Ask) -> None:
    told = ask(ruth, "forecast/", paper="club")
    assert (told["paper"], told["mark"], told["pass_mark"]) == ("club", None, 60)
    assert "we can forecast your mark" in told["missing"]
    assert told["weeks"][-1] == {"last_day": str(learner.day()), "known": 0, "mark": None}
    ask(ruth, "forecast/", 404, paper="no-such")
    [one] = ask(ruth, "papers/")["results"]
    assert (one["code"], one["questions"], [row["count"] for row in one["left_out"]]) == ("club", 4, [1])
    assert ask(factories.person("Norbert"), "papers/")["results"] == []


# --- mock exams -------------------------------------------------------------------------------------------------------


def test_a_mock_is_sat_by_the_api(learner: Learner, paper: Blueprint, ruth: User, ask: Ask, send: Ask) -> None:
    begun = send(ruth, "mocks/", paper="club", time="1.5")
    base = f"mocks/{begun['id']}/"
    assert (begun["minutes"], begun["finished_at"], len(begun["questions"])) == (45, None, 4)
    assert send(ruth, "mocks/", paper="club")["id"] == begun["id"]
    places = list(Mock.objects.get().questions.select_related("exercise"))
    told = json.dumps(ask(ruth, base), ensure_ascii=False)
    for one in places:
        content = one.exercise.content
        assert one.exercise.unit not in told and str(one.exercise_id) not in told
        assert content["explanation"]["say"] not in told
        assert not [option["why"] for option in content["options"] if option["why"] and option["why"] in told]

    key = key_of(places[0].exercise)
    assert send(ruth, f"{base}questions/1/", answer=key)["answer"] == key
    flagged = send(ruth, f"{base}questions/1/", flagged=True)
    assert (flagged["answer"], flagged["flagged"], flagged["earned"], flagged["unit"]) == (key, True, None, None)
    assert send(ruth, f"{base}questions/2/", 422, answer="no such answer at all")["errors"]["answer"]
    send(ruth, f"{base}questions/9/", 404, answer="a")

    sat = send(ruth, f"{base}hand-in/")
    assert (sat["marks"], sat["out_of"], sat["passed"]) == (1, 4, False)
    assert sat["questions"][0]["earned"] == 1
    assert ask(ruth, f"exercises/{sat['questions'][0]['exercise']}/")["mock"] == begun["id"]
    assert send(ruth, f"{base}hand-in/")["finished_at"] == sat["finished_at"]
    assert "over" in send(ruth, f"{base}questions/1/", 409, answer=key)["detail"]
    assert [one["percent"] for one in ask(ruth, "mocks/")["results"]] == [25]


def test_a_mock_that_is_given_up_has_no_mark_and_tells_no_ruling(
    learner: Learner, paper: Blueprint, ruth: User, send: Ask
) -> None:
    begun = send(ruth, "mocks/", paper="club")
    told = send(ruth, f"mocks/{begun['id']}/give-up/")
    assert (told["marks"], told["passed"]) == (None, None)
    assert {(one["asked"], one["unit"], one["exercise"]) for one in told["questions"]} == {(None, None, None)}
    for wrong in ({"paper": "no-such"}, {"paper": "club", "time": "7"}, {}):
        assert send(ruth, "mocks/", 422, **wrong)["errors"]


def test_when_the_time_is_up_nothing_more_is_taken(
    learner: Learner, paper: Blueprint, ruth: User, ask: Ask, send: Ask
) -> None:
    mock = mocks.begin(learner, paper)
    Mock.objects.update(deadline=timezone.now() - dt.timedelta(minutes=1))
    send(ruth, f"mocks/{mock.pk}/questions/1/", 409, answer="a")
    assert ask(ruth, "mocks/")["results"][0]["finished_at"]


# --- sheets and findings ----------------------------------------------------------------------------------------------


def test_a_sheet_is_made_and_found_again(learner: Learner, ruth: User, ask: Ask, send: Ask) -> None:
    made = send(ruth, "sheets/", name="Tuesday", law="27", count=2)
    assert (made["title"], made["count"]) == ("Tuesday", 2)
    assert ask(ruth, f"sheets/{made['id']}/") == made == ask(ruth, "sheets/")["results"][0]
    assert made["questions"].endswith(f"/training/sheets/{made['id']}/questions.pdf")
    for wrong in ({"count": 21}, {"law": "99"}, {"count": 2, "kind": "written"}):
        assert send(ruth, "sheets/", 422, **wrong)["errors"]


def test_findings_name_nobody(learner: Learner, ask: Ask) -> None:
    for number in range(5):
        other = exercises.learner_of(factories.person(f"Learner {number}", Role.CANDIDATE))
        made = exercises.stage(Somebody(other), SIMPLE, purpose=Exercise.Purpose.EXTRA, kind="best_ruling")
        wrong = next(one["id"] for one in made.content["options"] if one["id"] != made.content["key"])
        exercises.answer(made.pk, wrong, sure=True)
    [told] = ask(factories.person("Mary", Role.EXAMINER), "findings/")["results"]
    assert (told["unit"]["path"], told["people"], told["facility"]) == (SIMPLE, 5, 0.0)
    assert "Learner" not in json.dumps(told)
