"""/bank/coverage/: what a body's approved questions ask, and its parts as CSV."""

from __future__ import annotations

import csv
import html
import io
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.bank.models import Level
from exams.bank.upkeep.coverage import ways
from exams.papers.models import Quota
from tests import factories
from tests.exams.contents import CHANGES

pytestmark = pytest.mark.django_db

URL = reverse("bank:coverage")
# Session, person, roles; bodies, editions in use and their titles; counts, syllabus (twice), blueprints; questions by
# provision and the provisions; the latest review; the cache: its counts of paths, its unseen paths (twice).
QUERIES = 17


@pytest.fixture(autouse=True)
def _unseen_is_known() -> None:
    cache.set(ways.UNSEEN, [], timeout=60)


def lines(response: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_a_candidate_does_not_see_it(dora: User) -> None:
    client = factories.browser(dora)
    assert client.get(URL).status_code == 403
    assert client.get(reverse("bank:coverage_csv", args=["topics"])).status_code == 403


def test_an_examiner_sees_that_of_his_own_body_only(charlie: User) -> None:
    factories.blueprint(title="Ours alone", quotas={"insufficient-bid": 2})
    client = factories.browser(charlie)
    ours = {"body": factories.body().slug}
    assert "Ours alone" not in client.get(URL).content.decode()
    assert client.get(URL, ours).status_code == 404
    assert client.get(reverse("bank:coverage_csv", args=["topics"]), ours).status_code == 404


def test_whoever_examines_for_two_chooses(alice: User) -> None:
    rivers = factories.body("Northern Rivers Bridge")
    factories.person("Alice", Role.EXAMINER, at=rivers)
    client = factories.browser(alice)
    assert client.get(URL, {"body": rivers.slug}).context["body"] == rivers
    assert client.get(URL, {"body": factories.body().slug}).context["body"] == factories.body()


@pytest.mark.parametrize("asked", [{"edition": "duplicate-1997"}, {"body": "nowhere"}])
def test_what_there_is_not_is_not_found(alice: User, asked: dict[str, str]) -> None:
    assert factories.browser(alice).get(URL, asked).status_code == 404


def test_topics_without_a_question_are_listed(alice: User, small_shelf: Any) -> None:
    """Not those that only stand above one that has some, nor what is examined no more."""
    auction = factories.topic("auction")
    factories.topic("insufficient-bid", parent=auction)
    factories.topic("revokes", title="Revokes")
    factories.topic("old-scoring", title="Old scoring", retired_at=timezone.now())
    factories.approved_version()
    page = factories.browser(alice).get(URL).content.decode().split("Topics without a question")[1]
    listed = page.split("</ul>")[0]
    assert "1 topic has no approved question" in page
    assert "Revokes" in listed
    assert not any(other in listed for other in ("Auction", "Insufficient", "Old scoring"))


def test_the_page_tells_what_is_short_and_what_is_missing(alice: User, small_shelf: Any) -> None:
    factories.blueprint(title="Club, Laws of the auction", quotas={"insufficient-bid": 4})
    factories.approved_version()
    client = factories.browser(alice)
    page = client.get(URL).content.decode()
    assert "3 short" in page
    assert "Club, Laws of the auction" in page
    page = client.get(URL, {"part": "provisions"}).content.decode()
    assert "Law 27 · Insufficient bid" in page
    assert "no question" in page
    page = client.get(URL, {"part": "paths"}).content.decode()
    assert "never" in page
    assert "not yet" in page


def test_a_heading_tells_what_stands_under_it_beside_what_is_wanted(alice: User) -> None:
    blueprint = factories.blueprint(quotas={"auction": 2})
    heading = blueprint.quotas.get().topic
    factories.topic("insufficient-bid", parent=heading)
    Quota.objects.create(blueprint=blueprint, topic=heading, level=Level.CLUB, kind="cite_law", count=1)
    for changes in (CHANGES["cite_law"], {}, {}):
        factories.approved_version(**changes)
    client = factories.browser(alice)
    page = client.get(URL).content.decode()
    row = page[page.index('<th scope="row">Auction</th>') :].partition("</tr>")[0]
    cells = [" ".join(strip_tags(cell).split()) for cell in row.split("</td>")]
    assert "0 (1 including its subtopics) of 1 wanted" in cells
    assert "0 (3 including its subtopics)" in cells
    topics = lines(client.get(reverse("bank:coverage_csv", args=["topics"])))
    told = {one["kind"]: one["with what stands under it"] for one in topics if one["topic"] == "auction"}
    assert (told["cite_law"], told["written"], told[""]) == ("1", "0", "3")


def test_each_provision_leads_to_as_many_questions_as_it_says(alice: User, small_shelf: Any) -> None:
    rivers = factories.body("Northern Rivers Bridge")
    factories.person("Alice", Role.EXAMINER, at=rivers)
    explanation = {**factories.CONTENT["explanation"], "cites": ["27B1(a)", "27A"]}
    cited = factories.approved_version(explanation=explanation)
    factories.approved_version(stem=["South asks for 27A to be read."])
    factories.approved_version(explanation=explanation, at=rivers)
    client = factories.browser(alice)
    page = client.get(URL, {"part": "provisions", "body": cited.body.slug}).content.decode()
    found = re.search(r'href="([^"]*)">1 question</a>', page[page.index(">27A<") :])
    assert found
    shown = client.get(html.unescape(found[1])).context
    assert list(shown["page"]) == [cited]


def test_an_unknown_part_is_the_first(alice: User) -> None:
    assert factories.browser(alice).get(URL, {"part": "people"}).context["part"] == "topics"


def test_an_empty_bank_says_what_to_do(alice: User) -> None:
    assert "Generate questions" in factories.browser(alice).get(URL).content.decode()


def test_a_worker_is_asked_once_for_what_is_not_known(
    alice: User,
    settings: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    cache.delete(ways.UNSEEN)
    client = factories.browser(alice)
    with django_capture_on_commit_callbacks() as asked:
        client.get(URL)
        client.get(URL)
    assert len(asked) == 1


def test_each_part_comes_as_csv(alice: User, small_shelf: Any) -> None:
    factories.blueprint(quotas={"insufficient-bid": 4})
    factories.approved_version()
    client = factories.browser(alice)
    topics = lines(client.get(reverse("bank:coverage_csv", args=["topics"])))
    whole = next(one for one in topics if (one["topic"], one["kind"]) == ("insufficient-bid", ""))
    assert (whole["approved"], whole["wanted"], whole["missing"]) == ("1", "4", "3")
    cited = lines(client.get(reverse("bank:coverage_csv", args=["provisions"])))
    assert {one["provision"]: one["approved questions"] for one in cited if one["law"] == "27"} == {
        "27A": "0",
        "27B1": "0",
        "27B1(a)": "1",
    }
    paths = lines(client.get(reverse("bank:coverage_csv", args=["paths"])))
    assert {one["state"] for one in paths} == {"open", "never"}
    assert all(one["reason"] for one in paths if one["state"] == "never")
    assert client.get(reverse("bank:coverage_csv", args=["people"])).status_code == 404


@pytest.mark.parametrize("rows", [1, 4])
def test_any_number_of_questions_costs_the_same_queries(
    alice: User,
    rows: int,
    small_shelf: Any,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    factories.blueprint(quotas={f"topic-{number}": 2 for number in range(rows)})
    for number in range(rows):
        factories.version(topic=f"topic-{number}")
    client = factories.browser(alice)
    client.get(URL)
    with django_assert_num_queries(QUERIES):
        assert len(client.get(URL).context["rows"]) == rows
