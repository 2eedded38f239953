"""What a blueprint asks, as the forecast reads it: which paths each quota draws from, and how heavily each weighs.

A path weighs as many questions as the approved bank has on it for the quota, and one where it has none yet: examiners add
questions until the day of the draw. Which questions rest after a sitting is left out of account, so that no weight tells
what was asked lately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final
from uuid import UUID

from accounts.models import Body
from accounts.rules import may
from exams import scenarios
from exams.bank.kinds import BY_NAME_ONLY
from exams.papers.assembly import Candidate, Wanted
from exams.papers.draws import marks_of
from exams.papers.models import Blueprint
from exams.papers.rules import SEE_SYLLABUS
from exams.papers.stock import candidates_for, examined, wanted
from exams.practice.forecast import Slot
from exams.practice.models import Learner
from exams.practice.units import EDITION, Unit, catalogue, is_fact, levels, levels_of

CHANCES: Final[Mapping[str, float]] = {
    "best_ruling": 1 / 4,
    "judge_ruling": 1 / 4,
    "whose_turn": 1 / 4,
    "book_fact": 1 / 4,
    "choose_all": 1 / 15,
    "order_steps": 1 / 24,
    "cite_law": 0.0,
    "number": 1 / 3,
    "written": 0.0,
}
"""Of a right answer by a guess, by kind: of four options one, or any choice of them, or any order; of
numbers nought, one and two; a law is not guessed.
"""


@dataclass(frozen=True)
class Drawn:
    """A blueprint for the forecast. topics: for each path its topic, then those above it, as floors name them."""

    slots: Sequence[Slot]
    topics: Mapping[str, Sequence[str]]

    @property
    def paths(self) -> frozenset[str]:
        """Every path that a paper could ask."""
        return frozenset(path for slot in self.slots for path in slot.units)


def in_use(body: Body) -> list[Blueprint]:
    """The blueprints of a body from which papers can be drawn that practice prepares for; the quotas come with them.

    One without quotas, or with a topic that is no longer examined, gives no paper; one of another edition asks other paths.
    """
    rows = Blueprint.objects.filter(body=body, edition=EDITION).prefetch_related("quotas__topic")
    found = [(one, list(one.quotas.all())) for one in rows]
    return [one for one, quotas in found if quotas and not any(quota.topic.retired_at for quota in quotas)]


def body_of(learner: Learner) -> Body | None:
    """The body that a learner trains for, if they may see what it examines: whoever has left it may not."""
    body = learner.body
    return body if body is not None and may(learner.person, SEE_SYLLABUS, body) else None


def prepared_for(learner: Learner) -> list[Blueprint]:
    """The papers that a learner may prepare for: those in use of that body."""
    body = body_of(learner)
    return in_use(body) if body else []


def drawn_by(blueprint: Blueprint, learner: Learner | None = None) -> Drawn:
    """What papers of a blueprint ask: a fixed number of queries, however large the bank is.

    learner: at whose levels units are asked; None: at those of the blueprint's body.
    """
    body = blueprint.body
    asked = [wanted(quota) for quota in blueprint.quotas.all()]
    lineages = examined(body)
    bank, _resting = candidates_for(body, blueprint.edition, body.today())
    marks = marks_of(bank) if any(one.kind in BY_NAME_ONLY for one in asked) else {}
    topics = {unit.path: lineages.get(unit.topic, (unit.topic,)) for unit in catalogue().values()}
    level = levels(learner) if learner else levels_of(body.pk)
    return Drawn(slots_of(asked, topics, level, bank, marks), topics)


def paths_asked(blueprint: Blueprint, learner: Learner) -> frozenset[str]:
    """Every path that a paper of this blueprint could ask, as `drawn_by` has them, without a look at the bank."""
    lineages, level = examined(blueprint.body), levels(learner)
    asked = [wanted(quota) for quota in blueprint.quotas.select_related("topic")]
    return frozenset(
        unit.path
        for unit in catalogue().values()
        if any(
            quota.topic in lineages.get(unit.topic, (unit.topic,))
            and level(unit) == quota.level
            and _kinds(unit.path, quota.kind)
            for quota in asked
        )
    )


def slots_of(
    asked: Iterable[Wanted],
    topics: Mapping[str, Sequence[str]],
    level: Callable[[Unit], str],
    bank: Sequence[Candidate],
    marks: Mapping[UUID, int],
) -> list[Slot]:
    """A slot for each quota, with as many questions. topics: as in `Drawn`; level: at which a unit is asked.

    marks: what written questions of the bank are worth; each other one is worth one.
    """
    found = []
    for quota in asked:
        fitting = [one for one in bank if _fits(one, quota)]
        held = Counter(scenarios.way_of(one.path) for one in fitting)
        units = [
            unit
            for unit in catalogue().values()
            if quota.topic in topics[unit.path] and level(unit) == quota.level and _kinds(unit.path, quota.kind)
        ]
        found.append(
            Slot(
                quota.count,
                {unit.path: float(held.get(unit.path, 0) or 1) for unit in units},
                _worth(quota, fitting, marks),
                _chance(quota, fitting, units),
            )
        )
    return found


def _fits(one: Candidate, quota: Wanted) -> bool:
    """Whether a question of the bank may count for a quota."""
    of_kind = one.kind == quota.kind if quota.kind else not one.by_name_only
    return of_kind and quota.topic in one.topics and one.level == quota.level and quota.difficulty in (0, one.band)


def _kinds(path: str, kind: str) -> list[str]:
    """The kinds in which a path can be asked under a quota of this kind, or of any; a fact only where that is named."""
    if is_fact(path):
        return [kind] if kind == scenarios.BOOK_FACT else []
    return [one for one in scenarios.askable(path) if one == kind or (not kind and one not in BY_NAME_ONLY)]


def _worth(quota: Wanted, fitting: Sequence[Candidate], marks: Mapping[UUID, int]) -> float:
    """The marks of one question: in the mean over those that fit, or over all written ones where none does yet."""
    if quota.kind not in BY_NAME_ONLY:
        return 1.0
    known = [marks[one.version] for one in fitting if one.version in marks] or list(marks.values())
    return max(fmean(known), 1.0) if known else 1.0


def _chance(quota: Wanted, fitting: Sequence[Candidate], units: Iterable[Unit]) -> float:
    """Of a right answer by a guess: of the kind, or in the mean over those that may be asked."""
    if quota.kind:
        return CHANCES.get(quota.kind, 0.0)
    kinds = [one.kind for one in fitting] or [kind for unit in units for kind in _kinds(unit.path, "")]
    return fmean(CHANCES.get(kind, 0.0) for kind in kinds) if kinds else 0.0
