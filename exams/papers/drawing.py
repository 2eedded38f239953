"""Drawing a paper: which approved questions fill the quotas of a blueprint.

The choice depends on the seed and the bank alone. Each question gets a number by hashing the seed with its
fingerprint, and the smaller number is preferred; unlike shuffling, this gives the same paper on every version of
Python, and a question added to the bank changes little in what is drawn.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db import models, transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from exams.bank.models import QuestionVersion
from exams.papers.models import Blueprint, Paper, PaperQuestion, Quota
from exams.papers.rules import DRAW

Cell = tuple[str, str]  # topic slug, level


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
        return _("%(topic)s, %(level)s: %(lacking)d lacking (%(wanted)d wanted, %(available)d approved)") % {
            "topic": self.quota.topic,
            "level": self.quota.get_level_display(),
            "lacking": self.lacking,
            "wanted": self.quota.count,
            "available": self.available,
        }


class CannotFill(Exception):
    """The bank cannot fill these quotas, so nothing was drawn. A blueprint that asks for nothing has none to name."""

    def __init__(self, shortages: list[Filling]) -> None:
        super().__init__(
            "; ".join(str(shortage) for shortage in shortages) or _("The blueprint asks for no questions.")
        )
        self.shortages = shortages


class Candidate(NamedTuple):
    """A question that may be drawn."""

    version: UUID
    fingerprint: str
    path: str
    cell: Cell


def fillings(blueprint: Blueprint) -> list[Filling]:
    """Each quota of the blueprint with the number of approved questions there are for it."""
    counted = _approved(blueprint).order_by().values_list("topic", "level").annotate(Count("pk"))
    return _fillings(blueprint, {(topic, level): count for topic, level, count in counted})


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
    chosen, wanted = _choose_approved(blueprint, seed)
    while not _hold(chosen):
        chosen, wanted = _choose_approved(blueprint, seed)
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
        data={"blueprint": blueprint.code, "seed": seed, "questions": sum(wanted.values())},
    )
    return paper


def choose(candidates: Iterable[Candidate], wanted: dict[Cell, int], seed: int) -> list[UUID]:
    """The questions of the paper, in its order.

    Within a quota a question whose path through the law has been asked least often comes first, so two questions take
    the same path only when no other is left. The order of the paper mixes the topics: naming the law that applies is
    part of the task.
    """
    by_cell: dict[Cell, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        by_cell[candidate.cell].append(candidate)
    asked: Counter[str] = Counter()
    drawn: list[Candidate] = []
    for cell in sorted(wanted):
        waiting = sorted(by_cell[cell], key=lambda each: _lot(seed, "draw", each.fingerprint))
        for _number in range(wanted[cell]):
            # `min` takes the first of equals, which is the one with the smaller number.
            best = min(waiting, key=lambda each: asked[each.path])
            waiting.remove(best)
            asked[best.path] += 1
            drawn.append(best)
    drawn.sort(key=lambda each: _lot(seed, "order", each.fingerprint))
    return [each.version for each in drawn]


def _choose_approved(blueprint: Blueprint, seed: int) -> tuple[list[UUID], dict[Cell, int]]:
    """What to draw by the bank as it is now, and the numbers asked for; or `CannotFill`."""
    candidates = _candidates(blueprint)
    quotas = _fillings(blueprint, Counter(candidate.cell for candidate in candidates))
    shortages = [filling for filling in quotas if filling.lacking]
    if shortages or not quotas:
        raise CannotFill(shortages)
    wanted = {(filling.quota.topic.slug, filling.quota.level): filling.quota.count for filling in quotas}
    return choose(candidates, wanted, seed), wanted


def _hold(versions: list[UUID]) -> bool:
    """Keep examiners from deciding about these until the transaction ends; False if one is approved no more."""
    rows = QuestionVersion.objects.approved().filter(pk__in=versions).select_for_update(of=("self",), no_key=True)
    # In the order of their ids, so that two draws never wait for each other.
    return len(rows.order_by("pk").only("pk")) == len(versions)


def _fillings(blueprint: Blueprint, available: Mapping[Cell, int]) -> list[Filling]:
    return [
        Filling(quota, available.get((quota.topic.slug, quota.level), 0))
        for quota in blueprint.quotas.select_related("topic")
    ]


def _approved(blueprint: Blueprint) -> models.QuerySet[QuestionVersion]:
    """What may be drawn: approved, of the blueprint's body and edition."""
    return QuestionVersion.objects.approved().filter(body=blueprint.body_id, edition=blueprint.edition)


def _candidates(blueprint: Blueprint) -> list[Candidate]:
    rows = _approved(blueprint).values_list("pk", "question__fingerprint", "content__receipt__path", "topic", "level")
    return [Candidate(pk, fingerprint, path, (topic, level)) for pk, fingerprint, path, topic, level in rows]


def _lot(seed: int, purpose: str, fingerprint: str) -> str:
    return hashlib.sha256(f"{seed}/{purpose}/{fingerprint}".encode()).hexdigest()
