"""What an attempt earned."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only
from accounts.models import Body, User
from exams.papers.models import PaperQuestion
from exams.sittings.models import ANSWER_LENGTH, Attempt


class ResultQuerySet(models.QuerySet["Result"]):
    """Results by whose they are."""

    def of(self, person: User) -> ResultQuerySet:
        """This person's own, latest first."""
        return self.filter(attempt__entry__person=person).order_by("-marked_at", "id")

    def with_sitting(self) -> ResultQuerySet:
        """Together with everything a page about a result names, in one query."""
        return self.select_related(
            "body", "attempt__entry__person", "attempt__entry__sitting__body", "attempt__entry__sitting__paper"
        )


class Result(models.Model):
    """The outcome of one attempt; once told, the database lets nobody change it.

    What it rests on (answer events, paper, pass mark) is fixed as well, so it can be recomputed.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    attempt = models.OneToOneField(Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, related_name="result")
    marks = models.PositiveSmallIntegerField(_("marks"))
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
    marked_at = models.DateTimeField(_("marked"), default=timezone.now)

    objects = ResultQuerySet.as_manager()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering: ClassVar = ["-marked_at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(marks__lte=F("out_of"), out_of__gt=0), name="result_within_its_marks"),
            models.CheckConstraint(condition=Q(percent__range=(0, 100)), name="result_percent_is_percent"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.attempt_id}: {self.marks}/{self.out_of}"


class AnswerMark(models.Model):
    """What one question earned, and for which answer."""

    result = models.ForeignKey(Result, verbose_name=_("result"), on_delete=models.PROTECT, related_name="answer_marks")
    paper_question = models.ForeignKey(
        PaperQuestion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="+"
    )
    # NULL is "not answered".
    option = models.CharField(_("answer"), max_length=ANSWER_LENGTH, null=True, blank=True)  # noqa: DJ001
    marks = models.PositiveSmallIntegerField(_("marks"))

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
