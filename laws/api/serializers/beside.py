"""What stands beside the laws: commentary, citations, the concordance, and what a search finds."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from laws.api.filters import CITING_TEXTS
from laws.api.serializers.links import Link, address
from laws.api.serializers.wordings import CommentaryTextSerializer, marks_of
from laws.models import Citation, Commentary, Concordance, TextKind
from laws.searching.finding import FOOTNOTE, WHATS, Shown
from laws.searching.words import END_FOUND, FOUND


class CommentaryLinksSerializer(serializers.Serializer[Commentary]):
    """Where to go from a comment."""

    self = Link("comment", "edition.slug", "code")
    versions = Link("comment-versions", "edition.slug", "code")


class CommentarySerializer(serializers.Serializer[Commentary]):
    """What somebody with or without authority has said about provisions and definitions."""

    code = serializers.SlugField(help_text=_("Its permanent name."))
    edition = serializers.SlugField(source="edition.slug")
    kind = serializers.ChoiceField(
        choices=Commentary.Kind.choices, help_text=_("Minutes and regulations bind; the rest explains.")
    )
    author = serializers.CharField(allow_blank=True)
    authority = serializers.CharField(allow_blank=True, help_text=_("The committee or body that stands behind it."))
    place = serializers.CharField(allow_blank=True, help_text=_("Where it was decided."))
    dated = serializers.DateField(allow_null=True, help_text=_("When it was made; see `dated_to`."))
    dated_to = serializers.ChoiceField(
        choices=Commentary.Precision.choices,
        help_text=_("How much of the date is known; the rest of it is the first day there is."),
    )
    provisions = serializers.SerializerMethodField(help_text=_("The keys of the provisions it is about."))
    definitions = serializers.SerializerMethodField(help_text=_("The defined terms it is about."))
    texts = CommentaryTextSerializer(many=True)
    links = CommentaryLinksSerializer(source="*")

    def get_provisions(self, comment: Commentary) -> list[str]:
        """Keys in the order of the law."""
        return [one.key for one in comment.provisions.all()]

    def get_definitions(self, comment: Commentary) -> list[str]:
        """Terms in alphabetical order."""
        return [one.term for one in comment.definitions.all()]


class CommentSerializer(CommentarySerializer):
    """A comment by itself, with its date."""

    on = serializers.SerializerMethodField(help_text=_("The date for which this is told."))

    def get_on(self, _comment: Commentary) -> str:
        """The date of the look-up."""
        return str(self.context["view"].on.isoformat())


class CitingTextSerializer(serializers.Serializer[Any]):
    """The text in which a citation stands. Of the four names, those that say where are not null."""

    text = serializers.ChoiceField(choices=CITING_TEXTS)
    kind = serializers.ChoiceField(choices=TextKind.choices, help_text=_("Whose words these are."))
    provision = serializers.CharField(allow_null=True, help_text=_("The key of the provision or of the footnote's."))
    footnote = serializers.CharField(allow_null=True, help_text=_("The footnote's mark."))
    definition = serializers.CharField(allow_null=True, help_text=_("The defined term."))
    commentary = serializers.CharField(allow_null=True, help_text=_("The comment's permanent name."))


class CitationSerializer(serializers.Serializer[Citation]):
    """A place where a text names provisions, and what it names there as far as is known."""

    written = serializers.CharField(help_text=_("As it is written."))
    start = serializers.IntegerField(help_text=_("Where it begins in the text, in characters from 0."))
    end = serializers.IntegerField(help_text=_("Where it ends: the first character behind it."))
    status = serializers.ChoiceField(
        choices=Citation.Status.choices, help_text=_("Whether it is known what the text means.")
    )
    citing = serializers.SerializerMethodField()
    cited = serializers.SerializerMethodField(
        help_text=_("Keys of the provisions that are named; for an ambiguous citation those that could be meant.")
    )

    @extend_schema_field(CitingTextSerializer)
    def get_citing(self, citation: Citation) -> dict[str, str | None]:
        """Where it stands."""
        told: dict[str, str | None] = {
            "text": None, "kind": None, "provision": None, "footnote": None, "definition": None, "commentary": None
        }  # fmt: skip
        if version := citation.version:
            told |= {"text": "provision", "kind": version.kind, "provision": version.provision.key}
        elif note := citation.footnote_version:
            key, mark = note.footnote.provision.key, marks_of(self.context)[note.footnote_id]
            told |= {"text": "footnote", "kind": note.kind, "provision": key, "footnote": mark}
        elif definition := citation.definition_version:
            told |= {"text": "definition", "kind": definition.kind, "definition": definition.definition.term}
        elif comment := citation.commentary_version:
            told |= {"text": "commentary", "kind": comment.kind, "commentary": comment.commentary.code}
        return told

    def get_cited(self, citation: Citation) -> list[str]:
        """Keys in the order of the law."""
        return [one.key for one in citation.provisions.all()]


class EndSerializer(serializers.Serializer[Any]):
    """One side of a concordance."""

    edition = serializers.SlugField()
    key = serializers.CharField(allow_null=True, help_text=_("Null where there is nothing on this side."))


class ConcordanceSerializer(serializers.Serializer[Concordance]):
    """How a provision of one edition continues in another, or corresponds to one of another code."""

    kind = serializers.ChoiceField(choices=Concordance.Kind.choices, help_text=_("What became of it."))
    earlier = serializers.SerializerMethodField()
    later = serializers.SerializerMethodField()
    remark = serializers.CharField(allow_blank=True, help_text=_("What differs, in our words."))
    since = serializers.DateField(
        allow_null=True, help_text=_("The first day on which it holds, where an amendment made it so.")
    )
    until = serializers.DateField(
        allow_null=True, help_text=_("The first day on which it holds no longer, where an amendment made it so.")
    )

    @extend_schema_field(EndSerializer)
    def get_earlier(self, entry: Concordance) -> dict[str, str | None]:
        """The side it comes from."""
        return {"edition": entry.earlier_edition.slug, "key": entry.earlier_key or None}

    @extend_schema_field(EndSerializer)
    def get_later(self, entry: Concordance) -> dict[str, str | None]:
        """The side it leads to."""
        return {"edition": entry.later_edition.slug, "key": entry.later_key or None}


class HitLinksSerializer(serializers.Serializer[Any]):
    """Where what was found stands."""

    provisions = serializers.ListField(child=serializers.URLField())
    comment = serializers.URLField(allow_null=True)


class MarkSerializer(serializers.Serializer[Any]):
    """A stretch of an excerpt."""

    start = serializers.IntegerField(help_text=_("In characters from 0."))
    end = serializers.IntegerField(help_text=_("The first character behind it."))


class HitSerializer(serializers.Serializer[Any]):
    """A text that has the words. The serializer's context has the editions' short names by id, as `slugs`."""

    kind = serializers.ChoiceField(
        choices=[(one, one) for one in WHATS], source="hit.what", help_text=_("What was found; of commentary its kind.")
    )
    edition = serializers.SerializerMethodField()
    keys = serializers.ListField(
        child=serializers.CharField(),
        source="hit.keys",
        help_text=_("The provisions it belongs to, in the order of the law; a definition has none."),
    )
    title = serializers.CharField(
        allow_blank=True, help_text=_("The nearest heading, the defined term, or the comment's title.")
    )
    law_title = serializers.CharField(allow_blank=True, help_text=_("The title of the law it stands in."))
    excerpt = serializers.SerializerMethodField(
        help_text=_("The text. A long comment is cut to what tells most; law, footnotes and definitions are whole.")
    )
    marks = serializers.SerializerMethodField(help_text=_("Where the words stand in the excerpt."))
    footnote = serializers.SerializerMethodField(help_text=_("The mark of a footnote; otherwise null."))
    commentary = serializers.SerializerMethodField(help_text=_("The comment's permanent name; otherwise null."))
    authority = serializers.CharField(allow_blank=True, help_text=_("Who stands behind a comment."))
    dated = serializers.DateField(allow_null=True, help_text=_("When a comment was made."))
    links = serializers.SerializerMethodField()

    @extend_schema_field(OpenApiTypes.STR)
    def get_edition(self, found: Shown) -> str:
        """The edition's short name."""
        return str(self.context["slugs"][found.hit.edition])

    @extend_schema_field(OpenApiTypes.STR)
    def get_excerpt(self, found: Shown) -> str:
        """Without the marks."""
        return found.text.replace(FOUND, "").replace(END_FOUND, "")

    @extend_schema_field(MarkSerializer(many=True))
    def get_marks(self, found: Shown) -> list[dict[str, int]]:
        """Stretches of the excerpt."""
        marks: list[dict[str, int]] = []
        at = 0
        for sign in found.text:
            if sign == FOUND:
                marks.append({"start": at, "end": at})
            elif sign == END_FOUND:
                marks[-1]["end"] = at
            else:
                at += 1
        return marks

    def get_footnote(self, found: Shown) -> str | None:
        """Its mark."""
        return found.code if found.hit.what == FOOTNOTE else None

    def get_commentary(self, found: Shown) -> str | None:
        """Its name."""
        return found.code if _is_comment(found) else None

    @extend_schema_field(HitLinksSerializer)
    def get_links(self, found: Shown) -> dict[str, Any]:
        """Addresses."""
        request, slug = self.context["request"], self.get_edition(found)
        return {
            "provisions": [address(request, "provision", slug, key) for key in found.hit.keys],
            "comment": address(request, "comment", slug, found.code) if _is_comment(found) else None,
        }


def _is_comment(found: Shown) -> bool:
    return found.hit.what in Commentary.Kind.values
