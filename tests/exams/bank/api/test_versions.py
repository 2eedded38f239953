"""/api/v1/bank/versions/: the questions of the bodies one examines for."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Role, User
from exams.bank.levels.moves import move
from exams.bank.models import QuestionVersion
from tests import factories
from tests.exams.bank.api.conftest import BASE, Ask, client_of
from tests.exams.contents import CHANGES
from tests.walking import walks

pytestmark = pytest.mark.django_db

NORTH = "Northern Rivers Bridge"


@pytest.mark.parametrize("role", [role for role in Role if role != Role.EXAMINER])
def test_no_role_but_the_examiners_sees_questions(ask: Ask, role: Role) -> None:
    version = factories.version()
    edgar = factories.person("Edgar", role)
    for address in ("versions/", f"versions/{version.pk}/", f"versions/{version.pk}/reviews/"):
        assert ask(edgar, address, 403)["code"] == "permission-denied"


def test_a_stranger_is_not_let_in(ask: Ask) -> None:
    version = factories.version()
    for address in ("versions/", f"versions/{version.pk}/"):
        assert ask(None, address, 403)["code"] == "not-authenticated"


def test_the_questions_of_another_body_do_not_exist(ask: Ask, alice: User, charlie: User) -> None:
    ours, theirs = factories.version(), factories.version(at=factories.body(NORTH))
    assert [one["id"] for one in ask(alice, "versions/")["results"]] == [str(ours.pk)]
    assert [one["id"] for one in ask(charlie, "versions/")["results"]] == [str(theirs.pk)]
    assert ask(charlie, f"versions/{ours.pk}/", 404) == ask(charlie, f"versions/{uuid4()}/", 404)
    assert ask(charlie, f"versions/{ours.pk}/reviews/", 404)["code"] == "not-found"
    assert ask(charlie, "versions/", body=factories.body().slug)["results"] == []


def test_the_list_tells_where_a_question_stands_but_not_what_is_right(ask: Ask, alice: User) -> None:
    version = factories.version()
    [told] = ask(alice, "versions/")["results"]
    assert told["status"] == "in_review"
    assert told["body"] == factories.body().slug
    assert (told["kind"], told["level"], told["topic"]) == ("best_ruling", "club", "insufficient-bid")
    assert told["provisions"] == version.content["explanation"]["cites"]
    assert "content" not in told
    assert told["links"]["self"] == f"http://testserver{BASE}versions/{version.pk}/"


def test_one_question_tells_why_it_has_its_level(ask: Ask, alice: User) -> None:
    version = factories.version(path="23/similar=yes", level="congress")
    address = f"versions/{version.pk}/"
    assert ask(alice, address)["level_reasons"] == ["The ruling turns on a judgement (23A1)."]
    cora = factories.person("Cora", Role.EXAMINER, Role.ADMINISTRATOR)
    move(body=version.body, path="23/similar=yes", actor=cora, reason="Every club has it.")
    told = ask(alice, address)
    assert told["level_reasons"] == ["Moved to Club by Queensland Bridge Association: Every club has it."]
    assert (told["level"], told["content"]["level"]) == ("club", "congress")


def test_one_question_is_told_whole(ask: Ask, alice: User) -> None:
    version = factories.version()
    assert ask(alice, f"versions/{version.pk}/")["content"] == version.content


@walks(
    ("query", "found"),
    [
        ({"kind": "written"}, ["written"]),
        ({"kind": ["written", "cite_law"]}, ["cite_law", "written"]),
        ({"status": "approved"}, ["best_ruling"]),
        ({"status": ["approved", "in_review"], "level": "congress"}, ["choose_all"]),
        ({"topic": "revokes"}, ["cite_law"]),
        ({"provision": "27D", "kind": "whose_turn"}, ["whose_turn"]),
        ({"provision": "27"}, []),
        ({"procedure": "64"}, ["order_steps"]),
        ({"edition": "rubber-2014"}, []),
        ({"source": "written"}, []),
        ({"q": "redouble"}, ["choose_all"]),
        ({"difficulty": 1, "kind": "whose_turn"}, ["whose_turn"]),
    ],
    apart=True,
)
def test_it_is_narrowed(ask: Ask, alice: User, query: dict[str, str], found: list[str]) -> None:
    factories.approved_version()
    factories.version(**CHANGES["choose_all"], level="congress")
    factories.version(**CHANGES["cite_law"], topic="revokes")
    told = factories.content(path="64/established", **CHANGES["order_steps"])
    factories.version(**{**told, "generator": {**told["generator"], "procedure": "64"}})
    for kind in ("written", "whose_turn"):
        factories.version(**CHANGES[kind])
    assert sorted(one["kind"] for one in ask(alice, "versions/", **query)["results"]) == found


@walks(
    "query",
    [
        {"kind": "riddle"},
        {"status": "lost"},
        {"provision": "27b1a"},
        {"topic": "No Slug"},
        {"run": "1"},
        {"colour": "red"},
        {"q": ""},
        {"page": "9"},
        {"page_size": "1000"},
    ],
    apart=True,
)
def test_a_parameter_that_makes_no_sense_is_refused(ask: Ask, alice: User, query: dict[str, str]) -> None:
    problem = ask(alice, "versions/", 404 if "page" in query else 400, **query)
    assert problem["code"] == ("no-such-page" if "page" in query else "bad-parameter")
    if "page" not in query:
        assert list(problem["errors"]) == list(query)


@pytest.mark.parametrize("questions", [1, 4])
def test_any_number_costs_the_same_queries(alice: User, questions: int) -> None:
    for _number in range(questions):
        factories.version()
    client = client_of(alice)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(f"{BASE}versions/").status_code == 200
    # Session, person, roles; how many, and the page; who read it.
    assert len(queries) == 6


def test_it_is_only_read(alice: User) -> None:
    version = factories.version()
    client = client_of(alice)
    for method in (client.put, client.patch, client.delete):
        assert method(f"{BASE}versions/{version.pk}/").status_code == 405
    assert QuestionVersion.objects.get().content == version.content
