"""Rows of a form that can grow and shrink without scripts: each press of a button sends all, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict

from exams.bank.content import whole

MOST: Final = 40
"""Rows of a part that a form may have, whatever somebody sends."""


class Rows:
    """The rows of one part. A row in which nothing is typed counts as not there.

    data: what was sent, or None where the page is opened. initial: the rows it opens with.
    """

    def __init__(
        self,
        form: type[forms.Form],
        name: str,
        *,
        data: QueryDict | None,
        initial: Sequence[Mapping[str, Any]] = (),
        most: int = MOST,
    ) -> None:
        self.name, self.most = name, min(most, MOST)
        self.errors: list[str] = []
        count = len(initial) if data is None else _count(data, name)
        self.forms = [
            form(
                data,
                prefix=f"{name}-{place}",
                initial=dict(initial[place]) if data is None and place < len(initial) else None,
                empty_permitted=True,
                use_required_attribute=False,
            )
            for place in range(count)
        ]

    @property
    def lettered(self) -> list[tuple[int, str, forms.Form]]:
        """Every row with its place, and how people speak of it: A, B; beyond Z by number."""
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        return [(at, letters[at] if at < len(letters) else str(at + 1), form) for at, form in enumerate(self.forms)]

    @property
    def filled(self) -> list[tuple[int, forms.Form]]:
        """The rows in which something is typed, each with its place."""
        return [(place, form) for place, form in enumerate(self.forms) if form.is_bound and form.has_changed()]

    @property
    def may_grow(self) -> bool:
        """Whether another row has a place."""
        return len(self.forms) < self.most

    def is_valid(self) -> bool:
        """Whether every row can be read."""
        faulty = [form for form in self.forms if not form.is_valid()]
        return not faulty and not self.errors


def grown(data: QueryDict, name: str, *, ticked: str = "") -> QueryDict:
    """What was sent, with one row more; `ticked` is the box that is ticked in it."""
    copy = data.copy()
    count = _count(data, name)
    copy[_counter(name)] = str(min(count + 1, MOST))
    if ticked and count < MOST:
        copy[f"{name}-{count}-{ticked}"] = "on"
    return copy


def shrunk(data: QueryDict, name: str, gone: int) -> QueryDict:
    """What was sent, without that row; those behind it move up."""
    copy = data.copy()
    count = _count(data, name)
    behind = [(key, place, field) for key, place, field in _fields(data, name) if place >= gone]
    for key, _place, _field in behind:
        del copy[key]
    for key, place, field in behind:
        if place > gone:
            copy.setlist(f"{name}-{place - 1}-{field}", data.getlist(key))
    if gone < count:
        copy[_counter(name)] = str(count - 1)
    return copy


def _counter(name: str) -> str:
    return f"{name}-rows"


def _count(data: QueryDict, name: str) -> int:
    """How many rows were sent."""
    return min(whole(str(data.get(_counter(name), ""))) or 0, MOST)


def _fields(data: QueryDict, name: str) -> Iterator[tuple[str, int, str]]:
    """What was sent of the rows: the key, the row's place, the field."""
    for key in data:
        row, _dash, field = key.removeprefix(f"{name}-").partition("-")
        place = whole(row)
        if key.startswith(f"{name}-") and place is not None and field:
            yield key, place, field
