"""The units that are practised: every path of the law that a table can show, and every fact of the book.

A unit is named as the engine names the path, or as its law's file names the fact, so it outlives questions, papers and the code
that stages tables. One that is no longer there stays in the log of whoever practised it, and is asked no more.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeVar, cast
from uuid import UUID

from django.core.cache import caches

from exams import scenarios
from exams.bank.models import LevelMove
from exams.papers import syllabus
from exams.practice.models import Learner
from exams.scenarios.plots import PLOTS
from laws import keys
from laws.models import ProvisionVersion, TextKind

T = TypeVar("T")
EDITION = "duplicate-2017"
"""The one whose procedures tables are staged for."""
READ_FOR = 60
"""Seconds for which practice goes by what it has read of the laws, of a body's syllabus and of its regulations: one page after
another asks.
"""


def kept(name: str, read: Callable[[], T]) -> T:
    """What was read under this name in the last minute, else what is read now."""
    return cast("T", caches["parts"].get_or_set(f"practice/{name}", read, READ_FOR))


@dataclass(frozen=True, slots=True)
class Unit:
    """A path of the law: its law and topic, the level by rule, in a few words what happens, and what decides; or a fact.

    path: its name. law: as one may pick it, which for a path is that of its procedure (`16B`) and for a fact the whole law.
    inside: simpler paths that this one contains, which a right answer credits: those all of whose questions were asked on this
    way too, with the same answers, as whether a call is comparable is asked under several laws.
    """

    path: str
    law: str
    topic: str
    level: str
    title: str
    cites: Sequence[str]
    inside: Sequence[str]

    @property
    def is_fact(self) -> bool:
        """Whether it is a fact of the book, for which no table is staged."""
        return is_fact(self.path)


@cache
def catalogue() -> Mapping[str, Unit]:
    """Every unit by its name, in the order of the law book: of each law its facts, then its paths, the simple ones first."""
    answers = {path: frozenset(path.split("/")[1:]) for path in scenarios.stageable()}
    found = [unit for path in answers if (unit := unit_of(path, answers))]
    return {one.path: one for one in _simple_first([*_facts(), *found])}


def _facts() -> list[Unit]:
    return [
        Unit(one.name, one.law, one.topic, one.level, one.case, (one.provision,), ())
        for one in scenarios.book.facts().values()
    ]


def unit_of(path: str, answers: Mapping[str, frozenset[str]]) -> Unit | None:
    """A path of the law as a unit; None where its words do not say why it ends in its ruling, or at which level.

    answers: of each path that it may contain, and of itself.
    """
    reason, levelled = scenarios.reason_of(path), scenarios.level_of_path(path)
    if reason is None or levelled is None:
        return None
    law = path.partition("/")[0]
    inside = tuple(other for other, told in answers.items() if told and told < answers[path])
    return Unit(path, law, PLOTS[law].topic, levelled.level, reason.case, tuple(reason.cites), inside)


@cache
def laws() -> tuple[str, ...]:
    """The laws that can be picked, in the order of the law book, without a look at the paths of each."""
    procedures = {law: place for place, law in enumerate(scenarios.PROCEDURES, start=1)}
    known = {*procedures, *(one.law for one in scenarios.book.facts().values())}
    return tuple(sorted(known, key=lambda law: (keys.parse(law).law, procedures.get(law, 0))))


@cache
def topics() -> tuple[str, ...]:
    """The topics that can be picked, by their slugs."""
    facts = scenarios.book.facts().values()
    return tuple(dict.fromkeys([*(PLOTS[law].topic for law in scenarios.PROCEDURES), *(one.topic for one in facts)]))


def _simple_first(units: Iterable[Unit]) -> list[Unit]:
    """By law, facts before paths, and those that contain fewer others first; the order of the engine breaks the tie."""
    procedures = {law: place for place, law in enumerate(scenarios.PROCEDURES, start=1)}

    def order(one: Unit) -> tuple[int, int, int]:
        place = 0 if one.is_fact else procedures[one.law]
        return keys.parse(one.law).law, place, len(one.inside)

    return sorted(units, key=order)


# --- what a unit is, by its name --------------------------------------------------------------------------------------


def is_fact(path: str) -> bool:
    """Whether a unit of this name is a fact of the book."""
    return path.startswith(f"{scenarios.book.PREFIX}/")


def law_of(path: str) -> str:
    """The law of a unit, also of one that is no longer there: `16B`, `64`, `Intro`."""
    return path.split("/")[1] if is_fact(path) else path.partition("/")[0]


def kinds_of(path: str) -> tuple[str, ...]:
    """The kinds of question that a unit of the catalogue can be asked as, the surest first."""
    return (scenarios.BOOK_FACT,) if is_fact(path) else scenarios.askable(path)


def pairable(path: str) -> bool:
    """Whether two tables with one fact changed can be staged for a unit of the catalogue."""
    return not is_fact(path) and scenarios.pairable(path)


def still_reads(path: str, day: dt.date) -> bool:
    """Whether the words that a fact rests on stand in the digest of its provision on a day. One query.

    Where the library holds no digest of it, nothing has been published that the fact could contradict.
    """
    fact = scenarios.book.facts()[path]
    wordings = ProvisionVersion.objects.current().filter(
        kind=TextKind.DIGEST, provision__edition__slug=EDITION, provision__key=fact.provision
    )
    rows = list(wordings.values_list("effective", "text", "tables"))
    return not rows or any(
        day in effective and fact.reads in told for effective, text, tables in rows for told in _texts(text, tables)
    )


def _texts(text: str, tables: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The text of a provision in one line, and each cell of its tables."""
    yield " ".join(text.split())
    yield from (cell for table in tables for row in table["rows"] for cell in row)


def levels(learner: Learner | None) -> Callable[[Unit], str]:
    """At which level each unit is asked: by rule, unless the learner's body has moved the path. One query a minute."""
    if learner is None or learner.body_id is None:
        return lambda unit: unit.level
    return levels_of(learner.body_id)


def levels_of(body: UUID) -> Callable[[Unit], str]:
    """The same for a body."""
    rows = LevelMove.objects.filter(body=body, back_at=None).values_list("path", "level")
    moved: dict[str, str] = kept(f"moved/{body}", lambda: dict(rows))
    return lambda unit: moved.get(unit.path, unit.level)


class Topics(NamedTuple):
    """What a body calls the topics of its syllabus, and the place of each in its order, both by slug."""

    titles: Mapping[str, str]
    places: Mapping[str, int]


def topics_of(learner: Learner | None) -> Topics:
    """The topics of the learner's body; none without a body, for the order of the law book. One query a minute."""
    if learner is None or learner.body_id is None:
        return Topics({}, {})
    body = learner.body_id

    def read() -> Topics:
        nodes = syllabus.read(body).nodes
        return Topics(
            {node.topic.slug: node.topic.title for node in nodes},
            {node.topic.slug: place for place, node in enumerate(nodes)},
        )

    return kept(f"topics/{body}", read)


def title_of(path: str) -> str:
    """What a unit is about, in words; for one that is no longer there, its law."""
    unit = catalogue().get(path)
    return unit.title if unit else keys.name(law_of(path))
