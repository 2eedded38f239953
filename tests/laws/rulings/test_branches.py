"""Every path of the law is a table: staged, ruled on, and found to take that very path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from laws.rulings.contrasts import contrast
from laws.rulings.coverage import coverage
from laws.rulings.readers import explore, rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.staging import impossible, stage
from tests.laws.rulings.tables import PROCEDURES, all_cases
from tests.walking import walks

# How many paths of each procedure the written cases took when this was written; more is better, fewer is a loss.
FLOOR = {
    "9": 5,
    "10": 4,
    "11": 1,
    "15": 5,
    "16A": 2,
    "16B": 5,
    "16C": 1,
    "16D": 5,
    "17": 1,
    "18": 2,
    "19": 3,
    "20": 13,
    "20F": 6,
    "21": 9,
    "22": 2,
    "23": 3,
    "24": 8,
    "25": 9,
    "26": 4,
    "27": 18,
    "30": 7,
    "31": 11,
    "32": 10,
    "33": 1,
    "34": 1,
    "36": 6,
    "37": 4,
    "38": 2,
    "39": 4,
    "40": 14,
    "47": 11,
    "48": 6,
    "49": 6,
    "50": 11,
    "51": 6,
    "52": 3,
    "59": 1,
    "72": 4,
    "73": 7,
}


def paths() -> Iterator[Ruling]:
    """Every path of every procedure."""
    return (path for procedure in PROCEDURES for path in explore(procedure))


def shown() -> Iterator[Ruling]:
    """The paths that a table can show."""
    return (path for path in paths() if not impossible(path.procedure, dict(path.path)))


@cache
def on_a_table(procedure: str, facts: tuple[tuple[str, Any], ...]) -> Ruling:
    """The ruling on the table staged for a path."""
    return rule(parse_record(stage(procedure, dict(facts))))


def name(path: Ruling) -> str:
    """The path as its receipt has it."""
    return path.receipt()["path"]


@walks("path", shown, ids=name)
def test_every_path_that_a_table_can_show_is_taken(path: Ruling) -> None:
    ruling = on_a_table(path.procedure, path.path)
    assert ruling.complete
    assert ruling.procedure == path.procedure
    assert ruling.usual_path == path.path


@walks("path", shown, ids=name)
def test_on_a_table_the_path_rules_what_it_rules_without_one(path: Ruling) -> None:
    """The same facts, the same effects in the same order; a table may add what is incidental to it."""
    ruling = on_a_table(path.procedure, path.path)
    if any(step.noted for step in ruling.asked):
        assert set(path.citations) - {"26B"} <= set(ruling.citations)
    else:
        assert ruling.effects == path.effects
        assert ruling.citations == path.citations
        assert ruling.facts_digest == path.facts_digest


@walks("path", shown, ids=name)
def test_the_words_of_a_table_name_its_seats(path: Ruling) -> None:
    ruling = on_a_table(path.procedure, path.path)
    said = ruling.say()
    assert "{" not in said
    if path.procedure not in ("23", "26"):
        assert "offender" not in said
        assert "the irregular call" not in said


def test_the_impossible_paths_are_few_and_have_a_reason() -> None:
    reasons = Counter((path.procedure, impossible(path.procedure, dict(path.path))) for path in paths())
    found = {key: number for key, number in reasons.items() if key[1]}
    assert sum(found.values()) <= 17


def test_the_cases_and_the_staged_tables_leave_no_path_out() -> None:
    rulings = [on_a_table(path.procedure, path.path) for path in shown()]
    for item in coverage(rulings):
        assert all(impossible(item.procedure, dict(path.path)) for path in item.untouched), item.procedure
        assert len(item.untouched) == sum(number for _, number in item.impossible)


def test_the_written_cases_touch_a_fair_part_of_the_paths() -> None:
    """A floor under what directors have written down; it may rise, it should not fall."""
    touched = {
        item.procedure: item.paths - len(item.untouched) for item in coverage(rule(case.record) for case in all_cases())
    }
    assert {law: touched[law] for law, at_least in FLOOR.items() if touched[law] < at_least} == {}


@walks("path", shown, ids=name)
def test_every_fact_of_a_staged_table_can_be_contrasted(path: Ruling) -> None:
    ruling = on_a_table(path.procedure, path.path)
    assert {other.fact.id for other in contrast(ruling)} == {step.fact.id for step in path.asked}
