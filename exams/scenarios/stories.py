"""A story: one way in which an irregularity happens and goes on at a table, ready to be told to a candidate."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from exams.scenarios.narration.options import Voice
from exams.scenarios.tables import Table
from laws.rulings.record import USUAL
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat


@dataclass(frozen=True)
class Drawn:
    """What the diagrams of a told story show: calls with those marked irregular, notes by the place of a call, hands."""

    calls: Sequence[tuple[str, str]]
    marked: frozenset[int] = frozenset()
    notes: Mapping[int, str] = field(default_factory=dict)
    hands: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Story:
    """One way in which an irregularity happens and goes on at a table.

    - record: the table record for the engine, as plain data. theme: which part of the law it is meant for.
    - offender: who offended, or whom the case is about.
    - stem: the paragraphs that the candidate reads, told with the numbers drawn for their wording.
    - drawn: what the diagrams show. voice: the words of its options. question: what is asked.
    - told: calls whose meaning the stem tells, with words.
    - situation: what else makes it another ruling situation than the next, beside path, auction and cards.
    - ruling: the engine's ruling where it has been asked for already.
    """

    table: Table
    theme: str
    offender: Seat
    record: Mapping[str, Any]
    stem: Callable[[random.Random], Sequence[str]]
    drawn: Drawn
    voice: Voice
    question: str
    told: Sequence[tuple[str, str]] = ()
    situation: Sequence[str] = ()
    ruling: Ruling | None = None

    def __post_init__(self) -> None:
        """The players bid naturally, as the stem says where it does not tell another meaning; so the record says it too."""
        object.__setattr__(self, "record", natural_players(self.record))


def natural_players(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record of players who bid naturally where it does not tell what a call shows."""
    return {"assume": USUAL, **record}
