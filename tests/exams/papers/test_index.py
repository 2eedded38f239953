"""/papers/: blueprints and drawn papers."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from tests import factories

pytestmark = pytest.mark.django_db

URL = reverse("papers:index")
# Session, person, roles; the blueprints; the bodies kept; count and page of the papers; that it was opened.
QUERIES = 8


def test_a_stranger_is_sent_to_sign_in() -> None:
    assert Client().get(URL).headers["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("role", [Role.CANDIDATE, Role.INVIGILATOR, Role.REGISTRAR])
def test_other_roles_are_refused(role: Role) -> None:
    assert factories.browser(factories.person("Edgar", role)).get(URL).status_code == 403


def test_each_sees_the_blueprints_and_papers_of_his_body(alice: User, adam: User, charlie: User) -> None:
    paper = factories.paper()
    for person, blueprints, papers in ((alice, 1, [paper]), (adam, 1, [paper]), (charlie, 0, [])):
        response = factories.browser(person).get(URL)
        assert (len(response.context["blueprints"]), list(response.context["page"])) == (blueprints, papers)


@pytest.mark.parametrize("rows", [1, 3])
def test_any_number_of_rows_costs_the_same_queries(
    alice: User, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _number in range(rows):
        factories.paper(questions=2)
    client = factories.browser(alice)
    with django_assert_num_queries(QUERIES):
        client.get(URL)


def test_only_those_who_may_read_a_paper_get_a_link_to_it(alice: User, adam: User) -> None:
    paper = factories.paper()
    for person, linked in ((alice, True), (adam, False)):
        shown = factories.browser(person).get(URL).content.decode()
        assert paper.title in shown
        assert (f'href="{paper.get_absolute_url()}"' in shown) is linked
