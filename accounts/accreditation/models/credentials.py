"""What was signed and issued of awards: keys, credentials, their places in status lists, certificates and archives of them."""

from __future__ import annotations

import uuid
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models.awards import Award
from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body

MULTIKEY = 100
"""Characters of a public key as a DID document has it; one of Ed25519 has 48."""
SHA256 = 64


class SigningKey(models.Model):
    """A key with which a body signs. The current one has not been retired; a stolen one vouches for nothing any more.

    public: as a DID document has it (Multikey). private: encrypted, see `accounts.signing_in.secrets`.
    """

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="signing_keys")
    number = models.PositiveSmallIntegerField(_("number"))
    public = models.CharField(_("public key"), max_length=MULTIKEY)
    private = models.TextField(_("private key, encrypted"))
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True)
    stolen_since = models.DateTimeField(
        _("in other hands since"), null=True, blank=True, help_text=_("From when on somebody else may have had it.")
    )
    why = models.TextField(_("why it was retired"), blank=True)

    class Meta:
        verbose_name = _("signing key")
        verbose_name_plural = _("signing keys")
        ordering: ClassVar = ["body", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "number"], name="signing_key_is_numbered_once"),
            models.UniqueConstraint(
                fields=["body"], condition=models.Q(retired_at=None), name="signing_key_is_the_only_current_one"
            ),
            models.CheckConstraint(
                condition=models.Q(stolen_since=None) | models.Q(retired_at__isnull=False),
                name="signing_key_that_was_stolen_is_retired",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(name="signing_key_is_fixed", fields=["body", "number", "public", "made_at"]),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.body.short_name} {self.number}"


class StatusPlace(models.Model):
    """The place of an award in the status lists of its body: the same one in the list of revocations and of suspensions.

    No place is ever given to a second award. An award that was ended and reinstated takes a new one, since a revocation that
    was published is never taken back.
    """

    award = models.ForeignKey(Award, verbose_name=_("award"), on_delete=models.PROTECT, related_name="status_places")
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    list_number = models.PositiveSmallIntegerField(_("number of the list"))
    index = models.PositiveIntegerField(_("index"))
    taken_at = models.DateTimeField(_("taken"), default=timezone.now)

    class Meta:
        verbose_name = _("place in the status lists")
        verbose_name_plural = _("places in the status lists")
        ordering: ClassVar = ["taken_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "list_number", "index"], name="status_place_is_taken_once"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.list_number}#{self.index}"


class StatusList(models.Model):
    """A status list as it was signed last. What stands in it follows from the awards; `status_lists` makes it."""

    class Purpose(models.TextChoices):
        """What a bit of the list says, in the words of the specification, which are in addresses."""

        REVOCATION = "revocation", _("Revocation")
        SUSPENSION = "suspension", _("Suspension")

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="status_lists")
    purpose = models.CharField(_("purpose"), max_length=20, choices=Purpose.choices)
    number = models.PositiveSmallIntegerField(_("number"))
    document = models.TextField(_("document"))
    bits = models.CharField(_("digest of what stands in it"), max_length=SHA256)
    key = models.ForeignKey(SigningKey, verbose_name=_("key"), on_delete=models.PROTECT, related_name="+")
    signed_at = models.DateTimeField(_("signed"))
    valid_until = models.DateTimeField(_("valid until"))

    class Meta:
        verbose_name = _("status list")
        verbose_name_plural = _("status lists")
        ordering: ClassVar = ["body", "purpose", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "purpose", "number"], name="status_list_is_the_only_one"),
        ]

    def __str__(self) -> str:
        return f"{self.body}: {self.get_purpose_display()} {self.number}"


