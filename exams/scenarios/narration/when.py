"""When something is said: which paths through a procedure, and which tables, a part of a words file is for.

In the file a condition is a mapping of facts to answers, all of which must be those of the path. Several answers stand in
a list; `not asked` is what a path says of a fact that it does not ask. A list of mappings is fulfilled by any of them. The
word `table` stands for what the path does not tell, by the names that the stage gives to its tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

NOT_ASKED: Final = "not asked"
TABLE: Final = "table"


@dataclass(frozen=True)
class Case:
    """One mapping of a condition: the answers that fulfil it by fact, NOT_ASKED among them, and names of the table."""

    answers: Mapping[str, frozenset[Any]]
    table: frozenset[str] = frozenset()

    def fits(self, path: Mapping[str, Any], table: frozenset[str]) -> bool:
        """Whether a path at such a table fulfils it."""
        if not self.table <= table:
            return False
        return all(path.get(fact, NOT_ASKED) in wanted for fact, wanted in self.answers.items())

    def and_also(self, other: Case) -> Case:
        """The case that is fulfilled where both are."""
        answers = dict(self.answers)
        for fact, wanted in other.answers.items():
            answers[fact] = answers.get(fact, wanted) & wanted
        return Case(answers, self.table | other.table)


@dataclass(frozen=True)
class When:
    """A condition: fulfilled by any of its cases; one without cases by nothing."""

    cases: tuple[Case, ...]

    def fits(self, path: Mapping[str, Any], table: frozenset[str] = frozenset()) -> bool:
        """Whether a path at such a table fulfils it."""
        return any(case.fits(path, table) for case in self.cases)

    def anywhere(self, path: Mapping[str, Any]) -> bool:
        """Whether a path fulfils it at some table."""
        return any(case.fits(path, case.table) for case in self.cases)

    def and_also(self, other: When) -> When:
        """The condition that is fulfilled where both are."""
        both = (one.and_also(two) for one in self.cases for two in other.cases)
        return When(tuple(case for case in both if all(case.answers.values())))


ALWAYS: Final = When((Case({}),))

Reader = Callable[..., tuple[str, Any]]
"""Reads an answer: the fact, the answer as written, and where it stands."""


def parse_when(written: Any, read: Reader, path: tuple[str | int, ...]) -> When:
    """A condition as it is written: a mapping, or a list of mappings."""
    if isinstance(written, Mapping):
        return When((_case(written, read, path),))
    return When(tuple(_case(item, read, (*path, place)) for place, item in enumerate(written)))


def _case(written: Mapping[str, Any], read: Reader, path: tuple[str | int, ...]) -> Case:
    answers: dict[str, frozenset[Any]] = {}
    table: frozenset[str] = frozenset()
    for fact, values in written.items():
        several = values if isinstance(values, list) else [values]
        if fact == TABLE:
            table = frozenset(map(str, several))
            continue
        answers[fact] = frozenset(
            NOT_ASKED if value == NOT_ASKED else read(fact, value, *path, fact)[1] for value in several
        )
    return Case(answers, table)
