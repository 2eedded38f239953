"""Provisions with their texts and footnotes, definitions, flow charts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from laws import keys
from laws.api.serializers.editions import LawSerializer
from laws.api.serializers.links import Link
from laws.api.serializers.wordings import ProvisionTextSerializer, TextSerializer, marks_of
from laws.library import ProvisionText
from laws.models import Definition, FlowChart, Footnote, Provision


class FootnoteSerializer(serializers.Serializer[Footnote]):
    """A note that the law book prints under a provision."""

    mark = serializers.SerializerMethodField(help_text=_("Its number on the date."))
    texts = TextSerializer(many=True)

    def get_mark(self, footnote: Footnote) -> str:
        """The number that the book gave it on the date."""
        return marks_of(self.context)[footnote.pk]


class ProvisionLinksSerializer(serializers.Serializer[Provision]):
    """Where to go from a provision."""

    self = Link("provision", "edition.slug", "key")
    page = Link("laws:provision", "edition.slug", "key", help_text=_("The page for people."))
    law = Link("law", "edition.slug", "law.number")
    versions = Link("versions", "edition.slug", "key")
    commentary = Link("commentary", "edition.slug", asked={"provision": "key"})
    cites = Link("citations", "edition.slug", asked={"citing": "key"})
    cited_by = Link("citations", "edition.slug", asked={"cited": "key"})


class ProvisionSerializer(serializers.Serializer[Provision]):
    """A node of a law as it stood on the date."""

    key = serializers.CharField(help_text=_("Its permanent name in its edition: 27B1(a)."))
    name = serializers.SerializerMethodField(help_text=_("What people call it: Law 27, 27B1(a), Club Law 69B2."))
    law = serializers.CharField(source="law.number", help_text=_("The law it belongs to."))
    parent = serializers.CharField(  # type: ignore[assignment]
        source="parent.key", default=None, allow_null=True, help_text=_("The key above it.")
    )
    gap = serializers.BooleanField(
        help_text=_("No text of that date is held: it did not exist then, or its text is not in the library.")
    )
    texts = ProvisionTextSerializer(
        many=True, help_text=_("The digest and, where this library holds it, the official text.")
    )
    footnotes = FootnoteSerializer(many=True, source="notes")
    links = ProvisionLinksSerializer(source="*")

    def get_name(self, provision: Provision) -> str:
        """The name in the field."""
        return keys.name(provision.key)


class NeighbourSerializer(serializers.Serializer[ProvisionText]):
    """A provision above or below another."""

    key = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    url = Link("provision", "edition", "key")


class ProvisionInPlaceSerializer(ProvisionSerializer):
    """A provision in its place."""

    on = serializers.SerializerMethodField(help_text=_("The date for which this is told."))
    edition = serializers.SlugField(source="edition.slug")
    above = NeighbourSerializer(many=True, help_text=_("From the whole law down."))
    below = NeighbourSerializer(many=True, help_text=_("Everything under it, in the order of the law."))

    def get_on(self, _provision: Provision) -> str:
        """The date of the look-up."""
        return str(self.context["view"].on.isoformat())


class WholeLawSerializer(LawSerializer):
    """A law with all its provisions."""

    on = serializers.SerializerMethodField(help_text=_("The date for which this is told."))
    edition = serializers.SlugField(source="edition.slug")
    provisions = ProvisionSerializer(many=True, source="nodes", help_text=_("In the order of the law, itself first."))

    def get_on(self, _law: Any) -> str:
        """The date of the look-up."""
        return str(self.context["view"].on.isoformat())


class DefinitionTextSerializer(TextSerializer):
    """What a definition said for some time."""

    forms = serializers.ListField(child=serializers.CharField(), help_text=_("Other shapes of the term in texts."))
    marked = serializers.BooleanField(help_text=_("Whether pages mark the term where it occurs."))
    see = serializers.ListField(child=serializers.CharField(), help_text=_("Related terms."))


class DefinitionSerializer(serializers.Serializer[Definition]):
    """A term that the edition defines."""

    term = serializers.CharField()
    texts = DefinitionTextSerializer(many=True)


class FlowChartSerializer(serializers.Serializer[FlowChart]):
    """A flow chart that a document prints beside the law. Only the words in its boxes are known."""

    title = serializers.CharField()
    laws = serializers.SerializerMethodField(help_text=_("The numbers of the laws it is about."))
    texts = TextSerializer(many=True)

    def get_laws(self, chart: FlowChart) -> list[str]:
        """Numbers in order."""
        return [law.number for law in chart.laws.all()]
