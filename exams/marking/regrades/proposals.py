"""Proposing a regrade. The dry run is made and kept with it, so that whoever decides sees what the proposer saw."""

from __future__ import annotations

import decimal
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import may, require
from accounts.services import required_reason
from exams.bank.kinds import kind_of
from exams.bank.models import QuestionVersion
from exams.marking.models import Regrade, Result, Script
from exams.marking.regrades import dry_run
from exams.marking.regrades.remedies import Remedy, key_like, readable, refused
from exams.marking.regrades.words import content_now
from exams.marking.rules import PROPOSE, SEE, WITHDRAW
from exams.marking.written import rubrics
from exams.sittings.models import Sitting
from exams.sittings.rules import NotPossible


def drafted(
    *,
    actor: User,
    sitting: Sitting,
    version: QuestionVersion,
    remedy: str,
    reason: str,
    everywhere: bool = False,
    answer: str = "",
    like: QuestionVersion | None = None,
    script: Script | None = None,
    points: Mapping[str, Any] | None = None,
    comment: str = "",
    nobody_loses: bool = True,
) -> Regrade:
    """A regrade that makes sense, not stored yet: to look at what it would do, or to propose it.

    everywhere: in every sitting of the body that asked the question. answer: for another key or another accepted answer, as
    an examiner types it; like: take the key of this other wording instead. script, points: of a written ruling marked again.
    Raises PermissionDenied; NotPossible with words for the examiner.
    """
    require(actor, PROPOSE, sitting)
    everywhere = everywhere and remedy != Remedy.REMARK
    content = version.content
    if remedy in (Remedy.ACCEPT, Remedy.KEY):
        if remedy == Remedy.KEY and like is not None and like.question_id == version.question_id:
            answer = key_like(content, like.content)
        answer = readable(content, answer)
        if why := refused(content_now(version, sitting), remedy, answer):
            raise NotPossible(why)
    else:
        answer = ""
    if remedy == Remedy.REMARK:
        given = _points(version, sitting, script, points or {})
    else:
        script, given, comment = None, None, ""
    met = Result.objects.filter(attempt__entry__sitting=sitting, answer_marks__paper_question__version=version)
    if not met.exists():
        raise NotPossible(_("Nobody whose paper is marked had this question in this sitting."))
    regrade = Regrade(
        body_id=sitting.body_id,
        version=version,
        sitting=None if everywhere else sitting,
        remedy=remedy,
        answer=answer,
        script=script,
        points=given,
        comment=comment.strip(),
        nobody_loses=nobody_loses,
        reason=required_reason(reason),
        proposed_by=actor,
    )
    # In every sitting there may be one that the proposer has sat too.
    if not may(actor, SEE, regrade):
        raise NotPossible(
            _(
                "You have had this question yourself in another sitting. Untick “In every sitting that asked the "
                "question”, or let another examiner propose this."
            )
        )
    return regrade


@transaction.atomic
def propose(regrade: Regrade) -> Regrade:
    """Store a drafted regrade with its dry run. One that would change nothing is refused."""
    report, digest, found = dry_run.run(regrade)
    if not any(effect.changed for effect in found):
        raise NotPossible(
            _("Nobody's result would change.")
            + (" " + _("Those who would lose keep their result.") if any(effect.kept for effect in found) else "")
        )
    regrade.save(force_insert=True)
    dry_run.store(regrade, report, digest)
    record(
        actor=regrade.proposed_by,
        verb="regrade.proposed",
        target=regrade,
        body=regrade.body_id,
        reason=regrade.reason,
        data={
            "version": str(regrade.version_id),
            "remedy": regrade.remedy,
            "answer": regrade.answer,
            "sitting": str(regrade.sitting_id) if regrade.sitting_id else None,
            "nobody_loses": regrade.nobody_loses,
            **report["counts"],
        },
    )
    return regrade


@transaction.atomic
def withdraw(*, regrade: Regrade, actor: User) -> Regrade:
    """Take back one's own proposal while nobody has decided it."""
    require(actor, WITHDRAW, regrade)
    regrade = lock_regrade(regrade)
    if regrade.standing != Regrade.Standing.PROPOSED:
        raise NotPossible(already(regrade))
    regrade.standing, regrade.decided_by, regrade.decided_at = Regrade.Standing.WITHDRAWN, actor, timezone.now()
    regrade.save(update_fields=["standing", "decided_by", "decided_at"])
    record(actor=actor, verb="regrade.withdrawn", target=regrade, body=regrade.body_id)
    return regrade


def lock_regrade(regrade: Regrade) -> Regrade:
    """The regrade, nobody else's to decide until the transaction ends."""
    rows = Regrade.objects.select_related("version", "sitting__body", "sitting__paper", "script", "body")
    return rows.select_for_update(of=("self",)).get(pk=regrade.pk)


def already(regrade: Regrade) -> str:
    """What to say to somebody who comes too late."""
    return _("This regrade has been decided: %(standing)s.") % {"standing": regrade.get_standing_display().lower()}


def _points(
    version: QuestionVersion, sitting: Sitting, script: Script | None, points: Mapping[str, Any]
) -> dict[str, int | float]:
    """The points of a written ruling that is marked again, checked against its rubric."""
    content = version.content
    if not kind_of(content).by_people:
        raise NotPossible(_("Only written rulings are marked by people. Choose something else."))
    if script is None or script.sitting_id != sitting.pk or script.paper_question.version_id != version.pk:
        raise NotPossible(_("Say which script is to be marked again."))
    try:
        item = rubrics.fault(content, points)
    except decimal.InvalidOperation:
        item = "?"
    if item:
        raise NotPossible(_("Give points for every item of the rubric, in halves."))
    return rubrics.kept(content, points)
