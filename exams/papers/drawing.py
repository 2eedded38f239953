"""Drawing a paper: which approved questions fill the quotas of a blueprint.

The choice depends on the seed and the bank alone. Each question gets a number by hashing the seed with its
fingerprint, and the smaller number is preferred; unlike shuffling, this gives the same paper on every version of
Python, and a question added to the bank changes little in what is drawn.

Two questions that make a pair are drawn together or not at all. They need not be of one quota: of the two, one fact is
different, and with it the level may be.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
from uuid import UUID

from django.db import models, transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from exams.bank.kinds import NOT_DRAWN
from exams.bank.models import QuestionVersion
from exams.papers.models import Blueprint, Paper, PaperQuestion, Quota
from exams.papers.rules import DRAW

Cell = tuple[str, str, str]  # topic slug, level, kind; no kind is any that has no cell of its own
PAIR = 2


@dataclass(frozen=True)
class Filling:
    """How far the bank fills a quota."""

    quota: Quota
    available: int

    @property
    def lacking(self) -> int:
        """How many approved questions are missing."""
        return max(0, self.quota.count - self.available)

    def __str__(self) -> str:
        return _("%(quota)s: %(lacking)d lacking (%(wanted)d wanted, %(available)d approved)") % {
            "quota": self.quota.name,
            "lacking": self.lacking,
            "wanted": self.quota.count,
            "available": self.available,
        }


@dataclass(frozen=True)
class Stock:
    """What the bank holds for a blueprint: its quotas with what there is for each, and what is approved but stays out.

    written: questions that only people can mark. halves: questions whose partner no quota takes or nobody has approved.
    """

    fillings: list[Filling]
    written: int
    halves: int


class CannotFill(Exception):
    """The bank cannot fill these quotas, so nothing was drawn.

    A blueprint that asks for nothing has none to name, nor has one for which there are enough questions, but in pairs
    that its numbers do not leave room for.
    """

    def __init__(self, shortages: Sequence[Filling], reason: str = "") -> None:
        super().__init__(
            "; ".join(str(shortage) for shortage in shortages) or reason or _("The blueprint asks for no questions.")
        )
        self.shortages = shortages


class Candidate(NamedTuple):
    """A question that may be drawn. `pair` is what it shares with its partner, empty when it stands alone."""

    version: UUID
    fingerprint: str
    path: str
    cell: Cell
    pair: str = ""
    part: int = 0


class _Unit(NamedTuple):
    """What is drawn at once: one question, or both of a pair."""

    parts: tuple[Candidate, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(sorted(part.cell for part in self.parts))


def stock(blueprint: Blueprint) -> Stock:
    """What there is for the blueprint, in one look at the bank."""
    counted = _approved(blueprint).order_by().values_list("kind", "topic", "level", "pair").annotate(Count("pk"))
    rows = list(counted)
    quotas = _quotas(blueprint)
    wanted = {_cell(quota) for quota in quotas}
    held = [
        (_cell_of(topic, level, kind, wanted), pair)
        for kind, topic, level, pair, count in rows
        if kind not in NOT_DRAWN
        for _one in range(count)
    ]
    available, halves = _available(held, wanted)
    written = sum(count for kind, *_rest, count in rows if kind in NOT_DRAWN)
    return Stock([Filling(quota, available[_cell(quota)]) for quota in quotas], written, halves)


def fillings(blueprint: Blueprint) -> list[Filling]:
    """Each quota of the blueprint with the number of approved questions there are for it."""
    return stock(blueprint).fillings


@transaction.atomic
def draw(*, blueprint: Blueprint, actor: User, seed: int) -> Paper:
    """Draw a paper, or raise `CannotFill` and write nothing.

    1. Lock the blueprint and read it again, so that a revision is in the paper as a whole or not at all.
    2. Choose, then lock what was chosen. If an examiner has taken an approval back meanwhile, choose again without that
       question: each round leaves one out at least, so this ends, with a paper or with a shortage.
    3. Write. No decision about these questions can come between the choice and the paper.
    """
    require(actor, DRAW, blueprint)
    blueprint = Blueprint.objects.select_for_update(of=("self",)).select_related("body").get(pk=blueprint.pk)
    chosen = _choose_approved(blueprint, seed)
    while not _hold(chosen):
        chosen = _choose_approved(blueprint, seed)
    paper = Paper.objects.create(
        body=blueprint.body, blueprint=blueprint, drawn_by=actor, seed=seed, **blueprint.terms()
    )
    PaperQuestion.objects.bulk_create(
        PaperQuestion(paper=paper, position=position, version_id=version)
        for position, version in enumerate(chosen, start=1)
    )
    record(
        actor=actor,
        verb="paper.drawn",
        target=paper,
        body=blueprint.body,
        data={"blueprint": blueprint.code, "seed": seed, "questions": len(chosen)},
    )
    return paper


def choose(candidates: Iterable[Candidate], wanted: Mapping[Cell, int], seed: int) -> list[UUID]:
    """The questions of the paper, in its order; ValueError when the numbers cannot be met.

    Within a quota a question whose path through the law has been asked least often comes first, so two questions take
    the same path only when no other is left. What is drawn never leaves the rest of the quotas unfillable. The order
    of the paper mixes the topics, since naming the law that applies is part of the task; only a pair stays together.
    """
    units = _units(candidates, wanted)
    room, left = dict(wanted), Counter(unit.cells for unit in units)
    if not _can_be_filled(room, left):
        raise ValueError("the quotas cannot be filled with whole pairs")
    by_cell: dict[Cell, list[_Unit]] = defaultdict(list)
    for unit in sorted(units, key=lambda each: _lot(seed, "draw", each.parts[0].fingerprint)):
        for cell in set(unit.cells):
            by_cell[cell].append(unit)
    asked: Counter[str] = Counter()
    drawn: list[_Unit] = []
    # What was drawn, or would have left the rest unfillable: once it does, it does so for good.
    gone: set[_Unit] = set()
    for cell in sorted(wanted):
        while room[cell]:
            waiting = (unit for unit in by_cell[cell] if unit not in gone)
            # `min` takes the first of equals, which is the one with the smaller number.
            best = min(waiting, key=lambda unit: max(asked[part.path] for part in unit.parts))
            gone.add(best)
            left[best.cells] -= 1
            rest = {each: wanted_still - best.cells.count(each) for each, wanted_still in room.items()}
            if min(rest.values()) >= 0 and _can_be_filled(rest, left):
                room = rest
                asked.update(part.path for part in best.parts)
                drawn.append(best)
    drawn.sort(key=lambda each: _lot(seed, "order", each.parts[0].fingerprint))
    return [part.version for unit in drawn for part in unit.parts]


def _units(candidates: Iterable[Candidate], wanted: Mapping[Cell, int]) -> list[_Unit]:
    """What can be drawn at once for these quotas: questions that stand alone, and whole pairs, each part in its order."""
    alone: list[_Unit] = []
    pairs: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if candidate.cell in wanted and candidate.pair:
            pairs[candidate.pair].append(candidate)
        elif candidate.cell in wanted:
            alone.append(_Unit((candidate,)))
    whole = [_Unit(tuple(sorted(parts, key=lambda each: each.part))) for parts in pairs.values() if len(parts) == PAIR]
    return alone + whole


def _can_be_filled(room: Mapping[Cell, int], left: Mapping[tuple[Cell, ...], int]) -> bool:
    """Whether these numbers can be met exactly with what is left, of which pairs may take from two quotas at once.

    Pairs are tried only where single questions do not suffice, so without pairs this is a comparison.
    """
    cells = tuple(room)
    single = [left.get((cell,), 0) for cell in cells]
    kinds = [pair for pair, count in left.items() if len(pair) == PAIR and count > 0]
    used = [[pair.count(cell) for cell in cells] for pair in kinds]

    @cache
    def fits(open_: tuple[int, ...], pairs: tuple[int, ...]) -> bool:
        short = next((place for place, number in enumerate(open_) if number > single[place]), None)
        if short is None:
            return True
        for which, count in enumerate(pairs):
            if not count or not used[which][short]:
                continue
            rest = tuple(number - taken for number, taken in zip(open_, used[which], strict=True))
            fewer = (*pairs[:which], count - 1, *pairs[which + 1 :])
            if min(rest) >= 0 and fits(rest, fewer):
                return True
        return False

    return fits(tuple(room.values()), tuple(left[pair] for pair in kinds))


def _available(held: Iterable[tuple[Cell, str]], wanted: Collection[Cell]) -> tuple[Counter[Cell], int]:
    """How many questions each quota could draw on, and how many are left out because their partner is missing."""
    inside = [(cell, pair) for cell, pair in held if cell in wanted]
    parts = Counter(pair for _cell, pair in inside if pair)
    usable = [cell for cell, pair in inside if not pair or parts[pair] == PAIR]
    return Counter(usable), len(inside) - len(usable)


def _choose_approved(blueprint: Blueprint, seed: int) -> list[UUID]:
    """What to draw by the bank as it is now; or `CannotFill`."""
    quotas = _quotas(blueprint)
    wanted = {_cell(quota): quota.count for quota in quotas}
    candidates = _candidates(blueprint, wanted)
    available, _halves = _available([(each.cell, each.pair) for each in candidates], wanted)
    shortages = [one for quota in quotas if (one := Filling(quota, available[_cell(quota)])).lacking]
    if shortages or not quotas:
        raise CannotFill(shortages)
    try:
        return choose(candidates, wanted, seed)
    except ValueError as error:
        reason = _("There are enough questions, but in pairs, which are drawn whole: ask for one more or one fewer.")
        raise CannotFill([], reason) from error


def _hold(versions: list[UUID]) -> bool:
    """Keep examiners from deciding about these until the transaction ends; False if one is approved no more."""
    rows = QuestionVersion.objects.approved().filter(pk__in=versions).select_for_update(of=("self",), no_key=True)
    # In the order of their ids, so that two draws never wait for each other.
    return len(rows.order_by("pk").only("pk")) == len(versions)


def _quotas(blueprint: Blueprint) -> list[Quota]:
    return list(blueprint.quotas.select_related("topic"))


def _cell(quota: Quota) -> Cell:
    return quota.topic.slug, quota.level, quota.kind


def _cell_of(topic: str, level: str, kind: str, wanted: Collection[Cell]) -> Cell:
    """Where a question counts: in the quota for its kind, if there is one."""
    own = (topic, level, kind)
    return own if own in wanted else (topic, level, "")


def _approved(blueprint: Blueprint) -> models.QuerySet[QuestionVersion]:
    """What may be drawn, and what nobody can mark yet: approved, of the blueprint's body and edition."""
    return QuestionVersion.objects.approved().filter(body=blueprint.body_id, edition=blueprint.edition)


def _candidates(blueprint: Blueprint, wanted: Collection[Cell]) -> list[Candidate]:
    rows = (
        _approved(blueprint)
        .exclude(kind__in=NOT_DRAWN)
        .values_list(
            "pk",
            "question__fingerprint",
            "content__receipt__path",
            "topic",
            "level",
            "kind",
            "pair",
            "content__pair__part",
        )
    )
    return [
        Candidate(pk, fingerprint, path, _cell_of(topic, level, kind, wanted), pair, part or 0)
        for pk, fingerprint, path, topic, level, kind, pair, part in rows
    ]


def _lot(seed: int, purpose: str, fingerprint: str) -> str:
    return hashlib.sha256(f"{seed}/{purpose}/{fingerprint}".encode()).hexdigest()
