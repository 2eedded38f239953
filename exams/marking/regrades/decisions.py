"""Deciding about a regrade. Approving applies it, if it still does what the approver has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation.evidencing import withdraw_passes
from accounts.accreditation.services import raise_doubt
from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from accounts.services import required_reason
from exams.marking import notices
from exams.marking import notices as appeal_notices
from exams.marking.marks import Marked, plain
from exams.marking.models import Appeal, DryRun, Regrade, RegradedResult, Result, Settlement
from exams.marking.regrades import dry_run
from exams.marking.regrades.effects import Effect, consequences, touched
from exams.marking.regrades.proposals import already, lock_regrade
from exams.marking.regrades.remedies import Remedy, points_of
from exams.marking.results import write_result
from exams.marking.rules import DECIDE
from exams.sittings.models import Attempt, Sitting
from exams.sittings.rules import NotPossible


class Moved(NotPossible):
    """What the regrade would do has changed since it was looked at; `run` is what it would do now, stored."""

    run: DryRun | None = None


def look_again(regrade: Regrade) -> DryRun:
    """The dry run of now: the last one stored, or a new one if it would do something else."""
    with transaction.atomic():
        regrade = lock_regrade(regrade)
        report, digest, _found = dry_run.run(regrade)
        return dry_run.store(regrade, report, digest)


def approve(*, regrade: Regrade, actor: User, seen: int, note: str = "") -> Regrade:
    """Approve and apply. seen: the number of the dry run that the approver had in view.

    The sittings it is about, all attempts it touches and the regrade are locked, in this order, while it is worked out once
    more; if that differs from what was seen, nothing is written, the new dry run is kept, and Moved says so. Two people
    who approve at once: the second finds it decided.
    """
    require(actor, DECIDE, regrade)
    try:
        return _apply(regrade, actor, seen, note.strip())
    except Moved as moved:
        moved.run = look_again(regrade)
        raise


@transaction.atomic
def refuse(*, regrade: Regrade, actor: User, note: str) -> Regrade:
    """Turn a proposal down, with a reason for the one who made it.

    After an appeal its candidate reads the reason too, and is written to: the appeal stays upheld, the result as it is.
    """
    require(actor, DECIDE, regrade)
    note = required_reason(note)
    regrade = lock_regrade(regrade)
    if regrade.standing != Regrade.Standing.PROPOSED:
        raise NotPossible(already(regrade))
    _decide(regrade, Regrade.Standing.REFUSED, actor, note)
    record(actor=actor, verb="regrade.refused", target=regrade, body=regrade.body_id, reason=note)
    for appeal in Appeal.objects.with_everything().filter(regrade=regrade):
        appeal_notices.appeal_regrade_refused(appeal)
    return regrade


@transaction.atomic
def _apply(regrade: Regrade, actor: User, seen: int, note: str) -> Regrade:
    # The regrade last: who closes an attempt holds its sitting and itself when its marking asks for open regrades
    # (`exams.marking.regrades.remedies`). An attempt marked before the regrade is held changes what is worked out below.
    _hold_what_it_touches(regrade)
    regrade = lock_regrade(regrade)
    if regrade.standing != Regrade.Standing.PROPOSED:
        raise NotPossible(already(regrade))
    last = regrade.runs.order_by("-number").first()
    _report, digest, found = dry_run.run(regrade)
    if last is None or last.number != seen or last.digest != digest:
        raise Moved(_("What this regrade does has changed since you last looked. Preview it again."))
    changed = [effect for effect in found if effect.changed]
    follows = consequences(found)
    results = _write(regrade, changed, actor)
    _decide(regrade, Regrade.Standing.APPLIED, actor, note)
    for effect in changed:
        rows = follows.get(effect.before.attempt_id, ())
        for one in rows:
            if one.application is not None:
                about, why = f"regrade:{regrade.pk}", _why(regrade, effect)
                raise_doubt(application=one.application, about=about, why=why, reference=one.reference)
                notices.doubted(one.application, about=about, back=one.kind == "back")
        if effect.fails and not rows:
            withdraw_passes(effect.before.attempt.results.values_list("pk", flat=True), _why(regrade, effect))
    for result in results:
        notices.regraded(result, regrade)
    record(
        actor=actor,
        verb="regrade.applied",
        target=regrade,
        body=regrade.body_id,
        reason=note,
        data={"run": seen, "results": len(results), "proposed_by": str(regrade.proposed_by_id)},
    )
    return regrade


def _hold_what_it_touches(regrade: Regrade) -> None:
    """Lock the sittings, then the attempts (`exams.sittings.locks`), each in the order of their
    ids. Rows that only point to them, as the log of the room does, can be written meanwhile.
    """
    attempts = list(touched(regrade).values_list("attempt", "attempt__entry__sitting"))
    sittings = Sitting.objects.select_for_update(no_key=True).filter(pk__in={sitting for _attempt, sitting in attempts})
    list(sittings.order_by("pk").values_list("pk"))
    rows = Attempt.objects.select_for_update(no_key=True).filter(pk__in=[attempt for attempt, _sitting in attempts])
    list(rows.order_by("pk").values_list("pk"))


def _write(regrade: Regrade, changed: Sequence[Effect], actor: User) -> list[Result]:
    results = []
    for effect in changed:
        after = effect.after
        if regrade.remedy == Remedy.REMARK:
            after = _settled(regrade, effect)
        result = write_result(
            effect.before.attempt, after, number=effect.before.number + 1, reason=regrade.reason, actor=actor
        )
        RegradedResult.objects.create(regrade=regrade, result=result, before=effect.before)
        results.append(result)
    return results


def _settled(regrade: Regrade, effect: Effect) -> Marked:
    """The same marks, resting on a settlement that follows the earlier one."""
    assert regrade.script is not None  # noqa: S101  the table's constraint; tells the type
    last = regrade.script.settlements.order_by("-number").first()
    row = next(one for one in effect.after.earned if one.question.pk == regrade.script.paper_question_id)
    settlement = Settlement.objects.create(
        script=regrade.script,
        number=last.number + 1 if last else 1,
        how=Settlement.How.REMARKED,
        marks=row.marks,
        parts=points_of(regrade),
        comments=[regrade.comment] if regrade.comment else [],
    )
    earned = [replace(one, settlement=settlement) if one is row else one for one in effect.after.earned]
    return replace(effect.after, earned=earned)


def _decide(regrade: Regrade, standing: Regrade.Standing, actor: User, note: str) -> None:
    regrade.standing, regrade.decided_by, regrade.decided_at, regrade.note = standing, actor, timezone.now(), note
    regrade.save(update_fields=["standing", "decided_by", "decided_at", "note"])


def _why(regrade: Regrade, effect: Effect) -> str:
    said = (
        _(
            "The paper this rests on (%(sitting)s) had lost its pass, was marked again and is now a pass: "
            "%(before)s %% before, %(after)s %% now. Reason: %(reason)s"
        )
        if effect.passes
        else _(
            "The paper this rests on (%(sitting)s) was marked again and is no longer a pass: %(before)s %% "
            "before, %(after)s %% now. Reason: %(reason)s"
        )
    )
    return said % {
        "sitting": effect.before.attempt.sitting.title,
        "before": plain(effect.before.percent),
        "after": plain(effect.after.percent),
        "reason": regrade.reason,
    }
