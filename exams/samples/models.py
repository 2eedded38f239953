"""Which levels show a sample of which paper, and what has been drawn for it.

Nothing here is about a visitor: what they answer is marked in the request that brings it, and is not stored.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models import Level
from accounts.models import Body
from exams.papers.models import Blueprint, Terms, lineage


class Sample(models.Model):
    """A body's choice to show a sample of a paper with a level. It is kept when the sample is not shown any more."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    level = models.ForeignKey(Level, verbose_name=_("level"), on_delete=models.CASCADE, related_name="samples")
    blueprint = models.ForeignKey(
        Blueprint, verbose_name=_("blueprint"), on_delete=models.CASCADE, related_name="samples"
    )
    shown = models.BooleanField(_("shown"), default=True)

    class Meta:
        verbose_name = _("sample paper")
        verbose_name_plural = _("sample papers")
        ordering: ClassVar = ["level__order", "level__name", "blueprint__title", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["level", "blueprint"], name="sample_once_a_level_and_paper")
        ]

    def __str__(self) -> str:
        return f"{self.level}: {self.blueprint}"

    def get_absolute_url(self) -> str:
        """Where everybody can try it."""
        return reverse("samples:sample", args=[self.pk])

    @property
    def body(self) -> Body:
        """Whose level it is."""
        return self.level.body


class Drawing(Terms):
    """The paper of a sample as it was drawn once, with the terms of that day. A new one takes its place; none is changed.

    basis: a digest of the law, the engine and the blueprint that it follows from; with another one it is not shown any more.
    questions: of each its `unit`, `topic`, `marks` and `content`, in order; emptied when another has taken its place.
    fingerprints: its situations, which no paper that is drawn may ask until long after.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sample = models.ForeignKey(Sample, verbose_name=_("sample"), on_delete=models.CASCADE, related_name="drawings")
    number = models.PositiveIntegerField(_("number"))
    seed = models.CharField(_("seed"), max_length=32)
    drawn_at = models.DateTimeField(_("drawn"), default=timezone.now)
    replaced_at = models.DateTimeField(_("replaced"), null=True, blank=True)
    syllabus = models.JSONField(_("each topic with the one it stands under"), default=dict, blank=True)
    basis = models.CharField(_("basis"), max_length=64)
    cites = ArrayField(models.CharField(max_length=40), verbose_name=_("provisions cited"), default=list, blank=True)
    questions = models.JSONField(_("questions"), default=list, blank=True)
    count = models.PositiveSmallIntegerField(_("how many questions"))
    left_out = models.JSONField(_("what could not be staged: {name, count}"), default=list, blank=True)
    fingerprints = ArrayField(models.CharField(max_length=64), verbose_name=_("situations"), default=list)

    class Meta(Terms.Meta):
        verbose_name = _("drawing of a sample paper")
        verbose_name_plural = _("drawings of sample papers")
        ordering: ClassVar = ["sample", "-number"]
        indexes: ClassVar = [GinIndex(fields=["fingerprints"], name="sample_situations")]
        constraints: ClassVar = [
            *Terms.Meta.constraints,
            models.UniqueConstraint(fields=["sample", "number"], name="sample_drawing_number_once"),
            models.UniqueConstraint(fields=["sample"], condition=Q(replaced_at=None), name="one_drawing_of_a_sample"),
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.number}"

    def lineage(self, topic: str) -> tuple[str, ...]:
        """The topic, then those it stood under when the sample was drawn, the nearest first; all by slug."""
        return lineage(topic, self.syllabus)

    @property
    def asked(self) -> list[Mapping[str, Any]]:
        """Its questions, in order."""
        return list(self.questions)
