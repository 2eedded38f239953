"""Commentary, citations, concordance, sources and the search."""

from __future__ import annotations

from typing import Any

from tests.laws.api.conftest import BASE, OF_2017, ON, Ask
from tests.laws.conftest import Digest
from tests.walking import walks

MINUTE, NOTE = "27-too-low", "def-bid"


def codes(results: list[Any]) -> list[str]:
    return [one["code"] for one in results]


def test_a_comment_is_told_with_its_diagrams(small_shelf: Digest, ask: Ask) -> None:
    told = ask(f"{OF_2017}commentary/{MINUTE}/", on=ON)
    assert (told["on"], told["kind"], told["authority"], told["place"]) == (ON, "minute", "A committee", "Lyon")
    assert (told["dated"], told["dated_to"]) == ("2018-10-01", "month")
    assert (told["provisions"], told["definitions"]) == (["27A", "27B1(a)"], [])
    (text,) = told["texts"]
    assert text["auctions"] == [
        {
            "dealer": "N",
            "calls": [{"by": "N", "call": "1S"}, {"by": "E", "call": "1N", "bad": True, "note": 1}],
            "notes": ["Too low"],
        }
    ]
    assert text["deals"] == [{"show": {"N": "AK.QJ.T9.8765432"}}]
    assert (text["source"]["title"], text["first_line"], text["last_line"]) == ("Notes", 3, 5)


@walks(
    ("query", "told"),
    [
        ({}, [MINUTE]),
        ({"on": "2019-12-31"}, [MINUTE, NOTE]),
        ({"on": "2020-01-01"}, [MINUTE]),
        ({"kind": "minute"}, [MINUTE]),
        ({"kind": ["note", "caution"], "on": "2019-01-01"}, [NOTE]),
        ({"provision": "27A"}, [MINUTE]),
        ({"provision": "27B"}, [MINUTE]),  # it hangs on 27B1(a)
        ({"provision": "27B1(a)(i)"}, []),
        ({"provision": "73"}, []),
        ({"law": "27"}, [MINUTE]),
        ({"law": "73"}, []),
        ({"authority": "COMMITTEE"}, [MINUTE]),
        ({"authority": "court"}, []),
    ],
    apart=True,
)
def test_commentary_is_found(small_shelf: Digest, found: Ask, query: dict[str, Any], told: list[str]) -> None:
    assert codes(found("commentary/", **{"on": ON, **query})) == told


def test_a_superseded_comment_says_when_it_held(small_shelf: Digest, ask: Ask, found: Ask) -> None:
    assert ask(f"{OF_2017}commentary/{NOTE}/", on=ON)["texts"] == []
    (version,) = found(f"commentary/{NOTE}/versions/")
    assert version["in_force"] == {"since": "2017-08-01", "until": "2020-01-01"}
    assert version["superseded"] is None
    assert ask(f"{OF_2017}commentary/nobody-said-so/", 404)["code"] == "unknown-record"
    assert ask(f"{OF_2017}commentary/nobody-said-so/versions/", 404)["code"] == "unknown-record"


@walks(
    ("query", "told"),
    [
        ({"status": "unmatched"}, [("99C", [])]),
        ({"status": ["unmatched", "ambiguous"]}, [("99C", [])]),
        ({"citing": "27B1"}, [("27A", ["27A"]), ("Law 73", ["73"]), ("99C", []), ("27B1(a)", ["27B1(a)"])]),
        ({"citing": "27A"}, [("27B1(a)", ["27B1(a)"])] * 2),  # the footnote, and the minute
        ({"citing": "27A", "text": "footnote"}, [("27B1(a)", ["27B1(a)"])]),
        ({"cited": "27A", "text": "definition"}, [("27A", ["27A"])]),
        ({"cited": "73", "text": "provision"}, [("Law 73", ["73"])]),
        ({"cited": "27B", "citing": "73"}, [("27B1(a)", ["27B1(a)"])]),
    ],
    apart=True,
)
def test_citations_are_found_from_both_ends(
    small_shelf: Digest, found: Ask, query: dict[str, Any], told: list[tuple[str, list[str]]]
) -> None:
    results = found("citations/", on=ON, **query)
    assert sorted((one["written"], one["cited"]) for one in results) == sorted(told)