class Credential(models.Model):
    """A signed Open Badges 3.0 credential of an award, as it was issued. One that says something else is a new one.

    states: the digest of what it says, by which it is known whether the award has changed since (`badges.states`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    award = models.ForeignKey(Award, verbose_name=_("award"), on_delete=models.PROTECT, related_name="credentials")
    place = models.ForeignKey(StatusPlace, verbose_name=_("place"), on_delete=models.PROTECT, related_name="+")
    key = models.ForeignKey(SigningKey, verbose_name=_("key"), on_delete=models.PROTECT, related_name="credentials")
    document = models.TextField(_("document"))
    states = models.CharField(_("digest of what it states"), max_length=SHA256)
    issued_at = models.DateTimeField(_("issued"), default=timezone.now)

    class Meta:
        verbose_name = _("credential")
        verbose_name_plural = _("credentials")
        ordering: ClassVar = ["issued_at", "id"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"urn:uuid:{self.pk}"


class CertificateDesign(models.Model):
    """What a body puts on its certificates: its seal, a sentence and up to two signatories. A change is a new one.

    The pictures are PNG files, empty where there is none.
    """

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="certificate_designs")
    number = models.PositiveSmallIntegerField(_("number"))
    sentence = models.CharField(_("a sentence of your own"), max_length=200, blank=True)
    seal = models.BinaryField(_("seal"), blank=True)
    first_name = models.CharField(_("name of the first signatory"), max_length=80, blank=True)
    first_office = models.CharField(_("office of the first signatory"), max_length=80, blank=True)
    first_signature = models.BinaryField(_("signature of the first signatory"), blank=True)
    second_name = models.CharField(_("name of the second signatory"), max_length=80, blank=True)
    second_office = models.CharField(_("office of the second signatory"), max_length=80, blank=True)
    second_signature = models.BinaryField(_("signature of the second signatory"), blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("made by"), on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("certificate design")
        verbose_name_plural = _("certificate designs")
        ordering: ClassVar = ["body", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "number"], name="certificate_design_is_numbered_once"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.body}, {self.number}"


class IssuedCertificate(models.Model):
    """A certificate that was handed out: what stood on it, and the digest of the file, by which the file is known again.

    design, credential: None on one without. words: what `certificate.words_of` gave.
    """

    award = models.ForeignKey(Award, verbose_name=_("award"), on_delete=models.PROTECT, related_name="certificates")
    design = models.ForeignKey(
        CertificateDesign, verbose_name=_("design"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    credential = models.ForeignKey(
        Credential, verbose_name=_("credential"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    words = models.JSONField(_("words"))
    digest = models.CharField(_("SHA-256 of the file"), max_length=SHA256, unique=True)
    issued_at = models.DateTimeField(_("issued"), default=timezone.now)

    class Meta:
        verbose_name = _("issued certificate")
        verbose_name_plural = _("issued certificates")
        ordering: ClassVar = ["issued_at", "id"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.award}: {self.digest[:8]}"

    @property
    def body_id(self) -> uuid.UUID:
        """The body of its award, for the rules."""
        return self.award.body_id

    @property
    def person_id(self) -> uuid.UUID:
        """The holder of its award, for the rules."""
        return self.award.person_id


class CertificateArchive(models.Model):
    """A run that makes the certificates and badges of many awards, to be downloaded together. Its files are kept for a day.

    wanted: the ids of the awards, in the order of the archive. reference: of the form that asked for it.
    """

    class Status(models.TextChoices):
        """How far it has come."""

        QUEUED = "queued", _("Waiting for a worker")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    reference = models.UUIDField(_("reference"), unique=True)
    wanted = models.JSONField(_("awards"))
    left_out = models.PositiveIntegerField(
        _("left out"), default=0, help_text=_("Awards that were suspended or ended before their turn came.")
    )
    total = models.PositiveIntegerField(_("number of awards"))
    done = models.PositiveIntegerField(_("done"), default=0)
    status = models.CharField(_("status"), max_length=20, choices=Status.choices, default=Status.QUEUED)
    error = models.TextField(_("error"), blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("asked for by"), on_delete=models.PROTECT, related_name="+"
    )
    asked_at = models.DateTimeField(_("asked for"), default=timezone.now)
    moved_at = models.DateTimeField(_("last moved"), default=timezone.now)

    class Meta:
        verbose_name = _("archive of certificates")
        verbose_name_plural = _("archives of certificates")
        ordering: ClassVar = ["-asked_at", "id"]

    def __str__(self) -> str:
        return f"{self.body}: {self.total}"

    @property
    def finished(self) -> bool:
        """Whether the run has ended."""
        return self.status in {self.Status.DONE, self.Status.FAILED}


class ArchivedFile(models.Model):
    """A file of an archive."""

    archive = models.ForeignKey(
        CertificateArchive, verbose_name=_("archive"), on_delete=models.CASCADE, related_name="files"
    )
    award = models.ForeignKey(Award, verbose_name=_("award"), on_delete=models.CASCADE, related_name="+")
    name = models.CharField(_("name"), max_length=200)
    data = models.BinaryField(_("data"))

    class Meta:
        verbose_name = _("file of an archive")
        verbose_name_plural = _("files of archives")
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["archive", "name"], name="archived_file_is_there_once"),
        ]

    def __str__(self) -> str:
        return self.name
