"""Laws, provisions and their versions, definitions, flow charts."""

from __future__ import annotations

import datetime
import re

import pytest
from django.db.backends.postgresql.psycopg_any import DateRange
from django.test import Client
from django.utils import timezone

from laws import keys, shelf
from laws.api.filters import key_or_below
from laws.models import (
    Edition,
    FlowChart,
    FlowChartVersion,
    Law,
    Origin,
    Provision,
    ProvisionVersion,
    SourceDocument,
    TextKind,
)
from tests.laws.api.conftest import OF_2017, ON, Ask
from tests.laws.conftest import Digest
from tests.walking import walks

HERE = f"http://testserver{OF_2017}"


def official(key: str, text: str) -> ProvisionVersion:
    """An official text that an operator has imported."""
    source = SourceDocument.objects.create(title="The law book", sha256="a" * 64)
    return ProvisionVersion.objects.create(
        provision=Provision.objects.get(key=key),
        kind=TextKind.OFFICIAL,
        text=text,
        effective=DateRange(datetime.date(2017, 8, 1)),
        origin=Origin.IMPORTED,
        source=source,
        first_line=7,
        last_line=9,
    )


def test_a_provision_stands_in_its_place(small_shelf: Digest, ask: Ask) -> None:
    told = ask(f"{OF_2017}provisions/27B/", on=ON)
    assert (told["on"], told["edition"], told["key"], told["name"]) == (ON, "duplicate-2017", "27B", "27B")
    assert (told["law"], told["parent"], told["gap"]) == ("27", "27", False)
    assert told["above"] == [{"key": "27", "heading": "Insufficient bid", "url": f"{HERE}provisions/27/"}]
    assert [one["key"] for one in told["below"]] == ["27B1", "27B1(a)"]
    (text,) = told["texts"]
    assert (text["kind"], text["heading"], text["text"], text["origin"]) == ("digest", "Not accepted", "", "shipped")
    assert text["in_force"] == {"since": "2017-08-01", "until": None}


def test_digest_and_official_text_stand_side_by_side(small_shelf: Digest, ask: Ask) -> None:
    official("27A", "The words of the book.")
    digest, book = ask(f"{OF_2017}provisions/27A/")["texts"]
    assert (digest["kind"], book["kind"]) == ("digest", "official")
    assert (book["text"], book["origin"]) == ("The words of the book.", "imported")
    assert (book["source"]["title"], book["first_line"], book["last_line"]) == ("The law book", 7, 9)
    assert ask(book["source"]["url"].removeprefix("http://testserver"))["sha256"] == "a" * 64


def test_footnotes_and_tables_come_along(small_shelf: Digest, ask: Ask) -> None:
    (note,) = ask(f"{OF_2017}provisions/27A/")["footnotes"]
    assert (note["mark"], note["texts"][0]["text"]) == ("7", "Unless 27B1(a) says so.")
    (table,) = ask(f"{OF_2017}provisions/Intro/")["texts"][0]["tables"]
    assert table == {"caption": "Force", "head": ["Word", "Force"], "rows": [["may", "none"], ["must", "serious"]]}


def test_the_links_of_a_provision_lead_somewhere(small_shelf: Digest, ask: Ask, client: Client) -> None:
    links = ask(f"{OF_2017}provisions/27B1(a)/", on=ON)["links"]
    assert links["cited_by"] == f"{HERE}citations/?cited=27B1(a)"
    page = links.pop("page").removeprefix("http://testserver")
    assert client.get(page).status_code == 200
    for address in links.values():
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize(
    ("on", "text", "instrument"),
    [
        ("2023-12-31", "Partners communicated by frowning.", None),
        ("2024-01-01", "See 27B1(a) for nothing in particular.", "First amendment"),
    ],
)
def test_a_provision_is_told_as_of_a_date(
    small_shelf: Digest, ask: Ask, on: str, text: str, instrument: str | None
) -> None:
    (told,) = ask(f"{OF_2017}provisions/73A/", on=on)["texts"]
    assert told["text"] == text
    assert (told["amended_by"] or {}).get("instrument") == instrument


def test_a_provision_that_did_not_exist_yet_is_a_gap(small_shelf: Digest, ask: Ask) -> None:
    small_shelf.change(
        "duplicate-2017/law-73.yaml", "for nothing in particular.", "for nothing.\n  - {key: '73B', text: Nor this.}"
    )
    shelf.load(small_shelf.folder)
    told = ask(f"{OF_2017}provisions/73B/", on="2023-12-31")
    assert (told["gap"], told["texts"]) == (True, [])
    assert not ask(f"{OF_2017}provisions/73B/", on="2024-01-01")["gap"]