def test_a_citation_says_where_it_stands(small_shelf: Digest, found: Ask) -> None:
    results = found("citations/", on=ON)
    named: dict[str, list[Any]] = {name: [] for name in ("provision", "footnote", "definition", "commentary")}
    for one in results:
        named[one["citing"]["text"]].append({key: value for key, value in one["citing"].items() if value is not None})
    assert named["footnote"] == [{"text": "footnote", "kind": "digest", "provision": "27A", "footnote": "7"}]
    assert named["definition"] == [{"text": "definition", "kind": "digest", "definition": "Bid"}]
    assert named["commentary"] == [{"text": "commentary", "kind": "digest", "commentary": MINUTE}]
    assert {one["provision"] for one in named["provision"]} == {"27B1", "27B1(a)", "73A"}
    place = next(one for one in results if one["written"] == "Law 73")
    assert "The offender replaces it; see 27A and Law 73."[place["start"] : place["end"]] == "Law 73"


def test_citations_are_those_of_the_texts_of_the_date(small_shelf: Digest, found: Ask) -> None:
    assert [one["citing"]["provision"] for one in found("citations/", on=ON, cited="27B1(a)", text="provision")] == [
        "73A"
    ]
    assert found("citations/", on="2023-12-31", cited="27B1(a)", text="provision") == []


@walks(
    ("query", "told"),
    [
        ({}, ["moved", "new"]),
        ({"kind": "new"}, ["new"]),
        ({"edition": "duplicate-2017", "key": "27"}, ["moved"]),
        ({"edition": "duplicate-2007", "key": "27"}, []),
        ({"edition": "duplicate-2007", "key": "26"}, ["moved"]),
        ({"key": "73"}, ["new"]),
        ({"earlier": "duplicate-2007"}, ["moved", "new"]),
        ({"later": "duplicate-2007"}, []),
        ({"edition": "nothing-here"}, []),
    ],
    apart=True,
)
def test_the_concordance_is_found(small_shelf: Digest, found: Ask, query: dict[str, str], told: list[str]) -> None:
    assert [one["kind"] for one in found(f"{BASE}concordance/", **query)] == told


def test_the_concordance_names_both_ends(small_shelf: Digest, found: Ask) -> None:
    moved, new = found(f"{BASE}concordance/")
    assert moved["earlier"] == {"edition": "duplicate-2007", "key": "26"}
    assert moved["later"] == {"edition": "duplicate-2017", "key": "27A"}
    assert moved["remark"] == "It went up."
    assert new["earlier"] == {"edition": "duplicate-2007", "key": None}


def test_sources_are_listed(small_shelf: Digest, ask: Ask, found: Ask) -> None:
    (source,) = found(f"{BASE}sources/")
    assert (source["title"], source["publisher"], source["dated"]) == ("Notes", "Somebody", "2020-01-01")
    assert ask(f"sources/{source['id']}/") == source
    assert ask("sources/999999/", 404)["code"] == "unknown-record"


def test_a_search_shows_what_it_found_and_where(small_shelf: Digest, ask: Ask) -> None:
    page = ask("search/", q="frowning", on=ON)
    (hit,) = page["results"]
    assert (page["on"], hit["kind"], hit["edition"], hit["keys"]) == (ON, "law", "duplicate-2017", ["73"])
    assert hit["excerpt"] == "Partners communicate by calls and plays, never by frowning."
    assert [hit["excerpt"][one["start"] : one["end"]] for one in hit["marks"]] == ["frowning"]
    assert hit["links"] == {"provisions": [f"http://testserver{OF_2017}provisions/73/"], "comment": None}
    assert page["counts"] == {"edition": {"duplicate-2017": 1}, "kind": {"law": 1}, "law": {"73": 1}}


def test_a_search_finds_everything_that_has_the_words(small_shelf: Digest, found: Ask) -> None:
    def kinds(**query: str) -> set[str]:
        return {one["kind"] for one in found(f"{BASE}search/", on=ON, **query)}

    assert kinds(q="bid") == {"law", "definition", "minute"}
    assert kinds(q="bid", kind="minute") == {"minute"}
    assert kinds(q="bid", law="27") == {"law", "minute"}
    assert kinds(q="bid", law="73") == set()
    assert kinds(q="bid", edition="duplicate-2017") == kinds(q="bid")
    assert kinds(q="unless") == {"footnote"}
    (minute,) = found(f"{BASE}search/", q="bid", kind="minute", on=ON)
    assert minute["commentary"] == MINUTE
    assert minute["links"]["comment"] == f"http://testserver{OF_2017}commentary/{MINUTE}/"


def test_a_search_for_a_key_names_its_provision(small_shelf: Digest, ask: Ask) -> None:
    told = ask("search/", q="27b1a", on=ON)["provision"]
    assert (told["edition"], told["key"]) == ("duplicate-2017", "27B1(a)")
    assert ask(told["url"].removeprefix("http://testserver"))["key"] == "27B1(a)"
    assert ask("search/", q="frowning", on=ON)["provision"] is None
