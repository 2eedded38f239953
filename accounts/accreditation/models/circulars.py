"""Letters that a registrar wrote to the people of a list."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only
from accounts.models import Body


class Circular(models.Model):
    """One letter to the people of a narrowed list of awards, with places; to each it went as a `Letter`, once.

    narrowed: how the list was narrowed, as a reader of the log understands it: what, and to what. unreached: the names of those
    of whom no address is known. reference: drawn when the form was opened, so that sending it twice writes once.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="circulars")
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(_("text"))
    narrowed = models.JSONField(_("list"), default=list, blank=True, encoder=DjangoJSONEncoder)
    unreached = models.JSONField(_("without an address"), default=list, blank=True, encoder=DjangoJSONEncoder)
    reference = models.UUIDField(_("reference"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("sent by"), on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField(_("sent"), default=timezone.now)

    class Meta:
        verbose_name = _("letter to a list")
        verbose_name_plural = _("letters to lists")
        ordering: ClassVar = ["-made_at", "id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["body", "reference"], name="circular_is_sent_once")]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.subject

    @property
    def once(self) -> str:
        """What its letters are stored under: to each person there is one."""
        return f"circular:{self.pk}"
