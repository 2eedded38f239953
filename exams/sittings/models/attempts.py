"""Attempts: one candidate working one paper, the answers, and the events that made them."""

from __future__ import annotations

import datetime as dt
import uuid
import zoneinfo
from typing import ClassVar, Self

import pgtrigger
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body, User
from exams.papers.models import Paper, PaperQuestion
from exams.sittings import chain
from exams.sittings.models.sittings import Entry, Sitting

# Room for an answer as its kind of question spells it (exams.bank.kinds): “c”, “a,c”, “c,a,b”, “Club27B1(a)”, or a ruling in
# the candidate's own words. Far more than anybody writes in the time; only a script comes to it.
ANSWER_LENGTH = 20_000
# The largest number a sequence's column holds.
LAST_SEQUENCE = 2**31 - 1


class ClosedHow(models.TextChoices):
    """What closed an attempt."""

    CANDIDATE = "candidate", _("submitted by the candidate")
    DEADLINE = "deadline", _("closed at the deadline")
    VOID = "void", _("closed because the sitting or the attempt is void")


class AttemptQuerySet(models.QuerySet["Attempt"]):
    """Attempts by whose they are and where they stand."""

    def of(self, person: User) -> Self:
        """This person's own."""
        return self.filter(entry__person=person)

    def running(self) -> Self:
        """Not closed."""
        return self.filter(submitted_at=None)

    def overdue(self, now: dt.datetime) -> Self:
        """Running past their deadline. While a clock stands nothing is overdue (`exams.sittings.clocks`)."""
        return self.running().filter(deadline__lte=now, paused_at=None)

    def on_break(self) -> Self:
        """Running, with the clock standing for a break."""
        return self.running().filter(break_at__isnull=False)

    def with_sitting(self) -> Self:
        """Together with everything a page about an attempt names, in one query; papers are in memory."""
        return self.select_related("entry__person", "entry__sitting__body")

    def in_the_room(self) -> Self:
        """Together with what its candidate's own pages ask at every step, in one query."""
        return self.select_related("entry__sitting__body", "pending", "presence")


class Attempt(models.Model):
    """One candidate working one paper once.

    `sequence` and `digest` are the end of the chain of answer events. Every function that changes anything below an
    attempt first takes the lock on its row (`exams.sittings.locks`), so they cannot disagree with the events.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    entry = models.OneToOneField(Entry, verbose_name=_("entry"), on_delete=models.PROTECT, related_name="attempt")
    started_at = models.DateTimeField(_("started"))
    deadline = models.DateTimeField(_("deadline"))
    submitted_at = models.DateTimeField(
        _("submitted"), null=True, blank=True, help_text=_("When it was closed; by the deadline: the deadline itself.")
    )
    closed_how = models.CharField(_("closed"), max_length=10, choices=ClosedHow, blank=True)
    paused_at = models.DateTimeField(
        _("clock stands since"), null=True, blank=True, help_text=_("In a break, or while the sitting is paused.")
    )
    break_at = models.DateTimeField(
        _("on a break since"), null=True, blank=True, help_text=_("Empty while the clock runs, and in any other pause.")
    )
    break_seconds = models.PositiveIntegerField(
        _("seconds of breaks taken"),
        default=0,
        help_text=_("Ended ones; what a pause of the sitting took is not in it."),
    )
    machine = models.CharField(
        _("machine"),
        max_length=chain.LENGTH,
        blank=True,
        help_text=_("A hash of the secret in the browser that works it; another one needs the invigilator's code."),
    )
    sequence = models.PositiveIntegerField(_("sequence"), default=0, help_text=_("The highest number accepted so far."))
    digest = models.CharField(_("digest"), max_length=chain.LENGTH, help_text=_("The hash of the last answer event."))

    objects = AttemptQuerySet.as_manager()

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        ordering: ClassVar = ["started_at", "id"]
        indexes: ClassVar = [
            # Only running attempts can become overdue; the sweeper reads nothing else.
            models.Index(fields=["deadline"], condition=Q(submitted_at=None), name="attempt_running_by_deadline"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(deadline__gt=F("started_at")), name="attempt_has_time"),
            models.CheckConstraint(
                condition=Q(submitted_at=None, closed_how="")
                | Q(submitted_at__isnull=False, closed_how__in=ClosedHow.values),
                name="attempt_closed_somehow",
            ),
            models.CheckConstraint(
                condition=Q(break_at=None) | Q(paused_at__isnull=False), name="attempt_stands_in_a_break"
            ),
        ]
        triggers: ClassVar = [
            never_deleted(),
            # What was handed in stays as it was handed in: not opened again, not given another time.
            pgtrigger.Protect(
                name="closed_for_good",
                operation=pgtrigger.Update | pgtrigger.Delete,
                condition=pgtrigger.Q(old__submitted_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.entry)

    @property
    def sitting(self) -> Sitting:
        """The sitting it belongs to."""
        return self.entry.sitting

    @property
    def paper(self) -> Paper:
        """The paper that is worked."""
        return self.entry.paper

    @property
    def break_minutes(self) -> int:
        """What the candidate may take in breaks altogether."""
        return self.entry.break_minutes

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The time zone of its body."""
        return self.sitting.body.zone

    @property
    def day(self) -> dt.date:
        """The day whose law applies: where the body is, the day it was started."""
        return timezone.localdate(self.started_at, timezone=self.zone)

    @property
    def is_closed(self) -> bool:
        """Whether nothing more is accepted."""
        return self.submitted_at is not None

    def is_overdue(self, now: dt.datetime) -> bool:
        """Whether its time is up but nobody has closed it yet; never while its clock stands."""
        return not self.is_closed and self.paused_at is None and self.deadline <= now

    def first_link(self) -> str:
        """Where its chain of events begins: a hash over what was fixed when it started."""
        return chain.link("", {"attempt": self.pk, "paper": self.paper.pk, "started_at": self.started_at})


