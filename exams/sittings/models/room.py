"""What those who watch over a sitting see and note: who is there, what happened, codes, what was declared void."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only
from accounts.models import Body, User
from exams.sittings.models.attempts import Attempt
from exams.sittings.models.sittings import Sitting


class Presence(models.Model):
    """When a candidate's page was last heard of, and on which question. A table of its own, so that a sign of life
    never waits for the lock of an attempt.
    """

    attempt = models.OneToOneField(
        Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, primary_key=True, related_name="presence"
    )
    seen_at = models.DateTimeField(_("last seen"))
    question = models.PositiveSmallIntegerField(_("question"), null=True, blank=True)
    waiting = models.PositiveSmallIntegerField(
        _("answers waiting"), default=0, help_text=_("How many the page keeps because they could not be sent yet.")
    )

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")

    def __str__(self) -> str:
        return f"{self.attempt_id}: {self.seen_at:%H:%M:%S}"


class RoomEvent(models.Model):
    """Something that happened in a sitting, noted by the site or by an invigilator; never changed."""

    class Kind(models.TextChoices):
        """What happened."""

        STARTED = "started", _("Started")
        CLOSED = "closed", _("Closed")
        GONE = "gone", _("Connection lost")
        BACK = "back", _("Connected again")
        LEFT = "left", _("Left the page")
        RETURNED = "returned", _("Returned to the page")
        OTHER_MACHINE = "other_machine", _("Tried another machine")
        CODE = "code", _("Code given")
        MOVED = "moved", _("Moved to another machine")
        BROWSER = "browser", _("Refused: not the exam's browser")
        AID = "aid", _("Refused: closed during the paper")
        BREAK = "break", _("Break")
        BREAK_OVER = "break_over", _("Break over")
        PAUSED = "paused", _("Paused")
        GOES_ON = "goes_on", _("Goes on")
        TIME = "time", _("Time changed")
        ENDED = "ended", _("Ended early")
        VOID = "void", _("Declared void")
        NOTE = "note", _("Note")

    # The index below begins with it.
    sitting = models.ForeignKey(
        Sitting, verbose_name=_("sitting"), on_delete=models.PROTECT, related_name="room_events", db_index=False
    )
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    attempt = models.ForeignKey(
        Attempt,
        verbose_name=_("attempt"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="room_events",
        help_text=_("Empty: about the sitting as a whole."),
    )
    kind = models.CharField(_("kind"), max_length=15, choices=Kind.choices)
    by = models.ForeignKey(
        User, verbose_name=_("by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    text = models.TextField(_("text"), max_length=1000, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("event of a sitting")
        verbose_name_plural = _("events of a sitting")
        ordering: ClassVar = ["at", "pk"]
        indexes: ClassVar = [models.Index(fields=["sitting", "-at"], name="room_event_by_age")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(kind="note") | ~Q(text=""), name="room_note_says_something"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S} {self.get_kind_display()}"


class ResumeCode(models.Model):
    """Leave to go on with an attempt on another machine: shown once to the invigilator who asked for it, used once."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    attempt = models.ForeignKey(
        Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, related_name="resume_codes"
    )
    code_hash = models.CharField(_("hash of the code"), max_length=128)
    issued_by = models.ForeignKey(User, verbose_name=_("issued by"), on_delete=models.PROTECT, related_name="+")
    issued_at = models.DateTimeField(_("issued"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"))
    used_at = models.DateTimeField(_("used"), null=True, blank=True)
    failures = models.PositiveSmallIntegerField(_("wrong tries"), default=0)

    class Meta:
        verbose_name = _("resume code")
        verbose_name_plural = _("resume codes")
        ordering: ClassVar = ["-issued_at", "pk"]

    def __str__(self) -> str:
        return f"{self.attempt_id}: {self.issued_at:%H:%M}"


class VoidAttempt(models.Model):
    """An attempt that counts for nothing, closed or not, and why. A row of its own: a closed attempt never changes."""

    attempt = models.OneToOneField(
        Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, primary_key=True, related_name="void"
    )
    by = models.ForeignKey(User, verbose_name=_("declared by"), on_delete=models.PROTECT, related_name="+")
    reason = models.TextField(_("reason"), max_length=2000)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("void attempt")
        verbose_name_plural = _("void attempts")
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(reason=""), name="void_attempt_says_why")]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.attempt_id}: {self.reason[:40]}"
