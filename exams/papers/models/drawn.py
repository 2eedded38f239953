"""Drawn papers: tables that only grow."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only
from accounts.models import Body, User
from exams.bank.models import QuestionVersion
from exams.papers.models.blueprints import Blueprint, Terms
from exams.papers.models.syllabus import lineage


class Paper(Terms):
    """One paper drawn from a blueprint, with the terms of that day."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="papers")
    blueprint = models.ForeignKey(
        Blueprint, verbose_name=_("blueprint"), on_delete=models.PROTECT, related_name="papers"
    )
    drawn_at = models.DateTimeField(_("drawn"), default=timezone.now)
    drawn_by = models.ForeignKey(User, verbose_name=_("drawn by"), on_delete=models.PROTECT, related_name="+")
    seed = models.PositiveIntegerField(
        _("seed"), help_text=_("From the same bank the same seed draws the same questions.")
    )
    first = models.ForeignKey(
        "self",
        verbose_name=_("parallel to"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="forms",
        help_text=_("The paper to which this one was drawn as another form of equal difficulty."),
    )
    form = models.PositiveIntegerField(_("form"), default=1, help_text=_("1 is the first of its set."))
    replaces = models.OneToOneField(
        "self",
        verbose_name=_("replaces"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="replacement",
        help_text=_("The paper of which this is a copy with another question in one place."),
    )
    quotas = models.JSONField(
        _("quotas"),
        default=list,
        blank=True,
        help_text=_("What it was drawn by, a list of {topic, level, kind, difficulty, count}; other forms follow it."),
    )

    syllabus = models.JSONField(
        _("syllabus"),
        default=dict,
        blank=True,
        help_text=_("Each topic of that day with the one it stood under, by their slugs; floors are judged by it."),
    )

    class Meta(Terms.Meta):
        verbose_name = _("paper")
        verbose_name_plural = _("papers")
        ordering: ClassVar = ["-drawn_at", "pk"]
        constraints: ClassVar = [
            *Terms.Meta.constraints,
            models.UniqueConstraint(fields=["first", "form"], name="paper_form_once_a_set"),
            models.CheckConstraint(
                condition=Q(first=None, form=1) | Q(first__isnull=False, form__gt=1), name="paper_form_follows_a_first"
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The examiners' view of it."""
        return reverse("papers:paper", args=[self.pk])

    def lineage(self, topic: str) -> tuple[str, ...]:
        """The topic, then those it stood under when the paper was drawn, the nearest first; all by slug."""
        return lineage(topic, self.syllabus)


class PaperQuestion(models.Model):
    """A question's place in a paper."""

    paper = models.ForeignKey(Paper, verbose_name=_("paper"), on_delete=models.PROTECT, related_name="questions")
    position = models.PositiveSmallIntegerField(_("position"), help_text=_("From 1 on."))
    version = models.ForeignKey(QuestionVersion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="+")
    marks = models.PositiveSmallIntegerField(_("marks"), default=1, validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = _("question of a paper")
        verbose_name_plural = _("questions of a paper")
        ordering: ClassVar = ["paper", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["paper", "position"], name="position_once_a_paper"),
            models.UniqueConstraint(fields=["paper", "version"], name="question_once_a_paper"),
            models.CheckConstraint(condition=Q(position__gte=1, marks__gte=1), name="paper_question_counts_from_one"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.paper_id}: {self.position}"
