"""Clubs and their sessions for programs, under `/api/v1/accreditation/`: regions, clubs, contacts, and what clubs say.

The rules are those of the pages: registrars keep clubs and regions, and a contact speaks for a club and sees nothing else.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation.clubs import season, sessions
from accounts.accreditation.desk import clubs
from accounts.accreditation.evidence import in_words
from accounts.accreditation.models import Evidence
from accounts.accreditation.particulars import LONGEST as LONGEST_WORDS
from accounts.accreditation.requirements import Sessions
from accounts.accreditation.scope import MOST_TABLES
from accounts.models import Club, Membership, Region
from accounts.prose import not_blank
from accounts.rules import clubs_of, may
from config.api.awards import BODY, TAGS, WhySerializer, body_kept, choice, refused
from exams.bank.api.base import Private, PrivateList, id_of, not_there, one_of, wrong_fields
from laws.api import parameters
from laws.api.filters import LONGEST
from laws.api.views.base import bad_form

CLUB, EVIDENCE = id_of("The club's id."), id_of("The session's id.")
VIEW, SPEAK = "accreditation.view_club", "accreditation.enter_club_sessions"
NAME = OpenApiParameter(
    "q",
    {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": parameters.WORDS},
    description="Those with this in their names or towns, in either case; all when left out.",
)
WAITS = (("club", "Waits for the club"), ("all", "All"))
LONGEST_FILE = 60_000


# -- How they look outside ---------------------------------------------------------------------------------------------


class RegionSerializer(serializers.Serializer[Region]):
    """A part of a body's country."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the region."))
    name = serializers.CharField(help_text=gettext_lazy("Its name."))
    order = serializers.IntegerField(help_text=gettext_lazy("Its place in lists, from the first down."))


class NewRegionSerializer(serializers.Serializer[Any]):
    """A region to be made. The same one sent again is made once."""

    name = serializers.CharField(max_length=100, validators=[not_blank], help_text=gettext_lazy("Its name."))
    order = serializers.IntegerField(
        min_value=0, max_value=999, default=0, help_text=gettext_lazy("Its place in lists, from the first down.")
    )


class ClubSerializer(serializers.Serializer[Club]):
    """A club of a body."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the club."))
    body = serializers.SlugField(source="body.slug", help_text=gettext_lazy("The body, by its short name."))
    name = serializers.CharField(help_text=gettext_lazy("Its name."))
    former_names = serializers.ListField(
        child=serializers.CharField(),
        help_text=gettext_lazy("Names that it had; sessions logged under them are its own."),
    )
    region = serializers.CharField(
        source="region.name", default=None, allow_null=True, help_text=gettext_lazy("Its region; null: none.")
    )
    place = serializers.CharField(help_text=gettext_lazy("Its town; may be empty."))
    latitude = serializers.FloatField(
        allow_null=True, help_text=gettext_lazy("In degrees, negative in the south; null: not known.")
    )
    longitude = serializers.FloatField(
        allow_null=True, help_text=gettext_lazy("In degrees, negative west of Greenwich; null: not known.")
    )


class KeptClubSerializer(ClubSerializer):
    """A club as registrars see it in their list."""

    people = serializers.IntegerField(help_text=gettext_lazy("How many candidates of the body are at it."))
    directors = serializers.IntegerField(help_text=gettext_lazy("How many of them hold a level today."))


class NewClubSerializer(serializers.Serializer[Any]):
    """A club to be made. The same one sent again is made once."""

    name = serializers.CharField(max_length=200, validators=[not_blank], help_text=gettext_lazy("Its name."))
    region = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text=gettext_lazy("Its region, by its id; may be left out.")
    )
    place = serializers.CharField(
        max_length=100,
        required=False,
        allow_blank=True,
        default="",
        help_text=gettext_lazy("Its town; may be left out."),
    )
    latitude = serializers.DecimalField(
        max_digits=8,
        decimal_places=5,
        min_value=-90,
        max_value=90,
        required=False,
        allow_null=True,
        default=None,
        help_text=gettext_lazy("In degrees, negative in the south; with the longitude, or left out."),
    )
    longitude = serializers.DecimalField(
        max_digits=8,
        decimal_places=5,
        min_value=-180,
        max_value=180,
        required=False,
        allow_null=True,
        default=None,
        help_text=gettext_lazy("In degrees, negative west of Greenwich; with the latitude, or left out."),
    )


class ContactSerializer(serializers.Serializer[Membership]):
    """Somebody who speaks for a club."""

    person = serializers.UUIDField(source="person_id", help_text=gettext_lazy("Who speaks for it."))
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("Their name; may be empty."))
    since = serializers.DateTimeField(help_text=gettext_lazy("Since when."))


class ClubSessionSerializer(serializers.Serializer[Evidence]):
    """A session that somebody directed at a club."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the session."))
    person = serializers.UUIDField(source="person_id", help_text=gettext_lazy("Who directed it."))
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("Their name; may be empty."))
    day = serializers.DateField(help_text=gettext_lazy("The day."))
    said = serializers.SerializerMethodField(help_text=gettext_lazy("What it is, in words."))
    details = serializers.DictField(help_text=gettext_lazy("Its particulars, by their names."))
    standing = serializers.ChoiceField(Evidence.Standing.choices, help_text=gettext_lazy("Whether it counts."))
    waits_for_club = serializers.BooleanField(
        source="with_club", help_text=gettext_lazy("Whether a contact of the club is to confirm it.")
    )
    confirmed_at = serializers.DateTimeField(
        allow_null=True, help_text=gettext_lazy("When the club confirmed it; null: it has not.")
    )
    dispute = serializers.CharField(help_text=gettext_lazy("What club or director say is wrong; else empty."))
    note = serializers.CharField(help_text=gettext_lazy("Why it was refused or withdrawn; else empty."))
    entered_at = serializers.DateTimeField(help_text=gettext_lazy("When it was put on record."))

    def get_said(self, evidence: Evidence) -> str:
        """In words."""
        return in_words(evidence.kind, evidence.details)


