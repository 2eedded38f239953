"""Dispensations of a body for programs, under `/api/v1/accreditation/`: listed, given and withdrawn by its registrars."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation import dispensations
from accounts.accreditation.models import Dispensation
from accounts.accreditation.scope import MOST_TABLES, EventKind
from accounts.models import Membership, Role, User
from accounts.names import folded
from accounts.prose import not_blank
from accounts.rules import may
from config.api.awards import (
    BODY,
    LONGEST_REASON,
    NAME,
    TAGS,
    Deed,
    RegisterFilter,
    WhySerializer,
    body_kept,
    choice,
    refused,
)
from exams.bank.api.base import Private, PrivateList, id_of, wrong_fields

DISPENSATION = id_of("The dispensation's id.")


class GivenDispensationSerializer(serializers.Serializer[Dispensation]):
    """Permission for somebody to direct one event."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the dispensation."))
    body = serializers.SlugField(source="body.slug", help_text=gettext_lazy("The body, by its short name."))
    person = serializers.UUIDField(source="person_id", help_text=gettext_lazy("Who may direct it."))
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("Their name; may be empty."))
    event = serializers.CharField(help_text=gettext_lazy("The name of the event."))
    place = serializers.CharField(help_text=gettext_lazy("Its club or place."))
    first_day = serializers.DateField(help_text=gettext_lazy("Its first day."))
    last_day = serializers.DateField(help_text=gettext_lazy("Its last day, with which the permission ends."))
    kind = serializers.ChoiceField(EventKind.choices, help_text=gettext_lazy("What kind of event it is."))
    tables = serializers.IntegerField(help_text=gettext_lazy("How many tables it has at most."))
    screens = serializers.BooleanField(help_text=gettext_lazy("Whether it may be played with screens."))
    why = serializers.CharField(help_text=gettext_lazy("Why it was given. The person reads it."))
    given_at = serializers.DateTimeField(help_text=gettext_lazy("When it was given."))
    stands = serializers.ChoiceField(
        [("coming", _("to come")), ("running", _("running")), ("over", _("over")), ("withdrawn", _("withdrawn"))],
        help_text=gettext_lazy("How it stands today, where the body is."),
    )


class NewDispensationSerializer(serializers.Serializer[Any]):
    """Permission to be given."""

    reference = serializers.UUIDField(
        help_text=gettext_lazy("An id that you draw. Sent again, it finds what it made and makes nothing new.")
    )
    person = serializers.UUIDField(help_text=gettext_lazy("A candidate of the body; not yourself."))
    event = serializers.CharField(max_length=200, help_text=gettext_lazy("The name of the event."))
    place = serializers.CharField(max_length=200, help_text=gettext_lazy("Its club or place."))
    first_day = serializers.DateField(input_formats=["%Y-%m-%d"], help_text=gettext_lazy("Today or later."))
    last_day = serializers.DateField(
        input_formats=["%Y-%m-%d"], help_text=gettext_lazy("At most 92 days, the first included.")
    )
    kind = serializers.ChoiceField(EventKind.choices, help_text=gettext_lazy("What kind of event it is."))
    tables = serializers.IntegerField(
        min_value=1, max_value=MOST_TABLES, help_text=gettext_lazy("How many tables it has at most.")
    )
    screens = serializers.BooleanField(
        required=False, default=False, help_text=gettext_lazy("Whether it may be played with screens.")
    )
    why = serializers.CharField(
        max_length=LONGEST_REASON, validators=[not_blank], help_text=gettext_lazy("Why. The person reads it.")
    )


DISPENSATIONS = Dispensation.objects.select_related("body", "person", "withdrawal")
STATES = (("current", _("running or to come")), ("all", _("all")))


class DispensationList(PrivateList):
    """Dispensations of a body, and a new one."""

    serializer_class = GivenDispensationSerializer
    queryset = Dispensation.objects.none()
    parameters = (choice("status", STATES, "Those that are running or to come, or all; all when left out."), NAME)

    def get_queryset(self) -> QuerySet[Dispensation]:
        """Those of the body."""
        body = body_kept(self.person, self.kwargs["body"])
        told = RegisterFilter(self.request.query_params, statuses=STATES).told()
        found = DISPENSATIONS.filter(body=body, person__name_folded__contains=folded(told["q"]))
        found = found.current() if told["status"] == "current" else found
        return found.order_by("first_day", "pk")

    @extend_schema(
        operation_id="list_dispensations",
        tags=TAGS,
        summary="Dispensations of a body",
        description="For its registrars, by their first days.",
        parameters=[BODY],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="give_dispensation",
        tags=TAGS,
        summary="Give a dispensation",
        description="To a candidate of the body, for one event that their awards do not cover.",
        parameters=[BODY],
        request=NewDispensationSerializer,
        responses={200: OpenApiResponse(GivenDispensationSerializer, "The dispensation.")},
        filters=False,
    )
    def post(self, request: Request, body: str) -> Response:
        """Give it."""
        found = body_kept(self.person, body)
        told = self.sent(NewDispensationSerializer)
        candidates = Membership.objects.active().filter(body=found, role=Role.CANDIDATE).values("person")
        person = User.objects.filter(pk=told["person"], pk__in=candidates).first()
        if person is None or not may(
            self.person, "accreditation.give_dispensation", Dispensation(body=found, person=person)
        ):
            raise wrong_fields({"person": [_("Choose a candidate of the body other than yourself.")]})
        event = {name: told[name] for name in dispensations.TOLD}
        made = refused(
            lambda: dispensations.give(
                body=found,
                person=person,
                actor=self.person,
                event=event,
                why=told["why"],
                reference=told["reference"],
            )
        )
        return Response(self.get_serializer(DISPENSATIONS.get(pk=made.pk)).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_dispensation",
        tags=TAGS,
        summary="One dispensation",
        description="For its person and the registrars of the body.",
        parameters=[DISPENSATION],
    )
)
class DispensationDetail(Private):
    """A dispensation."""

    serializer_class = GivenDispensationSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """All of it."""
        found = self.visible(DISPENSATIONS.all(), "accreditation.view_dispensation", pk=id)
        return Response(self.get_serializer(found).data)


class DispensationWithdrawal(Deed):
    """Withdrawing."""

    serializer_class = GivenDispensationSerializer
    permission = "accreditation.give_dispensation"
    named = "dispensation"
    do = staticmethod(dispensations.withdraw)

    def found(self) -> QuerySet[Dispensation]:
        """All."""
        return DISPENSATIONS.all()

    @extend_schema(
        operation_id="withdraw_dispensation",
        tags=TAGS,
        summary="Withdraw a dispensation",
        description="Until its last day is over. Withdrawn already, the answer is the same.",
        parameters=[DISPENSATION],
        request=WhySerializer,
        responses={200: OpenApiResponse(GivenDispensationSerializer, "The dispensation afterwards.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Withdraw it."""
        return self.done(id)


urlpatterns = [
    path("dispensations/<uuid:id>/", DispensationDetail.as_view(), name="dispensation"),
    path("dispensations/<uuid:id>/withdrawal/", DispensationWithdrawal.as_view(), name="dispensation-withdrawal"),
    path("dispensations/of/<slug:body>/", DispensationList.as_view(), name="dispensations"),
]
