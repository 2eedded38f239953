"""Commentary, citations, the concordance and the source documents."""

from __future__ import annotations

from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from laws.api import parameters, problems, reading
from laws.api.filters import CitationFilters, CommentaryFilters, ConcordanceFilters
from laws.api.serializers.beside import (
    CitationSerializer,
    CommentarySerializer,
    CommentSerializer,
    ConcordanceSerializer,
)
from laws.api.serializers.editions import SourceSerializer
from laws.api.serializers.wordings import CommentaryVersionSerializer
from laws.api.views.base import DatedList, Open, OpenList
from laws.models import Citation, Commentary, CommentaryVersion, Concordance, SourceDocument

COMMENT = parameters.in_path("code", "The comment's permanent name.", "27a1-has-lho-called")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_commentary",
        tags=["Commentary"],
        summary="Commentary on an edition",
        description="Minutes, notes, examples, change notes, rationale, regulations and cautions that held on the date, "
        "latest first. Superseded ones are found under an earlier date, and under each comment's versions.",
    )
)
class CommentaryList(DatedList):
    """The commentary on an edition."""

    serializer_class = CommentarySerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = CommentaryFilters
    queryset = Commentary.objects.none()  # tells the schema what is filtered

    def get_queryset(self) -> QuerySet[Commentary]:
        """What held on the date."""
        return reading.commentary(self.edition, self.on)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_comment",
        tags=["Commentary"],
        summary="One comment",
        description="`texts` is empty when it did not hold on the date; its versions tell when it did.",
        parameters=[COMMENT],
    )
)
class CommentDetail(Open):
    """A comment."""

    serializer_class = CommentSerializer
    dated = True
    of_text = True

    def get(self, request: Request, edition: str, code: str) -> Response:
        """The comment on the date."""
        found = reading.commentary(self.edition, self.on).filter(code=code).first()
        if not found:
            known = reading.hung(Commentary.objects.filter(edition=self.edition, code=code)).first()
            if not known:
                raise problems.unknown_record(code, f"/api/v1/laws/editions/{edition}/commentary/")
            known.texts = []  # type: ignore[attr-defined]
            found = known
        return Response(self.get_serializer(found).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_comment_versions",
        tags=["Commentary"],
        summary="All texts a comment has had",
        description="Both clocks of every text: `in_force` is when it held, `entered` to `superseded` when it was what "
        "this library held.",
        parameters=[COMMENT],
    )
)
class CommentVersionList(OpenList):
    """All wordings of a comment."""

    serializer_class = CommentaryVersionSerializer
    of_text = True

    def get_queryset(self) -> QuerySet[CommentaryVersion]:
        """Every wording that was ever held."""
        code = self.kwargs["code"]
        found = CommentaryVersion.objects.filter(commentary__edition=self.edition, commentary__code=code)
        if not found.exists():
            raise problems.unknown_record(code, f"/api/v1/laws/editions/{self.edition.slug}/commentary/")
        return found.select_related("source").defer("search").order_by("kind", "revision")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_citations",
        tags=["Citations"],
        summary="What cites what",
        description="Every place where a text of the date names a provision. `?cited=27B` is who cites 27B or what is "
        "below it; `?citing=27B` is what these cite; `?status=unmatched` is what leads nowhere.",
    )
)
class CitationList(DatedList):
    """The citations of an edition."""

    serializer_class = CitationSerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = CitationFilters
    queryset = Citation.objects.none()  # tells the schema what is filtered

    def get_queryset(self) -> QuerySet[Citation]:
        """Those in texts of the date."""
        return reading.citations(self.edition, self.on)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_concordance",
        tags=["Citations"],
        summary="Concordance of editions and codes",
        description="How a provision of one edition continues in the next, or corresponds to one of another code. Keys of "
        "an edition whose text is not in the library are given all the same.",
    )
)
class ConcordanceList(OpenList):
    """The concordance."""

    serializer_class = ConcordanceSerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = ConcordanceFilters

    def get_queryset(self) -> QuerySet[Concordance]:
        """All entries."""
        return Concordance.objects.select_related("earlier_edition", "later_edition").order_by("pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_sources",
        tags=["Sources"],
        summary="Source documents",
        description="The published documents that texts were taken from or checked against.",
    )
)
class SourceList(OpenList):
    """All source documents."""

    serializer_class = SourceSerializer

    def get_queryset(self) -> QuerySet[SourceDocument]:
        """All of them."""
        return SourceDocument.objects.order_by("title", "dated", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="get_source",
        tags=["Sources"],
        summary="One source document",
        parameters=[
            OpenApiParameter("id", OpenApiTypes.INT, OpenApiParameter.PATH, description="The document's number here.")
        ],
    )
)
class SourceDetail(Open):
    """A source document."""

    serializer_class = SourceSerializer

    def get(self, request: Request, id: int) -> Response:
        """The document."""
        found = SourceDocument.objects.filter(pk=id).first()
        if not found:
            raise problems.unknown_record(str(id), "/api/v1/laws/sources/")
        return Response(self.get_serializer(found).data)
