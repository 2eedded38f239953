"""Accreditation for programs, at `/api/v1/accreditation/`: levels, one's way to them, evidence, and who may direct an event.

It stands here because it answers as the rest of the API does, which people (`accounts`) do not know.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    extend_schema,
    extend_schema_field,
    extend_schema_view,
)
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation import renewal_rules, rule_tree, standing
from accounts.accreditation.codes import read_code
from accounts.accreditation.direct_views import KEEP, people_of
from accounts.accreditation.may_direct import Answer, Verdict, Why, answers, by_award
from accounts.accreditation.models import Award, Dispensation, Level
from accounts.accreditation.register import limits
from accounts.accreditation.requirements import Rule, judge, lines
from accounts.accreditation.requirements import Standing as Come
from accounts.accreditation.scope import MOST_TABLES, Event, EventKind
from accounts.accreditation.way import is_known_to
from accounts.models import Body, User
from accounts.rules import may, roles_of
from config.api import (
    assessments,
    awards,
    certificates,
    clubs,
    desk,
    dispensations,
    documents,
    evidence,
    intake,
    life,
)
from config.api.certificates import CODE
from config.api.register import RegisterSearch
from exams.bank.api.base import Private, PrivateList, not_there, one_of
from laws.api import parameters
from laws.api.filters import LONGEST, TruthField
from laws.api.problems import Problem
from laws.api.views.base import Open, OpenList, bad_form

app_name = "accreditation-api"
TAGS = ["Accreditation"]
BODY = parameters.in_path("body", "The body's short name.", "qba")
KINDS = OpenApiParameter(
    "kind", str, required=True, enum=EventKind.values, description="What kind of event it is.",
    examples=parameters.examples("club"),
)  # fmt: skip
TABLES = OpenApiParameter(
    "tables",
    {"type": "integer", "minimum": 1, "maximum": MOST_TABLES},
    required=True,
    description="How many tables it has.",
    examples=[OpenApiExample("twelve", value=12)],
)
SCREENS = OpenApiParameter("screens", bool, description="Whether it is played with screens; no when left out.")
DAY = OpenApiParameter(
    "day",
    OpenApiTypes.DATE,
    description="The day; today where the body is when left out.",
    examples=[OpenApiExample("a day", value="2027-03-13")],
)
NAME = OpenApiParameter(
    "q",
    {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": parameters.WORDS},
    description="People with this in their names, in either case; everybody when left out.",
)


# -- How they look outside ---------------------------------------------------------------------------------------------


class ScopeSerializer(serializers.Serializer[Level]):
    """What a level covers."""

    sentence = serializers.CharField(source="scope.sentence", help_text=gettext_lazy("All of it in a sentence."))
    kinds = serializers.ListField(
        child=serializers.ChoiceField(EventKind.choices),
        source="event_kinds",
        help_text=gettext_lazy("The kinds of event."),
    )
    most_tables = serializers.IntegerField(
        allow_null=True, help_text=gettext_lazy("The most tables; null: any number.")
    )
    screens = serializers.BooleanField(
        source="with_screens", help_text=gettext_lazy("Whether events with screens are included.")
    )


class RequirementLineSerializer(serializers.Serializer[rule_tree.Line]):
    """One requirement as candidates read it."""

    place = serializers.CharField(
        help_text=gettext_lazy("Its number: 2 is the second, 2.1 the first in the group that stands second.")
    )
    said = serializers.CharField(help_text=gettext_lazy("What it asks for, as a sentence."))


class AccreditationLevelSerializer(serializers.Serializer[Any]):
    """A level of a body."""

    code = serializers.SlugField(source="level.code", help_text=gettext_lazy("Its code; it never changes."))
    name = serializers.CharField(source="level.name", help_text=gettext_lazy("As on the certificate."))
    validity_months = serializers.IntegerField(
        source="level.validity_months", help_text=gettext_lazy("How many months an award lasts.")
    )
    notice_months = serializers.IntegerField(
        source="level.notice_months",
        help_text=gettext_lazy("How many months before its end an award can be renewed."),
    )
    return_months = serializers.IntegerField(
        source="level.return_months",
        help_text=gettext_lazy("How many months after its end an award can still be renewed."),
    )
    applies_early = serializers.BooleanField(
        source="level.applies_early",
        help_text=gettext_lazy("Whether people can apply before they meet everything."),
    )
    scope = serializers.SerializerMethodField(
        help_text=gettext_lazy("What a holder may direct; null: the body has not said.")
    )
    requirements = serializers.DictField(
        source="rule.written",
        help_text=gettext_lazy("What it asks for today, as a rule: each node has one key, which names its kind."),
    )
    sentences = RequirementLineSerializer(
        source="lines", many=True, help_text=gettext_lazy("The same in sentences, in reading order.")
    )

    renewal = serializers.DictField(
        source="renewal.written",
        default=None,
        allow_null=True,
        help_text=gettext_lazy("What a renewal asks for today, as a rule; null: a registrar decides."),
    )
    renewal_sentences = RequirementLineSerializer(
        many=True, help_text=gettext_lazy("The same in sentences, in reading order.")
    )

    @extend_schema_field(ScopeSerializer(allow_null=True))
    def get_scope(self, told: Any) -> dict[str, Any] | None:
        """None where nothing is said."""
        level: Level = told["level"]
        return dict(ScopeSerializer(level).data) if level.scope else None


class WayLineSerializer(serializers.Serializer[Any]):
    """How a requirement stands for you."""

    depth = serializers.IntegerField(help_text=gettext_lazy("How deep it stands in groups; 0 at the top."))
    said = serializers.CharField(help_text=gettext_lazy("What it asks for, as a sentence."))
    standing = serializers.ChoiceField(Come.choices, help_text=gettext_lazy("How far you have come with it."))


class WaySerializer(serializers.Serializer[Any]):
    """Your way to one level."""

    level = serializers.SlugField(help_text=gettext_lazy("The code of the level."))
    name = serializers.CharField(help_text=gettext_lazy("Its name."))
    last_day = serializers.DateField(
        allow_null=True, help_text=gettext_lazy("The last day of your award of this level; null: you do not hold it.")
    )
    met = serializers.BooleanField(help_text=gettext_lazy("Whether you have everything that it asks for today."))
    requirements = WayLineSerializer(many=True, help_text=gettext_lazy("What it asks for, line by line."))


class DispensationSerializer(serializers.Serializer[Dispensation]):
    """Permission to direct one event."""

    event = serializers.CharField(help_text=gettext_lazy("The name of the event."))
    place = serializers.CharField(help_text=gettext_lazy("Its club or place."))
    first_day = serializers.DateField(help_text=gettext_lazy("Its first day."))
    last_day = serializers.DateField(help_text=gettext_lazy("Its last day, with which the permission ends."))


class ObstacleSerializer(serializers.Serializer[Any]):
    """Why an award does not allow it."""

    why = serializers.ChoiceField(Why.choices, help_text=gettext_lazy("In a word, for programs."))
    words = serializers.CharField(help_text=gettext_lazy("As a sentence."))


class DirectAnswerSerializer(serializers.Serializer[Answer]):
    """Whether somebody may direct an event."""

    day = serializers.DateField(help_text=gettext_lazy("The day that was asked about."))
    verdict = serializers.ChoiceField(
        Verdict.choices,
        help_text=gettext_lazy("Whether they may; unsaid: the body has not said what their level covers."),
    )
    level = serializers.CharField(
        source="award.level.code",
        default=None,
        allow_null=True,
        help_text=gettext_lazy("The code of the level by which they may; null: by none."),
    )
    last_day = serializers.DateField(
        source="until",
        allow_null=True,
        help_text=gettext_lazy("The last day of what allows it, as it was on the day; null: nothing does."),
    )
    reasons = ObstacleSerializer(many=True, help_text=gettext_lazy("Why they may not; empty where they may."))


class PersonAnswerSerializer(DirectAnswerSerializer):
    """Whether this person may direct an event."""

    person = serializers.UUIDField(source="person.pk", help_text=gettext_lazy("The person."))
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("Their name; may be empty."))
    dispensation = DispensationSerializer(
        allow_null=True,
        help_text=gettext_lazy("The dispensation by which they may, which is for its own event alone; null: by none."),
    )


# -- Levels, which are everybody's -------------------------------------------------------------------------------------


@extend_schema_view(
    get=extend_schema(
        operation_id="list_accreditation_levels",
        tags=TAGS,
        summary="The levels of a body",
        description="From the lowest up, for everybody: what each asks for today, and what its holders may direct.",
        parameters=[BODY],
    )
)
class LevelList(OpenList):
    """The levels of a body."""

    serializer_class = AccreditationLevelSerializer
    queryset = Level.objects.none()

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """With rules and sentences, in a fixed number of queries."""
        body = Body.objects.filter(slug=kwargs["body"]).first()
        if body is None:
            raise Problem("not-found", _("There is no such body."))
        known, to_renew = standing.known(body), renewal_rules.rules_of(body)

        def sentences(rule: Rule | None) -> list[rule_tree.Line]:
            return [line for line in rule_tree.lines(rule, known).within() if line.place] if rule else []

        told = [
            {
                "level": level,
                "rule": rule,
                "lines": sentences(rule),
                "renewal": to_renew.get(level.pk),
                "renewal_sentences": sentences(to_renew.get(level.pk)),
            }
            for level, rule in standing.rules_of(body).items()
        ]
        return self.get_paginated_response(self.get_serializer(self.paginate_queryset(told), many=True).data)


# -- What is one's own -------------------------------------------------------------------------------------------------


class WaysSerializer(serializers.Serializer[Any]):
    """Your way to the levels of a body."""

    body = serializers.SlugField(help_text=gettext_lazy("The body, by its short name."))
    levels = WaySerializer(many=True, help_text=gettext_lazy("From the lowest up."))


@extend_schema_view(
    get=extend_schema(
        operation_id="get_way",
        tags=TAGS,
        summary="Your way to the levels of a body",
        description="What you have of what each level asks for, for everybody who has or had a role in the body.",
        parameters=[BODY],
    )
)
class WayDetail(Private):
    """One's own way."""

    serializer_class = WaysSerializer

    def get(self, request: Request, body: str) -> Response:
        """To each level, as the page tells it: a pass that is in doubt does not count as met."""
        found = one_of(Body.objects.all(), slug=body)
        if not is_known_to(self.person, found):
            raise not_there()
        known = standing.known(found)
        held = dict(Award.objects.filter(person=self.person, body=found).held().values_list("level", "valid_until"))
        rules = standing.rules_of(found)
        records = standing.records_by_level([self.person.pk], found, rules)
        told = []
        for level, rule in rules.items():
            judged = judge(rule, records[level][self.person.pk])
            rows = [dict(zip(("depth", "said", "standing"), row, strict=True)) for row in lines(judged, known)]
            told.append(
                {
                    "level": level.code,
                    "name": level.name,
                    "last_day": held.get(level.pk),
                    "met": judged.met,
                    "requirements": rows,
                }
            )
        return Response(self.get_serializer({"body": found.slug, "levels": told}).data)


