"""Sittings and who entered them."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import ClassVar, Self

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import never_deleted
from accounts.models import Body, User
from exams.papers.models import Paper


class Release(models.TextChoices):
    """When a candidate learns the result."""

    AT_ONCE = "at_once", _("As soon as the attempt is marked")
    TOGETHER = "together", _("All at the same time, when a second person releases them")


class SittingQuerySet(models.QuerySet["Sitting"]):
    """Sittings by where the clock stands in their window. The window is half open: at `closes_at` it is over."""

    def coming(self, now: dt.datetime) -> Self:
        """Not open yet, soonest first."""
        return self.filter(opens_at__gt=now).order_by("opens_at", "id")

    def open(self, now: dt.datetime) -> Self:
        """Open now, the one that closes first on top."""
        return self.filter(opens_at__lte=now, closes_at__gt=now).order_by("closes_at", "id")

    def done(self, now: dt.datetime) -> Self:
        """Over, latest first."""
        return self.filter(closes_at__lte=now).order_by("-closes_at", "id")


class Sitting(models.Model):
    """One occasion on which candidates of a body may work a paper, at any time inside its window."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="sittings")
    paper = models.ForeignKey(Paper, verbose_name=_("paper"), on_delete=models.PROTECT, related_name="sittings")
    title = models.CharField(_("title"), max_length=120)
    place = models.CharField(_("place"), max_length=120, blank=True)
    opens_at = models.DateTimeField(_("opens"))
    closes_at = models.DateTimeField(_("closes"))
    together = models.BooleanField(
        _("start together"),
        default=False,
        help_text=_(
            "One clock for everyone from the opening; latecomers do not get extra time. Otherwise each "
            "candidate has their own clock."
        ),
    )
    late_minutes = models.PositiveSmallIntegerField(
        _("minutes a start may be late"),
        null=True,
        blank=True,
        help_text=_("After the opening; empty means until the sitting closes."),
    )
    entry_opens_at = models.DateTimeField(_("entry opens"), null=True, blank=True)
    entry_closes_at = models.DateTimeField(
        _("entry closes"), null=True, blank=True, help_text=_("Empty means when the sitting closes.")
    )
    approval = models.BooleanField(
        _("entries are approved"), default=False, help_text=_("An entry counts once it has been approved.")
    )
    places = models.PositiveSmallIntegerField(
        _("places"), null=True, blank=True, validators=[MinValueValidator(1)], help_text=_("Empty means no limit.")
    )
    code = models.CharField(
        _("start code"), max_length=12, blank=True, help_text=_("Announced in the room; empty if no code is needed.")
    )
    browser_keys = ArrayField(
        models.CharField(max_length=64),
        verbose_name=_("keys of the Safe Exam Browser"),
        default=list,
        blank=True,
        help_text=_("Config keys or browser exam keys, in hexadecimal; empty to allow any browser."),
    )
    release = models.CharField(_("results"), max_length=10, choices=Release.choices, default=Release.AT_ONCE)
    exposed_reason = models.TextField(
        _("why it may give its paper away"),
        blank=True,
        help_text=_("Why these settings were chosen although candidates could tell others the questions."),
    )
    paused_at = models.DateTimeField(
        _("paused"), null=True, blank=True, help_text=_("Set while all clocks are stopped.")
    )
    stood_seconds = models.PositiveIntegerField(
        _("seconds all clocks were stopped"),
        default=0,
        help_text=_("In pauses that have ended; a common start moves by this much."),
    )
    voided_at = models.DateTimeField(_("voided"), null=True, blank=True)
    voided_by = models.ForeignKey(
        User, verbose_name=_("voided by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    void_reason = models.TextField(_("why it is void"), blank=True)
    ended_at = models.DateTimeField(
        _("ended early"),
        null=True,
        blank=True,
        help_text=_("By an examiner, when all had handed in; the sitting closed then."),
    )
    ended_by = models.ForeignKey(
        User, verbose_name=_("ended by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    end_reason = models.TextField(_("why it ended early"), blank=True)
    announced_close = models.DateTimeField(
        _("would have closed"),
        null=True,
        blank=True,
        help_text=_("If it was ended early, the close planned before that."),
    )
    reminded_at = models.DateTimeField(_("reminders sent"), null=True, blank=True)
    invigilators = models.ManyToManyField(
        User, verbose_name=_("invigilators"), through="sittings.Invigilator", through_fields=("sitting", "person")
    )
    created_by = models.ForeignKey(User, verbose_name=_("made by"), on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(_("made"), default=timezone.now)

    objects = SittingQuerySet.as_manager()

    class Meta:
        verbose_name = _("sitting")
        verbose_name_plural = _("sittings")
        ordering: ClassVar = ["-opens_at", "id"]
        indexes: ClassVar = [models.Index(fields=["body", "closes_at"], name="sitting_by_window")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(closes_at__gt=F("opens_at")), name="sitting_closes_after_it_opens"),
            models.CheckConstraint(
                condition=Q(voided_at=None, voided_by=None)
                | (Q(voided_at__isnull=False, voided_by__isnull=False) & ~Q(void_reason="")),
                name="sitting_voided_by_somebody_with_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_by=None, announced_close=None)
                | (
                    Q(ended_by__isnull=False, announced_close__gte=F("ended_at"), closes_at=F("ended_at"))
                    & ~Q(end_reason="")
                ),
                name="sitting_ended_by_somebody_with_a_reason",
            ),
        ]
        triggers: ClassVar = [
            never_deleted(),
            # Void is void, by whom and why.
            pgtrigger.Protect(
                name="void_for_good",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__voided_at__isnull=False)
                & (
                    pgtrigger.Q(old__voided_at__df=pgtrigger.F("new__voided_at"))
                    | pgtrigger.Q(old__voided_by__df=pgtrigger.F("new__voided_by"))
                    | pgtrigger.Q(old__void_reason__df=pgtrigger.F("new__void_reason"))
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_void(self) -> bool:
        """Whether it counts for nothing: nobody starts, what runs is closed, no result is told."""
        return self.voided_at is not None

    def is_coming(self, now: dt.datetime) -> bool:
        """Whether it has not opened yet."""
        return now < self.opens_at

    def is_open(self, now: dt.datetime) -> bool:
        """Whether candidates may start."""
        return self.opens_at <= now < self.closes_at

    def is_done(self, now: dt.datetime) -> bool:
        """Whether nobody may start any more; attempts may still run on extra minutes."""
        return self.closes_at <= now

    @property
    def entry_ends_at(self) -> dt.datetime:
        """The moment from which nobody enters by themselves any more: nor where they could not start."""
        ends = (self.closes_at, self.entry_closes_at, self.last_start_at)
        return min(end for end in ends if end is not None)

    def entry_is_open(self, now: dt.datetime) -> bool:
        """Whether candidates may enter themselves: half open, as the sitting's own window is."""
        return (self.entry_opens_at is None or self.entry_opens_at <= now) and now < self.entry_ends_at

    @property
    def stood(self) -> dt.timedelta:
        """How long all clocks have stood in pauses that have ended."""
        return dt.timedelta(seconds=self.stood_seconds)

    @property
    def last_start_at(self) -> dt.datetime | None:
        """The moment after which a start is too late, or None where only the close ends it."""
        if self.late_minutes is None:
            return None
        return self.opens_at + self.stood + dt.timedelta(minutes=self.late_minutes)


class Invigilator(models.Model):
    """A person who watches over one sitting, besides those who hold the role in the whole body."""

    sitting = models.ForeignKey(Sitting, verbose_name=_("sitting"), on_delete=models.PROTECT, related_name="watchers")
    person = models.ForeignKey(User, verbose_name=_("invigilator"), on_delete=models.PROTECT, related_name="+")
    assigned_by = models.ForeignKey(User, verbose_name=_("assigned by"), on_delete=models.PROTECT, related_name="+")
    assigned_at = models.DateTimeField(_("assigned"), default=timezone.now)

    class Meta:
        verbose_name = _("invigilator")
        verbose_name_plural = _("invigilators")
        ordering: ClassVar = ["assigned_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sitting", "person"], name="invigilator_once_a_sitting"),
        ]

    def __str__(self) -> str:
        return f"{self.person} · {self.sitting}"
