"""A paper's page: its questions, for examiners only."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.bank.models import Review
from exams.bank.services import decide
from exams.bank.tells import guesses
from exams.papers.draws import draw_form
from tests import factories
from tests.exams.contents import paper_of

pytestmark = pytest.mark.django_db

# Session, person, roles; the paper; the titles of the topics; the questions; what was taken back of its forms, and those;
# the paths that were moved when it was drawn; the edition’s title; whether a sitting has opened, and where its questions
# were asked: papers, sittings, told rulings; that it was opened.
QUERIES = 19


def test_a_stranger_is_sent_to_sign_in() -> None:
    assert Client().get(factories.paper().get_absolute_url()).status_code == 302


@pytest.mark.parametrize("role", [role for role in Role if role != Role.EXAMINER])
def test_nobody_but_an_examiner_sees_the_questions(role: Role) -> None:
    client = factories.browser(factories.person("Edgar", role))
    assert client.get(factories.paper().get_absolute_url()).status_code == 403


def test_for_examiners_of_another_body_it_does_not_exist(charlie: User) -> None:
    assert factories.browser(charlie).get(factories.paper().get_absolute_url()).status_code == 404


def test_the_examiner_sees_every_question_in_its_place(alice: User) -> None:
    paper = factories.paper(questions=3)
    response = factories.browser(alice).get(paper.get_absolute_url())
    assert [question.position for question, _topic, _level in response.context["rows"]] == [1, 2, 3]
    assert {topic for _question, topic, _level in response.context["rows"]} == {"Insufficient bid"}
    for question in paper.questions.select_related("version"):
        assert question.version.get_absolute_url() in response.content.decode()


@pytest.mark.parametrize("questions", [1, 3])
def test_any_number_of_questions_costs_the_same_queries(
    alice: User, questions: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    paper = factories.paper(questions=questions)
    client = factories.browser(alice)
    with django_assert_num_queries(QUERIES):
        client.get(paper.get_absolute_url())


def test_it_says_which_questions_examiners_have_taken_back(alice: User) -> None:
    paper = factories.paper(questions=3)
    client = factories.browser(alice)
    schedule = reverse("sittings:schedule", args=[paper.pk])
    shown = client.get(paper.get_absolute_url()).content.decode()
    assert schedule in shown and "taken back" not in shown
    second = paper.questions.get(position=2).version_id
    decide(version_id=second, examiner=alice, decision=Review.Decision.RETIRE, reason="Stale.")
    shown = client.get(paper.get_absolute_url()).content.decode()
    assert "these questions of the paper: 2." in shown
    assert shown.count('<span class="standing retired">Retired</span>') == 1
    assert schedule not in shown


def test_of_other_forms_it_says_so_too(alice: User) -> None:
    for _number in range(2):
        factories.approved_version()
    first = factories.paper(questions=2, one_each=True)
    other = draw_form(paper=first, actor=alice, seed=2)
    lost = other.questions.get(position=1).version_id
    decide(version_id=lost, examiner=alice, decision=Review.Decision.REOPEN, reason="Wrong.")
    shown = factories.browser(alice).get(first.get_absolute_url()).content.decode()
    assert 'form 2</a> <span class="saved">(approval withdrawn: question 1)</span>' in shown
    assert "It can no longer be used for a sitting" not in shown


# --- guessed from the options alone ---------------------------------------------------------------------------------


def test_it_says_how_much_can_be_guessed_without_reading_the_questions(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of the four options the third is right; this speaks for it, or for the first.
    for words, said, found in (("further rectification", "100 %", 3), ("rest of", "0 %", 0)):
        learned = guesses.Weights(2500, 1, "3", {words: 9.0}, {})
        monkeypatch.setattr(guesses, "weights", lambda learned=learned: learned)
        paper = factories.paper(questions=3)
        shown = factories.browser(alice).get(paper.get_absolute_url()).content.decode()
        assert f"our measure gets {said} of the 3 multiple-choice questions right; chance would get 25 %." in shown
        assert shown.count("#tells") == found


def test_of_a_paper_without_options_nothing_is_guessed(alice: User) -> None:
    shown = factories.browser(alice).get(paper_of("cite_law", "whose_turn").get_absolute_url()).content.decode()
    assert "our measure" not in shown
