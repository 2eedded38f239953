"""Remembering what was worked out, up to so many bytes.

`functools.lru_cache` counts entries. What comes from outside may be small or large, so a count says nothing of the memory that
strangers can have filled; here each entry is weighed, and the one that was used longest ago goes first.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

LATER = 8_000
"""What an object may come to hold besides its fields once it is used: two sets of hand types with all that Python adds."""


class Kept(Generic[R]):
    """The entries of one function. `weighs` is what they take by now, in bytes, and never more than `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.weighs = 0
        self._entries: OrderedDict[Hashable, tuple[R, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()
            self.weighs = 0

    def get(self, key: Hashable) -> tuple[R] | None:
        """What was put there, in a tuple, as it may be None."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return (entry[0],)

    def put(self, key: Hashable, value: R) -> None:
        """Keep it, and let go of as much as that takes; what alone would take a tenth of the room is not kept."""
        weighs = weight(key) + weight(value)
        if weighs > self.most // 10:
            return
        with self._lock:
            _, before = self._entries.pop(key, (None, 0))
            self._entries[key] = (value, weighs)
            self.weighs += weighs - before
            while self.weighs > self.most:
                _, (_, gone) = self._entries.popitem(last=False)
                self.weighs -= gone


def kept(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember what a function gives for the same arguments, in at most so many bytes; `entries` are at the function."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        entries: Kept[R] = Kept(most)

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> R:
            key = (args, tuple(sorted(kwargs.items())))
            if (found := entries.get(key)) is not None:
                return found[0]
            value = function(*args, **kwargs)
            entries.put(key, value)
            return value

        remembered.entries = entries  # type: ignore[attr-defined]
        return remembered

    return decorate


def weight(value: Any) -> int:
    """About how many bytes a value takes with all it holds; what it shares with others counts in full."""
    size = sys.getsizeof(value)
    if isinstance(value, str | bytes | int | float | None):
        return size
    if isinstance(value, Mapping):
        return size + sum(weight(name) + weight(one) for name, one in value.items())
    if isinstance(value, tuple | list | set | frozenset):
        return size + sum(map(weight, value))
    if is_dataclass(value):
        later = LATER if hasattr(value, "__dict__") else 0
        return size + later + sum(weight(getattr(value, field.name)) for field in fields(value))
    return size
