"""A sweep over editions, dates and paths: always exactly one complete ruling, on provisions that are there on the day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.rulings.editions import EDITIONS, Edition
from laws.rulings.facts.conduct import AMENDED, BEFORE_AMENDMENT
from laws.rulings.readers import explore, explore_given, interview, rule
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.staging import impossible, stage, staged
from laws.shelf import FOLDER
from laws.sources.digest import DigestEdition, read_shelf
from tests.laws.rulings.tables import record
from tests.walking import faults, walks

FAR: dt.date = dt.date(2099, 12, 31)
"""The last day swept of an edition that is still in force."""
EVERY = [(slug, number) for slug, edition in EDITIONS.items() for number in edition.procedures]
STAGED = [(slug, number) for slug in EDITIONS for number in staged(slug)]


def paths(slug: str) -> Iterator[Ruling]:
    """Every path of an edition."""
    return (path for number in EDITIONS[slug].procedures for path in explore(number, slug))


def name(path: Ruling) -> str:
    """The path as its receipt has it."""
    return path.receipt()["path"]


@cache
def shelf() -> dict[str, DigestEdition]:
    """The whole shelf, read once."""
    return dict(read_shelf(FOLDER).editions)


def book(slug: str) -> DigestEdition:
    """The edition as it stands on the shelf; without laws when its text is not there."""
    return shelf()[EDITIONS[slug].book]


def last_day(edition: Edition) -> dt.date:
    """The last day in force, or the last that is swept."""
    return edition.until - dt.timedelta(days=1) if edition.until else FAR


def dates_of(slug: str) -> list[dt.date]:
    """The first and the last day, the days round every amendment, and a spread between."""
    edition = EDITIONS[slug]
    first, last = edition.since, last_day(edition)
    found = {first + (last - first) * part // 8 for part in range(9)}
    for amendment in book(slug).amendments:
        found |= {amendment.in_force - dt.timedelta(days=1), amendment.in_force}
    return sorted(found)


@cache
def worded(slug: str, date: dt.date) -> frozenset[str]:
    """Every provision that has a text on a day, and whatever contains one."""
    found: set[str] = set()
    edition = book(slug)
    for law in edition.laws:
        if (law.amended or edition.in_force) <= date and (law.until is None or date < law.until):
            for provision in law.provisions:
                if provision.text:
                    key = provision.key
                    found |= {law.number, str(key), *(str(above) for above in key.ancestors)}
    return frozenset(found)


@pytest.mark.parametrize("slug", EDITIONS)
def test_every_path_is_one_complete_ruling(slug: str) -> None:
    """Whoever gives a path's answers gets this ruling and no other."""
    with faults() as found:
        for path in paths(slug):
            with found.at(name(path)):
                assert path.complete
                assert path.decided
                again = interview(path.procedure, dict(path.path), slug)
                assert again.complete
                assert again.steps == list(path.steps)


@walks(("slug", "number"), EVERY)
def test_no_path_is_the_beginning_of_another(slug: str, number: str) -> None:
    ways = sorted(repr(path.path)[1:-1].rstrip(",") for path in explore(number, slug))
    assert ways
    assert not any(after == before or after.startswith(before + ",") for before, after in pairwise(ways))


@walks("path", lambda: (path for slug in EDITIONS for path in paths(slug)), ids=name)
def test_every_citation_is_of_this_edition(path: Ruling) -> None:
    edition = EDITIONS[path.edition]
    assert [key for key in path.citations if not edition.has(key)] == []
    laws = [step.effect.law for step in path.decided if hasattr(step.effect, "law") and step.effect.law]
    assert [key for key in laws if not edition.has(key)] == []
    standards = [step.fact.judgement.law for step in path.asked if step.fact.judgement]
    assert [key for key in standards if not edition.has(key)] == []


@walks(("slug", "number"), lambda: [(slug, number) for slug, number in EVERY if book(slug).laws])
def test_every_citation_has_a_text_on_every_day(slug: str, number: str) -> None:
    for date in dates_of(slug):
        given = {BEFORE_AMENDMENT.id: date < AMENDED}
        cited = {key for path in explore_given(number, given, slug) for key in path.citations}
        assert cited <= worded(slug, date), date


