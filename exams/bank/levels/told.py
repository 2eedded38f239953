"""The level of a question or a path with its reasons, in sentences for examiners."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Count
from django.db.models.fields.json import KT
from django.utils.translation import gettext as _

from accounts.models import Body
from exams import scenarios
from exams.bank.levels.held import is_lost, path_of
from exams.bank.models import Level, LevelMove, QuestionVersion, Status

Counts = Counter[tuple[str, str]]
"""Versions by path and status."""


@dataclass(frozen=True)
class OfPath:
    """A path: in words as questions with their answers, the level by rule and why, and the move that holds, if one does.

    number: by which people call it, from 1 in the order in which the engine explores the law. approved, in_review: how
    many questions of the bank take it. never: why none can; empty where one can.
    """

    path: str
    number: int
    answers: Sequence[tuple[str, str]]
    ruled: Level
    reasons: Sequence[str]
    move: LevelMove | None = None
    approved: int = 0
    in_review: int = 0
    never: str = ""

    @property
    def level(self) -> Level:
        """At which its questions are asked."""
        return Level(self.move.level) if self.move else self.ruled

    @property
    def other(self) -> Level:
        """To which it could be moved."""
        return Level.CLUB if self.ruled == Level.CONGRESS else Level.CONGRESS

    @property
    def law(self) -> str:
        """The procedure of the engine."""
        return self.path.partition("/")[0]

    @property
    def name(self) -> str:
        """What it is called in addresses."""
        return named(self.path)


@dataclass(frozen=True)
class OfLaw:
    """The paths of a law by level, those first that are asked more simply."""

    law: str
    paths: Sequence[OfPath] = field(default_factory=tuple)

    @property
    def levels(self) -> list[tuple[Level, list[OfPath]]]:
        """Each level that has paths a question can take, with those."""
        return [
            (level, found)
            for level in Level
            if (found := [one for one in self.paths if one.level == level and not one.never])
        ]

    @property
    def never(self) -> list[OfPath]:
        """Those that no question can take."""
        return [one for one in self.paths if one.never]

    @property
    def moved(self) -> int:
        """How many are moved."""
        return sum(one.move is not None for one in self.paths)

    @property
    def club(self) -> int:
        """How many are asked at club level."""
        return self._number(Level.CLUB)

    @property
    def congress(self) -> int:
        """How many are asked at congress level."""
        return self._number(Level.CONGRESS)

    def _number(self, level: Level) -> int:
        return sum(one.level == level and not one.never for one in self.paths)


@dataclass(frozen=True)
class OfVersion:
    """Why a version is asked at its level; `ruled` is the one that the rule gives it, or with which it was stored.

    path: what it is called in addresses; empty without one.
    """

    ruled: Level
    move: LevelMove | None
    reasons: Sequence[str]
    law: str = ""
    path: str = ""


def named(path: str) -> str:
    """What a path is called in addresses."""
    return hashlib.sha256(path.encode()).hexdigest()[:16]


def laws(body: Body) -> list[OfLaw]:
    """Every law that questions can be generated for. One query."""
    moves = _moves(body)
    return [OfLaw(law, _paths(law, moves, Counter())) for law in scenarios.PROCEDURES]


def law_of(body: Body, law: str) -> OfLaw:
    """One of them, with how many questions of the bank take each path. Two queries."""
    return OfLaw(law, _paths(law, _moves(body), _taken(body, law)))


def of_version(version: QuestionVersion) -> OfVersion:
    """Why a version is asked at its level: the body has moved its path, the rule says so, or its author did. One query."""
    stored = Level(version.content["level"])
    path = path_of(version.content)
    ruled = scenarios.level_of_path(path or str(version.content.get("receipt", {}).get("path", "")))
    if ruled is None:
        return OfVersion(stored, None, [_unruled(version)])
    move = _moves(version.body, path).get(path) if path else None
    reasons = reasons_of(ruled)
    if ruled.level != stored and not move:
        then = {"stored": stored.label, "ruled": Level(ruled.level).label}
        reasons.insert(0, _("It was stored as %(stored)s. By the rule of today its path is %(ruled)s:") % then)
    named_path = (path.partition("/")[0], named(path)) if path else ("", "")
    return OfVersion(Level(ruled.level), move, reasons, *named_path)


def sentences(told: OfVersion) -> list[str]:
    """Why a version is asked at its level; of one that is moved, who moved it to where and the reason, and nothing else."""
    if told.move is None:
        return list(told.reasons)
    words = {"level": told.move.get_level_display(), "body": told.move.body, "reason": told.move.reason}
    return [_("Moved to %(level)s by %(body)s: %(reason)s") % words]


def reasons_of(ruled: scenarios.Levelled) -> list[str]:
    """Why the rule gives a path its level."""
    return list(ruled.reasons) or [_("There is one irregularity, with its usual options.")]


def history(body: Body, path: str) -> list[LevelMove]:
    """What was ever decided about the level of a path, latest first. One query."""
    return list(LevelMove.objects.filter(body=body, path=path).select_related("by", "back_by", "body"))


@dataclass(frozen=True)
class Lost:
    """The path of a move that the engine has no more, as far as it can still be told."""

    moves: Sequence[LevelMove]

    @property
    def path(self) -> str:
        """As the moves have it."""
        return self.moves[0].path

    @property
    def law(self) -> str:
        """The procedure of the engine that had it."""
        return self.path.partition("/")[0]

    @property
    def name(self) -> str:
        """What it is called in addresses."""
        return named(self.path)

    @property
    def move(self) -> LevelMove | None:
        """The move that holds, if one does."""
        return next((one for one in self.moves if one.back_at is None), None)


def lost(body: Body) -> list[Lost]:
    """Every path that the body has moved at some time and that the engine has no more. One query."""
    found: dict[str, list[LevelMove]] = {}
    for one in LevelMove.objects.filter(body=body).select_related("by", "back_by", "body"):
        if is_lost(one.path):
            found.setdefault(one.path, []).append(one)
    return [Lost(moves) for moves in found.values()]


def _unruled(version: QuestionVersion) -> str:
    if "receipt" not in version.content:
        return _("Its author chose the level.")
    return _("The rules engine no longer takes this path, so the question keeps the level that it has.")


def _paths(law: str, moves: dict[str, LevelMove], taken: Counts) -> list[OfPath]:
    found = []
    for number, (path, never) in enumerate(scenarios.ways(law).items(), start=1):
        ruled = scenarios.level_of_path(path)
        if ruled is None:
            raise AssertionError(f"{path} is a path of the engine, so it has a level")
        found.append(
            OfPath(
                path,
                number,
                scenarios.answers(path),
                Level(ruled.level),
                reasons_of(ruled),
                moves.get(path),
                taken[path, Status.APPROVED],
                taken[path, Status.IN_REVIEW],
                never,
            )
        )
    return found


def _moves(body: Body, *paths: str) -> dict[str, LevelMove]:
    """The moves that hold, by path; of these paths alone, if any are named."""
    found = LevelMove.objects.filter(body=body, back_at=None).select_related("by", "body")
    return {one.path: one for one in (found.filter(path__in=paths) if paths else found)}


def _taken(body: Body, law: str) -> Counts:
    standing: Iterable[Status] = (Status.APPROVED, Status.IN_REVIEW)
    rows = (
        QuestionVersion.objects.filter(body=body, question__procedure=law, status__in=standing)
        .order_by()
        .annotate(told=KT("content__receipt__path"))
        .values_list("told", "status")
        .annotate(Count("pk"))
    )
    taken: Counts = Counter()
    for told, status, count in rows:
        taken[scenarios.way_of(told or ""), status] += count
    return taken
