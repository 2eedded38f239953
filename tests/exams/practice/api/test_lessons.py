"""A lesson by the API: walked step by step, told no further than it was walked, in a fixed number of queries."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from exams.practice import lessons
from exams.practice.lessons import walk_of
from exams.practice.models import Learner, Lesson, Run
from exams.practice.progress import row_of
from exams.scenarios import lessons as files
from tests.exams.bank.api.conftest import client_of
from tests.exams.practice.api.conftest import BASE, Ask

pytestmark = pytest.mark.django_db


def test_a_lesson_is_walked_from_its_idea_to_its_questions(ruth: User, learner: Learner, ask: Ask, send: Ask) -> None:
    walk = walk_of("27")
    assert walk is not None
    told = ask(ruth, "lessons/27/")
    assert (told["shown"]["stage"], told["idea"], told["begun"]) == ("idea", list(walk.lesson.idea), False)
    assert not Lesson.objects.exists()
    row = row_of(ruth, {*walk.lesson.procedures, walk.lesson.top})
    assert row is not None
    assert (told["known"], told["paths"]) == (row.known, len(row.squares)) == (0, len(row.squares))
    assert [one["stage"] for one in told["stages"]] == ["idea", "table", "chart", "questions"]
    # Neither a later step nor the questions before one has come there.
    assert ask(ruth, "lessons/27/", at=walk.last)["shown"]["at"] == 0
    assert "Go through its steps first" in send(ruth, "lessons/27/questions/", 409)["detail"]

    told = send(ruth, "lessons/27/", at=0)
    for step in walk.steps[1:-1]:
        assert told["shown"]["at"] == step.at
        if step.stage == "table":
            table = told["table"]
            assert table["told"] is None and table["asked"]["stem"]
            assert sorted(one["branch"] for one in table["lines"]) == list(range(1, step.total + 1))
            assert send(ruth, "lessons/27/", 422, at=step.at)["errors"]["branch"]
            assert send(ruth, "lessons/27/", 422, at=step.at, branch=99)["errors"]["branch"]
            first = send(ruth, "lessons/27/", at=step.at, branch=1)["table"]["told"]
            own, chosen = walk.lesson.branches[step.number - 1], walk.lesson.branches[0]
            assert (first["right"], first["does"], first["said"]) == (chosen is own, own.does, chosen.does)
            assert first["explained"]["key"]
            # What was said first stays.
            assert ask(ruth, "lessons/27/", at=step.at)["table"]["told"] == first
        else:
            assert told["chart"]["asks"] and told["chart"]["answers"] and told["chart"]["words"]
        told = send(ruth, "lessons/27/", at=step.at)
    assert told["questions"] == {"count": lessons.count_of(walk), "run": None, "answered": False}

    run = send(ruth, "lessons/27/questions/")
    assert (run["total"], run["id"]) == (lessons.count_of(walk), str(Run.objects.get().pk))
    assert send(ruth, "lessons/27/questions/")["id"] == run["id"]
    assert ask(ruth, "lessons/27/")["questions"]["run"] == run["id"]


def test_the_rest_of_the_chart_is_opened_at_once(ruth: User, learner: Learner, send: Ask) -> None:
    walk = walk_of("27")
    assert walk is not None
    first = next(step for step in walk.steps if step.stage == "chart")
    Lesson.objects.create(learner=learner, law="27", step=first.at)
    shown = send(ruth, "lessons/27/", at=first.at, rest=True)["shown"]
    assert (shown["stage"], shown["number"]) == ("chart", shown["total"])


def test_the_list_says_how_far_one_is_in_as_many_queries_for_many_as_for_none(
    ruth: User, learner: Learner, ask: Ask
) -> None:
    def queries() -> int:
        client = client_of(ruth)
        with CaptureQueriesContext(connection) as made:
            assert client.get(f"{BASE}lessons/").status_code == 200
        return len(made)

    queries()
    before = queries()
    for law in list(files.lessons())[:10]:
        Lesson.objects.create(learner=learner, law=law, step=2)
    assert queries() == before
    told = ask(ruth, "lessons/", page_size=200)
    assert told["count"] == len(files.lessons())
    assert [one["law"] for one in told["results"] if one["begun"]] == list(files.lessons())[:10]


def test_a_law_without_a_lesson_has_none(ruth: User, ask: Ask, send: Ask) -> None:
    ask(ruth, "lessons/9999/", 404)
    send(ruth, "lessons/9999/", 404, at=0)
    assert ask(ruth, "lessons/27/", 400, at="x")["errors"]["at"]
