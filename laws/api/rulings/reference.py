"""What the engine knows: its editions, their procedures, every path through one, its chart, and the JSON Schemas."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_field,
    extend_schema_view,
)
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from laws import library
from laws.api import parameters
from laws.api.problems import Problem
from laws.api.rulings import shapes
from laws.api.serializers.links import address
from laws.api.views.base import Open, OpenList
from laws.assistant import charts
from laws.assistant.addresses import last_day
from laws.assistant.arranging import arrange
from laws.assistant.drawing import WIDTHS, draw
from laws.assistant.happenings import place, title_of, top
from laws.assistant.interviews import about
from laws.assistant.picture import picture
from laws.models import Edition
from laws.rulings.case import Asked, Decided
from laws.rulings.editions import EDITIONS, Rule
from laws.rulings.editions import Edition as EngineEdition
from laws.rulings.facts import Fact
from laws.rulings.readers import explore
from laws.rulings.ruling import Ruling
from laws.rulings.words import NOBODY, fill, names_at

TAGS = ["Procedures"]
PROCEDURE = parameters.in_path(
    "procedure", "The number of the law that the procedure begins with.", "27", "16B", pattern=parameters.KEY
)

EDITION = parameters.in_path("slug", "The edition's short name.", "duplicate-2017")


def edition_here(slug: str) -> EngineEdition:
    """The edition that has procedures. Raises Problem 404 naming those that have."""
    found = EDITIONS.get(slug)
    if found is None:
        said = _("The engine knows no edition “%(slug)s”; it knows %(known)s.")
        raise Problem("unknown-edition", said % {"slug": slug, "known": ", ".join(sorted(EDITIONS))})
    return found


def procedure_here(slug: str, number: str) -> Rule:
    """A procedure of an edition. Raises Problem 404 naming those there are."""
    known = edition_here(slug).procedures
    if number not in known:
        said = _("No procedure “%(number)s” is written for %(slug)s; there are %(known)s.")
        listed = ", ".join(sorted(known, key=place))
        raise Problem("unknown-procedure", said % {"number": number, "slug": slug, "known": listed})
    return known[number]


class EngineEditionSerializer(serializers.Serializer[EngineEdition]):
    """An edition that the engine rules by."""

    slug = serializers.SlugField()
    title = serializers.SerializerMethodField(
        help_text=gettext_lazy("Its title; its short name when its text is not in the library.")
    )
    since = serializers.DateField(help_text=gettext_lazy("The first day on which it applied."))
    until = serializers.DateField(
        allow_null=True, help_text=gettext_lazy("The first day on which it no longer applied; null while it applies.")
    )
    procedures = serializers.SerializerMethodField(help_text=gettext_lazy("The address of the list of them."))

    def get_title(self, edition: EngineEdition) -> str:
        """The title in the library."""
        return title_of(edition.slug, self.context["titles"])

    def get_procedures(self, edition: EngineEdition) -> str:
        """An address."""
        return address(self.context["request"], "rulings-api:procedures", edition.slug)


class ProcedureSerializer(serializers.Serializer[Rule]):
    """A procedure of the law: what is done when this has happened."""

    number = serializers.CharField(source="id", help_text=gettext_lazy("The number of the law it begins with."))
    title = serializers.CharField()
    edition = serializers.SlugField()
    entry = serializers.BooleanField(
        help_text=gettext_lazy("Whether it only finds out which other procedure is to be followed.")
    )
    about = serializers.SerializerMethodField(help_text=gettext_lazy("The player whose `seat` an interview asks for."))
    paths = serializers.SerializerMethodField(help_text=gettext_lazy("How many paths lead through it."))
    url = serializers.SerializerMethodField()

    def get_about(self, rule: Rule) -> str:
        """In words."""
        return names_at(None)[about(rule)]

    def get_paths(self, rule: Rule) -> int:
        """Their number."""
        return len(explore(rule.id, rule.edition))

    def get_url(self, rule: Rule) -> str:
        """Its own address."""
        return address(self.context["request"], "rulings-api:procedure", rule.edition, rule.id)


@extend_schema_field({"type": ["string", "boolean"]})
class Answer(serializers.ReadOnlyField):
    """True, false, or an answer's own word."""


class FactSerializer(serializers.Serializer[Fact]):
    """A question that the law asks."""

    id = serializers.CharField(help_text=gettext_lazy("Its permanent name, in answers and in a record's findings."))
    question = serializers.SerializerMethodField(help_text=gettext_lazy("In words, the players by their roles."))
    answers = serializers.ListField(
        child=Answer(), source="values", help_text=gettext_lazy("Every answer it can have.")
    )
    source = serializers.CharField(  # type: ignore[assignment]
        source="source.value",
        help_text=gettext_lazy(
            "observed: the table shows it; election: a player chooses; finding: the Director judges."
        ),
    )
    who = serializers.CharField(allow_blank=True, help_text=gettext_lazy("Whose choice it is; empty for no choice."))
    find_out = serializers.SerializerMethodField(help_text=gettext_lazy("What the Director asks or looks at."))
    default = serializers.SerializerMethodField(
        "get_usual_answer",
        help_text=gettext_lazy("The answer of an incidental fact that nobody states; null for others."),
    )

    @extend_schema_field({"type": ["string", "boolean", "null"]})
    def get_usual_answer(self, fact: Fact) -> Any:
        """An answer."""
        return fact.default

    def get_question(self, fact: Fact) -> str:
        """In words."""
        return fill(fact.question, NOBODY)

    def get_find_out(self, fact: Fact) -> str:
        """In words."""
        return fill(fact.find_out, NOBODY) if fact.find_out else ""


