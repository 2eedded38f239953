"""A sweep over dates, editions and paths: always exactly one ruling, never a gap."""

from __future__ import annotations

import datetime as dt

import pytest

from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore, interview, rule
from laws.rulings.record import parse_record
from laws.rulings.staging import impossible, stage
from tests.laws.rulings.tables import PROCEDURES

# From the day the edition came into force, over the amendment of 1 January 2024, to a far day.
DATES = [
    dt.date(2017, 8, 1),
    dt.date(2018, 2, 28),
    dt.date(2020, 2, 29),
    dt.date(2023, 12, 31),
    dt.date(2024, 1, 1),
    dt.date(2026, 11, 20),
    dt.date(2099, 12, 31),
]


@pytest.mark.parametrize("date", DATES, ids=str)
def test_on_every_date_every_path_has_exactly_one_complete_ruling(date: dt.date) -> None:
    for slug in EDITIONS:
        for procedure in PROCEDURES:
            for path in explore(procedure, slug):
                facts = dict(path.path)
                if impossible(procedure, facts):
                    continue
                ruling = rule(parse_record({**stage(procedure, facts), "edition": slug, "date": date}))
                same = [other for other in explore(procedure, slug) if other.path == ruling.usual_path]
                assert ruling.complete
                assert same == [path]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_the_paths_leave_no_gap(procedure: str) -> None:
    """Take any path and change its last answer, or any other: there is a path that goes on from there."""
    known = {path.path for path in explore(procedure)}
    for path in explore(procedure):
        for i, step in enumerate(path.asked):
            for value in step.fact.values:
                head = (*path.path[:i], (step.fact.id, value))
                assert any(other[: i + 1] == head for other in known)


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_half_a_path_waits_for_its_next_answer(procedure: str) -> None:
    for path in explore(procedure):
        for i in range(len(path.path)):
            ruling = interview(procedure, dict(path.path[:i]))
            assert ruling.pending is not None
            assert ruling.pending.fact.id == path.path[i][0]


def test_every_procedure_of_the_edition_is_swept() -> None:
    """Entries have no paths of their own."""
    procedures = [rule for edition in EDITIONS.values() for rule in edition.procedures.values()]
    assert {rule.id for rule in procedures if not rule.entry} == set(PROCEDURES)
