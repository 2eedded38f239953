"""Results: one's own once they are told, a sitting's for its examiners, and the two steps of their release."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import Private, PrivateList, id_of, refusals
from exams.marking import overview
from exams.marking import release as releasing
from exams.marking.api.serializers import (
    NoteSerializer,
    ReleaseSerializer,
    ResultDetailSerializer,
    ResultSerializer,
)
from exams.marking.models import AnswerMark, Result
from exams.marking.rules import MODERATE, RELEASE, SEE_RESULT, SEE_RESULTS
from exams.sittings.models import Sitting
from exams.sittings.rules import NotPossible

TAGS = ["Results"]
RESULT, SITTING = id_of("The result's id."), id_of("The sitting's id.")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_results",
        tags=TAGS,
        summary="Your results",
        description="Your released results, latest first. If an attempt was marked again, only the result that counts.",
    )
)
class ResultList(PrivateList):
    """The person's own."""

    serializer_class = ResultSerializer
    queryset = Result.objects.none()

    def get_queryset(self) -> QuerySet[Result]:
        """Told, and counting."""
        return Result.objects.told().current().of(self.person).with_sitting()


@extend_schema_view(
    get=extend_schema(
        operation_id="get_result",
        tags=TAGS,
        summary="One result",
        description="Your own once it is released, or one of a body you examine for, with each answer and what it earned.",
        parameters=[RESULT],
    )
)
class ResultDetail(Private):
    """A result."""

    serializer_class = ResultDetailSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """All of it."""
        marks = AnswerMark.objects.select_related("paper_question").order_by("paper_question__position")
        found = Result.objects.with_sitting().prefetch_related(Prefetch("answer_marks", marks, to_attr="told_marks"))
        return Response(self.get_serializer(self.visible(found, SEE_RESULT, pk=id)).data)


class OfSitting(Private):
    """Something about the results of one sitting."""

    def sitting(self, permission: str) -> Sitting:
        """The sitting of the address, if the person may do that with it."""
        return self.visible(Sitting.objects.select_related("body", "paper"), permission, pk=self.kwargs["id"])


@extend_schema_view(
    get=extend_schema(
        operation_id="list_results_of_sitting",
        tags=TAGS,
        summary="Results of a sitting",
        description="For examiners of the body: the current result of every attempt that counts, best first.",
        parameters=[SITTING],
    )
)
class SittingResults(OfSitting, PrivateList):
    """Those of a sitting."""

    serializer_class = ResultSerializer
    queryset = Result.objects.none()

    def get_queryset(self) -> QuerySet[Result]:
        """Those that count."""
        return overview.counted(self.sitting(SEE_RESULTS)).order_by("-percent", "pk")


_TOLD = {200: OpenApiResponse(ReleaseSerializer, "The release afterwards.")}


def release_state(sitting: Sitting) -> dict[str, Any]:
    """How far the release of a sitting is, as `ReleaseSerializer` tells it."""
    found = releasing.state_of(sitting)
    signed = found.signed
    return {
        "sitting": sitting.pk,
        "obstacles": found.obstacles,
        "moderated_by": signed.moderated_by.name if signed else None,
        "moderated_at": signed.moderated_at if signed else None,
        "note": signed.note if signed else "",
        "changed": found.changed,
        "released_by": signed.released_by.name if signed and signed.released_by else None,
        "released_at": signed.released_at if signed else None,
    }


class Release(OfSitting):
    """The release."""

    serializer_class = ReleaseSerializer

    @extend_schema(
        operation_id="get_release",
        tags=TAGS,
        summary="State of the release",
        description="For examiners and administrators of the body who have not entered the sitting.",
        parameters=[SITTING],
        responses=_TOLD,
    )
    def get(self, request: Request, id: UUID) -> Response:
        """As it stands."""
        return Response(ReleaseSerializer(release_state(self.sitting(RELEASE))).data)

    @extend_schema(
        operation_id="release",
        tags=TAGS,
        summary="Release the results",
        description=(
            "Only by somebody who did not sign them off. All candidates get their results now, and it cannot "
            "be undone. If they are already released, the answer is that release."
        ),
        parameters=[SITTING],
        request=None,
        responses=_TOLD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Tell them."""
        sitting = self.sitting(RELEASE)
        with refusals(NotPossible):
            releasing.release(sitting=sitting, actor=self.person)
        return Response(ReleaseSerializer(release_state(sitting)).data)


class Moderation(OfSitting):
    """The signature before it."""

    serializer_class = ReleaseSerializer

    @extend_schema(
        operation_id="moderate",
        tags=TAGS,
        summary="Sign off the results",
        description="Only by an examiner who has checked them. A second person then releases them.",
        parameters=[SITTING],
        request=NoteSerializer,
        responses=_TOLD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Sign."""
        sitting = self.sitting(MODERATE)
        sent = self.sent(NoteSerializer)
        with refusals(NotPossible):
            releasing.moderate(sitting=sitting, actor=self.person, note=sent["note"])
        return Response(ReleaseSerializer(release_state(sitting)).data)
