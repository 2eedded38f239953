"""A value of a file and where it stands, so that whatever is wrong with it can be told with its line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from laws.sources.lines import Document

Step = str | int
MOST_LISTED: Final = 24
"""Of more words than these only the nearest are told."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, where, and with which case; `case` is empty where that cannot be told."""

    place: str
    case: str
    words: str

    def __str__(self) -> str:
        return f"{self.place}: {self.case}{': ' if self.case else ''}{self.words}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A value at its place in a document. `faults` is the list of the whole reading, to which each fault is added."""

    document: Document
    value: Any
    path: tuple[Step, ...] = ()
    case: str = ""
    faults: list[Fault] = field(default_factory=list)

    def at(self, *steps: Step) -> Entry:
        """A value inside this one; None where there is none."""
        value = self.value
        for step in steps:
            if isinstance(value, Mapping):
                value = value.get(step)
            elif isinstance(value, list | tuple) and isinstance(step, int) and step < len(value):
                value = value[step]
            else:
                value = None
        return Entry(self.document, value, (*self.path, *steps), self.case, self.faults)

    def within(self, path: str) -> Entry:
        """The value at a path in words, as the engine's messages have it: `auction[0].call`."""
        return self.at(*(int(index) if index else name for name, index in _STEP.findall(path)))

    def has(self, key: str) -> bool:
        """Whether something stands there under this key."""
        return isinstance(self.value, Mapping) and self.value.get(key) is not None

    @property
    def place(self) -> str:
        """File and line."""
        return self.document.place(*self.path)

    def fault(self, words: str, *, key: str = "") -> None:
        """Note a fault of this value, or of one of its keys."""
        where = self.document.place(*self.path, *((key,) if key else ()))
        self.faults.append(Fault(where, self.case, f"{self._named}{words}"))

    @property
    def _named(self) -> str:
        inside = self.path[1:] if self.path and isinstance(self.path[0], int) else self.path
        told = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in inside).lstrip(".")
        return f"{told}: " if told else ""

    def mapping(self, known: Collection[str], what: str) -> Iterator[tuple[str, Entry]]:
        """The entries of a mapping under known keys; any other key is a fault, and so is a value that is no mapping."""
        if not isinstance(self.value, Mapping):
            self.fault(f"expected a mapping of {what}, not {self.value!r}")
            return
        for key in self.value:
            if key in known:
                yield str(key), self.at(key)
            else:
                self.fault(unknown("key", key, known), key=str(key))

    def list(self) -> Iterator[Entry]:
        """The entries of a list; any other value but nothing is a fault."""
        if isinstance(self.value, list | tuple):
            yield from (self.at(index) for index in range(len(self.value)))
        elif self.value is not None:
            self.fault(f"expected a list, not {self.value!r}")

    def one_of(self, known: Collection[Any], what: str) -> bool:
        """Whether the value is one of these; a fault if not."""
        if any(self.value is item or (self.value == item and type(self.value) is type(item)) for item in known):
            return True
        self.fault(unknown(what, self.value, known))
        return False


_STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def unknown(what: str, value: Any, known: Collection[Any]) -> str:
    """That something is not known, what it may be meant for, and what there is."""
    words = [_written(item) for item in known]
    near = get_close_matches(str(value), words, n=1 if len(words) <= MOST_LISTED else 5)
    meant = f"; is {' or '.join(near)} meant?" if near else ""
    listed = f"; known are {', '.join(words)}" if len(words) <= MOST_LISTED else ""
    return f"unknown {what} {_written(value)}{meant}{listed}"


def _written(value: Any) -> str:
    """A value as YAML has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
