"""/bank/: the examiner's list."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.bank.models import QuestionVersion, Review
from exams.bank.services import decide
from exams.bank.views import PAGE
from tests import factories
from tests.exams.contents import CHANGES
from tests.walking import walks

pytestmark = pytest.mark.django_db

URL = reverse("bank:questions")
# Session, person, roles; what the filters offer: what is used, the syllabus, the laws, the editions; count, page and reviews;
# how many flags and problems are open; that it was opened.
QUERIES = 13


def found(person: User, **filters: str) -> list[QuestionVersion]:
    """What the list shows this person."""
    response = factories.browser(person).get(URL, filters)
    assert response.status_code == 200
    return list(response.context["page"])


def test_a_stranger_is_sent_to_sign_in() -> None:
    assert Client().get(URL).headers["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("role", [role for role in Role if role != Role.EXAMINER])
def test_no_role_but_the_examiners_opens_the_bank(role: Role) -> None:
    assert factories.browser(factories.person("Edgar", role)).get(URL).status_code == 403


def test_an_examiner_sees_the_questions_of_his_body_only(alice: User, charlie: User) -> None:
    ours = factories.version()
    theirs = factories.version(at=factories.body("Northern Rivers Bridge"))
    assert found(alice) == [ours]
    assert found(charlie) == [theirs]


def test_at_first_it_shows_what_waits_for_review(alice: User) -> None:
    waiting, approved = factories.version(), factories.approved_version()
    assert found(alice) == [waiting]
    assert found(alice, status="") == [approved, waiting]
    assert found(alice, status="approved") == [approved]


@walks(
    ("filters", "expected"),
    [
        ({"level": "congress"}, ["congress"]),
        ({"topic": "call-out-of-rotation"}, ["rotation"]),
        ({"kind": "cite_law"}, ["words"]),
        ({"kind": "best_ruling"}, ["congress", "rotation"]),
        ({"procedure": "30"}, ["rotation"]),
        ({"q": "bidding box"}, ["words"]),
        ({"q": "31B"}, ["rotation"]),
        ({"q": "31b"}, ["rotation"]),
        ({"q": "30B1(b)(ii)"}, ["rotation"]),
        ({"q": "30b1bii"}, ["rotation"]),
        ({"q": "30B1b(ii)"}, ["rotation"]),
        ({"q": " 30 B1(b) ii "}, ["rotation"]),
        ({"q": "Law 30b1(b)(ii)"}, ["rotation"]),
        ({"cites": "30B1(b)(ii)"}, ["rotation"]),
        ({"cites": "30b1bii"}, ["rotation"]),
        ({"cites": "30B1"}, []),
        ({"cites": "South"}, []),
        ({"q": "nothing like that"}, []),
        ({"topic": "not-offered"}, ["congress", "rotation", "words"]),
    ],
    apart=True,
)
def test_filters(alice: User, filters: dict[str, str], expected: list[str]) -> None:
    explanation = {**factories.CONTENT["explanation"], "cites": ["27B1(a)", "31B", "30B1(b)(ii)"]}
    versions = {
        "congress": factories.version(level="congress"),
        "rotation": factories.version(
            topic="call-out-of-rotation",
            generator={"procedure": "30", "seed": 7, "index": 1, "version": "1"},
            explanation=explanation,
        ),
        "words": factories.version(**{**CHANGES["cite_law"], "stem": ["South takes a card from the bidding boxes."]}),
    }
    names = {version.pk: name for name, version in versions.items()}
    assert sorted(names[version.pk] for version in found(alice, **filters)) == expected


def test_a_provision_named_in_the_words_alone_is_not_cited(alice: User) -> None:
    cited = {**factories.CONTENT["explanation"], "cites": ["27B1(a)"]}
    version = factories.version(explanation=cited, stem=["East quotes 31B."])
    assert found(alice, q="31B") == [version]
    assert found(alice, cites="31B") == []
    page = factories.browser(alice).get(URL, {"cites": "31B", "level": "club"}).content.decode()
    assert "Only questions that cite 31B" in page
    assert '<a href="?level=club">' in page
    assert '<input type="hidden" name="cites" value="31B"' in page, "kept when the list is narrowed further"


def test_whoever_examines_for_two_bodies_can_see_those_of_one(alice: User) -> None:
    rivers = factories.body("Northern Rivers Bridge")
    factories.person("Alice", Role.EXAMINER, at=rivers)
    ours = factories.version()
    assert "body" not in factories.browser(alice).get(URL).context["form"].fields
    theirs = factories.version(at=rivers)
    assert found(alice) == [theirs, ours]
    assert found(alice, body=rivers.slug) == [theirs]


def test_the_filters_speak_as_people_do_and_in_the_order_of_the_book(alice: User) -> None:
    for number, (law, topic) in enumerate({"10": "lead-restrictions", "16B": "information", "9": "attention"}.items()):
        factories.version(topic=topic, generator={"procedure": law, "seed": number, "index": 1, "version": "1"})
    form = factories.browser(alice).get(URL).context["form"]
    assert form["procedure"].field.choices == [("", "All"), ("9", "Law 9"), ("10", "Law 10"), ("16B", "Law 16B")]
    assert [words for _slug, words in form["topic"].field.choices] == [
        "All",
        "Attention",
        "Information",
        "Lead restrictions",
    ]


def test_a_congress_question_tells_how_many_have_approved_it(alice: User) -> None:
    version = factories.version(level="congress")
    decide(version_id=version.pk, examiner=alice, decision=Review.Decision.APPROVE)
    assert "1 of 2 approvals" in factories.browser(alice).get(URL).content.decode()


def test_the_list_comes_in_pages_and_keeps_the_filters(alice: User) -> None:
    for _number in range(PAGE + 1):
        factories.version(level="congress")
    response = factories.browser(alice).get(URL, {"level": "congress", "page": "2"})
    assert len(response.context["page"]) == 1
    assert "level=congress" in response.content.decode()


def test_an_empty_list_says_what_to_do(alice: User) -> None:
    client = factories.browser(alice)
    assert "No questions are waiting for review" in client.get(URL).content.decode()
    assert "No questions match" in client.get(URL, {"q": "zzz"}).content.decode()


@pytest.mark.parametrize("rows", [1, 3])
def test_any_number_of_rows_costs_the_same_queries(
    alice: User, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _number in range(rows):
        factories.version()
    client = factories.browser(alice)
    with django_assert_num_queries(QUERIES):
        client.get(URL)
