"""Every kind of question in the exam room: asked, saved with and without scripts, refused, marked and explained."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.marking.models import Result
from exams.sittings import clocks, closure, services
from exams.sittings.models import Answer, AnswerEvent, Attempt
from exams.sittings.verification import verify_chain
from tests import factories
from tests.exams.contents import CHANGES, IN_PAPERS, RIGHT, paper_of
from tests.exams.sittings.conftest import Clock, make_attempt
from tests.walking import walks

TYPED = {**RIGHT, "choose_all": "b,a", "cite_law": " law 27 b1 a", "number": " none"}
FORMS: dict[str, dict[str, Any]] = {
    "best_ruling": {"option": "c"},
    "judge_ruling": {"option": "c"},
    "whose_turn": {"option": "b"},
    "choose_all": {"option": ["b", "a"]},
    "order_steps": {"place-a": "3", "place-b": "2", "place-c": "1"},
    "cite_law": {"option": "27 b1 a"},
    "number": {"option": "00"},
    "book_fact": {"option": "c"},
}


@pytest.fixture
def attempt(clock: Clock, alice: User) -> Attempt:
    """Alice has started a paper of one question of each kind."""
    sitting = services.schedule(
        paper=paper_of(*IN_PAPERS),
        title="Every kind",
        place="",
        opens_at=clock.now,
        closes_at=clock.now.replace(hour=3),
        actor=factories.person("Erin", Role.EXAMINER),
    )
    return make_attempt(sitting, alice)


@pytest.fixture
def page(alice: User, client: Client) -> Client:
    client.force_login(alice)
    return client


def places(attempt: Attempt) -> dict[str, int]:
    """Where in the paper each kind is asked."""
    return dict(attempt.sitting.paper.questions.values_list("version__kind", "position"))


def post(page: Client, attempt: Attempt, number: int, option: Any, sequence: int) -> tuple[int, dict[str, Any]]:
    draft = {"question": number, "option": option, "flagged": False, "sequence": sequence}
    response = page.post(reverse("sittings:save", args=[attempt.pk]), draft, content_type="application/json")
    return response.status_code, response.json()


def send(page: Client, attempt: Attempt, number: int, sequence: int, **fields: Any) -> Any:
    data = {"sequence": sequence, "flagged": "false", "go": "finish", **fields}
    return page.post(reverse("sittings:question", args=[attempt.pk, number]), data)


def shown(page: Client, attempt: Attempt, number: int) -> str:
    return page.get(reverse("sittings:question", args=[attempt.pk, number])).content.decode()


def stored() -> dict[str, str | None]:
    return dict(Answer.objects.values_list("paper_question__version__kind", "answer"))


def test_autosave_stores_one_spelling_and_seals_it(page: Client, attempt: Attempt) -> None:
    for sequence, (kind, number) in enumerate(places(attempt).items(), start=1):
        status, reply = post(page, attempt, number, TYPED[kind], sequence)
        assert (status, reply["option"]) == (200, RIGHT[kind])
        assert reply["reading"] == ("Law 27B1(a)" if kind == "cite_law" else "")
    assert stored() == RIGHT
    assert verify_chain(Attempt.objects.with_sitting().get()).holds


def test_the_form_stores_the_same(page: Client, attempt: Attempt) -> None:
    for sequence, (kind, number) in enumerate(places(attempt).items(), start=1):
        assert send(page, attempt, number, sequence, **FORMS[kind]).status_code == 302
    assert stored() == RIGHT


@pytest.mark.parametrize(
    ("kind", "fields", "told"),
    [
        ("order_steps", {"place-a": "2", "place-b": "2", "place-c": ""}, "A: 2, B: 2; no place: C"),
        ("cite_law", {"option": "Laws 27B1, 30B2"}, "Laws 27B1, 30B2"),
        ("number", {"option": "one or two"}, "one or two"),
    ],
)
def test_what_cannot_be_read_is_shown_in_words_where_it_was_not_taken(
    page: Client, attempt: Attempt, kind: str, fields: dict[str, Any], told: str
) -> None:
    number = places(attempt)[kind]
    page.get(reverse("sittings:question", args=[attempt.pk, number]))
    clocks.pause(Attempt.objects.get(), attempt.started_at)
    response = send(page, attempt, number, 1, **fields)
    assert response.status_code == 423
    assert f'<p class="given">{told}</p>' in response.content.decode()


def test_a_repeat_in_another_spelling_is_the_same_draft(page: Client, attempt: Attempt) -> None:
    number = places(attempt)["cite_law"]
    assert post(page, attempt, number, "27 b1 a", 1) == post(page, attempt, number, "27B1(a)", 1)
    assert AnswerEvent.objects.count() == 1


def test_each_page_shows_what_is_stored(page: Client, attempt: Attempt) -> None:
    at = places(attempt)
    for sequence, (kind, number) in enumerate(at.items(), start=1):
        post(page, attempt, number, RIGHT[kind], sequence)
    assert re.findall(r'value="(.)" checked', shown(page, attempt, at["choose_all"])) == ["a", "b"]
    order = shown(page, attempt, at["order_steps"])
    assert re.findall(r'data-step="(.)"', order) == ["c", "b", "a"]
    assert re.findall(r'<option value="(.)" selected', order) == ["1", "2", "3"]
    cite = shown(page, attempt, at["cite_law"])
    assert 'value="27B1(a)"' in cite
    assert "Read as Law 27B1(a)" in cite
    assert "all the right options and no wrong ones" in shown(page, attempt, at["choose_all"])


@walks("kind", IN_PAPERS, apart=True)
def test_no_page_holds_its_key(page: Client, attempt: Attempt, kind: str) -> None:
    html = shown(page, attempt, places(attempt)[kind])
    secrets = [option["why"] for option in CHANGES[kind].get("options", []) if option["why"]]
    secrets.append(factories.CONTENT["explanation"]["say"])
    assert [secret for secret in secrets if secret in html] == []
    assert "What the notes say" not in html
    # The example in the field of a citation must not be the answer, nor may anything else tell it.
    assert "27B1(a)" not in html


def test_what_cannot_be_read_is_refused_with_the_reason_and_changes_nothing(page: Client, attempt: Attempt) -> None:
    number = places(attempt)["cite_law"]
    post(page, attempt, number, "27", 1)
    status, reply = post(page, attempt, number, "the law", 2)
    assert (status, reply["refused"], reply["stored"]["option"]) == (422, "unreadable", "27")
    assert "“the law” cannot be read" in reply["reason"]
    assert (stored(), AnswerEvent.objects.count()) == ({"cite_law": "27"}, 1)
    # The number was not used up.
    assert post(page, attempt, number, "27 b", 2)[0] == 200


def test_a_form_that_cannot_be_read_comes_back_as_it_was_typed(page: Client, attempt: Attempt) -> None:
    at = places(attempt)
    cite = send(page, attempt, at["cite_law"], 1, option="<b>the law")
    assert cite.status_code == 422
    assert 'value="&lt;b&gt;the law"' in cite.content.decode()
    assert 'role="alert"' in cite.content.decode()
    number = send(page, attempt, at["number"], 1, option="a couple")
    assert number.status_code == 422
    assert "“a couple” cannot be read as a number" in number.content.decode()
    assert 'value="a couple"' in number.content.decode()
    order = send(page, attempt, at["order_steps"], 1, **{"place-a": "1", "place-b": "1", "place-c": ""})
    assert order.status_code == 422
    assert "These have none: C" in order.content.decode()
    assert re.findall(r'<option value="(.)" selected', order.content.decode()) == ["1", "1"]
    assert stored() == {}


@walks(
    ("kind", "option"),
    [
        ("choose_all", "a,f"),
        ("order_steps", "a,b,c,d"),
        ("order_steps", "a1"),
        ("best_ruling", "a,b"),
        ("whose_turn", ""),
    ],
    apart=True,
)
def test_what_is_not_offered_is_refused(page: Client, attempt: Attempt, kind: str, option: str) -> None:
    status, reply = post(page, attempt, places(attempt)[kind], option, 1)
    assert (status, reply["refused"]) == (400, "unknown")
    assert stored() == {}


@pytest.mark.parametrize("option", [["a"], {"a": 1}])
def test_an_answer_of_no_shape_we_send_is_malformed(page: Client, attempt: Attempt, option: Any) -> None:
    status, reply = post(page, attempt, places(attempt)["cite_law"], option, 1)
    assert (status, reply["refused"]) == (400, "unknown")
    assert reply["reason"].startswith("option: ")


@walks("option", ["x" * 40_001, "27\0", "27\ud83d"], apart=True)
def test_a_text_that_is_no_citation_is_told_so_whatever_it_holds(page: Client, attempt: Attempt, option: str) -> None:
    status, reply = post(page, attempt, places(attempt)["cite_law"], option, 1)
    assert (status, reply["refused"]) == (422, "unreadable")
    assert "Write one provision" in reply["reason"]


def test_who_is_late_is_told_that_and_not_how_to_cite(page: Client, attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=31)
    status, reply = post(page, attempt, places(attempt)["cite_law"], "the law", 1)
    assert (status, reply["refused"]) == (403, "deadline")


def test_an_answer_is_taken_back(page: Client, attempt: Attempt) -> None:
    number = places(attempt)["choose_all"]
    send(page, attempt, number, 1, option=["a"])
    send(page, attempt, number, 2)
    assert stored() == {"choose_all": None}


@walks("kind", IN_PAPERS, apart=True)
def test_every_kind_costs_the_same_queries(
    page: Client, attempt: Attempt, kind: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    number = places(attempt)[kind]
    shown(page, attempt, number)
    with django_assert_num_queries(4):
        shown(page, attempt, number)


def test_all_right_is_full_marks_and_all_explained(page: Client, attempt: Attempt, alice: User) -> None:
    for sequence, (kind, number) in enumerate(places(attempt).items(), start=1):
        post(page, attempt, number, TYPED[kind], sequence)
    closure.submit(attempt_id=attempt.pk, person=alice)
    result = Result.objects.get()
    assert result.marks == result.out_of == len(IN_PAPERS)
    html = page.get(reverse("marking:result", args=[result.pk])).content.decode()
    assert html.count('<span class="verdict right">Right</span>') == len(IN_PAPERS)


def test_each_wrong_answer_is_told_beside_the_right_one(page: Client, attempt: Attempt, alice: User) -> None:
    wrong = {
        "best_ruling": "a",
        "judge_ruling": "a",
        "whose_turn": "c",
        "choose_all": "a,c",
        "order_steps": "a,b,c",
        "cite_law": "27B2",
        "number": "2",
        "book_fact": "b",
    }
    at = places(attempt)
    for sequence, (kind, number) in enumerate(at.items(), start=1):
        post(page, attempt, number, wrong[kind], sequence)
    closure.submit(attempt_id=attempt.pk, person=alice)
    result = Result.objects.get()
    assert result.marks == 0
    html = page.get(reverse("marking:result", args=[result.pk])).content.decode()
    parts = {kind: html.split(f'id="q{number}"')[1].split("</section>")[0] for kind, number in at.items()}
    assert "North must pass throughout.”" in parts["judge_ruling"]
    assert "Your judgement" in parts["judge_ruling"]
    assert "Your choice" in parts["choose_all"]
    assert "27B3 does not allow it here." in re.sub("<[^>]+>", "", parts["choose_all"])
    assert parts["choose_all"].count("You chose this.") == 2
    assert "Your order" in parts["order_steps"]
    assert "Your citation" in parts["cite_law"]
    assert ">27B2<" in parts["cite_law"]
    assert re.search(r"Your number</b>\s*<span>2</span>", parts["number"])
    assert re.search(r"The number</b>\s*<span>0</span>", parts["number"])
    assert "Which law lets the auction go on?" in parts["cite_law"]
    assert "It is the turn of" in parts["whose_turn"]
    assert "How to say it" in parts["book_fact"]
    assert "What you say" not in parts["book_fact"]
