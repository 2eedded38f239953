"""What a procedure can ask and decide: the words in which a case about it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from laws.rulings.case import Asked, Decided
from laws.rulings.editions import Rule
from laws.rulings.effects import Effect
from laws.rulings.facts import Fact
from laws.rulings.readers import rule_of, ways


@dataclass(frozen=True)
class Vocabulary:
    """What a procedure can ask and decide, which is what a case about it may state and expect.

    asked: the facts on its paths, in the order in which they are first asked. incidental: those it only listens for, and
    those that matter because of one. decided: by the name of an outcome, each of its further values as it occurs, roles in
    the place of seats.
    """

    rule: Rule
    asked: tuple[Fact, ...]
    incidental: tuple[Fact, ...]
    decided: Mapping[str, Mapping[str, tuple[str, ...]]]


def vocabulary(procedure: str, edition: str = "duplicate-2017") -> Vocabulary:
    """All that a procedure asks and decides, with incidental facts as they usually are and each of them otherwise in turn."""
    chosen = rule_of(procedure, edition)
    asked: dict[Fact, None] = {}
    aside: dict[Fact, None] = {}
    heard: dict[Fact, None] = {}
    decided: dict[str, dict[str, dict[str, None]]] = {}
    waiting: list[dict[str, Any]] = [{}]
    for given in waiting:
        for ruling, listened in ways(chosen, given):
            for step in ruling.steps:
                if isinstance(step, Asked):
                    (aside if step.noted else asked).setdefault(step.fact)
                elif isinstance(step, Decided):
                    _take(step.effect, decided.setdefault(step.effect.name, {}))
            new = [fact for fact in dict.fromkeys(listened) if fact not in heard]
            heard.update(dict.fromkeys(new))
            waiting += [{fact.id: value} for fact in new for value in fact.values if value != fact.default]
    incidental = [fact for fact in dict.fromkeys([*heard, *aside]) if fact not in asked]
    told = {
        name: {key: tuple(values) for key, values in sorted(parts.items())} for name, parts in sorted(decided.items())
    }
    return Vocabulary(chosen, tuple(asked), tuple(incidental), told)


def _take(effect: Effect, parts: dict[str, dict[str, None]]) -> None:
    """Add the values of an outcome without a table."""
    for key, value in effect.outcome(None).items():
        if key != "outcome":
            values = value if isinstance(value, (list, tuple)) else [value]
            parts.setdefault(key, {}).update(dict.fromkeys(map(str, values)))
