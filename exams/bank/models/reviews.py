"""What examiners say about a version: decisions, which move it, and comments, which do not."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only
from accounts.models import Body, User
from exams.bank.models.questions import QuestionVersion


class Review(models.Model):
    """What one examiner decided about a version; never changed, a change of mind is another row."""

    class Decision(models.TextChoices):
        """What an examiner can say."""

        APPROVE = "approve", _("Approved")
        REJECT = "reject", _("Rejected")
        REOPEN = "reopen", _("Sent back to review")
        RETIRE = "retire", _("Retired")

    version = models.ForeignKey(
        QuestionVersion, verbose_name=_("version"), on_delete=models.PROTECT, related_name="reviews"
    )
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    examiner = models.ForeignKey(User, verbose_name=_("examiner"), on_delete=models.PROTECT, related_name="+")
    decision = models.CharField(_("decision"), max_length=20, choices=Decision.choices)
    round = models.PositiveSmallIntegerField(_("round of review"))
    reason = models.TextField(_("reason"), blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["version", "round", "examiner"],
                condition=Q(decision="approve"),
                name="one_approval_an_examiner_a_round",
            ),
            models.CheckConstraint(
                condition=Q(decision="approve") | ~Q(reason=""), name="review_says_why_unless_it_approves"
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.version_id} {self.decision}"


class Comment(models.Model):
    """A remark of an examiner or an author on one version; never changed."""

    version = models.ForeignKey(
        QuestionVersion, verbose_name=_("version"), on_delete=models.PROTECT, related_name="comments"
    )
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    author = models.ForeignKey(User, verbose_name=_("author"), on_delete=models.PROTECT, related_name="+")
    text = models.TextField(_("comment"), max_length=4000)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering: ClassVar = ["at", "pk"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.author}: {self.text[:40]}"
