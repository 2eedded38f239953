"""The paths of the engine: which ones an approved question takes, which wait in review, which none can take and why."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.core.cache import cache
from django.db.models import Count, Max
from django.db.models.fields.json import KT

from accounts.models import Body
from exams import scenarios
from exams.bank.models import QuestionVersion, Review, Status
from exams.bank.upkeep.coverage.topics import Counts

EDITION = "duplicate-2017"
"""The one whose procedures tables are staged for."""

KEPT = 24 * 3600
"""Seconds for which the counts of a bank are kept; they are counted anew as soon as the bank has changed."""

UNSEEN = f"coverage-unseen-{scenarios.GENERATOR_VERSION}"


class State(StrEnum):
    """What the bank has on a path."""

    ASKED = "asked"
    IN_REVIEW = "in_review"
    OPEN = "open"
    UNSEEN = "unseen"
    """The generator has drawn many tables, and none showed it: to be written by a person."""
    NEVER = "never"
    """No table can show it; the reason says why."""


@dataclass(frozen=True, slots=True)
class Way:
    """A path in words, with the approved questions and those in review that take it."""

    path: str
    words: str
    state: State
    reason: str
    approved: int
    in_review: int


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure with its paths in the order in which the engine explores them."""

    law: str
    ways: Sequence[Way]

    def number(self, *states: State) -> int:
        """How many of its paths stand so."""
        return sum(way.state in states for way in self.ways)

    @property
    def asked(self) -> int:
        """Paths that an approved question takes."""
        return self.number(State.ASKED)

    @property
    def waiting(self) -> int:
        """Paths that only questions in review take."""
        return self.number(State.IN_REVIEW)

    @property
    def open(self) -> int:
        """Paths that no question takes yet, though one could."""
        return self.number(State.OPEN, State.UNSEEN)

    @property
    def never(self) -> int:
        """Paths that no question can take."""
        return self.number(State.NEVER)


def procedures(body: Body, counts: Counts) -> list[Procedure]:
    """Every procedure that questions can be generated for.

    counts: of the body's bank in this edition, to see whether it has changed since its paths were counted: that reads every
    stored content, some 60 microseconds each.
    """
    taken = _taken(body, counts)
    unseen = set(cache.get(UNSEEN, ()))
    return [
        Procedure(law, [_way(path, reason, taken, unseen) for path, reason in scenarios.ways(law).items()])
        for law in scenarios.PROCEDURES
    ]


def unseen_is_known() -> bool:
    """Whether it has been tried which paths no drawn table shows; that takes some fifteen seconds, see `try_unseen`."""
    return cache.get(UNSEEN) is not None


def try_unseen() -> None:
    """Try each procedure on drawn tables, and keep the paths that none showed, as long as the generator stays the same."""
    found = [path for law in scenarios.PROCEDURES for path in scenarios.covering(law).unseen]
    cache.set(UNSEEN, found, timeout=None)


def _way(path: str, reason: str, taken: Mapping[tuple[str, str], int], unseen: set[str]) -> Way:
    approved, in_review = taken.get((path, Status.APPROVED), 0), taken.get((path, Status.IN_REVIEW), 0)
    state = State.OPEN
    if approved:
        state = State.ASKED
    elif in_review:
        state = State.IN_REVIEW
    elif reason:
        state = State.NEVER
    elif path in unseen:
        state = State.UNSEEN
    words = " · ".join(step.replace("_", " ").replace("=", ": ") for step in path.split("/")[1:])
    return Way(path, words, state, reason if state is State.NEVER else "", approved, in_review)


def _taken(body: Body, counts: Counts) -> Mapping[tuple[str, str], int]:
    """How many questions take each path, by status."""
    latest = Review.objects.aggregate(latest=Max("pk"))["latest"]
    stamp = json.dumps([scenarios.GENERATOR_VERSION, latest, sorted([*map(list, counts.items())])])
    place = f"coverage-ways-{body.pk}-{hashlib.sha256(stamp.encode()).hexdigest()[:32]}"
    kept: Mapping[tuple[str, str], int] | None = cache.get(place)
    if kept is None:
        kept = _count(body)
        cache.set(place, kept, timeout=KEPT)
    return kept


def _count(body: Body) -> dict[tuple[str, str], int]:
    found = QuestionVersion.objects.filter(
        body=body, edition=EDITION, status__in=[Status.APPROVED, Status.IN_REVIEW]
    ).order_by()
    rows = found.annotate(told=KT("content__receipt__path")).values_list("told", "status").annotate(Count("pk"))
    taken: Counter[tuple[str, str]] = Counter()
    for path, status, count in rows:
        if path and (way := scenarios.way_of(path)):
            taken[way, status] += count
    return dict(taken)
