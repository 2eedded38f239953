"""Five questions on the front page, for whoever comes: from a sample on show, each explained as soon as it is answered.

Nothing is kept of the visitor. How far they are, and what was right, stands in the address of the next question and in its
form; the five of a day are drawn from the sample by its date, so that whoever comes back another day meets others.
"""

from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.http import urlencode

from exams.bank.kinds import kind_of
from exams.bank.presenting import Explained, explained
from exams.practice.units import kept, law_of
from exams.samples.draws import is_stale
from exams.samples.marked import Place, Shown, places, shown_at
from exams.samples.models import Drawing

FIVE = 5
OPEN_FOR = dt.timedelta(days=2)
"""So long after its day a page can still be gone on with."""
_SO_FAR = re.compile(r"[01]{0,5}", re.ASCII)


class NotOnShow(LookupError):
    """What the visitor began with is no longer shown: another sample has been drawn, or none is shown any more."""


class NotOurs(ValueError):
    """No page of ours sends this."""


@dataclass(frozen=True)
class Five:
    """Where a visitor stands. day: that of the five; positions: which questions of the sample they are, in order.

    so_far: for each question answered, 1 where it was right and 0 where not.
    """

    drawing: Drawing
    day: dt.date
    positions: tuple[int, ...]
    so_far: str = ""

    @property
    def number(self) -> int:
        """Of the question that is asked now, from 1; one more than there are at the end."""
        return len(self.so_far) + 1

    @property
    def is_over(self) -> bool:
        """Whether all are answered."""
        return self.number > FIVE

    @property
    def right(self) -> int:
        """How many were right."""
        return self.so_far.count("1")

    @property
    def marks(self) -> list[str]:
        """Of each question how it stands: `y` right, `n` wrong, `now`, or nothing yet."""
        told = ["y" if one == "1" else "n" for one in self.so_far]
        return [*told, *(["now", *[""] * FIVE])][:FIVE]

    @property
    def position(self) -> int:
        """Of the question that is asked now, in the sample."""
        return self.positions[self.number - 1]

    @cached_property
    def place(self) -> Place:
        """The question that is asked now. Reads the sample's questions."""
        return places(self.drawing)[self.position - 1]

    @property
    def shown(self) -> Shown:
        """It as the page asks it."""
        return shown_at(self.place, partial=self.drawing.partial_credit)

    @property
    def fields(self) -> dict[str, str]:
        """What the form sends with the answer, by name."""
        return {"drawing": str(self.drawing.pk), "day": self.day.isoformat(), "so_far": self.so_far}

    def answer_in(self, sent: QueryDict) -> str | None:
        """The option that was chosen; None where none was. Raises exams.bank.kinds' NotOffered."""
        content = self.place.version.content
        return kind_of(content).read(content, sent.get(f"{self.place.prefix}option", ""))

    def is_right(self, answer: str) -> bool:
        """Whether it is the ruling."""
        content = self.place.version.content
        return kind_of(content).is_right(content, answer)

    def explained(self, answer: str) -> Explained:
        """The ruling with its reasons, told to somebody who gave this answer."""
        return explained(self.place.version, answer)

    def after(self, answer: str) -> str:
        """The query of the page that comes after this answer."""
        return urlencode(self.fields | {"so_far": f"{self.so_far}{int(self.is_right(answer))}"})


def of_today() -> Five | None:
    """The first question of today's five; None where no sample on show has five that are answered by one choice."""
    current = Drawing.objects.filter(replaced_at=None, sample__shown=True).defer("questions")
    ordered = current.order_by("sample__level__order", "sample__level__name", "sample__pk")
    for drawing in ordered.select_related("sample__level__body", "sample__blueprint__body"):
        day = drawing.sample.body.today()
        if not is_stale(drawing, day) and (positions := _drawn(drawing, day)):
            return Five(drawing, day, positions)
    return None


def of_query(sent: QueryDict) -> Five:
    """Where the visitor stands by what their page sends; without anything, at today's first question.

    Raises NotOnShow, NotOurs.
    """
    today = of_today()
    if today is None:
        raise NotOnShow
    if "drawing" not in sent:
        return today
    so_far = sent.get("so_far", "")
    try:
        day = dt.date.fromisoformat(sent.get("day", ""))
    except ValueError as unread:
        raise NotOurs from unread
    if _SO_FAR.fullmatch(so_far) is None:
        raise NotOurs
    # A page that was opened before midnight goes on with the five that it began with; not one of any day that somebody
    # writes into the address, each of which would be drawn and kept.
    if sent["drawing"] != str(today.drawing.pk) or abs(today.day - day) > OPEN_FOR:
        raise NotOnShow
    return Five(today.drawing, day, _drawn(today.drawing, day), so_far)


def _drawn(drawing: Drawing, day: dt.date) -> tuple[int, ...]:
    """The positions of a day's five in a sample, the shortest to read first; none where it has fewer.

    Of each law there is one, as far as there are as many laws.
    """

    def read() -> tuple[int, ...]:
        suited = [
            number for number, one in enumerate(drawing.asked, start=1) if kind_of(one["content"]).keyed_by == "one"
        ]
        if len(suited) < FIVE:
            return ()
        random.Random(f"{drawing.pk}/{day}").shuffle(suited)  # noqa: S311
        met: dict[str, int] = {}
        turn: dict[int, int] = {}
        for number in suited:
            law = law_of(drawing.asked[number - 1]["unit"])
            turn[number] = met[law] = met.get(law, 0) + 1
        chosen = sorted(suited, key=lambda number: turn[number])[:FIVE]
        return tuple(sorted(chosen, key=lambda number: _length(drawing.asked[number - 1]["content"])))

    return kept(f"five/{drawing.pk}/{day}", read)


def _length(content: Mapping[str, Any]) -> int:
    """How many characters of it there are to read."""
    return sum(map(len, content["stem"])) + sum(len(option["text"]) for option in content["options"])
