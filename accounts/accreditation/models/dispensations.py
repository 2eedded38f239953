"""Who may direct one event that their awards do not cover, and which of these dispensations were withdrawn."""

from __future__ import annotations

import datetime
import uuid
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models.awards import TodayIn
from accounts.accreditation.models.merges import moves_only_by_a_merge
from accounts.accreditation.scope import MOST_TABLES, Event, EventKind, Scope
from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body


class DispensationQuerySet(models.QuerySet["Dispensation"]):
    """Questions asked of dispensations."""

    def current(self) -> DispensationQuerySet:
        """Those whose event is not over, by the clock of the body, and that nobody has withdrawn."""
        return self.alias(today=TodayIn("body__time_zone")).filter(withdrawal=None, last_day__gte=models.F("today"))


class Dispensation(models.Model):
    """Permission for a person to direct one named event, from its first to its last day, that their awards do not cover.

    tables: how many tables it may have at most; screens: whether it may be played with screens. reference: drawn when the form
    was opened, so that the same form gives one. It is never changed: what ends it early is a `Withdrawal`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="dispensations")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.PROTECT, related_name="dispensations"
    )
    event = models.CharField(_("event"), max_length=200)
    place = models.CharField(_("club or place"), max_length=200)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    kind = models.CharField(_("kind of event"), max_length=20, choices=EventKind.choices)
    tables = models.PositiveSmallIntegerField(
        _("tables"), validators=[MinValueValidator(1), MaxValueValidator(MOST_TABLES)]
    )
    screens = models.BooleanField(_("with screens"), default=False)
    why = models.TextField(_("why"))
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("given by"), on_delete=models.PROTECT, related_name="+"
    )
    given_at = models.DateTimeField(_("given"), default=timezone.now)
    reference = models.UUIDField(_("reference"), default=uuid.uuid4, editable=False)

    objects = DispensationQuerySet.as_manager()

    class Meta:
        verbose_name = _("dispensation")
        verbose_name_plural = _("dispensations")
        ordering: ClassVar = ["first_day", "id"]
        indexes: ClassVar = [
            models.Index(fields=["body", "last_day"], name="dispensation_by_day"),
            models.Index(fields=["person", "body"], name="dispensation_of_a_person"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "reference"], name="dispensation_is_given_once"),
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")), name="dispensation_ends_after_it_begins"
            ),
            models.CheckConstraint(
                condition=~models.Q(person=models.F("given_by")), name="dispensation_is_given_by_another"
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(name="dispensation_is_fixed", exclude=["person"]),
            moves_only_by_a_merge(),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.person}"

    @property
    def wanted(self) -> Event:
        """What of the event matters for who may direct it."""
        return Event(EventKind(self.kind), self.tables, self.screens)

    @property
    def scope(self) -> Scope:
        """What it covers."""
        return Scope(frozenset({EventKind(self.kind)}), self.tables, self.screens)

    @property
    def withdrawn(self) -> Withdrawal | None:
        """What ended it early, if something did."""
        return getattr(self, "withdrawal", None)

    @property
    def stands(self) -> str:
        """How it stands today, where the body is: `withdrawn`, `over`, `running` or `coming`."""
        today: datetime.date = self.body.today()
        if self.withdrawn is not None:
            return "withdrawn"
        if today > self.last_day:
            return "over"
        return "running" if today >= self.first_day else "coming"


class Withdrawal(models.Model):
    """What ended a dispensation before its last day. There is one, and it stays."""

    dispensation = models.OneToOneField(
        Dispensation, verbose_name=_("dispensation"), on_delete=models.PROTECT, related_name="withdrawal"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("withdrawn by"), on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(_("withdrawn"), default=timezone.now)
    reason = models.TextField(_("reason"))

    class Meta:
        verbose_name = _("withdrawal of a dispensation")
        verbose_name_plural = _("withdrawals of dispensations")
        ordering: ClassVar = ["at", "id"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.dispensation}: {self.at:%Y-%m-%d}"
