"""Blueprints: how a body makes up papers of one kind, and the terms that candidates are promised."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Body
from exams.bank.models import Difficulty, Level, QuestionVersion
from exams.papers.models.syllabus import Topic


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
        _("open book"), default=True, help_text=_("Candidates may use the law library during the paper.")
    )
    assistant = models.BooleanField(
        _("ruling assistant allowed"),
        default=False,
        help_text=_(
            "Candidates may use the ruling assistant during the paper. It shows the law, so the paper is open book."
        ),
    )
    floors = models.JSONField(
        _("floors"),
        default=dict,
        blank=True,
        help_text=_("The minimum percentage in a topic, by its slug; below it the paper is failed."),
    )
    partial_credit = models.BooleanField(
        _("partial credit"),
        default=False,
        help_text=_("Partly right answers earn part of the marks; otherwise all or nothing."),
    )
    order = models.CharField(_("order of the questions"), max_length=12, choices=Order.choices, default=Order.MIXED)
    pairs = models.CharField(_("pairs"), max_length=10, choices=Pairs.choices, default=Pairs.TOGETHER)
    one_each = models.BooleanField(
        _("a paper for each candidate"),
        default=False,
        help_text=_("Each candidate gets different questions of equal difficulty; otherwise all get the same."),
    )
    tolerance = models.PositiveSmallIntegerField(
        _("tolerance of markers in percent"),
        default=20,
        validators=[MaxValueValidator(100)],
        help_text=_("If two markers differ by more than this share of a question's marks, an adjudicator decides."),
    )
    rest_sittings = models.PositiveSmallIntegerField(
        _("sittings a question rests"),
        default=0,
        validators=[MaxValueValidator(100)],
        help_text=_(
            "A question asked in this many of the body's most recent sittings is not drawn again. 0 means it may "
            "be drawn again immediately."
        ),
    )
    resits = models.PositiveSmallIntegerField(
        _("resits"),
        null=True,
        blank=True,
        help_text=_("How many times a failed paper may be sat again; empty means any number."),
    )
    resit_days = models.PositiveSmallIntegerField(
        _("days before a resit"), default=0, help_text=_("Counted from the day of the sitting that was failed.")
    )
    appeal_days = models.PositiveSmallIntegerField(
        _("days to appeal"), default=14, help_text=_("Counted from the day the result was released.")
    )

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(minutes__gte=1), name="%(class)s_takes_time"),
            models.CheckConstraint(condition=Q(pass_mark__range=(1, 100)), name="%(class)s_pass_mark_is_percent"),
            models.CheckConstraint(
                condition=Q(assistant=False) | Q(open_book=True),
                name="%(class)s_assistant_with_open_book",
                violation_error_message=_("The assistant shows the law, so you can only allow it with an open book."),
            ),
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
    """So many questions of this topic, or of those under it, at this level; of one kind and difficulty or of any.

    Every question of a paper counts for one quota: a part with a quota of its own is asked at least that often.
    """

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
        help_text=_("Leave empty for any difficulty."),
    )
    count = models.PositiveSmallIntegerField(_("number of questions"), validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = _("quota")
        verbose_name_plural = _("quotas")
        ordering: ClassVar = ["topic__order", "topic__slug", "level", "kind", "difficulty"]
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
        if self.kind:
            parts.append(self.get_kind_display())
        if self.difficulty:
            parts.append(self.get_difficulty_display())
        return ", ".join(parts)

    def asked(self) -> dict[str, Any]:
        """What it asks for, as a paper keeps it."""
        return {
            "topic": self.topic.slug,
            "level": self.level,
            "kind": self.kind,
            "difficulty": self.difficulty or 0,
            "count": self.count,
        }
