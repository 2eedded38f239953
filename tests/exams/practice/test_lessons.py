"""A lesson is gone through step by step, kept where one is, and ends in questions that count as any review does."""

from __future__ import annotations

import datetime as dt
import html
import itertools
import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.papers.fitness import practised
from exams.practice import exercises, lessons
from exams.practice.exercises import NotPractised
from exams.practice.lessons import Walk, walk_of
from exams.practice.models import Exercise, Lesson, LessonTable, Memory, Review
from exams.practice.queue import Wanted
from exams.practice.units import catalogue
from exams.scenarios import lessons as files
from tests import factories
from tests.exams.practice.conftest import Clock, right_answer
from tests.laws.conftest import small_shelf

__all__ = ["small_shelf"]

pytestmark = pytest.mark.django_db
PAGE = "/training/lessons/27/"


@pytest.fixture
def walk() -> Walk:
    """The lesson on Law 27."""
    found = walk_of("27")
    assert found is not None
    return found


def step(client: Client, at: int, **sent: str) -> int:
    """Send the form of a step; the step that is shown next."""
    response = client.post(PAGE, {"at": str(at), **sent})
    assert response.status_code == 302, response.content
    return int(response["location"].partition("?at=")[2].partition("#")[0])


def through(client: Client, walk: Walk) -> None:
    """Go through all steps, saying at each table what the law does there."""
    for one in walk.steps[:-1]:
        if one.stage == "table":
            step(client, one.at, branch=str(one.number))
        step(client, one.at)


def test_a_visitor_goes_through_without_an_account(client: Client, walk: Walk) -> None:
    page = client.get(PAGE).content.decode()
    assert walk.lesson.idea[0].split(",")[0] in page.replace("&#x27;", "'")
    assert step(client, 0) == 1
    table = client.get(PAGE)
    assert "What does the law do here?" in table.content.decode()
    assert "What you say" not in table.content.decode(), "the ruling is told before anything was said"
    assert step(client, 1, branch="2") == 1
    told = client.get(f"{PAGE}?at=1").content.decode()
    assert "Not at this table" in told and "What you say" in told
    through(client, walk)
    end = client.get(PAGE).content.decode()
    assert "without an account" in end and reverse("account_login") in end
    assert client.post(f"{PAGE}questions/").status_code == 404
    assert not Lesson.objects.exists() and not Exercise.objects.exists()


def test_nothing_is_lost_where_no_line_was_chosen(client: Client) -> None:
    step(client, 0)
    refused = client.post(PAGE, {"at": "1"})
    assert refused.status_code == 400
    assert "choose one of the lines" in refused.content.decode() and 'role="alert"' in refused.content.decode()
    assert client.post(PAGE, {"at": "1", "branch": "9"}).status_code == 400
    assert step(client, 1, branch="1") == 1


def test_a_step_cannot_be_jumped_over(client: Client, walk: Walk) -> None:
    step(client, 0)
    assert "Table 1 of 4" in client.get(f"{PAGE}?at={walk.last}").content.decode()
    assert client.post(PAGE, {"at": str(walk.last)}).status_code == 400, "it stands at the first table"
    assert "Table 1 of 4" in client.get(f"{PAGE}?at=x").content.decode()


def test_the_same_form_twice_moves_on_once_and_the_first_answer_stays(client: Client, ruth: User) -> None:
    client.force_login(ruth)
    for _twice in range(2):
        assert step(client, 0) == 1
    assert step(client, 1, branch="3") == 1
    step(client, 1, branch="1")
    kept = Lesson.objects.get(learner__person=ruth)
    assert (kept.step, kept.answers) == (2, {"1": 3})


def test_a_learner_goes_on_at_another_device(client: Client, ruth: User) -> None:
    client.force_login(ruth)
    step(client, 0)
    step(client, 1, branch="1")
    step(client, 1)
    other = Client()
    other.force_login(ruth)
    assert "Table 2 of 4" in other.get(PAGE).content.decode()
    assert ">begun<" in other.get("/training/lessons/").content.decode()


def test_whoever_signs_in_goes_on_where_they_were(client: Client, ruth: User) -> None:
    step(client, 0)
    step(client, 1, branch="2")
    client.force_login(ruth)
    assert "Not at this table" in client.get(PAGE).content.decode()
    assert step(client, 1) == 2
    kept = Lesson.objects.get(learner__person=ruth)
    assert (kept.step, kept.answers) == (2, {"1": 2})


