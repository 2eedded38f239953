"""The paths through a procedure, by the theme that a question on each has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from laws.rulings.facts import Fact
from laws.rulings.readers import explore, rule_of
from laws.rulings.readers import ways as walks
from laws.rulings.ruling import Ruling


@cache
def paths(procedure: str) -> Mapping[str, Ruling]:
    """Every path through a procedure by its theme, the path of its receipt."""
    return {path.receipt()["path"]: path for path in explore(procedure)}


@cache
def with_incidents(procedure: str) -> tuple[Ruling, ...]:
    """Every path through a procedure on which one incidental fact is not what it usually is."""
    chosen = rule_of(procedure)
    found: list[Ruling] = []
    heard: dict[Fact, None] = {}
    waiting: list[dict[str, Any]] = [{}]
    for given in waiting:
        for ruling, listened in walks(chosen, given):
            if given:
                found.append(ruling)
            new = [fact for fact in dict.fromkeys(listened) if fact not in heard]
            heard.update(dict.fromkeys(new))
            waiting += [{fact.id: value} for fact in new for value in fact.values if value != fact.default]
    return tuple(found)
