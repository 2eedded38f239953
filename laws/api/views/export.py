"""A whole edition to take away."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from laws.api.export import SCHEMA, export
from laws.api.serializers.links import address
from laws.api.views.base import Open

TAGS = ["Export"]
_KEPT_COPY = [
    OpenApiParameter(
        "If-None-Match",
        str,
        OpenApiParameter.HEADER,
        description="The `ETag` of your copy: 304 if it is still the same.",
    ),
    *(
        OpenApiParameter(name, str, OpenApiParameter.HEADER, response=True, description=said)
        for name, said in (
            ("ETag", "Names the content of the document."),
            ("Last-Modified", "Since when the document has been this one."),
            ("Link", "Leads to the document's JSON Schema, with rel=describedby."),
        )
    ),
]


@extend_schema_view(
    get=extend_schema(
        operation_id="export_edition",
        tags=TAGS,
        summary="A whole edition as one document",
        description="The edition on the date with its amendments, laws, footnotes, tables, definitions, commentary, flow "
        "charts and concordance. The same content gives the same bytes. `format.version` counts the shapes; within one "
        "version fields are only added. Keep the `ETag` and send it as `If-None-Match`.",
        parameters=_KEPT_COPY,
        responses={
            200: OpenApiResponse(OpenApiTypes.OBJECT, "The document; its shape is `get_export_schema`."),
            304: OpenApiResponse(None, "Your copy is still the same."),
        },
    )
)
class EditionExport(Open):
    """An edition as a document."""

    dated = True
    of_text = True

    def get(self, request: Request, edition: str) -> HttpResponseBase:
        """The document, unless the caller has it."""
        made = export(self.edition, self.on, asked_on="on" in request.query_params)
        response = HttpResponse(made.body, content_type="application/json")
        response.headers["ETag"] = made.etag
        response.headers["Last-Modified"] = http_date(made.changed.timestamp())
        # A copy may be kept, but must be asked for again: the law may have changed.
        response.headers["Cache-Control"] = "public, no-cache"
        response.headers["Content-Disposition"] = f'attachment; filename="{self.edition.slug}.{self.on}.json"'
        response.headers["Link"] = f'<{address(request, "export-schema")}>; rel="describedby"'
        told: Any = get_conditional_response(request._request, made.etag, int(made.changed.timestamp()), response)
        return told  # type: ignore[no-any-return]


@extend_schema_view(
    get=extend_schema(
        operation_id="get_export_schema",
        tags=TAGS,
        summary="JSON Schema of the export",
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "A JSON Schema, draft 2020-12.")},
    )
)
class ExportSchema(Open):
    """The export's JSON Schema."""

    def get(self, request: Request) -> Response:
        """The schema."""
        return Response(SCHEMA)
