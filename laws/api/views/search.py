"""The search over law and commentary."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from laws.api import parameters, problems
from laws.api.filters import LawField, SlugField
from laws.api.paging import DatedPages, Schema
from laws.api.serializers.beside import HitSerializer
from laws.api.serializers.links import address
from laws.api.views.base import OpenList, bad_form
from laws.searching.finding import WHATS, Asked, Found, find, shown
from laws.searching.jumping import first_of, place_meant, readable_editions

MOST = 200


class SearchForm(forms.Form):
    """What may be asked of the search."""

    q = forms.CharField(max_length=MOST, error_messages={"required": _("Say what to look for.")})
    edition = SlugField(required=False)
    kind = forms.ChoiceField(choices=[("", ""), *((one, one) for one in WHATS)], required=False)
    law = LawField(required=False)


class SearchPages(DatedPages):
    """A page of results, with the provision that the words name and the numbers that other filters would give."""

    found: Found
    slugs: dict[int, str]
    provision: dict[str, str] | None = None

    def get_paginated_response(self, data: Any) -> Response:
        """The page with the numbers."""
        response = super().get_paginated_response(data)
        found = self.found
        by_edition = {self.slugs[pk]: number for pk, number in found.by_edition.items()}
        numbers = {"edition": by_edition, "kind": found.by_what, "law": found.by_law}
        response.data["provision"] = self.provision
        response.data["counts"] = {name: dict(sorted(number.items())) for name, number in numbers.items()}
        return response

    def get_paginated_response_schema(self, schema: Schema) -> Schema:
        """The shape of the page."""
        shape = super().get_paginated_response_schema(schema)
        by_value: Schema = {"type": "object", "additionalProperties": {"type": "integer"}}
        names = ("edition", "kind", "law")
        shape["properties"]["counts"] = {
            "type": "object",
            "description": "For each filter: how many results each of its values would have, the other filters as they are.",
            "properties": dict.fromkeys(names, by_value),
            "required": list(names),
        }
        shape["properties"]["provision"] = {
            "type": ["object", "null"],
            "description": "The provision whose key the words are, such as `27b1a` or `rubber 27`; otherwise null.",
            "properties": {
                "edition": {"type": "string"},
                "key": {"type": "string"},
                "url": {"type": "string", "format": "uri"},
            },
            "required": ["edition", "key", "url"],
        }
        shape["required"] += ["provision", "counts"]
        return shape


@extend_schema_view(
    get=extend_schema(
        operation_id="search",
        tags=["Search"],
        summary="Search law and commentary",
        description="Texts of the date that have all the words, the most fitting first: law, footnotes, definitions and "
        "commentary of all editions in the library. “or”, a minus sign and quotation marks mean what they mean on the web; "
        "bids are found as `1♠` or `1S`. Words that are a key give its address as `provision`.",
    )
)
class Search(OpenList):
    """What has the words."""

    serializer_class = HitSerializer
    pagination_class = SearchPages
    dated = True
    parameters = (
        OpenApiParameter(
            "q",
            {"type": "string", "minLength": 1, "maxLength": MOST, "pattern": parameters.WORDS},
            required=True,
            description="What to look for.",
            examples=parameters.examples("insufficient bid", '"unauthorized information" -screens'),
        ),
        OpenApiParameter(
            "edition",
            {"type": "string", "pattern": parameters.SLUG},
            description="Only in this edition.",
            examples=parameters.examples("duplicate-2017"),
        ),
        OpenApiParameter("kind", str, enum=WHATS, description="Only texts of this kind."),
        OpenApiParameter(
            "law",
            {"type": "string", "pattern": parameters.LAW},
            description="Only texts that belong to this law.",
            examples=parameters.examples("27"),
        ),
    )

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of results."""
        form = SearchForm(request.query_params)
        if not form.is_valid():
            raise bad_form(form)
        told = form.cleaned_data
        editions = readable_editions()
        edition = next((one for one in editions if one.slug == told["edition"]), None)
        if told["edition"] and not edition:
            raise problems.unknown_edition(told["edition"])
        asked = Asked(
            words=told["q"],
            on=self.on,
            edition=edition.pk if edition else None,
            what=told["kind"],
            law=told["law"],
            first=first_of(editions),
        )
        pages = SearchPages()
        pages.found = find(asked)
        pages.slugs = {one.pk: one.slug for one in editions}
        place = place_meant(asked.words, [edition] if edition else editions)
        if place:
            url = address(request, "provision", place.edition, place.key)
            pages.provision = {"edition": place.edition, "key": place.key, "url": url}
        hits = pages.paginate_queryset(pages.found.hits, request, self)
        context = {**self.get_serializer_context(), "slugs": pages.slugs}
        results = HitSerializer(shown(hits, asked.words, self.on) if hits else (), many=True, context=context)
        return pages.get_paginated_response(results.data)
