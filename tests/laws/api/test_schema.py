"""The OpenAPI schema: valid, without a warning, and of use to somebody who reads it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from laws.api import parameters, urls
from laws.api.parameters import is_key
from laws.api.rulings import urls as ruling_urls
from laws.api.schema import openapi
from laws.keys import SERIES, parse

PATTERNS = {"edition": parameters.SLUG, "key": parameters.KEY, "number": parameters.LAW, "code": parameters.SLUG}
PATTERNS |= {"slug": parameters.SLUG, "procedure": parameters.KEY}


OPEN = ("/api/v1/laws/", "/api/v1/rulings/")
"""The addresses that are open to everybody; those of the exam house have tests of their own."""


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """What everybody is told of the addresses that are open to everybody."""
    made: dict[str, Any] = openapi()
    return {**made, "paths": {path: ways for path, ways in made["paths"].items() if path.startswith(OPEN)}}


@pytest.fixture(scope="module")
def operations(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The operations by id."""
    return {one["operationId"]: one for path in schema["paths"].values() for one in path.values()}


def test_the_schema_is_valid_and_complete(tmp_path: Any) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml"))
    assert (tmp_path / "schema.yaml").read_text().startswith("openapi: 3.1")


def test_every_address_is_in_it(schema: dict[str, Any]) -> None:
    def flat(patterns: Any) -> Any:
        for one in patterns:
            yield from flat(one.url_patterns) if hasattr(one, "url_patterns") else [one]

    library = {path: [*ways] for path, ways in schema["paths"].items() if path.startswith("/api/v1/laws/")}
    engine = {path: [*ways] for path, ways in schema["paths"].items() if path.startswith("/api/v1/rulings/")}
    assert len(library) == len([*flat(urls.urlpatterns)])
    assert len(engine) == len([*flat(ruling_urls.urlpatterns)])
    assert {*library, *engine} == {*schema["paths"]}
    assert all(ways == ["get"] for ways in library.values())
    assert sum(ways == ["post"] for ways in engine.values()) == 7
    assert all(ways in (["get"], ["post"]) for ways in engine.values())


def test_everything_is_said(schema: dict[str, Any], operations: dict[str, dict[str, Any]]) -> None:
    """Each operation has a readable id, a tag, a summary; each parameter and each field of a record a description."""
    tags = {tag for one in operations.values() for tag in one["tags"]}
    assert tags <= {one["name"] for one in schema["tags"]}
    for name, operation in operations.items():
        sent = "requestBody" in operation
        posts = ("rule", "rule_on_story", "diagnose", "legal_plays", "interview", "contrast", "compare_meanings")
        assert name in posts if sent else re.fullmatch(r"(list|get|export)_[a-z_]+|search", name)
        assert operation["summary"]
        assert set(operation["tags"]) <= tags
        problems = {"413", "415", "422"} if sent else {"404"}
        assert {"200", "400", "429", *problems} <= set(operation["responses"])
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description"), (name, parameter["name"])
    obvious = {"title", "url", "slug", "year", "self", "edition", "id"}
    for name, component in schema["components"]["schemas"].items():
        # How the framework says that a choice may be empty, or null.
        assert component.get("description") or name in {"BlankEnum", "NullEnum"}, name
        if name in {"Provision", "Commentary", "ProvisionText", "Citation", "Hit", "Edition", "Problem"}:
            fields = component["properties"].items()
            missing = {
                field
                for field, told in fields
                if "description" not in told and "$ref" not in told and field not in obvious
            }
            assert missing <= {"term", "author", "citing", "texts", "footnotes", "tables", "provisions", "links"}, name


def test_parts_of_addresses_have_patterns_and_examples_that_fit(operations: dict[str, dict[str, Any]]) -> None:
    seen = set()
    for name, operation in operations.items():
        for parameter in operation.get("parameters", ()):
            if parameter["in"] != "path" or parameter["name"] == "id":
                continue
            pattern = parameter["schema"]["pattern"]
            assert pattern == PATTERNS[parameter["name"]], name
            assert parameter["examples"]
            assert all(re.search(pattern, one["value"]) for one in parameter["examples"].values())
            seen.add(parameter["name"])
    assert seen == set(PATTERNS)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        *((key, True) for key in ("1", "93", "27B1(a)", "30B1(b)(ii)", "Intro", "Club", "Club27", "Club27B", "Scope")),
        *((key, True) for key in ("Appendix4C2(b)(xii)", "Proprieties", "AppealsA")),
        *(
            (key, False)
            for key in ("", "0", "100", "27b", "27B1a", "ClubA", "Intro1", "27B(a)", "27B1(a)(xiii)", "27\n")
        ),
    ],
)
def test_the_pattern_of_keys_is_that_of_the_library(text: str, is_one: bool) -> None:
    assert is_key(text) == is_one
    try:
        parse(text)
    except ValueError:
        assert not is_one
    else:
        assert is_one


def test_every_series_is_in_the_pattern() -> None:
    assert all(is_key(series or "27") for series in SERIES)


def test_the_rates_are_those_of_the_settings(schema: dict[str, Any]) -> None:
    assert settings.API_RATES == {"anon": "60/min", "user": "600/min"}
    for rate in ("60 requests a minute", "600 requests a minute"):
        assert rate in schema["info"]["description"].replace("\n", " ")


def test_parameters_stand_in_the_order_in_which_one_reads_them(operations: dict[str, dict[str, Any]]) -> None:
    def names(operation: str) -> list[str]:
        return [one["name"] for one in operations[operation]["parameters"]]

    assert names("list_provisions") == ["edition", "on", "law", "under", "page", "page_size"]
    assert names("search")[:2] == ["q", "on"]


def test_anybody_may_read_it(client: Client, db: None) -> None:
    assert client.get("/api/schema").status_code == 200
    assert client.get("/api/schema", headers={"Accept": "application/json"}).json()["info"]["title"] == "Rectify API"
