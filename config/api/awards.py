"""The registrar's work for programs, under `/api/v1/accreditation/`: applications and awards of a body.

The rules are those of the pages, and so is what happens when something is sent twice: it is done once.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.urls import path
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation import deeds, services
from accounts.accreditation.life import AwardState
from accounts.accreditation.models import Application, Award
from accounts.models import Body, User
from accounts.names import folded
from accounts.prose import not_blank
from accounts.rules import may
from exams.bank.api.base import Private, PrivateList, id_of, not_there, one_of, wrong_fields
from laws.api import parameters
from laws.api.filters import LONGEST
from laws.api.problems import Problem
from laws.api.views.base import bad_form

TAGS = ["Accreditation"]
BODY = parameters.in_path("body", "The body's short name. You are a registrar of it.", "qba")
APPLICATION, AWARD = id_of("The application's id."), id_of("The award's id.")
NAME = OpenApiParameter(
    "q",
    {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": parameters.WORDS},
    description="Those of people with this in their names, in either case; all when left out.",
)
LONGEST_REASON = 1000
KEEP = "accreditation.keep_register"


# -- How they look outside ---------------------------------------------------------------------------------------------


class ApplicationSerializer(serializers.Serializer[Application]):
    """Somebody asks for a level."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the application."))
    body = serializers.SlugField(source="body.slug", help_text=gettext_lazy("The body, by its short name."))
    person = serializers.UUIDField(source="person_id", help_text=gettext_lazy("Who applies."))
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("Their name; may be empty."))
    level = serializers.SlugField(source="level.code", help_text=gettext_lazy("The level, by its code."))
    status = serializers.ChoiceField(
        Application.Status.choices, help_text=gettext_lazy("Waiting, granted or declined.")
    )
    created_at = serializers.DateTimeField(help_text=gettext_lazy("When it was made."))
    decided_at = serializers.DateTimeField(
        allow_null=True, help_text=gettext_lazy("When it was decided; null: not yet.")
    )
    reason = serializers.CharField(help_text=gettext_lazy("The reason of the decision; may be empty."))


class AwardSerializer(serializers.Serializer[Award]):
    """A level that somebody was granted."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the award."))
    body = serializers.SlugField(source="body.slug", help_text=gettext_lazy("The body, by its short name."))
    person = serializers.UUIDField(source="person_id", help_text=gettext_lazy("Who holds it."))
    name = serializers.CharField(help_text=gettext_lazy("The name on the award."))
    level = serializers.SlugField(source="level.code", help_text=gettext_lazy("The level, by its code."))
    code = serializers.CharField(source="verification_code", help_text=gettext_lazy("The code of its certificate."))
    status = serializers.ChoiceField(
        AwardState.choices, source="state", help_text=gettext_lazy("How it stands today, where the body is.")
    )
    valid_from = serializers.DateField(help_text=gettext_lazy("Its first day."))
    valid_until = serializers.DateField(help_text=gettext_lazy("Its last day."))
    renewable_from = serializers.DateField(help_text=gettext_lazy("From which day it can be renewed."))
    renewable_until = serializers.DateField(help_text=gettext_lazy("Until which day it can be renewed."))


class WhySerializer(serializers.Serializer[Any]):
    """Why something is done. The person reads it."""

    reason = serializers.CharField(
        max_length=LONGEST_REASON, validators=[not_blank], help_text=gettext_lazy("Why. The person reads it.")
    )


class NothingSerializer(serializers.Serializer[Any]):
    """Nothing is sent."""


class GrantSerializer(serializers.Serializer[Any]):
    """What is said with a grant."""

    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        required=False,
        allow_blank=True,
        default="",
        help_text=gettext_lazy("Remarks; may be left out. The person reads them."),
    )


class RenewalSerializer(WhySerializer):
    """A new term, counted from the end."""

    ending = serializers.DateField(
        input_formats=["%Y-%m-%d"],
        help_text=gettext_lazy("The last day that the award has now: sent again, it adds no second term."),
    )


class ExtensionSerializer(WhySerializer):
    """A later end of the term."""

    until = serializers.DateField(input_formats=["%Y-%m-%d"], help_text=gettext_lazy("The new last day."))


# -- What they have in common ------------------------------------------------------------------------------------------


class RegisterFilter(forms.Form):
    """What to look for; `status` and `level` only where they are asked for."""

    q = forms.CharField(required=False, max_length=LONGEST)
    level = forms.SlugField(required=False, max_length=LONGEST)
    status = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, statuses: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["status"].choices = statuses  # type: ignore[attr-defined]

    def told(self) -> dict[str, str]:
        """What was asked for. Raises a problem by parameter."""
        if not self.is_valid():
            raise bad_form(self)
        return self.cleaned_data


def body_kept(person: User, slug: str) -> Body:
    """The body, for its registrars; for all others there is none."""
    found = one_of(Body.objects.all(), slug=slug)
    if not may(person, KEEP, found):
        raise not_there()
    return found


class Deed(Private):
    """Something that is done to one record. sends: what is sent with it; do: what does it."""

    permission: ClassVar[str]
    sends: ClassVar[type[serializers.Serializer[Any]]] = WhySerializer
    do: ClassVar[Callable[..., Any]]
    named: ClassVar[str]

    def found(self) -> QuerySet[Any]:
        """Among which records."""
        raise NotImplementedError

    def done(self, id: UUID) -> Response:
        """Do it, and answer with the record afterwards. Refused is 409, with the sentence of the page."""
        record = self.visible(self.found(), self.permission, pk=id)
        told = self.sent(self.sends)
        refused(lambda: type(self).do(**{self.named: record}, actor=self.person, **told))
        return Response(self.get_serializer(self.found().get(pk=id)).data)


def refused(service: Callable[[], Any]) -> Any:
    """What a service does. What it refuses is 422 where it is a field's fault, otherwise 409."""
    try:
        return service()
    except ValidationError as refusal:
        if hasattr(refusal, "error_dict"):
            raise wrong_fields(refusal.message_dict) from refusal
        raise Problem("refused", " ".join(refusal.messages), HTTPStatus.CONFLICT) from refusal


