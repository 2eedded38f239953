"""What is on record of a person: papers passed, sessions directed, references, and whatever else a level may ask for."""

from __future__ import annotations

import uuid
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models.merges import moves_only_by_a_merge
from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body, Club, Confirmer, Membership, Role


class EvidenceQuerySet(models.QuerySet["Evidence"]):
    """Questions asked of evidence."""

    def told_who_waits(self) -> EvidenceQuerySet:
        """Each with `with_club`: whether it waits for a contact of its club, rather than for a registrar.

        It does where the body lets clubs confirm, and the club has a contact other than the director.
        """
        contacts = Membership.objects.active().filter(
            club=models.OuterRef("club"), role=Role.CLUB_CONTACT, person__is_active=True
        )
        contacts = contacts.exclude(person=models.OuterRef("person"))
        waits = models.Q(standing=Evidence.Standing.WAITING, body__sessions_confirmed_by=Confirmer.CLUB)
        return self.annotate(
            with_club=models.ExpressionWrapper(
                waits & models.Q(models.Exists(contacts)), output_field=models.BooleanField()
            )
        )

    def with_clubs(self, *, wanted: bool) -> EvidenceQuerySet:
        """Those that wait for a contact of their club; or, if not wanted, all others."""
        return self.told_who_waits().filter(models.Q(("with_club", wanted)))


class Evidence(models.Model):
    """One thing that somebody has passed, done or been given, which requirements of a body can ask for.

    kind: that of the requirement that it can meet (`requirements.LEAVES`); day: the day that it is of; details: its
    particulars, as the requirement reads them. club: of a session at a club of the body. confirmed_by: the contact of the club
    who entered or confirmed it; dispute: what the club or the director says is wrong, once. reference: what it is, once in a
    body, so that one thing is never entered twice: `paper:<result>` for a result here, or a word and a random id drawn when the
    form was opened. Only its standing changes, and the words of club and director.
    """

    class Standing(models.TextChoices):
        """Whether it counts."""

        WAITING = "waiting", _("Waiting")
        ACCEPTED = "accepted", _("Accepted")
        REFUSED = "refused", _("Refused")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        DISPUTED = "disputed", _("Disputed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="evidence")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.PROTECT, related_name="evidence"
    )
    kind = models.CharField(_("kind"), max_length=20)
    day = models.DateField(_("day"))
    details = models.JSONField(_("particulars"), default=dict, blank=True, encoder=DjangoJSONEncoder)
    reference = models.CharField(_("reference"), max_length=300)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("entered by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Empty for a result, which enters itself."),
    )
    entered_at = models.DateTimeField(_("entered"), default=timezone.now)
    standing = models.CharField(_("standing"), max_length=10, choices=Standing.choices, default=Standing.ACCEPTED)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("settled by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    club = models.ForeignKey(
        Club, verbose_name=_("club"), on_delete=models.PROTECT, null=True, blank=True, related_name="sessions"
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("confirmed by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The contact of the club."),
    )
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    dispute = models.TextField(_("what is wrong"), blank=True)
    disputed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("disputed by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    disputed_at = models.DateTimeField(_("disputed"), null=True, blank=True)
    note = models.TextField(_("note"), blank=True, help_text=_("Why it was refused or withdrawn. The person reads it."))

    objects = EvidenceQuerySet.as_manager()

    class Meta:
        verbose_name = _("evidence")
        verbose_name_plural = _("evidence")
        ordering: ClassVar = ["-day", "id"]
        indexes: ClassVar = [
            models.Index(fields=["person", "body", "day"], name="evidence_of_a_person"),
            models.Index(
                fields=["body", "entered_at"],
                condition=models.Q(standing__in=["waiting", "disputed"]),
                name="evidence_that_waits",
            ),
            models.Index(fields=["club", "day"], condition=models.Q(club__isnull=False), name="sessions_of_a_club"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "reference"], name="evidence_is_entered_once"),
            models.CheckConstraint(
                condition=~models.Q(standing__in=["refused", "withdrawn"]) | ~models.Q(note=""),
                name="evidence_is_refused_with_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(dispute="", disputed_by=None, disputed_at=None)
                | (~models.Q(dispute="") & models.Q(disputed_by__isnull=False, disputed_at__isnull=False)),
                name="evidence_is_disputed_with_a_reason",
            ),
            models.CheckConstraint(
                condition=~models.Q(standing="disputed") | ~models.Q(dispute=""), name="disputed_evidence_says_why"
            ),
            models.CheckConstraint(
                condition=models.Q(confirmed_by=None, confirmed_at=None)
                | models.Q(club__isnull=False, confirmed_by__isnull=False, confirmed_at__isnull=False),
                name="evidence_is_confirmed_by_a_club",
            ),
            models.CheckConstraint(
                condition=~models.Q(confirmed_by=models.F("person")), name="nobody_confirms_their_own_session"
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(
                name="evidence_is_what_it_was",
                fields=["body", "kind", "day", "details", "reference", "entered_by", "entered_at"],
            ),
            moves_only_by_a_merge(),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.kind}, {self.day}"

    @property
    def waits(self) -> bool:
        """Whether nobody has accepted or refused it yet, a club or a registrar."""
        return self.standing == self.Standing.WAITING

    @property
    def is_open(self) -> bool:
        """Whether somebody still has to decide: it waits, or is disputed."""
        return self.standing in (self.Standing.WAITING, self.Standing.DISPUTED)


class EvidenceUse(models.Model):
    """That an award was granted on a piece of evidence. Whether the piece may be used again, `requirements` says.

    only_for: what the requirement that it met said of how often it counts (`requirements.ONLY_FOR`), or "". An award that was
    granted by hand uses nothing.
    """

    award = models.ForeignKey(
        "accreditation.Award", verbose_name=_("award"), on_delete=models.PROTECT, related_name="uses"
    )
    evidence = models.ForeignKey(Evidence, verbose_name=_("evidence"), on_delete=models.PROTECT, related_name="uses")
    only_for = models.CharField(_("counts only"), max_length=5, blank=True)

    class Meta:
        verbose_name = _("use of evidence")
        verbose_name_plural = _("uses of evidence")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["award", "evidence"], name="award_uses_a_piece_once"),
            models.UniqueConstraint(
                fields=["evidence"],
                condition=models.Q(only_for="award"),
                name="piece_for_one_award_is_used_by_one",
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.award_id}: {self.evidence_id}"


class Document(models.Model):
    """A scan that is attached to a piece of evidence, such as a certificate or a letter. It is never public.

    Kept in the database, which every web process has and every backup holds. sort: its media type, found from its content;
    digest: sha256 of it, so that one piece has a document once.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    evidence = models.ForeignKey(
        Evidence, verbose_name=_("evidence"), on_delete=models.PROTECT, related_name="documents"
    )
    name = models.CharField(_("name"), max_length=120)
    sort = models.CharField(_("sort"), max_length=40)
    size = models.PositiveIntegerField(_("bytes"))
    digest = models.CharField(_("digest"), max_length=64)
    data = models.BinaryField(_("content"))
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("added by"), on_delete=models.PROTECT, related_name="+"
    )
    added_at = models.DateTimeField(_("added"), default=timezone.now)

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        ordering: ClassVar = ["added_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["evidence", "digest"], name="document_is_attached_once"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.name
