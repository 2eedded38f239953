"""The statistics of a sitting for programs, at /api/v1/results/sittings/…/statistics/, for its examiners."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import Private, id_of, one_of
from exams.marking.models import Statistics
from exams.marking.rules import SEE_STATISTICS
from exams.marking.statistics.computation import ask
from exams.marking.tasks import compute_statistics
from exams.sittings.models import Sitting

TAGS = ["Results"]
SITTING = id_of("The sitting's id.")


def _figure(words: Any) -> serializers.FloatField:
    return serializers.FloatField(allow_null=True, help_text=words)


class PickSerializer(serializers.Serializer[Any]):
    """Who chose an option, or gave an answer."""

    answer = serializers.CharField(help_text=_("The option, or the answer as its kind spells it."))
    right = serializers.BooleanField(help_text=_("Whether it is right."))
    count = serializers.IntegerField(help_text=_("How many chose it."))
    share = serializers.FloatField(help_text=_("Of those who had the question, 0 to 1."))
    rest = _figure(_("The mean share they earned on the rest of the paper; null: nobody chose it."))
    attracts_strong = serializers.BooleanField(
        help_text=_(
            "Whether it is wrong, but candidates who chose it did better elsewhere than those who had the "
            "question right."
        )
    )


class ReasonSerializer(serializers.Serializer[Any]):
    """Why a question should be looked at."""

    code = serializers.CharField(help_text=_("negative, attracts_strong, too_hard, omitted, weak, slow, too_easy …"))


class ItemSerializer(serializers.Serializer[Any]):
    """The figures of one question."""

    id = serializers.UUIDField(help_text=_("The question's version."))
    question = serializers.UUIDField(help_text=_("The question whose wording it is."))
    number = serializers.IntegerField(help_text=_("Its place in the paper."))
    topic = serializers.CharField(help_text=_("Its topic."))
    kind = serializers.CharField(help_text=_("Its kind."))
    out_of = serializers.IntegerField(help_text=_("Its marks."))
    taken = serializers.IntegerField(help_text=_("Candidates who had it."))
    untold = serializers.CharField(
        required=False,
        help_text=_("full, dropped: its marks were given, or taken out, whatever was answered; empty: they tell."),
    )
    facility = _figure(_("The share of its marks that was earned, 0 to 1; null: its marks tell nothing."))
    discrimination = _figure(_("Correlation with the rest of the paper, -1 to 1; null: it cannot be told."))
    upper_lower = _figure(_("What the best 27 % earned more of it than the weakest 27 %."))
    omitted = serializers.IntegerField(help_text=_("How many left it out."))
    seconds = _figure(_("Median time on it; null: no event tells."))
    reliability_without = _figure(_("The paper's reliability without it."))
    picks = PickSerializer(many=True, help_text=_("Answers chosen."))
    reasons = ReasonSerializer(many=True, help_text=_("Why it needs attention, most serious first."))


class ReliabilitySerializer(serializers.Serializer[Any]):
    """How far the marks of the paper can be relied on."""

    method = serializers.CharField(help_text=_("kr20, alpha, or nested where candidates had papers of their own."))
    coefficient = _figure(_("At most 1; null: it cannot be told."))
    error = _figure(_("Standard error of measurement, in percent of the paper."))


class ReportSerializer(serializers.Serializer[Any]):
    """All figures of a sitting."""

    candidates = serializers.IntegerField(help_text=_("Attempts that count."))
    pass_mark = serializers.IntegerField(required=False, help_text=_("In percent."))
    scores = serializers.DictField(
        required=False, help_text=_("Mean, deviation, quarters and bars of the marks, in percent.")
    )
    reliability = ReliabilitySerializer(required=False)
    items = ItemSerializer(many=True, required=False, help_text=_("In the order of the paper."))
    look_first = serializers.ListField(
        child=serializers.UUIDField(), required=False, help_text=_("Versions that need attention, most urgent first.")
    )


class StatisticsSerializer(serializers.Serializer[Any]):
    """What was last computed, and how far a run is."""

    sitting = serializers.UUIDField(source="sitting_id", help_text=_("The sitting."))
    status = serializers.ChoiceField(choices=Statistics.Status.choices, help_text=_("Progress of the calculation."))
    done = serializers.IntegerField(help_text=_("Questions done."))
    total = serializers.IntegerField(help_text=_("Number of questions; 0 before the calculation has begun."))
    computed_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When the report was calculated; null if never.")
    )
    report = ReportSerializer(allow_null=True, help_text=_("The figures; null: there are none yet."))


class SittingStatistics(Private):
    """The statistics of a sitting."""

    serializer_class = StatisticsSerializer

    @extend_schema(
        operation_id="get_statistics",
        tags=TAGS,
        summary="Question statistics of a sitting",
        description="For examiners of the body who have not entered the sitting. 404 until they are first calculated.",
        parameters=[SITTING],
    )
    def get(self, request: Request, id: UUID) -> Response:
        """As they were last computed."""
        return Response(self.get_serializer(one_of(Statistics.objects.all(), sitting=self._sitting(id))).data)

    @extend_schema(
        operation_id="compute_statistics",
        tags=TAGS,
        summary="Calculate them",
        description=(
            "Starts the calculation in a worker; ask again to see its progress. A calculation that is already"
            " running is left to finish."
        ),
        parameters=[SITTING],
        request=None,
        responses={200: OpenApiResponse(StatisticsSerializer, "How far it is.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Ask for them."""
        row = ask(actor=self.person, about=self._sitting(id))
        transaction.on_commit(lambda: compute_statistics.delay(str(row.pk)))
        return Response(self.get_serializer(row).data)

    def _sitting(self, id: UUID) -> Sitting:
        return self.visible(Sitting.objects.select_related("body"), SEE_STATISTICS, pk=id)
