"""Editions of the law known to the engine: their provision keys and the procedures written for them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, TypeVar

from laws.rulings.case import Procedure
from laws.rulings.editions import duplicate_2017

F = TypeVar("F", bound=Callable[..., Any])

_KEY = re.compile(r"\d{1,2}(?:[A-Z](?:\d(?:\([a-z]\)(?:\([ivx]+\))?)?)?)?")


class UnknownProvision(ImportError):
    """A procedure names a provision that its edition does not have."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A procedure in an edition: its id is the number of the law it begins with.

    entry: it only finds out which other procedure to follow, so its paths are those of the others.
    """

    id: str
    title: str
    run: Procedure
    edition: str
    entry: bool = False


@dataclass(slots=True)
class Edition:
    """An edition of a code.

    `since` is its first day in force, `keys` are its provisions, `laws` the titles by number, `procedures` what is
    written for it.
    """

    slug: str
    since: dt.date
    keys: frozenset[str]
    laws: dict[str, str]
    procedures: dict[str, Rule] = field(default_factory=dict)

    def has(self, key: str) -> bool:
        """True when the edition has the provision, or a law of that number."""
        return key in self.keys or key in self.laws

    def check(self, function: Callable[..., object]) -> None:
        """Refuse a function whose text names a provision this edition lacks.

        Raises UnknownProvision, an ImportError: a wrong citation stops the program before it can rule.
        """
        defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
        for text in _strings(function.__code__) | {text for text in defaults if isinstance(text, str)}:
            if _KEY.fullmatch(text) and not self.has(text):
                raise UnknownProvision(
                    f"{function.__module__}.{function.__name__} names {text}, not a provision of {self.slug}"
                )

    def passage(self, function: F) -> F:
        """Decorator of a part of a procedure that several procedures share: its citations are checked too."""
        self.check(function)
        return function

    def procedure(self, number: str, title: str, *, entry: bool = False) -> Callable[[Procedure], Procedure]:
        """Decorator of the procedure of a law."""

        def register(function: Procedure) -> Procedure:
            self.check(function)
            self.procedures[number] = Rule(number, title, function, self.slug, entry)
            return function

        return register


def _strings(code: CodeType) -> set[str]:
    found: set[str] = set()
    for constant in code.co_consts:
        if isinstance(constant, str):
            found.add(constant)
        elif isinstance(constant, CodeType):
            found |= _strings(constant)
        elif isinstance(constant, tuple):
            found |= {item for item in constant if isinstance(item, str)}
    return found


DUPLICATE_2017 = Edition("duplicate-2017", dt.date(2017, 8, 1), duplicate_2017.KEYS, duplicate_2017.LAWS)
EDITIONS = {DUPLICATE_2017.slug: DUPLICATE_2017}
