"""Deciding an appeal, and naming somebody to decide it where nobody is left who had no part."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from accounts.services import stated
from exams.marking.appeals import deciders, notices
from exams.marking.appeals.making import lock_appeal
from exams.marking.appeals.rules import ASSIGN_APPEAL, DECIDE_APPEAL
from exams.marking.models import Appeal, Regrade
from exams.marking.regrading.proposing import propose
from exams.sittings.rules import NotPossible

Standing = Appeal.Standing
OUTCOMES = (Standing.UPHELD, Standing.PARTLY, Standing.DISMISSED)


@transaction.atomic
def decide(*, appeal: Appeal, actor: User, outcome: str, reasons: str, regrade: Regrade | None = None) -> Appeal:
    """Uphold, in part or wholly, or dismiss; the candidate reads the reasons.

    regrade: what is to be done about the fault, drafted by the same person and not stored yet. Upholding proposes it, with
    its effect on all who met the question, to yet another examiner; without one a fault would be admitted and left. An
    appeal upheld in part may leave the marks as they are. Two who decide at once: the second finds it decided.
    """
    require(actor, DECIDE_APPEAL, appeal)
    reasons = stated(reasons)
    appeal = lock_appeal(appeal)
    if appeal.standing != Standing.OPEN:
        raise NotPossible(already(appeal))
    if outcome not in OUTCOMES:
        raise NotPossible(_("Say whether the appeal is upheld, upheld in part or dismissed."))
    if outcome == Standing.DISMISSED:
        regrade = None
    elif outcome == Standing.UPHELD and regrade is None:
        raise NotPossible(_("Say what is to be done about the question: an appeal that is upheld leads to a regrade."))
    if regrade is not None:
        must_fit(appeal, actor, regrade)
        appeal.regrade = propose(regrade)
    appeal.standing, appeal.decided_by, appeal.decided_at = Standing(outcome), actor, timezone.now()
    appeal.reasons = reasons
    appeal.save(update_fields=["standing", "decided_by", "decided_at", "reasons", "regrade"])
    record(
        actor=actor,
        verb="appeal.decided",
        target=appeal,
        body=appeal.body_id,
        reason=reasons,
        data={"outcome": outcome, "regrade": str(regrade.pk) if regrade else None},
    )
    notices.decided(appeal)
    return appeal


@transaction.atomic
def assign(*, appeal: Appeal, actor: User, to: User, why: str) -> Appeal:
    """Name an examiner who had a part, because nobody without one is left; the reason is kept with the appeal."""
    require(actor, ASSIGN_APPEAL, appeal)
    why = stated(why)
    appeal = lock_appeal(appeal)
    if appeal.standing != Standing.OPEN:
        raise NotPossible(already(appeal))
    if deciders.left(appeal):
        raise NotPossible(_("There are examiners who had no part in it; one of them decides."))
    if to not in deciders.could_be_named(appeal):
        raise PermissionDenied
    appeal.assigned_to, appeal.assigned_by, appeal.assigned_why = to, actor, why
    appeal.save(update_fields=["assigned_to", "assigned_by", "assigned_why"])
    record(
        actor=actor,
        verb="appeal.assigned",
        target=appeal,
        body=appeal.body_id,
        reason=why,
        data={"to": str(to.pk), "parts": deciders.excluded(appeal).get(to.pk, [])},
    )
    notices.assigned(appeal)
    return appeal


def already(appeal: Appeal) -> str:
    """What to say to somebody who comes too late."""
    return _("This appeal is closed: %(standing)s.") % {"standing": appeal.get_standing_display().lower()}


def must_fit(appeal: Appeal, actor: User, regrade: Regrade) -> None:
    """The regrade is the decider's own, about a question of this result, and reaches the one who appealed.

    Raises PermissionDenied, or NotPossible with words.
    """
    if regrade.proposed_by_id != actor.pk or regrade.body_id != appeal.body_id:
        raise PermissionDenied
    question = appeal.paper_question
    asked = (
        {question.version_id}
        if question
        else set(appeal.result.attempt.paper.questions.values_list("version", flat=True))
    )
    sitting = appeal.result.attempt.entry.sitting_id
    if regrade.version_id not in asked or regrade.sitting_id not in (None, sitting):
        raise NotPossible(_("The regrade has to be about what was appealed against."))
    if regrade.script is not None and regrade.script.attempt_id != appeal.result.attempt_id:
        raise NotPossible(_("The script has to be that of the candidate who appealed."))
