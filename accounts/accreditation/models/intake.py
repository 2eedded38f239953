"""A register that comes in from a file: the batch, its lines, and what a body keeps of a person beside their awards."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models.awards import Award
from accounts.audit.triggers import never_deleted
from accounts.models import Body, Membership


class Intake(models.Model):
    """A file with an existing register: what was read, how its columns are matched, and what has become of it.

    columns: the place of each column of ours in a line, by its name (`intake.columns.FIELDS`). terms: what was decided once for
    the whole file: `day_first` (true or false), `levels` and `clubs` by the words of the file; and `asks_order`, whether the
    first is still to be decided. counts: what was imported.
    """

    class Encoding(models.TextChoices):
        """How the letters of the file are written."""

        UTF_8 = "utf-8", _("UTF-8")
        UTF_8_BOM = "utf-8-sig", _("UTF-8 with a byte order mark")
        WINDOWS = "cp1252", _("Windows-1252")
        SPREADSHEET = "xlsx", _("a spreadsheet")

    class Stage(models.TextChoices):
        """What has become of it."""

        OPEN = "open", _("Not imported yet")
        APPLIED = "applied", _("Imported")
        UNDONE = "undone", _("Undone")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="intakes")
    file_name = models.CharField(_("file"), max_length=200)
    digest = models.CharField(
        _("digest"), max_length=64, help_text=_("Of the file, so that one sent twice is read once.")
    )
    encoding = models.CharField(_("encoding"), max_length=10, choices=Encoding.choices)
    delimiter = models.CharField(_("separator"), max_length=1, blank=True, help_text=_("Empty for a spreadsheet."))
    sheet = models.CharField(
        _("sheet"), max_length=100, blank=True, help_text=_("Which one of a spreadsheet was read.")
    )
    headings = models.JSONField(_("headings"), default=list)
    columns = models.JSONField(_("columns"), default=dict, blank=True)
    terms = models.JSONField(_("decided for the file"), default=dict, blank=True)
    stage = models.CharField(_("stage"), max_length=10, choices=Stage.choices, default=Stage.OPEN)
    counts = models.JSONField(_("counts"), default=dict, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("uploaded by"), on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(_("uploaded"), default=timezone.now)
    previewed_at = models.DateTimeField(_("previewed"), null=True, blank=True)
    applied_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("imported by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    applied_at = models.DateTimeField(_("imported"), null=True, blank=True)

    class Meta:
        verbose_name = _("import of a register")
        verbose_name_plural = _("imports of registers")
        ordering: ClassVar = ["-made_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["body", "made_by", "digest"],
                condition=models.Q(stage="open"),
                name="intake_is_read_once",
            ),
            models.CheckConstraint(
                condition=models.Q(stage="open", applied_at=None, applied_by=None)
                | (~models.Q(stage="open") & models.Q(applied_at__isnull=False, applied_by__isnull=False)),
                name="intake_is_applied_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.file_name


class IntakeLine(models.Model):
    """A line of the file as it was read, what was decided about it, and what the dry run says would happen.

    corrected: by the name of the column, what holds in place of the cell. person: whom it is about, where that was decided: an
    id, `line:<number>` or `new`. plan: what `intake.plan` made of it; an import does exactly this. award: what came of it.
    """

    class Outcome(models.TextChoices):
        """What an import would do with the line."""

        NEW = "new", _("new person with an award")
        KNOWN = "known", _("new award for somebody known")
        SAME = "same", _("already in the register")
        DECIDE = "decide", _("needs a decision")
        WRONG = "wrong", _("cannot be imported")
        LEFT = "left", _("left out by you")

    intake = models.ForeignKey(Intake, verbose_name=_("import"), on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField(_("line"))
    cells = models.JSONField(_("cells"), default=list)
    corrected = models.JSONField(_("corrected"), default=dict, blank=True)
    person = models.CharField(_("person"), max_length=40, blank=True)
    left_out = models.BooleanField(_("left out"), default=False)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, blank=True)
    plan = models.JSONField(_("what would happen"), default=dict, blank=True, encoder=DjangoJSONEncoder)
    award = models.OneToOneField(
        Award,
        verbose_name=_("award"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="intake_line",
    )

    class Meta:
        verbose_name = _("line of an import")
        verbose_name_plural = _("lines of imports")
        ordering: ClassVar = ["intake", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["intake", "number"], name="intake_line_is_read_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["intake", "outcome", "number"], name="intake_lines_by_outcome")]

    def __str__(self) -> str:
        return f"{self.intake}, {self.number}"

    @property
    def body_id(self) -> uuid.UUID:
        """The body of its import, for the rules."""
        return self.intake.body_id

    @property
    def says(self) -> list[str]:
        """What would happen, or what is wrong, in sentences."""
        return list(self.plan.get("says", ()))

    @property
    def read(self) -> dict[str, Any]:
        """What was understood of it: name, level, end and the rest, as far as it could be read."""
        return dict(self.plan.get("read", {}))


class RegisterEntryQuerySet(models.QuerySet["RegisterEntry"]):
    """Questions asked of entries."""

    def unclaimed(self) -> RegisterEntryQuerySet:
        """Those whose person an import made, who has never signed in, chosen a password or joined another body."""
        elsewhere = Membership.objects.filter(person=models.OuterRef("person")).exclude(body=models.OuterRef("body"))
        return self.filter(
            ~models.Exists(elsewhere),
            made_by__isnull=False,
            person__is_active=True,
            person__last_login=None,
            person__password__startswith=UNUSABLE_PASSWORD_PREFIX,
        )


class RegisterEntry(models.Model):
    """What the register of a body keeps of a person beside their awards: number, phone, and the import that brought them.

    phone: for registrars of the body and the person, nobody else.
    made_by: the import that made the person. Until they first sign in, they are an entry that nobody has claimed.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="register_entries")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.PROTECT, related_name="register_entries"
    )
    number = models.CharField(_("number"), max_length=40, blank=True, help_text=_("As the body numbers its players."))
    # The default of the database serves a site of the version before, while the new one is being started.
    phone = models.CharField(_("phone"), max_length=40, blank=True, default="", db_default="")
    made_by = models.ForeignKey(
        Intake,
        verbose_name=_("made by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        help_text=_("The import that made this person."),
    )

    objects = RegisterEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry of a register")
        verbose_name_plural = _("entries of registers")
        ordering: ClassVar = ["body", "number", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "person"], name="register_entry_is_made_once"),
            models.UniqueConstraint(
                fields=["body", "number"], condition=~models.Q(number=""), name="register_number_is_given_once"
            ),
        ]
        triggers: ClassVar = [never_deleted()]

    def __str__(self) -> str:
        return f"{self.number} {self.person}".strip()
