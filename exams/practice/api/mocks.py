"""Mock exams: the papers one may sit, a mock by the clock, and what it came to.

While a mock runs its questions are told here without their keys, and nowhere else.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
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

from exams.bank.api.base import not_there, one_of, refusals, wrong_fields
from exams.bank.kinds import NotOffered, Unreadable
from exams.bank.models import Level
from exams.bank.presenting import asked
from exams.marking.api.serializers import MissedSerializer, TopicRowSerializer
from exams.papers.models import Blueprint
from exams.practice import mocks
from exams.practice.api.base import MOCK, TAGS, Own, OwnList, UnitRefSerializer, Yes, ref
from exams.practice.api.exercises import AskedSerializer, fault_told
from exams.practice.api.log import MarkRangeSerializer
from exams.practice.exercises import NotPractised
from exams.practice.models import Mock, MockQuerySet, MockQuestion
from exams.practice.slots import prepared_for
from laws.api.problems import Problem
from laws.api.serializers.links import Link

NUMBER = OpenApiParameter(
    "number",
    {"type": "integer", "minimum": 1},
    OpenApiParameter.PATH,
    description="The number of the question, from 1.",
)

# -- How they look outside ---------------------------------------------------------------------------------------------


class LeftOutSerializer(serializers.Serializer[Any]):
    """Questions of a paper that people mark, so that a mock cannot ask them."""

    name = serializers.CharField(help_text=_("What is asked."))
    count = serializers.IntegerField(help_text=_("How many."))


class PaperToSitSerializer(serializers.Serializer[Blueprint]):
    """A paper that you may prepare for."""

    code = serializers.SlugField(help_text=_("By which the forecast, a plan and a mock name it."))
    title = serializers.CharField(help_text=_("What it is called."))
    level = serializers.ChoiceField(Level.choices, help_text=_("What a director must master."))
    minutes = serializers.IntegerField(help_text=_("How long a candidate has."))
    pass_mark = serializers.IntegerField(help_text=_("The pass mark in percent."))
    open_book = serializers.BooleanField(help_text=_("Whether the law library may be used."))
    questions = serializers.SerializerMethodField(
        help_text=_("How many questions a mock asks; with none there is no mock.")
    )
    left_out = serializers.SerializerMethodField(help_text=_("What a mock leaves out."))

    def get_questions(self, paper: Blueprint) -> int:
        """Of the quotas that can be asked."""
        return mocks.questions_of(paper)

    @extend_schema_field(LeftOutSerializer(many=True))
    def get_left_out(self, paper: Blueprint) -> list[dict[str, Any]]:
        """The quotas that people mark."""
        return [{"name": one.name, "count": one.count} for one in mocks.left_out(paper)]


class MockSerializer(serializers.Serializer[Mock]):
    """A mock exam. What it came to is null until it is handed in, and for one that was given up."""

    id = serializers.UUIDField(help_text=_("Of the mock."))
    title = serializers.CharField(help_text=_("The title of the paper."))
    minutes = serializers.IntegerField(help_text=_("How long you have."))
    pass_mark = serializers.IntegerField(help_text=_("The pass mark in percent."))
    open_book = serializers.BooleanField(help_text=_("Whether the exam lets you use the law library."))
    partial_credit = serializers.BooleanField(help_text=_("Whether partly right answers earn part of the marks."))
    left_out = LeftOutSerializer(many=True, help_text=_("What the paper asks and the mock leaves out."))
    began_at = serializers.DateTimeField(help_text=_("When you began."))
    deadline = serializers.DateTimeField(help_text=_("When the time is up."))
    finished_at = serializers.DateTimeField(allow_null=True, help_text=_("When it ended; null while it runs."))
    marks = serializers.FloatField(allow_null=True, help_text=_("Marks earned."))
    out_of = serializers.IntegerField(allow_null=True, help_text=_("Marks possible."))
    percent = serializers.FloatField(allow_null=True, help_text=_("The same in percent."))
    passed = serializers.BooleanField(allow_null=True, help_text=_("Whether you would have passed."))
    forecast = MarkRangeSerializer(
        allow_null=True, help_text=_("What was forecast at the start; null: too little known.")
    )
    was_forecast = serializers.BooleanField(allow_null=True, help_text=_("Whether the mark lies in that range."))
    url = Link("practice-api:mock", "pk", help_text=_("Its address."))
    page = Link("practice:mock", "pk", help_text=_("Its page for people."))


class MockQuestionSerializer(serializers.Serializer[MockQuestion]):
    """A question of a mock, and what you have given to it."""

    number = serializers.IntegerField(help_text=_("From 1."))
    answer = serializers.CharField(allow_null=True, help_text=_("What you gave, as it was read; null: nothing."))
    flagged = serializers.BooleanField(help_text=_("Whether you want to look at it again."))
    given_at = serializers.DateTimeField(allow_null=True, help_text=_("When you last gave something."))
    asked = serializers.SerializerMethodField(help_text=_("The question, while the mock runs; afterwards null."))
    marks = serializers.IntegerField(help_text=_("What it is worth."))
    earned = serializers.FloatField(allow_null=True, help_text=_("Marks earned; null without a mark."))
    unit = serializers.SerializerMethodField(help_text=_("The path it is on; null while the mock runs."))
    exercise = serializers.SerializerMethodField(
        help_text=_("The question with its ruling explained; null until the mock is marked.")
    )

    @extend_schema_field(AskedSerializer(allow_null=True))
    def get_asked(self, question: MockQuestion) -> dict[str, Any] | None:
        """Without its key."""
        mock: Mock = self.context["mock"]
        if mock.finished_at is not None:
            return None
        return dict(AskedSerializer(asked(question.exercise, partial=mock.partial_credit)).data)

    @extend_schema_field(UnitRefSerializer(allow_null=True))
    def get_unit(self, question: MockQuestion) -> dict[str, str] | None:
        """Told once it tells nothing any more."""
        return ref(question.exercise.unit) if self.context["mock"].is_marked else None

    def get_exercise(self, question: MockQuestion) -> UUID | None:
        """Its id in the training room."""
        return question.exercise_id if self.context["mock"].is_marked else None


class MockDetailSerializer(MockSerializer):
    """A mock exam with its questions."""

    now = serializers.SerializerMethodField(help_text=_("The moment, by the server’s clock."))
    by_topic = TopicRowSerializer(many=True, help_text=_("Marks by topic, once it is marked."))
    floors_missed = MissedSerializer(many=True, help_text=_("Topics in which less than the minimum was earned."))
    questions = serializers.SerializerMethodField(help_text=_("In their order."))

    @extend_schema_field(serializers.DateTimeField())
    def get_now(self, mock: Mock) -> str:
        """For a countdown."""
        return timezone.now().isoformat()

    @extend_schema_field(MockQuestionSerializer(many=True))
    def get_questions(self, mock: Mock) -> list[dict[str, Any]]:
        """All of them, in one query."""
        found: Any = mock.questions.select_related("exercise")
        return list(MockQuestionSerializer(found, many=True, context={**self.context, "mock": mock}).data)


# -- What is answered --------------------------------------------------------------------------------------------------


@extend_schema_view(
    get=extend_schema(
        operation_id="list_papers_to_sit",
        tags=TAGS,
        summary="The papers you may prepare for",
        description="Those in use of the body you train for.",
    )
)
class PaperList(OwnList):
    """Papers."""

    serializer_class = PaperToSitSerializer
    queryset = Blueprint.objects.none()

    def get_queryset(self) -> Any:
        """Those of the learner's body."""
        return prepared_for(self.learner)


