"""What was practised: the answers, the review log with the terms of each row, and the forecast with its weeks."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_field,
    extend_schema_view,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import not_there
from exams.bank.models import QuestionVersion
from exams.papers.models import Blueprint
from exams.practice.api.base import TAGS, Own, OwnList, UnitRefSerializer, ref
from exams.practice.forecast import Forecast, TooLittle
from exams.practice.memory import Grade
from exams.practice.models import Exercise, Review
from exams.practice.prospects import chosen_of, gains, history, missing, prospect, risks, until_today, verdict
from exams.practice.slots import prepared_for
from exams.practice.tasks import forecast_past_weeks
from laws.api import parameters
from laws.api.serializers.links import Link

GRADES = [one.name.lower() for one in Grade]

# -- Answers -----------------------------------------------------------------------------------------------------------


class AnsweredSerializer(serializers.Serializer[Exercise]):
    """An answer of yours."""

    id = serializers.UUIDField(help_text=_("Of the question."))
    unit = serializers.SerializerMethodField(help_text=_("The path it is on."))
    purpose = serializers.ChoiceField(Exercise.Purpose.choices, help_text=_("Why it was asked."))
    kind = serializers.ChoiceField(QuestionVersion.Kind.choices, help_text=_("The kind of question."))
    shown_at = serializers.DateTimeField(help_text=_("When it was staged."))
    answered_at = serializers.DateTimeField(help_text=_("When you answered it."))
    right = serializers.BooleanField(help_text=_("Whether you were right."))
    sure = serializers.BooleanField(allow_null=True, help_text=_("Whether you were sure; null in a mock exam."))
    url = Link("practice-api:exercise", "pk", help_text=_("The question with its ruling explained."))

    @extend_schema_field(UnitRefSerializer)
    def get_unit(self, exercise: Exercise) -> dict[str, str]:
        """In words."""
        return ref(exercise.unit)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_answers", tags=TAGS, summary="Your answers", description="Of every sort, latest first."
    )
)
class AnsweredList(OwnList):
    """What was answered."""

    serializer_class = AnsweredSerializer
    queryset = Exercise.objects.none()

    def get_queryset(self) -> QuerySet[Exercise]:
        """The person's own."""
        rows = Exercise.objects.open().answered().filter(learner__person=self.person)
        return rows.defer("content").order_by("-answered_at", "pk")


# -- The review log ----------------------------------------------------------------------------------------------------


class LoggedReviewSerializer(serializers.Serializer[Review]):
    """A row of the log, as it was made. What you remember follows from these rows alone."""

    unit = serializers.SerializerMethodField(help_text=_("The path."))
    number = serializers.IntegerField(help_text=_("From 1, in the order in which the reviews of the path arrived."))
    key = serializers.UUIDField(help_text=_("By which the device that sent it knows it."))
    at = serializers.DateTimeField(help_text=_("When the answer was given."))
    received_at = serializers.DateTimeField(help_text=_("When it arrived."))
    grade = serializers.ChoiceField(
        GRADES, source="get_grade_display", help_text=_("again: wrong, or right by a guess; easy: sure and quick.")
    )
    credit = serializers.BooleanField(help_text=_("Whether a path that contains this one was answered."))
    exercise = serializers.UUIDField(source="exercise_id", allow_null=True, help_text=_("The question, or null."))
    right = serializers.BooleanField(
        source="exercise.right", allow_null=True, default=None, help_text=_("Whether the answer was right.")
    )
    sure = serializers.BooleanField(
        source="exercise.sure", allow_null=True, default=None, help_text=_("Whether you were sure; null in a mock.")
    )
    seconds = serializers.FloatField(
        source="exercise.seconds", allow_null=True, default=None, help_text=_("How long you took, where it is known.")
    )
    retention = serializers.FloatField(help_text=_("The recall it was scheduled for."))
    zone = serializers.CharField(help_text=_("The clock it was scheduled by."))
    weights = serializers.ListField(child=serializers.FloatField(), help_text=_("The 21 weights of FSRS 6."))

    @extend_schema_field(UnitRefSerializer)
    def get_unit(self, review: Review) -> dict[str, str]:
        """In words."""
        return ref(review.unit)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_practice_reviews",
        tags=TAGS,
        summary="Your review log",
        description="In the order in which the answers were given, each with the terms it was scheduled by.",
    )
)
class ReviewList(OwnList):
    """The log."""

    serializer_class = LoggedReviewSerializer
    queryset = Review.objects.none()

    def get_queryset(self) -> QuerySet[Review]:
        """The person's own."""
        rows = Review.objects.filter(learner__person=self.person).select_related("exercise")
        return rows.defer("exercise__content").order_by("at", "number", "unit")


# -- The forecast ------------------------------------------------------------------------------------------------------

