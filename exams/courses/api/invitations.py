"""Invitations to a course: one by one, taken back, and from a list of people with a look at it beforehand."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import (
    OpenApiResponse,
    extend_schema,
    extend_schema_view,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import normal_email
from accounts.rules import may
from exams.bank.api.base import Private, PrivateList, not_there, one_of, wrong_fields
from exams.courses import roster, rules, services
from exams.courses.api.base import (
    COURSE,
    INVITATION,
    TAGS,
    CourseInvitationSerializer,
    OfCourse,
    refused,
)
from exams.courses.models import CourseInvitation

LONGEST_FILE: Final = 60_000
"""Letters of a list of people; what is sent is 64 KiB at most."""


class NewInvitationSerializer(serializers.Serializer[Any]):
    """Somebody to invite, known by an address."""

    email = serializers.EmailField(help_text=_("The address."))
    name = serializers.CharField(
        max_length=200, required=False, allow_blank=True, default="", help_text=_("So that the letter can greet them.")
    )
    to_be = serializers.ChoiceField(
        CourseInvitation.To.choices,
        default="learner",
        help_text=_("As what; tutors are invited by those who organise it."),
    )


class InvitedPeopleSerializer(serializers.Serializer[services.Invited]):
    """What came of inviting."""

    invited = serializers.SerializerMethodField(help_text=_("The addresses to which a letter is on its way."))
    waiting = serializers.ListField(
        child=serializers.CharField(), help_text=_("Those that are invited already and have not answered yet.")
    )
    inside = serializers.ListField(child=serializers.CharField(), help_text=_("Those that take part already."))

    def get_invited(self, told: services.Invited) -> list[str]:
        """In the order in which they were sent."""
        return [one.email for one in told.made]


@extend_schema_view(
    get=extend_schema(
        operation_id="list_invitations_of_course",
        tags=TAGS,
        summary="The invitations of a course",
        description="For those who run it: those that are open or were declined.",
        parameters=[COURSE],
    )
)
class InvitationList(OfCourse, PrivateList):
    """Those that nobody has accepted."""

    serializer_class = CourseInvitationSerializer
    queryset = CourseInvitation.objects.none()

    def get_queryset(self) -> QuerySet[CourseInvitation]:
        """Of the course of the address."""
        standings = (CourseInvitation.Standing.OPEN, CourseInvitation.Standing.DECLINED)
        found = self.course(rules.RUN).invitations.filter(standing__in=standings)
        return found.select_related("course__body").order_by("standing", "email", "pk")

    @extend_schema(
        operation_id="invite_to_course",
        tags=TAGS,
        summary="Invite somebody to a course",
        description=(
            "They get a letter and join when they accept. One who takes part, or whose invitation is open, is passed over."
            " Whether the address has an account is not told."
        ),
        parameters=[COURSE],
        request=NewInvitationSerializer,
        responses={200: OpenApiResponse(InvitedPeopleSerializer, "What came of it.")},
        filters=False,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Invite them."""
        found, sent = self.course(rules.RUN), self.sent(NewInvitationSerializer)
        people = [(normal_email(sent["email"]), sent["name"])]
        with refused():
            made = services.invite(
                course=found, actor=self.person, people=people, to_be=CourseInvitation.To(sent["to_be"])
            )
        return Response(InvitedPeopleSerializer(made).data)


class Withdrawal(Private):
    """Taking an invitation back."""

    serializer_class = CourseInvitationSerializer

    @extend_schema(
        operation_id="withdraw_course_invitation",
        tags=TAGS,
        summary="Take an invitation back",
        description="One that has been answered stays as it is.",
        parameters=[INVITATION],
        request=None,
        responses={200: OpenApiResponse(CourseInvitationSerializer, "The invitation afterwards.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Withdraw it."""
        found = one_of(CourseInvitation.objects.select_related("course__body", "course__club"), pk=id)
        if not may(self.person, rules.RUN, found.course):
            raise not_there()
        services.withdraw(invitation=found, actor=self.person)
        found.refresh_from_db(fields=["standing", "decided_at"])
        return Response(self.get_serializer(found).data)


class RosterSerializer(serializers.Serializer[Any]):
    """A list of people to invite as learners."""

    csv = serializers.CharField(
        max_length=LONGEST_FILE,
        trim_whitespace=False,
        help_text=_("CSV with the columns Email and, if you have names, Name; at most 300 lines."),
    )


class RosterLineSerializer(serializers.Serializer[roster.Line]):
    """A line with what it would do."""

    line = serializers.IntegerField(source="row.number", help_text=_("Its number in the file."))
    email = serializers.CharField(help_text=_("The address as it was read; empty where it cannot be."))
    name = serializers.CharField(help_text=_("The name; may be empty."))
    invites = serializers.BooleanField(source="does", help_text=_("Whether an invitation would go out."))
    says = serializers.SerializerMethodField(help_text=_("What is wrong, or why nobody need be invited; else empty."))

    def get_says(self, line: roster.Line) -> str:
        """In a sentence."""
        return line.fault or line.says


class RosterToldSerializer(serializers.Serializer[Any]):
    """What a list would do."""

    lines = RosterLineSerializer(many=True, help_text=_("Line by line."))
    inviting = serializers.IntegerField(help_text=_("How many would be invited."))
    wrong = serializers.IntegerField(help_text=_("How many lines have a fault, and are left out."))
    sealed = serializers.CharField(
        help_text=_("Those who would be invited, sealed: send it within a day, and nobody else is invited.")
    )


class SealedRosterSerializer(serializers.Serializer[Any]):
    """A list that was shown."""

    sealed = serializers.CharField(max_length=LONGEST_FILE, help_text=_("What the dry run gave as `sealed`."))


class RosterPlan(OfCourse):
    """A dry run."""

    serializer_class = RosterToldSerializer

    @extend_schema(
        operation_id="show_course_roster",
        tags=TAGS,
        summary="What inviting people from a list would do",
        description="A dry run, line by line: nobody is invited.",
        parameters=[COURSE],
        request=RosterSerializer,
        responses={200: OpenApiResponse(RosterToldSerializer, "What it would do.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Read it."""
        found, sent = self.course(rules.RUN), self.sent(RosterSerializer)
        try:
            rows = roster.rows_of("people.csv", sent["csv"].encode())
        except ValidationError as wrong:
            raise wrong_fields({"csv": wrong.messages}) from wrong
        lines = roster.plan(found, rows)
        told = {
            "lines": lines,
            "inviting": sum(line.does for line in lines),
            "wrong": sum(bool(line.fault) for line in lines),
            "sealed": roster.SealedForm.seal(found, lines),
        }
        return Response(self.get_serializer(told).data)


class RosterInviting(OfCourse):
    """Doing what was shown."""

    serializer_class = InvitedPeopleSerializer

    @extend_schema(
        operation_id="invite_course_roster",
        tags=TAGS,
        summary="Invite exactly those whom a dry run showed",
        description="Sent again, nobody is invited twice.",
        parameters=[COURSE],
        request=SealedRosterSerializer,
        responses={200: OpenApiResponse(InvitedPeopleSerializer, "What came of it.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Invite them."""
        found, form = self.course(rules.RUN), roster.SealedForm(self.sent(SealedRosterSerializer))
        people = form.opened(found) if form.is_valid() else None
        if people is None:
            said = gettext("This was not shown for this course, or more than a day ago. Nobody has been invited.")
            raise wrong_fields({"sealed": [said]})
        with refused():
            made = services.invite(course=found, actor=self.person, people=people)
        return Response(self.get_serializer(made).data)