def test_a_law_comes_whole(small_shelf: Digest, ask: Ask) -> None:
    law = ask(f"{OF_2017}laws/27/", on=ON)
    assert (law["on"], law["name"], law["title"], law["part"]) == (
        ON,
        "Law 27",
        "Insufficient bid",
        {"order": 2, "title": "Beginnings"},
    )
    assert [one["key"] for one in law["provisions"]] == ["27", "27A", "27B", "27B1", "27B1(a)"]
    assert [one["title"] for one in ask(f"{OF_2017}laws/", on="2023-12-31")["results"]] == [
        "Introduction",
        "Insufficient bid",
        "Frowning",
    ]


@walks(
    ("query", "told"),
    [
        ({"law": "27"}, ["27", "27A", "27B", "27B1", "27B1(a)"]),
        ({"under": "27B"}, ["27B", "27B1", "27B1(a)"]),
        ({"under": "27B1(a)"}, ["27B1(a)"]),
        ({"under": "2"}, []),
        ({"under": "Intro"}, ["Intro"]),
        ({"law": "73", "under": "27"}, []),
    ],
    apart=True,
)
def test_provisions_are_found_by_law_and_key(
    small_shelf: Digest, found: Ask, query: dict[str, str], told: list[str]
) -> None:
    assert [one["key"] for one in found("provisions/", on=ON, **query)] == told


@pytest.mark.parametrize("key", ["27", "27B", "27B1", "27B1(a)", "27B1(a)(i)", "Club27", "Club27B", "Intro"])
def test_what_is_below_a_key_is_told_from_its_text_too(key: str) -> None:
    everything = [
        f"{series}{law}{rest}"
        for series in ("", "Club")
        for law in ("2", "27", "28")
        for rest in ("", "B", "B1", "B12", "B1(a)", "B1(a)(i)", "B1(a)(ii)", "C")
    ]
    place = keys.parse(key)
    below = [one for one in everything if one == key or place in keys.parse(one).ancestors]
    assert [one for one in everything if re.match(key_or_below(key), one)] == below


def test_every_text_a_provision_has_had_is_told_with_both_clocks(small_shelf: Digest, found: Ask) -> None:
    small_shelf.change("duplicate-2017/law-27.yaml", "that is too low", "that is insufficient")
    before = timezone.localtime()
    shelf.load(small_shelf.folder)
    official("27A", "The words of the book.")
    first, second, book = found("provisions/27A/versions/")
    assert first["text"] == "The next player may accept a bid of 1♠ that is too low."
    assert [one["revision"] for one in (first, second, book)] == [1, 2, 1]
    assert first["entered"] < before.isoformat() <= min(first["superseded"], second["entered"])
    assert second["superseded"] is None
    assert (book["kind"], book["origin"], book["source"]["title"]) == ("official", "imported", "The law book")


def test_amended_versions_name_their_instrument(small_shelf: Digest, found: Ask) -> None:
    old, new = sorted(found("provisions/73A/versions/"), key=lambda one: str(one["in_force"]["since"]))
    assert old["in_force"] == {"since": "2017-08-01", "until": "2024-01-01"}
    assert new["in_force"] == {"since": "2024-01-01", "until": None}
    assert (old["amended_by"], new["amended_by"]) == (
        None,
        {"instrument": "First amendment", "in_force": "2024-01-01"},
    )


def test_definitions_are_found_by_their_term(small_shelf: Digest, found: Ask) -> None:
    assert [one["term"] for one in found("definitions/")] == ["Bid", "Offender"]
    (told,) = found("definitions/", term="offEND")
    (text,) = told["texts"]
    assert (text["text"], text["forms"], text["marked"], text["see"]) == (
        "Who did it.",
        ["offenders", "the one at fault"],
        True,
        [],
    )


def test_flow_charts_name_their_laws(small_shelf: Digest, found: Ask) -> None:
    assert found("charts/") == []
    chart = FlowChart.objects.create(edition=Edition.objects.get(slug="duplicate-2017"), title="Too low a bid")
    chart.laws.set(Law.objects.filter(number__in=["27", "73"]))
    FlowChartVersion.objects.create(
        chart=chart, kind=TextKind.OFFICIAL, text="Accepted? Yes.", effective=DateRange(datetime.date(2017, 8, 1))
    )
    (told,) = found("charts/")
    assert (told["title"], told["laws"]) == ("Too low a bid", ["27", "73"])
    assert [(one["kind"], one["text"]) for one in told["texts"]] == [("official", "Accepted? Yes.")]
