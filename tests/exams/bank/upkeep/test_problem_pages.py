"""/bank/problems/: what candidates report, and the reply."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.bank.editing.saving import give_up
from exams.bank.models import Problem, Status
from exams.bank.upkeep.problems import report_problem, settle_problem
from tests import factories
from tests.exams.bank.upkeep.conftest import followed_by
from tests.walking import walks

pytestmark = pytest.mark.django_db

URL = reverse("bank:problems")
# Session, person, roles; count and page of the reports; that it was opened.
QUERIES = 6


def address(problem: Problem) -> str:
    return reverse("bank:problem", args=[problem.pk])


def settling(problem: Problem) -> str:
    return reverse("bank:settle_problem", args=[problem.pk])


def reply(problem: Problem, text: str) -> dict[str, str]:
    """What the page sends of who has read the report as it stands here."""
    return {"reply": text, "seen": str(len(problem.text))}


@pytest.fixture
def problem(dora: User) -> Problem:
    return report_problem(version=factories.version(), person=dora, attempt=uuid.uuid4(), text="East has 14 cards.")


def test_a_candidate_does_not_see_them_not_even_his_own(problem: Problem, dora: User) -> None:
    client = factories.browser(dora)
    assert client.get(URL).status_code == 403
    assert client.get(address(problem)).status_code == 403
    assert client.post(settling(problem), reply(problem, "No.")).status_code == 403


def test_those_of_another_body_do_not_exist(problem: Problem, charlie: User) -> None:
    client = factories.browser(charlie)
    assert "No reports are waiting for a reply." in client.get(URL).content.decode()
    assert client.get(address(problem)).status_code == 404
    assert client.post(settling(problem), reply(problem, "No.")).status_code == 404
    problem.refresh_from_db()
    assert problem.settled_at is None


def test_a_report_is_read_beside_its_question_without_the_name(problem: Problem, alice: User) -> None:
    client = factories.browser(alice)
    assert "East has 14 cards." in client.get(URL).content.decode()
    page = client.get(address(problem)).content.decode()
    assert "East has 14 cards." in page
    assert problem.version.content["question"] in page
    assert "The ruling explained" in page
    assert "Dora" not in page


def test_the_new_version_is_linked_while_it_counts_and_else_to_be_written(problem: Problem, alice: User) -> None:
    client = factories.browser(alice)
    new = followed_by(problem.version, alice, Status.DRAFT)
    page = client.get(address(problem)).content.decode()
    assert "Version 2 is in the bank" in page
    assert new.get_absolute_url() in page
    give_up(version_id=new.pk, author=alice)
    page = client.get(address(problem)).content.decode()
    assert "is in the bank" not in page
    assert reverse("bank:edit", args=[problem.version_id]) in page


def test_other_reports_on_the_question_are_linked(problem: Problem, alice: User) -> None:
    evan = factories.person("Evan", Role.CANDIDATE)
    other = report_problem(version=problem.version, person=evan, attempt=uuid.uuid4(), text="Fourteen!")
    page = factories.browser(alice).get(address(problem)).content.decode()
    assert address(other) in page


def test_a_reply_goes_on_to_the_next_report(problem: Problem, alice: User) -> None:
    evan = factories.person("Evan", Role.CANDIDATE)
    other = report_problem(version=problem.version, person=evan, attempt=uuid.uuid4(), text="Fourteen!")
    client = factories.browser(alice)
    response = client.post(settling(problem), reply(problem, "Mended."))
    assert response.url == address(other)  # type: ignore[attr-defined]
    page = client.post(settling(other), reply(other, "Mended."), follow=True).content.decode()
    assert "No reports are waiting for a reply." in page
    assert "Fourteen!" in client.get(URL, {"settled": "1"}).content.decode()


def test_an_empty_reply_is_refused(problem: Problem, alice: User) -> None:
    response = factories.browser(alice).post(settling(problem), reply(problem, " "))
    assert response.status_code == 400
    assert list(response.context["form"].errors) == ["reply"]


def test_the_second_examiner_is_told_and_loses_nothing_typed(problem: Problem, alice: User, bob: User) -> None:
    settle_problem(problem_id=problem.pk, examiner=bob, reply="Mended.", seen=len(problem.text))
    response = factories.browser(alice).post(settling(problem), reply(problem, "Not so."))
    assert response.status_code == 409
    page = response.content.decode()
    assert "Bob replied before you." in page
    assert page.index("Mended.") < page.index("Your reply") < page.index("Not so.")
    problem.refresh_from_db()
    assert problem.reply == "Mended."
    assert "Your reply" not in factories.browser(alice).get(address(problem)).content.decode()


def test_what_is_typed_to_a_report_that_is_settled_is_shown_even_if_it_cannot_be_sent(
    problem: Problem, alice: User, bob: User
) -> None:
    settle_problem(problem_id=problem.pk, examiner=bob, reply="Mended.", seen=len(problem.text))
    response = factories.browser(alice).post(settling(problem), reply(problem, "x" * 2001))
    assert response.status_code == 400
    assert "x" * 2001 in response.content.decode()


@pytest.mark.parametrize("text", ["They are 13.", " "])
def test_what_the_candidate_adds_meanwhile_is_shown_before_it_is_settled(
    problem: Problem, alice: User, dora: User, text: str
) -> None:
    client = factories.browser(alice)
    assert f'name="seen" value="{len(problem.text)}"' in client.get(address(problem)).content.decode()
    more = report_problem(version=problem.version, person=dora, attempt=uuid.uuid4(), text="And West has 12.")
    response = client.post(settling(problem), reply(problem, text))
    page = response.content.decode()
    assert response.status_code == (409 if text.strip() else 400)
    assert ("The candidate has added to the report" in page) is bool(text.strip())
    assert page.index("East has 14 cards.") < page.index("Added since you read it") < page.index("And West has 12.")
    assert text in page
    assert f'name="seen" value="{len(more.text)}"' in page
    assert client.post(settling(problem), reply(more, "Both are 13.")).status_code == 302
    more.refresh_from_db()
    assert (more.reply, more.settled_by) == ("Both are 13.", alice)


@walks("seen", [{}, {"seen": "x"}, {"seen": "9" * 5000}], apart=True)
def test_a_page_that_does_not_say_what_was_read_settles_nothing(
    problem: Problem, alice: User, seen: dict[str, str]
) -> None:
    response = factories.browser(alice).post(settling(problem), {"reply": "Mended.", **seen})
    assert response.status_code == 409
    assert "East has 14 cards." in response.content.decode()
    problem.refresh_from_db()
    assert problem.settled_at is None


@pytest.mark.parametrize("rows", [1, 3])
def test_any_number_of_reports_costs_the_same_queries(
    alice: User, dora: User, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _row in range(rows):
        report_problem(version=factories.version(), person=dora, attempt=uuid.uuid4(), text="Hm.")
    client = factories.browser(alice)
    with django_assert_num_queries(QUERIES):
        assert len(client.get(URL).context["page"]) == rows
