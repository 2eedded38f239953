"""How fast a whole ruling is: every law's longest path, with its trace, as plain data, with the branches not taken."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from laws.rulings.contrasts import untaken
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.readers import explore, rule
from laws.rulings.record import TableRecord, parse_record
from laws.rulings.replay import diagnose
from laws.rulings.staging import impossible, stage

LAWS = [number for number, procedure in DUPLICATE_2017.procedures.items() if not procedure.entry]
TWELVE = ["N 1C", "E 1D", "S 1H", "W X", "N 2H", "E 3D", "S 3H", "W P", "N 4H", "E P", "S P", "W P"]


def longest(law: str) -> TableRecord:
    """A table for the path of a law with the most steps."""
    paths = [path for path in explore(law) if not impossible(law, dict(path.path))]
    return parse_record(stage(law, dict(max(paths, key=lambda path: len(path.steps)).path)))


def told(record: TableRecord) -> dict[str, Any]:
    """All that a program asks of the engine about one record."""
    ruling = rule(record)
    return ruling.as_dict(untaken(ruling))


@pytest.mark.parametrize("wrong", [False, True], ids=["correct", "with an insufficient bid"])
def test_diagnose_twelve_calls(benchmark: BenchmarkFixture, wrong: bool) -> None:
    calls = [*TWELVE[:8], "N 3H", *TWELVE[9:]] if wrong else TWELVE
    record = parse_record({"dealer": "N", "auction": calls})
    assert bool(benchmark(diagnose, record)) is wrong


@pytest.mark.parametrize("law", LAWS)
def test_rule_along_the_longest_path(benchmark: BenchmarkFixture, law: str) -> None:
    assert benchmark(rule, longest(law)).complete


@pytest.mark.parametrize("law", LAWS)
def test_rule_and_tell_everything(benchmark: BenchmarkFixture, law: str) -> None:
    assert benchmark(told, longest(law))["complete"]
