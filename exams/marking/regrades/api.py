"""Regrades for programs, at /api/v1/regrades/: what was proposed and what it does, for examiners. To read only."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.urls import path
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Role
from exams.bank.api.base import Private, PrivateList, id_of
from exams.marking.models import DryRun, Regrade
from exams.marking.rules import SEE
from exams.sittings.rules import bodies_where
from laws.api.serializers.links import Link

TAGS = ["Results"]


class RegradeLinksSerializer(serializers.Serializer[Regrade]):
    """Where a regrade is, and its page for people, on which it is decided."""

    self = Link("regrades-api:regrade", "pk")
    page = Link("marking:regrade", "pk")


class RegradeSerializer(serializers.Serializer[Regrade]):
    """A question marked again."""

    id = serializers.UUIDField(help_text=_("Of the regrade."))
    version = serializers.UUIDField(source="version_id", help_text=_("The question's version."))
    sitting = serializers.UUIDField(
        source="sitting_id", allow_null=True, help_text=_("The sitting; null: every sitting that asked the question.")
    )
    remedy = serializers.ChoiceField(choices=Regrade.Remedy.choices, help_text=_("What is done about the question."))
    answer = serializers.CharField(help_text=_("The answer accepted as well, or the key; empty where none is named."))
    nobody_loses = serializers.BooleanField(
        help_text=_("Whether anyone who would get a worse result keeps the one they have.")
    )
    reason = serializers.CharField(help_text=_("Read by candidates whose result changes."))
    standing = serializers.ChoiceField(choices=Regrade.Standing.choices, help_text=_("Its progress."))
    proposed_by = serializers.CharField(source="proposed_by.name", help_text=_("Who proposed it."))
    proposed_at = serializers.DateTimeField(help_text=_("When."))
    decided_by = serializers.CharField(
        source="decided_by.name", default=None, allow_null=True, help_text=_("Who decided it; null: nobody yet.")
    )
    decided_at = serializers.DateTimeField(allow_null=True, help_text=_("When; null: not yet."))
    links = RegradeLinksSerializer(source="*")


class CountsSerializer(serializers.Serializer[Any]):
    """How many candidates it touches, and how."""

    met = serializers.IntegerField(help_text=_("Had the question."))
    changed = serializers.IntegerField(help_text=_("Get a different result."))
    kept = serializers.IntegerField(help_text=_("Would lose, but keep their result."))
    better = serializers.IntegerField(help_text=_("Get a better result, or the same percentage of different marks."))
    worse = serializers.IntegerField(help_text=_("Worse."))
    passes = serializers.IntegerField(help_text=_("Pass by it."))
    fails = serializers.IntegerField(help_text=_("Fail by it."))


class StandingSerializer(serializers.Serializer[Any]):
    """A result as it is or would be."""

    marks = serializers.FloatField(help_text=_("Marks earned."))
    out_of = serializers.IntegerField(help_text=_("Marks possible."))
    percent = serializers.FloatField(help_text=_("The same in percent, rounded down to hundredths."))
    passed = serializers.BooleanField(help_text=_("Whether it is passed."))


class FollowsSerializer(serializers.Serializer[Any]):
    """What follows for accreditation."""

    kind = serializers.ChoiceField(
        choices=("applies", "application", "award", "back"),
        help_text=_(
            "A new application; an application, or an award, that rests on a pass that is lost; or back: what had lost "
            "its pass, which is there again."
        ),
    )
    level = serializers.CharField(help_text=_("The level."))
    application = serializers.UUIDField(allow_null=True, help_text=_("The application; null: it is not made yet."))


class RowSerializer(serializers.Serializer[Any]):
    """What becomes of one attempt."""

    attempt = serializers.UUIDField(help_text=_("The attempt."))
    result = serializers.UUIDField(help_text=_("Its result when this was calculated."))
    number = serializers.IntegerField(allow_null=True, help_text=_("The candidate's number; null: none was drawn."))
    name = serializers.CharField(help_text=_("The candidate."))
    sitting = serializers.CharField(help_text=_("The title of the sitting."))
    before = StandingSerializer(source="from", help_text=_("The result it has."))
    after = StandingSerializer(source="to", help_text=_("The result it would have."))
    kept = serializers.BooleanField(help_text=_("Whether it keeps the one it has because nobody is to lose."))
    turn = serializers.ChoiceField(
        choices=("passes", "fails", ""), allow_blank=True, help_text=_("Whether it turns; empty: it does not.")
    )
    follows = FollowsSerializer(many=True, help_text=_("What follows for accreditation."))


class DryRunSerializer(serializers.Serializer[DryRun]):
    """What a regrade does, worked out at one moment."""

    number = serializers.IntegerField(help_text=_("From 1; the last is what an approval must have seen."))
    made_at = serializers.DateTimeField(help_text=_("When it was calculated."))
    digest = serializers.CharField(help_text=_("Equal only if everybody is changed alike."))
    counts = CountsSerializer(source="report.counts")
    rows = RowSerializer(source="report.rows", many=True, help_text=_("Whose result changes or is kept."))


class RegradeDetailSerializer(RegradeSerializer):
    """A regrade with its dry runs."""

    dry_runs = DryRunSerializer(source="runs", many=True, help_text=_("In the order in which they were made."))


@extend_schema_view(
    get=extend_schema(
        operation_id="list_regrades",
        tags=TAGS,
        summary="Regrades",
        description="For the bodies you examine for, latest first. Nothing you are involved in as a candidate is included.",
    )
)
class RegradeList(PrivateList):
    """Regrades one may read."""

    serializer_class = RegradeSerializer
    queryset = Regrade.objects.none()

    def get_queryset(self) -> QuerySet[Regrade]:
        """Of one's bodies, without those that have to do with oneself as a candidate."""
        found = Regrade.objects.apart_from(self.person).filter(body__in=bodies_where(self.person, Role.EXAMINER))
        return found.select_related("proposed_by", "decided_by")


@extend_schema_view(
    get=extend_schema(
        operation_id="get_regrade",
        tags=TAGS,
        summary="One regrade and what it does",
        description="For examiners of the body who have not had the question as candidates.",
        parameters=[id_of("The regrade's id.")],
    )
)
class RegradeDetail(Private):
    """A regrade."""

    serializer_class = RegradeDetailSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """All of it."""
        runs = Prefetch("runs", DryRun.objects.order_by("number"))
        regrades = Regrade.objects.select_related("proposed_by", "decided_by").prefetch_related(runs)
        return Response(self.get_serializer(self.visible(regrades, SEE, pk=id)).data)


app_name = "regrades-api"
urlpatterns = [
    path("", RegradeList.as_view(), name="regrades"),
    path("<uuid:id>/", RegradeDetail.as_view(), name="regrade"),
]
