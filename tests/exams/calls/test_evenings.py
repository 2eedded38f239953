"""Evenings of simulated calls: staged from a seed, pressed at any machine, judged, and kept as they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape

from exams.calls import evenings
from exams.calls.models import Call, Evening, Press
from exams.papers.fitness import practised
from exams.practice import exercises, reviews
from exams.practice.models import SEEN_FOR, Learner
from exams.practice.units import catalogue, law_of
from exams.scenarios.calls import NotAnAct, at_table, choices, offered_paths
from tests.exams.calls import conduct
from tests.exams.calls.conftest import one_call

pytestmark = pytest.mark.django_db


def _press(call: Call, told: dict[str, Any]) -> Call:
    return evenings.press(call.pk, call.learner.person, told, key=uuid4())


def _through(call: Call) -> Call:
    for told in conduct.in_order(call.content):
        call = _press(call, told)
    return call


def test_an_evening_has_six_calls_at_different_tables_about_different_laws(learner: Learner) -> None:
    evening = evenings.begin(learner, reference=uuid4(), count=6, seed="an evening")
    calls = list(evening.calls.all())
    assert [one.number for one in calls] == [1, 2, 3, 4, 5, 6]
    assert len({one.at_table for one in calls}) == 6
    assert len({one.content["law"] for one in calls}) >= 5


def test_the_same_seed_stages_the_same_evening(learner: Learner) -> None:
    contents = []
    for _again in range(2):
        evening = evenings.begin(learner, reference=uuid4(), count=6, seed="the same")
        contents.append([one.content for one in evening.calls.all()])
        # Whoever has met nothing yet: what came to them lately does not come back.
        reviews.erase(learner)
        learner = exercises.learner_of(learner.person)
    assert contents[0] == contents[1]


def test_the_same_press_begins_one_evening(learner: Learner, client: Client) -> None:
    client.force_login(learner.person)
    form = {"what": "evening", "reference": str(uuid4())}
    first, second = (client.post("/training/calls/start/", form) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert (Evening.objects.count(), Call.objects.count()) == (1, 6)


def test_a_form_without_its_reference_begins_nothing_and_says_so(learner: Learner, client: Client) -> None:
    client.force_login(learner.person)
    answer = client.post("/training/calls/start/", {"what": "call", "reference": "x"}, follow=True)
    assert "had lost a part" in answer.content.decode()
    assert Evening.objects.count() == 0


def test_a_law_without_calls_is_told_in_a_sentence(learner: Learner, client: Client) -> None:
    client.force_login(learner.person)
    form = {"what": "call", "law": "93", "reference": str(uuid4())}
    answer = client.post("/training/calls/start/", form, follow=True)
    assert "No table can call you about this just now." in answer.content.decode()


def test_every_path_that_is_offered_can_be_called_about_though_practice_has_no_question_on_it(
    learner: Learner, client: Client
) -> None:
    assert list(evenings.callable_units()) == list(offered_paths())
    rare = next(path for path in offered_paths() if path not in catalogue())
    assert evenings.leads_on({"twist": {"path": rare}}) == rare
    call = evenings.begin(learner, reference=uuid4(), law=law_of(rare), path=rare).calls.get()
    assert call.unit == rare
    _through(call)
    client.force_login(learner.person)
    title = evenings.callable_units()[rare].title
    assert escape(title[:1].upper() + title[1:]) in client.get("/training/calls/").content.decode()


def test_a_call_goes_on_at_another_machine(learner: Learner) -> None:
    call = one_call(learner)
    one, other = Client(), Client()
    one.force_login(learner.person)
    other.force_login(learner.person)
    one.post(call.get_absolute_url(), {"act": "settle", "key": str(uuid4())})
    assert "Please leave everything as it is" in other.get(call.get_absolute_url()).content.decode()


def test_the_same_press_twice_counts_once(learner: Learner, client: Client) -> None:
    call = one_call(learner)
    client.force_login(learner.person)
    form = {"act": "settle", "key": str(uuid4())}
    for _ in range(2):
        client.post(call.get_absolute_url(), form)
    assert [one.told for one in call.presses.all()] == [{"act": "settle"}]


def test_a_call_as_the_law_has_it_is_judged_and_stays(learner: Learner, client: Client) -> None:
    call = _through(one_call(learner))
    assert call.judged is not None
    assert (call.judged["points"], call.judged["passed"]) == (20, True)
    client.force_login(learner.person)
    page = client.get(call.get_absolute_url()).content.decode()
    assert "A sound ruling, calmly given" in page
    assert "An assessor would pass this" in page

    before = Press.objects.count()
    _press(call, {"act": "settle"})
    assert Press.objects.count() == before
    changes: list[dict[str, Any]] = [{"judged": {}}, {"closed_at": timezone.now()}]
    for change in changes:
        with pytest.raises(Exception, match="Cannot update"), transaction.atomic():
            Call.objects.filter(pk=call.pk).update(**change)
    for rows in (Press.objects.filter(call=call), Call.objects.filter(pk=call.pk)):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        Press.objects.filter(call=call).update(told={})


def test_a_call_reads_the_same_when_staging_is_gone(
    learner: Learner, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, waiting = _through(one_call(learner)), one_call(learner, law="27")

    def gone(*_arguments: object, **_named: object) -> None:
        raise AssertionError("nothing is staged or ruled on again")

    for module, name in (
        (evenings, "staged_call"),
        (choices, "interview"),
        (choices, "contrast"),
        (at_table, "names_at"),
    ):
        monkeypatch.setattr(module, name, gone)
    client.force_login(learner.person)
    assert client.get(over.get_absolute_url()).status_code == 200
    assert client.post(waiting.get_absolute_url(), {"act": "settle", "key": str(uuid4())}).status_code == 302
    assert _through(waiting).judged is not None


def test_stored_calls_of_the_former_form_are_read_and_those_under_way_finished(
    learner: Learner, client: Client
) -> None:
    """Their options named whoever has the choice, and are told as they stand there."""
    stored = json.loads((Path(conduct.__file__).parent / "stored" / "format-1.json").read_text())
    evening = Evening.objects.create(learner=learner, reference=uuid4(), seed="stored", boards=24)
    client.force_login(learner.person)
    for number, one in enumerate(stored, start=1):
        content, presses = one["content"], one["presses"]
        told = {name: content[name] for name in ("fingerprint", "path")}
        call = Call.objects.create(
            learner=learner,
            evening=evening,
            number=number,
            at_table=number,
            unit=told["path"],
            fingerprint=told["fingerprint"],
            content=content,
        )
        for place, press in enumerate(presses[:-1], start=1):
            Press.objects.create(learner=learner, call=call, number=place, key=uuid4(), told=press)
        page = client.get(call.get_absolute_url()).content.decode()
        assert "Tell them these" in page
        assert _press(call, presses[-1]).judged == one["judged"]
        replay = client.get(call.get_absolute_url()).content.decode()
        assert "A sound ruling, calmly given" in replay


def test_one_fact_changed_leads_to_a_call_on_the_other_path(learner: Learner, client: Client) -> None:
    call = one_call(learner, law="54")
    while not evenings.leads_on(call.content):  # of some paths no call can be taken yet
        call = one_call(learner, law="54")
    client.force_login(learner.person)
    form = {"what": "call", "reference": str(uuid4()), "twist": str(call.pk)}
    client.post("/training/calls/start/", form)
    before = Call.objects.count()  # while it is under way nothing of it leads on: any call
    call = _through(call)
    assert "One fact changed" in client.get(call.get_absolute_url()).content.decode()
    for _time in range(
        12
    ):  # a table that shows the other path is not always found at once, and the page says to try again
        client.post("/training/calls/start/", form | {"reference": str(uuid4())})
        if Call.objects.count() > before:
            break
    assert Call.objects.order_by("-staged_at")[0].unit == call.content["twist"]["path"]


def test_what_leaves_a_part_out_comes_back_with_all_that_was_ticked(learner: Learner, client: Client) -> None:
    call = one_call(learner)
    client.force_login(learner.person)
    part = call.content["rule"]["parts"][0]["id"]
    form = {"act": "rule", "parts": [part], "key": str(uuid4())}
    answer = client.post(call.get_absolute_url(), form)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Say which law you rule under." in page
    assert f'name="parts" value="{part}" checked' in page
    with pytest.raises(NotAnAct):
        _press(call, {"act": "nothing of this table"})
    assert Press.objects.count() == 0


def test_the_page_of_a_call_tells_neither_what_is_right_nor_what_the_players_will_say(
    learner: Learner, client: Client
) -> None:
    call = one_call(learner)
    client.force_login(learner.person)
    page = client.get(call.get_absolute_url()).content.decode()
    for word in ("harmful", "required", "costly", call.unit):
        assert word not in page
    for act in call.content["acts"]:
        for answer in act["answers"]:
            assert answer.get("do") is None or escape(answer["do"]) not in page
            assert answer.get("say") is None or escape(answer["say"]) not in page


def test_no_situation_of_a_paper_to_come_or_met_lately_calls_anybody(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = one_call(learner)
    assert practised([call.fingerprint], timezone.now() - SEEN_FOR).keys() == {call.fingerprint}
    again = one_call(learner)
    assert again.fingerprint != call.fingerprint
    monkeypatch.setattr(evenings, "kept_back", lambda fingerprints: True)
    with pytest.raises(evenings.NoCalls):
        one_call(learner)


def test_calls_go_with_the_practice_history(learner: Learner) -> None:
    _through(one_call(learner))
    reviews.erase(learner)
    assert (Evening.objects.count(), Call.objects.count(), Press.objects.count()) == (0, 0, 0)


def _queries(read: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as made:
        read()
    return len(made)


def test_lists_take_as_many_queries_for_many_calls_as_for_one(learner: Learner, client: Client) -> None:
    client.force_login(learner.person)
    evening = evenings.begin(learner, reference=uuid4(), count=6, seed="many")
    first, *others = evening.calls.all()
    _through(first)
    pages = ("/training/calls/", evening.get_absolute_url())
    for page in pages:
        client.get(page)
    few = [_queries(lambda page=page: client.get(page)) for page in pages]  # type: ignore[misc]
    for one in others[:-1]:
        _through(one)
    assert [_queries(lambda page=page: client.get(page)) for page in pages] == few  # type: ignore[misc]
