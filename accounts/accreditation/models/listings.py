"""What the public register shows of a person: by the person's decision, and by the rules of the body."""

from __future__ import annotations

import uuid
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body


class RegisterSettings(models.Model):
    """How a body keeps its public register. A body without a row has what stands here to begin with."""

    body = models.OneToOneField(
        Body, verbose_name=_("body"), on_delete=models.PROTECT, primary_key=True, related_name="register_settings"
    )
    publishes = models.BooleanField(
        _("people who have not decided are found by name"),
        default=False,
        help_text=_(
            "Choose this only if the rules of the body say that its directors are published. Whoever has decided is shown "
            "as they decided; club and letters always ask for their consent."
        ),
    )
    address = models.EmailField(
        _("address of the body"),
        blank=True,
        help_text=_("Shown to whoever cannot use the form by which people write to a director."),
    )

    class Meta:
        verbose_name = _("settings of a register")
        verbose_name_plural = _("settings of registers")

    def __str__(self) -> str:
        return str(self.body)


class Listing(models.Model):
    """A person in the public register of a body, as they decided. Its id stands in the address of their entry.

    is_found: whether a search finds them, by name with levels and standing; nothing until they have decided. What a code or a
    whole number answers does not rest on this.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="listings")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.PROTECT, related_name="listings"
    )
    is_found = models.BooleanField(_("found by search"), null=True, default=None)
    shows_club = models.BooleanField(_("club is shown"), default=False)
    takes_letters = models.BooleanField(_("people can write through the form"), default=False)

    class Meta:
        verbose_name = _("listing in a public register")
        verbose_name_plural = _("listings in public registers")
        ordering: ClassVar = ["body", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "body"], name="listing_is_made_once"),
            models.CheckConstraint(
                # A comparison with nothing is not false.
                condition=models.Q(is_found=True, is_found__isnull=False)
                | models.Q(shows_club=False, takes_letters=False),
                name="listing_shows_more_only_of_whom_it_finds",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(name="listing_is_fixed", fields=["body", "person"]),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.body.short_name}"

    @property
    def is_decided(self) -> bool:
        """Whether the person has decided."""
        return self.is_found is not None


class Consent(models.Model):
    """One decision of a person about what the public register shows of them; none is altered."""

    listing = models.ForeignKey(Listing, verbose_name=_("listing"), on_delete=models.PROTECT, related_name="consents")
    at = models.DateTimeField(_("at"), default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, verbose_name=_("by"), on_delete=models.PROTECT, related_name="+")
    is_found = models.BooleanField(_("found by search"))
    shows_club = models.BooleanField(_("club is shown"))
    takes_letters = models.BooleanField(_("people can write through the form"))

    class Meta:
        verbose_name = _("decision about a listing")
        verbose_name_plural = _("decisions about listings")
        ordering: ClassVar = ["at", "id"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.listing}, {self.at:%Y-%m-%d}"

    @property
    def body_id(self) -> uuid.UUID:
        """The body of its listing, for the rules."""
        return self.listing.body_id

    @property
    def person_id(self) -> uuid.UUID:
        """The person whom it is about, for the rules."""
        return self.listing.person_id
