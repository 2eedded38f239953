"""How often a question has been asked, and whether its ruling has been told: what candidates may know of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from exams.papers.models import Paper, PaperQuestion
from exams.sittings.models import Attempt, Release, Sitting


@dataclass(frozen=True)
class Exposure:
    """Of one question, in whatever version: papers that hold it; sittings of them, void ones only if somebody had started;
    the last of them; and in how many of them its ruling has been told to somebody.
    """

    papers: int
    sittings: list[Sitting]
    released: int

    @property
    def last(self) -> Sitting | None:
        """The latest sitting that asks it."""
        return self.sittings[0] if self.sittings else None


def exposures_of(questions: Iterable[UUID], *, but: Paper | None = None) -> dict[UUID, Exposure]:
    """The exposure of each of these questions, leaving one paper out; in a fixed number of queries."""
    asked = PaperQuestion.objects.filter(version__question__in=set(questions)).order_by()
    if but is not None:
        asked = asked.exclude(paper=but)
    rows = list(asked.values_list("version__question", "paper", "paper__first").distinct())
    papers: dict[UUID, set[UUID]] = {}
    sat: dict[UUID, set[UUID]] = {}
    for question, paper, first in rows:
        papers.setdefault(question, set()).add(paper)
        # The forms of a set are given out by the sittings of its first.
        sat.setdefault(question, set()).add(first or paper)
    sittings, told = _sittings({pk for found in sat.values() for pk in found} - ({but.pk} if but else set()))
    return {
        question: Exposure(
            papers=len(papers.get(question, ())),
            sittings=(held := [one for one in sittings if one.paper_id in sat.get(question, ())]),
            released=sum(one.pk in told for one in held),
        )
        for question in set(questions)
    }


def _sittings(papers: set[UUID]) -> tuple[list[Sitting], set[UUID]]:
    """The sittings of these papers, latest first, and those of them in which a result has been told."""
    attempts = Attempt.objects.filter(entry__sitting=OuterRef("pk"))
    found = Sitting.objects.filter(paper__in=papers).filter(Q(voided_at=None) | Exists(attempts))
    handed_in = attempts.filter(submitted_at__isnull=False)
    told = found.filter(
        (Q(release=Release.AT_ONCE) & Exists(handed_in)) | Q(released__released_at__lte=timezone.now()), voided_at=None
    )
    return list(found.order_by("-opens_at", "pk")), set(told.values_list("pk", flat=True))
