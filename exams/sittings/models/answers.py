"""What candidates answer: the answers as they are, the events that made them, and what is still being typed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only
from exams.papers.models import PaperQuestion
from exams.sittings import chain
from exams.sittings.models.attempts import Attempt

# Room for an answer as its kind of question spells it (exams.bank.kinds): “c”, “a,c”, “c,a,b”, “Club27B1(a)”, or a ruling in
# the candidate's own words. Far more than anybody writes in the time; only a script comes to it.
ANSWER_LENGTH = 20_000
# The largest number a sequence's column holds.
LAST_SEQUENCE = 2**31 - 1


class Answer(models.Model):
    """What a candidate's answer to a question is now. How it came about is in the events."""

    # The constraint below has the index: every answer that is saved would pay for a second.
    attempt = models.ForeignKey(
        Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, related_name="answers", db_index=False
    )
    paper_question = models.ForeignKey(
        PaperQuestion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="+"
    )
    # NULL is "no answer"; an answer is never empty. Column and name in the hash chain are from when there were only options.
    answer = models.TextField(_("answer"), max_length=ANSWER_LENGTH, null=True, blank=True, db_column="option")  # noqa: DJ001
    flagged = models.BooleanField(_("flagged"), default=False)
    sequence = models.PositiveIntegerField(_("sequence"))
    saved_at = models.DateTimeField(_("saved"))

    class Meta:
        verbose_name = _("answer")
        verbose_name_plural = _("answers")
        ordering: ClassVar = ["attempt", "paper_question"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attempt", "paper_question"], name="answer_once_a_question"),
        ]

    def __str__(self) -> str:
        return f"{self.paper_question_id}: {self.answer or '–'}"


class AnswerEvent(models.Model):
    """One accepted save. The table only grows, and each row holds the hash of the row before it."""

    # The constraint below has the index: every answer that is saved would pay for a second.
    attempt = models.ForeignKey(
        Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, related_name="events", db_index=False
    )
    sequence = models.PositiveIntegerField(_("sequence"))
    paper_question = models.ForeignKey(
        PaperQuestion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="+"
    )
    answer = models.TextField(_("answer"), max_length=ANSWER_LENGTH, null=True, blank=True, db_column="option")  # noqa: DJ001
    flagged = models.BooleanField(_("flagged"))
    at = models.DateTimeField(_("at"))
    previous_hash = models.CharField(_("previous hash"), max_length=chain.LENGTH)
    hash = models.CharField(_("hash"), max_length=chain.LENGTH)

    class Meta:
        verbose_name = _("answer event")
        verbose_name_plural = _("answer events")
        ordering: ClassVar = ["attempt", "sequence"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attempt", "sequence"], name="answer_event_once_a_sequence"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.attempt_id} #{self.sequence}"

    def record(self) -> dict[str, chain.Value]:
        """Everything it says, as it is hashed."""
        return {
            "attempt": self.attempt_id,
            "sequence": self.sequence,
            "question": self.paper_question_id,
            "option": self.answer,
            "flagged": self.flagged,
            "at": self.at,
        }

    def computed_hash(self) -> str:
        """The hash this row must have: over the hash before it and everything it says."""
        return chain.link(self.previous_hash, self.record())


class PendingDraft(models.Model):
    """What a candidate is still typing: acknowledged and safe, but not an event yet.

    An attempt has one. It becomes an event, and so part of the chain, when the candidate turns to another question,
    hands in, or the time is up; until then each save replaces it under a new number.
    """

    attempt = models.OneToOneField(
        Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, primary_key=True, related_name="pending"
    )
    paper_question = models.ForeignKey(
        PaperQuestion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="+"
    )
    answer = models.TextField(_("answer"), max_length=ANSWER_LENGTH, null=True, blank=True, db_column="option")  # noqa: DJ001
    flagged = models.BooleanField(_("flagged"), default=False)
    sequence = models.PositiveIntegerField(_("sequence"))
    saved_at = models.DateTimeField(_("saved"))

    class Meta:
        verbose_name = _("pending draft")
        verbose_name_plural = _("pending drafts")

    def __str__(self) -> str:
        return f"{self.attempt_id} #{self.sequence}"