def test_the_text_of_one_edition_only_is_missing() -> None:
    assert {slug for slug in EDITIONS if not book(slug).laws} == {"duplicate-2007"}


@walks(("slug", "number"), EVERY)
def test_the_paths_leave_no_gap(slug: str, number: str) -> None:
    """Take any path and change any answer: there is a path that goes on from there."""
    known = {path.path[:i] for path in explore(number, slug) for i in range(len(path.path) + 1)}
    for path in explore(number, slug):
        for i, step in enumerate(path.asked):
            for value in step.fact.values:
                assert (*path.path[:i], (step.fact.id, value)) in known


@pytest.mark.parametrize("slug", EDITIONS)
def test_half_a_path_waits_for_its_next_answer(slug: str) -> None:
    """The beginnings that paths share are tried once."""
    halves = {(path.procedure, path.path[:i]): path.path[i][0] for path in paths(slug) for i in range(len(path.path))}
    with faults() as found:
        for (number, half), asked_next in halves.items():
            with found.at((number, half)):
                ruling = interview(number, dict(half), slug)
                assert ruling.pending is not None
                assert ruling.pending.fact.id == asked_next


# -- tables with a date ------------------------------------------------------------------------------------------------


def ruled_on(path: Ruling, *dates: dt.date) -> list[Ruling]:
    """The rulings on the table staged for a path and played on these days; none when no table can show the path."""
    facts = dict(path.path)
    if impossible(path.procedure, facts, path.edition):
        return []
    data = stage(path.procedure, facts, path.edition)
    return [rule(parse_record({**data, "edition": path.edition, "date": date})) for date in dates]


@pytest.mark.parametrize("slug", EDITIONS)
def test_a_table_takes_the_same_path_on_every_day(slug: str) -> None:
    with faults() as found:
        for number in staged(slug):
            ways = explore(number, slug)
            for path in ways:
                with found.at(name(path)):
                    for ruling in ruled_on(path, *dates_of(slug)[:: 4 if len(ways) > 50 else 2]):
                        assert ruling.complete
                        assert ruling.usual_path == path.path


@st.composite
def dated_paths(draw: st.DrawFn) -> tuple[Ruling, dt.date]:
    """Any path of any edition for which tables are staged, and any day on which that edition was in force."""
    slug, number = draw(st.sampled_from(STAGED))
    edition = EDITIONS[slug]
    return draw(st.sampled_from(explore(number, slug))), draw(st.dates(edition.since, last_day(edition)))


@settings(deadline=None, max_examples=300)
@given(dated_paths())
def test_on_any_day_a_table_has_exactly_one_complete_ruling(drawn: tuple[Ruling, dt.date]) -> None:
    path, date = drawn
    for ruling in ruled_on(path, date):
        same = [other for other in explore(path.procedure, path.edition) if other.path == ruling.usual_path]
        assert ruling.complete
        assert same == [path]
        texts = worded(path.edition, date)
        assert not texts or set(ruling.citations) <= texts


@given(
    st.sampled_from(sorted(EDITIONS)),
    st.dates(dt.date(1990, 1, 1), FAR),
)
def test_a_day_outside_an_edition_is_refused(slug: str, date: dt.date) -> None:
    edition = EDITIONS[slug]
    bid = record("N 1S, E 1H", accepted=True, edition=slug, date=date)
    if edition.since <= date <= last_day(edition):
        assert rule(bid).complete
    else:
        with pytest.raises(BadRecord, match=rf"record.date: {slug} (is in force from|was in force until)") as refused:
            rule(bid)
        assert refused.value.path == "record.date"


@pytest.mark.parametrize("slug", [slug for slug, edition in EDITIONS.items() if edition.until])
def test_an_edition_ends_where_the_next_begins(slug: str) -> None:
    assert any(edition.since == EDITIONS[slug].until for edition in EDITIONS.values())
