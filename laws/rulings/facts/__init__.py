"""The facts a procedure may ask for, one module for each field of the law; a law's own stand beside its procedure."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from laws.rulings.discovery import modules
from laws.rulings.facts.base import ANSWERS, Fact, Observer, Source, answer_words

__all__ = ["ANSWERS", "FACTS", "Fact", "Observer", "Source", "answer_words", "gather"]

FACTS: Final[dict[str, Fact]] = {}
"""Every fact by its id."""


def gather(module: ModuleType) -> None:
    """Add the facts that a module has. Raises ValueError for two with one id, which would answer for each other."""
    for fact in vars(module).values():
        if isinstance(fact, Fact) and FACTS.setdefault(fact.id, fact) is not fact:
            raise ValueError(f"two facts are called {fact.id}")


for _module in modules(__name__):
    gather(_module)
