"""Provisions and their wordings."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from laws.models.editions import Amendment, Edition, Law
from laws.models.searching import search_vector
from laws.models.wording import Wording, wording_constraints, wording_triggers


class Provision(models.Model):
    """A node of a law: `27B1(a)`. What it says, its heading included, is in its versions.

    Every law has a node of its own, whose key is the law's number, whose heading is the law's title and whose text is its
    preamble, where it has one. All other nodes stand under it.
    """

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="provisions", verbose_name=_("edition"))
    law = models.ForeignKey(Law, on_delete=models.CASCADE, related_name="provisions", verbose_name=_("law"))
    key = models.CharField(_("key"), max_length=20)
    parent = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="children", verbose_name=_("parent")
    )
    order = models.BigIntegerField(_("order"), editable=False, help_text=_("Follows from the key."))

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
    """A heading and a text of a provision and the time for which they were the law.

    `tables` are those of the law book, as `[{"caption": "…", "head": ["…"], "rows": [["…"]]}]`.
    """

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
    heading = models.CharField(_("heading"), max_length=200, blank=True)
    tables = models.JSONField(_("tables"), default=list, blank=True)
    # The headings above a text and its own are what people remember of it, so the search has to know them too.
    headings = models.TextField(_("headings above it and its own"), blank=True)
    search = models.GeneratedField(
        expression=search_vector("headings", "A") + search_vector("text", "B"),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta(Wording.Meta):
        verbose_name = _("wording of a provision")
        verbose_name_plural = _("wordings of provisions")
        ordering: ClassVar = ["provision", "kind", "revision"]
        constraints: ClassVar = wording_constraints("provision", ~Q(text="") | ~Q(heading=""))
        triggers: ClassVar = wording_triggers("search")
        indexes: ClassVar = [GinIndex(fields=["search"], name="provision_version_search")]

    @property
    def nearest_heading(self) -> str:
        """The heading that tells best what the text is about: the provision's own or the next one above it."""
        return self.headings.rsplit(BELOW, 1)[-1]
