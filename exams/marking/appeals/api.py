"""Appeals for programs, at /api/v1/appeals/: one's own, those of the bodies one examines for, and the actions of a candidate.

A decision is not taken here: whoever decides must have seen what it does to everybody, which is a page.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import path
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Role
from accounts.prose import not_blank
from exams.bank.api.base import Private, PrivateList, id_of, refusals, wrong_fields
from exams.marking.appeals import proceedings
from exams.marking.models import GROUNDS_LENGTH, Appeal, Result
from exams.marking.rules import APPEAL, SEE_APPEAL, WITHDRAW_APPEAL
from exams.papers.models import PaperQuestion
from exams.sittings.rules import NotPossible, bodies_where
from laws.api.serializers.links import Link

TAGS = ["Appeals"]
APPEAL_ID = id_of("The appeal's id.")


class AppealLinksSerializer(serializers.Serializer[Appeal]):
    """Where an appeal is, and its page for people."""

    self = Link("appeals-api:appeal", "pk")
    page = Link("marking:appeal", "pk")


class AppealSerializer(serializers.Serializer[Appeal]):
    """What a candidate objects to, and what came of it."""

    id = serializers.UUIDField(help_text=_("Of the appeal."))
    result = serializers.UUIDField(source="result_id", help_text=_("The result it is against."))
    question = serializers.SerializerMethodField(
        help_text=_("The question's place in the paper; null: the whole result.")
    )
    grounds = serializers.CharField(help_text=_("What the candidate says is wrong."))
    made_at = serializers.DateTimeField(help_text=_("When it was made."))
    deadline = serializers.DateTimeField(help_text=_("When the time to appeal ended or ends."))
    standing = serializers.ChoiceField(
        choices=Appeal.Standing.choices, help_text=_("Open, upheld, partly upheld, dismissed or withdrawn.")
    )
    reasons = serializers.CharField(help_text=_("The reasons of the decision; empty while there is none."))
    decided_at = serializers.DateTimeField(allow_null=True, help_text=_("When it was decided; null: not yet."))
    regrade = serializers.UUIDField(
        source="regrade_id", allow_null=True, help_text=_("The regrade it led to; null: none.")
    )
    links = AppealLinksSerializer(source="*")

    def get_question(self, appeal: Appeal) -> int | None:
        """The place in the paper."""
        return appeal.paper_question.position if appeal.paper_question else None


class NewAppealSerializer(serializers.Serializer[Any]):
    """What a candidate objects to."""

    result = serializers.UUIDField(help_text=_("A result of your own that has been released."))
    question = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=1000,
        help_text=_("The question's place in your paper; left out: the whole result."),
    )
    grounds = serializers.CharField(
        max_length=GROUNDS_LENGTH, validators=[not_blank], help_text=_("What is wrong, and by which law.")
    )


_ONE = {200: OpenApiResponse(AppealSerializer, "The appeal afterwards.")}


class AppealList(PrivateList):
    """Appeals one may read, and a new one."""

    serializer_class = AppealSerializer
    queryset = Appeal.objects.none()

    def get_queryset(self) -> QuerySet[Appeal]:
        """One's own and, for examiners and administrators, those of their bodies but of sittings they have entered."""
        bodies = bodies_where(self.person, Role.EXAMINER, Role.ADMINISTRATOR)
        own, others = Appeal.objects.of(self.person), Appeal.objects.before(self.person, bodies)
        ids = own.values("pk").union(others.values("pk"))
        return Appeal.objects.with_everything().filter(pk__in=ids)

    @extend_schema(
        operation_id="list_appeals",
        tags=TAGS,
        summary="Appeals",
        description="Your own, and those of the bodies you examine for or administer; latest first.",
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="make_appeal",
        tags=TAGS,
        summary="Appeal against a result",
        description="Against one question or the whole result, until the end of the last day. You can appeal once about each.",
        request=NewAppealSerializer,
        responses=_ONE,
    )
    def post(self, request: Request) -> Response:
        """Make one."""
        sent = self.sent(NewAppealSerializer)
        result = self.visible(Result.objects.told().with_sitting(), APPEAL, pk=sent["result"])
        question = None
        if (place := sent.get("question")) is not None:
            asked = PaperQuestion.objects.filter(paper=result.attempt.paper, position=place)
            if (question := asked.select_related("version").first()) is None:
                raise wrong_fields({"question": [str(_("Your paper has no such question."))]})
        with refusals(NotPossible):
            appeal = proceedings.make(result=result, person=self.person, grounds=sent["grounds"], question=question)
        return Response(self.get_serializer(appeal).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_appeal",
        tags=TAGS,
        summary="One appeal",
        description="Your own, or one of a body you examine for or administer.",
        parameters=[APPEAL_ID],
    )
)
class AppealDetail(Private):
    """An appeal."""

    serializer_class = AppealSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """All of it."""
        return Response(self.get_serializer(self.visible(Appeal.objects.with_everything(), SEE_APPEAL, pk=id)).data)


class AppealWithdrawal(Private):
    """Taking one's own back."""

    serializer_class = AppealSerializer

    @extend_schema(
        operation_id="withdraw_appeal",
        tags=TAGS,
        summary="Withdraw an appeal",
        description="Your own, until it is decided. If it is already withdrawn, the answer is the same.",
        parameters=[APPEAL_ID],
        request=None,
        responses=_ONE,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Take it back."""
        found = self.visible(Appeal.objects.with_everything(), WITHDRAW_APPEAL, pk=id)
        with refusals(NotPossible):
            found = proceedings.withdraw(appeal=found, person=self.person)
        return Response(self.get_serializer(found).data)


app_name = "appeals-api"
urlpatterns = [
    path("", AppealList.as_view(), name="appeals"),
    path("<uuid:id>/", AppealDetail.as_view(), name="appeal"),
    path("<uuid:id>/withdrawal/", AppealWithdrawal.as_view(), name="withdrawal"),
]
