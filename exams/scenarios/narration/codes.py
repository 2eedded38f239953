"""Short names of decisions, by which a narrative words them for options."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Decided
from laws.rulings.effects import Effect

_TELLING: Final = ("to", "what", "value", "kind", "extent", "status", "why", "to_be", "when", "of")
"""The fields that tell apart two decisions of one name; who it is about and which provision are not among them."""


def code_of(effect: Effect) -> str:
    """The name of an effect with what it decides: `right:change_call`, `adjusted_score:possible:damaged`."""
    parts = [str(value) for part in _TELLING if (value := getattr(effect, part, None)) not in (None, "")]
    return ":".join([effect.name, *parts])


def codes_of(step: Decided) -> tuple[str, str]:
    """The names of a decision, the narrower first: with its provision (`right:use_information@16A2`), and without."""
    code = code_of(step.effect)
    return f"{code}@{step.provision}", code
