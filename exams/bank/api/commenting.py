"""What is said about a version beside the decisions."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import refusals
from exams.bank.api.parameters import VERSION
from exams.bank.api.reviewing import OfVersion
from exams.bank.api.serializers import BankCommentSerializer, RemarkSerializer
from exams.bank.api.versions import TAGS
from exams.bank.editing.saving import SavingRefused, comment
from exams.bank.models import Comment


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
        description="For its author and its reviewers. A comment stays.",
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
