"""Syllabus, blueprints and drawn papers.

A blueprint may be revised at any time; a paper never. What candidates were promised (minutes, pass mark, open book) is
therefore copied into the paper when it is drawn, and a drawn paper is a table that only grows.
"""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only
from accounts.models import Body, User
from exams.bank.models import Difficulty, Level, QuestionVersion


class TopicQuerySet(models.QuerySet["Topic"]):
    """Questions asked of the syllabus."""

    def titles(self, body: Body) -> dict[str, str]:
        """What the body calls each topic, by slug."""
        return dict(self.filter(body=body).values_list("slug", "title"))


class Topic(models.Model):
    """One heading of a body's syllabus; questions name it by its slug."""

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="topics")
    slug = models.SlugField(_("name in addresses"), max_length=60)
    title = models.CharField(_("title"), max_length=200)
    laws = ArrayField(models.PositiveSmallIntegerField(), verbose_name=_("numbers of the laws"))
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    objects = TopicQuerySet.as_manager()

    class Meta:
        verbose_name = _("topic")
        verbose_name_plural = _("topics")
        ordering: ClassVar = ["order", "slug"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["body", "slug"], name="topic_once_a_body")]

    def __str__(self) -> str:
        return self.title


class Order(models.TextChoices):
    """In which order a paper asks its questions."""

    MIXED = "mixed", _("Topics mixed")
    TOPIC = "topic", _("By topic, as in the syllabus")
    DIFFICULTY = "difficulty", _("From easy to hard")


class Pairs(models.TextChoices):
    """What becomes of two questions that differ in one fact."""

    TOGETHER = "together", _("Both or neither, one after the other")
    APART = "apart", _("Never both in one paper")


class Terms(models.Model):
    """What a candidate is promised: the same on a blueprint and, copied, on each paper drawn from it."""

    title = models.CharField(_("title"), max_length=200)
    level = models.CharField(_("level"), max_length=20, choices=Level.choices)
    edition = models.SlugField(_("edition"), max_length=60, help_text=_("The edition of the laws, as duplicate-2017."))
    minutes = models.PositiveSmallIntegerField(_("minutes"), validators=[MinValueValidator(1), MaxValueValidator(600)])
    pass_mark = models.PositiveSmallIntegerField(
        _("pass mark in percent"), validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    open_book = models.BooleanField(
        _("open book"), default=True, help_text=_("Candidates may look into the law library during the paper.")
    )
    floors = models.JSONField(
        _("floors"),
        default=dict,
        blank=True,
        help_text=_("The least percentage to be earned in a topic, by its slug; below it the paper is failed."),
    )
    partial_credit = models.BooleanField(
        _("partial credit"),
        default=False,
        help_text=_("Answers that are right in part earn part of the marks; otherwise all or nothing."),
    )
    order = models.CharField(_("order of the questions"), max_length=12, choices=Order.choices, default=Order.MIXED)
    pairs = models.CharField(_("pairs"), max_length=10, choices=Pairs.choices, default=Pairs.TOGETHER)
    one_each = models.BooleanField(
        _("a paper for each candidate"),
        default=False,
        help_text=_("Each candidate gets questions of his own, of equal difficulty; otherwise all get the same."),
    )
    tolerance = models.PositiveSmallIntegerField(
        _("tolerance of markers in percent"),
        default=20,
        validators=[MaxValueValidator(100)],
        help_text=_("Two markers further apart, of the marks of a question, call for an adjudicator."),
    )
    resits = models.PositiveSmallIntegerField(
        _("resits"), null=True, blank=True, help_text=_("How often a failed paper may be sat again; empty: any number.")
    )
    resit_days = models.PositiveSmallIntegerField(
        _("days before a resit"), default=0, help_text=_("Counted from the day of the sitting that was failed.")
    )
    appeal_days = models.PositiveSmallIntegerField(
        _("days to appeal"), default=14, help_text=_("Counted from the day the result was told.")
    )

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(minutes__gte=1), name="%(class)s_takes_time"),
            models.CheckConstraint(condition=Q(pass_mark__range=(1, 100)), name="%(class)s_pass_mark_is_percent"),
        ]

    def terms(self) -> dict[str, object]:
        """The terms by name, to copy them."""
        return {field.name: getattr(self, field.name) for field in Terms._meta.fields}


class Blueprint(Terms):
    """How a body makes up papers of one kind; its quotas say how many questions of which topic and level."""

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="blueprints")
    code = models.SlugField(
        _("code"), max_length=60, help_text=_("Requirements of an accreditation name the blueprint by it.")
    )

    class Meta(Terms.Meta):
        verbose_name = _("blueprint")
        verbose_name_plural = _("blueprints")
        ordering: ClassVar = ["title", "code"]
        constraints: ClassVar = [
            *Terms.Meta.constraints,
            models.UniqueConstraint(fields=["body", "code"], name="blueprint_code_once_a_body"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The page that says what can be drawn."""
        return reverse("papers:blueprint", args=[self.body.slug, self.code])


class Quota(models.Model):
    """So many questions of this topic at this level, of one kind or of any for which there is no quota of its own."""

    blueprint = models.ForeignKey(
        Blueprint, verbose_name=_("blueprint"), on_delete=models.CASCADE, related_name="quotas"
    )
    topic = models.ForeignKey(Topic, verbose_name=_("topic"), on_delete=models.PROTECT, related_name="+")
    level = models.CharField(_("level"), max_length=20, choices=Level.choices)
    kind = models.CharField(
        _("kind"),
        max_length=20,
        blank=True,
        choices=QuestionVersion.Kind.choices,
        help_text=_("Left empty: any kind."),
    )
    difficulty = models.PositiveSmallIntegerField(
        _("difficulty"),
        null=True,
        blank=True,
        choices=Difficulty.choices,
        help_text=_("Left empty: any difficulty."),
    )
    count = models.PositiveSmallIntegerField(_("number of questions"), validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = _("quota")
        verbose_name_plural = _("quotas")
        ordering: ClassVar = ["topic__order", "topic__slug", "level", "kind"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["blueprint", "topic", "level", "kind", "difficulty"],
                nulls_distinct=False,
                name="quota_once_a_blueprint",
            ),
            models.CheckConstraint(condition=Q(count__gte=1), name="quota_asks_for_something"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.count}"

    @property
    def name(self) -> str:
        """What it asks for, in words."""
        parts = [str(self.topic), self.get_level_display()]
        return ", ".join([*parts, self.get_kind_display()] if self.kind else parts)


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
