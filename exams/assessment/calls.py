"""The calls of an assessment: which paths of the law they take, and the tables that are staged for them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation.models import Level
from accounts.accreditation.requirements import paper_codes
from accounts.accreditation.standing import rule_of
from accounts.models import Body
from exams import scenarios
from exams.assessment.models import Call
from exams.bank import content as contents
from exams.bank.models import Level as Asked
from exams.bank.models import LevelMove
from exams.papers import syllabus
from exams.papers.fitness import practised
from exams.papers.models import Quota
from exams.practice.exercises import NotPractised, kept_back, open_for
from exams.practice.models import SEEN_FOR
from exams.practice.queue import apart
from exams.practice.units import Unit, catalogue, kinds_of
from exams.scenarios.calls import BothWays, callable_paths, staged_both_ways

FEWEST, MOST, USUAL = 3, 6, 4
"""Calls in an assessment."""
KIND = "best_ruling"
"""The kind of question that asks for the whole ruling."""
_SEEDS = 4
_PATHS = 12
"""So many paths are tried beyond those that are needed: some cannot be staged just now."""


class NotStaged(ValueError):
    """Why no calls can be staged, in a sentence for the registrar."""


@dataclass(frozen=True)
class Staged:
    """A call that is staged and not stored yet."""

    unit: str
    content: Mapping[str, Any]
    acts: Mapping[str, Any] | None


def units_for(level: Level) -> list[Unit]:
    """The paths of the law that an assessment for this level can ask, in the order of the law book.

    Those at the levels of question that the papers of the level ask for (of a level without papers: club for the lowest, else
    congress), as far as they are topics of the body's syllabus there. Where the syllabus has nothing of it, all of them.
    """
    asked = _levels_asked(level)
    moved = dict(LevelMove.objects.filter(body=level.body, back_at=None).values_list("path", "level"))
    units = [one for one in catalogue().values() if not one.is_fact and KIND in kinds_of(one.path)]
    fitting = [one for one in units if moved.get(one.path, one.level) in asked]
    topics = {node.topic.slug for node in syllabus.read(level.body).examined if not asked.isdisjoint(node.topic.levels)}
    return [one for one in fitting if one.topic in topics] or fitting


def _levels_asked(level: Level) -> set[str]:
    codes = paper_codes(rule_of(level))
    asked = set(
        Quota.objects.filter(blueprint__body=level.body, blueprint__code__in=codes).values_list("level", flat=True)
    )
    if asked:
        return asked
    lowest = Level.objects.filter(body=level.body).order_by("order", "name").first()
    return {Asked.CLUB if lowest == level else Asked.CONGRESS}


def staged(level: Level, count: int, laws: Sequence[str] = ()) -> list[Staged]:
    """So many calls for the level, on paths drawn by chance; of the laws that are picked, each in turn.

    None shows a situation that stands in a paper to come, is kept for another assessment, or was practised by anybody lately.
    Takes a second or two, so it is done outside a transaction. Raises NotStaged.
    """
    found: list[Staged] = []
    bare: list[Staged] = []
    simulated = set(callable_paths())
    for unit in _drawn(units_for(level), count, laws):
        if len(found) == count:
            break
        if (told := _table(level.body, unit.path)) is not None:
            # A table without its list, of a path that others show with theirs, is taken only if there are too few.
            other = bare if told.call is None and unit.path in simulated else found
            other.append(Staged(unit.path, told.question, told.call))
    found = [*found, *bare][:count]
    if len(found) < count:
        raise NotStaged(
            _("Only %(n)s calls can be staged on these laws. Pick more laws, or ask for fewer calls.")
            % {"n": len(found)}
        )
    return found


def _drawn(units: Sequence[Unit], count: int, laws: Sequence[str]) -> list[Unit]:
    """Units in the order in which they are tried: no two of a law before each law has had its turn.

    Those that can be simulated come first, since a call with its list of acts says more; of laws that none of them is about
    there are calls only where such a law is picked, or the others do not suffice.
    """
    chance = secrets.SystemRandom()
    by_law: dict[str, list[Unit]] = {}
    simulated = set(callable_paths())
    mixed = chance.sample(units, len(units))
    for unit in sorted(mixed, key=lambda one: one.path not in simulated):
        if not laws or unit.law in laws:
            by_law.setdefault(unit.law, []).insert(0, unit)
    drawn: list[Unit] = []
    while by_law and len(drawn) < count + _PATHS:
        for law in list(by_law):
            drawn.append(by_law[law].pop())
            if not by_law[law]:
                del by_law[law]
    first, rest = drawn[:count], drawn[count:]
    known = {unit.path: unit for unit in first}
    return [*(known[path] for path in apart(known)), *rest]


def _table(body: Body, unit: str) -> BothWays | None:
    """A table on this path that may be shown to nobody before the day; None where none can be staged."""
    since = timezone.now() - SEEN_FOR
    try:
        regulations = open_for(body, unit)
        for _seed in range(_SEEDS):
            told = staged_both_ways(unit, seed=secrets.token_hex(8), kind=KIND, regulations=regulations)
            fingerprint = told.question["fingerprint"]
            if not kept_back([fingerprint]) and not practised([fingerprint], since):
                contents.check(told.question)
                return told
    except (NotPractised, scenarios.UnknownPathError, scenarios.NotStagedError):
        return None
    return None


# --- What an assessor tells ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What an assessor answers when the candidate asks."""

    question: str
    answer: str


def first_words(call: Call) -> str:
    """What the table says when the candidate comes: no more than why it has called, where the call has a list of acts."""
    if call.acts is None:
        return str(call.content["stem"][0])
    opening = call.acts["opening"]
    return _("%(seat)s: %(words)s") % {"seat": _seat(opening["by"]), "words": opening["say"]}


def told_when_asked(call: Call) -> list[str]:
    """The rest of what happened: the candidate hears it when they ask."""
    stem = [str(one) for one in call.content["stem"]]
    return stem if call.acts is not None else stem[1:]


def answers(content: Mapping[str, Any]) -> list[Answer]:
    """What the record answers: the facts on which the ruling turned, and what each call of the auction shows."""
    steps = [Answer(one["question"], one["answer"]) for one in content["explanation"]["steps"] if one["taken"]]
    record = content["record"]
    calls = [*record.get("auction", ()), *record.get("continued", ())]
    shown = [
        Answer(
            _("What does %(call)s by %(seat)s show?") % {"call": _call(one["call"]), "seat": _seat(one["by"])}, words
        )
        for one in calls
        if (words := (one.get("means") or {}).get("words"))
    ]
    return [*steps, *shown]


def _call(written: str) -> str:
    """A call as people write it."""
    suits = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    words = {"P": _("the pass"), "X": _("the double"), "XX": _("the redouble")}
    if written in words:
        return words[written]
    return written[0] + suits.get(written[1:], written[1:]) if written[:1].isdigit() else written


def _seat(written: str) -> str:
    seats = {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}
    return seats.get(written, written)
