"""A paper's page: its questions, for examiners only."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from tests import factories

pytestmark = pytest.mark.django_db

# Session, person, roles; the paper; the titles of the topics; the questions; its forms; the edition’s title.
QUERIES = 8


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
    assert [question.position for question, _topic in response.context["rows"]] == [1, 2, 3]
    assert {topic for _question, topic in response.context["rows"]} == {"Insufficient bid"}
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
