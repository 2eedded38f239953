"""Commentary: what somebody with or without authority has said about provisions."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.utils.translation import gettext_lazy as _

from laws.models.editions import Edition
from laws.models.glossary import Definition
from laws.models.provisions import Provision
from laws.models.searching import search_vector
from laws.models.wording import Wording, wording_constraints, wording_triggers

# What remarks of our own are signed with, whatever document or minute they are about.
EDITORS = "The editors"


class Commentary(models.Model):
    """One comment. It may hang on several provisions and definitions of the edition.

    `code` is its own name, short and permanent: files and addresses use it. Whoever speaks signs it, as `author` or
    `authority`. A comment of ours on what somebody else said is a comment of its own, never a part of theirs.
    """

    class Kind(models.TextChoices):
        """What sort of statement it is, and so how much it binds."""

        MINUTE = "minute", _("minute")
        NOTE = "note", _("note")
        EXAMPLE = "example", _("example")
        CHANGE_NOTE = "change", _("change note")
        RATIONALE = "rationale", _("rationale")
        REGULATION = "regulation", _("regulation")
        CAUTION = "caution", _("caution")

    class Precision(models.TextChoices):
        """How much of the date is known; the rest of it is the first day there is."""

        DAY = "day", _("day")
        MONTH = "month", _("month")
        YEAR = "year", _("year")

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="commentary", verbose_name=_("edition"))
    code = models.SlugField(_("short name"), max_length=80, unique=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    author = models.CharField(_("author"), max_length=200, blank=True)
    authority = models.CharField(
        _("authority"), max_length=200, blank=True, help_text=_("The committee or body it comes from.")
    )
    place = models.CharField(_("place"), max_length=200, blank=True)
    dated = models.DateField(_("dated"), null=True, blank=True)
    dated_to = models.CharField(_("dated to the"), max_length=5, choices=Precision.choices, default=Precision.DAY)
    provisions = models.ManyToManyField(Provision, related_name="commentary", blank=True, verbose_name=_("provisions"))
    definitions = models.ManyToManyField(
        Definition, related_name="commentary", blank=True, verbose_name=_("definitions")
    )

    class Meta:
        verbose_name = _("commentary")
        verbose_name_plural = _("commentary")
        ordering: ClassVar = ["-dated", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                # Minutes and regulations bind because of who made them. A minute is of a meeting, and that has a date;
                # of a regulation it may only be known that it holds.
                condition=~models.Q(kind__in=["minute", "regulation"]) | ~models.Q(authority=""),
                name="binding_commentary_names_its_authority",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="minute") | models.Q(dated__isnull=False), name="minute_names_its_date"
            ),
            models.CheckConstraint(
                # It corrects somebody: whoever reads it must see that it is not they who speak.
                condition=~models.Q(kind="caution") | ~models.Q(author="") | ~models.Q(authority=""),
                name="caution_is_signed",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class CommentaryVersion(Wording):
    """A text of a comment and the time for which it stood; a superseded minute has an end.

    `heading` is its title. `text` may have several paragraphs, with an empty line between them. `auctions` and `deals`
    are diagrams as laws.diagrams lays them out.
    """

    commentary = models.ForeignKey(
        Commentary, on_delete=models.PROTECT, related_name="versions", verbose_name=_("commentary")
    )
    heading = models.CharField(_("title"), max_length=200, blank=True)
    auctions = models.JSONField(_("auctions"), default=list, blank=True)
    deals = models.JSONField(_("deals"), default=list, blank=True)
    search = models.GeneratedField(
        expression=search_vector("heading", "A") + search_vector("text", "B"),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta(Wording.Meta):
        verbose_name = _("wording of a commentary")
        verbose_name_plural = _("wordings of commentary")
        ordering: ClassVar = ["commentary", "kind", "revision"]
        constraints: ClassVar = wording_constraints("commentary")
        triggers: ClassVar = wording_triggers("search")
        indexes: ClassVar = [GinIndex(fields=["search"], name="commentary_version_search")]
