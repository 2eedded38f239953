"""A practical assessment as it is arranged, its calls, the sheets of its assessors, and how it ended.

All of it only grows; but an assessment can be moved to another day and place until the first sheet is in.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.evidencing import ASSESSED
from accounts.accreditation.models import Level
from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body, User

ASSESSORS = 2
"""So many assess; each marks alone."""


class AssessmentQuerySet(models.QuerySet["Assessment"]):
    """Questions asked of assessments."""

    def open(self) -> AssessmentQuerySet:
        """Those without an outcome that are not called off."""
        return self.filter(ending=None)

    def to_mark_by(self, person: User) -> AssessmentQuerySet:
        """Those that this person still has to send a sheet for."""
        return self.open().filter(assessors__person=person).exclude(sheets__assessor__person=person)

    def to_decide_by(self, person: User, bodies: Collection[uuid.UUID]) -> AssessmentQuerySet:
        """Those of these bodies on which both have sent a sheet and differ, and that this registrar may decide."""
        marked = models.Count("sheets__assessor", distinct=True)
        found = self.open().filter(body__in=bodies).exclude(person=person).exclude(assessors__person=person)
        return found.annotate(marked=marked).filter(marked=ASSESSORS).select_related("body")


class Assessment(models.Model):
    """That a candidate is assessed for a level on a day at a place. reference: drawn when the form was opened, so that the same
    form makes one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="assessments")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("candidate"), on_delete=models.PROTECT, related_name="assessments"
    )
    level = models.ForeignKey(Level, verbose_name=_("level"), on_delete=models.PROTECT, related_name="assessments")
    day = models.DateField(_("day"))
    place = models.CharField(_("place"), max_length=200)
    reference = models.UUIDField(_("reference"), unique=True)
    arranged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("arranged by"), on_delete=models.PROTECT, related_name="+"
    )
    arranged_at = models.DateTimeField(_("arranged"), default=timezone.now)

    objects = AssessmentQuerySet.as_manager()

    class Meta:
        verbose_name = _("practical assessment")
        verbose_name_plural = _("practical assessments")
        ordering: ClassVar = ["day", "arranged_at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["body", "day"], name="assessments_of_a_body"),
            models.Index(fields=["person", "day"], name="assessments_of_a_person"),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(
                name="assessment_is_what_it_was",
                fields=["body", "person", "level", "reference", "arranged_by", "arranged_at"],
            ),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.level}, {self.day}"

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("assessment:assessment", args=[self.pk])

    @property
    def evidence_reference(self) -> str:
        """The reference of the evidence that a pass enters."""
        return f"{ASSESSED}{self.pk}"

    @property
    def ended(self) -> Ending | None:
        """How it ended; None while it is open."""
        return getattr(self, "ending", None)


class Assessor(models.Model):
    """One of the two who assess, in the order in which they were named."""

    assessment = models.ForeignKey(
        Assessment, verbose_name=_("assessment"), on_delete=models.PROTECT, related_name="assessors"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("assessor"), on_delete=models.PROTECT, related_name="assesses"
    )

    class Meta:
        verbose_name = _("assessor")
        verbose_name_plural = _("assessors")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["assessment", "person"], name="assessor_is_named_once"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return str(self.person)


class Call(models.Model):
    """A call to a table, as it was staged when the assessment was arranged. It is never staged again from later code.

    content: that of a question, with its record, its ruling and the engine's receipt. unit: the path of the law. acts: the same
    table as a simulated call (`exams.scenarios.calls`), with what each act at it is worth; None where its path has none, and in
    what was arranged before there were any.
    """

    assessment = models.ForeignKey(
        Assessment, verbose_name=_("assessment"), on_delete=models.PROTECT, related_name="calls"
    )
    number = models.PositiveSmallIntegerField(_("number"))
    unit = models.CharField(_("path"), max_length=500)
    fingerprint = models.CharField(_("fingerprint"), max_length=64, db_index=True)
    content = models.JSONField(_("content"), encoder=DjangoJSONEncoder)
    acts = models.JSONField(_("list of acts"), encoder=DjangoJSONEncoder, null=True, blank=True)

    class Meta:
        verbose_name = _("call")
        verbose_name_plural = _("calls")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["assessment", "number"], name="call_has_a_number_of_its_own"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.assessment_id}, {self.number}"


class Outcome(models.TextChoices):
    """What an assessor, or both, say of an assessment or of one of its calls."""

    PASSED = "passed", _("Pass")
    FAILED = "failed", _("Not yet")


class Sheet(models.Model):
    """What an assessor marked; a correction is another one with a reason. key: by which the same sheet is known again.

    marks: for each call, by its number, the word for each criterion, the note and the grade (`grades`).
    noted: for each call of which something was noted on its list, by its number, `noted` (`exams.scenarios.calls.noted`) and
    `judged`, the judgement of it as it was made when the sheet came in.
    """

    assessor = models.ForeignKey(Assessor, verbose_name=_("assessor"), on_delete=models.PROTECT, related_name="sheets")
    assessment = models.ForeignKey(
        Assessment, verbose_name=_("assessment"), on_delete=models.PROTECT, related_name="sheets"
    )
    number = models.PositiveSmallIntegerField(_("version"))
    key = models.UUIDField(_("key"), unique=True)
    marks = models.JSONField(_("marks"), encoder=DjangoJSONEncoder)
    noted = models.JSONField(_("what was noted"), encoder=DjangoJSONEncoder, default=dict, blank=True)
    overall = models.CharField(_("over all"), max_length=6, choices=Outcome.choices)
    note = models.TextField(_("note"), blank=True)
    reason = models.TextField(_("why it was changed"), blank=True)
    sent_at = models.DateTimeField(_("sent"), default=timezone.now)

    class Meta:
        verbose_name = _("sheet")
        verbose_name_plural = _("sheets")
        ordering: ClassVar = ["assessor", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["assessor", "number"], name="sheet_has_one_of_each_version"),
            models.CheckConstraint(
                condition=models.Q(number=1) | ~models.Q(reason=""), name="sheet_is_corrected_with_a_reason"
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.assessor_id}, {self.number}"


class Ending(models.Model):
    """How an assessment ended, once. by: a registrar; None where both assessors said the same. reason: of a registrar."""

    class Kind(models.TextChoices):
        """What became of it."""

        PASSED = "passed", _("Passed")
        FAILED = "failed", _("Not passed")
        CALLED_OFF = "called_off", _("Called off")

    assessment = models.OneToOneField(
        Assessment, verbose_name=_("assessment"), on_delete=models.PROTECT, related_name="ending"
    )
    kind = models.CharField(_("outcome"), max_length=10, choices=Kind.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    reason = models.TextField(_("reason"), blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("ending")
        verbose_name_plural = _("endings")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(by=None, reason="") & ~models.Q(kind="called_off")
                | models.Q(by__isnull=False) & ~models.Q(reason=""),
                name="ending_is_agreed_or_decided_with_a_reason",
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.assessment_id}: {self.get_kind_display()}"


class Showing(models.Model):
    """What a body shows its candidates of their assessments, once they are settled.

    comparison: beside each assessor's grade also how the list of acts judges what was noted, and whether the two differ. Where
    a body has said nothing, it is not shown.
    """

    body = models.OneToOneField(
        Body, verbose_name=_("body"), on_delete=models.PROTECT, primary_key=True, related_name="assessments_shown"
    )
    comparison = models.BooleanField(_("candidates read how the list judges"), default=False)

    class Meta:
        verbose_name = _("what candidates are shown")
        verbose_name_plural = _("what candidates are shown")

    def __str__(self) -> str:
        return str(self.body)
