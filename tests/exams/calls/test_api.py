"""Simulated calls by the API: the learner's alone, press by press as on the pages, and judged the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Role, User
from exams.calls import evenings
from exams.calls.api import urlpatterns
from exams.calls.models import Call, Evening, Press
from exams.practice.models import Learner
from exams.scenarios.calls import judged
from tests import factories
from tests.exams.bank.api.conftest import client_of, told
from tests.exams.calls import conduct
from tests.exams.calls.conftest import one_call
from tests.exams.sittings.conftest import make_attempt, make_sitting

pytestmark = pytest.mark.django_db
BASE = "/api/v1/training/calls/"


def ask(person: User | None, address: str, status: int = 200, **query: Any) -> Any:
    return told(client_of(person).get(BASE + address, query), status)


def send(person: User | None, address: str, status: int = 200, /, **body: Any) -> Any:
    return told(client_of(person).post(BASE + address, body, content_type="application/json"), status)


def press(call: Call, act: dict[str, Any], status: int = 200) -> Any:
    return send(call.learner.person, f"{call.pk}/presses/", status, key=str(uuid4()), **act)


# --- whose they are ---------------------------------------------------------------------------------------------------


def test_nobody_reaches_anothers_call_at_any_address(learner: Learner) -> None:
    call = one_call(learner)
    ids = {"call": call.pk, "presses": call.pk, "evening": call.evening_id}
    bodies = {"presses": {"key": str(uuid4()), "act": "settle"}}
    before = (Call.objects.count(), Evening.objects.count(), Press.objects.count())
    people = [factories.person(f"An {role.value}", role) for role in Role]
    people += [factories.person("Norbert"), User.objects.create_superuser("root@example.org", name="Root")]
    for one in urlpatterns:
        name = str(one.name)
        takes = bool(one.pattern.converters)
        address = reverse(f"calls-api:{name}", kwargs={"id": ids[name]} if takes else {})
        for stranger in people:
            got = client_of(stranger).get(address)
            assert got.status_code == (405 if name == "presses" else 404 if takes else 200), (name, stranger)
            assert not [one for one in ids.values() if str(one) in got.content.decode()], (name, stranger)
            if name in bodies:
                sent = client_of(stranger).post(address, bodies[name], content_type="application/json")
                assert sent.status_code == 404, (name, stranger)
        guest = client_of(None)
        for answer in (guest.get(address), guest.post(address, {}, content_type="application/json")):
            assert (answer.status_code, answer.json()["code"]) == (403, "not-authenticated"), name
    assert (Call.objects.count(), Evening.objects.count(), Press.objects.count()) == before
    stranger = people[0]
    assert send(stranger, "evenings/", 422, reference=str(uuid4()), after=str(call.pk))["errors"]["after"]


def test_it_is_closed_while_ones_own_paper_runs_and_needs_the_token_of_the_session(learner: Learner) -> None:
    call = one_call(learner)
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner.person)
    body = {"key": str(uuid4()), "act": "settle"}
    assert client.post(f"{BASE}{call.pk}/presses/", body, "application/json").status_code == 403
    make_attempt(make_sitting(opens_at=timezone.now()), learner.person)
    for address in ("", "laws/", "evenings/", f"{call.pk}/", f"evenings/{call.evening_id}/"):
        assert ask(learner.person, address, 403)["code"] == "exam-running", address
    assert press(call, {"act": "settle"}, 403)["code"] == "exam-running"
    assert not Press.objects.exists()


# --- taking one -------------------------------------------------------------------------------------------------------


def test_before_it_is_over_nothing_tells_what_is_right(learner: Learner) -> None:
    call = one_call(learner)
    got = ask(learner.person, f"{call.pk}/")
    text = json.dumps(got, ensure_ascii=False)
    for word in ("harmful", "required", "costly", call.unit, '"place"', '"right"', '"worth"'):
        assert word not in text, word
    for act in call.content["acts"]:
        answers = [one.get("say") or one["do"] for one in act["answers"]]
        assert not [one for one in answers if one and one in text], act["id"]
    assert (got["judged"], got["unit"], got["points"], got["leads_on"]) == (None, None, None, False)
    assert {one["id"] for one in (*got["acts"]["ask"], *got["acts"]["look"])} == {
        one["id"] for one in call.content["acts"]
    }
    assert {one["id"] for one in got["acts"]["options"]} == {one["id"] for one in call.content["tell"]["options"]}


def test_a_call_taken_press_by_press_is_judged_as_on_the_page(learner: Learner) -> None:
    call = one_call(learner)
    presses = conduct.in_order(call.content)
    for act in presses[:-1]:
        got = press(call, act)
        assert got["closed_at"] is None
    assert any(one["by"] == "you" for one in got["said"])
    over = press(call, presses[-1])
    wanted = judged(call.content, presses)
    assert (over["acts"], over["points"], over["passed"], over["unit"]["path"]) == (None, 20, True, call.unit)
    for name in ("headline", "lead", "points", "passed", "seconds"):
        assert over["judged"][name] == wanted[name]
    assert [one["mark"] for one in over["judged"]["rows"]] == [one["mark"] for one in wanted["rows"]]
    assert [one["name"] for one in over["judged"]["criteria"]] == ["law", "ruling", "reasons", "questions", "calm"]
    assert ask(learner.person, f"{call.pk}/") == over
    # What comes after the end changes nothing.
    assert press(call, {"act": "settle"}) == over
    assert [one.told for one in Press.objects.order_by("number")] == presses


def test_a_press_sent_twice_counts_once_and_what_the_table_does_not_have_is_named(learner: Learner) -> None:
    call = one_call(learner)
    key = str(uuid4())
    first, second = (send(learner.person, f"{call.pk}/presses/", key=key, act="settle") for _time in range(2))
    assert first == second
    whole = conduct.options(call.content)
    ruling = conduct.ruling(call.content)
    for act, field in (
        ({"act": "dance"}, "act"),
        ({}, "act"),
        ({**whole, "to": "Q"}, "to"),
        ({"act": "tell", "options": whole["options"]}, "to"),
        ({**whole, "options": []}, "options"),
        ({**whole, "options": ["99"]}, "options"),
        ({**ruling, "law": "999"}, "law"),
        ({**ruling, "parts": []}, "parts"),
        ({**ruling, "reason": "no"}, "reason"),
        ({**ruling, "key": "x"}, "key"),
    ):
        sent = {"key": str(uuid4()), **act}
        assert list(send(learner.person, f"{call.pk}/presses/", 422, **sent)["errors"]) == [field], act
    assert Press.objects.count() == 1


def test_harm_that_cannot_be_undone_ends_the_call(learner: Learner) -> None:
    call = one_call(learner)
    stops = next(one["id"] for one in call.content["acts"] if one["stops"])
    over = press(call, {"act": stops})
    assert (over["judged"]["headline"], over["passed"]) == ("The call was stopped", False)
    assert [one["why"] for one in over["judged"]["harm"]]


# --- beginning, and lists ---------------------------------------------------------------------------------------------


def test_one_reference_begins_one_evening(learner: Learner) -> None:
    sent = {"reference": str(uuid4()), "what": "evening"}
    first, second = (send(learner.person, "evenings/", **sent) for _time in range(2))
    assert first == second == ask(learner.person, f"evenings/{first['id']}/")
    assert [one["number"] for one in first["calls"]] == [1, 2, 3, 4, 5, 6]
    assert {(one["unit"], one["points"]) for one in first["calls"]} == {(None, None)}
    law = ask(learner.person, "laws/")["results"][0]["law"]
    single = send(learner.person, "evenings/", reference=str(uuid4()), law=law)
    assert Call.objects.get(evening=single["id"]).unit.partition("/")[0] == law
    for wrong, field in (({"law": "no"}, "law"), ({"what": "night"}, "what"), ({"after": str(uuid4())}, "after")):
        assert list(send(learner.person, "evenings/", 422, reference=str(uuid4()), **wrong)["errors"]) == [field]
    assert list(send(learner.person, "evenings/", 422)["errors"]) == ["reference"]
    assert Evening.objects.count() == 2


def test_where_no_table_can_call_the_answer_is_a_sentence(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "kept_back", lambda fingerprints: True)
    refused = send(learner.person, "evenings/", 409, reference=str(uuid4()), law="30")
    assert "No table can call you about this just now." in refused["detail"]


def _queries(read: Callable[[], Any]) -> int:
    read()
    with CaptureQueriesContext(connection) as made:
        read()
    return len(made)


def test_lists_take_as_many_queries_for_many_as_for_one(learner: Learner, settings: Any) -> None:
    settings.CACHES = {**settings.CACHES, "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    first = one_call(learner)
    client = client_of(learner.person)
    lists = ["", "evenings/", "laws/"]
    few = [_queries(lambda one=one: client.get(BASE + one)) for one in lists]  # type: ignore[misc]
    evenings.begin(learner, reference=uuid4(), count=6, seed="many")
    for act in conduct.in_order(first.content):
        press(first, act)
    assert [_queries(lambda one=one: client.get(BASE + one)) for one in lists] == few  # type: ignore[misc]
    assert (ask(learner.person, "", state="over")["count"], ask(learner.person, "", state="waiting")["count"]) == (1, 6)
    assert ask(learner.person, "", 400, state="lost")["errors"]["state"]