PAPER = OpenApiParameter(
    "paper",
    {"type": "string", "pattern": parameters.SLUG},
    description="The code of one of your papers; the first of your level when left out.",
)


class MarkRangeSerializer(serializers.Serializer[Any]):
    """A mark that is not known, in percent. In about eight papers of ten it lies in the range."""

    low = serializers.FloatField(help_text=_("The lower end of the range."))
    high = serializers.FloatField(help_text=_("The upper end."))
    median = serializers.FloatField(help_text=_("As many marks would be above as below."))


class FloorAtRiskSerializer(serializers.Serializer[Any]):
    """A topic whose floor you could miss."""

    topic = serializers.CharField(help_text=_("The topic, as the body calls it."))
    floor = serializers.FloatField(help_text=_("The least percentage that is needed."))
    how_likely = serializers.CharField(help_text=_("How often you would miss it."))


class GainSerializer(serializers.Serializer[Any]):
    """A path that is worth knowing."""

    unit = UnitRefSerializer(help_text=_("The path."))
    marks = serializers.FloatField(help_text=_("How many marks more you could expect if you knew it."))


class MarkTodaySerializer(MarkRangeSerializer):
    """The mark you would get today."""

    pass_probability = serializers.FloatField(help_text=_("How likely you would pass, from 0 to 1."))
    verdict = serializers.CharField(help_text=_("The same in words."))
    covered = serializers.FloatField(help_text=_("The share of the paper whose paths you have met, from 0 to 1."))
    floors = FloorAtRiskSerializer(many=True, help_text=_("Floors you could miss, the likeliest first."))
    worth = GainSerializer(many=True, help_text=_("The paths that are worth most, best first."))


class WeekSerializer(serializers.Serializer[Any]):
    """Where you stood at the end of a week."""

    last_day = serializers.DateField(help_text=_("The last day of the week; of the last one today."))
    known = serializers.IntegerField(help_text=_("Paths of the paper that you knew."))
    mark = MarkRangeSerializer(
        allow_null=True, help_text=_("What was to be expected then; null: too little was known.")
    )


class ForecastSerializer(serializers.Serializer[Any]):
    """What you may expect of a paper, and the weeks before."""

    paper = serializers.SlugField(help_text=_("The code of the paper."))
    title = serializers.CharField(help_text=_("What the paper is called."))
    pass_mark = serializers.IntegerField(help_text=_("The pass mark in percent."))
    paths = serializers.IntegerField(help_text=_("How many paths the paper could ask."))
    known = serializers.IntegerField(help_text=_("How many of them you know today."))
    mark = MarkTodaySerializer(allow_null=True, help_text=_("The mark today; null while too little is known."))
    missing = serializers.CharField(help_text=_("What a forecast still needs; empty if there is one."))
    weeks = WeekSerializer(many=True, help_text=_("The last twelve weeks, the earliest first; the last is today."))
    complete = serializers.BooleanField(
        help_text=_(
            "Whether the weeks that are over stand there; if not, they are being worked out: ask again shortly."
        )
    )


class ForecastDetail(Own):
    """The forecast."""

    serializer_class = ForecastSerializer
    parameters = (PAPER,)

    @extend_schema(
        operation_id="get_forecast",
        tags=TAGS,
        summary="The mark you would get today",
        description="Of a paper of the body you train for. Without such a paper the answer is 404.",
        responses={200: OpenApiResponse(ForecastSerializer, "The forecast.")},
    )
    def get(self, request: Request) -> Response:
        """As the page shows it."""
        learner = self.learner
        paper = chosen_of(prepared_for(learner), learner, request.query_params.get("paper", ""))
        if paper is None:
            raise not_there()
        found, past = prospect(learner, paper), history(learner, paper)
        if past is None:
            forecast_past_weeks.delay(str(learner.pk), str(paper.pk))
        told = {
            "paper": paper.code,
            "title": paper.title,
            "pass_mark": paper.pass_mark,
            "paths": found.paths,
            "known": found.known,
            "mark": None,
            "missing": "",
            "weeks": until_today(learner, past or (), found),
            "complete": past is not None,
        }
        if isinstance(found.today, TooLittle):
            told["missing"] = missing(found.today)
        else:
            told["mark"] = _mark(found.today, paper)
        return Response(self.get_serializer(told).data)


def _mark(mark: Forecast, paper: Blueprint) -> dict[str, Any]:
    """A mark as `MarkTodaySerializer` tells it."""
    return {
        "low": mark.low,
        "high": mark.high,
        "median": mark.median,
        "pass_probability": mark.pass_probability,
        "verdict": verdict(mark.pass_probability),
        "covered": mark.covered,
        "floors": [one._asdict() for one in risks(mark, paper)],
        "worth": [{"unit": ref(one.unit.path), "marks": one.marks} for one in gains(mark)],
    }