class NewClubSessionSerializer(serializers.Serializer[Any]):
    """A session of the club, with its directors."""

    reference = serializers.UUIDField(
        help_text=gettext_lazy("An id that you draw. Sent again, it finds what it made and makes nothing new.")
    )
    day = serializers.DateField(input_formats=["%Y-%m-%d"], help_text=gettext_lazy("The day; not in the future."))
    event = serializers.ChoiceField(list(Sessions.EVENTS.items()), help_text=gettext_lazy("What kind of event it was."))
    director = serializers.CharField(
        max_length=LONGEST_WORDS,
        validators=[not_blank],
        help_text=gettext_lazy("The name or the number of a candidate of the body."),
    )
    co_director = serializers.CharField(
        max_length=LONGEST_WORDS,
        required=False,
        allow_blank=True,
        default="",
        help_text=gettext_lazy("The same of who directed beside them; may be left out."),
    )
    title = serializers.CharField(
        max_length=LONGEST_WORDS,
        required=False,
        allow_blank=True,
        default="",
        help_text=gettext_lazy("The name of the event, which tells two sessions of one day apart; may be left out."),
    )
    movement = serializers.CharField(
        max_length=LONGEST_WORDS,
        required=False,
        allow_blank=True,
        default="",
        help_text=gettext_lazy("The movement; may be left out."),
    )
    tables = serializers.IntegerField(
        min_value=1, max_value=MOST_TABLES, required=False, help_text=gettext_lazy("How many tables; may be left out.")
    )


class SeasonFileSerializer(serializers.Serializer[Any]):
    """A season of a club."""

    csv = serializers.CharField(
        max_length=LONGEST_FILE,
        trim_whitespace=False,
        help_text=gettext_lazy(
            "CSV with the columns Date, Event, Kind, Tables, Movement, Director and Co-director; at most 300 lines."
        ),
    )


class SeasonEntrySerializer(SeasonFileSerializer):
    """A season to be entered, as the dry run showed it."""

    shown = serializers.CharField(max_length=64, help_text=gettext_lazy("What the dry run gave as `shown`."))
    reference = serializers.UUIDField(
        help_text=gettext_lazy("An id that you draw. Sent again, it finds what it made and makes nothing new.")
    )


class LineEffectSerializer(serializers.Serializer[season.Effect]):
    """What a line does for one director."""

    name = serializers.CharField(source="person.name", help_text=gettext_lazy("The director."))
    does = serializers.ChoiceField(
        [one.value for one in season.Outcome],
        source="outcome",
        help_text=gettext_lazy(
            "new: enters it; confirms: what they logged; own: enters your own, for another to confirm; known: nothing, it is"
            " on record; left: nothing, it was refused or is disputed."
        ),
    )
    says = serializers.CharField(help_text=gettext_lazy("The same as a sentence."))


