"""Moving a path to another level, and taking that back."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from exams import scenarios
from exams.bank.levels.held import lock_levels, versions_on
from exams.bank.models import Level, LevelMove, Question
from exams.bank.rules import MOVE_LEVEL
from exams.bank.services import approve_those_with_enough

OTHER = {Level.CLUB: Level.CONGRESS, Level.CONGRESS: Level.CLUB}


class MoveRefused(Exception):
    """Why a path is not moved, or not moved back, in words for the examiner; nothing was written."""


@transaction.atomic
def move(*, body: Body, path: str, actor: User, reason: str) -> LevelMove:
    """Ask the questions of a path at the other level than the rule gives it: those in the bank and those to come.

    What is approved stays approved, so that drawn papers can still be sat; what is in review needs as many approvals as its
    new level asks for. Raises MoveRefused.
    """
    require(actor, MOVE_LEVEL, body)
    reason = _said(reason)
    ruled = scenarios.level_of_path(path)
    if ruled is None or scenarios.way_of(path) != path:
        raise MoveRefused(_("The rules engine has no such path any more."))
    lock_levels(body.pk)
    if held := LevelMove.objects.select_related("by").filter(body=body, path=path, back_at=None).first():
        told = {"who": held.by, "level": held.get_level_display()}
        raise MoveRefused(_("%(who)s has already moved this path to %(level)s.") % told)
    level = OTHER[Level(ruled.level)]
    made = LevelMove.objects.create(body=body, path=path, level=level, reason=reason, by=actor)
    data = {"path": path, "from": ruled.level, "to": level.value, "questions": _follow(made, level, actor)}
    record(actor=actor, verb="level.moved", target=made, body=body, reason=reason, data=data)
    return made


@transaction.atomic
def take_back(*, move_id: int, actor: User, reason: str) -> LevelMove:
    """Let every question of the path be asked again at the level that it was stored with. Raises MoveRefused."""
    held = LevelMove.objects.select_related("body").get(pk=move_id)
    require(actor, MOVE_LEVEL, held)
    reason = _said(reason)
    lock_levels(held.body_id)
    # Not who took it back: a joined row is not read again when somebody else has just done so.
    held = LevelMove.objects.select_related("body").get(pk=move_id)
    if held.back_at:
        raise MoveRefused(_("%(who)s has already taken this back.") % {"who": held.back_by})
    held.back_at, held.back_by, held.back_reason = timezone.now(), actor, reason
    held.save(update_fields=["back_at", "back_by", "back_reason"])
    data = {"path": held.path, "from": held.level, "questions": _follow(held, None, actor)}
    record(actor=actor, verb="level.taken_back", target=held, body=held.body, reason=reason, data=data)
    return held


def _follow(moved: LevelMove, level: Level | None, actor: User) -> int:
    """Ask all questions of the path at the level, or each at the one that it was stored with; how many versions those are.

    What is in review and has as many approvals as it needs now is approved: its reviewers cannot approve it again.
    """
    on_path = versions_on(moved.body_id, moved.path)
    # The questions first, as whoever decides about a version locks them.
    questions = Question.objects.filter(versions__in=on_path).order_by("pk").values_list("pk", flat=True)
    list(Question.objects.select_for_update(no_key=True).filter(pk__in=list(questions)).order_by("pk"))
    for one in Level:
        wanted = on_path if one == level else on_path.filter(content__level=one) if level is None else on_path.none()
        wanted.exclude(level=one).update(level=one)
    approve_those_with_enough(on_path, actor)
    return on_path.count()


def _said(reason: str) -> str:
    if not (said := reason.replace("\0", "").strip()):
        raise MoveRefused(_("Say why: the reason stays with the path."))
    return said
