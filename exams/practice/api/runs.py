"""Runs of practice: begun by what is picked, and gone on with at any machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import one_of, refusals, wrong_fields
from exams.bank.models import Level
from exams.practice import exercises
from exams.practice.api.base import RUN, TAGS, Own, OwnList, valid
from exams.practice.api.exercises import PracticeQuestionSerializer
from exams.practice.exercises import KINDS, NotPractised, Somebody
from exams.practice.forms import MOST_UNITS, PickForm
from exams.practice.models import Exercise, Run
from exams.practice.queue import Wanted
from exams.practice.units import catalogue, laws, topics
from laws.api.serializers.links import Link

DECKS: Final = ("due", "mistakes")
MOST_AHEAD: Final = 20
"""Questions of a run that a device may take along at once."""


class RunLinksToSerializer(serializers.Serializer[Run]):
    """Where a run is."""

    self = Link("practice-api:run", "pk")
    next = Link("practice-api:next", "pk")


class PracticeRunSerializer(serializers.Serializer[Run]):
    """A sitting-down to practise. It goes on at any machine."""

    id = serializers.UUIDField(help_text=_("Of the run."))
    wanted = serializers.DictField(help_text=_("What was picked."))
    started_at = serializers.DateTimeField(help_text=_("When it was begun."))
    ended_at = serializers.DateTimeField(allow_null=True, help_text=_("When its last question was done; null before."))
    total = serializers.SerializerMethodField(help_text=_("How many paths it asks."))
    answered = serializers.IntegerField(help_text=_("How many of its questions you have answered."))
    waiting = serializers.IntegerField(help_text=_("How many of its questions wait for your answer."))
    links = RunLinksToSerializer(source="*")

    def get_total(self, run: Run) -> int:
        """As planned; one that can no longer be asked is passed over."""
        return len(run.units)


class WantedSerializer(serializers.Serializer[Any]):
    """What to practise; what is left out may be anything."""

    deck = serializers.ChoiceField(
        DECKS, required=False, help_text=_("What is due today, or what went wrong the last time.")
    )
    law = serializers.ChoiceField((), required=False, help_text=_("A law, or a procedure of one, such as 27 or 16B."))
    topic = serializers.ChoiceField(
        (),
        required=False,
        help_text=_("A topic of the syllabus, by its short name."),
    )
    level = serializers.ChoiceField(Level.choices, required=False, help_text=_("The level."))
    kind = serializers.ChoiceField(KINDS, required=False, help_text=_("A kind of question."))
    units = serializers.ListField(
        child=serializers.CharField(max_length=500),
        required=False,
        max_length=MOST_UNITS,
        help_text=_("Only these paths, by name."),
    )

    def get_fields(self) -> dict[str, Any]:
        """With the laws and topics there are; they are read when somebody asks, not when the addresses are."""
        found = super().get_fields()
        cast("serializers.ChoiceField", found["law"]).choices = laws()
        cast("serializers.ChoiceField", found["topic"]).choices = topics()
        return found


class AheadSerializer(serializers.Serializer[Any]):
    """How many questions to take along."""

    count = serializers.IntegerField(
        required=False,
        default=1,
        min_value=1,
        max_value=MOST_AHEAD,
        help_text=_("More than one for a device that will be without a connection."),
    )


class NextSerializer(serializers.Serializer[Any]):
    """The next questions of a run."""

    exercises = PracticeQuestionSerializer(many=True, help_text=_("Those that wait come first. None: the run is over."))


def runs_of(view: Own) -> QuerySet[Run]:
    """The runs of whoever asks, each with how many of its questions are answered and how many wait."""
    of_run = Q(exercises__purpose__in=[Exercise.Purpose.REVIEW, Exercise.Purpose.EXTRA])
    open_ = of_run & Q(exercises__answered_at=None)
    rows = Run.objects.asked().filter(learner__person=view.person)
    return rows.annotate(
        answered=Count("exercises", filter=of_run & Q(exercises__answered_at__isnull=False)),
        waiting=Count("exercises", filter=open_ & Q(exercises__isnull=False)),
    ).order_by("-started_at", "pk")


@extend_schema_view(
    get=extend_schema(operation_id="list_practice_runs", tags=TAGS, summary="Your runs", description="Latest first.")
)
class RunList(OwnList):
    """All runs."""

    serializer_class = PracticeRunSerializer
    queryset = Run.objects.none()

    def get_queryset(self) -> QuerySet[Run]:
        """The person's own."""
        return runs_of(self)

    @extend_schema(
        operation_id="start_practice_run",
        tags=TAGS,
        summary="Start practising",
        description=(
            "Picks the paths and their order. Ask for the next question to get one. Only what is due counts as a review;"
            " everything else is extra practice. Where nothing fits, the answer is 409."
        ),
        request=WantedSerializer,
        responses={200: OpenApiResponse(PracticeRunSerializer, "The run.")},
        filters=False,
    )
    def post(self, request: Request) -> Response:
        """Begin it."""
        sent = self.sent(WantedSerializer)
        if strange := [path for path in sent.get("units", ()) if path not in catalogue()]:
            raise wrong_fields({"units": [gettext("The laws have no such path: %(path)s.") % {"path": strange[0]}]})
        learner = self.learner
        form = PickForm(_query(sent), learner=learner)
        valid(form)
        with refusals(NotPractised):
            run = exercises.start(Somebody(learner), Wanted(**form.cleaned_data))
        return Response(self.get_serializer(one_of(runs_of(self), pk=run.pk)).data)


def _query(sent: Mapping[str, Any]) -> QueryDict:
    """What was sent, as a page's form sends it."""
    query = QueryDict(mutable=True)
    for name, value in sent.items():
        query.setlist(name, value if isinstance(value, list) else [value])
    return query


@extend_schema_view(get=extend_schema(operation_id="get_practice_run", tags=TAGS, summary="One run", parameters=[RUN]))
class RunDetail(Own):
    """A run."""

    serializer_class = PracticeRunSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """How far it has come."""
        return Response(self.get_serializer(one_of(runs_of(self), pk=id)).data)


class Next(Own):
    """Going on."""

    serializer_class = NextSerializer

    @extend_schema(
        operation_id="get_next_questions",
        tags=TAGS,
        summary="The next question of a run",
        description=(
            "The question that waits for your answer, or the next one, staged now. Asked again, it is the same one. A device"
            f" that will be without a connection takes up to {MOST_AHEAD} along, and sends the answers later."
        ),
        parameters=[RUN],
        request=AheadSerializer,
        responses={200: OpenApiResponse(NextSerializer, "The questions.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Stage as many as were asked for."""
        count = self.sent(AheadSerializer)["count"]
        found = exercises.ahead(one_of(runs_of(self), pk=id), count)
        return Response(self.get_serializer({"exercises": found}).data)