class StartMockSerializer(serializers.Serializer[Any]):
    """A mock to start."""

    paper = serializers.SlugField(help_text=_("The code of one of your papers."))
    time = serializers.ChoiceField(
        [(one.name, one.words) for one in mocks.TIMES],
        required=False,
        default="1",
        help_text=_("How much time, as a multiple of the exam’s."),
    )


class SaveAnswerSerializer(serializers.Serializer[Any]):
    """What to keep of a question; what is left out stays as it is."""

    answer = serializers.CharField(
        required=False, allow_blank=True, max_length=2000, help_text=_("As when practising; empty takes it back.")
    )
    flagged = Yes(required=False, help_text=_("Whether you want to look at it again."))


class OfMock(Own):
    """Something about one mock."""

    serializer_class: Any = MockDetailSerializer

    def mock(self) -> Mock:
        """The mock of the address, which is the person's own; finished if its time is up."""
        return mocks.current(one_of(_mocks(self), pk=self.kwargs["id"]))

    def told(self, mock_id: UUID) -> Response:
        """The mock as it stands."""
        mock = one_of(_mocks(self), pk=mock_id)
        return Response(MockDetailSerializer(mock, context=self.get_serializer_context()).data)


def _mocks(view: Own) -> MockQuerySet:
    return Mock.objects.filter(learner__person=view.person).select_related("learner").order_by("-began_at", "pk")