def choice(name: str, choices: Any, description: str) -> OpenApiParameter:
    """A parameter of a list that takes one of these."""
    return OpenApiParameter(name, str, enum=[value for value, _label in choices], description=description)


LEVEL = OpenApiParameter(
    "level",
    {"type": "string", "pattern": parameters.SLUG, "maxLength": LONGEST},
    description="Of this level alone, by its code.",
)


# -- Applications ------------------------------------------------------------------------------------------------------


APPLICATIONS = Application.objects.select_related("body", "person", "level")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_applications",
        tags=TAGS,
        summary="Applications of a body",
        description="For its registrars, the longest waiting first.",
        parameters=[BODY],
    )
)
class ApplicationList(PrivateList):
    """Who applies."""

    serializer_class = ApplicationSerializer
    queryset = Application.objects.none()
    parameters = (choice("status", Application.Status.choices, "Those that stand so; all when left out."), LEVEL, NAME)

    def get_queryset(self) -> QuerySet[Application]:
        """Those of the body."""
        body = body_kept(self.person, self.kwargs["body"])
        told = RegisterFilter(self.request.query_params, statuses=Application.Status.choices).told()
        found = APPLICATIONS.filter(body=body, person__name_folded__contains=folded(told["q"]))
        found = found.filter(status=told["status"]) if told["status"] else found
        found = found.filter(level__code=told["level"]) if told["level"] else found
        return found.order_by("created_at", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="get_application",
        tags=TAGS,
        summary="One application",
        description="For its person and the registrars of the body.",
        parameters=[APPLICATION],
    )
)
class ApplicationDetail(Private):
    """An application."""

    serializer_class = ApplicationSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """How it stands."""
        return Response(self.get_serializer(self.visible(APPLICATIONS, "accreditation.view_application", pk=id)).data)


class ApplicationDeed(Deed):
    """A decision."""

    serializer_class = ApplicationSerializer
    permission = "accreditation.decide_application"
    named = "application"

    def found(self) -> QuerySet[Application]:
        """All."""
        return APPLICATIONS.all()


_APPLICATION = {200: OpenApiResponse(ApplicationSerializer, "The application afterwards.")}


class ApplicationGrant(ApplicationDeed):
    """Granting."""

    sends = GrantSerializer
    do = staticmethod(services.grant)

    @extend_schema(
        operation_id="grant_application",
        tags=TAGS,
        summary="Grant an application",
        description="Everything that the level requires must be met. Granted already, the answer is the same.",
        parameters=[APPLICATION],
        request=GrantSerializer,
        responses=_APPLICATION,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Grant it, from today."""
        return self.done(id)


class ApplicationRefusal(ApplicationDeed):
    """Declining."""

    do = staticmethod(services.decline)

    @extend_schema(
        operation_id="decline_application",
        tags=TAGS,
        summary="Decline an application",
        description="The person reads the reason and can appeal. Declined already, the answer is the same.",
        parameters=[APPLICATION],
        request=WhySerializer,
        responses=_APPLICATION,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Decline it."""
        return self.done(id)


# -- Awards ------------------------------------------------------------------------------------------------------------


AWARDS = Award.objects.select_related("body", "level")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_awards",
        tags=TAGS,
        summary="Awards of a body",
        description="For its registrars, the one that ends soonest first.",
        parameters=[BODY],
    )
)
class AwardList(PrivateList):
    """What was granted."""

    serializer_class = AwardSerializer
    queryset = Award.objects.none()
    parameters = (choice("status", AwardState.choices, "Those that stand so today; all when left out."), LEVEL, NAME)

    def get_queryset(self) -> QuerySet[Award]:
        """Those of the body."""
        body = body_kept(self.person, self.kwargs["body"])
        told = RegisterFilter(self.request.query_params, statuses=AwardState.choices).told()
        found = AWARDS.filter(body=body, name_folded__contains=folded(told["q"]))
        found = found.in_state(AwardState(told["status"])) if told["status"] else found
        found = found.filter(level__code=told["level"]) if told["level"] else found
        return found.order_by("valid_until", "name", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="get_award",
        tags=TAGS,
        summary="One award",
        description="For its holder and the registrars of the body.",
        parameters=[AWARD],
    )
)
class AwardDetail(Private):
    """An award."""

    serializer_class = AwardSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """How it stands."""
        return Response(self.get_serializer(self.visible(AWARDS.all(), "accreditation.view_award", pk=id)).data)


