"""A fact turned over beside the ruling, the steps with every answer given, and the way through the flow chart."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from accounts.models import Role
from exams import scenarios
from exams.bank.kinds import kind_of
from exams.practice import exercises
from exams.practice.exercises import Somebody
from exams.practice.models import Exercise, Learner
from exams.practice.units import catalogue
from exams.practice.what_if import charted, steps_of, what_ifs
from laws.assistant.addresses import edition_of, read
from laws.assistant.interviews import conduct
from laws.rulings.effects import Effect
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from tests import factories
from tests.exams.practice.conftest import SIMPLE

pytestmark = pytest.mark.django_db


def staged_on(learner: Learner, unit: str) -> Exercise:
    """A table on a path, as practice keeps it."""
    content = scenarios.staged(
        unit, seed="what if", kinds=scenarios.askable(unit), regulations=None, refuses=lambda _: False
    )
    return Exercise(
        learner=learner,
        purpose=Exercise.Purpose.DRILL,
        unit=unit,
        fingerprint=content["fingerprint"],
        kind=content["kind"],
        content=content,
        shown_at=timezone.now(),
    )


def answered(learner: Learner, unit: str = SIMPLE) -> Exercise:
    """One that was answered, stored."""
    made = exercises.stage(Somebody(learner), unit, purpose=Exercise.Purpose.DRILL)
    return exercises.answer(made.pk, kind_of(made.content).right(made.content), sure=True)


def sample() -> list[str]:
    """Paths of every law, the same each time."""
    by_law: dict[str, list[str]] = {}
    for path in scenarios.stageable():
        unit = catalogue()[path]
        by_law.setdefault(unit.law, []).append(path)
    drawn = random.Random(20)  # noqa: S311 - a sample, no secret
    return [path for paths in by_law.values() for path in drawn.sample(paths, min(2, len(paths)))]


def test_the_other_answer_is_told_beside_this_one(learner: Learner) -> None:
    made = staged_on(learner, SIMPLE)

    found = {one.provision: one for one in what_ifs(made)}

    called = found["27A1"]
    assert (called.was, called.value) == ("Yes", "No")
    assert "call next" in called.question
    assert "change the bid" in called.asks, called


def ruled_at(address: str) -> Ruling:
    """What the assistant rules at an address, by the answers that stand in it."""
    found = urlsplit(address)
    *_place, edition, procedure, _end = found.path.split("/")
    known = edition_of(edition)
    return conduct(read(known, known.procedures[procedure], QueryDict(found.query))).ruling


def decided(ruling: Ruling) -> set[tuple[Effect, str]]:
    """What a ruling decides, whoever sits where."""
    return {(step.effect, step.provision) for step in ruling.decided if step.effect.main}


def test_what_would_be_ruled_is_what_the_assistant_rules_on_that_case(learner: Learner, client: Client) -> None:
    """Over a sample of all laws: each case opens, with this one answer turned, and is ruled on as it is told."""
    faults: list[tuple[Any, ...]] = []
    turned = settled = 0
    for unit in sample():
        made = staged_on(learner, unit)
        here = rule(parse_record(made.content["record"]), unit.partition("/")[0])
        for one in what_ifs(made):
            turned += 1
            if client.get(one.address).status_code != 200:
                faults.append((unit, "does not open", one.address))
                continue
            there = ruled_at(one.address)
            if one.asks:
                if there.pending is None:
                    faults.append((unit, "is settled there", one.address))
                continue
            settled += 1
            differ = {fact for fact, value in there.path if dict(here.path).get(fact, value) != value}
            becomes = {provision for _effect, provision in decided(there)}
            if there.pending is not None or len(differ) != 1 or not {said.provision for said in one.becomes} <= becomes:
                faults.append((unit, "is ruled on otherwise", differ, one.becomes, one.address))
            if decided(there) == decided(here):
                faults.append((unit, "nothing changes", one.address))
    assert not faults, faults[:5]
    assert settled > 40 and turned - settled > 40


def test_the_steps_lead_to_the_ruling_of_the_table(learner: Learner, client: Client) -> None:
    faults = []
    for unit in sample():
        made = staged_on(learner, unit)
        address = steps_of(made)
        ruled = rule(parse_record(made.content["record"]), unit.partition("/")[0])
        there = ruled_at(address)
        if client.get(address).status_code != 200 or there.path != ruled.path or decided(there) != decided(ruled):
            faults.append((unit, address))
    assert not faults, faults[:5]


def test_the_chart_marks_the_way_to_its_end(learner: Learner, client: Client) -> None:
    faults: list[tuple[Any, ...]] = []
    onwards = 0
    for unit in sample():
        made = staged_on(learner, unit)
        address = charted(made)
        if not address:
            continue
        page = client.get(address)
        way: list[Any] = page.context["way"] if page.status_code == 200 else []
        text = page.content.decode()
        if not way or "way-taken" not in text or 'passed"' not in text:
            faults.append((unit, page.status_code, len(way), 'passed"' in text, address))
        elif way[-1].node.branches and not way[-1].answer:
            faults.append(
                (
                    unit,
                    "stops at a question",
                    way[-1].node.items,
                    way[-1].node.fact,
                    [a for a, _ in way[-1].node.branches],
                )
            )
        elif onward := page.context["onward"]:
            onwards += 1
            if not client.get(onward["address"]).context["way"]:
                faults.append((unit, "does not go on", onward["address"]))
    assert not faults, str(faults)
    assert onwards


def test_a_way_that_the_chart_does_not_have_marks_nothing(client: Client) -> None:
    for way in ("27/no_such_fact=yes", "27/lho_called=perhaps", "99/lho_called=yes", "nonsense"):
        page = client.get("/laws/duplicate-2017/27/chart/", {"way": way})
        assert page.status_code == 200
        assert "nothing is marked" in page.content.decode(), way
        assert 'passed"' not in page.content.decode(), way


def test_a_table_of_other_code_says_nothing_more_than_it_stored(learner: Learner) -> None:
    made = staged_on(learner, SIMPLE)
    made.content["record"]["auction"] = made.content["record"]["auction"][:1]
    assert what_ifs(made) == []

    made = staged_on(learner, SIMPLE)
    made.content["receipt"]["path"] = "27/gone=yes"
    assert what_ifs(made) == []
    assert steps_of(made) == "/laws/ruling/duplicate-2017/27/"


def test_the_explained_page_leads_to_it(learner: Learner, client: Client) -> None:
    client.force_login(learner.person)
    made = answered(learner)

    text = client.get(f"/training/table/{made.pk}/").content.decode()

    assert "What if one fact were different?" in text
    assert f'href="/training/table/{made.pk}/what-if/"' in text
    page = client.get(f"/training/table/{made.pk}/what-if/").content.decode()
    part = client.get(f"/training/table/{made.pk}/what-if/", headers={"HX-Request": "true"}).content.decode()
    assert "Go through this case" in page and "Go through this case" in part
    assert "</html>" in page and "</html>" not in part
    assert "chart" in text
    assert "way=27/" in text


def test_what_would_turn_it_is_told_after_the_answer_and_to_nobody_else(learner: Learner, client: Client) -> None:
    made = exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.DRILL)
    address = f"/training/table/{made.pk}/what-if/"
    client.force_login(learner.person)
    assert client.get(address).status_code == 404

    exercises.answer(made.pk, kind_of(made.content).right(made.content), sure=True)
    assert client.get(address).status_code == 200
    assert Client().get(address).status_code == 404
    client.force_login(factories.person("Mallory", Role.EXAMINER))
    assert client.get(address).status_code == 404


def test_where_no_fact_is_told_the_page_says_so(learner: Learner, client: Client) -> None:
    client.force_login(learner.person)
    made = answered(learner)
    made.content["receipt"]["path"] = "27/gone=yes"
    made.save(update_fields=["content"])

    assert "No single fact would change" in client.get(f"/training/table/{made.pk}/what-if/").content.decode()
