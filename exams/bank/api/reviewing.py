"""What examiners decide about a version."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import PrivateList, one_of, refusals
from exams.bank.api.parameters import VERSION
from exams.bank.api.serializers import (
    DecisionSerializer,
    ReviewSerializer,
    VersionSerializer,
)
from exams.bank.api.versions import TAGS, versions_of
from exams.bank.models import QuestionVersion, Review
from exams.bank.rules import OPEN
from exams.bank.services import DecisionRefused, decide


class OfVersion(PrivateList):
    """Something about one version, which the person must examine for."""

    room = OPEN

    def version(self) -> QuestionVersion:
        """The version of the address."""
        return one_of(versions_of(self.request.user), pk=self.kwargs["id"])


@extend_schema_view(
    get=extend_schema(
        operation_id="list_reviews",
        tags=TAGS,
        summary="Decisions about a question",
        description="The earliest first; those of earlier rounds too.",
        parameters=[VERSION],
    )
)
class Reviews(OfVersion):
    """Decisions."""

    serializer_class = ReviewSerializer
    queryset = Review.objects.none()

    def get_queryset(self) -> QuerySet[Review]:
        """Those about the version."""
        return self.version().reviews.select_related("examiner").order_by("at", "pk")

    @extend_schema(
        operation_id="decide",
        tags=TAGS,
        summary="Decide about a question",
        description="Answers with the version as it stands then. A congress question needs the approval of two examiners, "
        "neither of whom has written it; a decision that is not open is refused with 409.",
        parameters=[VERSION],
        request=DecisionSerializer,
        responses={200: OpenApiResponse(VersionSerializer, "The version after the decision.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Take the decision."""
        version = self.version()
        told = self.sent(DecisionSerializer)
        with refusals(DecisionRefused):
            decide(
                version_id=version.pk,
                examiner=self.person,
                decision=Review.Decision(told["decision"]),
                reason=told["reason"],
            )
        return Response(VersionSerializer(self.version(), context=self.get_serializer_context()).data)