class ProcedureLinksSerializer(serializers.Serializer[Rule]):
    """Where to go from a procedure."""

    def _to(self, rule: Rule, view: str) -> str:
        return address(self.context["request"], view, rule.edition, rule.id)

    paths = serializers.SerializerMethodField(help_text=gettext_lazy("Every path through it."))
    chart = serializers.SerializerMethodField(help_text=gettext_lazy("Its flow chart, an SVG."))
    page = serializers.SerializerMethodField(help_text=gettext_lazy("The interview for people."))

    def get_paths(self, rule: Rule) -> str:
        """An address."""
        return self._to(rule, "rulings-api:paths")

    def get_chart(self, rule: Rule) -> str:
        """An address."""
        return self._to(rule, "rulings-api:chart")

    def get_page(self, rule: Rule) -> str:
        """An address."""
        return self._to(rule, "laws:interview")


class ProcedureDetailSerializer(ProcedureSerializer):
    """A procedure with everything that it asks."""

    facts = serializers.SerializerMethodField(help_text=gettext_lazy("In the order in which they are first asked."))
    provisions = serializers.SerializerMethodField(help_text=gettext_lazy("Every provision that some path rests on."))
    links = ProcedureLinksSerializer(source="*")

    @extend_schema_field(FactSerializer(many=True))
    def get_facts(self, rule: Rule) -> list[dict[str, Any]]:
        """Facts."""
        return [dict(FactSerializer(one).data) for one in facts_of(rule)]

    def get_provisions(self, rule: Rule) -> list[str]:
        """Keys in the order of the law."""
        keys = {key for path in explore(rule.id, rule.edition) for key in path.citations}
        return sorted(keys, key=place)


def facts_of(rule: Rule) -> list[Fact]:
    """Every fact that some path asks, in the order in which they are first asked."""
    return [*{step.fact: None for path in explore(rule.id, rule.edition) for step in path.asked}]


class PathStepSerializer(serializers.Serializer[Any]):
    """A question on a path, with the answer that leads along it."""

    fact = serializers.CharField(help_text=gettext_lazy("The fact's permanent name."))
    question = serializers.CharField(help_text=gettext_lazy("In words."))
    answer = Answer(help_text=gettext_lazy("The answer, as an interview takes it."))
    provision = serializers.CharField(help_text=gettext_lazy("Under which provision it is asked."))


class PathDecisionSerializer(serializers.Serializer[Any]):
    """Something that is decided on a path."""

    effect = serializers.CharField(help_text=gettext_lazy("Its kind."))
    words = serializers.CharField(help_text=gettext_lazy("In words."))
    provision = serializers.CharField(help_text=gettext_lazy("The provision that decides so."))


class PathSerializer(serializers.Serializer[Any]):
    """One way through a procedure, from the first question to the ruling."""

    number = serializers.IntegerField(help_text=gettext_lazy("Its place among the paths, from 1."))
    asked = PathStepSerializer(many=True, help_text=gettext_lazy("The questions in the order of the law."))
    decided = PathDecisionSerializer(many=True, help_text=gettext_lazy("Everything ruled, in the same order."))
    citations = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("The provisions it rests on, each once.")
    )


def _path(number: int, ruling: Ruling) -> dict[str, Any]:
    asked = [one for one in ruling.steps if isinstance(one, Asked)]
    decided = [one for one in ruling.steps if isinstance(one, Decided)]
    return {
        "number": number,
        "asked": [
            {
                "fact": one.fact.id,
                "question": ruling.words(one.fact.question),
                "answer": one.value,
                "provision": one.provision,
            }
            for one in asked
        ],
        "decided": [
            {"effect": one.effect.name, "words": ruling.words(one.effect.words), "provision": one.provision}
            for one in decided
        ],
        "citations": [*ruling.citations],
    }


