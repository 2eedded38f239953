"""Who applied for a level, on which evidence, and doubts about that evidence."""

from __future__ import annotations

import datetime
import uuid
from typing import TYPE_CHECKING, Any, ClassVar

import pgtrigger
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.fields.json import KT
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models.levels import Level
from accounts.accreditation.models.merges import moves_only_by_a_merge
from accounts.audit.triggers import never_deleted
from accounts.models import Body

if TYPE_CHECKING:
    from accounts.accreditation.models.awards import Award


def only_emptied() -> pgtrigger.Trigger:
    """A trigger: what an application says changes in one way only, and once. Of one that was declined, parts are taken away."""
    return pgtrigger.Trigger(
        name="evidence_is_only_emptied",
        level=pgtrigger.Row,
        when=pgtrigger.Before,
        operation=pgtrigger.Update,
        condition=pgtrigger.Q(old__evidence__df=pgtrigger.F("new__evidence"))
        | pgtrigger.Q(old__emptied_at__df=pgtrigger.F("new__emptied_at"))
        | pgtrigger.Q(old__emptied_at__isnull=False, old__status__df=pgtrigger.F("new__status"))
        | pgtrigger.Q(old__emptied_at__isnull=False, old__reason__df=pgtrigger.F("new__reason")),
        func="""
            IF OLD.status <> 'declined' OR NEW.status <> 'declined' OR OLD.emptied_at IS NOT NULL
                OR NEW.emptied_at IS NULL OR NOT (NEW.evidence <@ OLD.evidence) THEN
                RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;
            END IF;
            RETURN NEW;
        """,
    )


class Application(models.Model):
    """A person's request for a level, resting on one piece of evidence; the registrar of the body decides it.

    `evidence` is a copy of what was shown, such as the figures of a result: the decision must stay readable even when
    the thing it rests on changes. `evidence["result"]` names that thing, and one thing makes one application. Of evidence by
    hand or by recognition, which rests on words, it is a reference of its own.

    renews: the award whose next term is asked for; None: the level itself is. Granted, such an application has no award of its
    own.

    emptied_at: when what a declined one said was removed, since the body keeps it no longer. Its evidence then has only what
    the record needs (`kept_of`), and no reason is given any more; the audit log has both for good.
    """

    # What `evidence["kind"]` says where a registrar entered the evidence; nothing that the level requires is asked of it.
    HAND, RECOGNITION, IMPORT = "hand", "recognition", "import"

    class Status(models.TextChoices):
        SUBMITTED = "submitted", _("Waiting")
        GRANTED = "granted", _("Granted")
        DECLINED = "declined", _("Declined")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="applications")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.PROTECT, related_name="applications"
    )
    level = models.ForeignKey(Level, verbose_name=_("level"), on_delete=models.PROTECT, related_name="applications")
    renews = models.ForeignKey(
        "accreditation.Award",
        verbose_name=_("award to renew"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="renewals",
    )
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.SUBMITTED)
    evidence = models.JSONField(_("evidence"), encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(_("made"), default=timezone.now)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    emptied_at = models.DateTimeField(_("emptied"), null=True, blank=True)

    class Meta:
        verbose_name = _("application")
        verbose_name_plural = _("applications")
        ordering: ClassVar = ["created_at", "id"]
        indexes: ClassVar = [models.Index(fields=["body", "status", "created_at"], name="application_queue")]
        constraints: ClassVar = [
            models.UniqueConstraint("person", "level", KT("evidence__result"), name="application_is_made_once"),
            models.CheckConstraint(condition=models.Q(evidence__has_key="result"), name="application_has_evidence"),
            models.CheckConstraint(
                condition=models.Q(status="submitted", decided_by=None, decided_at=None)
                | models.Q(status__in=["granted", "declined"], decided_by__isnull=False, decided_at__isnull=False),
                name="application_is_decided_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["renews"], condition=models.Q(status="submitted"), name="renewal_waits_once"
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(name="evidence_is_fixed", fields=["body", "level", "renews", "created_at"]),
            only_emptied(),
            moves_only_by_a_merge(),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.level}: {self.person}"

    @property
    def by_hand(self) -> bool:
        """Whether a registrar entered what it rests on, in words or as a line of a register."""
        return self.evidence.get("kind") in (self.HAND, self.RECOGNITION, self.IMPORT)

    @property
    def told_reason(self) -> str:
        """The reason of the decision, or that it is kept no longer."""
        return gettext("the reason is not kept any more") if self.emptied_at else self.reason

    @property
    def kept_of(self) -> dict[str, Any]:
        """What stays of its evidence once it is emptied: by what it is known, and the references on which it rested, since
        what was declined does not count again for the level.
        """
        kept = {name: self.evidence[name] for name in ("kind", "result", "ending") if name in self.evidence}
        if "rests_on" in self.evidence:
            kept["rests_on"] = [{"reference": one["reference"]} for one in self.evidence["rests_on"]]
        return kept

    @property
    def led_to(self) -> Award | None:
        """The award that came of it or that it renews, whether or not it has been granted; None where there is none."""
        return self.renews or getattr(self, "award", None)

    @property
    def by_press(self) -> bool:
        """Whether the person applied themself, on all that was on record of them."""
        return "rests_on" in self.evidence

    def last_day_to_appeal(self, decided_at: datetime.datetime) -> datetime.date:
        """The last day to appeal against what was decided then about it or its award, by the clock of the body."""
        day = timezone.localdate(decided_at, self.body.zone)
        return day + datetime.timedelta(days=self.level.appeal_days)


class Doubt(models.Model):
    """A reason to look at an application, or at the award that came of it, again: what it rests on has changed since.

    Raised by whoever keeps that evidence; nothing is taken away by it. While it is open the application cannot be granted;
    a registrar settles it and says what was done.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    application = models.ForeignKey(
        Application, verbose_name=_("application"), on_delete=models.PROTECT, related_name="doubts"
    )
    about = models.CharField(
        _("about"), max_length=100, help_text=_("What changed; the same thing raises one doubt, as regrade:<id>.")
    )
    reference = models.CharField(
        _("evidence"),
        max_length=300,
        blank=True,
        help_text=_(
            "The reference of the evidence that changed. Empty: the one thing that the application was made for."
        ),
    )
    why = models.TextField(_("why"))
    raised_at = models.DateTimeField(_("raised"), default=timezone.now)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("settled by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    note = models.TextField(_("what was decided"), blank=True)

    class Meta:
        verbose_name = _("doubt")
        verbose_name_plural = _("doubts")
        ordering: ClassVar = ["-raised_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["application", "about", "reference"], name="doubt_is_raised_once"),
            models.CheckConstraint(
                condition=models.Q(settled_by=None, settled_at=None)
                | (models.Q(settled_by__isnull=False, settled_at__isnull=False) & ~models.Q(note="")),
                name="doubt_is_settled_with_a_note",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(name="doubt_is_fixed", fields=["application", "about", "reference", "why", "raised_at"]),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.application_id}: {self.why[:40]}"
