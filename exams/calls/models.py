"""What is kept of simulated calls: an evening, its calls as they were staged, and each press on them.

It is the learner's own, as everything of practice is: nobody else sees it, and it goes with the practice history. A call is
stored whole, with what its players will answer and what each act is worth, so it goes on at any machine and stays readable
whatever becomes of the law and the engine.
"""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

import pgtrigger
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from exams.practice.models import Learner, kept_until_erased, never_changed
from exams.scenarios.calls import Conversation, follow


class Evening(models.Model):
    """A session at which one is called to tables: so many calls, staged from a seed; a single call is an evening of one.

    reference: drawn when the page was opened, so that the same press begins one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="evenings")
    reference = models.UUIDField(_("reference"))
    seed = models.CharField(_("seed"), max_length=32)
    boards = models.PositiveSmallIntegerField(_("boards"))
    began_at = models.DateTimeField(_("began"), default=timezone.now)

    class Meta:
        verbose_name = _("evening of calls")
        verbose_name_plural = _("evenings of calls")
        ordering: ClassVar = ["-began_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["learner", "reference"], name="evening_begun_once"),
        ]
        triggers: ClassVar = [kept_until_erased("evening"), never_changed("evening")]

    def __str__(self) -> str:
        return f"{self.learner} {self.began_at:%Y-%m-%d %H:%M}"

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("calls:evening", args=[self.pk])


class CallQuerySet(models.QuerySet["Call"]):
    """Questions asked of calls."""

    def closed(self) -> CallQuerySet:
        """Those that are over and judged."""
        return self.exclude(closed_at=None)

    def waiting(self) -> CallQuerySet:
        """Those that are not over."""
        return self.filter(closed_at=None)

    def to_press(self) -> CallQuerySet:
        """Locked until the transaction ends: of two presses at once one comes after the other."""
        return self.select_for_update(of=("self",)).select_related("evening", "learner")


class Call(models.Model):
    """A call to a table, as it was staged.

    judged: once it is over, how it was conducted (`exams.scenarios.calls.judgement`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="calls")
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="calls")
    number = models.PositiveSmallIntegerField(_("number"))
    at_table = models.PositiveSmallIntegerField(_("table"))
    unit = models.CharField(_("path"), max_length=500)
    fingerprint = models.CharField(_("fingerprint"), max_length=64, db_index=True)
    content = models.JSONField(_("content"))
    staged_at = models.DateTimeField(_("staged"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    judged = models.JSONField(_("judgement"), null=True, blank=True)

    objects = CallQuerySet.as_manager()

    class Meta:
        verbose_name = _("simulated call")
        verbose_name_plural = _("simulated calls")
        ordering: ClassVar = ["evening", "number"]
        indexes: ClassVar = [models.Index(fields=["learner", "-staged_at"], name="calls_of_a_learner")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["evening", "number"], name="call_of_an_evening_numbered_once"),
            models.CheckConstraint(
                condition=Q(closed_at=None, judged=None) | Q(closed_at__isnull=False, judged__isnull=False),
                name="call_is_judged_when_closed",
            ),
        ]
        triggers: ClassVar = [
            kept_until_erased("call"),
            pgtrigger.ReadOnly(
                name="call_is_what_was_staged",
                fields=["learner", "evening", "number", "at_table", "unit", "fingerprint", "content", "staged_at"],
            ),
            pgtrigger.Protect(
                name="call_is_judged_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__closed_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}, {self.number}"

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("calls:call", args=[self.pk])

    @cached_property
    def told(self) -> list[dict[str, Any]]:
        """What was pressed, in order. One query."""
        return [one.told for one in self.presses.all()]

    @property
    def conversation(self) -> Conversation:
        """What has been said and done so far."""
        return follow(self.content, self.told)


class Press(models.Model):
    """One act at the table. key: drawn when the page was shown, so that the same form does it once."""

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="+")
    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="presses")
    number = models.PositiveSmallIntegerField(_("number"))
    key = models.UUIDField(_("key"))
    told = models.JSONField(_("what was done"))
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("act at a call")
        verbose_name_plural = _("acts at calls")
        ordering: ClassVar = ["call", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["call", "number"], name="press_numbered_once"),
            models.UniqueConstraint(fields=["call", "key"], name="press_sent_once"),
        ]
        triggers: ClassVar = [kept_until_erased("press"), never_changed("press")]

    def __str__(self) -> str:
        return f"{self.call_id}, {self.number}"
