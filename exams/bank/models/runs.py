"""Runs of the question generator."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Body, User
from exams.bank.models.questions import QuestionVersion


def kinds_to_generate() -> list[tuple[str, str]]:
    """What a run can be asked for, with its words: a mix, one kind, or pairs of questions with one fact changed.

    Facts of the book are asked in training and written by hand: there is no table to stage for one.
    """
    return [
        (GenerationJob.MIXED, str(_("Mixed, all but rulings to write"))),
        *((kind.value, str(kind.label)) for kind in QuestionVersion.Kind if kind != QuestionVersion.Kind.BOOK_FACT),
        (GenerationJob.PAIRS, str(_("Pairs of best rulings, one fact changed"))),
    ]


class GenerationJob(models.Model):
    """One run of the generator, kept so that a person can watch it and a lost run can be taken up again."""

    class Status(models.TextChoices):
        """How far it has come."""

        QUEUED = "queued", _("Waiting for a worker")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")
        CANCELLED = "cancelled", _("Cancelled")

    MOST = 10_000
    # As the generator calls them: every procedure it has, and every kind a procedure's stories lend themselves to.
    ALL = "all"
    MIXED = "mixed"
    PAIRS = "variant_pair"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    procedure = models.CharField(_("procedure"), max_length=20, help_text=_("A procedure of the rules engine, or all."))
    kind = models.CharField(
        _("kind"), max_length=20, default=MIXED, help_text=_("One kind of question, or mixed for all of them in turn.")
    )
    count = models.PositiveIntegerField(
        _("number of questions"), default=20, validators=[MinValueValidator(1), MaxValueValidator(MOST)]
    )
    seed = models.PositiveIntegerField(
        _("seed"), default=1, help_text=_("The same seed gives the same questions; take another for new ones.")
    )
    status = models.CharField(_("status"), max_length=20, choices=Status.choices, default=Status.QUEUED)
    done = models.PositiveIntegerField(_("stored"), default=0)
    duplicates = models.PositiveIntegerField(_("already in the bank"), default=0)
    cancel_asked = models.BooleanField(_("to be cancelled"), default=False)
    error = models.TextField(_("error"), blank=True)
    left_out = models.TextField(
        _("left out"), blank=True, help_text=_("Paths on which the engine follows a former text.")
    )
    created_by = models.ForeignKey(User, verbose_name=_("started by"), on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(_("started"), default=timezone.now)
    moved_at = models.DateTimeField(_("last moved"), default=timezone.now)

    class Meta:
        verbose_name = _("generation run")
        verbose_name_plural = _("generation runs")
        ordering: ClassVar = ["-created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.procedure} × {self.count}, {self.kind}, seed {self.seed}"

    def get_absolute_url(self) -> str:
        """The page that shows its progress."""
        return reverse("bank:job", args=[self.pk])

    @property
    def kind_words(self) -> str:
        """The kind of question it makes, in words."""
        return dict(kinds_to_generate()).get(self.kind, self.kind)

    @property
    def treated(self) -> int:
        """How many of its questions have been dealt with, stored or found in the bank already."""
        return self.done + self.duplicates

    @property
    def ran_out(self) -> bool:
        """Whether the generator had fewer different questions than were asked for."""
        return self.status == self.Status.DONE and self.treated < self.count

    @property
    def finished(self) -> bool:
        """Whether the run has stopped or finished."""
        return self.status in {self.Status.DONE, self.Status.FAILED, self.Status.CANCELLED}
