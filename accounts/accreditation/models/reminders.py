"""How far the reminders of each night have come."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Body


class ReminderRun(models.Model):
    """The reminders of one body on one day. It is written with each batch of letters, so that one that was killed goes on
    where it stood.

    reached: the last award that was looked at. sent, without_address: how many people were written to, and how many could
    not be because we know no address of theirs.
    """

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="reminder_runs")
    day = models.DateField(_("day"), help_text=_("The date where the body is."))
    started_at = models.DateTimeField(_("started"), default=timezone.now)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    reached = models.UUIDField(_("reached"), null=True, blank=True)
    sent = models.PositiveIntegerField(_("reminders sent"), default=0)
    without_address = models.PositiveIntegerField(_("people without an address"), default=0)

    class Meta:
        verbose_name = _("run of reminders")
        verbose_name_plural = _("runs of reminders")
        ordering: ClassVar = ["-day", "body"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["body", "day"], name="reminders_run_once_a_day")]

    def __str__(self) -> str:
        return f"{self.body.short_name}, {self.day}"
