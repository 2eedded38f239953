"""Texts, whatever they belong to: the words, the time they applied, and where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from laws import footnotes
from laws.api.serializers.links import Link
from laws.models import Amendment, Origin, SourceDocument, TextKind, Wording

SEATS = [("N", "N"), ("E", "E"), ("S", "S"), ("W", "W")]


class StretchSerializer(serializers.Serializer[Any]):
    """A time during which something applied."""

    since = serializers.DateField(source="lower", help_text=_("The first day."))
    until = serializers.DateField(
        source="upper",
        allow_null=True,
        help_text=_("The first day on which it no longer applied; null while it applies."),
    )


class SourceRefSerializer(serializers.Serializer[SourceDocument]):
    """A source document by name."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    url = Link("source", "pk")


class AmendmentRefSerializer(serializers.Serializer[Amendment]):
    """An amendment by name."""

    instrument = serializers.CharField(help_text=_("What made the change."))
    in_force = serializers.DateField(help_text=_("The day from which it applied."))


class TableSerializer(serializers.Serializer[Any]):
    """A table of the law book."""

    caption = serializers.CharField(allow_blank=True)
    head = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text=_("The headings of the columns.")
    )
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField(allow_blank=True)))


class TextSerializer(serializers.Serializer[Wording]):
    """A text. A digest is in this project's words; an official text is the publisher's own."""

    kind = serializers.ChoiceField(choices=TextKind.choices, help_text=_("Whose words these are."))
    text = serializers.CharField(allow_blank=True, help_text=_("Plain text; an empty line stands between paragraphs."))
    in_force = StretchSerializer(source="effective", help_text=_("When it was the law, or the commentary."))
    revision = serializers.IntegerField(help_text=_("Counts the texts of this kind that were ever held here, from 1."))
    origin = serializers.ChoiceField(choices=Origin.choices, help_text=_("How the text came here."))
    source = SourceRefSerializer(  # type: ignore[assignment]
        allow_null=True, help_text=_("The document it was taken from or checked against, where known.")
    )
    first_line = serializers.IntegerField(allow_null=True, help_text=_("Where in that document's file, from 1."))
    last_line = serializers.IntegerField(allow_null=True, help_text=_("The last of these lines."))


class ProvisionTextSerializer(TextSerializer):
    """What a provision said for some time, its heading included."""

    heading = serializers.CharField(allow_blank=True, help_text=_("Its own heading; of a law its title. Often none."))
    tables = TableSerializer(many=True)
    amended_by = AmendmentRefSerializer(
        allow_null=True, help_text=_("The amendment that put it in force; null for the edition's first text.")
    )


class CallSerializer(serializers.Serializer[Any]):
    """A call as it was made, regular or not."""

    by = serializers.ChoiceField(choices=SEATS)
    call = serializers.CharField(help_text=_("1C to 7N, P, X or XX."))
    bad = serializers.BooleanField(required=False, help_text=_("Whether it was irregular."))
    note = serializers.IntegerField(required=False, help_text=_("The note that explains it, from 1."))


class AuctionSerializer(serializers.Serializer[Any]):
    """An auction in the order in which it happened."""

    dealer = serializers.ChoiceField(choices=SEATS)
    vulnerability = serializers.CharField(required=False, help_text=_("NS, EW, both or none."))
    board = serializers.IntegerField(required=False)
    calls = CallSerializer(many=True)
    notes = serializers.ListField(child=serializers.CharField(), required=False)


class DealSerializer(serializers.Serializer[Any]):
    """Hands, as far as they are shown."""

    show = serializers.DictField(
        child=serializers.CharField(),
        help_text=_(
            "By seat, spades first with dots between the suits: Q632.KT98.J.AQJ9. A void is nothing or a dash."
        ),
    )
    dealer = serializers.ChoiceField(choices=SEATS, required=False)
    vulnerability = serializers.CharField(required=False, help_text=_("NS, EW, both or none."))
    board = serializers.IntegerField(required=False)


class CommentaryTextSerializer(TextSerializer):
    """What a comment said for some time, with its diagrams."""

    title = serializers.CharField(source="heading", allow_blank=True)
    auctions = AuctionSerializer(many=True)
    deals = DealSerializer(many=True)


class HeldSerializer(serializers.Serializer[Wording]):
    """The second clock of a text: when this record was what the library had."""

    entered = serializers.DateTimeField(source="created_at", help_text=_("When this text came into the library."))
    superseded = serializers.DateTimeField(
        source="superseded_at",
        allow_null=True,
        help_text=_("When a later revision corrected it or closed its time; null for what is held now."),
    )


class ProvisionVersionSerializer(ProvisionTextSerializer, HeldSerializer):
    """A text of a provision with both clocks."""


class CommentaryVersionSerializer(CommentaryTextSerializer, HeldSerializer):
    """A text of a comment with both clocks."""


def marks_of(context: Mapping[str, Any]) -> dict[int, str]:
    """The numbers that the footnotes of the answer's edition had on its date, by their ids; looked up once an answer."""
    view = context["view"]
    if not hasattr(view, "marks"):
        view.marks = footnotes.marks(view.on, edition=view.edition.slug)
    return view.marks  # type: ignore[no-any-return]
