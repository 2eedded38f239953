"""Laws, provisions, their versions, definitions and flow charts."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from laws import library
from laws.api import parameters, problems, reading
from laws.api.filters import DefinitionFilters, ProvisionFilters
from laws.api.serializers.editions import LawSerializer
from laws.api.serializers.provisions import (
    DefinitionSerializer,
    FlowChartSerializer,
    ProvisionInPlaceSerializer,
    ProvisionSerializer,
    WholeLawSerializer,
)
from laws.api.serializers.wordings import ProvisionVersionSerializer
from laws.api.views.base import DatedList, Open, OpenList
from laws.models import Definition, Edition, FlowChart, Law, Provision, ProvisionVersion

TAGS = ["Law"]


def unknown_key(edition: Edition, key: str) -> problems.Problem:
    """There is no such provision; says which one may be meant."""
    return problems.unknown_key(key, edition.slug, library.meant_by(key, edition.slug))


@extend_schema_view(
    get=extend_schema(
        operation_id="list_laws",
        tags=TAGS,
        summary="Laws of an edition",
        description="In the order of the law book, each with its part: the table of contents.",
    )
)
class LawList(DatedList):
    """The laws of an edition."""

    serializer_class = LawSerializer

    def get_queryset(self) -> QuerySet[Law]:
        """Those of the edition."""
        return reading.laws(self.edition, self.on)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_law",
        tags=TAGS,
        summary="One law, whole",
        description="A law with all its provisions, their texts, tables and footnotes as they stood on the date.",
    )
)
class LawDetail(Open):
    """A whole law."""

    serializer_class = WholeLawSerializer
    dated = True
    of_text = True

    def get(self, request: Request, edition: str, number: str) -> Response:
        """The law on the date."""
        law: Any = reading.laws(self.edition, self.on).filter(number=number).first()
        if not law:
            raise unknown_key(self.edition, number)
        law.nodes = reading.provisions(self.edition, self.on).filter(law=law)
        return Response(self.get_serializer(law).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_provisions",
        tags=TAGS,
        summary="Provisions of an edition",
        description="In the order of the law. `?under=27B` is 27B and everything below it.",
    )
)
class ProvisionList(DatedList):
    """The provisions of an edition."""

    serializer_class = ProvisionSerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = ProvisionFilters
    queryset = Provision.objects.none()  # tells the schema what is filtered

    def get_queryset(self) -> QuerySet[Provision]:
        """Those of the edition on the date."""
        return reading.provisions(self.edition, self.on)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_provision",
        tags=TAGS,
        summary="One provision",
        description="A provision as it stood on the date, with what stands above and below it. The address is permanent.",
    )
)
class ProvisionDetail(Open):
    """A provision in its place."""

    serializer_class = ProvisionInPlaceSerializer
    dated = True
    of_text = True

    def get(self, request: Request, edition: str, key: str) -> Response:
        """The provision on the date."""
        provision: Any = reading.provisions(self.edition, self.on).filter(key=key).first()
        if not provision:
            raise unknown_key(self.edition, key)
        try:
            branch = library.branch(edition, key, self.on)
            provision.above, provision.below = branch.above, branch.below
        except library.NotOnShelfError:  # it has an official text only
            provision.above, provision.below = (), ()
        return Response(self.get_serializer(provision).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_provision_versions",
        tags=TAGS,
        summary="All texts a provision has had",
        description="Both clocks of every text: `in_force` is when it was the law, `entered` to `superseded` when it was "
        "what this library held. The digest comes first, then the official text, each by revision.",
        parameters=[parameters.PROVISION],
    )
)
class ProvisionVersionList(OpenList):
    """All wordings of a provision."""

    serializer_class = ProvisionVersionSerializer
    of_text = True

    def get_queryset(self) -> QuerySet[ProvisionVersion]:
        """Every wording that was ever held."""
        key = self.kwargs["key"]
        found = ProvisionVersion.objects.filter(provision__edition=self.edition, provision__key=key)
        if not found.exists():
            raise unknown_key(self.edition, key)
        return found.select_related("source", "amended_by").defer("search").order_by("kind", "revision")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_definitions",
        tags=TAGS,
        summary="Definitions of an edition",
        description="The terms that the edition defines, in alphabetical order.",
    )
)
class DefinitionList(DatedList):
    """The definitions of an edition."""

    serializer_class = DefinitionSerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = DefinitionFilters
    queryset = Definition.objects.none()  # tells the schema what is filtered

    def get_queryset(self) -> QuerySet[Definition]:
        """Those of the edition on the date."""
        return reading.definitions(self.edition, self.on)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_flow_charts",
        tags=TAGS,
        summary="Flow charts of an edition",
        description="The words of the charts that a source document prints beside the law, where one was imported.",
    )
)
class FlowChartList(DatedList):
    """The flow charts of an edition."""

    serializer_class = FlowChartSerializer

    def get_queryset(self) -> QuerySet[FlowChart]:
        """Those of the edition on the date."""
        return reading.charts(self.edition, self.on)
