"""At which level a body asks: of a path, of a content that is being stored, of a version when its paper was drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from accounts.models import Body
from exams import scenarios
from exams.bank.content import Content
from exams.bank.models import Level, LevelMove, QuestionVersion, QuestionVersionQuerySet


def lock_levels(body_id: UUID) -> None:
    """Keep paths from being moved until the transaction ends, or versions from being stored while one is.

    Taken before the lock on any question.
    """
    Body.objects.select_for_update(no_key=True).get(pk=body_id)


def asked_at(body_id: UUID) -> Callable[[Content], str]:
    """The level to store a content with: that to which the body has moved its path, else its own. Locks the levels."""
    lock_levels(body_id)
    moved = dict(LevelMove.objects.filter(body=body_id, back_at=None).order_by().values_list("path", "level"))

    def level(content: Content) -> str:
        return moved.get(path_of(content), str(content["level"])) if moved else str(content["level"])

    return level


def level_at(body_id: UUID, moment: datetime) -> Callable[[QuestionVersion], Level]:
    """At which level a version was asked at a moment, as when a paper was drawn. One query."""
    moves = LevelMove.objects.filter(Q(back_at=None) | Q(back_at__gt=moment), body=body_id, at__lte=moment)
    then: Mapping[str, str] = dict(moves.order_by().values_list("path", "level"))
    return lambda version: Level(then.get(path_of(version.content), version.content["level"]))


def path_of(content: Content) -> str:
    """The path of a content without incidental facts; empty for a written one, and where the engine has it no more."""
    return scenarios.way_of(str(content["receipt"]["path"])) if "receipt" in content else ""


def versions_on(body_id: UUID, path: str) -> QuestionVersionQuerySet:
    """All versions of a body whose ruling goes this way through the law, also one that the engine has no more."""
    law = path.partition("/")[0]
    found = QuestionVersion.objects.filter(
        Q(content__receipt__path=law) | Q(content__receipt__path__startswith=f"{law}/"), body=body_id
    )
    rows = found.order_by().values_list("pk", "content__receipt__path")
    lost = is_lost(path)
    # A receipt has incidental facts beside those of the path.
    answers = set(path.split("/"))
    on_path = [
        pk
        for pk, told in rows
        if (way := scenarios.way_of(told)) == path or (lost and not way and answers <= set(told.split("/")))
    ]
    return QuestionVersion.objects.filter(pk__in=on_path)


def is_lost(path: str) -> bool:
    """Whether the engine of today has no such path; a move of it still holds."""
    return scenarios.way_of(path) != path
