"""What practice tells examiners: how hard each path is, and which wrong options many people choose.

Counted is how people answered a path when they first met it, before they had learned it here, over all who practise, of
whatever body; nobody is named, and a path is told of only where enough people have met it. A wrong option that many choose is
a mistake that many directors make, or a key that is wrong: somebody should look.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import F, Func, JSONField, TextField, Value
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.models import Body, Role, User
from accounts.rules import may
from exams.bank.tells.phrases import alike
from exams.marking.rules import SEE_BANK_STATISTICS
from exams.practice.models import Exercise
from exams.practice.units import Unit, catalogue
from exams.sittings.rules import bodies_where

PEOPLE: Final = 5
"""Fewer than so many are not told of: each could be guessed."""
MANY: Final = 0.3
"""The share of answers from which a wrong option is worth a look."""
SINCE: Final = dt.timedelta(days=730)
"""Older answers are left out: the law, and how we word it, change."""


@dataclass(frozen=True)
class Chosen:
    """A wrong option, as it was worded last, and the share of all who met the path and chose it or one like it."""

    text: str
    share: float
    people: int

    @property
    def share_percent(self) -> int:
        """In whole percent."""
        return round(self.share * 100)


@dataclass(frozen=True)
class Finding:
    """How a path fares. facility: the share of those who met it that were right at once. wrong: the options most chosen."""

    unit: Unit
    people: int
    facility: float
    wrong: Sequence[Chosen]

    @property
    def percent(self) -> int:
        """The facility in whole percent."""
        return round(self.facility * 100)

    @property
    def doubtful(self) -> Chosen | None:
        """The wrong option that so many choose that somebody should look at it."""
        return next((one for one in self.wrong if one.share >= MANY), None)


def may_see(person: User) -> bool:
    """Whether this person examines for a body."""
    examined = Body.objects.filter(pk__in=bodies_where(person, Role.EXAMINER))
    return any(may(person, SEE_BANK_STATISTICS, body) for body in examined)


def findings(now: dt.datetime | None = None, *, people: int = PEOPLE) -> list[Finding]:
    """Every path that enough people have met, the hardest first. One query, however much was practised."""
    met: dict[str, list[tuple[bool, str]]] = defaultdict(list)
    for unit, right, text in _first_answers((now or timezone.now()) - SINCE):
        met[unit].append((bool(right), text or ""))
    known = catalogue()
    found = [_finding(known[unit], rows) for unit, rows in met.items() if unit in known and len(rows) >= people]
    return sorted(found, key=lambda one: (one.facility, -one.people, one.unit.path))


def _first_answers(since: dt.datetime) -> Iterable[tuple[str, bool | None, str | None]]:
    """The answer that each person gave to each path when they first met it: path, right, and the option chosen, if one was."""
    rows = Exercise.objects.answered().filter(learner__isnull=False, shown_at__gt=since).exclude(answer="")
    rows = rows.order_by("learner", "unit", "answered_at", "pk").distinct("learner", "unit")
    return rows.annotate(chosen=_option()).values_list("unit", "right", "chosen").iterator()


def _option() -> Func:
    """The text of the option whose id is the answer; none for what is typed, ordered, or more than one."""
    path = Cast(Value("$.options[*] ? (@.id == $given).text"), _JsonPath())
    given = Func(
        Cast(Value("given"), TextField()), F("answer"), function="jsonb_build_object", output_field=JSONField()
    )
    text = Func(F("content"), path, given, function="jsonb_path_query_first", output_field=JSONField())
    return Func(text, template="(%(expressions)s) #>> '{}'", output_field=TextField())


class _JsonPath(TextField[str, str]):
    """PostgreSQL's type of a way into a JSON document."""

    def db_type(self, connection: object) -> str:
        return "jsonpath"


def _finding(unit: Unit, rows: Sequence[tuple[bool, str]]) -> Finding:
    wrong: dict[str, list[str]] = defaultdict(list)
    for right, text in rows:
        if not right and text:
            wrong[alike(text)].append(text)
    chosen = sorted(
        (Chosen(texts[-1], len(texts) / len(rows), len(texts)) for texts in wrong.values()),
        key=lambda one: (-one.share, one.text),
    )
    return Finding(unit, len(rows), sum(right for right, _text in rows) / len(rows), chosen[:3])
