"""Contrasts: the ruling if one fact were otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.contrasts import contrast, untaken
from laws.rulings.readers import explore, rule
from tests.laws.rulings.tables import OPENING, PROCEDURES, WEAK, record

CHEAPEST: dict[str, Any] = {"accepted": False, "replacement": "2H"}


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_flipping_a_fact_gives_another_path(procedure: str) -> None:
    for path in explore(procedure):
        for other in contrast(path):
            assert other.value != other.was
            assert dict(path.path)[other.fact.id] == other.was
            assert dict(other.ruling.path)[other.fact.id] == other.value
            assert other.ruling.path != path.path
            before = [fact for fact, _ in path.path].index(other.fact.id)
            assert other.ruling.path[:before] == path.path[:before]


@pytest.mark.parametrize("procedure", [law for law in PROCEDURES if law != "17"])
def test_every_fact_of_every_path_can_be_flipped(procedure: str) -> None:
    for path in explore(procedure):
        flipped = {(other.fact.id, other.value) for other in contrast(path)}
        assert flipped == {
            (step.fact.id, value) for step in path.asked for value in step.fact.values if value != step.value
        }


def test_a_contrast_keeps_the_table() -> None:
    ruling = rule(record("N 1S, E 1H", **CHEAPEST))
    accepted = next(other for other in contrast(ruling) if other.fact.id == "lho_accepts")
    assert accepted.ruling.situation is ruling.situation
    assert accepted.provision == "27A1"
    assert "South accepts 1♥." in accepted.ruling.say()


UNUSUAL = [
    pytest.param({"says_accept": ["N"]}, id="a-wish-of-the-wrong-player"),
    pytest.param({"remark": "oh"}, id="a-remark"),
    pytest.param({"declarer": "W"}, id="the-offenders-declare"),
    pytest.param({"intended": "1H"}, id="a-claim-refused"),
    pytest.param({"declarer": "S", "lead": {"occasion": "first"}}, id="at-the-lead"),
]


@pytest.mark.parametrize("unusual", UNUSUAL)
def test_an_unusual_fact_does_not_stop_the_contrasts(unusual: dict[str, Any]) -> None:
    """A wish spoken aloud, a claim refused or a remark changes nothing in the questions that follow."""
    fields: dict[str, Any] = {**CHEAPEST, "replacement": "3H", **unusual, "findings": {"comparable": "no"}}
    ruling = rule(record("N 1S, E 1H", **fields))
    assert ruling.complete
    usual = {step.fact.id for step in rule(record("N 1S, E 1H", **{**fields, **dict.fromkeys(unusual)})).asked}
    assert {other.fact.id for other in contrast(ruling)} == usual


def test_the_branches_not_taken_are_told_with_their_first_decision() -> None:
    ruling = rule(record("N 1S, E 1H", **CHEAPEST))
    branches = {(item["fact"], item["answer"]): item for item in untaken(ruling)}
    assert branches["lho_accepts", True]["words"] == "1♥ stands"
    assert branches["lho_accepts", True]["provision"] == "27A1"
    assert branches["lowest_same", False]["provision"].startswith("27B")
    assert ("lho_accepts", False) not in branches, "that is the branch taken"


def test_a_branch_not_taken_is_listed_once() -> None:
    fields: dict[str, Any] = {
        "accepted": False,
        "replacement": "P",
        "meanings": {"withdrawn": OPENING, "replacement": WEAK},
    }
    found = untaken(rule(record("N 1S, E 1H", **fields)))
    assert len(found) == len({tuple(sorted(item.items())) for item in found})
    assert found
