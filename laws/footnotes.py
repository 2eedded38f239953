"""The numbers that footnotes had on a date.

A law book counts its footnotes through. So where an amendment brings one or takes one away, all that stand behind it have
another number from that day on, though nobody touched them. A footnote's mark is the number it had, or has, on the last day
of its text; what it was on another day follows from the footnotes that stood before it then.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Q

from laws.models import FootnoteVersion

_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Standing:
    """A footnote, where in its book it stands, and the times of its texts: first day, and the day after the last."""

    pk: int
    place: tuple[int, int]
    mark: str
    times: tuple[tuple[datetime.date, datetime.date | None], ...]

    def last(self, on: datetime.date) -> datetime.date | None:
        """The last day of its text of a day; nothing where it has none."""
        for first, until in self.times:
            if first <= on and (until is None or on < until):
                return last_day(until)
        return None


@dataclass(slots=True)
class _Book:
    """The footnotes of one book in its order. What is known of a footnote rests on those before it alone."""

    notes: list[Standing]
    _told: dict[tuple[int, datetime.date], str] = field(default_factory=dict)

    def mark(self, at: int, on: datetime.date) -> str:
        """The number of a footnote on a day."""
        if (at, on) not in self._told:
            self._told[at, on] = self._mark(at, on)
        return self._told[at, on]

    def _mark(self, at: int, on: datetime.date) -> str:
        note = self.notes[at]
        last = note.last(on)
        if last is None or last == on or not note.mark.isdigit():
            return note.mark
        same = self._same(at, last)
        if same is not None and self.notes[same].last(on):
            return self.mark(same, on)
        more = 0
        for place, one in enumerate(self.notes[:at]):
            then, later = one.last(on), one.last(last)
            # One that a book prints twice is counted once.
            if (then is None) != (later is None) and self._same(place, then or later) is None:
                more += 1 if then else -1
        return str(int(note.mark) + more)

    def _same(self, at: int, last: datetime.date | None) -> int | None:
        """The footnote before it that a book prints once more, by the same number, on another provision."""
        if last is None:
            return None
        for place, one in enumerate(self.notes[:at]):
            if one.last(last) and self.mark(place, last) == self.notes[at].mark:
                return place
        return None


def last_day(until: datetime.date | None) -> datetime.date:
    """The last day of a time that ends before a day, or never."""
    return until - _DAY if until else datetime.date.max


def numbers(notes: Iterable[Standing], on: datetime.date) -> dict[int, str]:
    """The numbers of a book's footnotes on a day, by their ids; of one that did not stand then its mark."""
    book = _Book(sorted(notes, key=lambda one: one.place))
    return {one.pk: book.mark(at, on) for at, one in enumerate(book.notes)}


def marks(on: datetime.date, *, edition: str = "") -> dict[int, str]:
    """The numbers of footnotes on a day by their ids, of one edition or of all, in one query."""
    return marks_of_days([on], edition=edition)[0]


def marks_of_days(days: Iterable[datetime.date], *, edition: str = "") -> list[dict[int, str]]:
    """The same for each of some days, in one query too."""
    books = _books(edition).values()
    return [{pk: mark for notes in books for pk, mark in numbers(notes, day).items()} for day in days]


def places(edition: str, on: datetime.date) -> dict[str, str]:
    """The keys of the provisions under which footnotes stood on a day, by their numbers."""
    return {
        mark: notes[note]
        for notes in _books(edition).values()
        for note, mark in zip(notes, numbers(notes, on).values(), strict=True)
        if note.last(on)
    }


def _books(edition: str) -> dict[int, dict[Standing, str]]:
    """The footnotes of each edition in its order, with the keys of their provisions."""
    of = Q(footnote__provision__edition__slug=edition) if edition else Q()
    rows = FootnoteVersion.objects.current().filter(of)
    times: dict[tuple[int, int, int, str, str], list[tuple[datetime.date, datetime.date | None]]] = {}
    for book, order, pk, mark, key, effective in rows.order_by("kind", "effective").values_list(
        "footnote__provision__edition",
        "footnote__provision__order",
        "footnote",
        "footnote__mark",
        "footnote__provision__key",
        "effective",
    ):
        times.setdefault((book, order, pk, mark, key), []).append((effective.lower, effective.upper))
    books: dict[int, dict[Standing, str]] = {}
    for (book, order, pk, mark, key), its in times.items():
        place = (order, int(mark) if mark.isdigit() else 0)
        books.setdefault(book, {})[Standing(pk, place, mark, tuple(its))] = key
    return {book: dict(sorted(notes.items(), key=lambda one: one[0].place)) for book, notes in books.items()}
