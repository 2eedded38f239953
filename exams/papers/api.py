"""Papers for programs, at `/api/v1/papers/`: blueprints and papers for those who keep them, the syllabus for every member.

The questions of a paper are secret until it has been sat: only examiners see which they are; the bank tells them more.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import django_filters
from django.db.models import Prefetch, QuerySet
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Body
from accounts.rules import roles_of
from exams.bank.api.base import Private, PrivateList, id_of, one_of
from exams.bank.models import Level
from exams.papers.models import Blueprint, Paper, PaperQuestion, Quota
from exams.papers.models.blueprints import Order, Pairs
from exams.papers.rules import OPEN, kept_bodies, read_bodies
from exams.papers.syllabus import Node, read
from laws.api import parameters
from laws.api.filters import SlugFilter
from laws.api.serializers.links import Link

app_name = "papers-api"
TAGS = ["Papers"]
PAPER = id_of("The paper's id.")
BODY = parameters.in_path("body", "The body's short name.", "qba")
CODE = parameters.in_path("code", "The blueprint's code.", "club-laws")


# -- How they look outside --


class TermsSerializer(serializers.Serializer[Any]):
    """What a candidate is promised."""

    title = serializers.CharField(help_text=_("What it is called."))
    level = serializers.ChoiceField(Level.choices, help_text=_("What a director must master."))
    edition = serializers.SlugField(help_text=_("The edition of the laws."))
    minutes = serializers.IntegerField(help_text=_("How long a candidate has."))
    pass_mark = serializers.IntegerField(help_text=_("The percentage of the marks that passes."))
    open_book = serializers.BooleanField(help_text=_("Whether the law library may be used."))
    assistant = serializers.BooleanField(help_text=_("Whether the ruling assistant may be asked."))
    floors = serializers.DictField(
        child=serializers.IntegerField(), help_text=_("The least percentage in a topic, by its short name.")
    )
    partial_credit = serializers.BooleanField(help_text=_("Whether partly right answers earn part of the marks."))
    order = serializers.ChoiceField(Order.choices, help_text=_("How the questions are ordered."))
    pairs = serializers.ChoiceField(Pairs.choices, help_text=_("Whether both questions of a pair appear in one paper."))
    one_each = serializers.BooleanField(help_text=_("Whether each candidate gets a different paper."))
    tolerance = serializers.IntegerField(help_text=_("How far two markers may differ, in percent of a question."))
    resits = serializers.IntegerField(allow_null=True, help_text=_("How many resits are allowed; null for any number."))
    resit_days = serializers.IntegerField(help_text=_("Days before it may be sat again."))
    appeal_days = serializers.IntegerField(help_text=_("Days in which a result may be appealed against."))


class QuotaSerializer(serializers.Serializer[Quota]):
    """So many questions of a topic at a level."""

    topic = serializers.SlugField(source="topic.slug", help_text=_("The topic's short name."))
    level = serializers.ChoiceField(Level.choices, help_text=_("The level."))
    kind = serializers.CharField(help_text=_("The kind of question, as the bank names it; empty for any but written."))
    difficulty = serializers.IntegerField(allow_null=True, help_text=_("1 easy, 2 medium, 3 hard; null for any."))
    count = serializers.IntegerField(help_text=_("How many."))


class BlueprintSerializer(TermsSerializer):
    """How a body makes up papers of one kind."""

    body = serializers.SlugField(source="body.slug", help_text=_("The body, by its short name."))
    code = serializers.SlugField(help_text=_("The same in one body's requirements and addresses."))
    quotas = QuotaSerializer(many=True, help_text=_("What a paper is made up of."))
    url = Link("papers-api:blueprint", "body.slug", "code", help_text=_("Its address."))


class PaperSerializer(TermsSerializer):
    """A drawn paper; it never changes."""

    id = serializers.UUIDField(help_text=_("Of this paper."))
    body = serializers.SlugField(source="body.slug", help_text=_("The body, by its short name."))
    blueprint = serializers.SlugField(source="blueprint.code", help_text=_("The code of its blueprint."))
    drawn_at = serializers.DateTimeField(help_text=_("When it was drawn."))
    seed = serializers.IntegerField(help_text=_("The seed of the lots."))
    form = serializers.IntegerField(help_text=_("1 for the first of a set of equal difficulty."))
    url = Link("papers-api:paper", "pk", help_text=_("Its address."))


class PaperQuestionSerializer(serializers.Serializer[PaperQuestion]):
    """One question of a paper."""

    position = serializers.IntegerField(help_text=_("From 1 on."))
    marks = serializers.IntegerField(help_text=_("What it is worth."))
    version = serializers.UUIDField(source="version_id", help_text=_("The version in the bank."))
    url = Link("bank-api:version", "version_id", help_text=_("Where the bank shows it in full."))


class PaperDetailSerializer(PaperSerializer):
    """A paper with its questions, for examiners; for others without."""

    questions = serializers.SerializerMethodField(help_text=_("In the order of the paper; none unless you examine."))

    @extend_schema_field(PaperQuestionSerializer(many=True))
    def get_questions(self, paper: Paper) -> list[dict[str, Any]]:
        """Those that the person may know of."""
        if paper.body_id not in read_bodies(self.context["request"].user):
            return []
        found: Any = paper.questions.order_by("position")
        return list(PaperQuestionSerializer(found, many=True, context=self.context).data)


class TopicSerializer(serializers.Serializer[Node]):
    """A topic of a syllabus; those under it follow it."""

    slug = serializers.SlugField(source="topic.slug", help_text=_("Its short name; it never changes."))
    title = serializers.CharField(source="topic.title", help_text=_("What the body calls it."))
    about = serializers.CharField(source="topic.about", help_text=_("What is examined; may be empty."))
    depth = serializers.IntegerField(help_text=_("Its depth in the syllabus."))
    levels = serializers.ListField(
        child=serializers.ChoiceField(Level.choices),
        source="topic.levels",
        help_text=_("At which levels it is examined."),
    )
    laws = serializers.ListField(
        child=serializers.CharField(), source="topic.laws", help_text=_("Keys of the provisions it is about.")
    )


class SyllabusSerializer(serializers.Serializer[Any]):
    """What a body examines."""

    body = serializers.SlugField(help_text=_("The body, by its short name."))
    topics = TopicSerializer(many=True, help_text=_("Each topic before its subtopics, in the order of the syllabus."))


# -- What is answered --


class BlueprintFilters(django_filters.FilterSet):
    """Blueprints."""

    body = SlugFilter("body__slug", help_text=_("Of this body, by its short name."))
    level = django_filters.ChoiceFilter(choices=Level.choices, help_text=_("What a director must master."))


class PaperFilters(BlueprintFilters):
    """Papers."""

    blueprint = SlugFilter("blueprint__code", help_text=_("Drawn from the blueprint with this code."))


def _blueprints(request: Request) -> QuerySet[Blueprint]:
    quotas: Any = Prefetch("quotas", Quota.objects.select_related("topic"))
    found = Blueprint.objects.filter(body__in=kept_bodies(request.user)).select_related("body")
    return found.prefetch_related(quotas).order_by("body__slug", "code")


def _papers(request: Request) -> QuerySet[Paper]:
    found = Paper.objects.filter(body__in=kept_bodies(request.user))
    return found.select_related("body", "blueprint").order_by("-drawn_at", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_blueprints",
        tags=TAGS,
        summary="Blueprints",
        description="For the bodies whose papers you manage, with their quotas.",
    )
)
class BlueprintList(PrivateList):
    """All blueprints."""

    room = OPEN
    serializer_class = BlueprintSerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = BlueprintFilters
    queryset = Blueprint.objects.none()

    def get_queryset(self) -> QuerySet[Blueprint]:
        """Those the person keeps."""
        return _blueprints(self.request)


@extend_schema_view(
    get=extend_schema(operation_id="get_blueprint", tags=TAGS, summary="One blueprint", parameters=[BODY, CODE])
)
class BlueprintDetail(Private):
    """A blueprint."""

    room = OPEN
    serializer_class = BlueprintSerializer

    def get(self, request: Request, body: str, code: str) -> Response:
        """Its terms and quotas."""
        return Response(self.get_serializer(one_of(_blueprints(request), body__slug=body, code=code)).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_papers",
        tags=TAGS,
        summary="Papers",
        description="For the bodies whose papers you manage, latest first, without their questions.",
    )
)
class PaperList(PrivateList):
    """All papers."""

    room = OPEN
    serializer_class = PaperSerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = PaperFilters
    queryset = Paper.objects.none()

    def get_queryset(self) -> QuerySet[Paper]:
        """Those the person keeps."""
        return _papers(self.request)


@extend_schema_view(get=extend_schema(operation_id="get_paper", tags=TAGS, summary="One paper", parameters=[PAPER]))
class PaperDetail(Private):
    """A paper."""

    room = OPEN
    serializer_class = PaperDetailSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """Its terms, and for examiners its questions."""
        return Response(self.get_serializer(one_of(_papers(request), pk=id)).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_syllabus",
        tags=TAGS,
        summary="A syllabus",
        description="What a body examines, for everybody who has a role in it.",
        parameters=[BODY],
    )
)
class SyllabusDetail(Private):
    """A syllabus."""

    serializer_class = SyllabusSerializer

    def get(self, request: Request, body: str) -> Response:
        """Its topics, in order."""
        found = one_of(Body.objects.filter(pk__in=roles_of(self.person)), slug=body)
        told = {"body": found.slug, "topics": read(found).examined}
        return Response(self.get_serializer(told).data)


urlpatterns = [
    path("blueprints/", BlueprintList.as_view(), name="blueprints"),
    path("blueprints/<slug:body>/<slug:code>/", BlueprintDetail.as_view(), name="blueprint"),
    path("papers/", PaperList.as_view(), name="papers"),
    path("papers/<uuid:id>/", PaperDetail.as_view(), name="paper"),
    path("syllabus/<slug:body>/", SyllabusDetail.as_view(), name="syllabus"),
]
