"""/api/v1/papers/: blueprints and papers for those who keep them, the syllabus for every member."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Role, User
from tests import factories

pytestmark = pytest.mark.django_db

BASE = "/api/v1/papers/"
NORTH = "Northern Rivers Bridge"


@pytest.fixture(autouse=True)
def _counters_in_memory(settings: Any) -> None:
    """The rates count in a cache of this process, so that the queries of a request are those of its answer."""
    settings.CACHES = {**settings.CACHES, "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()


def ask(person: User | None, address: str, status: int = 200, **query: str) -> Any:
    client = factories.browser(person) if person else Client()
    response = client.get(BASE + address, query)
    assert response.status_code == status, response.content.decode()
    return response.json()


def person(*roles: Role, at: str = "") -> User:
    named = " ".join(role.value for role in roles) or "nobody"
    return factories.person(f"{named} {at}", *roles, at=factories.body(at) if at else None)


def test_a_stranger_is_not_let_in() -> None:
    paper = factories.paper()
    for address in ("blueprints/", "papers/", f"papers/{paper.pk}/", f"syllabus/{paper.body.slug}/"):
        assert ask(None, address, 403)["code"] == "not-authenticated"


@pytest.mark.parametrize("role", [Role.CANDIDATE, Role.INVIGILATOR, Role.REGISTRAR, Role.LAW_EDITOR])
def test_only_keepers_see_blueprints_and_papers(role: Role) -> None:
    paper = factories.paper()
    for address in ("blueprints/", "papers/", f"papers/{paper.pk}/"):
        assert ask(person(role), address, 403)["code"] == "permission-denied"


def test_what_another_body_has_does_not_exist() -> None:
    paper = factories.paper()
    charlie = person(Role.EXAMINER, at=NORTH)
    assert ask(charlie, "papers/")["results"] == []
    assert ask(charlie, "blueprints/")["results"] == []
    assert ask(charlie, f"papers/{paper.pk}/", 404) == ask(charlie, f"papers/{uuid4()}/", 404)
    assert ask(charlie, f"blueprints/{paper.body.slug}/{paper.blueprint.code}/", 404)["code"] == "not-found"
    assert ask(charlie, f"syllabus/{paper.body.slug}/", 404)["code"] == "not-found"


def test_an_examiner_sees_which_questions_a_paper_holds_and_an_administrator_does_not() -> None:
    paper = factories.paper(questions=3)
    told = ask(person(Role.EXAMINER), f"papers/{paper.pk}/")
    held = list(paper.questions.order_by("position"))
    assert [one["version"] for one in told["questions"]] == [str(one.version_id) for one in held]
    assert [one["position"] for one in told["questions"]] == [1, 2, 3]
    assert told["questions"][0]["url"].endswith(f"/api/v1/bank/versions/{held[0].version_id}/")
    assert ask(person(Role.ADMINISTRATOR), f"papers/{paper.pk}/")["questions"] == []


def test_the_terms_are_those_of_the_paper() -> None:
    paper = factories.paper(minutes=45, pass_mark=70)
    [told] = ask(person(Role.EXAMINER), "papers/")["results"]
    assert (told["id"], told["minutes"], told["pass_mark"]) == (str(paper.pk), 45, 70)
    assert (told["body"], told["blueprint"], told["form"]) == (paper.body.slug, paper.blueprint.code, 1)
    assert "questions" not in told


def test_a_blueprint_tells_its_quotas() -> None:
    made = factories.blueprint(quotas={"insufficient-bid": 4, ("revokes", "congress"): 2})
    told = ask(person(Role.ADMINISTRATOR), f"blueprints/{made.body.slug}/{made.code}/")
    assert {(one["topic"], one["level"], one["count"]) for one in told["quotas"]} == {
        ("insufficient-bid", "club", 4),
        ("revokes", "congress", 2),
    }


def test_lists_are_narrowed_and_nonsense_is_refused() -> None:
    factories.paper()
    factories.blueprint(code="congress-laws", level="congress", quotas={"revokes": 1})
    alice = person(Role.EXAMINER)
    assert [one["code"] for one in ask(alice, "blueprints/", level="congress")["results"]] == ["congress-laws"]
    assert ask(alice, "papers/", blueprint="congress-laws")["results"] == []
    for query in ({"level": "world"}, {"colour": "red"}, {"body": "No Slug"}):
        assert ask(alice, "papers/", 400, **query)["code"] == "bad-parameter"


def test_every_member_reads_the_syllabus() -> None:
    factories.topic("revokes", laws=["61", "64"])
    told = ask(person(Role.CANDIDATE), f"syllabus/{factories.body().slug}/")
    [topic] = told["topics"]
    assert (topic["slug"], topic["title"], topic["laws"], topic["depth"]) == ("revokes", "Revokes", ["61", "64"], 0)
    assert ask(person(), f"syllabus/{factories.body().slug}/", 404)["code"] == "not-found"


@pytest.mark.parametrize("papers", [1, 3])
def test_any_number_costs_the_same_queries(papers: int) -> None:
    for _number in range(papers):
        factories.paper(questions=1)
    client = factories.browser(person(Role.EXAMINER))
    # Session, person, roles; how many, and the page; for blueprints their quotas; that it was opened.
    for address, queries in (("papers/", 6), ("blueprints/", 7)):
        with CaptureQueriesContext(connection) as made:
            assert client.get(BASE + address).status_code == 200
        assert len(made) == queries