class SeasonLineSerializer(serializers.Serializer[season.Line]):
    """A line of a season with what it does."""

    line = serializers.IntegerField(source="row.number", help_text=gettext_lazy("Its number in the file."))
    day = serializers.DateField(allow_null=True, help_text=gettext_lazy("The day; null where it cannot be read."))
    effects = LineEffectSerializer(many=True, help_text=gettext_lazy("What it does for each director."))
    faults = serializers.ListField(
        child=serializers.CharField(),
        help_text=gettext_lazy("What is wrong with it; then nothing of the line is done."),
    )


class SeasonSerializer(serializers.Serializer[Any]):
    """A season line by line."""

    lines = SeasonLineSerializer(many=True, help_text=gettext_lazy("The lines."))
    doing = serializers.IntegerField(help_text=gettext_lazy("How many of them do something."))
    wrong = serializers.IntegerField(help_text=gettext_lazy("How many of them have a fault."))
    shown = serializers.CharField(
        help_text=gettext_lazy("A digest of all that: send it along, and nothing else is entered.")
    )


# -- Regions and clubs -------------------------------------------------------------------------------------------------


class RegionList(PrivateList):
    """Regions of a body, and a new one."""

    serializer_class = RegionSerializer
    queryset = Region.objects.none()

    def get_queryset(self) -> QuerySet[Region]:
        """Those of the body."""
        return Region.objects.filter(body=body_kept(self.person, self.kwargs["body"])).order_by("order", "name", "pk")

    @extend_schema(
        operation_id="list_regions",
        tags=TAGS,
        summary="Regions of a body",
        description="For its registrars, in their order.",
        parameters=[BODY],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="make_region",
        tags=TAGS,
        summary="Make a region",
        parameters=[BODY],
        request=NewRegionSerializer,
        responses={200: OpenApiResponse(RegionSerializer, "The region.")},
        filters=False,
    )
    def post(self, request: Request, body: str) -> Response:
        """Make it."""
        found, told = body_kept(self.person, body), self.sent(NewRegionSerializer)
        told["name"] = " ".join(told["name"].split())
        made = refused(lambda: clubs.make_region(body=found, actor=self.person, fields=told))
        return Response(self.get_serializer(made).data)


class ClubsAsked(forms.Form):
    """Which clubs are looked for."""

    q = forms.CharField(required=False, max_length=LONGEST)
    region = forms.UUIDField(required=False)


class ClubList(PrivateList):
    """Clubs of a body, and a new one."""

    serializer_class = KeptClubSerializer
    queryset = Club.objects.none()
    parameters = (NAME, OpenApiParameter("region", UUID, description="Of this region alone, by its id."))

    def get_queryset(self) -> QuerySet[Club]:
        """Those of the body."""
        found = clubs.clubs_of(body_kept(self.person, self.kwargs["body"])).select_related("body", "region")
        asked = ClubsAsked(self.request.query_params)
        if not asked.is_valid():
            raise bad_form(asked)
        told = asked.cleaned_data
        found = found.filter(region=told["region"]) if told["region"] else found
        return found.filter(Q(name__icontains=told["q"]) | Q(place__icontains=told["q"]))

    @extend_schema(
        operation_id="list_clubs",
        tags=TAGS,
        summary="Clubs of a body",
        description="For its registrars, by name.",
        parameters=[BODY],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="make_club",
        tags=TAGS,
        summary="Make a club",
        parameters=[BODY],
        request=NewClubSerializer,
        responses={200: OpenApiResponse(KeptClubSerializer, "The club.")},
        filters=False,
    )
    def post(self, request: Request, body: str) -> Response:
        """Make it."""
        found, told = body_kept(self.person, body), self.sent(NewClubSerializer)
        told["name"] = " ".join(told["name"].split())
        if told["region"] is not None:
            told["region"] = Region.objects.filter(body=found, pk=told["region"]).first()
            if told["region"] is None:
                raise wrong_fields({"region": [_("The body has no such region.")]})
        made = refused(lambda: clubs.make_club(body=found, actor=self.person, fields=told))
        return Response(self.get_serializer(clubs.clubs_of(found).select_related("body").get(pk=made.pk)).data)


