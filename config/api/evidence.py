"""Evidence for programs, under `/api/v1/accreditation/`: one's own, and what registrars enter, accept, refuse and withdraw."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation import evidencing
from accounts.accreditation.evidence import in_words
from accounts.accreditation.evidence_forms import ENTERED
from accounts.accreditation.models import Evidence
from accounts.accreditation.requirements import LEAVES, Sessions
from accounts.accreditation.scope import MOST_TABLES
from accounts.models import Body, Membership, Role, User
from accounts.rules import roles_of
from config.api.awards import (
    BODY,
    NAME,
    TAGS,
    Deed,
    NothingSerializer,
    RegisterFilter,
    WhySerializer,
    body_kept,
    choice,
    refused,
)
from exams.bank.api.base import Private, PrivateList, id_of, wrong_fields
from laws.api.problems import Problem

PIECE = id_of("The evidence's id.")
ALL_KINDS, KINDS = [*LEAVES], [*ENTERED]


# -- How they look outside ---------------------------------------------------------------------------------------------


class EvidenceSerializer(serializers.Serializer[Evidence]):
    """One thing that you have passed, done or been given."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the evidence."))
    body = serializers.SlugField(source="body.slug", help_text=gettext_lazy("The body, by its short name."))
    kind = serializers.ChoiceField(ALL_KINDS, help_text=gettext_lazy("What kind of thing it is."))
    day = serializers.DateField(help_text=gettext_lazy("The day that it is of."))
    said = serializers.SerializerMethodField(help_text=gettext_lazy("What it is, in words."))
    details = serializers.DictField(help_text=gettext_lazy("Its particulars, by their names."))
    standing = serializers.ChoiceField(Evidence.Standing.choices, help_text=gettext_lazy("Whether it counts."))
    note = serializers.CharField(help_text=gettext_lazy("Why it was refused or withdrawn; else empty."))
    entered_at = serializers.DateTimeField(help_text=gettext_lazy("When it was put on record."))

    def get_said(self, evidence: Evidence) -> str:
        """In words."""
        return in_words(evidence.kind, evidence.details)


class NewSessionSerializer(serializers.Serializer[Any]):
    """A session that you directed."""

    body = serializers.SlugField(help_text=gettext_lazy("The body, by its short name. You are a candidate of it."))
    reference = serializers.UUIDField(
        help_text=gettext_lazy("An id that you draw. Sent again, it finds what it made and makes nothing new.")
    )
    day = serializers.DateField(input_formats=["%Y-%m-%d"], help_text=gettext_lazy("The day; not in the future."))
    role = serializers.ChoiceField(list(Sessions.ROLES.items()), help_text=gettext_lazy("How you directed it."))
    event = serializers.ChoiceField(list(Sessions.EVENTS.items()), help_text=gettext_lazy("Where it was."))
    club = serializers.CharField(max_length=200, help_text=gettext_lazy("The club."))
    title = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        help_text=gettext_lazy("The name of the event, which tells two sessions of one day apart; may be left out."),
    )
    movement = serializers.CharField(
        max_length=200, required=False, allow_blank=True, help_text=gettext_lazy("The movement; may be left out.")
    )
    tables = serializers.IntegerField(
        min_value=1, max_value=MOST_TABLES, required=False, help_text=gettext_lazy("How many tables; may be left out.")
    )
    beside = serializers.CharField(
        source="with",
        max_length=200,
        required=False,
        allow_blank=True,
        help_text=gettext_lazy("With whom you directed it; may be left out."),
    )
    words = serializers.CharField(
        max_length=200, required=False, allow_blank=True, help_text=gettext_lazy("Remarks; may be left out.")
    )


class PieceSerializer(EvidenceSerializer):
    """Evidence with the person whom it is about."""

    person = serializers.UUIDField(source="person_id", help_text=gettext_lazy("Whom it is about."))
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("Their name; may be empty."))
    waits_for_club = serializers.BooleanField(
        source="with_club", help_text=gettext_lazy("Whether a contact of its club is to confirm it.")
    )
    dispute = serializers.CharField(help_text=gettext_lazy("What club or director say is wrong; else empty."))


