"""What a ruling case is: its tables, and what is asked of the ruling on each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from laws.rulings.record import TableRecord


@dataclass(frozen=True, slots=True)
class Expected:
    """An outcome that a ruling must have, or must not.

    keys: what it says beside its name. law: the provision that gives it. under: facts with the answers under which it
    comes out.
    """

    outcome: str
    keys: Mapping[str, Any]
    law: str = ""
    under: Mapping[str, Any] = field(default_factory=dict)
    place: str = ""

    def __str__(self) -> str:
        told = {"outcome": self.outcome, **self.keys, **({"law": self.law} if self.law else {})}
        under = ", ".join(f"{fact}: {answer}" for fact, answer in self.under.items())
        return ", ".join(f"{key} {value}" for key, value in told.items()) + (f", if {under}" if under else "")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of one ruling: the outcomes it must have and must not have, the provisions it must rest on.

    open: whether somebody still has to answer; None where the case does not care.
    """

    expect: tuple[Expected, ...] = ()
    absent: tuple[Expected, ...] = ()
    cites: tuple[str, ...] = ()
    open: bool | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One of a case's tables, with what is asked of the ruling on it."""

    label: str
    record: TableRecord
    question: Question = Question()


@dataclass(frozen=True, slots=True)
class RulingCase:
    """A case as read. A case of one question has one part, without a label.

    anywhere: what has to come out of some part, whichever. written: all of it as it stood.
    """

    id: str
    parts: tuple[Part, ...]
    anywhere: Question = Question()
    judgement: bool = False
    disputed: bool = False
    place: str = ""
    written: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def record(self) -> TableRecord:
        """The table of the first part."""
        return self.parts[0].record

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that is asked of its rulings."""
        return (*(part.question for part in self.parts), self.anywhere)
