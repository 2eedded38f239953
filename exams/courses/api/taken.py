"""For those who take a course: invitations to an address of one's own, consent, and leaving."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import Private, PrivateList, one_of
from exams.courses import services
from exams.courses.api.base import COURSE, INVITATION, TAGS, refused
from exams.courses.models import CourseInvitation, Member
from exams.practice.api.base import Yes
from laws.api.serializers.links import Link


class InvitedLinksSerializer(serializers.Serializer[CourseInvitation]):
    """Where an invitation is."""

    self = Link("courses-api:invitation", "pk")
    page = Link("courses:invitation", "pk")


class InvitedSerializer(serializers.Serializer[CourseInvitation]):
    """An invitation to you."""

    id = serializers.UUIDField(help_text=_("Of the invitation."))
    course = serializers.CharField(source="course.name", help_text=_("The course."))
    body = serializers.SlugField(source="course.body.slug", help_text=_("The body that gives it, by its short name."))
    club = serializers.CharField(
        source="course.club.name", default=None, allow_null=True, help_text=_("The club that gives it; null: the body.")
    )
    first_day = serializers.DateField(source="course.first_day", help_text=_("Its first day."))
    last_day = serializers.DateField(source="course.last_day", help_text=_("Its last day."))
    about = serializers.CharField(source="course.about", help_text=_("What it is about; may be empty."))
    to_be = serializers.ChoiceField(CourseInvitation.To.choices, help_text=_("As what you are invited."))
    invited_by = serializers.CharField(source="invited_by.name", help_text=_("Who invites you; may be empty."))
    standing = serializers.ChoiceField(CourseInvitation.Standing.choices, help_text=_("What has become of it."))
    answer_until = serializers.SerializerMethodField(help_text=_("The last day on which you can answer."))
    expired = serializers.BooleanField(source="has_expired", help_text=_("Whether you did not answer in time."))
    links = InvitedLinksSerializer(source="*")

    def get_answer_until(self, invitation: CourseInvitation) -> str:
        """By the clock of the body."""
        return invitation.last_day.isoformat()


class InvitationAnswerSerializer(serializers.Serializer[Any]):
    """What you decide."""

    accept = Yes(help_text=_("True to accept, false to decline."))
    agreed = Yes(
        required=False,
        default=False,
        help_text=_("Whether your tutors may see how you get on; you can change it at any time."),
    )


class AnsweredInvitationSerializer(serializers.Serializer[Any]):
    """What came of your answer."""

    standing = serializers.ChoiceField(CourseInvitation.Standing.choices, help_text=_("What has become of it."))
    course = serializers.UUIDField(allow_null=True, help_text=_("The course that you are in now; null: you declined."))


class ConsentSerializer(serializers.Serializer[Any]):
    """Whether your tutors may see how you get on."""

    agreed = Yes(help_text=_("True to let them, false to let them no longer; it holds from the same moment."))


class ConsentToldSerializer(serializers.Serializer[Member]):
    """Whether your tutors see how you get on."""

    agreed_at = serializers.DateTimeField(allow_null=True, help_text=_("Since when they do; null: they do not."))


class LeftSerializer(serializers.Serializer[Member]):
    """That you have left."""

    left_at = serializers.DateTimeField(help_text=_("When."))


def _invited(view: Private) -> QuerySet[CourseInvitation]:
    rows = CourseInvitation.objects.to(view.person)
    return rows.select_related("course__body", "course__club", "invited_by").order_by("at", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_course_invitations",
        tags=TAGS,
        summary="Invitations to courses that you can answer",
        description="To addresses that you have confirmed.",
    )
)
class InvitedList(PrivateList):
    """Those that can be answered."""

    serializer_class = InvitedSerializer
    queryset = CourseInvitation.objects.none()

    def get_queryset(self) -> QuerySet[CourseInvitation]:
        """The person's own."""
        return _invited(self).filter(pk__in=CourseInvitation.objects.open().values("pk"))


@extend_schema_view(
    get=extend_schema(
        operation_id="get_course_invitation", tags=TAGS, summary="An invitation to you", parameters=[INVITATION]
    )
)
class InvitedDetail(Private):
    """One of them, also when it has been answered."""

    serializer_class = InvitedSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """As it stands."""
        return Response(self.get_serializer(one_of(_invited(self), pk=id)).data)


class InvitationAnswer(Private):
    """Answering one."""

    serializer_class = AnsweredInvitationSerializer

    @extend_schema(
        operation_id="answer_course_invitation",
        tags=TAGS,
        summary="Accept or decline an invitation",
        description="Accepting twice is accepting once. One that was declined, withdrawn or not answered in time is 409.",
        parameters=[INVITATION],
        request=InvitationAnswerSerializer,
        responses={200: OpenApiResponse(AnsweredInvitationSerializer, "What came of it.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Take the answer."""
        found, sent = one_of(_invited(self), pk=id), self.sent(InvitationAnswerSerializer)
        with refused():
            part = services.answer(invitation=found, person=self.person, accepted=sent["accept"], agreed=sent["agreed"])
        found.refresh_from_db(fields=["standing"])
        told = {"standing": found.standing, "course": part and part.course_id}
        return Response(self.get_serializer(told).data)


class OwnPart(Private):
    """One's own part in a course; for whoever has none, or whose part has ended, there is none."""

    def member(self) -> Member:
        """It."""
        return one_of(Member.objects.active(), course=self.kwargs["id"], person=self.person)


class Consent(OwnPart):
    """Consent."""

    serializer_class = ConsentToldSerializer

    @extend_schema(
        operation_id="settle_course_consent",
        tags=TAGS,
        summary="Let your tutors see how you get on, or no longer",
        description="What they see then is `mine.progress` of the course, and nothing else.",
        parameters=[COURSE],
        request=ConsentSerializer,
        responses={200: OpenApiResponse(ConsentToldSerializer, "As it is now.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Give it or take it back."""
        member, sent = self.member(), self.sent(ConsentSerializer)
        services.settle_consent(member=member, person=self.person, agreed=sent["agreed"])
        member.refresh_from_db()
        return Response(self.get_serializer(member).data)


class Leaving(OwnPart):
    """Leaving."""

    serializer_class = LeftSerializer

    @extend_schema(
        operation_id="leave_course",
        tags=TAGS,
        summary="Leave a course",
        description=(
            "Your tutors see that you have left, and nothing of what you practised, which stays yours. To come back you need"
            " another invitation."
        ),
        parameters=[COURSE],
        request=None,
        responses={200: OpenApiResponse(LeftSerializer, "You have left.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Leave it."""
        member = self.member()
        services.leave(member=member, person=self.person)
        member.refresh_from_db()
        return Response(self.get_serializer(member).data)
