"""How the API may be asked, and what it says to what it cannot answer."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from laws import shelf
from tests.factories import person
from tests.laws.api.conftest import BASE, OF_2017, ON, Ask
from tests.laws.conftest import Digest
from tests.walking import walks

RUBBER = """\
  - slug: rubber
    title: Laws of Rubber Bridge
    editions:
      - {slug: rubber-2014, title: Laws of 2014, year: 2014, in_force: 2014-04-01}
documents:
"""


@walks(
    ("address", "code", "says"),
    [
        ("editions/duplicate-1997/laws/", "unknown-edition", "/api/v1/laws/editions/"),
        ("editions/duplicate-2017/laws/?on=2010-05-01", "not-in-force", "The edition of that day is duplicate-2007."),
        ("editions/duplicate-2017/laws/?on=2010-05-01", "not-in-force", "a date from 2017-08-01."),
        (
            "editions/duplicate-2017/laws/?on=1999-01-01",
            "not-in-force",
            "not in force on 1999-01-01. For duplicate-2017",
        ),
        ("editions/duplicate-2007/laws/", "not-in-force", "a date from 2008-01-01 and before 2017-08-01."),
        ("editions/duplicate-2007/laws/?on=2010-05-01", "no-text", "is not in the library"),
        ("editions/duplicate-2007/amendments/", "no-text", "is not in the library"),
        ("editions/duplicate-2017/provisions/99Z/", "unknown-key", "duplicate-2017 has no provision “99Z”"),
        ("editions/duplicate-2017/provisions/27b1a/", "unknown-key", "Ask for 27B1(a)."),
        ("editions/duplicate-2017/provisions/27b/versions/", "unknown-key", "Ask for 27B."),
        ("editions/duplicate-2017/provisions/nonsense/", "unknown-key", "/provisions/ lists them"),
        ("editions/duplicate-2017/laws/28/", "unknown-key", "has no provision “28”"),
        ("editions/duplicate-2017/provisions/?page=9", "no-such-page", "There is no page 9."),
        ("editions/duplicate-2017/provisions/?page=last", "no-such-page", "There is no page last."),
        ("search/?q=bid&edition=duplicate-2007", "unknown-edition", "duplicate-2007"),
    ],
    apart=True,
)
def test_what_is_not_there_is_told(small_shelf: Digest, ask: Ask, address: str, code: str, says: str) -> None:
    problem = ask(BASE + address, 404)
    assert (problem["code"], problem["status"], problem["title"]) == (code, 404, "Not Found")
    assert says in problem["detail"]


@pytest.mark.parametrize(
    ("address", "parameter", "says"),
    [
        ("provisions/?on=yesterday", "on", "Give the date as year-month-day, such as 2024-01-01."),
        ("provisions/?on=2024-02-30", "on", "Give the date"),
        ("provisions/?edtion=x", "edtion", "there are: law, on, page, page_size, under."),
        ("export.json?page=2", "page", "there are: on."),
        ("?on=2024-01-01", "on", "None is known here."),
        ("commentary/?kind=", "kind", "It is empty"),
        ("commentary/?kind=rumour", "kind", "rumour"),
        ("commentary/?provision=27b", "provision", "Write a key"),
        ("commentary/?provision=ClubA", "provision", "Write a key"),
        ("commentary/?authority=%00", "authority", "Null characters"),
        (f"definitions/?term={'x' * 201}", "term", "at most 200"),
        ("citations/?status=lost", "status", "lost"),
        ("citations/?text=letter", "text", "letter"),
        ("provisions/?page_size=0", "page_size", "a number from 1 to 200"),
        ("provisions/?page_size=201", "page_size", "a number from 1 to 200"),
        ("provisions/?page_size=²", "page_size", "a number from 1 to 200"),
        pytest.param(
            f"provisions/?page_size={'9' * 5000}", "page_size", "a number from 1 to 200", id="thousands of digits"
        ),
        ("/api/v1/laws/editions/?on_shelf=maybe", "on_shelf", "true or false"),
        ("/api/v1/laws/editions/?on=soon", "on", "valid date"),
        ("/api/v1/laws/search/", "q", "Say what to look for."),
        ("/api/v1/laws/search/?q=%20", "q", "Say what to look for."),
        (f"/api/v1/laws/search/?q={'x' * 201}", "q", "at most 200"),
        ("/api/v1/laws/search/?q=bid&kind=rumour", "kind", "rumour"),
        ("/api/v1/laws/search/?q=bid&edition=%C3%A9", "edition", "short name"),
        ("/api/v1/laws/search/?q=bid&law=27B", "law", "Write a law's number"),
        ("provisions/?law=27B", "law", "Write a law's number"),
        ("/api/v1/laws/concordance/?later=Rubber", "later", "short name"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_refused(
    small_shelf: Digest, ask: Ask, address: str, parameter: str, says: str
) -> None:
    problem = ask(address if address.startswith("/") else OF_2017 + address, 400)
    assert problem["code"] == "bad-parameter"
    assert [*problem["errors"]] == [parameter]
    assert says in problem["errors"][parameter][0]
    assert problem["detail"].startswith(f"{parameter}: ")


@walks("method", ["post", "put", "patch", "delete"], apart=True)
def test_nothing_can_be_written(small_shelf: Digest, client: Client, method: str) -> None:
    response = getattr(client, method)(f"{OF_2017}provisions/27A/", {}, content_type="application/json")
    assert response.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert response.json()["code"] == "read-only"


def test_what_may_be_done_can_be_asked(small_shelf: Digest, client: Client) -> None:
    assert client.options(OF_2017).headers["Allow"] == "GET, HEAD, OPTIONS"
    assert client.head(OF_2017).content == b""


def test_only_json_is_spoken(small_shelf: Digest, client: Client) -> None:
    assert client.get(OF_2017, headers={"Accept": "text/html"}).status_code == HTTPStatus.NOT_ACCEPTABLE
    from_browser = "text/html,application/xhtml+xml,*/*;q=0.8"
    assert client.get(OF_2017, headers={"Accept": from_browser}).headers["Content-Type"] == "application/json"


def test_an_address_that_does_not_exist_is_a_problem_too(db: None, ask: Ask) -> None:
    assert ask("nothing/", 404)["code"] == "not-found"


def test_pages_follow_one_another(small_shelf: Digest, client: Client) -> None:
    address: str | None = f"{OF_2017}provisions/?page_size=3&on={ON}"
    keys: list[str] = []
    sizes = []
    while address:
        page = client.get(address).json()
        assert (page["on"], page["count"]) == (ON, 8)
        sizes.append(len(page["results"]))
        keys += [one["key"] for one in page["results"]]
        address = page["next"]
    assert sizes == [3, 3, 2]
    assert keys == ["Intro", "27", "27A", "27B", "27B1", "27B1(a)", "73", "73A"]
    assert "page=2" in page["previous"]


@pytest.mark.parametrize(
    "address",
    [
        "codes/",
        "editions/",
        "editions/duplicate-2017/laws/",
        "editions/duplicate-2017/laws/27/",
        "editions/duplicate-2017/provisions/",
        "editions/duplicate-2017/definitions/",
        "editions/duplicate-2017/commentary/?on=2019-01-01",
        "editions/duplicate-2017/citations/",
        "editions/duplicate-2017/amendments/",
        "editions/duplicate-2017/charts/",
        "concordance/",
        "sources/",
        "search/?q=bid",
    ],
)
def test_a_longer_list_costs_no_more_queries(
    small_shelf: Digest, client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12) as short:
        first = client.get(BASE + address)
    small_shelf.change(
        "duplicate-2017/law-27.yaml",
        "footnotes:\n",
        '  - {key: "27C", heading: More, text: "See 27A, 27B and 98."}\n'
        '  - {key: "27D", text: "A bid; see 27C."}\n'
        'footnotes:\n  - {mark: "9", on: "27D", text: "Or 27B."}\n',
    )
    small_shelf.change(
        "duplicate-2017/edition.yaml",
        "amendments:\n",
        'amendments:\n  - {instrument: Second amendment, in_force: 2025-01-01, laws: ["27"]}\n',
    )
    small_shelf.change(
        "duplicate-2017/definitions.yaml", "definitions:\n", "definitions:\n  - {term: Call, text: A bid; see 27C.}\n"
    )
    small_shelf.change(
        "duplicate-2017/commentary/law-27.yaml",
        "commentary:\n",
        'commentary:\n  - {id: more, kind: note, on: ["27C", "27D"], terms: [Call], text: "On a bid; see 27A."}\n',
    )
    small_shelf.change(
        "concordance.yaml", "    entries:\n", '    entries:\n      - {earlier: "27", later: "27D", kind: split}\n'
    )
    small_shelf.write(
        "duplicate-2017/law-28.yaml", 'law: "28"\ntitle: In turn\nprovisions:\n  - {key: "28A", text: A bid.}\n'
    )
    small_shelf.change("codes.yaml", "documents:\n", RUBBER + "  - {slug: other, title: Other}\n")
    shelf.load(small_shelf.folder)
    with django_assert_max_num_queries(len(short.captured_queries)):
        second = client.get(BASE + address)
    assert first.status_code == second.status_code == 200
    if "charts" not in address:
        assert len(second.content) > len(first.content)


def test_who_asks_too_often_has_to_wait(small_shelf: Digest, client: Client) -> None:
    often = int(settings.API_RATES["anon"].split("/")[0])
    for _ in range(often):
        assert client.get(f"{BASE}sources/").status_code == 200
    response = client.get(f"{BASE}codes/")
    assert response.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert 0 < int(response.headers["Retry-After"]) <= 60
    assert response.json()["code"] == "too-many-requests"
    assert response.headers["Content-Type"] == "application/problem+json"
    client.force_login(person("Ann Reader"))
    assert client.get(f"{BASE}codes/").status_code == 200, "by name people may ask more"


def test_signed_in_there_is_a_rate_too(small_shelf: Digest, client: Client, settings: Any) -> None:
    settings.API_RATES = {"anon": "1/min", "user": "3/min"}
    client.force_login(person("Ann Reader"))
    told = [client.get(f"{BASE}sources/").status_code for _ in range(4)]
    assert told == [200, 200, 200, 429]
    client.force_login(person("Bob Reader"))
    assert client.get(f"{BASE}sources/").status_code == 200, "each person has their own"
