"""The search over everything, on an invented shelf."""

from __future__ import annotations

import datetime

from django.db import connection
from pytest_django import DjangoAssertNumQueries

from laws import shelf
from laws.models import Edition
from laws.searching.finding import Asked, Found, Shown, find, shown
from laws.searching.jumping import Place, first_of, place_meant, readable_editions
from laws.searching.words import END_FOUND, FOUND
from tests.laws.conftest import Digest

TODAY = datetime.date(2026, 1, 1)


def found(words: str, on: datetime.date = TODAY, **where: str) -> Found:
    """What has the words."""
    return find(Asked(words=words, on=on, **where))  # type: ignore[arg-type]


def results(words: str, on: datetime.date = TODAY) -> list[Shown]:
    """The same with texts."""
    return shown(found(words, on).hits, words, on)


def whats(words: str, on: datetime.date = TODAY) -> list[str]:
    """The kinds of what is found, best first."""
    return [hit.what for hit in found(words, on).hits]


def test_every_kind_of_text_is_found(small_shelf: Digest) -> None:
    assert whats("frowning") == ["law"]
    assert whats("unless") == ["footnote"]
    assert set(whats("call")) == {"definition", "law"}
    assert whats("who did it") == [], "words so common tell nothing"
    assert sorted(whats("low")) == ["law", "minute"]


def test_a_definition_is_found_by_its_term(small_shelf: Digest) -> None:
    (one,) = [one for one in results("offender") if one.hit.what == "definition"]
    assert (one.title, one.text) == ("Offender", "Who did it.")


def test_a_hit_tells_where_it_stands(small_shelf: Digest) -> None:
    (law,) = results("cheapest")
    assert (law.title, law.law_title, law.hit.keys) == ("Not accepted", "Insufficient bid", ("27B1(a)",))
    (minute,) = [one for one in results("too low") if one.hit.what == "minute"]
    assert minute.hit.keys == ("27A", "27B1(a)")
    assert (minute.code, minute.title, minute.authority, minute.place) == (
        "27-too-low",
        "What is too low",
        "A committee",
        "Lyon",
    )
    assert (minute.dated, minute.date_format) == (datetime.date(2018, 10, 1), "F Y")


def test_a_node_with_only_a_heading_is_left_to_the_texts_under_it(small_shelf: Digest) -> None:
    headed = found("not declined or accepted").hits
    assert ("27B",) not in {hit.keys for hit in headed}
    assert {("27B1",), ("27B1(a)",)} <= {hit.keys for hit in headed}
    assert ("27",) in [hit.keys for hit in found("insufficient").hits], "a whole law is found by its title"


def test_only_what_stood_on_the_date_is_found(small_shelf: Digest) -> None:
    before, after = datetime.date(2019, 1, 1), datetime.date(2021, 1, 1)
    assert "note" in whats("bids are calls", before)
    assert "note" not in whats("bids are calls", after), "that note had an end"
    assert [hit.keys for hit in found("communicated", before).hits] == [("73A",)]


