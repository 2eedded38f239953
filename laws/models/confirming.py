"""Wordings, besides those shipped with the engine, that its procedures are known to hold under."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from laws.models.editions import Edition


class ConfirmedWording(models.Model):
    """A wording under which the engine's procedures were confirmed here; the table only grows.

    `text` is what the engine calls the text (`laws.rulings.wordings`), `digest` that of its words. So a wording that is
    entered again with the same words stays confirmed. Who confirmed it, and why, is kept by `laws.editing`.
    """

    edition = models.ForeignKey(
        Edition, on_delete=models.PROTECT, related_name="confirmed_wordings", verbose_name=_("edition")
    )
    text = models.CharField(_("text"), max_length=30)
    first_day = models.DateField(_("in force from"))
    digest = models.CharField(_("digest"), max_length=64)
    created_at = models.DateTimeField(_("entered"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("confirmed wording")
        verbose_name_plural = _("confirmed wordings")
        ordering: ClassVar = ["edition", "text", "first_day"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["edition", "text", "first_day", "digest"], name="wording_is_confirmed_once"
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(name="confirmed_stays", operation=pgtrigger.Update | pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.text}, {self.first_day}"
