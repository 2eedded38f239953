"""The search of a body's public register for programs: whom people may find on the page, and what they agreed to."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django import forms
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation.life import AwardState
from accounts.accreditation.register import limits
from accounts.accreditation.register.forms import STATES
from accounts.accreditation.register.search import MOST, WITHIN_KM, Asked, Found, search
from accounts.models import Body, Club, Region
from exams.bank.api.base import one_of
from laws.api import parameters
from laws.api.filters import LONGEST
from laws.api.problems import Problem
from laws.api.views.base import Open, bad_form

FARTHEST_KM = 250


def _words(name: str, description: str, *shown: str) -> OpenApiParameter:
    kind = {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": parameters.WORDS}
    return OpenApiParameter(name, kind, description=description, examples=parameters.examples(*shown))


BODY = parameters.in_path("body", "The body's short name.", "qba")
PARAMETERS = (
    _words("q", "Three letters of a name or more.", "quill"),
    _words("number", "A player's whole number. It answers whatever the player agreed to, as a code does.", "70123"),
    _words("club", "The name of a club.", "Range View Bridge Club"),
    _words("region", "The name of a region.", "Darling Downs"),
    _words("place", "Three letters of a club's town or more.", "Toowoomba"),
    _words("near", "The name of a club: people near it are found, nearest first.", "Range View Bridge Club"),
    OpenApiParameter(
        "within",
        {"type": "integer", "minimum": 1, "maximum": FARTHEST_KM},
        description=f"So many kilometres from the club in `near`; {WITHIN_KM} when left out.",
        examples=[OpenApiExample("a hundred", value=100)],
    ),
    _words("level", "The code of a level.", "club"),
    OpenApiParameter(
        "state",
        str,
        enum=[value for value, _label in STATES],
        description="How the award stands; `valid` when left out. A number answers however it stands.",
    ),
)


class ListedAwardSerializer(serializers.Serializer[Found]):
    """An award in the public register."""

    name = serializers.CharField(source="award.name", help_text=gettext_lazy("The name on the award."))
    level = serializers.SlugField(source="award.level.code", help_text=gettext_lazy("The code of the level."))
    state = serializers.ChoiceField(
        AwardState.choices, source="award.state", help_text=gettext_lazy("How the award stands today.")
    )
    first_day = serializers.DateField(source="award.valid_from", help_text=gettext_lazy("Its first day."))
    last_day = serializers.DateField(source="award.valid_until", help_text=gettext_lazy("Its last day."))
    club = serializers.CharField(help_text=gettext_lazy("The club; empty where the person does not show it."))
    place = serializers.CharField(help_text=gettext_lazy("The town of the club; empty where it is not shown."))
    km = serializers.IntegerField(
        allow_null=True, help_text=gettext_lazy("How far the club is from the one in `near`; null without it.")
    )
    page = serializers.SerializerMethodField(
        help_text=gettext_lazy("The address of the person's page; null where there is none.")
    )

    def get_page(self, found: Found) -> str | None:
        """None where a search may not name them."""
        return f"{settings.SITE_URL}{reverse('register:entry', args=[found.entry])}" if found.entry else None


class RegisterAnswerSerializer(serializers.Serializer[Any]):
    """What a search of the register finds."""

    more = serializers.BooleanField(
        help_text=gettext_lazy("Whether there are more; ask more closely to see them, there are no further pages.")
    )
    results = ListedAwardSerializer(many=True, help_text=gettext_lazy("The awards."))


class RegisterQuestion(forms.Form):
    """What is looked for, with clubs and regions by their names."""

    q = forms.CharField(required=False, max_length=LONGEST)
    number = forms.CharField(required=False, max_length=LONGEST)
    club = forms.CharField(required=False, max_length=LONGEST)
    region = forms.CharField(required=False, max_length=LONGEST)
    place = forms.CharField(required=False, max_length=LONGEST)
    near = forms.CharField(required=False, max_length=LONGEST)
    within = forms.IntegerField(required=False, min_value=1, max_value=FARTHEST_KM)
    level = forms.CharField(required=False, max_length=LONGEST)
    state = forms.ChoiceField(required=False, choices=STATES)

    def asked(self, body: Body) -> Asked | None:
        """What is looked for in this body; None where it has no such club or region. Raises ValidationError by parameter."""
        if not self.is_valid():
            raise bad_form(self)
        told = self.cleaned_data
        places: dict[str, Any] = {}
        for name, model in (("club", Club), ("near", Club), ("region", Region)):
            if told[name]:
                places[name] = model._default_manager.filter(body=body, name__iexact=told[name]).first()
        if None in places.values():
            return None
        return Asked(
            name=told["q"],
            number=told["number"],
            place=told["place"],
            within=told["within"] or WITHIN_KM,
            level=told["level"],
            state=told["state"] or AwardState.VALID.value,
            body=body,
            **places,
        )


@extend_schema_view(
    get=extend_schema(
        operation_id="get_register_answer",
        tags=["Accreditation"],
        summary="Search the public register of a body",
        description=(
            f"For everybody. Only people who agreed are found, or those who have not decided where the body publishes by its"
            f" rules; a place finds only those who show their club. At most {MOST} awards are told. Three letters of a name or"
            " a town, a number, a club or a region have to be given; with less the answer is 422. Searches are counted with"
            " those of the page, by network address: 100 an hour, and ten numbers in ten minutes."
        ),
        parameters=[BODY],
    )
)
class RegisterSearch(Open):
    """The register of a body."""

    serializer_class = RegisterAnswerSerializer
    parameters = PARAMETERS

    def get(self, request: Request, body: str) -> Response:
        """What a search finds."""
        asked = RegisterQuestion(request.query_params).asked(one_of(Body.objects.all(), slug=body))
        if asked is None:
            return Response(self.get_serializer({"more": False, "results": []}).data)
        if not asked.is_enough:
            raise Problem(
                "too-little",
                _("Give three letters of a name or a town, a whole number, a club or a region."),
                HTTPStatus.UNPROCESSABLE_ENTITY,
            )
        if seconds := limits.seconds_to_wait(request._request, "number" if asked.number else "search"):
            raise exceptions.Throttled(seconds)
        found = search(asked)
        rows = self.get_serializer({"more": len(found) > MOST, "results": found[:MOST]}).data
        return Response(rows)
