"""Marking again: what is proposed about a question, what it would do, and what it did."""

from __future__ import annotations

import uuid
from typing import ClassVar, Self

import pgtrigger
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body, User
from exams.bank.models import QuestionVersion
from exams.marking.models.results import Result
from exams.marking.models.scripts import Script
from exams.sittings.models import ANSWER_LENGTH, Entry, Sitting


class RegradeQuerySet(models.QuerySet["Regrade"]):
    """Regrades by how far they have come."""

    def open(self) -> Self:
        """Those that nobody has decided yet."""
        return self.filter(standing=Regrade.Standing.PROPOSED)

    def applied(self) -> Self:
        """Those in force, in the order in which they came into it."""
        return self.filter(standing=Regrade.Standing.APPLIED).order_by("decided_at", "pk")

    def reaching(self, sitting: Sitting) -> Self:
        """Those that are about this sitting, or about every sitting of its body; of whatever question."""
        return self.filter(Q(sitting=sitting) | Q(sitting=None, body=sitting.body_id))

    def touching(self, sitting: Sitting) -> Self:
        """Those that are about this sitting, or about a question of it in every sitting of its body."""
        marks = Result.objects.filter(
            attempt__entry__sitting=sitting, answer_marks__paper_question__version=models.OuterRef("version")
        )
        return self.reaching(sitting).filter(Q(sitting=sitting) | models.Exists(marks))

    def apart_from(self, person: User) -> Self:
        """Those that have nothing to do with this person as a candidate, marked already or not: neither about a sitting in
        which they are, nor about every sitting with a question of a paper of theirs.
        """
        own = Entry.objects.inside().filter(person=person)
        asked = own.asking(models.OuterRef("version"))
        return self.exclude(sitting__in=own.values("sitting")).exclude(models.Exists(asked), sitting=None)


class Regrade(models.Model):
    """A proposal to mark a question again, of one sitting or of all that asked it (no sitting).

    answer: what is accepted as well, or is the key instead, as the question's kind spells it. script, points, comment: of a
    written ruling that is marked again. nobody_loses: whoever would come off worse keeps the result that they have.
    """

    class Remedy(models.TextChoices):
        """What is done about the question."""

        DROP = "drop", _("Drop the question: it does not count for anyone")
        FULL = "full", _("Give everyone full marks for it")
        ACCEPT = "accept", _("Accept another answer as well")
        KEY = "key", _("Change the key")
        REMARK = "remark", _("Mark one written ruling again")

    class Standing(models.TextChoices):
        """Its progress."""

        PROPOSED = "proposed", _("Waiting for approval")
        APPLIED = "applied", _("Approved and applied")
        REFUSED = "refused", _("Refused")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    version = models.ForeignKey(
        QuestionVersion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="regrades"
    )
    sitting = models.ForeignKey(
        Sitting,
        verbose_name=_("sitting"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="regrades",
        help_text=_("Empty: every sitting of the body that asked the question."),
    )
    remedy = models.CharField(_("remedy"), max_length=10, choices=Remedy.choices)
    answer = models.TextField(_("answer"), max_length=ANSWER_LENGTH, blank=True)
    script = models.ForeignKey(
        Script, verbose_name=_("script"), on_delete=models.PROTECT, null=True, blank=True, related_name="regrades"
    )
    points = models.JSONField(_("points"), null=True, blank=True)
    comment = models.TextField(_("comment to the candidate"), blank=True)
    nobody_loses = models.BooleanField(
        _("nobody loses"),
        default=True,
        help_text=_("Anyone who would get a worse result keeps the one they have."),
    )
    reason = models.TextField(_("reason"), max_length=2000)
    standing = models.CharField(_("standing"), max_length=10, choices=Standing.choices, default=Standing.PROPOSED)
    proposed_by = models.ForeignKey(User, verbose_name=_("proposed by"), on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField(_("proposed"), default=timezone.now)
    decided_by = models.ForeignKey(
        User, verbose_name=_("decided by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    note = models.TextField(_("note of the decision"), max_length=2000, blank=True)

    objects = RegradeQuerySet.as_manager()

    class Meta:
        verbose_name = _("regrade")
        verbose_name_plural = _("regrades")
        ordering: ClassVar = ["-proposed_at", "id"]
        indexes: ClassVar = [models.Index(fields=["body", "standing", "-proposed_at"], name="regrade_by_standing")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="regrade_says_why"),
            models.CheckConstraint(
                condition=Q(standing="proposed", decided_by=None, decided_at=None)
                | (~Q(standing="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="regrade_is_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=~Q(standing__in=["applied", "refused"]) | ~Q(decided_by=F("proposed_by")),
                name="regrade_decided_by_a_second_person",
            ),
            models.CheckConstraint(
                condition=(Q(remedy__in=["accept", "key"], script=None) & ~Q(answer=""))
                | Q(remedy__in=["drop", "full"], answer="", script=None)
                | Q(remedy="remark", answer="", script__isnull=False, points__isnull=False, sitting__isnull=False),
                name="regrade_has_what_its_remedy_needs",
            ),
        ]
        triggers: ClassVar = [
            # What was proposed is what others decide about; only the decision is added to it.
            pgtrigger.ReadOnly(name="proposal_is_fixed", exclude=["standing", "decided_by", "decided_at", "note"]),
            pgtrigger.FSM(
                name="standing_moves_once",
                field="standing",
                transitions=[("proposed", "applied"), ("proposed", "refused"), ("proposed", "withdrawn")],
            ),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.get_remedy_display()}"

    def get_absolute_url(self) -> str:
        """The page that shows what it does."""
        return reverse("marking:regrade", args=[self.pk])


class DryRun(models.Model):
    """What a regrade would do, worked out at one moment without doing it. The digest tells two of them apart."""

    regrade = models.ForeignKey(Regrade, verbose_name=_("regrade"), on_delete=models.PROTECT, related_name="runs")
    number = models.PositiveSmallIntegerField(_("number"))
    report = models.JSONField(_("report"), encoder=DjangoJSONEncoder)
    digest = models.CharField(_("digest"), max_length=64)
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("dry run")
        verbose_name_plural = _("dry runs")
        ordering: ClassVar = ["regrade", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["regrade", "number"], name="dry_run_number_once_a_regrade"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.regrade_id} #{self.number}"


class RegradedResult(models.Model):
    """A result that a regrade wrote, and the one it follows."""

    regrade = models.ForeignKey(Regrade, verbose_name=_("regrade"), on_delete=models.PROTECT, related_name="written")
    result = models.OneToOneField(
        Result, verbose_name=_("result"), on_delete=models.PROTECT, related_name="regraded_by"
    )
    before = models.OneToOneField(
        Result, verbose_name=_("before"), on_delete=models.PROTECT, related_name="followed_by"
    )

    class Meta:
        verbose_name = _("result of a regrade")
        verbose_name_plural = _("results of a regrade")
        ordering: ClassVar = ["regrade", "pk"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.regrade_id}: {self.result_id}"