class NewPieceSerializer(serializers.Serializer[Any]):
    """What a registrar was shown."""

    reference = serializers.UUIDField(
        help_text=gettext_lazy("An id that you draw. Sent again, it finds what it made and makes nothing new.")
    )
    person = serializers.UUIDField(help_text=gettext_lazy("A candidate of the body; not yourself."))
    kind = serializers.ChoiceField(KINDS, help_text=gettext_lazy("What kind of thing it is."))
    day = serializers.DateField(input_formats=["%Y-%m-%d"], help_text=gettext_lazy("The day; not in the future."))
    details = serializers.DictField(
        child=serializers.CharField(max_length=200, allow_blank=True),
        help_text=gettext_lazy("Its particulars by their names, as other evidence of the kind has them."),
    )


# -- One's own ---------------------------------------------------------------------------------------------------------


@extend_schema_view(
    get=extend_schema(
        operation_id="list_evidence",
        tags=TAGS,
        summary="Your evidence",
        description="What is on record of you, in all bodies, latest first.",
    )
)
class EvidenceList(PrivateList):
    """One's own evidence."""

    serializer_class = EvidenceSerializer
    queryset = Evidence.objects.none()

    def get_queryset(self) -> QuerySet[Evidence]:
        """All of it."""
        return Evidence.objects.filter(person=self.person).select_related("body").order_by("-day", "pk")

    @extend_schema(
        operation_id="log_session",
        tags=TAGS,
        summary="Log a session that you directed",
        description=(
            "It waits until its club or a registrar of the body accepts it. One that the club has entered is given back."
        ),
        request=NewSessionSerializer,
        responses={200: OpenApiResponse(EvidenceSerializer, "The session.")},
        filters=False,
    )
    def post(self, request: Request) -> Response:
        """Put it on record."""
        told = self.sent(NewSessionSerializer)
        body = Body.objects.filter(pk__in=roles_of(self.person), slug=told.pop("body")).first()
        if body is None:
            raise wrong_fields({"body": [_("You are not a candidate of that body.")]})
        day, reference = told.pop("day"), f"sessions:{told.pop('reference')}"
        made = refused(
            lambda: evidencing.log_session(body=body, person=self.person, day=day, details=told, reference=reference)
        )
        return Response(self.get_serializer(made).data)


# -- Of a body ---------------------------------------------------------------------------------------------------------


PIECES = Evidence.objects.told_who_waits().select_related("body", "person")


class BodyEvidenceList(PrivateList):
    """Evidence about the people of a body, and one more piece."""

    serializer_class = PieceSerializer
    queryset = Evidence.objects.none()
    parameters = (choice("status", Evidence.Standing.choices, "That stands so; all when left out."), NAME)

    def get_queryset(self) -> QuerySet[Evidence]:
        """That of the body, without what is about whoever reads it."""
        body = body_kept(self.person, self.kwargs["body"])
        told = RegisterFilter(self.request.query_params, statuses=Evidence.Standing.choices).told()
        found = PIECES.filter(Q(body=body), person__name__icontains=told["q"]).exclude(person=self.person)
        found = found.filter(standing=told["status"]) if told["status"] else found
        return found.order_by("entered_at", "pk")

    @extend_schema(
        operation_id="list_body_evidence",
        tags=TAGS,
        summary="Evidence about the people of a body",
        description="For its registrars, the longest on record first. What waits or is disputed can be accepted or refused.",
        parameters=[BODY],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of it."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="enter_evidence",
        tags=TAGS,
        summary="Enter evidence",
        description="For registrars of the body, about a candidate of it. It counts at once. Papers enter themselves.",
        parameters=[BODY],
        request=NewPieceSerializer,
        responses={200: OpenApiResponse(PieceSerializer, "The evidence.")},
        filters=False,
    )
    def post(self, request: Request, body: str) -> Response:
        """Put it on record."""
        found = body_kept(self.person, body)
        told = self.sent(NewPieceSerializer)
        candidates = Membership.objects.active().filter(body=found, role=Role.CANDIDATE).values("person")
        person = User.objects.filter(pk=told["person"], pk__in=candidates).exclude(pk=self.person.pk).first()
        if person is None:
            raise wrong_fields({"person": [_("Choose a candidate of the body other than yourself.")]})
        made = refused(
            lambda: evidencing.enter(
                body=found,
                person=person,
                actor=self.person,
                kind=told["kind"],
                day=told["day"],
                details=told["details"],
                reference=f"{told['kind']}:{told['reference']}",
            )
        )
        return Response(self.get_serializer(PIECES.get(pk=made.pk)).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_evidence",
        tags=TAGS,
        summary="One piece of evidence",
        description="For its person and the registrars of the body.",
        parameters=[PIECE],
    )
)
class EvidenceDetail(Private):
    """A piece of evidence."""

    serializer_class = PieceSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """All of it."""
        return Response(self.get_serializer(self.visible(PIECES, "accreditation.view_evidence", pk=id)).data)


