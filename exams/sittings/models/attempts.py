"""Entries, and the attempts that come of them: one candidate's place in a sitting, and their work on one paper."""

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

from accounts.audit.triggers import never_deleted
from accounts.models import Body, User
from exams.papers.models import Paper
from exams.papers.places import paper_of
from exams.sittings import chain
from exams.sittings.models.sittings import Sitting


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries by whether they count, and by what they ask."""

    def inside(self) -> Self:
        """Those with which one is in: who withdrew or was refused never started."""
        return self.filter(standing__in=Entry.IN)

    def asking(self, version: uuid.UUID | models.OuterRef) -> Self:
        """Those whose paper holds this question, started or not."""
        shared = Q(own_paper=None, sitting__paper__questions__version=version)
        return self.filter(shared | Q(own_paper__questions__version=version))

    def place_of(self, person: User) -> Entry | None:
        """This person's, of the entries of one sitting, together with the attempt if one was started."""
        return self.select_related("attempt").filter(person=person).first()


class Entry(models.Model):
    """A candidate's place in a sitting."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, verbose_name=_("sitting"), on_delete=models.PROTECT, related_name="entries")
    person = models.ForeignKey(User, verbose_name=_("candidate"), on_delete=models.PROTECT, related_name="entries")

    class Standing(models.TextChoices):
        """How far an entry has come; only an approved one may start."""

        REQUESTED = "requested", _("Waiting for approval")
        APPROVED = "approved", _("Approved")
        REFUSED = "refused", _("Refused")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    # Those with which one is in: the others are out, and may come in again.
    IN = (Standing.REQUESTED, Standing.APPROVED)

    standing = models.CharField(_("standing"), max_length=10, choices=Standing.choices, default=Standing.APPROVED)
    decided_by = models.ForeignKey(
        User, verbose_name=_("decided by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    approval_by = models.ForeignKey(
        User,
        verbose_name=_("approval in progress for"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Who approved it, until its paper has been drawn."),
    )
    reason = models.TextField(_("reason"), blank=True)
    number = models.PositiveIntegerField(
        _("candidate number"),
        null=True,
        blank=True,
        help_text=_("Used on the paper instead of the name, so that markers do not know whose it is."),
    )
    own_paper = models.ForeignKey(
        Paper,
        verbose_name=_("paper of their own"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Where each candidate has a different one; otherwise the sitting's paper is used."),
    )
    extra_minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0)
    break_minutes = models.PositiveSmallIntegerField(
        _("minutes of breaks"), default=0, help_text=_("In total; the clock is stopped during a break.")
    )
    entered_at = models.DateTimeField(_("entered"), default=timezone.now)
    absent_at = models.DateTimeField(
        _("noted as absent"),
        null=True,
        blank=True,
        help_text=_("When the sitting was ended and this one had not started."),
    )

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering: ClassVar = ["entered_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sitting", "person"], name="entry_once_a_sitting"),
            models.UniqueConstraint(fields=["sitting", "number"], name="candidate_number_once_a_sitting"),
            models.UniqueConstraint(fields=["own_paper"], name="own_paper_given_once"),
            models.CheckConstraint(
                condition=models.Q(approval_by=None) | models.Q(standing__in=["requested", "refused"]),
                name="approval_under_way_of_what_is_not_in",
            ),
        ]
        triggers: ClassVar = [never_deleted()]

    def __str__(self) -> str:
        return f"{self.person} · {self.sitting}"

    @property
    def is_approved(self) -> bool:
        """Whether it counts."""
        return self.standing == self.Standing.APPROVED

    @property
    def paper(self) -> Paper:
        """The paper this candidate works; from memory, unless it was read together with the entry."""
        if self.own_paper_id is not None and not Entry.own_paper.is_cached(self):
            self.own_paper = paper_of(self.own_paper_id)
        if self.own_paper is not None:
            return self.own_paper
        sitting = self.sitting
        if not Sitting.paper.is_cached(sitting):
            sitting.paper = paper_of(sitting.paper_id)
        return sitting.paper

    @property
    def started(self) -> Attempt | None:
        """The attempt, if one was started."""
        return getattr(self, "attempt", None)

    def deadline(self, started_at: dt.datetime) -> dt.datetime:
        """When an attempt that starts at this moment ends.

        Let o and c be the sitting's opening and close, m the paper's minutes, x the candidate's extra minutes, p what
        all clocks have stood so far, and s the start. Pauses have moved c already (`exams.sittings.invigilation`).

        In a window each has a clock of their own, which the close stops:    min(s + m, c) + x.
        Started together, one clock runs for all from the opening:         min(o + p + m, c) + x.

        Hence, for starts s <= t at which one may start (o <= s, t < c):
        - Nobody who starts later ends earlier; together all end at once but for their extra minutes, so who starts
          d later has d less.
        - Nobody has more than m + x. Together this needs s >= o + p, which holds: the clocks had stood for p by then.
        - Extra minutes lengthen the work and they alone may carry it past the close: who starts ten minutes before it
          with fifteen extra minutes works for twenty-five, whatever the paper allows beyond.
        Pauses that come after the start move this deadline by themselves (`exams.sittings.clocks`).
        """
        begins = self.sitting.opens_at + self.sitting.stood if self.sitting.together else started_at
        worked = begins + dt.timedelta(minutes=self.paper.minutes)
        return min(worked, self.sitting.closes_at) + dt.timedelta(minutes=self.extra_minutes)


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
        _("clock stopped since"), null=True, blank=True, help_text=_("In a break, or while the sitting is paused.")
    )
    break_at = models.DateTimeField(
        _("on a break since"), null=True, blank=True, help_text=_("Empty while the clock runs, and in any other pause.")
    )
    break_seconds = models.PositiveIntegerField(
        _("seconds of breaks taken"),
        default=0,
        help_text=_("Breaks that have ended, without pauses of the sitting."),
    )
    machine = models.CharField(
        _("machine"),
        max_length=chain.LENGTH,
        blank=True,
        help_text=_("A hash of the secret in the candidate's browser; another browser needs the invigilator's code."),
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
