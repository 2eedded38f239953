"""What changed in an edition between two dates: by provision, then by words."""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from laws import keys
from laws.comparing.statements import PROVISION, Statement, Statements, read
from laws.comparing.words import Piece, diff_words
from laws.models import Edition, TextKind

Outcome = Literal["changed", "new", "gone"]


@dataclass(frozen=True, slots=True)
class Change:
    """A statement that is not the same on both dates. `statement` is the newer one, where there are two.

    `tables` are those before and after where they differ.
    """

    outcome: Outcome
    statement: Statement
    heading: list[Piece]
    text: list[Piece]
    tables: tuple[tuple[dict[str, Any], ...], tuple[dict[str, Any], ...]] | None


@dataclass(frozen=True, slots=True)
class ChangedLaw:
    """The changes in one law, or, with no number, in the definitions.

    `not_held` are the dates for which nothing of the law is held here, so that everything in it looks new or gone.
    """

    number: str
    title: str
    changes: list[Change]
    not_held: tuple[datetime.date, ...]

    @property
    def name(self) -> str:
        """What people call the law."""
        return keys.name(self.number) if self.number else ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs, law by law in order; how many statements did each; how many stayed as they were."""

    laws: list[ChangedLaw]
    counts: Counter[Outcome]
    unchanged: int
    instruments: tuple[str, ...]


def compare_dates(
    edition: Edition,
    old: datetime.date,
    new: datetime.date,
    *,
    law: str = "",
    kind: TextKind = TextKind.DIGEST,
) -> Comparison:
    """From one date to another, in either direction, of the whole edition or of one law. Queries: as `read` says."""
    before, after = read(edition, (old, new), law=law, kind=kind)
    every = sorted((before | after).values(), key=lambda one: one.place)
    changes = [
        _change(one, before.get(one.id), after.get(one.id))
        for one in every
        if not (one.id in before and one.id in after and before[one.id].says == one.says)
    ]
    of_law: dict[str, list[Change]] = {}
    for change in changes:
        of_law.setdefault(change.statement.law, []).append(change)
    return Comparison(
        laws=[
            ChangedLaw(
                number, _title(number, after) or _title(number, before), its, _not_held(number, old, before, new, after)
            )
            for number, its in of_law.items()
        ],
        counts=Counter(change.outcome for change in changes),
        unchanged=len(every) - len(changes),
        instruments=tuple(
            dict.fromkeys(change.statement.instrument for change in changes if change.statement.instrument)
        ),
    )


def _change(statement: Statement, old: Statement | None, new: Statement | None) -> Change:
    """How a statement that is on one date at least differs from the other date."""
    tables = (old.tables if old else (), new.tables if new else ())
    return Change(
        outcome="changed" if old and new else "new" if new else "gone",
        statement=statement,
        heading=diff_words(old.heading if old else "", new.heading if new else ""),
        text=diff_words(old.text if old else "", new.text if new else ""),
        tables=tables if tables[0] != tables[1] else None,
    )


def _title(number: str, statements: Statements) -> str:
    whole = statements.get((PROVISION, number, ""))
    return whole.heading if whole else ""


def _not_held(
    number: str, old: datetime.date, before: Statements, new: datetime.date, after: Statements
) -> tuple[datetime.date, ...]:
    """The dates on which the law should have said something but nothing is held. Definitions come one by one."""
    if not number:
        return ()
    return tuple(
        date
        for date, statements in ((old, before), (new, after))
        if not any(one.law == number for one in statements.values())
    )
