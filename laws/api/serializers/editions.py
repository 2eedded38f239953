"""Codes, editions, and what an edition consists of."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from laws.api.serializers.links import Link
from laws.models import Amendment, Code, Edition, Law, Part, SourceDocument


class EditionLinksSerializer(serializers.Serializer[Edition]):
    """What an edition has."""

    self = Link("edition", "slug")
    laws = Link("laws", "slug")
    provisions = Link("provisions", "slug")
    definitions = Link("definitions", "slug")
    commentary = Link("commentary", "slug")
    citations = Link("citations", "slug")
    amendments = Link("amendments", "slug")
    charts = Link("charts", "slug")
    export = Link("export", "slug")


class EditionSerializer(serializers.Serializer[Edition]):
    """A code as published in one year. It applies until the next edition of the same code is in force."""

    slug = serializers.SlugField(help_text=_("Its short name in addresses; permanent."))
    code = serializers.SlugField(source="code.slug", help_text=_("The code's short name."))
    title = serializers.CharField()
    year = serializers.IntegerField()
    in_force = serializers.DateField(help_text=_("The first day on which it applied."))
    until = serializers.DateField(
        allow_null=True, help_text=_("The day on which the next edition began; null for the latest one.")
    )
    on_shelf = serializers.BooleanField(
        help_text=_("Whether its text can be read here; if not, only its name is known.")
    )
    links = EditionLinksSerializer(source="*")


class CodeSerializer(serializers.Serializer[Code]):
    """A work that is revised from time to time, with its editions, the latest first."""

    slug = serializers.SlugField(help_text=_("Its short name in addresses; permanent."))
    title = serializers.CharField()
    editions = EditionSerializer(many=True, source="editions_here")
    url = Link("code", "slug")


class AmendmentSerializer(serializers.Serializer[Amendment]):
    """A change of the law inside an edition."""

    instrument = serializers.CharField(help_text=_("What made the change."))
    in_force = serializers.DateField(help_text=_("The first day on which the changed text applied."))
    provisions = serializers.SerializerMethodField(help_text=_("The keys of what it touched, in the order of the law."))

    def get_provisions(self, amendment: Amendment) -> list[str]:
        """Keys."""
        return [one.key for one in amendment.provisions.all()]


class PartSerializer(serializers.Serializer[Part]):
    """A run of laws that belong together."""

    order = serializers.IntegerField(help_text=_("Its place among the parts, from 1."))
    title = serializers.CharField()


class LawSerializer(serializers.Serializer[Law]):
    """A law, or what stands in the place of one: an introduction, an appendix, a club law."""

    number = serializers.CharField(help_text=_("Its number or name; also the key of its first provision."))
    name = serializers.CharField(help_text=_("What people call it: Law 27, Club Law 27, Introduction."))
    title = serializers.CharField(help_text=_("Its title on the date."))
    part = PartSerializer()
    url = Link("law", "edition.slug", "number")


class SourceSerializer(serializers.Serializer[SourceDocument]):
    """A published document that texts were taken from or checked against."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    publisher = serializers.CharField(allow_blank=True)
    dated = serializers.DateField(allow_null=True)
    format = serializers.CharField(
        allow_blank=True, help_text=_("The reader that understands its file; often not known.")
    )
    sha256 = serializers.CharField(
        allow_blank=True,
        help_text=_("The digest of the file whose line numbers are given; empty when no file was read."),
    )
    url = Link("source", "pk")
