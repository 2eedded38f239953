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
    director,
    ending,
    exposed,
    former,
    inadmissible,
    information,
    judging,
    legality,
    misinformation,
    understandings,
    wrong_cards,
)
from laws.rulings.facts.base import ANSWERS, Fact, Observer, Source, answer_words
from laws.rulings.facts.rubber import (
    changes_of_mind as rubber_changes_of_mind,
)
from laws.rulings.facts.rubber import (
    damage as rubber_damage,
)
from laws.rulings.facts.rubber import (
    ending as rubber_ending,
)
from laws.rulings.facts.rubber import (
    exposed_cards as rubber_exposed_cards,
)
from laws.rulings.facts.rubber import (
    information as rubber_information,
)
from laws.rulings.facts.rubber import (
    insufficient as rubber_insufficient,
)
from laws.rulings.facts.rubber import (
    leads as rubber_leads,
)
from laws.rulings.facts.rubber import (
    over as rubber_over,
)
from laws.rulings.facts.rubber import (
    procedure as rubber_procedure,
)

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
    director,
    ending,
    exposed,
    former,
    inadmissible,
    information,
    judging,
    legality,
    misinformation,
    rubber_changes_of_mind,
    rubber_damage,
    rubber_ending,
    rubber_exposed_cards,
    rubber_information,
    rubber_insufficient,
    rubber_leads,
    rubber_over,
    rubber_procedure,
    understandings,
    wrong_cards,
)
"""Every fact by its id."""