def test_another_person_begins_at_the_beginning(client: Client, ruth: User) -> None:
    client.force_login(ruth)
    step(client, 0)
    tom = Client()
    tom.force_login(factories.person("Tom", Role.CANDIDATE))
    assert "To the first table" in tom.get(PAGE).content.decode()
    assert ">begun<" not in tom.get("/training/lessons/").content.decode()


def test_the_chart_opens_one_question_at_a_press(client: Client, walk: Walk) -> None:
    first = next(one for one in walk.steps if one.stage == "chart")
    for one in walk.steps[: first.at]:
        if one.stage == "table":
            step(client, one.at, branch="1")
        step(client, one.at)
    begun = client.get(PAGE).content.decode()
    assert "The chart begins with this question" in begun and "A further question" in begun
    assert begun.count('class="box observed"') == 2, "one question, for a phone and for a desk"
    step(client, first.at)
    assert client.get(PAGE).content.decode().count('class="box observed"') == 4
    last = step(client, first.at + 1, rest="1")
    assert last == first.at + first.total - 1
    whole = client.get(PAGE).content.decode()
    assert "To the questions" in whole and "See the whole chart" in whole


def test_the_words_of_the_chart_say_what_the_drawing_shows(walk: Walk, small_shelf: None) -> None:
    for number in range(1, len(walk.questions) + 1):
        known = lessons.known_at(walk, number)
        words = html.unescape(known.words)
        assert known.asks in words
        for answer, _follows in known.answers:
            assert f"<b>{answer}</b>" in words


def test_every_lesson_can_be_opened_at_each_step(walk: Walk, small_shelf: None) -> None:
    """Of each law the whole chart, which leads through every question that its tables ask."""
    for law in files.lessons():
        found = walk_of(law)
        assert found is not None and found.title
        stages = [one.stage for one in found.steps]
        assert stages[0] == "idea" and stages[-1] == "questions" and stages.count("table") == len(found.lesson.branches)
        if found.questions:
            assert lessons.known_at(found, len(found.questions)).drawings


# --- the tables -------------------------------------------------------------------------------------------------------


def test_everybody_meets_the_same_table(walk: Walk) -> None:
    assert lessons.table_of(walk, 1) == lessons.table_of(walk, 1)
    assert LessonTable.objects.count() == 1


def test_what_would_be_otherwise_is_asked_at_the_table(walk: Walk) -> None:
    branches = walk.lesson.branches
    for own, chosen in itertools.permutations(branches, 2):
        apart = dict(lessons.otherwise(own, chosen))
        assert apart, (own.does, chosen.does)
        assert all(own.answers[fact] != told for fact, told in apart.items())


def test_where_a_line_stands_does_not_tell_which_is_right() -> None:
    places = Counter(
        [line for line, _does in lessons.lines_of(found, number)].index(number)
        for law in files.lessons()
        if (found := walk_of(law)) is not None and len(found.lesson.branches) == 4
        for number in range(1, 5)
    )
    assert all(places[place] > places.total() / 6 for place in range(4)), places


def test_no_paper_takes_a_situation_that_a_lesson_has_shown(walk: Walk) -> None:
    shown, since = lessons.table_of(walk, 1), timezone.now() - dt.timedelta(days=90)
    assert practised([shown.fingerprint, "other"], since).keys() == {shown.fingerprint}
    LessonTable.objects.update(shown_at=since - dt.timedelta(days=1))
    assert not practised([shown.fingerprint], since)
    lessons.table_of(walk, 1)
    assert practised([shown.fingerprint], since), "it was shown again today"


