"""A candidate's appeal against a result that was told."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from typing import ClassVar, Self
from uuid import UUID

import pgtrigger
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import never_deleted
from accounts.models import Body, User
from exams.marking.models.regrades import Regrade
from exams.marking.models.results import Result
from exams.papers.models import PaperQuestion
from exams.sittings.models import Entry

GROUNDS_LENGTH = 4000


class AppealQuerySet(models.QuerySet["Appeal"]):
    """Appeals by whose they are and how far they have come."""

    def open(self) -> Self:
        """Those that wait for a decision."""
        return self.filter(standing=Appeal.Standing.OPEN)

    def of(self, person: User) -> Self:
        """This person's own."""
        return self.filter(person=person)

    def before(self, person: User, bodies: Collection[UUID]) -> Self:
        """Those of these bodies that concern others: neither the person's own, nor about a sitting that they have entered."""
        entered = Entry.objects.inside().filter(person=person).values("sitting")
        return self.filter(body__in=bodies).exclude(Q(person=person) | Q(result__attempt__entry__sitting__in=entered))

    def with_everything(self) -> Self:
        """Together with what a page about an appeal names, in one query."""
        return self.select_related(
            "body",
            "person",
            "assigned_to",
            "decided_by",
            "regrade",
            "paper_question__version",
            "result__attempt__entry__sitting__body",
            "result__attempt__entry__sitting__paper",
            "result__attempt__entry__own_paper",
        )


class Appeal(models.Model):
    """What a candidate objects to: one question, or the result as a whole (no question).

    deadline: until when it could be made, as it was told then. assigned_to: an examiner whom an administrator named because
    nobody was left who had no part in the result.
    """

    class Standing(models.TextChoices):
        """Its progress."""

        OPEN = "open", _("Waiting for a decision")
        UPHELD = "upheld", _("Upheld")
        PARTLY = "partly", _("Upheld in part")
        DISMISSED = "dismissed", _("Dismissed")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    result = models.ForeignKey(Result, verbose_name=_("result"), on_delete=models.PROTECT, related_name="appeals")
    paper_question = models.ForeignKey(
        PaperQuestion,
        verbose_name=_("question"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Empty: the result as a whole."),
    )
    person = models.ForeignKey(User, verbose_name=_("candidate"), on_delete=models.PROTECT, related_name="appeals")
    grounds = models.TextField(_("grounds"), max_length=GROUNDS_LENGTH)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    deadline = models.DateTimeField(_("could be made until"))
    standing = models.CharField(_("standing"), max_length=10, choices=Standing.choices, default=Standing.OPEN)
    assigned_to = models.ForeignKey(
        User, verbose_name=_("assigned to"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    assigned_by = models.ForeignKey(
        User, verbose_name=_("assigned by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    assigned_why = models.TextField(_("why this person"), max_length=2000, blank=True)
    decided_by = models.ForeignKey(
        User, verbose_name=_("decided by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    reasons = models.TextField(_("reasons"), max_length=GROUNDS_LENGTH, blank=True)
    regrade = models.OneToOneField(
        Regrade, verbose_name=_("regrade"), on_delete=models.PROTECT, null=True, blank=True, related_name="appeal"
    )

    objects = AppealQuerySet.as_manager()

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering: ClassVar = ["-made_at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["body", "standing", "made_at"], name="appeal_by_standing"),
            models.Index(fields=["person", "-made_at"], name="appeal_by_person"),
        ]
        constraints: ClassVar = [
            # Decided is decided; a withdrawn one may be made again while there is time.
            models.UniqueConstraint(
                fields=["result", "paper_question"],
                condition=~Q(standing="withdrawn"),
                nulls_distinct=False,
                name="appeal_once_a_question",
            ),
            models.CheckConstraint(condition=~Q(grounds=""), name="appeal_has_grounds"),
            models.CheckConstraint(
                condition=Q(standing__in=["open", "withdrawn"], decided_by=None, decided_at=None, regrade=None)
                | (
                    Q(standing__in=["upheld", "partly", "dismissed"])
                    & Q(decided_by__isnull=False, decided_at__isnull=False)
                    & ~Q(reasons="")
                ),
                name="appeal_is_decided_with_reasons",
            ),
            models.CheckConstraint(
                condition=Q(assigned_to=None, assigned_by=None)
                | (Q(assigned_to__isnull=False, assigned_by__isnull=False) & ~Q(assigned_why="")),
                name="appeal_is_assigned_with_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(decided_by=None) | ~Q(decided_by=models.F("person")), name="appeal_not_decided_by_its_maker"
            ),
        ]
        triggers: ClassVar = [
            never_deleted(),
            pgtrigger.ReadOnly(
                name="what_was_appealed_is_fixed",
                fields=["body", "result", "paper_question", "person", "grounds", "made_at", "deadline"],
            ),
            pgtrigger.FSM(
                name="standing_moves_once",
                field="standing",
                transitions=[("open", to) for to in ("upheld", "partly", "dismissed", "withdrawn")],
            ),
            # The standing itself cannot go back; nor can what was decided be reworded.
            pgtrigger.Protect(
                name="closed_for_good",
                operation=pgtrigger.Update | pgtrigger.Delete,
                condition=~pgtrigger.Q(old__standing="open"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.result_id}: {self.get_standing_display()}"

    def get_absolute_url(self) -> str:
        """The page of it, for its candidate and for those who decide."""
        return reverse("marking:appeal", args=[self.pk])

    @property
    def outcome(self) -> str:
        """Where it stands, with where the regrade stands that it led to, as lists tell it."""
        if self.regrade is None:
            return str(self.get_standing_display())
        told = {"standing": self.get_standing_display(), "regrade": str(self.regrade.get_standing_display()).lower()}
        return str(_("%(standing)s, its regrade: %(regrade)s") % told)
