"""The law library in Django's admin.

It is shown here and not edited: texts come from the digest's files, from an import, or from a proposal that a second
person published.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from laws import library
from laws.models import (
    Amendment,
    Code,
    Commentary,
    CommentaryVersion,
    Concordance,
    Definition,
    DefinitionVersion,
    Edition,
    FlowChart,
    FlowChartVersion,
    Footnote,
    FootnoteVersion,
    Law,
    Provision,
    ProvisionVersion,
    SourceDocument,
    Wording,
)
from laws.titles import titled


class Shown:
    """For records that come from files."""

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """The load adds them."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """The load changes them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Papers and results cite them."""
        return False


class Wordings(admin.StackedInline[Wording, models.Model]):
    """The wordings of one thing, the superseded ones too. A further one may be added."""

    extra = 0
    readonly_fields: ClassVar = ("created_at", "superseded_at")
    ordering: ClassVar = ("kind", "revision")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The database would refuse it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The database would refuse it."""
        return False


class ProvisionWordings(Shown, Wordings):
    """Those of a provision come from the digest."""

    model = ProvisionVersion
    exclude: ClassVar = ("search",)


class FootnoteWordings(Shown, Wordings):
    """Those of a footnote come from the digest."""

    model = FootnoteVersion


class DefinitionWordings(Shown, Wordings):
    """Those of a definition."""

    model = DefinitionVersion
    exclude: ClassVar = ("search",)


class CommentaryWordings(Shown, Wordings):
    """Those of a commentary."""

    model = CommentaryVersion
    exclude: ClassVar = ("search",)


@admin.register(Code)
class CodeAdmin(Shown, admin.ModelAdmin[Code]):
    """Codes of laws."""

    list_display = ("title", "slug")


@admin.register(Edition)
class EditionAdmin(Shown, admin.ModelAdmin[Edition]):
    """Editions of the codes."""

    list_display = ("title", "slug", "year", "in_force")
    list_filter = ("code",)


@admin.register(Law)
class LawAdmin(Shown, admin.ModelAdmin[Law]):
    """Laws of the editions."""

    list_display = ("number", "title", "part", "edition")
    list_filter = ("edition",)
    list_select_related = ("part", "edition")
    search_fields = ("number", "title")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Law]:
        """With the titles of today."""
        return titled(super().get_queryset(request), library.today())

    @admin.display(description=_("title"))
    def title(self, law: Any) -> str:
        """Today's."""
        return str(law.title)


@admin.register(Provision)
class ProvisionAdmin(Shown, admin.ModelAdmin[Provision]):
    """Provisions with the history of their wordings."""

    list_display = ("key", "law", "edition")
    list_filter = ("edition",)
    list_select_related = ("law", "edition")
    search_fields = ("key",)
    inlines: ClassVar = [ProvisionWordings]


@admin.register(Footnote)
class FootnoteAdmin(Shown, admin.ModelAdmin[Footnote]):
    """Footnotes with the history of their wordings."""

    list_display = ("mark", "provision")
    list_select_related = ("provision",)
    inlines: ClassVar = [FootnoteWordings]


@admin.register(Amendment)
class AmendmentAdmin(Shown, admin.ModelAdmin[Amendment]):
    """Amendments and the provisions they touched."""

    list_display = ("instrument", "in_force", "edition")
    list_select_related = ("edition",)


@admin.register(SourceDocument)
class SourceDocumentAdmin(Shown, admin.ModelAdmin[SourceDocument]):
    """Documents that wordings were taken from."""

    list_display = ("title", "publisher", "dated")
    search_fields = ("title", "publisher")


@admin.register(Definition)
class DefinitionAdmin(Shown, admin.ModelAdmin[Definition]):
    """Terms that an edition defines."""

    list_display = ("term", "edition")
    list_filter = ("edition",)
    search_fields = ("term",)
    inlines: ClassVar = [DefinitionWordings]


@admin.register(Commentary)
class CommentaryAdmin(Shown, admin.ModelAdmin[Commentary]):
    """Minutes, notes, examples, regulations and cautions."""

    list_display = ("__str__", "kind", "authority", "dated")
    list_filter = ("kind",)
    search_fields = ("code", "author", "authority")
    autocomplete_fields = ("provisions", "definitions")
    inlines: ClassVar = [CommentaryWordings]


@admin.register(Concordance)
class ConcordanceAdmin(Shown, admin.ModelAdmin[Concordance]):
    """How provisions continue in other editions."""

    list_display = ("earlier_key", "earlier_edition", "later_key", "later_edition", "kind")
    list_filter = ("kind", "earlier_edition", "later_edition")
    list_select_related = ("earlier_edition", "later_edition")


class FlowChartWordings(Shown, Wordings):
    """Those of a flow chart come from an import."""

    model = FlowChartVersion


@admin.register(FlowChart)
class FlowChartAdmin(Shown, admin.ModelAdmin[FlowChart]):
    """Flow charts of imported documents."""

    list_display = ("title", "edition")
    list_select_related = ("edition",)
    inlines: ClassVar = [FlowChartWordings]
