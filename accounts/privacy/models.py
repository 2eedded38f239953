"""Who asked for the deletion of their account, and how long a body keeps what need not be kept for good."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import ClassVar, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import never_deleted
from accounts.models import Body, User


class DeletionQuerySet(models.QuerySet["Deletion"]):
    """Questions asked of deletions."""

    def open(self) -> Self:
        """Those that are neither taken back nor done."""
        return self.filter(taken_back_at=None, done_at=None)

    def due(self, now: dt.datetime) -> Self:
        """Those whose waiting time is over, the oldest first."""
        return self.open().filter(due_at__lte=now).order_by("due_at", "id")


class Deletion(models.Model):
    """A person's wish that their account be deleted. It waits, so that they can take it back or hear of it."""

    WAITS = dt.timedelta(days=14)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(User, verbose_name=_("person"), on_delete=models.PROTECT, related_name="deletions")
    asked_at = models.DateTimeField(_("asked"), default=timezone.now)
    due_at = models.DateTimeField(_("not before"))
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)

    objects = DeletionQuerySet.as_manager()

    class Meta:
        verbose_name = _("deletion of an account")
        verbose_name_plural = _("deletions of accounts")
        ordering: ClassVar = ["asked_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(taken_back_at=None, done_at=None),
                name="deletion_is_asked_once",
            ),
            models.CheckConstraint(
                condition=models.Q(taken_back_at=None) | models.Q(done_at=None), name="deletion_ends_in_one_way"
            ),
        ]
        triggers: ClassVar = [never_deleted()]

    def __str__(self) -> str:
        return f"{self.person_id} {self.asked_at:%Y-%m-%d}"


class Retention(models.Model):
    """How many months a body keeps one kind of thing. Without a row, or without months, it is kept.

    kind: as the app that keeps it has told (`retention`).
    """

    MOST = 600

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="retentions")
    kind = models.CharField(_("kind"), max_length=40)
    months = models.PositiveSmallIntegerField(
        _("months"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(MOST)]
    )
    set_by = models.ForeignKey(User, verbose_name=_("set by"), on_delete=models.PROTECT, related_name="+")
    set_at = models.DateTimeField(_("set"), default=timezone.now)

    class Meta:
        verbose_name = _("retention time")
        verbose_name_plural = _("retention times")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "kind"], name="retention_is_set_once"),
            models.CheckConstraint(
                condition=models.Q(months=None) | models.Q(months__gte=1), name="retention_is_a_month_at_least"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.body_id} {self.kind}: {self.months}"
