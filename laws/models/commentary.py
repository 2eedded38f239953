"""Commentary: what somebody with or without authority has said about provisions."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from laws.models.provisions import Provision
from laws.models.wording import Wording, wording_constraints, wording_triggers


class Commentary(models.Model):
    """One comment. It may hang on several provisions, of several editions."""

    class Kind(models.TextChoices):
        """What sort of statement it is, and so how much it binds."""

        MINUTE = "minute", _("minute")
        NOTE = "note", _("note")
        EXAMPLE = "example", _("example")
        CHANGE_NOTE = "change", _("change note")
        RATIONALE = "rationale", _("rationale")
        REGULATION = "regulation", _("regulation")
        CAUTION = "caution", _("caution")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    title = models.CharField(_("title"), max_length=200, blank=True)
    author = models.CharField(_("author"), max_length=200, blank=True)
    authority = models.CharField(
        _("authority"), max_length=200, blank=True, help_text=_("The committee or body that stands behind it.")
    )
    place = models.CharField(_("place"), max_length=200, blank=True)
    dated = models.DateField(_("dated"), null=True, blank=True)
    provisions = models.ManyToManyField(Provision, related_name="commentary", verbose_name=_("provisions"))

    class Meta:
        verbose_name = _("commentary")
        verbose_name_plural = _("commentary")
        ordering: ClassVar = ["-dated", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                # Minutes and regulations bind because of who made them and when.
                condition=~models.Q(kind__in=["minute", "regulation"])
                | (~models.Q(authority="") & models.Q(dated__isnull=False)),
                name="binding_commentary_names_its_authority_and_date",
            ),
        ]

    def __str__(self) -> str:
        return self.title or f"{self.get_kind_display()} {self.dated or ''}".strip()


class CommentaryVersion(Wording):
    """A text of a comment and the time for which it stood; a superseded minute has an end."""

    commentary = models.ForeignKey(
        Commentary, on_delete=models.PROTECT, related_name="versions", verbose_name=_("commentary")
    )

    class Meta(Wording.Meta):
        verbose_name = _("wording of a commentary")
        verbose_name_plural = _("wordings of commentary")
        ordering: ClassVar = ["commentary", "kind", "revision"]
        constraints: ClassVar = wording_constraints("commentary")
        triggers: ClassVar = wording_triggers()
