"""Levels of accreditation, what they require, who applied for them and who holds them."""

from __future__ import annotations

import uuid
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.fields.json import KT
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.codes import LENGTH, new_code
from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body


class Level(models.Model):
    """A standing of directors that a body grants: Club, Congress."""

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="levels")
    code = models.SlugField(_("code"), help_text=_("As in blueprints and fixtures: club, congress."))
    name = models.CharField(_("name"), max_length=100, help_text=_("As on the certificate."))
    validity_months = models.PositiveSmallIntegerField(_("months of validity"), validators=[MinValueValidator(1)])
    order = models.PositiveSmallIntegerField(_("order"), default=0, help_text=_("From the lowest level up."))

    class Meta:
        verbose_name = _("level")
        verbose_name_plural = _("levels")
        ordering: ClassVar = ["order", "name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "code"], name="level_code_is_unique_in_body"),
            models.CheckConstraint(condition=models.Q(validity_months__gte=1), name="level_lasts_a_month_at_least"),
        ]

    def __str__(self) -> str:
        return self.name


class Requirement(models.Model):
    """What a level asks for: passing a paper drawn from the blueprint with this code. A level may ask for several."""

    level = models.ForeignKey(Level, verbose_name=_("level"), on_delete=models.CASCADE, related_name="requirements")
    blueprint_code = models.SlugField(_("code of the blueprint"))
    description = models.CharField(_("description"), max_length=200, help_text=_("As candidates read it."))

    class Meta:
        verbose_name = _("requirement")
        verbose_name_plural = _("requirements")
        ordering: ClassVar = ["level", "blueprint_code"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["level", "blueprint_code"], name="requirement_is_named_once"),
        ]

    def __str__(self) -> str:
        return self.description


class Application(models.Model):
    """A person's request for a level, resting on one piece of evidence; the registrar of the body decides it.

    `evidence` is a copy of what was shown, such as the figures of a result: the decision must stay readable even when
    the thing it rests on changes. `evidence["result"]` names that thing, and one thing makes one application.
    """

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
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(name="evidence_is_fixed", fields=["body", "person", "level", "evidence", "created_at"]),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.level}: {self.person}"


class TodayIn(models.Func):
    """The date where a body is, by the name of its time zone: what `Body.today` says, for use in a query."""

    template = "(CURRENT_TIMESTAMP AT TIME ZONE %(expressions)s)::date"
    arity = 1
    output_field = models.DateField()


class AwardState(models.TextChoices):
    """How an award stands today, as the public reads it. Expiry is never stored: the date decides it."""

    VALID = "valid", _("Valid")
    EXPIRED = "expired", _("Expired")
    SUSPENDED = "suspended", _("Suspended")
    REVOKED = "revoked", _("Revoked")


class AwardQuerySet(models.QuerySet["Award"]):
    """Questions asked of awards."""

    def in_state(self, state: AwardState) -> AwardQuerySet:
        """Those that stand so today, each by the clock of its own body; `Award.state` says the same of one award."""
        if state == AwardState.REVOKED:
            return self.filter(status=Award.Status.REVOKED)
        standing = self.exclude(status=Award.Status.REVOKED)
        if state == AwardState.EXPIRED:
            return standing.filter(valid_until__lt=TodayIn("body__time_zone"))
        status = Award.Status.SUSPENDED if state == AwardState.SUSPENDED else Award.Status.GRANTED
        return standing.filter(status=status, valid_until__gte=TodayIn("body__time_zone"))

    def held(self) -> AwardQuerySet:
        """Those that have neither run out nor been revoked. A suspended award is still held, and blocks another."""
        return self.in_state(AwardState.VALID) | self.in_state(AwardState.SUSPENDED)

    def on_register(self) -> AwardQuerySet:
        """Those the public register names: all but the revoked, whose holders are no directors of the body any more."""
        return self.exclude(status=Award.Status.REVOKED)


class Award(models.Model):
    """A level granted to a person, from one date through another."""

    class Status(models.TextChoices):
        GRANTED = "granted", _("Granted")
        SUSPENDED = "suspended", _("Suspended")
        REVOKED = "revoked", _("Revoked")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="awards")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.PROTECT, related_name="awards"
    )
    name = models.CharField(
        _("name on the award"),
        max_length=200,
        help_text=_("As the registrar saw it when granting; a person who is renamed later does not rewrite it."),
    )
    level = models.ForeignKey(Level, verbose_name=_("level"), on_delete=models.PROTECT, related_name="awards")
    application = models.OneToOneField(
        Application, verbose_name=_("application"), on_delete=models.PROTECT, related_name="award"
    )
    granted_at = models.DateTimeField(_("granted"), default=timezone.now)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("granted by"), on_delete=models.PROTECT, related_name="+"
    )
    valid_from = models.DateField(_("valid from"))
    valid_until = models.DateField(_("valid until"), help_text=_("The last day of validity."))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.GRANTED)
    verification_code = models.CharField(
        _("verification code"), max_length=LENGTH, unique=True, default=new_code, editable=False
    )

    objects = AwardQuerySet.as_manager()

    class Meta:
        verbose_name = _("award")
        verbose_name_plural = _("awards")
        ordering: ClassVar = ["name", "id"]
        indexes: ClassVar = [models.Index(fields=["name", "id"], name="award_by_name")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(valid_until__gt=models.F("valid_from")), name="award_ends_after_it_starts"
            ),
        ]
        triggers: ClassVar = [
            # What a certificate that hangs on a wall says of its holder, and the code under which it is looked up.
            pgtrigger.ReadOnly(
                name="holder_is_fixed",
                fields=["body", "person", "name", "application", "granted_at", "granted_by", "verification_code"],
            ),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.level}: {self.name}"

    @property
    def state(self) -> AwardState:
        """How the award stands today; revocation outweighs expiry, expiry outweighs suspension."""
        if self.status == Award.Status.REVOKED:
            return AwardState.REVOKED
        if self.valid_until < self.body.today():
            return AwardState.EXPIRED
        return AwardState.SUSPENDED if self.status == Award.Status.SUSPENDED else AwardState.VALID


class AwardEvent(models.Model):
    """One turn in an award's history; written with the change it tells of, and never altered."""

    class Verb(models.TextChoices):
        GRANTED = "granted", _("Granted")
        SUSPENDED = "suspended", _("Suspended")
        REVOKED = "revoked", _("Revoked")
        REINSTATED = "reinstated", _("Reinstated")

    award = models.ForeignKey(Award, verbose_name=_("award"), on_delete=models.PROTECT, related_name="events")
    at = models.DateTimeField(_("at"), default=timezone.now)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), on_delete=models.PROTECT, related_name="+"
    )
    verb = models.CharField(_("deed"), max_length=10, choices=Verb.choices)
    reason = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("event of an award")
        verbose_name_plural = _("events of awards")
        ordering: ClassVar = ["at", "id"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.award}: {self.get_verb_display()}"


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
            models.UniqueConstraint(fields=["application", "about"], name="doubt_is_raised_once"),
            models.CheckConstraint(
                condition=models.Q(settled_by=None, settled_at=None)
                | (models.Q(settled_by__isnull=False, settled_at__isnull=False) & ~models.Q(note="")),
                name="doubt_is_settled_with_a_note",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(name="doubt_is_fixed", fields=["application", "about", "why", "raised_at"]),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.application_id}: {self.why[:40]}"