def test_a_superseded_wording_is_not_found(small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/law-27.yaml", "that is too low", "that is insufficient")
    shelf.load(small_shelf.folder)
    assert "law" not in whats("low")


def test_suits_and_calls_are_words(small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/law-27.yaml", "a bid of 1♠", "an “artificial” bid of 1♠–2♥")
    shelf.load(small_shelf.folder)
    for words in ("1♠", "1S", "spade", "♠", "2h", "artificial", '"bid of 1♠"'):
        (hit,) = found(words).hits
        assert hit.keys == ("27A",)
    assert found("1♥").hits == []
    assert found("2♠").hits == []
    (one,) = results("artificial 1♠")
    assert f"an “{FOUND}artificial{END_FOUND}” bid of {FOUND}1♠{END_FOUND}–2♥" in one.text


def test_filters_and_their_counts(small_shelf: Digest) -> None:
    everything = found("low")
    assert (everything.by_what["law"], everything.by_what["minute"]) == (1, 1)
    assert everything.by_law == {"27": 2}
    minutes = found("low", what="minute")
    assert [hit.what for hit in minutes.hits] == ["minute"]
    assert minutes.by_what == everything.by_what, "what could be chosen instead"
    assert found("low", law="73").hits == []
    assert found("low", law="73").by_law == {"27": 2}


def test_a_filter_by_edition(small_shelf: Digest) -> None:
    here, elsewhere = (Edition.objects.get(slug=slug).pk for slug in ("duplicate-2017", "duplicate-2007"))
    assert len(find(Asked(words="low", on=TODAY, edition=here)).hits) == 2
    other = find(Asked(words="low", on=TODAY, edition=elsewhere))
    assert (other.hits, other.by_edition) == ([], {here: 2})


def test_the_law_comes_before_what_explains_it(real_shelf: None) -> None:
    assert whats("insufficient bid")[0] == "law"
    assert found("insufficient bid").hits[0].keys == ("27",)
    assert found("comparable call").hits[0].keys == ("23",)


# What directors look for, and where the law decides it: the provision, or one under it, that is to come first of the law.
LOOKED_FOR = {
    "hesitation": "16B",
    "unauthorized information": "16",
    "unauthorised information": "16",
    "extraneous information": "16D",
    "revoke": "64",
    "insufficient bid": "27",
    "comparable call": "23",
    "claim": "70",
    "appeal": "93",
    "misinformation": "21",
    "mistaken explanation": "75",
    "mechanical error": "25A",
    "unintended call": "25A",
    "dummy": "42",
    "lead out of turn": "53",
    "opening lead out of turn": "54",
    "bid out of turn": "31",
    "double out of turn": "32",
    "pass out of rotation": "30",
    "inadmissible double": "36",
    "card exposed": "24",
    "logical alternative": "16B1",
    "demonstrable bridge reason": "73E2",
    "procedural penalty": "90",
    "fouled board": "87",
    "weighted score": "12C1(c)",
    "trump outstanding": "70C",
    "director error": "82",
    "quitted trick": "66C",
    "cards missing": "14",
    "wrong hand": "15",
}


def test_what_directors_look_for_comes_first(real_shelf: None) -> None:
    first = first_of(readable_editions())
    faults = []
    for words, decides in LOOKED_FOR.items():
        hits = find(Asked(words=words, on=TODAY, first=first)).hits
        found = next((hit.keys[0] for hit in hits if hit.what == "law"), "nothing")
        if not found.startswith(decides):
            faults.append(f"{words}: {found}, not {decides}")
        places = [hit.edition in first for hit in hits]
        if places != sorted(places, reverse=True):
            faults.append(f"{words}: the other code stands among the usual one")
    assert faults == []
    top = [hit.keys for hit in find(Asked(words="penalty card", on=TODAY, first=first)).hits[:3]]
    assert ("50",) in top
    alert = find(Asked(words="alert", on=TODAY, first=first)).hits[0]
    assert alert.what == "definition"


def test_where_an_edition_is_asked_for_the_usual_one_has_no_lead(real_shelf: None) -> None:
    rubber = Edition.objects.get(slug="rubber-2014").pk
    hits = find(Asked(words="hesitation", on=TODAY, edition=rubber, first=first_of(readable_editions()))).hits
    assert ("16A",) in [hit.keys for hit in hits[:2]]
    assert {hit.edition for hit in hits} == {rubber}


def test_both_codes_are_looked_through(real_shelf: None) -> None:
    assert len(found("revoke").by_edition) == 2


def test_it_costs_three_queries_and_one_more_for_footnotes(
    real_shelf: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    results("offender")  # what the texts cite is read once after they have changed
    for words, queries in (("offender", 4), ("player's", 4), ("zugzwang", 3)):
        with django_assert_num_queries(queries):
            results(words)


def test_the_full_text_indexes_can_be_used(real_shelf: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        for table in ("provision", "footnote", "definition", "commentary"):
            cursor.execute(
                f"EXPLAIN SELECT 1 FROM laws_{table}version"  # noqa: S608 - a name from the line above
                " WHERE search @@ websearch_to_tsquery('english', 'offender')"
            )
            assert f"{table}_version_search" in str(cursor.fetchall())


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_a_number_leads_to_its_place(real_shelf: None) -> None:
    editions = readable_editions()
    for typed, place in {
        "27b1a": Place("duplicate-2017", "27B1(a)"),
        "law 27": Place("duplicate-2017", "27"),
        "rubber 27b": Place("rubber-2014", "27B"),
        "Rubber 2014 27": Place("rubber-2014", "27"),
        "duplicate 27": Place("duplicate-2017", "27"),
        "club law 27": Place("rubber-2014", "Club27"),
        "proprieties 4": Place("rubber-2014", "Proprieties4"),
        "appendix 4": Place("rubber-2014", "Appendix4"),
        "2C": None,
        "rubber bridge": None,
        "rubber 2015 27": None,
        "99": None,
        "": None,
    }.items():
        assert place_meant(typed, editions) == place, typed