class AwardDeed(Deed):
    """What is done to an award."""

    serializer_class = AwardSerializer
    permission = "accreditation.change_award"
    named = "award"

    def found(self) -> QuerySet[Award]:
        """All."""
        return AWARDS.all()


_AWARD = {200: OpenApiResponse(AwardSerializer, "The award afterwards.")}


class AwardRenewal(AwardDeed):
    """Renewing."""

    sends = RenewalSerializer
    do = staticmethod(deeds.renew)

    @extend_schema(
        operation_id="renew_award",
        tags=TAGS,
        summary="Renew an award",
        description="From the beginning of the notice period until it lapses; the new term is counted from the old end.",
        parameters=[AWARD],
        request=RenewalSerializer,
        responses=_AWARD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Renew it."""
        return self.done(id)


class AwardExtension(AwardDeed):
    """Extending."""

    sends = ExtensionSerializer
    do = staticmethod(deeds.extend)

    @extend_schema(
        operation_id="extend_award",
        tags=TAGS,
        summary="Extend an award",
        description="To a later day, at most a year beyond the end of its term.",
        parameters=[AWARD],
        request=ExtensionSerializer,
        responses=_AWARD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Extend it."""
        return self.done(id)


class AwardSuspension(AwardDeed):
    """Suspending."""

    do = staticmethod(deeds.suspend)

    @extend_schema(
        operation_id="suspend_award",
        tags=TAGS,
        summary="Suspend an award",
        description="It is out of force until it is reinstated. The holder can appeal.",
        parameters=[AWARD],
        request=WhySerializer,
        responses=_AWARD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Suspend it."""
        return self.done(id)


class AwardReinstatement(AwardDeed):
    """Reinstating."""

    do = staticmethod(deeds.reinstate)

    @extend_schema(
        operation_id="reinstate_award",
        tags=TAGS,
        summary="Reinstate an award",
        description="One that is suspended, or was revoked in error. Its dates stay as they are.",
        parameters=[AWARD],
        request=WhySerializer,
        responses=_AWARD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Put it in force again."""
        return self.done(id)


class AwardRevocation(AwardDeed):
    """Revoking by one."""

    do = staticmethod(deeds.revoke)

    @extend_schema(
        operation_id="revoke_award",
        tags=TAGS,
        summary="Revoke an award",
        description="Where the level asks for no second registrar; else propose it. The holder can appeal.",
        parameters=[AWARD],
        request=WhySerializer,
        responses=_AWARD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Take it away."""
        return self.done(id)


class AwardSurrender(AwardDeed):
    """Giving it up."""

    permission = "accreditation.surrender_award"
    sends = GrantSerializer
    do = staticmethod(deeds.surrender)

    @extend_schema(
        operation_id="surrender_award",
        tags=TAGS,
        summary="Surrender an award",
        description=(
            "By its holder, who need not say why; or by a registrar of the body, who says as the reason how the holder told"
            " them. It cannot be undone."
        ),
        parameters=[AWARD],
        request=GrantSerializer,
        responses=_AWARD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Give it up."""
        return self.done(id)


class AwardDeath(AwardDeed):
    """Recording a death."""

    do = staticmethod(deeds.record_death)

    @extend_schema(
        operation_id="record_death",
        tags=TAGS,
        summary="Record the death of the holder",
        description="It ends every award of this person at the body. The register names them no more.",
        parameters=[AWARD],
        request=WhySerializer,
        responses=_AWARD,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Record it."""
        return self.done(id)


urlpatterns = [
    path("applications/<uuid:id>/grant/", ApplicationGrant.as_view(), name="application-grant"),
    path("applications/<uuid:id>/refusal/", ApplicationRefusal.as_view(), name="application-refusal"),
    path("applications/<uuid:id>/", ApplicationDetail.as_view(), name="application"),
    path("applications/of/<slug:body>/", ApplicationList.as_view(), name="applications"),
    path("awards/<uuid:id>/", AwardDetail.as_view(), name="award"),
    path("awards/<uuid:id>/renewal/", AwardRenewal.as_view(), name="award-renewal"),
    path("awards/<uuid:id>/extension/", AwardExtension.as_view(), name="award-extension"),
    path("awards/<uuid:id>/suspension/", AwardSuspension.as_view(), name="award-suspension"),
    path("awards/<uuid:id>/reinstatement/", AwardReinstatement.as_view(), name="award-reinstatement"),
    path("awards/<uuid:id>/revocation/", AwardRevocation.as_view(), name="award-revocation"),
    path("awards/<uuid:id>/surrender/", AwardSurrender.as_view(), name="award-surrender"),
    path("awards/<uuid:id>/death/", AwardDeath.as_view(), name="award-death"),
    path("awards/of/<slug:body>/", AwardList.as_view(), name="awards"),
]
