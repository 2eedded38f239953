"""The facts a procedure may ask for, one module for each field of the law."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from laws.rulings.facts import (
    asking,
    attention,
    calls,
    changes,
    conduct,
    ending,
    exposed,
    former,
    inadmissible,
    information,
    judging,
    legality,
    misinformation,
    penalties,
    understandings,
    wrong_cards,
)
from laws.rulings.facts.base import ANSWERS, Fact, Observer, Source, answer_words

__all__ = ["ANSWERS", "FACTS", "Fact", "Observer", "Source", "answer_words"]


def _of(*modules: ModuleType) -> dict[str, Fact]:
    """The facts of some modules by their ids; two facts with one id would answer for each other."""
    found: dict[str, Fact] = {}
    for module in modules:
        for fact in vars(module).values():
            if isinstance(fact, Fact) and found.setdefault(fact.id, fact) is not fact:
                raise ValueError(f"two facts are called {fact.id}")
    return found


FACTS: Final[dict[str, Fact]] = _of(
    asking,
    attention,
    calls,
    changes,
    conduct,
    ending,
    exposed,
    former,
    inadmissible,
    information,
    judging,
    legality,
    misinformation,
    penalties,
    understandings,
    wrong_cards,
)
"""Every fact by its id."""
