"""The audit log: who did what to which thing, when and why."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit import seals
from accounts.audit.triggers import append_only

# A SHA-256 in hexadecimal: what makes an entry one of its kind may be long.
LENGTH_OF_ONCE = 64


class AuditEntry(models.Model):
    """One action. Written by `accounts.audit.services`, never changed; the database refuses.

    seal: a keyed hash of everything it says (`accounts.audit.seals`); empty in entries older than the seal. once: of
    what is noted seldom (somebody opened a page again and again) the one entry that there may be of it.

    The body and the target are noted by their ids, not by foreign keys: an entry must outlive what it speaks of.
    """

    at = models.DateTimeField(_("at"), default=timezone.now, db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("actor"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Who did it; nobody for the system itself."),
    )
    body_id = models.UUIDField(_("body"), null=True, blank=True, help_text=_("The body whose record was touched."))
    verb = models.CharField(_("deed"), max_length=100, help_text=_("What was done, as app.deed: award.granted."))
    target_type = models.CharField(_("kind of record"), max_length=100, help_text=_("As app.Model: papers.Paper."))
    target_id = models.CharField(_("record"), max_length=100)
    reason = models.TextField(_("reason"), blank=True)
    data = models.JSONField(_("details"), default=dict, blank=True, encoder=DjangoJSONEncoder)
    request_id = models.CharField(
        _("request"), max_length=100, blank=True, help_text=_("The request's id in the logs.")
    )
    # NULL is every action that is noted each time.
    once = models.CharField(_("noted once as"), max_length=LENGTH_OF_ONCE, null=True, blank=True, unique=True)
    # The default of the database serves a site of the version before, while the new one is being started.
    seal = models.CharField(_("seal"), max_length=seals.LENGTH, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        ordering: ClassVar = ["-at", "-id"]
        indexes: ClassVar = [
            models.Index(fields=["target_type", "target_id"], name="audit_by_target"),
            models.Index(fields=["body_id", "-at"], name="audit_by_body"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb} {self.target_type} {self.target_id}"

    def record(self) -> dict[str, Any]:
        """Everything it says, as it is sealed. Its number is not in it: the database gives that when it is written."""
        return {
            "at": seals.moment(self.at),
            "actor": self.actor_id and str(self.actor_id),
            "body": self.body_id and str(self.body_id),
            "verb": self.verb,
            "target_type": self.target_type,
            "target_id": self.target_id,
            "reason": self.reason,
            "data": seals.plain(self.data),
            "request": self.request_id,
            "once": self.once,
        }

    @property
    def is_genuine(self) -> bool:
        """Whether it says what it said when it was sealed."""
        return seals.fits(self.record(), self.seal)
