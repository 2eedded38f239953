"""What a record states is used, or refused by name: a finding that no step of a complete ruling listened to.

Refused where a record comes from outside (the API, `manage.py rule`). Stored records are read again as they are, and a
contrast or a staged table changes one answer and keeps the others.
"""

from __future__ import annotations

from typing import Any, Final

from laws.rulings.case import Case
from laws.rulings.facts import FACTS, Fact
from laws.rulings.readers import rule_of
from laws.rulings.record import BadRecord
from laws.rulings.ruling import Ruling

_READ_BY_OTHERS: Final = {
    "comparable": ("similar", "subset", "same_purpose", "change_comparable", "substitute_comparable"),
    "unintended": ("slip",),
    "paused": ("slip",),
}
"""Findings that answer other facts, by the observers of these."""


class _Heard:
    """Reads the answers of a ruling again, and remembers every fact that was asked or listened for."""

    __slots__ = ("_answers", "facts")

    def __init__(self, ruling: Ruling) -> None:
        self._answers = dict(ruling.path)
        self.facts: dict[str, Fact] = {}

    def read(self, fact: Fact, provision: str) -> Any:
        self.facts[fact.id] = fact
        return self._answers[fact.id]

    def incidental(self, fact: Fact) -> Any:
        self.facts[fact.id] = fact
        return self._answers.get(fact.id, fact.default)


def refuse_unused(ruling: Ruling) -> None:
    """Raises BadRecord naming a stated finding that the complete ruling has no use for, and what is asked instead."""
    stated = ruling.situation.record.findings if ruling.situation is not None else {}
    if not stated or not ruling.complete:
        return
    heard = _Heard(ruling)
    rule_of(ruling.procedure, ruling.edition).run(Case(heard))
    for name in stated:
        if name in heard.facts or any(fact in heard.facts for fact in _READ_BY_OTHERS.get(name, ())):
            continue
        question = ruling.words(FACTS[name].question) if name in FACTS else name
        asked = ", ".join(dict.fromkeys(step.fact.id for step in ruling.asked if not step.noted))
        raise BadRecord(
            f"record.findings.{name}",
            f"Law {ruling.procedure} does not ask “{question}” on the way it takes here; it asks {asked or 'nothing'}",
        )
