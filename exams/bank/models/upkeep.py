"""What calls an examiner back to a version that is in use: the law it cites has changed, or a candidate finds it wrong."""

from __future__ import annotations

import uuid
from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import never_deleted
from accounts.models import Body, User
from exams.bank.models.questions import QuestionVersion
from laws.models import ProvisionVersion


class Settled(models.Model):
    """A matter that an examiner looks at and settles once, with a reason."""

    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.ForeignKey(
        User, verbose_name=_("settled by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reply = models.TextField(_("what was found"), blank=True)

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(settled_at=None, settled_by=None)
                | (Q(settled_at__isnull=False, settled_by__isnull=False) & ~Q(reply="")),
                name="%(class)s_settled_by_somebody_with_a_reason",
            ),
        ]
        triggers: ClassVar = [
            never_deleted(),
            pgtrigger.Protect(
                name="settled_for_good",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__settled_at__isnull=False),
            ),
        ]


class LawFlag(Settled):
    """A provision that a version cites has another text now; whether the version still holds is to be looked at.

    before, after: the wordings of the law library (none: the provision is new or was taken out). flips: whether the
    engine rules otherwise on the stored record by the law after the change; unknown where there is no record to rule on.
    rulings: what it rules on both days, as {"before": …, "after": …}. day: from which day the version is concerned; none
    where it was when the flag was raised, as every version is whose text was corrected.
    """

    class Outcome(models.TextChoices):
        """What an examiner did about it."""

        KEPT = "kept", _("The question still holds")
        CHANGED = "changed", _("Changed in a new version")
        RETIRED = "retired", _("Retired")

    version = models.ForeignKey(
        QuestionVersion, verbose_name=_("version"), on_delete=models.PROTECT, related_name="law_flags"
    )
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    provision = models.CharField(_("provision"), max_length=20)
    before = models.ForeignKey(
        ProvisionVersion, verbose_name=_("before"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    after = models.ForeignKey(
        ProvisionVersion, verbose_name=_("after"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    flips = models.BooleanField(_("the ruling flips"), null=True, blank=True)
    rulings = models.JSONField(_("rulings"), default=dict, blank=True)
    raised_at = models.DateTimeField(_("raised"), default=timezone.now)
    day = models.DateField(_("in force from"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, blank=True)

    class Meta(Settled.Meta):
        verbose_name = _("flag of a changed law")
        verbose_name_plural = _("flags of changed laws")
        ordering: ClassVar = ["-raised_at", "pk"]
        indexes: ClassVar = [
            models.Index(fields=["body", "-raised_at"], condition=Q(settled_at=None), name="law_flag_open"),
        ]
        constraints: ClassVar = [
            *Settled.Meta.constraints,
            models.UniqueConstraint(
                fields=["version", "provision", "before", "after"], nulls_distinct=False, name="law_flag_once_a_change"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.provision}"


class Problem(Settled):
    """A candidate's report that something is wrong with a question.

    attempt: in which attempt it was met; that room lies behind this one, so only its id is kept.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(
        QuestionVersion, verbose_name=_("version"), on_delete=models.PROTECT, related_name="problems"
    )
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(User, verbose_name=_("reported by"), on_delete=models.PROTECT, related_name="+")
    attempt = models.UUIDField(_("attempt"), null=True, blank=True)
    text = models.TextField(_("what is wrong"), max_length=4000)
    at = models.DateTimeField(_("reported"), default=timezone.now)

    class Meta(Settled.Meta):
        verbose_name = _("reported problem")
        verbose_name_plural = _("reported problems")
        ordering: ClassVar = ["-at", "pk"]
        indexes: ClassVar = [
            models.Index(fields=["body", "-at"], condition=Q(settled_at=None), name="problem_open"),
        ]
        constraints: ClassVar = [
            *Settled.Meta.constraints,
            # What a person adds while a report waits is added to it.
            models.UniqueConstraint(
                fields=["version", "person"], condition=Q(settled_at=None), name="one_open_problem_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.text[:40]}"
