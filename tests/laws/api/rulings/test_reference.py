"""What the engine tells of itself."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from laws.api.rulings import asking, shapes
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore
from tests.laws.api.conftest import Ask
from tests.laws.api.rulings.conftest import BASE
from tests.laws.conftest import Digest
from tests.walking import walks

OF_27 = f"{BASE}editions/duplicate-2017/procedures/27/"


def test_every_edition_with_procedures_is_told(ask: Ask, small_shelf: Digest) -> None:
    told = {one["slug"]: one for one in ask(f"{BASE}editions/")["results"]}
    assert set(told) == set(EDITIONS)
    assert told["duplicate-2017"]["title"] == "Laws of 2017"
    assert told["duplicate-2017"]["since"] == "2017-08-01"
    assert told["duplicate-2017"]["procedures"].endswith("/api/v1/rulings/editions/duplicate-2017/procedures/")


def test_without_a_shelf_editions_go_by_their_short_names(ask: Ask, db: None) -> None:
    assert {one["title"] for one in ask(f"{BASE}editions/")["results"]} == set(EDITIONS)


@walks("edition", EDITIONS, apart=True)
def test_every_procedure_is_told(ask: Ask, db: None, edition: str) -> None:
    page = ask(f"{BASE}editions/{edition}/procedures/", page_size=200)
    assert {one["number"] for one in page["results"]} == set(EDITIONS[edition].procedures)
    for one in page["results"]:
        assert one["paths"] == len(explore(one["number"], edition))
        assert one["about"]


def test_a_procedure_tells_its_questions_and_provisions(ask: Ask, db: None) -> None:
    told = ask(OF_27)
    facts = {one["id"]: one for one in told["facts"]}
    assert facts["lho_accepts"]["source"] == "election"
    assert facts["lho_accepts"]["answers"] == [False, True]
    assert "27B1(a)" in told["provisions"]
    assert told["links"]["page"].endswith("/laws/ruling/duplicate-2017/27/")


def test_paths_come_in_pages(ask: Ask, db: None) -> None:
    paths = explore("27")
    page = ask(f"{OF_27}paths/", page_size=10, page=2)
    assert page["count"] == len(paths)
    assert [one["number"] for one in page["results"]] == [*range(11, 21)]
    first = page["results"][0]
    assert [(one["fact"], one["answer"]) for one in first["asked"]] == list(paths[10].path)
    assert first["citations"] == list(paths[10].citations)
    assert [one["effect"] for one in first["decided"]] == [one.effect.name for one in paths[10].decided]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_procedure_has_a_chart_that_stands_by_itself(
    client: Client, db: None, settings: Any, edition: str
) -> None:
    settings.API_RATES = {"anon": "1000/min", "user": "1000/min"}
    for number in EDITIONS[edition].procedures:
        for width in ("desk", "phone"):
            answer = client.get(f"{BASE}editions/{edition}/procedures/{number}/chart.svg?width={width}")
            assert answer.status_code == 200
            assert answer.headers["Content-Type"] == "image/svg+xml"
            root = ET.fromstring(answer.content)  # noqa: S314 - ours
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            title = root.find("{http://www.w3.org/2000/svg}title")
            assert title is not None
            assert title.text == f"Law {number}: {EDITIONS[edition].procedures[number].title}"
            assert not re.search(rb"<style|\sstyle=|class=", answer.content), "our own policy would refuse it"


def test_its_boxes_lead_to_provisions(client: Client, small_shelf: Digest) -> None:
    body = client.get(f"{OF_27}chart.svg").content.decode()
    assert 'href="http://testserver/laws/duplicate-2017/27B1(a)/"' in body
    assert 'href="http://testserver/laws/duplicate-2017/27A1/"' not in body, "not on this small shelf"


@walks(
    ("address", "status", "code"),
    [
        ("editions/duplicate-1999/procedures/", 404, "unknown-edition"),
        ("editions/duplicate-2017/procedures/1/", 404, "unknown-procedure"),
        ("editions/duplicate-2017/procedures/1/paths/", 404, "unknown-procedure"),
        ("editions/duplicate-2017/procedures/27/chart.svg?width=wide", 400, "bad-parameter"),
        ("editions/duplicate-2017/procedures/27/paths/?page=99", 404, "no-such-page"),
        ("editions/?moon=full", 400, "bad-parameter"),
    ],
    apart=True,
)
def test_what_there_is_not_is_a_problem(client: Client, db: None, address: str, status: int, code: str) -> None:
    answer = client.get(BASE + address)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code


@pytest.mark.parametrize(("name", "shape"), [("record", "TableRecord"), ("ruling", "Ruling")])
def test_the_schemas_stand_by_themselves(ask: Ask, db: None, name: str, shape: str) -> None:
    schema = ask(f"{BASE}{name}.schema.json")
    Draft202012Validator.check_schema(schema)
    assert "#/components" not in json.dumps(schema)
    good = asking._RECORD if name == "record" else None
    if good:
        assert Draft202012Validator(schema).is_valid(good)
        assert not Draft202012Validator(schema).is_valid({**good, "dealer": "Q"})
    assert shapes.validator(shape).schema