# -- Who may direct an event -------------------------------------------------------------------------------------------


class EventQuestion(forms.Form):
    """An event and a day, as they are asked about here."""

    kind = forms.ChoiceField(choices=EventKind.choices)
    tables = forms.IntegerField(min_value=1, max_value=MOST_TABLES)
    screens = TruthField(required=False)
    day = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
    q = forms.CharField(required=False, max_length=LONGEST)

    def asked(self) -> Event:
        """The event. Raises ValidationError by parameter."""
        if not self.is_valid():
            raise bad_form(self)
        told = self.cleaned_data
        return Event(EventKind(told["kind"]), told["tables"], bool(told["screens"]))


@extend_schema_view(
    get=extend_schema(
        operation_id="list_who_may_direct",
        tags=TAGS,
        summary="Who may direct an event",
        description=(
            "Registrars of the body are told of its people, by name; anybody else who has a role in it, of themselves. For a"
            " past day, the answer is as things stood when it was over."
        ),
        parameters=[BODY],
    )
)
class MayDirectList(PrivateList):
    """Who of the body may direct an event on a day."""

    serializer_class = PersonAnswerSerializer
    queryset = User.objects.none()
    parameters = (KINDS, TABLES, SCREENS, DAY, NAME)

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The people of a page, each with the answer."""
        body = one_of(Body.objects.filter(pk__in=roles_of(self.person)), slug=kwargs["body"])
        form = EventQuestion(request.query_params)
        event = form.asked()
        people = people_of(body, form.cleaned_data["q"])
        if not may(self.person, KEEP, body):
            people = people.filter(pk=self.person.pk)
        page = self.paginate_queryset(people) or []
        found = answers([person.pk for person in page], body, event, form.cleaned_data["day"] or body.today())
        rows = [_row(found[person.pk], person) for person in page]
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)


def _row(answer: Answer, person: User) -> dict[str, Any]:
    told = {name: getattr(answer, name) for name in ("day", "verdict", "award", "dispensation", "until", "reasons")}
    return told | {"person": person}


@extend_schema_view(
    get=extend_schema(
        operation_id="get_certificate_answer",
        tags=TAGS,
        summary="Whether a certificate lets its holder direct an event",
        description=(
            "For everybody who has the code. It answers for this one award, for today and for days to come, and says nothing"
            " about its holder that the code does not say already."
        ),
        parameters=[CODE],
    )
)
class CertificateAnswer(Open):
    """What one award allows."""

    serializer_class = DirectAnswerSerializer
    parameters = (KINDS, TABLES, SCREENS, DAY)

    def get(self, request: Request, code: str) -> Response:
        """Yes, no, or that the body has not said."""
        if seconds := limits.seconds_left(request._request, "unknown_code"):
            raise exceptions.Throttled(seconds)
        award = Award.objects.select_related("body", "level").filter(verification_code=read_code(code)).first()
        form = EventQuestion(request.query_params)
        event = form.asked()
        if award is None:
            limits.seconds_to_wait(request._request, "unknown_code")
            raise Problem("not-found", _("No certificate has this code."))
        day = form.cleaned_data["day"] or award.body.today()
        if day < award.body.today():
            form.add_error("day", _("This day is past. Choose today or a later day."))
            raise bad_form(form)
        return Response(self.get_serializer(by_award(award, event, day)).data)


urlpatterns = [
    path("levels/<slug:body>/", LevelList.as_view(), name="levels"),
    path("way/<slug:body>/", WayDetail.as_view(), name="way"),
    path("may-direct/<slug:body>/", MayDirectList.as_view(), name="may-direct"),
    path("register/<slug:body>/", RegisterSearch.as_view(), name="register"),
    path("certificates/<str:code>/may-direct/", CertificateAnswer.as_view(), name="certificate"),
    *awards.urlpatterns,
    *dispensations.urlpatterns,
    *documents.urlpatterns,
    *certificates.urlpatterns,
    *assessments.urlpatterns,
    *clubs.urlpatterns,
    *desk.urlpatterns,
    *evidence.urlpatterns,
    *intake.urlpatterns,
    *life.urlpatterns,
]