_MOCK = {200: OpenApiResponse(MockDetailSerializer, "The mock as it stands.")}


@extend_schema_view(
    get=extend_schema(operation_id="list_mocks", tags=TAGS, summary="Your mock exams", description="Latest first.")
)
class MockList(OwnList):
    """Mocks."""

    serializer_class: Any = MockSerializer
    queryset = Mock.objects.none()

    def get_queryset(self) -> QuerySet[Mock]:
        """The person's own; one whose time is up is finished first."""
        if (running := _mocks(self).running().first()) is not None:
            mocks.current(running)
        return _mocks(self)

    @extend_schema(
        operation_id="start_mock",
        tags=TAGS,
        summary="Start a mock exam",
        description=(
            "The clock starts at once. If you are in a mock already, the answer is that one. Its questions are nowhere else in"
            " the training room until it is handed in."
        ),
        request=StartMockSerializer,
        responses=_MOCK,
        filters=False,
    )
    def post(self, request: Request) -> Response:
        """Stage it."""
        sent, learner = self.sent(StartMockSerializer), self.learner
        paper = next((one for one in mocks.offered(learner) if one.code == sent["paper"]), None)
        if paper is None:
            raise wrong_fields({"paper": [gettext("The body you train for has no such paper in use.")]})
        time = next(one for one in mocks.TIMES if one.name == sent["time"])
        with refusals(NotPractised):
            mock = mocks.begin(learner, paper, times=time.factor)
        return Response(MockDetailSerializer(mock, context=self.get_serializer_context()).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_mock",
        tags=TAGS,
        summary="One mock exam",
        description="While it runs, with its questions as they are asked; then with what each earned.",
        parameters=[MOCK],
    )
)
class MockDetail(OfMock):
    """A mock."""

    def get(self, request: Request, id: UUID) -> Response:
        """As it stands."""
        return self.told(self.mock().pk)


class Saving(OfMock):
    """Keeping an answer."""

    serializer_class = MockQuestionSerializer

    @extend_schema(
        operation_id="save_mock_answer",
        tags=TAGS,
        summary="Keep an answer in a mock exam",
        description="Nothing is marked before the end. Once the mock is over, the answer is 409 and nothing is kept.",
        parameters=[MOCK, NUMBER],
        request=SaveAnswerSerializer,
        responses={200: OpenApiResponse(MockQuestionSerializer, "The question with what is kept.")},
    )
    def post(self, request: Request, id: UUID, number: int) -> Response:
        """Keep what was sent."""
        mock = self.mock()
        question = mock.questions.filter(number=number).first()
        if question is None:
            raise not_there()
        sent = {"answer": question.answer or "", "flagged": question.flagged, **self.sent(SaveAnswerSerializer)}
        try:
            kept = mocks.save(mock.pk, number, sent["answer"], flagged=sent["flagged"])
        except mocks.Over as over:
            said = gettext("This mock exam is over, so your answer was not taken.")
            raise Problem("refused", said, HTTPStatus.CONFLICT) from over
        except (Unreadable, NotOffered) as fault:
            raise wrong_fields({"answer": [fault_told(fault)]}) from fault
        return Response(MockQuestionSerializer(kept, context={**self.get_serializer_context(), "mock": mock}).data)


class HandIn(OfMock):
    """Handing in."""

    @extend_schema(
        operation_id="hand_in_mock",
        tags=TAGS,
        summary="Hand in a mock exam",
        description="It is marked at once. Handed in again, it is as it was marked first.",
        parameters=[MOCK],
        request=None,
        responses=_MOCK,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Mark it."""
        return self.told(mocks.finish(self.mock().pk).pk)


class GiveUp(OfMock):
    """Giving up."""

    @extend_schema(
        operation_id="give_up_mock",
        tags=TAGS,
        summary="End a mock exam without a mark",
        description="Nothing of it counts. One that is over stays as it is.",
        parameters=[MOCK],
        request=None,
        responses=_MOCK,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """End it."""
        return self.told(mocks.give_up(self.mock().pk).pk)
