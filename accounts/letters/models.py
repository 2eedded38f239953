"""Mails to people, kept from the moment they are due until they have gone out."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Collection
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only
from accounts.models import Body, Membership, User

# The waits between tries double up to some hours (accounts.letters.services): so many tries take more than three days. After
# that an address is wrong rather than a server away.
TRIES = 20


class LetterQuerySet(models.QuerySet["Letter"]):
    """Letters by whether they have gone out."""

    def due(self, now: dt.datetime) -> Self:
        """Those to be sent now, the oldest first; not those that failed too often."""
        waiting = self.filter(sent_at=None, stopped_at=None, next_at__lte=now, failures__lt=TRIES)
        return waiting.order_by("next_at", "made_at", "id")

    def given_up(self) -> Self:
        """Those that failed too often, the latest first: nobody tries again until an administrator says so."""
        return self.filter(sent_at=None, stopped_at=None, failures__gte=TRIES).order_by("-made_at", "id")

    def to_see(self, person: User, bodies: Collection[uuid.UUID]) -> Self:
        """Those given up that the administrators of these bodies may see; not their own.

        Nor those to somebody who has never been of the body, such as an examiner of another one who was asked by address
        to settle a dispute: they would tell that there is such an account, and whose.
        """
        theirs = Membership.objects.filter(person=OuterRef("person"), body=OuterRef("body"))
        return self.given_up().filter(Exists(theirs), body__in=bodies).exclude(person=person)


class Letter(models.Model):
    """A mail to one person, worded once and sent until it has gone out.

    It is written in the transaction of what it is about: nobody is told what did not happen, and nothing that happened goes
    untold because a mail server was away.
    """

    class Standing(models.TextChoices):
        """How far it has come."""

        SENT = "sent", _("sent")
        WAITING = "waiting", _("waiting to be sent")
        NOT_SENT = "not_sent", _("not sent")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(User, verbose_name=_("to"), on_delete=models.PROTECT, related_name="letters")
    once = models.CharField(
        _("what it is about"),
        max_length=200,
        help_text=_("The same letter is never sent twice, however often it is requested."),
    )
    about = models.CharField(
        _("record of the register"),
        max_length=60,
        blank=True,
        default="",
        db_default="",
        help_text=_("As kind:id, such as award:…; empty for a letter about an exam, which registrars do not read."),
    )
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(_("text"))
    html = models.TextField(_("text as HTML"))
    reply_to = models.EmailField(
        _("answers go to"), blank=True, help_text=_("Of somebody who writes through a form; empty: the site's own.")
    )
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    next_at = models.DateTimeField(_("to be sent"), default=timezone.now, help_text=_("Postponed when sending fails."))
    failures = models.PositiveSmallIntegerField(_("failures"), default=0)
    error = models.TextField(_("why it could not be sent"), blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    stopped_at = models.DateTimeField(
        _("stopped"), null=True, blank=True, help_text=_("From then on it is not sent any more.")
    )

    objects = LetterQuerySet.as_manager()

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        ordering: ClassVar = ["-made_at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["next_at"], condition=Q(sent_at=None), name="letter_to_be_sent"),
            models.Index(fields=["about"], condition=~Q(about=""), name="letter_about_a_record"),
        ]
        constraints: ClassVar = [models.UniqueConstraint(fields=["person", "once"], name="letter_once_a_person")]

    def __str__(self) -> str:
        return f"{self.person}: {self.subject}"

    @property
    def standing(self) -> Standing:
        """How far it has come."""
        if self.sent_at is not None:
            return self.Standing.SENT
        if self.stopped_at is not None or self.failures >= TRIES:
            return self.Standing.NOT_SENT
        return self.Standing.WAITING


class LetterText(models.Model):
    """What a body says in one of its letters, from the moment it was written until the next version. None is altered.

    With neither subject nor text it says that the body went back to the standard text.
    """

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    code = models.SlugField(_("letter"))
    number = models.PositiveIntegerField(_("number"))
    subject = models.CharField(_("subject"), max_length=200, blank=True)
    text = models.TextField(_("text"), blank=True)
    reason = models.TextField(_("reason"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("made by"), on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("text of a letter")
        verbose_name_plural = _("texts of letters")
        ordering: ClassVar = ["body", "code", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "code", "number"], name="letter_text_is_numbered_once"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.body.short_name}: {self.code}, {self.number}"

    @property
    def is_shipped(self) -> bool:
        """Whether the body went back to the standard text."""
        return not (self.subject or self.text)
