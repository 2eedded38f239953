"""The paths through a procedure, by the theme that a question on each has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from laws.rulings.readers import every_way, explore, rule_of
from laws.rulings.ruling import Ruling


@cache
def paths(procedure: str) -> Mapping[str, Ruling]:
    """Every path through a procedure by its theme, the path of its receipt."""
    return {path.receipt()["path"]: path for path in explore(procedure)}


@cache
def with_incidents(procedure: str) -> tuple[Ruling, ...]:
    """Every path through a procedure, those too on which an incidental fact is not what it usually is."""
    return tuple(ruling for ruling, _ in every_way(rule_of(procedure)))
