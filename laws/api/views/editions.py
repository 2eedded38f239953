"""Codes, editions and amendments."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from laws.api import parameters, problems, reading
from laws.api.filters import EditionFilters
from laws.api.serializers.editions import AmendmentSerializer, CodeSerializer, EditionSerializer
from laws.api.views.base import Open, OpenList
from laws.models import Amendment, Code, Edition, Provision

TAGS = ["Editions"]


@extend_schema_view(
    get=extend_schema(
        operation_id="list_codes",
        tags=TAGS,
        summary="Codes of laws",
        description="The codes that the library knows, each with its editions, latest first.",
    )
)
class CodeList(OpenList):
    """All codes."""

    serializer_class = CodeSerializer

    def get_queryset(self) -> QuerySet[Code]:
        """All codes."""
        return reading.codes()


@extend_schema_view(
    get=extend_schema(
        operation_id="get_code",
        tags=TAGS,
        summary="One code",
        parameters=[parameters.in_path("code", "The code's short name.", "duplicate", "rubber")],
    )
)
class CodeDetail(Open):
    """A code."""

    serializer_class = CodeSerializer

    def get(self, request: Request, code: str) -> Response:
        """The code and its editions."""
        found = reading.codes().filter(slug=code).first()
        if not found:
            raise problems.unknown_record(code, "/api/v1/laws/codes/")
        return Response(self.get_serializer(found).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_editions",
        tags=TAGS,
        summary="Editions",
        description="By code, latest first. `?code=duplicate&on=2010-05-01` finds the one that applied on a day.",
    )
)
class EditionList(OpenList):
    """All editions."""

    serializer_class = EditionSerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = EditionFilters

    def get_queryset(self) -> QuerySet[Edition]:
        """All editions."""
        return reading.editions()


@extend_schema_view(get=extend_schema(operation_id="get_edition", tags=TAGS, summary="One edition"))
class EditionDetail(Open):
    """An edition."""

    serializer_class = EditionSerializer

    def get(self, request: Request, edition: str) -> Response:
        """When it applied, and where its parts are."""
        return Response(self.get_serializer(reading.editions().get(pk=self.edition.pk)).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_amendments",
        tags=TAGS,
        summary="Amendments of an edition",
        description="The changes made while the edition was in force, the earliest first. They are of all dates.",
    )
)
class AmendmentList(OpenList):
    """The amendments of an edition."""

    serializer_class = AmendmentSerializer
    of_text = True

    def get_queryset(self) -> QuerySet[Amendment]:
        """Those of the edition."""
        touched: Any = Prefetch("provisions", Provision.objects.order_by("order"))
        found = Amendment.objects.filter(edition=self.edition).prefetch_related(touched)
        return found.order_by("in_force", "instrument")
