"""Runs of the generator: start one, watch it, stop it, let it go on."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.rules import Person
from exams import scenarios
from exams.bank import generation
from exams.bank.api.base import RUN, Private, PrivateList, examined_body, one_of, refusals, wrong_fields
from exams.bank.api.filters import RunFilters
from exams.bank.api.serializers import RunSerializer, StartSerializer
from exams.bank.models import GenerationJob
from exams.bank.rules import OPEN, examined_bodies
from exams.bank.tasks import generate_questions

TAGS = ["Generator"]
_TOLD = {200: OpenApiResponse(RunSerializer, "The run as it stands.")}


def runs_of(person: Person) -> QuerySet[GenerationJob]:
    """The runs of the person's bodies."""
    found = GenerationJob.objects.filter(body__in=examined_bodies(person))
    return found.select_related("body").order_by("-created_at", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_runs",
        tags=TAGS,
        summary="Runs of the generator",
        description="For the bodies you examine for, latest first.",
    )
)
class RunList(PrivateList):
    """All runs."""

    room = OPEN
    serializer_class = RunSerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = RunFilters
    queryset = GenerationJob.objects.none()

    def get_queryset(self) -> QuerySet[GenerationJob]:
        """Those of the person's bodies."""
        return runs_of(self.request.user)

    @extend_schema(
        operation_id="start_run",
        tags=TAGS,
        summary="Start a run",
        description=(
            "A worker makes the questions; ask for the run again to see its progress. The questions it stores"
            " wait for review."
        ),
        request=StartSerializer,
        responses={200: OpenApiResponse(RunSerializer, "The run, waiting for a worker.")},
        filters=False,
    )
    def post(self, request: Request) -> Response:
        """Note the run and hand it to a worker."""
        told = self.sent(StartSerializer)
        if told["procedure"] not in (scenarios.ALL, *scenarios.PROCEDURES):
            raise wrong_fields({"procedure": [_("The generator has no such procedure.")]})
        body = examined_body(self.person, told.pop("body"))
        with refusals(generation.RunRefused), transaction.atomic():
            job = generation.start(body=body, actor=self.person, **told)
            transaction.on_commit(lambda: generate_questions.delay(str(job.pk)))
        return Response(self.get_serializer(job).data)


class OfRun(Private):
    """One run."""

    room = OPEN
    serializer_class = RunSerializer

    def told(self, id: UUID) -> Response:
        """The run as it stands."""
        return Response(self.get_serializer(one_of(runs_of(self.request.user), pk=id)).data)


@extend_schema_view(get=extend_schema(operation_id="get_run", tags=TAGS, summary="One run", parameters=[RUN]))
class RunDetail(OfRun):
    """A run."""

    def get(self, request: Request, id: UUID) -> Response:
        """How far it has come."""
        return self.told(id)


class RunCancel(OfRun):
    """Stopping a run."""

    @extend_schema(
        operation_id="cancel_run",
        tags=TAGS,
        summary="Stop a run",
        description=(
            "Immediately if it is still waiting, otherwise after the current batch. Questions already stored stay."
        ),
        parameters=[RUN],
        request=None,
        responses=_TOLD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Stop it."""
        run = one_of(runs_of(request.user), pk=id)
        with refusals(generation.RunRefused):
            generation.cancel(job_id=run.pk, actor=self.person)
        return self.told(id)


class RunResume(OfRun):
    """Letting a run go on."""

    @extend_schema(
        operation_id="resume_run",
        tags=TAGS,
        summary="Let a run go on",
        description="A run that failed or was stopped continues from where it was.",
        parameters=[RUN],
        request=None,
        responses=_TOLD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Hand it to a worker again."""
        run = one_of(runs_of(request.user), pk=id)
        with refusals(generation.RunRefused), transaction.atomic():
            generation.again(job_id=run.pk, actor=self.person)
            transaction.on_commit(lambda: generate_questions.delay(str(run.pk)))
        return self.told(id)
