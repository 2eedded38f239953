"""What a body has decided about levels: paths whose questions it asks at another level than the rule gives them."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import never_deleted
from accounts.models import Body, User
from exams.bank.models.questions import Level


class LevelMove(models.Model):
    """A body asks the questions of a path at this level. It is taken back, never deleted, and the path may be moved again.

    path: as `exams.scenarios.ways` has it, without incidental facts.
    """

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    path = models.TextField(_("path"))
    level = models.CharField(_("level"), max_length=20, choices=Level.choices)
    reason = models.TextField(_("reason"))
    by = models.ForeignKey(User, verbose_name=_("moved by"), on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("moved"), default=timezone.now)
    back_at = models.DateTimeField(_("taken back"), null=True, blank=True)
    back_by = models.ForeignKey(
        User, verbose_name=_("taken back by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    back_reason = models.TextField(_("why it was taken back"), blank=True)

    class Meta:
        verbose_name = _("moved path")
        verbose_name_plural = _("moved paths")
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["body", "path"], condition=Q(back_at=None), name="level_move_holds_once_a_path"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="level_move_has_a_reason"),
            models.CheckConstraint(
                condition=Q(back_at=None, back_by=None, back_reason="")
                | (Q(back_at__isnull=False, back_by__isnull=False) & ~Q(back_reason="")),
                name="level_move_taken_back_by_somebody_with_a_reason",
            ),
        ]
        triggers: ClassVar = [
            never_deleted(),
            pgtrigger.ReadOnly(
                name="level_move_says_what_it_said", fields=["body", "path", "level", "reason", "by", "at"]
            ),
            pgtrigger.Protect(
                name="level_move_taken_back_for_good",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__back_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.path} {self.level}"
