"""Exploring: every path of every procedure, and what no path may do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from laws.rulings.effects import DirectorAction, Effect
from laws.rulings.effects.calls import (
    CallCancelled,
    CallStands,
    Comparable,
    Info,
    LeadRestriction,
    PartnerMustPass,
)
from laws.rulings.readers import explore
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import PROCEDURES
from tests.walking import walks


def paths() -> Iterator[Ruling]:
    """Every path of every procedure."""
    return (path for procedure in PROCEDURES for path in explore(procedure))


def name(path: Ruling) -> str:
    """The path as its receipt has it."""
    return path.receipt()["path"]


def test_the_procedures_have_the_paths_the_law_has() -> None:
    """Law 23: three ways to be comparable and one not to be. A number that changes is a change of the law's text here."""
    assert len(explore("17")) == 1
    assert len(explore("23")) == 4
    assert [len(explore(law)) for law in PROCEDURES] == [
        len({path.path for path in explore(law)}) for law in PROCEDURES
    ]


@walks("procedure", PROCEDURES)
def test_no_path_comes_twice(procedure: str) -> None:
    paths = Counter(path.path for path in explore(procedure))
    assert [path for path, times in paths.items() if times > 1] == []


@walks("procedure", PROCEDURES)
def test_every_answer_of_every_fact_is_on_a_path(procedure: str) -> None:
    """A branch that cannot be reached would hide here."""
    asked = {step.fact for path in explore(procedure) for step in path.asked}
    for fact in asked:
        answers = {dict(path.path)[fact.id] for path in explore(procedure) if fact.id in dict(path.path)}
        assert answers == set(fact.values), fact.id


@walks("path", paths, ids=name)
def test_every_path_is_complete_and_decides_something(path: Ruling) -> None:
    assert path.complete
    assert any(effect.main or isinstance(effect, DirectorAction | Comparable) for effect in path.effects)


def test_every_path_announces_something() -> None:
    assert [path.receipt()["path"] for law in PROCEDURES for path in explore(law) if not path.say()] == []


@walks("path", paths, ids=name)
def test_no_fact_is_asked_twice_on_a_path(path: Ruling) -> None:
    facts = [fact for fact, _ in path.path]
    assert len(facts) == len(set(facts))


def quarrel(one: Effect, other: Effect) -> str:
    """Why two effects of one ruling contradict each other, or nothing."""
    if isinstance(one, CallStands) and isinstance(other, CallCancelled) and one.call == other.call:
        return "a call stands and is cancelled"
    if isinstance(one, PartnerMustPass) and isinstance(other, PartnerMustPass) and one.extent != other.extent:
        return "partner must pass once and throughout"
    if isinstance(one, LeadRestriction) and isinstance(other, LeadRestriction) and one.kind != other.kind:
        return "" if {one.when, other.when} & {"retained", "lost"} else "a lead is restricted and is not"
    if isinstance(one, Info) and isinstance(other, Info) and one.status != other.status:
        same = (one.side, one.about) == (other.side, other.about)
        return "information may and may not be used" if same and one.when == other.when else ""
    return ""


@walks("path", paths, ids=name)
def test_no_path_contradicts_itself(path: Ruling) -> None:
    both = [*combinations(path.effects, 2), *combinations(reversed(path.effects), 2)]
    assert [why for one, other in both if (why := quarrel(one, other))] == []


@walks("path", paths, ids=name)
def test_no_path_rules_the_same_thing_twice(path: Ruling) -> None:
    assert [effect for effect, times in Counter(path.effects).items() if times > 1] == []


@walks("path", paths, ids=name)
def test_every_path_has_words_without_a_table(path: Ruling) -> None:
    said = path.say()
    assert "{" not in said
    assert not path.situation
    assert path.as_dict()["receipt"] == path.receipt()


def test_exploring_again_costs_nothing() -> None:
    assert explore("27") is explore("27")
