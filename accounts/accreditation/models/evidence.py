"""What is on record of a person: papers passed, sessions directed, references, and whatever else a level may ask for."""

from __future__ import annotations

import uuid
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models.awards import Award
from accounts.accreditation.models.merges import moves_only_by_a_merge
from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body


class Evidence(models.Model):
    """One thing that somebody has passed, done or been given, which requirements of a body can ask for.

    kind: that of the requirement that it can meet (`requirements.LEAVES`); day: the day that it is of; details: its
    particulars, as the requirement reads them. reference: what it is, once in a body, so that one thing is never entered twice:
    `paper:<result>` for a result here, or a word and a random id drawn when the form was opened. Only its standing changes.
    """

    class Standing(models.TextChoices):
        """Whether it counts."""

        WAITING = "waiting", _("Waiting")
        ACCEPTED = "accepted", _("Accepted")
        REFUSED = "refused", _("Refused")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="evidence")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.PROTECT, related_name="evidence"
    )
    kind = models.CharField(_("kind"), max_length=20)
    day = models.DateField(_("day"))
    details = models.JSONField(_("particulars"), default=dict, blank=True, encoder=DjangoJSONEncoder)
    reference = models.CharField(_("reference"), max_length=300)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("entered by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Empty for a result, which enters itself."),
    )
    entered_at = models.DateTimeField(_("entered"), default=timezone.now)
    standing = models.CharField(_("standing"), max_length=10, choices=Standing.choices, default=Standing.ACCEPTED)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("settled by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    note = models.TextField(_("note"), blank=True, help_text=_("Why it was refused or withdrawn. The person reads it."))

    class Meta:
        verbose_name = _("evidence")
        verbose_name_plural = _("evidence")
        ordering: ClassVar = ["-day", "id"]
        indexes: ClassVar = [
            models.Index(fields=["person", "body", "day"], name="evidence_of_a_person"),
            models.Index(
                fields=["body", "entered_at"], condition=models.Q(standing="waiting"), name="evidence_that_waits"
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "reference"], name="evidence_is_entered_once"),
            models.CheckConstraint(
                condition=~models.Q(standing__in=["refused", "withdrawn"]) | ~models.Q(note=""),
                name="evidence_is_refused_with_a_reason",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(
                name="evidence_is_what_it_was",
                fields=["body", "kind", "day", "details", "reference", "entered_by", "entered_at"],
            ),
            moves_only_by_a_merge(),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.kind}, {self.day}"

    @property
    def waits(self) -> bool:
        """Whether a registrar still has to accept it."""
        return self.standing == self.Standing.WAITING


class EvidenceUse(models.Model):
    """That an award was granted on a piece of evidence. Whether the piece may be used again, `requirements` says.

    only_for: what the requirement that it met said of how often it counts (`requirements.ONLY_FOR`), or "". An award that was
    granted by hand uses nothing.
    """

    award = models.ForeignKey(Award, verbose_name=_("award"), on_delete=models.PROTECT, related_name="uses")
    evidence = models.ForeignKey(Evidence, verbose_name=_("evidence"), on_delete=models.PROTECT, related_name="uses")
    only_for = models.CharField(_("counts only"), max_length=5, blank=True)

    class Meta:
        verbose_name = _("use of evidence")
        verbose_name_plural = _("uses of evidence")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["award", "evidence"], name="award_uses_a_piece_once"),
            models.UniqueConstraint(
                fields=["evidence"],
                condition=models.Q(only_for="award"),
                name="piece_for_one_award_is_used_by_one",
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.award_id}: {self.evidence_id}"


class Document(models.Model):
    """A scan that is attached to a piece of evidence, such as a certificate or a letter. It is never public.

    Kept in the database, which every web process has and every backup holds. sort: its media type, found from its content;
    digest: sha256 of it, so that one piece has a document once.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    evidence = models.ForeignKey(
        Evidence, verbose_name=_("evidence"), on_delete=models.PROTECT, related_name="documents"
    )
    name = models.CharField(_("name"), max_length=120)
    sort = models.CharField(_("sort"), max_length=40)
    size = models.PositiveIntegerField(_("bytes"))
    digest = models.CharField(_("digest"), max_length=64)
    data = models.BinaryField(_("content"))
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("added by"), on_delete=models.PROTECT, related_name="+"
    )
    added_at = models.DateTimeField(_("added"), default=timezone.now)

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        ordering: ClassVar = ["added_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["evidence", "digest"], name="document_is_attached_once"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.name
