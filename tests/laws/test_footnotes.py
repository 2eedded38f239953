"""The number of a footnote is that of the date: an amendment that brings or takes one moves those behind it."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client

from laws import footnotes, library, shelf
from laws.comparing.dates import compare_dates
from laws.footnotes import Standing, numbers
from laws.models import Citation, Edition
from laws.references import made_to
from laws.searching.finding import Asked, find, shown
from tests.laws.conftest import Digest
from tests.walking import walks

SLUG = "duplicate-2017"
FIRST, AMENDED = datetime.date(2017, 8, 1), datetime.date(2024, 1, 1)
BEFORE, SINCE = datetime.date(2023, 12, 31), datetime.date(2024, 1, 1)
DAY = datetime.timedelta(days=1)


def note(pk: int, mark: str, *times: tuple[datetime.date, datetime.date | None]) -> Standing:
    """A footnote in the place of its id."""
    return Standing(pk, (pk, 0), mark, times or ((FIRST, None),))


def told(*notes: Standing, on: datetime.date) -> list[str]:
    """The numbers of those that stood on a day, in order."""
    found = numbers(notes, on)
    return [found[one.pk] for one in notes if one.last(on)]


def test_an_amendment_that_brings_a_footnote_moves_those_behind_it() -> None:
    notes = [note(1, "3"), note(2, "4", (AMENDED, None)), note(3, "5"), note(4, "6")]
    assert told(*notes, on=BEFORE) == ["3", "4", "5"]
    assert told(*notes, on=SINCE) == ["3", "4", "5", "6"]


def test_an_amendment_that_takes_a_footnote_away_moves_those_behind_it() -> None:
    notes = [note(1, "3", (FIRST, AMENDED)), note(2, "3"), note(3, "4")]
    assert told(*notes, on=BEFORE) == ["3", "4", "5"]
    assert told(*notes, on=SINCE) == ["3", "4"]


def test_one_comes_and_one_goes() -> None:
    notes = [note(1, "1", (FIRST, AMENDED)), note(2, "1"), note(3, "2", (AMENDED, None)), note(4, "3")]
    assert told(*notes, on=BEFORE) == ["1", "2", "3"]
    assert told(*notes, on=SINCE) == ["1", "2", "3"]


def test_amendments_follow_each_other() -> None:
    again = datetime.date(2026, 1, 1)
    notes = [note(1, "1", (AMENDED, None)), note(2, "2", (again, None)), note(3, "3")]
    assert told(*notes, on=BEFORE) == ["1"]
    assert told(*notes, on=SINCE) == ["1", "2"]
    assert told(*notes, on=again) == ["1", "2", "3"]


def test_a_new_text_of_a_footnote_moves_none() -> None:
    notes = [note(1, "1", (FIRST, AMENDED), (AMENDED, None)), note(2, "2")]
    assert told(*notes, on=BEFORE) == told(*notes, on=SINCE) == ["1", "2"]


def test_a_footnote_that_is_printed_twice_is_one() -> None:
    """Its second place has the number of the first, and moves none by coming or going."""
    notes = [note(1, "1", (AMENDED, None)), note(2, "2"), note(3, "3"), note(4, "2"), note(5, "4")]
    assert told(*notes, on=BEFORE) == ["1", "2", "1", "3"]
    assert told(*notes, on=SINCE) == ["1", "2", "3", "2", "4"]
    notes = [note(1, "1"), note(2, "1", (AMENDED, None)), note(3, "2")]
    assert told(*notes, on=BEFORE) == ["1", "2"]


def test_a_mark_that_is_no_number_stays() -> None:
    assert told(note(1, "1", (AMENDED, None)), note(2, "*"), on=BEFORE) == ["*"]


@pytest.fixture
def amended(digest: Digest) -> Digest:
    """Law 73 has a footnote since its amendment; Law 93, behind it, has had one all the time, and so has Law 27 before it."""
    digest.change(
        "duplicate-2017/law-73.yaml",
        "text: See 27B1(a) for nothing in particular.\n",
        'text: See 27B1(a) for nothing in particular.\nfootnotes:\n  - {mark: "8", on: "73A", text: Nor by nodding.}\n',
    )
    digest.write(
        "duplicate-2017/law-93.yaml",
        'law: "93"\ntitle: Appeals\nprovisions:\n  - {key: "93A", text: Whoever is wronged appeals.}\n'
        'footnotes:\n  - {mark: "9", on: "93A", text: "But see 27A, and national law."}\n',
    )
    return digest


@pytest.fixture
def moved(db: None, amended: Digest) -> None:
    """That, loaded."""
    shelf.load(amended.folder)


def test_a_law_has_the_numbers_of_the_date(moved: None) -> None:
    assert [one.mark for one in library.notes(SLUG, "93", BEFORE)] == ["8"]
    assert [one.mark for one in library.notes(SLUG, "93", SINCE)] == ["9"]
    assert [one.mark for one in library.notes(SLUG, "27", BEFORE)] == ["7"]


@walks("page", ["93/", "93A/", "93/print/", "print/"], apart=True)
def test_pages_have_them(moved: None, client: Client, page: str) -> None:
    def mark(on: datetime.date) -> bool:
        html = client.get(f"/laws/{SLUG}/{page}?on={on}").content.decode()
        assert "national law" in html
        return "<sup>8</sup>" in html.partition("Whoever is wronged")[2]

    assert mark(BEFORE)
    assert not mark(SINCE)


def test_who_cites_says_them(moved: None) -> None:
    assert [(one.key, one.mark) for one in made_to(SLUG, {"27A"}, BEFORE).footnotes] == [("93A", "8")]
    assert [(one.key, one.mark) for one in made_to(SLUG, {"27A"}, SINCE).footnotes] == [("93A", "9")]


def test_the_search_says_them(moved: None) -> None:
    for on, number in ((BEFORE, "8"), (SINCE, "9")):
        (one,) = shown(find(Asked(words="national", on=on)).hits, "national", on)
        assert one.code == number


def test_the_api_and_the_export_say_them(moved: None, client: Client) -> None:
    def get(address: str, on: datetime.date) -> Any:
        return client.get(f"/api/v1/laws/editions/{SLUG}/{address}", {"on": on.isoformat()}).json()

    for on, number in ((BEFORE, "8"), (SINCE, "9")):
        assert [one["mark"] for one in get("provisions/93A/", on)["footnotes"]] == [number]
        nodes = get("laws/93/", on)["provisions"]
        assert [one["mark"] for node in nodes for one in node["footnotes"]] == [number]
        citing = [one["citing"] for one in get("citations/", on)["results"] if one["citing"]["provision"] == "93A"]
        assert [one["footnote"] for one in citing] == [number]
        law = next(one for one in get("export.json", on)["laws"] if one["number"] == "93")
        assert [one["mark"] for node in law["provisions"] for one in node["footnotes"]] == [number]


def test_another_number_is_no_other_text(moved: None) -> None:
    found = compare_dates(Edition.objects.get(slug=SLUG), BEFORE, SINCE)
    assert [law.number for law in found.laws] == ["73"]


def test_a_text_names_a_footnote_by_the_number_of_its_own_time(amended: Digest, db: None) -> None:
    amended.change("duplicate-2017/law-73.until-2024-01-01.yaml", "by frowning.", "by frowning (footnote 8).")
    amended.change("duplicate-2017/law-27.yaml", "see 27A and Law 73", "see 27A and Law 73 (footnote 9)")
    shelf.load(amended.folder)
    named = Citation.objects.filter(written__startswith="footnote").order_by("version__provision__order")
    assert [[one.key for one in cited.provisions.all()] for cited in named] == [["93A"], ["93A"]]


def test_the_book_of_2017_counted_its_last_footnote_as_28_until_2024(real_shelf: None) -> None:
    assert footnotes.places(SLUG, BEFORE)["28"] == "93C3(b)"
    assert "29" not in footnotes.places(SLUG, BEFORE)
    since = footnotes.places(SLUG, SINCE)
    assert (since["28"], since["29"]) == ("89B", "93C3(b)")
    assert list(map(int, footnotes.places(SLUG, BEFORE))) == list(range(1, 29))
