"""Provisions, their wordings, what these cite, and how provisions of different editions belong together."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from laws.models.editions import Amendment, Edition, Law
from laws.models.wording import Wording, wording_constraints, wording_triggers


class Provision(models.Model):
    """A node of a law: `27B1(a)`. It may carry a text, or head others, or both; the texts are its versions."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="provisions", verbose_name=_("edition"))
    law = models.ForeignKey(Law, on_delete=models.CASCADE, related_name="provisions", verbose_name=_("law"))
    key = models.CharField(_("key"), max_length=20)
    parent = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="children", verbose_name=_("parent")
    )
    order = models.BigIntegerField(_("order"), editable=False, help_text=_("Follows from the key."))
    heading = models.CharField(_("heading"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("provision")
        verbose_name_plural = _("provisions")
        ordering: ClassVar = ["edition", "order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["edition", "key"], name="provision_key_is_unique_in_edition"),
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        """The permanent address, today's text."""
        return reverse("laws:provision", args=[self.edition.slug, self.key])


# Between the headings that stand above a text, the law's title first.
BELOW = " · "


class ProvisionVersion(Wording):
    """A text of a provision and the time for which it was the law."""

    provision = models.ForeignKey(
        Provision, on_delete=models.PROTECT, related_name="versions", verbose_name=_("provision")
    )
    amended_by = models.ForeignKey(
        Amendment,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="versions",
        verbose_name=_("amended by"),
        help_text=_("The amendment that put this text in force; none for the edition's first text."),
    )
    # The headings above a text are what people remember of it, so the search has to know them too.
    headings = models.TextField(_("headings above it"), blank=True)
    search = models.GeneratedField(
        expression=SearchVector("headings", weight="A", config="english")
        + SearchVector("text", weight="B", config="english"),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta(Wording.Meta):
        verbose_name = _("wording of a provision")
        verbose_name_plural = _("wordings of provisions")
        ordering: ClassVar = ["provision", "kind", "revision"]
        constraints: ClassVar = wording_constraints("provision")
        triggers: ClassVar = wording_triggers("search")
        indexes: ClassVar = [GinIndex(fields=["search"], name="provision_version_search")]

    @property
    def nearest_heading(self) -> str:
        """The heading that tells best what the text is about: the provision's own or the next one above it."""
        return self.headings.rsplit(BELOW, 1)[-1]


class Citation(models.Model):
    """A place where a wording names a provision, and what it names as far as the shelf has it.

    A name that leads nowhere is kept: its law may come onto the shelf, or the text may be wrong, and both must be seen.
    """

    version = models.ForeignKey(
        ProvisionVersion, on_delete=models.PROTECT, related_name="citations", verbose_name=_("citing text")
    )
    start = models.PositiveIntegerField(_("start"))
    end = models.PositiveIntegerField(_("end"))
    key = models.CharField(_("key"), max_length=20)
    law = models.ForeignKey(
        Law, on_delete=models.SET_NULL, null=True, blank=True, related_name="cited_by", verbose_name=_("cited law")
    )
    provision = models.ForeignKey(
        Provision,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="cited_by",
        verbose_name=_("cited provision"),
    )

    class Meta:
        verbose_name = _("citation")
        verbose_name_plural = _("citations")
        ordering: ClassVar = ["version", "start"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["version", "start"], name="one_citation_begins_at_a_place"),
            models.CheckConstraint(condition=Q(end__gt=models.F("start")), name="citation_is_not_empty"),
        ]

    def __str__(self) -> str:
        return self.key


class Concordance(models.Model):
    """How a provision of one edition continues in another edition of the same or another code."""

    class Kind(models.TextChoices):
        """What became of it."""

        SAME = "same", _("same")
        MOVED = "moved", _("moved")
        REWORDED = "reworded", _("reworded")
        SPLIT = "split", _("split")
        MERGED = "merged", _("merged")
        NEW = "new", _("new")
        DELETED = "deleted", _("deleted")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    earlier = models.ForeignKey(
        Provision, on_delete=models.CASCADE, null=True, blank=True, related_name="later", verbose_name=_("earlier")
    )
    later = models.ForeignKey(
        Provision, on_delete=models.CASCADE, null=True, blank=True, related_name="earlier", verbose_name=_("later")
    )
    remark = models.TextField(_("remark"), blank=True)

    class Meta:
        verbose_name = _("concordance")
        verbose_name_plural = _("concordances")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["earlier", "later"], nulls_distinct=False, name="concordance_is_unique"),
            models.CheckConstraint(
                # A new provision has nothing before it, a deleted one nothing after it, every other one both.
                condition=Q(kind="new", earlier=None, later__isnull=False)
                | Q(kind="deleted", earlier__isnull=False, later=None)
                | (~Q(kind__in=["new", "deleted"]) & Q(earlier__isnull=False, later__isnull=False)),
                name="concordance_has_the_ends_of_its_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.earlier or '–'} → {self.later or '–'} ({self.kind})"
