"""Short names of decisions, by which a narrative words them for options."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from laws.rulings.case import Decided
from laws.rulings.effects import Effect

_TELLING: Final = ("to", "what", "value", "kind", "extent", "status", "why", "to_be", "when", "of")
"""The fields that tell apart two decisions of one name; who it is about and which provision are not among them."""
_NARROWER: Final = ("call", "by")
"""The fields that tell two further apart: which call it is about, or who may do it."""


def code_of(effect: Effect) -> str:
    """The name of an effect with what it decides: `right:change_call`, `adjusted_score:possible:damaged`."""
    return ":".join([effect.name, *_parts(effect, _TELLING)])


def codes_of(step: Decided) -> tuple[str, ...]:
    """The names of a decision, the narrower first.

    `call_stands:over@29A`, with the call it is about and its provision, `call_stands@29A`, `call_stands:over`, `call_stands`.
    """
    return _codes(step.effect, step.provision)


@lru_cache(maxsize=4096)
def _codes(effect: Effect, provision: str) -> tuple[str, ...]:
    code = code_of(effect)
    narrow = ":".join([code, *_parts(effect, _NARROWER)[:1]])
    return tuple(dict.fromkeys((f"{narrow}@{provision}", f"{code}@{provision}", narrow, code)))


def _parts(effect: Effect, fields: tuple[str, ...]) -> list[str]:
    return [str(value) for part in fields if (value := getattr(effect, part, None)) not in (None, "")]
