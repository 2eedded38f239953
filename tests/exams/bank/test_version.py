"""/bank/<version>/: the preview and the decision."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from exams.bank.kinds.base import Reason
from exams.bank.models import QuestionVersion, Review, Status
from exams.bank.services import decide
from laws.templatetags.law_tags import suits
from tests import factories, shelves
from tests.exams.contents import CHANGES
from tests.walking import walks

pytestmark = pytest.mark.django_db

# Session, person, roles; the version; its reviews and their examiners; comments; the syllabus; what the notes say; the
# other questions on its topic; the provisions that have a page; how many wait; the edition's title; its open flags and
# problems; where it was asked; that it was opened.
QUERIES = 17


@pytest.fixture
def version(db: None) -> QuestionVersion:
    return factories.version()


def decision_url(version: QuestionVersion) -> str:
    return reverse("bank:decision", args=[version.pk])


# --- who may --------------------------------------------------------------------------------------------------------


def test_a_stranger_is_sent_to_sign_in(version: QuestionVersion) -> None:
    assert Client().get(version.get_absolute_url()).status_code == 302
    assert Client().post(decision_url(version), {"decision": "approve"}).status_code == 302
    assert not Review.objects.exists()


def test_a_candidate_of_the_body_is_refused(version: QuestionVersion, dora: User) -> None:
    client = factories.browser(dora)
    assert client.get(version.get_absolute_url()).status_code == 403
    assert client.post(decision_url(version), {"decision": "approve"}).status_code == 403
    assert not Review.objects.exists()


def test_for_an_examiner_of_another_body_it_does_not_exist(version: QuestionVersion, charlie: User) -> None:
    client = factories.browser(charlie)
    assert client.get(version.get_absolute_url()).status_code == 404
    assert client.post(decision_url(version), {"decision": "approve"}).status_code == 404
    assert not Review.objects.exists()


def test_a_version_that_is_not_there(alice: User) -> None:
    assert factories.browser(alice).get(reverse("bank:version", args=[uuid4()])).status_code == 404


def test_looking_decides_nothing(version: QuestionVersion, alice: User) -> None:
    assert factories.browser(alice).get(decision_url(version)).status_code == 405


# --- the preview ----------------------------------------------------------------------------------------------------


def test_the_preview_shows_question_key_reasons_and_origin(version: QuestionVersion, alice: User) -> None:
    page = factories.browser(alice).get(version.get_absolute_url()).content.decode()
    for part in (
        "What is your ruling?",
        "five or more hearts (transfer)",
        "The auction goes on with no further rectification.",
        "West has not accepted it",
        "<li>declined</li><li>cheapest</li>",
        version.question.fingerprint[:12],
        "Approve and next",
    ):
        assert part in page


@pytest.mark.parametrize("reviews", [1, 3])
def test_any_number_of_reviews_costs_the_same_queries(
    version: QuestionVersion, alice: User, reviews: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(reviews):
        decision = Review.Decision.REOPEN if number % 2 else Review.Decision.REJECT
        decide(version_id=version.pk, examiner=alice, decision=decision, reason="Because.")
    client = factories.browser(alice)
    with django_assert_num_queries(QUERIES):
        client.get(version.get_absolute_url())


# --- kinds and pairs ------------------------------------------------------------------------------------------------


@walks("kind", CHANGES, apart=True)
def test_every_kind_is_shown_as_asked_and_explained(kind: str, alice: User) -> None:
    version = factories.version(**CHANGES[kind])
    page = factories.browser(alice).get(version.get_absolute_url()).content.decode()
    assert version.content["question"] in page
    assert version.get_kind_display() in page
    for option in version.content["options"]:
        assert suits(option["text"]) in page
    assert ("What earns marks" in page) is (kind == "written")
    assert page.count("Not correct.") == (3 if kind == "choose_all" else 0)


def test_what_holds_is_said_once() -> None:
    told = [("Correct (23B).", True), ("Right: it was withdrawn (16C1).", True), ("Yes (23B).", True)]
    for why, holds in (*told, ("This was withdrawn (16C1).", True), ("Correct only if it had been bid.", False)):
        one = Reason(letter="A", text="", why=why, holds=holds, chosen=False)
        assert one.says_that_it_holds is ((why, holds) in told)


def test_the_two_of_a_pair_lead_to_each_other(alice: User) -> None:
    pair = {"id": "p", "fact": "lho_accepts", "differs": "Does West accept it? no – yes"}
    first, second = (factories.version(pair={**pair, "part": part}) for part in (1, 2))
    # The same pair in another body is none of its business.
    factories.version(pair={**pair, "part": 2}, at=factories.body("Northern Rivers Bridge"))
    client = factories.browser(alice)
    for one, other in ((first, second), (second, first)):
        page = client.get(one.get_absolute_url()).content.decode()
        assert f'href="{other.get_absolute_url()}"' in page
        assert "Does West accept it? no – yes" in page


def test_a_half_without_its_partner_says_so(alice: User) -> None:
    pair = {"id": "p", "part": 1, "fact": "lho_accepts", "differs": "Does West accept it? no – yes"}
    page = factories.browser(alice).get(factories.version(pair=pair).get_absolute_url()).content.decode()
    assert "The other question is not in the bank, so no paper draws this one." in page


def test_the_notes_on_the_deciding_provision_are_shown(alice: User) -> None:
    shelves.load()
    page = factories.browser(alice).get(factories.version().get_absolute_url()).content.decode()
    assert "What the notes say" in page
    assert re.search(r'href="/laws/duplicate-2017/27B1\(a\)/\?on=[0-9-]+#', page)


# --- deciding -------------------------------------------------------------------------------------------------------


def test_approving_goes_on_to_the_next_question(version: QuestionVersion, alice: User) -> None:
    following = factories.version()
    client = factories.browser(alice)
    response = client.post(decision_url(version), {"decision": "approve"})
    assert response.headers["Location"] == reverse("bank:next")
    assert client.get(reverse("bank:next")).headers["Location"] == following.get_absolute_url()
    version.refresh_from_db()
    assert version.status == Status.APPROVED


def test_rejecting_without_a_reason_is_refused(version: QuestionVersion, alice: User) -> None:
    response = factories.browser(alice).post(decision_url(version), {"decision": "reject", "reason": " "})
    assert response.status_code == 409
    assert "Say why" in response.content.decode()
    version.refresh_from_db()
    assert version.status == Status.IN_REVIEW


def test_a_decision_that_does_not_exist_is_refused_and_the_reason_stays(version: QuestionVersion, alice: User) -> None:
    client = factories.browser(alice)
    for sent in ({"decision": "burn"}, {}):
        response = client.post(decision_url(version), {**sent, "reason": "Wrong <seat>."})
        page = response.content.decode()
        assert response.status_code == 400
        assert page.count("Choose one of the decisions below.") == 1
        assert "Wrong &lt;seat&gt;.</textarea>" in page
    assert not Review.objects.exists()


def test_a_reason_that_the_browser_lets_through_is_taken(version: QuestionVersion, alice: User) -> None:
    typed = "\r\n".join(["x" * 99] * 20)
    assert len(typed.replace("\r\n", "\n")) == 1999
    factories.browser(alice).post(decision_url(version), {"decision": "reject", "reason": typed})
    version.refresh_from_db()
    assert version.status == Status.REJECTED
    assert Review.objects.get().reason == typed.replace("\r\n", "\n")


def test_a_reason_that_is_too_long_comes_back_to_be_shortened(version: QuestionVersion, alice: User) -> None:
    typed = "x" * 2001
    response = factories.browser(alice).post(decision_url(version), {"decision": "reject", "reason": typed})
    page = response.content.decode()
    assert response.status_code == 400
    assert "A reason has at most 2000 characters; this has 2001." in page
    assert f"{typed}</textarea>" in page
    assert "Choose one of the decisions" not in page


def test_the_second_examiner_learns_what_the_first_did_and_keeps_his_words(
    version: QuestionVersion, alice: User, bob: User
) -> None:
    decide(version_id=version.pk, examiner=alice, decision=Review.Decision.APPROVE)
    response = factories.browser(bob).post(decision_url(version), {"decision": "reject", "reason": "Wrong seat."})
    page = response.content.decode()
    assert response.status_code == 409
    assert "Alice decided about this question before you: it is now “Approved”." in page
    assert "Wrong seat." in page


@pytest.mark.parametrize(("decision", "status"), [("reopen", Status.IN_REVIEW), ("retire", Status.RETIRED)])
def test_an_approved_question_goes_back_or_is_retired(decision: str, status: Status, alice: User) -> None:
    version = factories.approved_version()
    response = factories.browser(alice).post(decision_url(version), {"decision": decision, "reason": "Stale."})
    assert response.headers["Location"] == version.get_absolute_url()
    version.refresh_from_db()
    assert version.status == status


def test_who_has_approved_is_not_asked_to_approve_again(alice: User) -> None:
    version = factories.version(level="congress")
    client = factories.browser(alice)
    client.post(decision_url(version), {"decision": "approve"})
    page = client.get(version.get_absolute_url()).content.decode()
    assert "Another examiner must approve it too" in page
    assert 'value="approve"' not in page


# --- the next one ---------------------------------------------------------------------------------------------------


def test_next_is_the_longest_waiting_of_those_not_yet_approved(alice: User, bob: User) -> None:
    first, second = factories.version(level="congress"), factories.version()
    decide(version_id=first.pk, examiner=alice, decision=Review.Decision.APPROVE)
    following = reverse("bank:next")
    assert factories.browser(alice).get(following).headers["Location"] == second.get_absolute_url()
    assert factories.browser(bob).get(following).headers["Location"] == first.get_absolute_url()


def test_skipping_goes_round(version: QuestionVersion, alice: User) -> None:
    second = factories.version()
    client = factories.browser(alice)
    for here, there in ((version, second), (second, version)):
        response = client.get(reverse("bank:next"), {"after": str(here.pk)})
        assert response.headers["Location"] == there.get_absolute_url()


def test_an_address_without_sense_starts_at_the_front(version: QuestionVersion, alice: User) -> None:
    response = factories.browser(alice).get(reverse("bank:next"), {"after": "27B1"})
    assert response.headers["Location"] == version.get_absolute_url()


def test_when_nothing_waits_the_list_says_so(alice: User) -> None:
    response = factories.browser(alice).get(reverse("bank:next"), follow=True)
    assert "No questions are waiting for your review." in response.content.decode()
