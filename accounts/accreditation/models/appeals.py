"""What a person appeals against, and what is answered."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models.applications import Application
from accounts.accreditation.models.awards import AwardEvent
from accounts.audit.triggers import append_only


class Appeal(models.Model):
    """A person's appeal against one deed: a refusal of an application, or a suspension or revocation of an award.

    `event` is the deed at the award; of a refusal, which has no event, `refused_at` names it. `decision` is a copy of the
    reason that was given: an application that is opened again has none any more. decided_by, proposed_by: whose deed it was.
    """

    class Against(models.TextChoices):
        """What it is against."""

        REFUSAL = "refusal", _("Refusal")
        SUSPENSION = "suspension", _("Suspension")
        REVOCATION = "revocation", _("Revocation")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    application = models.ForeignKey(
        Application, verbose_name=_("application"), on_delete=models.PROTECT, related_name="appeals"
    )
    event = models.OneToOneField(
        AwardEvent, verbose_name=_("event"), on_delete=models.PROTECT, null=True, blank=True, related_name="appeal"
    )
    refused_at = models.DateTimeField(_("refused"), null=True, blank=True)
    against = models.CharField(_("against"), max_length=20, choices=Against.choices)
    decision = models.TextField(_("reason of the decision"), blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("decided by"), on_delete=models.PROTECT, related_name="+"
    )
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("proposed by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        on_delete=models.PROTECT,
        related_name="accreditation_appeals",
    )
    grounds = models.TextField(_("grounds"))
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering: ClassVar = ["made_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["application", "refused_at"], name="refusal_is_appealed_once"),
            models.CheckConstraint(
                condition=models.Q(against="refusal", event=None, refused_at__isnull=False)
                | models.Q(against__in=["suspension", "revocation"], event__isnull=False, refused_at=None),
                name="accreditation_appeal_is_against_one_deed",
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.application}: {self.get_against_display()}"

    @property
    def body_id(self) -> uuid.UUID:
        """The body of its application, for the rules."""
        return self.application.body_id


class AppealAnswer(models.Model):
    """What a registrar who did not decide it answered to an appeal. There is one, and it stays."""

    class Outcome(models.TextChoices):
        """What comes of the appeal."""

        UPHELD = "upheld", _("Upheld")
        DISMISSED = "dismissed", _("Dismissed")

    appeal = models.OneToOneField(Appeal, verbose_name=_("appeal"), on_delete=models.PROTECT, related_name="answer")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("answered by"), on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(_("answered"), default=timezone.now)
    outcome = models.CharField(_("outcome"), max_length=20, choices=Outcome.choices)
    reasons = models.TextField(_("reasons"))

    class Meta:
        verbose_name = _("answer to an appeal")
        verbose_name_plural = _("answers to appeals")
        ordering: ClassVar = ["at", "id"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.appeal}: {self.get_outcome_display()}"