class EvidenceDeed(Deed):
    """What is done to a piece."""

    serializer_class = PieceSerializer
    permission = "accreditation.settle_evidence"
    named = "evidence"

    def found(self) -> QuerySet[Evidence]:
        """All."""
        return PIECES.all()


_PIECE = {200: OpenApiResponse(PieceSerializer, "The evidence afterwards.")}


class EvidenceAcceptance(EvidenceDeed):
    """Accepting."""

    sends = NothingSerializer
    do = staticmethod(evidencing.accept)

    @extend_schema(
        operation_id="accept_evidence",
        tags=TAGS,
        summary="Accept evidence",
        description="For registrars of the body, about others: what waits or is disputed. It counts from now on.",
        parameters=[PIECE],
        request=None,
        responses=_PIECE,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Let it count."""
        return self.done(id)


class EvidenceRefusal(EvidenceDeed):
    """Refusing."""

    do = staticmethod(evidencing.refuse)

    @extend_schema(
        operation_id="refuse_evidence",
        tags=TAGS,
        summary="Refuse evidence",
        description="For registrars of the body, about others: what waits or is disputed.",
        parameters=[PIECE],
        request=WhySerializer,
        responses=_PIECE,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Say that it does not count."""
        return self.done(id)


class EvidenceWithdrawal(EvidenceDeed):
    """Taking back."""

    permission = "accreditation.withdraw_evidence"
    do = staticmethod(evidencing.withdraw)

    @extend_schema(
        operation_id="withdraw_evidence",
        tags=TAGS,
        summary="Withdraw evidence",
        description=(
            "For registrars of the body, about others; for its person, as long as what they logged waits. A pass follows from"
            " its result and is not withdrawn. Awards that were granted on it stand."
        ),
        parameters=[PIECE],
        request=WhySerializer,
        responses=_PIECE,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Take it back."""
        found = self.visible(self.found(), "accreditation.view_evidence", pk=id)
        if found.standing == Evidence.Standing.WITHDRAWN and found.settled_by_id == self.person.pk:
            # Once it is withdrawn it is no longer the person's to withdraw; sent again, that is no fault.
            return Response(self.get_serializer(found).data)
        if found.kind == "paper":
            said = _("A pass is lost by marking the paper again, and by nothing else.")
            raise Problem("refused", said, HTTPStatus.CONFLICT)
        return self.done(id)


urlpatterns = [
    path("evidence/", EvidenceList.as_view(), name="evidence"),
    path("evidence/of/<slug:body>/", BodyEvidenceList.as_view(), name="body-evidence"),
    path("evidence/<uuid:id>/", EvidenceDetail.as_view(), name="piece"),
    path("evidence/<uuid:id>/acceptance/", EvidenceAcceptance.as_view(), name="evidence-acceptance"),
    path("evidence/<uuid:id>/refusal/", EvidenceRefusal.as_view(), name="evidence-refusal"),
    path("evidence/<uuid:id>/withdrawal/", EvidenceWithdrawal.as_view(), name="evidence-withdrawal"),
]
