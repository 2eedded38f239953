"""What was last computed about a sitting's questions, or about a bank's over all sittings."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Body, User
from exams.sittings.models import Sitting


class Statistics(models.Model):
    """The figures of one sitting, or of a body's bank (no sitting), and how far the run that computes them has come.

    They follow from the marks and can be computed anew at any time, so the row is simply replaced. inputs: a digest of the
    results they rest on, by which a page sees that marks have changed since.
    """

    class Status(models.TextChoices):
        """Progress of the calculation."""

        QUEUED = "queued", _("Waiting for a worker")
        RUNNING = "running", _("Being computed")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    sitting = models.OneToOneField(
        Sitting,
        verbose_name=_("sitting"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="statistics",
        help_text=_("Empty: the body's bank over all sittings."),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.QUEUED)
    done = models.PositiveIntegerField(_("questions done"), default=0)
    total = models.PositiveIntegerField(_("questions"), default=0)
    error = models.TextField(_("error"), blank=True)
    asked_by = models.ForeignKey(
        User, verbose_name=_("asked for by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    moved_at = models.DateTimeField(_("last moved"), default=timezone.now)
    report = models.JSONField(_("report"), null=True, blank=True)
    inputs = models.CharField(_("digest of the results"), max_length=64, blank=True)
    computed_at = models.DateTimeField(_("computed"), null=True, blank=True)

    class Meta:
        verbose_name = _("statistics")
        verbose_name_plural = _("statistics")
        ordering: ClassVar = ["-computed_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body"], condition=Q(sitting=None), name="statistics_of_a_bank_once"),
            models.CheckConstraint(
                condition=Q(report=None, computed_at=None) | Q(report__isnull=False, computed_at__isnull=False),
                name="statistics_say_when",
            ),
        ]

    def __str__(self) -> str:
        return str(self.sitting or self.body)

    @property
    def figures(self) -> dict[str, Any]:
        """The report; empty while there is none."""
        return dict(self.report or {})

    @property
    def finished(self) -> bool:
        """Whether nothing more will happen of itself."""
        return self.status in {self.Status.DONE, self.Status.FAILED}