class Answer(models.Model):
    """What a candidate's answer to a question is now. How it came about is in the events."""

    # The constraint below has the index: every answer that is saved would pay for a second.
    attempt = models.ForeignKey(
        Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, related_name="answers", db_index=False
    )
    paper_question = models.ForeignKey(
        PaperQuestion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="+"
    )
    # NULL is "no answer"; an answer is never empty. Column and name in the hash chain are from when there were only options.
    answer = models.TextField(_("answer"), max_length=ANSWER_LENGTH, null=True, blank=True, db_column="option")  # noqa: DJ001
    flagged = models.BooleanField(_("flagged"), default=False)
    sequence = models.PositiveIntegerField(_("sequence"))
    saved_at = models.DateTimeField(_("saved"))

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")
        ordering: ClassVar = ["attempt", "paper_question"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attempt", "paper_question"], name="answer_once_a_question"),
        ]

    def __str__(self) -> str:
        return f"{self.paper_question_id}: {self.answer or '–'}"


class AnswerEvent(models.Model):
    """One accepted save. The table only grows, and each row holds the hash of the row before it."""

    # The constraint below has the index: every answer that is saved would pay for a second.
    attempt = models.ForeignKey(
        Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, related_name="events", db_index=False
    )
    sequence = models.PositiveIntegerField(_("sequence"))
    paper_question = models.ForeignKey(
        PaperQuestion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="+"
    )
    answer = models.TextField(_("answer"), max_length=ANSWER_LENGTH, null=True, blank=True, db_column="option")  # noqa: DJ001
    flagged = models.BooleanField(_("flagged"))
    at = models.DateTimeField(_("at"))
    previous_hash = models.CharField(_("previous hash"), max_length=chain.LENGTH)
    hash = models.CharField(_("hash"), max_length=chain.LENGTH)

    class Meta:
        verbose_name = _("answer event")
        verbose_name_plural = _("answer events")
        ordering: ClassVar = ["attempt", "sequence"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attempt", "sequence"], name="answer_event_once_a_sequence"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.attempt_id} #{self.sequence}"

    def record(self) -> dict[str, chain.Value]:
        """Everything it says, as it is hashed."""
        return {
            "attempt": self.attempt_id,
            "sequence": self.sequence,
            "question": self.paper_question_id,
            "option": self.answer,
            "flagged": self.flagged,
            "at": self.at,
        }

    def computed_hash(self) -> str:
        """The hash this row must have: over the hash before it and everything it says."""
        return chain.link(self.previous_hash, self.record())


class PendingDraft(models.Model):
    """What a candidate is still typing: acknowledged and safe, but not an event yet.

    An attempt has one. It becomes an event, and so part of the chain, when the candidate turns to another question,
    hands in, or the time is up; until then each save replaces it under a new number.
    """

    attempt = models.OneToOneField(
        Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, primary_key=True, related_name="pending"
    )
    paper_question = models.ForeignKey(
        PaperQuestion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="+"
    )
    answer = models.TextField(_("answer"), max_length=ANSWER_LENGTH, null=True, blank=True, db_column="option")  # noqa: DJ001
    flagged = models.BooleanField(_("flagged"), default=False)
    sequence = models.PositiveIntegerField(_("sequence"))
    saved_at = models.DateTimeField(_("saved"))

    class Meta:
        verbose_name = _("pending draft")
        verbose_name_plural = _("pending drafts")

    def __str__(self) -> str:
        return f"{self.attempt_id} #{self.sequence}"
