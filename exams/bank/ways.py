"""The engine's way through a procedure in words that a director reads, from the path in a question's receipt.

A path is a product and stored; the words are those of today's facts. A fact that is not known any more keeps its name.
"""

from __future__ import annotations

from exams.bank.kinds import Content
from laws.rulings.facts import FACTS
from laws.rulings.words import NOBODY, fill


def told(content: Content) -> list[tuple[str, str]]:
    """Each question with its answer, in the order in which the engine asked them; nothing without a receipt."""
    if "receipt" not in content:
        return []
    _procedure, *steps = str(content["receipt"]["path"]).split("/")
    return [_words(step) for step in steps]


def _words(step: str) -> tuple[str, str]:
    name, _equals, answer = step.partition("=")
    fact = FACTS.get(name)
    return (fill(fact.question, NOBODY) if fact else name.replace("_", " ")), answer
