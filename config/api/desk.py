"""A registrar's desk for programs, under `/api/v1/accreditation/`: what waits, what ends, and the body in figures."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation.desk import overview, statistics
from accounts.accreditation.models import Level
from accounts.models import Body, Region
from config.api.awards import BODY, LEVEL, TAGS, body_kept
from exams.bank.api.base import Private
from laws.api.filters import LONGEST
from laws.api.views.base import bad_form

# -- How they look outside ---------------------------------------------------------------------------------------------


class WaitingSerializer(serializers.Serializer[overview.Waiting]):
    """A kind of work that waits for you."""

    kind = serializers.CharField(
        help_text=gettext_lazy(
            "applications, applications_over_a_week, applications_over_a_month, evidence, appeals, revocations, doubts, imports"
            " or letters."
        )
    )
    n = serializers.IntegerField(help_text=gettext_lazy("How much of it waits."))
    words = serializers.CharField(help_text=gettext_lazy("What it is, in words."))
    note = serializers.CharField(help_text=gettext_lazy("Since when the oldest waits; may be empty."))
    page = serializers.CharField(source="url", help_text=gettext_lazy("Where people do it, on this site."))


class EndingLevelSerializer(serializers.Serializer[overview.Ending]):
    """How many awards of a level end or have ended."""

    level = serializers.SlugField(source="level.code", help_text=gettext_lazy("The level, by its code."))
    within_30_days = serializers.SerializerMethodField(help_text=gettext_lazy("How many end within 30 days."))
    within_90_days = serializers.SerializerMethodField(help_text=gettext_lazy("How many end within 90 days."))
    renewable = serializers.IntegerField(help_text=gettext_lazy("How many have expired and can still be renewed."))

    def get_within_30_days(self, ending: overview.Ending) -> int:
        """Today included."""
        return dict(ending.within)[30]

    def get_within_90_days(self, ending: overview.Ending) -> int:
        """Today included."""
        return dict(ending.within)[90]


class DeskSerializer(serializers.Serializer[Any]):
    """What lies on your desk."""

    body = serializers.SlugField(help_text=gettext_lazy("The body, by its short name."))
    waiting = WaitingSerializer(many=True, help_text=gettext_lazy("What is waiting for you; nothing of what is done."))
    ending = EndingLevelSerializer(many=True, help_text=gettext_lazy("What ends, by level, from the lowest up."))
    next_end = serializers.DateField(
        allow_null=True, help_text=gettext_lazy("When the next award that is in force ends; null: none is.")
    )


class SeriesSerializer(serializers.Serializer[statistics.Series]):
    """How many awards of a level were in force."""

    level = serializers.CharField(source="name", help_text=gettext_lazy("The name of the level."))
    counts = serializers.ListField(
        child=serializers.IntegerField(), help_text=gettext_lazy("How many on each of `days`.")
    )


class TrendSerializer(serializers.Serializer[statistics.Trend]):
    """Awards in force in a region, or in all."""

    region = serializers.CharField(source="name", help_text=gettext_lazy("The region, in words."))
    levels = SeriesSerializer(source="series", many=True, help_text=gettext_lazy("Level by level."))


class YearSerializer(serializers.Serializer[statistics.Year]):
    """What happened in a year."""

    year = serializers.IntegerField(help_text=gettext_lazy("The year."))
    granted = serializers.IntegerField(help_text=gettext_lazy("Awards granted."))
    renewed = serializers.IntegerField(help_text=gettext_lazy("Awards renewed."))
    lapsed = serializers.IntegerField(help_text=gettext_lazy("Awards that ran out."))
    ended = serializers.IntegerField(help_text=gettext_lazy("Awards revoked, surrendered or ended by death."))
    decided = serializers.IntegerField(help_text=gettext_lazy("Applications decided."))
    days_to_decide = serializers.FloatField(
        source="median",
        allow_null=True,
        help_text=gettext_lazy("Days from an application to its decision, the median; null where none was decided."),
    )


class EvidenceFiguresSerializer(serializers.Serializer[statistics.EvidenceRow]):
    """Evidence of a kind that was entered in the last twelve months."""

    kind = serializers.CharField(help_text=gettext_lazy("What kind of thing it is, in words."))
    accepted = serializers.IntegerField(help_text=gettext_lazy("How many pieces count."))
    waiting = serializers.IntegerField(help_text=gettext_lazy("How many wait."))
    refused = serializers.IntegerField(help_text=gettext_lazy("How many were refused."))
    withdrawn = serializers.IntegerField(help_text=gettext_lazy("How many were withdrawn."))


class FiguresSerializer(serializers.Serializer[statistics.Figures]):
    """The directors of a body in figures."""

    days = serializers.ListField(
        child=serializers.DateField(),
        help_text=gettext_lazy("The ends of the months of the last five years, and today."),
    )
    whole = TrendSerializer(help_text=gettext_lazy("All regions together, or the one that was asked for."))
    regions = TrendSerializer(many=True, help_text=gettext_lazy("Region by region; none where the body has none."))
    years = YearSerializer(many=True, help_text=gettext_lazy("Year by year."))
    evidence = EvidenceFiguresSerializer(
        many=True, help_text=gettext_lazy("Evidence of the last twelve months, of all levels.")
    )


# -- Addresses ---------------------------------------------------------------------------------------------------------


@extend_schema_view(
    get=extend_schema(
        operation_id="get_desk",
        tags=TAGS,
        summary="What waits and what ends in a body",
        description="For its registrars: how much of what waits for whoever asks, and which awards end.",
        parameters=[BODY],
    )
)
class DeskDetail(Private):
    """The desk."""

    serializer_class = DeskSerializer

    def get(self, request: Request, body: str) -> Response:
        """What lies on it."""
        found = body_kept(self.person, body)
        told = {
            "body": found.slug,
            "waiting": overview.waiting(found, self.person),
            "ending": overview.ending(found),
            "next_end": overview.next_end(found),
        }
        return Response(self.get_serializer(told).data)


class FiguresAsked(forms.Form):
    """Of which level and region the figures are."""

    level = forms.SlugField(required=False, max_length=LONGEST)
    region = forms.UUIDField(required=False)

    def chosen(self, body: Body) -> tuple[Level | None, Region | None]:
        """The level and the region, None for all. Raises ValidationError by parameter."""
        level = region = None
        if self.is_valid():
            told = self.cleaned_data
            if told["level"] and (level := Level.objects.filter(body=body, code=told["level"]).first()) is None:
                self.add_error("level", _("The body has no such level."))
            if told["region"] and (region := Region.objects.filter(body=body, pk=told["region"]).first()) is None:
                self.add_error("region", _("The body has no such region."))
        if self.errors:
            raise bad_form(self)
        return level, region


@extend_schema_view(
    get=extend_schema(
        operation_id="get_figures",
        tags=TAGS,
        summary="A body in figures",
        description=(
            "For its registrars: awards in force by level and region, what happened year by year, and evidence. How an award"
            " stood on a day is read from its history; a region is that of the club at which somebody is today."
        ),
        parameters=[BODY],
    )
)
class FiguresDetail(Private):
    """The figures."""

    serializer_class = FiguresSerializer
    parameters = (LEVEL, OpenApiParameter("region", UUID, description="Of this region alone, by its id."))

    def get(self, request: Request, body: str) -> Response:
        """All of them."""
        found = body_kept(self.person, body)
        level, region = FiguresAsked(request.query_params).chosen(found)
        return Response(self.get_serializer(statistics.figures(found, level, region)).data)


urlpatterns = [
    path("desk/<slug:body>/", DeskDetail.as_view(), name="desk"),
    path("statistics/<slug:body>/", FiguresDetail.as_view(), name="statistics"),
]
