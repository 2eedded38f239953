"""What an attempt earned, and when candidates learn it."""

from __future__ import annotations

import uuid
from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body, User
from exams.marking.models.scripts import Settlement
from exams.papers.models import PaperQuestion
from exams.sittings.models import ANSWER_LENGTH, Attempt, Sitting


class ResultQuerySet(models.QuerySet["Result"]):
    """Results by whose they are."""

    def of(self, person: User) -> ResultQuerySet:
        """This person's own, latest first."""
        return self.filter(attempt__entry__person=person).order_by("-marked_at", "id")

    def current(self) -> ResultQuerySet:
        """Of each attempt the one that counts: the latest."""
        later = self.model._default_manager.filter(
            attempt=models.OuterRef("attempt"), number__gt=models.OuterRef("number")
        )
        return self.filter(~models.Exists(later))

    def counting(self) -> ResultQuerySet:
        """Those that matter: neither the attempt nor its sitting is void."""
        return self.filter(attempt__void=None, attempt__entry__sitting__voided_at=None)

    def told(self) -> ResultQuerySet:
        """Those whose candidate may see them: told at once, or released, and not void."""
        return self.counting().filter(
            Q(attempt__entry__sitting__release="at_once")
            | Q(attempt__entry__sitting__released__released_at__isnull=False)
        )

    def alone(self) -> ResultQuerySet:
        """For the page of one result: with what decides about it. Its own candidate is at hand, and its paper in memory."""
        return self.select_related(
            "attempt__void", "attempt__entry__sitting__body", "attempt__entry__sitting__released"
        )

    def with_sitting(self) -> ResultQuerySet:
        """Together with everything a page about a result names, in one query."""
        return self.select_related(
            "body",
            "attempt__void",
            "attempt__entry__person",
            "attempt__entry__own_paper",
            "attempt__entry__sitting__body",
            "attempt__entry__sitting__paper",
            "attempt__entry__sitting__released",
        )


class Result(models.Model):
    """The outcome of one attempt; once written, the database lets nobody change it.

    What it rests on (answer events, paper, pass mark) is fixed as well, so it can be recomputed. When it has to be
    different, after a regrade or an appeal, another result with the next number follows it; the latest counts.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    attempt = models.ForeignKey(Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, related_name="results")
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    reason = models.TextField(_("why it was marked again"), blank=True)
    marks = models.DecimalField(_("marks"), max_digits=7, decimal_places=2)
    out_of = models.PositiveSmallIntegerField(_("out of"))
    percent = models.DecimalField(
        _("percent"),
        max_digits=5,
        decimal_places=2,
        help_text=_("Rounded down, so that it never shows a pass mark that was not reached."),
    )
    passed = models.BooleanField(_("passed"))
    by_topic = models.JSONField(
        _("by topic"), help_text=_("A list of {topic, title, marks, out_of, percent}, in the order of the paper.")
    )
    floors_missed = models.JSONField(
        _("floors missed"),
        default=list,
        blank=True,
        help_text=_("A list of {topic, title, percent, floor}: topics in which less than the minimum was earned."),
    )
    marked_at = models.DateTimeField(_("marked"), default=timezone.now)

    objects = ResultQuerySet.as_manager()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering: ClassVar = ["-marked_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attempt", "number"], name="result_number_once_an_attempt"),
            models.CheckConstraint(condition=Q(number=1) | ~Q(reason=""), name="result_says_why_it_follows_another"),
            models.CheckConstraint(condition=Q(marks__lte=F("out_of"), out_of__gt=0), name="result_within_its_marks"),
            models.CheckConstraint(condition=Q(percent__range=(0, 100)), name="result_percent_is_percent"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.attempt_id}: {self.marks}/{self.out_of}"


class AnswerMark(models.Model):
    """What one question earned, and for which answer."""

    class Adjusted(models.TextChoices):
        """What was laid down about the question after the sitting."""

        DROPPED = "dropped", _("The question does not count")
        FULL = "full", _("Everyone has full marks")
        ACCEPTED = "accepted", _("This answer is accepted as well")
        KEY = "key", _("Marked by another key")
        REMARKED = "remarked", _("Marked again by people")

    result = models.ForeignKey(Result, verbose_name=_("result"), on_delete=models.PROTECT, related_name="answer_marks")
    paper_question = models.ForeignKey(
        PaperQuestion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="+"
    )
    # NULL is "not answered".
    answer = models.TextField(_("answer"), max_length=ANSWER_LENGTH, null=True, blank=True, db_column="option")  # noqa: DJ001
    marks = models.DecimalField(_("marks"), max_digits=6, decimal_places=2)
    adjusted = models.CharField(_("adjusted"), max_length=10, choices=Adjusted.choices, blank=True)
    settlement = models.ForeignKey(
        Settlement,
        verbose_name=_("what people gave"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Of a written ruling."),
    )

    class Meta:
        verbose_name = _("mark of an answer")
        verbose_name_plural = _("marks of answers")
        ordering: ClassVar = ["result", "paper_question"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["result", "paper_question"], name="answer_mark_once_a_question"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.paper_question_id}: {self.marks}"

    @property
    def out_of(self) -> int:
        """The most that could be earned here: nothing where the question was dropped. Lists select `paper_question`."""
        return 0 if self.adjusted == self.Adjusted.DROPPED else self.paper_question.marks


class ResultsRelease(models.Model):
    """How the results of a sitting come to be told: one person has looked them over, another releases them."""

    sitting = models.OneToOneField(
        Sitting, verbose_name=_("sitting"), on_delete=models.PROTECT, primary_key=True, related_name="released"
    )
    moderated_by = models.ForeignKey(User, verbose_name=_("moderated by"), on_delete=models.PROTECT, related_name="+")
    moderated_at = models.DateTimeField(_("moderated"), default=timezone.now)
    note = models.TextField(_("note of the moderation"), blank=True)
    released_by = models.ForeignKey(
        User, verbose_name=_("released by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    released_at = models.DateTimeField(_("released"), null=True, blank=True)

    class Meta:
        verbose_name = _("release of results")
        verbose_name_plural = _("releases of results")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(released_at=None, released_by=None)
                | (Q(released_at__isnull=False, released_by__isnull=False) & ~Q(released_by=F("moderated_by"))),
                name="results_released_by_a_second_person",
            ),
        ]
        triggers: ClassVar = [
            never_deleted(),
            # Told is told.
            pgtrigger.Protect(
                name="released_for_good",
                operation=pgtrigger.Update | pgtrigger.Delete,
                condition=pgtrigger.Q(old__released_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.sitting)
