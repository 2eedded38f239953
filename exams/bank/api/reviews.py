"""What examiners decide about a version, and what is said about it beside the decisions."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import VERSION, PrivateList, one_of, refusals
from exams.bank.api.serializers import (
    BankCommentSerializer,
    DecisionSerializer,
    RemarkSerializer,
    ReviewSerializer,
    VersionSerializer,
)
from exams.bank.api.versions import TAGS, versions_of
from exams.bank.editing.saving import SavingRefused, comment
from exams.bank.models import Comment, QuestionVersion, Review
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
        description="Earliest first, including earlier rounds.",
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
        description=(
            "Returns the version afterwards. A congress question needs the approval of two examiners, neither"
            " of whom wrote it. A decision that is not open is refused with 409."
        ),
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


@extend_schema_view(
    get=extend_schema(
        operation_id="list_comments",
        tags=TAGS,
        summary="Comments on a question",
        description="The earliest first.",
        parameters=[VERSION],
    )
)
class Comments(OfVersion):
    """Comments."""

    serializer_class = BankCommentSerializer
    queryset = Comment.objects.none()

    def get_queryset(self) -> QuerySet[Comment]:
        """Those on the version."""
        return self.version().comments.select_related("author").order_by("at", "pk")

    @extend_schema(
        operation_id="comment",
        tags=TAGS,
        summary="Comment on a question",
        description="For the author and the reviewers. A comment cannot be removed.",
        parameters=[VERSION],
        request=RemarkSerializer,
        responses={200: OpenApiResponse(BankCommentSerializer, "The comment as it was stored.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Say it."""
        version = self.version()
        told = self.sent(RemarkSerializer)
        with refusals(SavingRefused):
            said = comment(version_id=version.pk, author=self.person, text=told["text"])
        return Response(self.get_serializer(said).data)
