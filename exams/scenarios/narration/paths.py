"""The paths through a procedure, by the theme that a question on each has, and short names of what they decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from laws.rulings.case import Decided
from laws.rulings.effects import Effect
from laws.rulings.effects.calls import Info
from laws.rulings.facts import answer_words
from laws.rulings.readers import every_way, explore, rule_of
from laws.rulings.ruling import Ruling


@cache
def paths(procedure: str) -> Mapping[str, Ruling]:
    """Every path through a procedure by its theme, the path of its receipt."""
    return {path.receipt()["path"]: path for path in explore(procedure)}


def answers(way: str) -> tuple[tuple[str, str], ...]:
    """What is asked on a path and the answer, in words, in the order in which it is asked; nothing of one that is not there."""
    ruling = paths(way.partition("/")[0]).get(way)
    if ruling is None:
        return ()
    return tuple((ruling.words(step.fact.question), answer_words(step.value)) for step in ruling.asked)


@cache
def with_incidents(procedure: str) -> tuple[Ruling, ...]:
    """Every path through a procedure, those too on which an incidental fact is not what it usually is."""
    return tuple(ruling for ruling, _ in every_way(rule_of(procedure)))


# -- short names of decisions, by which a narrative words them for options ---------------------------------------------


_TELLING: Final = ("to", "what", "value", "kind", "extent", "status", "why", "to_be", "when", "of")
"""The fields that tell apart two decisions of one name; who it is about and which provision are not among them."""
_OPPOSITE: Final = {"authorised": "unauthorised", "unauthorised": "authorised"}
_NARROWER: Final = ("call", "by", "about")
"""The fields that tell two further apart: which call it is about, who may do it, or what the information comes from."""


def code_of(effect: Effect) -> str:
    """The name of an effect with what it decides: `right:change_call`, `adjusted_score:possible:damaged`."""
    return ":".join([effect.name, *_parts(effect, _TELLING)])


def codes_of(step: Decided) -> tuple[str, ...]:
    """The names of a decision, the narrower first.

    `call_stands:over@29A`, with the call it is about and its provision, `call_stands@29A`, `call_stands:over`, `call_stands`.
    """
    return _codes(step.effect, step.provision)


def turned(step: Decided) -> Decided | None:
    """The decision that says the opposite of what one says about information; none of a decision about anything else."""
    if not isinstance(step.effect, Info):
        return None
    return step._replace(effect=replace(step.effect, status=_OPPOSITE[step.effect.status]))


@lru_cache(maxsize=4096)
def _codes(effect: Effect, provision: str) -> tuple[str, ...]:
    code = code_of(effect)
    narrow = ":".join([code, *_parts(effect, _NARROWER)[:1]])
    return tuple(dict.fromkeys((f"{narrow}@{provision}", f"{code}@{provision}", narrow, code)))


def _parts(effect: Effect, fields: tuple[str, ...]) -> list[str]:
    return [str(value) for part in fields if (value := getattr(effect, part, None)) not in (None, "")]
