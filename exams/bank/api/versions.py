"""Questions and their versions, for those who examine for the body."""

from __future__ import annotations

from uuid import UUID

from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.rules import Person
from exams.bank.api.base import VERSION, Private, PrivateList, one_of
from exams.bank.api.filters import VersionFilters
from exams.bank.api.serializers import VersionDetailSerializer, VersionSerializer
from exams.bank.models import QuestionVersion, QuestionVersionQuerySet
from exams.bank.rules import OPEN, examined_bodies

TAGS = ["Question bank"]


def versions_of(person: Person) -> QuestionVersionQuerySet:
    """The versions that this person may see, with what a list tells of them."""
    found = QuestionVersion.objects.filter(body__in=examined_bodies(person))
    return found.select_related("body", "question").order_by("-created_at", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_versions",
        tags=TAGS,
        summary="Questions",
        description="All versions of the questions of the bodies you examine for, latest first, without their content.",
    )
)
class VersionList(PrivateList):
    """All versions."""

    room = OPEN
    serializer_class = VersionSerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = VersionFilters
    queryset = QuestionVersion.objects.none()

    def get_queryset(self) -> QuestionVersionQuerySet:
        """Those of the person's bodies."""
        return versions_of(self.request.user)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_version",
        tags=TAGS,
        summary="One question",
        description="With its key and explanation; `content` is what the bank stores.",
        parameters=[VERSION],
    )
)
class VersionDetail(Private):
    """A version."""

    room = OPEN
    serializer_class = VersionDetailSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """All that it says."""
        return Response(self.get_serializer(one_of(versions_of(request.user), pk=id)).data)
