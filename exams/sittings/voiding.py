"""Declaring an attempt, or a whole sitting, void. Nothing is deleted: answers, events and marks stay and count for nothing."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import is_own, require
from accounts.services import stated
from exams.sittings import closing, notices
from exams.sittings.locks import lock_attempt, lock_sitting
from exams.sittings.models import Attempt, RoomEvent, Sitting, VoidAttempt
from exams.sittings.noting import note
from exams.sittings.possible import NotPossible
from exams.sittings.rules import DIRECT
from exams.sittings.signals import attempts_voided


@transaction.atomic
def void_sitting(*, sitting: Sitting, actor: User, reason: str) -> Sitting:
    """Declare a sitting void; before it opens that cancels it. What runs is closed, who is entered is told.

    Declared void twice it keeps the first reason.
    """
    require(actor, DIRECT, sitting)
    reason = stated(reason)
    sitting = lock_sitting(sitting.pk)
    if sitting.is_void:
        return sitting
    _lock_attempts(sitting)
    sitting.voided_at, sitting.voided_by, sitting.void_reason = timezone.now(), actor, reason
    # Nothing stands in a sitting that is no more.
    sitting.paused_at = None
    sitting.save(update_fields=["voided_at", "voided_by", "void_reason", "paused_at"])
    running = Attempt.objects.running().filter(entry__sitting=sitting).order_by("pk")
    closed = sum(closing.close_void(attempt, actor=actor, at=sitting.voided_at) for attempt in running)
    note(sitting, RoomEvent.Kind.VOID, by=actor, text=reason)
    record(
        actor=actor,
        verb="sitting.voided",
        target=sitting,
        body=sitting.body_id,
        reason=reason,
        data={"closed": closed, "entries": sitting.entries.count()},
    )
    notices.voided(sitting)
    attempts_voided.send(Attempt, attempts=Attempt.objects.filter(entry__sitting=sitting), reason=reason)
    return sitting


@transaction.atomic
def void_attempt(*, attempt: Attempt, actor: User, reason: str) -> VoidAttempt:
    """Declare one attempt void, running or closed; a running one is closed. Not one's own; once and for good."""
    require(actor, DIRECT, attempt.sitting)
    if is_own(actor, attempt.entry):
        raise PermissionDenied
    reason = stated(reason)
    sitting = lock_sitting(attempt.sitting.pk)
    attempt = lock_attempt(attempt.pk)
    known = VoidAttempt.objects.filter(attempt=attempt).first()
    if known is not None:
        return known
    if sitting.is_void:
        raise NotPossible(_("The whole sitting is void."))
    void = VoidAttempt.objects.create(attempt=attempt, by=actor, reason=reason)
    closing.close_void(attempt, actor=actor)
    note(attempt.sitting, RoomEvent.Kind.VOID, attempt=attempt, by=actor, text=reason)
    record(actor=actor, verb="attempt.voided", target=attempt, body=attempt.body_id, reason=reason)
    notices.attempt_voided(attempt, reason)
    attempts_voided.send(Attempt, attempts=Attempt.objects.filter(pk=attempt.pk), reason=reason)
    return void


def _lock_attempts(sitting: Sitting) -> None:
    """Lock every attempt, closed ones too, in the order of their ids. One that is just being marked is waited for, so that
    what follows finds its result; one that would be marked next finds it void.
    """
    rows = Attempt.objects.filter(entry__sitting=sitting).select_for_update(of=("self",), no_key=True)
    list(rows.order_by("pk").values_list("pk"))