CLUBS = Club.objects.select_related("body", "region")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_my_clubs",
        tags=TAGS,
        summary="Clubs for which you speak",
        description="Those of which you are a contact, by name.",
    )
)
class MyClubs(PrivateList):
    """Clubs of a contact."""

    serializer_class = ClubSerializer
    queryset = Club.objects.none()

    def get_queryset(self) -> QuerySet[Club]:
        """Theirs."""
        return CLUBS.filter(pk__in=clubs_of(self.person)).order_by("name", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="get_club",
        tags=TAGS,
        summary="One club",
        description="For its contacts and the registrars of its body.",
        parameters=[CLUB],
    )
)
class ClubDetail(Private):
    """A club."""

    serializer_class = ClubSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """What is known of it."""
        return Response(self.get_serializer(self.visible(CLUBS, VIEW, pk=id)).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_club_contacts",
        tags=TAGS,
        summary="Contacts of a club",
        description="For its contacts and the registrars of its body, by name. The role is given and ended under People.",
        parameters=[CLUB],
    )
)
class ContactList(PrivateList):
    """Who speaks for a club now."""

    serializer_class = ContactSerializer
    queryset = Membership.objects.none()

    def get_queryset(self) -> QuerySet[Membership]:
        """Those of the club."""
        return sessions.contacts_of(self.visible(CLUBS, VIEW, pk=self.kwargs["id"]))


# -- Sessions ----------------------------------------------------------------------------------------------------------


SESSIONS = Evidence.objects.told_who_waits().filter(kind="sessions").select_related("body", "person", "club")


class SessionsAsked(forms.Form):
    """Which sessions are looked for."""

    waiting = forms.ChoiceField(required=False, choices=WAITS)


