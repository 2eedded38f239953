"""Footnotes and definitions: records of their own, worded and dated like provisions."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.utils.translation import gettext_lazy as _

from laws.models.editions import Edition
from laws.models.provisions import Provision
from laws.models.searching import search_vector
from laws.models.wording import Wording, wording_constraints, wording_triggers


class Footnote(models.Model):
    """A note that the law book prints under a provision.

    `mark` is the number that it has on the last day of its text; laws.footnotes tells that of any other day.
    """

    provision = models.ForeignKey(
        Provision, on_delete=models.CASCADE, related_name="footnotes", verbose_name=_("provision")
    )
    mark = models.CharField(_("mark"), max_length=4)

    class Meta:
        verbose_name = _("footnote")
        verbose_name_plural = _("footnotes")
        ordering: ClassVar = ["provision", "mark"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["provision", "mark"], name="footnote_mark_is_unique_on_provision"),
        ]

    def __str__(self) -> str:
        return f"{self.provision} note {self.mark}"


class FootnoteVersion(Wording):
    """A text of a footnote and the time for which it stood."""

    footnote = models.ForeignKey(
        Footnote, on_delete=models.PROTECT, related_name="versions", verbose_name=_("footnote")
    )
    search = models.GeneratedField(
        expression=search_vector("text", "B"), output_field=SearchVectorField(), db_persist=True
    )

    class Meta(Wording.Meta):
        verbose_name = _("wording of a footnote")
        verbose_name_plural = _("wordings of footnotes")
        ordering: ClassVar = ["footnote", "kind", "revision"]
        constraints: ClassVar = wording_constraints("footnote")
        triggers: ClassVar = wording_triggers("search")
        indexes: ClassVar = [GinIndex(fields=["search"], name="footnote_version_search")]


class Definition(models.Model):
    """A term that an edition defines."""

    edition = models.ForeignKey(
        Edition, on_delete=models.CASCADE, related_name="definitions", verbose_name=_("edition")
    )
    term = models.CharField(_("term"), max_length=100)

    class Meta:
        verbose_name = _("definition")
        verbose_name_plural = _("definitions")
        ordering: ClassVar = ["edition", "term"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["edition", "term"], name="term_is_unique_in_edition"),
        ]

    def __str__(self) -> str:
        return self.term


class DefinitionVersion(Wording):
    """A text of a definition and the time for which it stood.

    `forms` are the other shapes in which the term stands in texts (“penalty cards”); `marked` says whether a page marks
    the term where it occurs: everyday words such as “side” are defined too, but marks on all of them would hide the rest.
    `see` names related terms.
    """

    definition = models.ForeignKey(
        Definition, on_delete=models.PROTECT, related_name="versions", verbose_name=_("definition")
    )
    forms = models.JSONField(_("other forms"), default=list, blank=True)
    marked = models.BooleanField(_("marked in texts"), default=True)
    see = models.JSONField(_("see also"), default=list, blank=True)
    search = models.GeneratedField(
        expression=search_vector("text", "B"),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta(Wording.Meta):
        verbose_name = _("wording of a definition")
        verbose_name_plural = _("wordings of definitions")
        ordering: ClassVar = ["definition", "kind", "revision"]
        constraints: ClassVar = wording_constraints("definition")
        triggers: ClassVar = wording_triggers("search")
        indexes: ClassVar = [GinIndex(fields=["search"], name="definition_version_search")]
