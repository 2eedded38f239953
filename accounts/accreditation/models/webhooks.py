"""To which programs a body tells what happens to awards, and what has been told to each."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Body, User


class Webhook(models.Model):
    """An address of a program that a body tells of its awards. It is stopped, not deleted: the log of it stays.

    secret: encrypted; it was shown once, when the address was registered. events: of `Event`.
    """

    class Event(models.TextChoices):
        """What is told. A death is no more than an end to anybody else."""

        GRANTED = "award.granted", _("Granted")
        RENEWED = "award.renewed", _("Renewed")
        EXTENDED = "award.extended", _("Extended")
        SUSPENDED = "award.suspended", _("Suspended")
        REINSTATED = "award.reinstated", _("Reinstated")
        REVOKED = "award.revoked", _("Revoked")
        SURRENDERED = "award.surrendered", _("Surrendered")
        ENDED = "award.ended", _("Ended in another way")

    TEST = "test"
    """The event of a test, which nobody has to choose."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="webhooks")
    url = models.URLField(_("address"), max_length=500)
    secret = models.TextField(_("secret"), editable=False)
    events = ArrayField(models.CharField(max_length=30, choices=Event.choices), verbose_name=_("events"))
    made_by = models.ForeignKey(User, verbose_name=_("registered by"), on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("registered"), default=timezone.now)
    stopped_at = models.DateTimeField(_("stopped"), null=True, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering: ClassVar = ["made_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["body", "url"], condition=models.Q(stopped_at=None), name="webhook_is_registered_once"
            ),
        ]

    def __str__(self) -> str:
        return self.url


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    """Questions asked of deliveries."""

    def due(self, now: dt.datetime) -> Self:
        """Those to be sent now, the oldest first; of an address that was stopped, none."""
        waiting = self.filter(standing=Delivery.Standing.WAITING, webhook__stopped_at=None, next_at__lte=now)
        return waiting.order_by("next_at", "made_at", "id")


class Delivery(models.Model):
    """One event as it is told to one address: worded once, in the transaction of what it tells, and sent until it is taken.

    Its id is that of the message: whoever gets it twice can tell. text: the very bytes that are signed and sent.
    """

    class Standing(models.TextChoices):
        """What has become of it."""

        WAITING = "waiting", _("waiting")
        TAKEN = "taken", _("delivered")
        GIVEN_UP = "given_up", _("given up")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, verbose_name=_("to"), on_delete=models.PROTECT, related_name="deliveries")
    event = models.CharField(_("event"), max_length=30)
    text = models.TextField(_("text"))
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    standing = models.CharField(_("standing"), max_length=10, choices=Standing.choices, default=Standing.WAITING)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    next_at = models.DateTimeField(_("next try"), default=timezone.now)
    tried_at = models.DateTimeField(_("last try"), null=True, blank=True)
    outcome = models.CharField(_("what came of the last try"), max_length=200, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering: ClassVar = ["-made_at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["next_at"], condition=models.Q(standing="waiting"), name="delivery_to_be_sent"),
            models.Index(fields=["webhook", "-made_at"], name="deliveries_of_a_webhook"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.made_at:%Y-%m-%d %H:%M}"

    @property
    def body_id(self) -> uuid.UUID:
        """The body of its webhook, for the rules."""
        return self.webhook.body_id