class OfProcedure(Open):
    """Something about one procedure. The edition need not be in the library."""

    rule: Rule

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the procedure."""
        super().initial(request, *args, **kwargs)
        self.rule = procedure_here(kwargs["slug"], kwargs["procedure"])


@extend_schema_view(
    get=extend_schema(
        operation_id="list_engine_editions",
        tags=TAGS,
        summary="Editions that the engine rules by",
        description="Those that procedures are written for. The text of one need not be in the library.",
    )
)
class EngineEditions(OpenList):
    """The engine's editions."""

    serializer_class = EngineEditionSerializer

    def get_queryset(self) -> Any:
        """All of them, by name."""
        return sorted(EDITIONS.values(), key=lambda one: one.slug)

    def get_serializer_context(self) -> dict[str, Any]:
        """With the titles in the library."""
        return {**super().get_serializer_context(), "titles": dict(Edition.objects.values_list("slug", "title"))}


@extend_schema_view(
    get=extend_schema(
        operation_id="list_procedures",
        tags=TAGS,
        summary="Procedures of an edition",
        description="In the order of the law.",
        parameters=[EDITION],
    )
)
class Procedures(OpenList):
    """The procedures of an edition."""

    serializer_class = ProcedureSerializer

    def get_queryset(self) -> Any:
        """All of them."""
        if getattr(self, "swagger_fake_view", False):
            return []
        return sorted(edition_here(self.kwargs["slug"]).procedures.values(), key=lambda one: place(one.id))


@extend_schema_view(
    get=extend_schema(
        operation_id="get_procedure",
        tags=TAGS,
        summary="One procedure",
        description="Everything that it may ask, and every provision that it may rest on.",
        parameters=[EDITION, PROCEDURE],
    )
)
class ProcedureDetail(OfProcedure):
    """A procedure."""

    serializer_class = ProcedureDetailSerializer

    def get(self, request: Request, slug: str, procedure: str) -> Response:
        """Its questions and provisions."""
        return Response(self.get_serializer(self.rule).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_paths",
        tags=TAGS,
        summary="Every path through a procedure",
        description="Depth first, in the order of the answers; incidental facts stay as they usually are.",
        parameters=[EDITION, PROCEDURE],
    )
)
class Paths(OpenList, OfProcedure):
    """The paths of a procedure."""

    serializer_class = PathSerializer

    def get_queryset(self) -> Any:
        """All of them."""
        if getattr(self, "swagger_fake_view", False):
            return []
        return [_path(at, one) for at, one in enumerate(explore(self.rule.id, self.rule.edition), 1)]


@extend_schema_view(
    get=extend_schema(
        operation_id="get_procedure_chart",
        tags=TAGS,
        summary="Flow chart of a procedure",
        description="An SVG that stands by itself, in the colours of paper. Every box leads to its provision.",
        parameters=[
            EDITION,
            PROCEDURE,
            OpenApiParameter(
                "width",
                {"type": "string", "enum": sorted(WIDTHS)},
                description="For a desk (960 pixels wide, the default) or a phone (358).",
            ),
        ],
        responses={(200, "image/svg+xml"): OpenApiResponse(OpenApiTypes.STR, "The drawing.")},
    )
)
class Chart(OfProcedure):
    """A procedure drawn."""

    parameters = (OpenApiParameter("width", str),)

    def get(self, request: Request, slug: str, procedure: str) -> HttpResponse:
        """The drawing."""
        kind = request.query_params.get("width", "desk")
        if kind not in WIDTHS:
            raise ValidationError({"width": [_("Say %(known)s.") % {"known": ", ".join(sorted(WIDTHS))}]})
        made = next(one for one in charts.charts(slug, top(procedure)) if one.procedure == procedure)
        drawing = draw(arrange(made.root), kind, f"{kind}-{procedure}")
        base = f"{request.scheme}://{request.get_host()}"
        book = EDITIONS[slug].book
        found = charts.not_confirmed([made], EDITIONS[slug], last_day(EDITIONS[slug]))
        body = picture(drawing, made, slug, book, library.known_keys(book), base, frozenset(found.by_provision))
        return HttpResponse(body, content_type="image/svg+xml")


class _Shape(Open):
    """A JSON Schema to take away."""

    name = ""

    def get(self, request: Request) -> Response:
        """The schema."""
        return Response(shapes.alone(self.name))


@extend_schema_view(
    get=extend_schema(
        operation_id="get_record_schema",
        tags=TAGS,
        summary="JSON Schema of a table record",
        description="As this interface takes it: the engine's own, with bounds.",
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "A JSON Schema, draft 2020-12.")},
    )
)
class RecordSchema(_Shape):
    """The record's JSON Schema."""

    name = "TableRecord"


@extend_schema_view(
    get=extend_schema(
        operation_id="get_ruling_schema",
        tags=TAGS,
        summary="JSON Schema of a ruling",
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "A JSON Schema, draft 2020-12.")},
    )
)
class RulingShape(_Shape):
    """The ruling's JSON Schema."""

    name = "Ruling"


@extend_schema_view(
    get=extend_schema(
        operation_id="get_story_schema",
        tags=TAGS,
        summary="JSON Schema of a story",
        description="As this interface takes it: the engine's own, with bounds.",
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT, "A JSON Schema, draft 2020-12.")},
    )
)
class StoryShape(_Shape):
    """The story's JSON Schema."""

    name = "Story"
