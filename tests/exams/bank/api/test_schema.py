"""The OpenAPI schema of the exam house: complete, and of use to somebody who reads it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from exams.bank.api import urls
from exams.papers import api as papers
from laws.api.schema import openapi

ROOMS = ("/api/v1/bank/", "/api/v1/papers/")


@pytest.fixture(scope="module")
def paths() -> dict[str, Any]:
    """The addresses of the rooms with their operations."""
    return {path: ways for path, ways in openapi()["paths"].items() if path.startswith(ROOMS)}


def test_every_address_is_in_it(paths: dict[str, Any]) -> None:
    for room, patterns in zip(ROOMS, (urls.urlpatterns, papers.urlpatterns), strict=True):
        assert sum(path.startswith(room) for path in paths) == len(patterns)


def test_every_operation_says_what_it_does_and_what_may_be_wrong(paths: dict[str, Any]) -> None:
    tags = {one["name"] for one in openapi()["tags"]}
    names = set()
    for ways in paths.values():
        for method, told in ways.items():
            names.add(told["operationId"])
            assert told["summary"]
            assert set(told["tags"]) <= tags
            more = {"409", "413", "415", "422"} if method == "post" else set()
            assert {"200", "400", "403", "404", "429", *more} <= set(told["responses"]), told["operationId"]
            for parameter in told.get("parameters", ()):
                assert parameter.get("description"), (told["operationId"], parameter["name"])
            if method == "get":
                assert re.fullmatch(r"(list|get)_[a-z_]+", told["operationId"])
    assert len(names) == sum(len(ways) for ways in paths.values())
    components = openapi()["components"]["schemas"]
    bank = "Version VersionDetail Review BankComment Run ImportReport ImportRow Decision Start Upload"
    for name in [*bank.split(), "Blueprint", "Paper", "Topic"]:
        fields = components[name]["properties"].items()
        assert [field for field, told in fields if "description" not in told and "$ref" not in told] == [], name
