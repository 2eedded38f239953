"""Codes, editions and amendments."""

from __future__ import annotations

from tests.laws.api.conftest import OF_2017, Ask
from tests.laws.conftest import Digest
from tests.walking import walks


def test_codes_have_their_editions(small_shelf: Digest, ask: Ask) -> None:
    (code,) = ask("codes/")["results"]
    assert (code["slug"], code["title"]) == ("duplicate", "Laws of Duplicate Bridge")
    told = [(one["slug"], one["in_force"], one["until"], one["on_shelf"]) for one in code["editions"]]
    assert told == [
        ("duplicate-2017", "2017-08-01", None, True),
        ("duplicate-2007", "2008-01-01", "2017-08-01", False),
    ]
    assert ask("codes/duplicate/") == code


def test_an_edition_leads_to_what_it_has(small_shelf: Digest, ask: Ask) -> None:
    edition = ask(OF_2017)
    assert edition["links"]["provisions"] == f"http://testserver{OF_2017}provisions/"
    for address in edition["links"].values():
        ask(address.removeprefix("http://testserver"))


@walks(
    ("query", "slugs"),
    [
        ({"on": "2010-05-01"}, ["duplicate-2007"]),
        ({"on": "2017-07-31"}, ["duplicate-2007"]),
        ({"on": "2017-08-01"}, ["duplicate-2017"]),
        ({"on": "2000-01-01"}, []),
        ({"on_shelf": "true"}, ["duplicate-2017"]),
        ({"on_shelf": "false"}, ["duplicate-2007"]),
        ({"code": "duplicate"}, ["duplicate-2017", "duplicate-2007"]),
        ({"code": "rubber"}, []),
    ],
    apart=True,
)
def test_editions_are_found_by_code_and_date(
    small_shelf: Digest, ask: Ask, query: dict[str, str], slugs: list[str]
) -> None:
    assert [one["slug"] for one in ask("editions/", **query)["results"]] == slugs


def test_amendments_say_what_they_touched(small_shelf: Digest, ask: Ask) -> None:
    assert ask(f"{OF_2017}amendments/")["results"] == [
        {"instrument": "First amendment", "in_force": "2024-01-01", "provisions": ["73", "73A"]}
    ]


def test_an_unknown_code_is_told(small_shelf: Digest, ask: Ask) -> None:
    problem = ask("codes/euchre/", 404)
    assert problem["code"] == "unknown-record"
    assert "/api/v1/laws/codes/" in problem["detail"]


def test_an_empty_library_answers(db: None, ask: Ask) -> None:
    assert ask("codes/")["results"] == []
    assert ask(OF_2017, 404)["code"] == "unknown-edition"