def test_a_table_that_a_paper_wants_gives_way_to_another(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = lessons.table_of(walk, 1)
    monkeypatch.setattr(lessons, "kept_back", lambda told: told == [shown.fingerprint])
    other = lessons.table_of(walk, 1)
    assert other.fingerprint != shown.fingerprint and LessonTable.objects.count() == 1
    monkeypatch.setattr(lessons, "kept_back", lambda _told: True)
    with pytest.raises(NotPractised):
        lessons.table_of(walk, 1)


def test_a_lesson_goes_on_without_a_table_that_may_not_be_shown(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "kept_back", lambda _told: True)
    step(client, 0)
    page = client.get(PAGE).content.decode()
    assert "wanted in a paper" in page and "What does the law do here?" not in page
    assert step(client, 1, skip="1") == 2


# --- the questions ----------------------------------------------------------------------------------------------------


def test_the_questions_come_last_and_count_as_reviews(client: Client, ruth: User, walk: Walk) -> None:
    client.force_login(ruth)
    step(client, 0)
    client.post(f"{PAGE}questions/")
    assert not Exercise.objects.exists(), "the lesson has not been gone through"
    through(client, walk)
    asked = []
    for _question in range(lessons.QUESTIONS):
        response = client.post(f"{PAGE}questions/", follow=True)
        exercise = Exercise.objects.get(pk=response.redirect_chain[-1][0].split("/")[-2])
        asked.append(exercise)
        assert exercise.purpose == Exercise.Purpose.REVIEW
        client.post(f"/training/table/{exercise.pk}/", {**right_answer(exercise), "sure": "sure"})
    units = {one.unit for one in asked}
    assert len(units) == lessons.QUESTIONS and all(catalogue()[unit].law == "27" for unit in units)
    assert sum(catalogue()[unit].is_fact for unit in units) == lessons.FACTS_MOST
    assert set(Review.objects.filter(credit=False).values_list("unit", flat=True)) == units
    assert lessons.finished(exercises.learner_of(ruth)) == ["27"]
    home = client.get("/training/").content.decode()
    assert "1 finished" in home
    client.post(f"{PAGE}questions/")
    client.post(f"{PAGE}questions/")
    assert lessons.finished(exercises.learner_of(ruth)) == ["27"], "it stays so when more are asked"


def test_what_is_not_due_yet_is_extra_practice(client: Client, ruth: User, walk: Walk, clock: Clock) -> None:
    learner = exercises.learner_of(ruth)
    Lesson.objects.create(learner=learner, law="27", step=walk.last)
    run = lessons.begin_questions(ruth, walk)
    assert lessons.begin_questions(ruth, walk) == run, "pressed twice, begun once"
    first = exercises.following(run)
    assert first is not None
    exercises.answer(first.pk, str(right_answer(first)["option"]), sure=True)
    Memory.objects.update(due_on=learner.day() + dt.timedelta(days=3))
    again = exercises.start(exercises.Somebody(learner), Wanted(deck="lesson", units=(first.unit,)))
    second = exercises.following(again)
    assert second is not None and second.purpose == Exercise.Purpose.EXTRA


# --- the page of a law ------------------------------------------------------------------------------------------------


def test_the_page_of_a_law_leads_to_its_lesson(client: Client, small_shelf: None) -> None:
    page = client.get("/laws/duplicate-2017/27/").content.decode()
    assert f'href="{PAGE}"' in page and "Practise this law" in page and "paths known" not in page


def test_it_shows_a_learner_how_much_of_it_they_know(client: Client, ruth: User, small_shelf: None) -> None:
    client.force_login(ruth)
    assert "paths known" not in client.get("/laws/duplicate-2017/27/").content.decode(), "they have not practised"
    learner = exercises.learner_of(ruth)
    before = re.search(r"0 of (\d+) paths known", client.get("/laws/duplicate-2017/27/").content.decode())
    assert before is not None
    unit = next(one for one in catalogue().values() if one.law == "27" and one.level == "club")
    made = exercises.stage(exercises.Somebody(learner), unit.path, purpose=Exercise.Purpose.REVIEW)
    exercises.answer(made.pk, str(right_answer(made)["option"]), sure=True)
    assert f"1 of {before[1]} paths known" in client.get("/laws/duplicate-2017/27/").content.decode()


def test_the_list_takes_a_fixed_number_of_queries(
    client: Client, ruth: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(ruth)
    learner = exercises.learner_of(ruth)
    client.get("/training/lessons/")
    with django_assert_max_num_queries(12) as few:
        client.get("/training/lessons/")
    Lesson.objects.bulk_create([Lesson(learner=learner, law=law, step=1) for law in files.lessons()])
    with django_assert_max_num_queries(len(few)):
        client.get("/training/lessons/")


def test_a_law_without_a_lesson_has_no_page(client: Client) -> None:
    assert client.get("/training/lessons/1/").status_code == 404
    assert client.post("/training/lessons/1/questions/").status_code == 404