class ClubSessionList(PrivateList):
    """Sessions at a club, and one more."""

    serializer_class = ClubSessionSerializer
    queryset = Evidence.objects.none()
    parameters = (choice("waiting", WAITS, "Those that wait for the club, or all; all when left out."),)

    def get_queryset(self) -> QuerySet[Evidence]:
        """Those of the club."""
        club = self.visible(CLUBS, VIEW, pk=self.kwargs["id"])
        asked = SessionsAsked(self.request.query_params)
        if not asked.is_valid():
            raise bad_form(asked)
        found = SESSIONS.filter(club=club)
        found = found.filter(Q(("with_club", True))) if asked.cleaned_data["waiting"] == "club" else found
        return found.order_by("-day", "person__name", "pk")

    @extend_schema(
        operation_id="list_club_sessions",
        tags=TAGS,
        summary="Sessions at a club",
        description="For its contacts and the registrars of its body, latest first.",
        parameters=[CLUB],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="enter_club_session",
        tags=TAGS,
        summary="Enter a session of your club",
        description=(
            "For its contacts, where the body lets clubs confirm. It counts at once, confirmed by the club; your own waits for"
            " somebody else."
        ),
        parameters=[CLUB],
        request=NewClubSessionSerializer,
        responses={200: OpenApiResponse(SeasonLineSerializer, "What was done, for each director.")},
        filters=False,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Enter it, or confirm what its directors have logged."""
        club = self.visible(CLUBS, SPEAK, pk=id)
        told = self.sent(NewClubSessionSerializer)
        cells = {
            "date": told["day"].isoformat(),
            "event": told["title"],
            "kind": told["event"],
            "tables": str(told.get("tables", "")),
            "movement": told["movement"],
            "director": told["director"],
            "co-director": told["co_director"],
        }
        rows = [season.Row(1, cells)]
        (line,) = planned = season.plan(club, self.person, rows)
        if line.faults:
            raise wrong_fields({"session": list(line.faults)})
        done = refused(
            lambda: season.enter(
                club=club,
                actor=self.person,
                rows=rows,
                shown=season.digest(planned),
                reference=told["reference"],
            )
        )
        return Response(SeasonLineSerializer(done[0]).data)


class ClubSeason(Private):
    """What a season would do."""

    serializer_class = SeasonSerializer

    @extend_schema(
        operation_id="preview_season",
        tags=TAGS,
        summary="See what a season would do",
        description="For contacts of the club, where the body lets clubs confirm. Nothing is written.",
        parameters=[CLUB],
        request=SeasonFileSerializer,
        responses={200: OpenApiResponse(SeasonSerializer, "What each line would do.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Line by line."""
        club = self.visible(CLUBS, SPEAK, pk=id)
        lines = season.plan(club, self.person, _rows(self.sent(SeasonFileSerializer)["csv"]))
        return Response(self.get_serializer(_told(lines)).data)


class ClubSeasonEntry(Private):
    """Entering a season."""

    serializer_class = SeasonSerializer

    @extend_schema(
        operation_id="enter_season",
        tags=TAGS,
        summary="Enter a season",
        description=(
            "Exactly what the dry run showed, in one transaction; if that would be something else by now, nothing, and the"
            " answer is 409. Lines with a fault are left out. Sent twice, it is entered once; the lines then say what is on"
            " record."
        ),
        parameters=[CLUB],
        request=SeasonEntrySerializer,
        responses={200: OpenApiResponse(SeasonSerializer, "What each line did.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Do what was shown."""
        club = self.visible(CLUBS, SPEAK, pk=id)
        told = self.sent(SeasonEntrySerializer)
        rows = _rows(told["csv"])
        lines = refused(
            lambda: season.enter(
                club=club, actor=self.person, rows=rows, shown=told["shown"], reference=told["reference"]
            )
        )
        return Response(self.get_serializer(_told(lines)).data)


def _rows(csv: str) -> list[season.Row]:
    """The lines of a file. Raises Problem 422 with what is wrong with the whole of it."""
    try:
        return season.rows_of("season.csv", csv.encode())
    except ValidationError as wrong:
        raise wrong_fields({"csv": wrong.messages}) from wrong


def _told(lines: list[season.Line]) -> dict[str, Any]:
    return {
        "lines": lines,
        "doing": sum(line.does for line in lines),
        "wrong": sum(bool(line.faults) for line in lines),
        "shown": season.digest(lines),
    }


_SESSION = {200: OpenApiResponse(ClubSessionSerializer, "The session afterwards.")}


class SessionConfirmation(Private):
    """A club's word on a session."""

    serializer_class = ClubSessionSerializer

    @extend_schema(
        operation_id="confirm_session",
        tags=TAGS,
        summary="Confirm a session for your club",
        description="For contacts of the club, never of their own session. It counts from now on.",
        parameters=[EVIDENCE],
        request=None,
        responses=_SESSION,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Let it count."""
        found = self.visible(SESSIONS, "accreditation.confirm_session", pk=id)
        refused(lambda: sessions.confirm(evidence=found, actor=self.person))
        return Response(self.get_serializer(SESSIONS.get(pk=id)).data)


class SessionDispute(Private):
    """Saying that a session was not as it is told."""

    serializer_class = ClubSessionSerializer

    @extend_schema(
        operation_id="dispute_session",
        tags=TAGS,
        summary="Dispute a session",
        description=(
            "For contacts of the club, what waits for it; for its director, what the club entered, within the days of the body."
            " A registrar then decides. A session is disputed once."
        ),
        parameters=[EVIDENCE],
        request=WhySerializer,
        responses=_SESSION,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Let it count no more until a registrar has decided."""
        found = one_of(SESSIONS, pk=id)
        if not any(may(self.person, f"accreditation.{word}_session", found) for word in ("confirm", "dispute")):
            raise not_there()
        told = self.sent(WhySerializer)
        refused(lambda: sessions.dispute(evidence=found, actor=self.person, reason=told["reason"]))
        return Response(self.get_serializer(SESSIONS.get(pk=id)).data)


urlpatterns = [
    path("regions/of/<slug:body>/", RegionList.as_view(), name="regions"),
    path("clubs/", MyClubs.as_view(), name="my-clubs"),
    path("clubs/of/<slug:body>/", ClubList.as_view(), name="clubs"),
    path("clubs/<uuid:id>/", ClubDetail.as_view(), name="club"),
    path("clubs/<uuid:id>/contacts/", ContactList.as_view(), name="club-contacts"),
    path("clubs/<uuid:id>/sessions/", ClubSessionList.as_view(), name="club-sessions"),
    path("clubs/<uuid:id>/season/", ClubSeason.as_view(), name="club-season"),
    path("clubs/<uuid:id>/season/entry/", ClubSeasonEntry.as_view(), name="club-season-entry"),
    path("evidence/<uuid:id>/confirmation/", SessionConfirmation.as_view(), name="session-confirmation"),
    path("evidence/<uuid:id>/dispute/", SessionDispute.as_view(), name="session-dispute"),
]
