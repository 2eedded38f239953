"""One's courses, making one, and a course with what is set; for a learner with how far they are."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Body, User
from accounts.rules import clubs_of, may, roles_of
from exams.bank.api.base import Private, PrivateList, wrong_fields
from exams.courses import progress, rules, services
from exams.courses.api.base import (
    COURSE,
    TAGS,
    AssignmentSerializer,
    CourseProgressSerializer,
    CourseSerializer,
    OfCourse,
    refused,
)
from exams.courses.forms import CourseForm, MakeForm
from exams.courses.models import Course, Member
from exams.practice.api.base import Yes, asked_for, filter_by, typed, valid

PARTS: Final = ("learner", "tutor", "organiser")
PART = filter_by("part", "Those of which you are this.", PARTS)


class OwnPartSerializer(serializers.Serializer[Member]):
    """Your part in a course."""

    joined_at = serializers.DateTimeField(help_text=_("When you joined."))
    agreed_at = serializers.DateTimeField(
        allow_null=True, help_text=_("Since when your tutors see how you get on; null: they do not.")
    )
    attended_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When a tutor confirmed that you attended; null: not confirmed.")
    )
    progress = CourseProgressSerializer(
        source="gets", help_text=_("How you get on: what your tutors see if you let them, and nothing else.")
    )


class CourseDetailSerializer(CourseSerializer):
    """A course with what is set."""

    seen_until = serializers.DateField(help_text=_("The last day on which its tutors see anybody's progress."))
    assignments = AssignmentSerializer(source="set_", many=True, help_text=_("What is set, the first due first."))
    mine = serializers.SerializerMethodField(help_text=_("Your part in it as a learner; null: you do not take part."))

    @extend_schema_field(OwnPartSerializer(allow_null=True))
    def get_mine(self, course: Course) -> dict[str, Any] | None:
        """With how the learner gets on."""
        member: Any = course.members.active().select_related("person").filter(person=self._person).first()
        if member is None:
            return None
        member.course = course
        assignments: list[Any] = course.set_  # type: ignore[attr-defined]
        [member.gets] = progress.of_members(course, [member], assignments)
        return dict(OwnPartSerializer(member, context=self.context).data)


class CourseChangeSerializer(serializers.Serializer[Any]):
    """What a course is called and when it is."""

    name = serializers.CharField(max_length=120, help_text=_("What it is called."))
    first_day = serializers.DateField(help_text=_("Its first day."))
    last_day = serializers.DateField(help_text=_("Its last day, two years later at most."))
    about = serializers.CharField(
        max_length=2000,
        required=False,
        allow_blank=True,
        default="",
        help_text=_("For those who are invited: when and where you meet, what to bring."),
    )


class NewCourseSerializer(CourseChangeSerializer):
    """A course to be made."""

    body = serializers.SlugField(max_length=50, help_text=_("The body that gives it, by its short name."))
    club = serializers.UUIDField(
        required=False,
        allow_null=True,
        default=None,
        help_text=_("The club that gives it, by its id; null: the body itself."),
    )
    teaches = Yes(required=False, default=False, help_text=_("Whether you are a tutor of it."))
    reference = serializers.UUIDField(
        help_text=_("Made by the program: sent again with the same one, it is made once.")
    )


def of_person(person: User, part: str = "") -> QuerySet[Course]:
    """The courses in which this person has a part, or this part, with their tutors and whether they take part as `part`."""
    taking = Member.objects.active().filter(person=person)
    bodies = Body.objects.filter(pk__in=roles_of(person))
    whole = [body.pk for body in bodies if may(person, rules.MAKE, body)]
    lookups = {
        "learner": Q(pk__in=taking.values("course")),
        "tutor": Q(pk__in=Course.objects.taught_by(person).values("pk")),
        "organiser": Q(body__in=whole) | Q(club__in=clubs_of(person)),
    }
    wanted = lookups[part] if part else lookups["learner"] | lookups["tutor"] | lookups["organiser"]
    rows = Course.objects.told().filter(wanted)
    return rows.annotate(part=Exists(taking.filter(course=OuterRef("pk")))).order_by("-first_day", "name", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_courses",
        tags=TAGS,
        summary="Your courses",
        description="Those that you take, teach or organise; latest first.",
    )
)
class CourseList(PrivateList):
    """Courses in which one has a part."""

    serializer_class = CourseSerializer
    queryset = Course.objects.none()
    parameters = (PART,)

    def get_queryset(self) -> QuerySet[Course]:
        """Each with its tutors."""
        return of_person(self.person, asked_for(self.request, PART).get("part", ""))

    @extend_schema(
        operation_id="make_course",
        tags=TAGS,
        summary="Make a course",
        description="For registrars and examiners of a body, and for the contacts of a club.",
        request=NewCourseSerializer,
        responses={200: OpenApiResponse(CourseSerializer, "The course; now invite people to it.")},
        filters=False,
    )
    def post(self, request: Request) -> Response:
        """Make it."""
        sent = self.sent(NewCourseSerializer)
        body = (
            Body.objects.prefetch_related("clubs").filter(slug=sent.pop("body"), pk__in=roles_of(self.person)).first()
        )
        if body is None or not services.may_make_somewhere(self.person, body):
            raise wrong_fields({"body": [gettext("You cannot make a course of that body.")]})
        form = MakeForm(typed(sent), body=body, actor=self.person)
        valid(form)
        with refused():
            made = services.make(body=body, actor=self.person, **form.cleaned_data)
        return Response(self.get_serializer(of_person(self.person).get(pk=made.pk)).data)


class CourseDetail(OfCourse):
    """A course."""

    serializer_class = CourseDetailSerializer

    @extend_schema(
        operation_id="get_course",
        tags=TAGS,
        summary="One course",
        description="For those who run it and those who take part; a learner reads here how they get on.",
        parameters=[COURSE],
    )
    def get(self, request: Request, id: UUID) -> Response:
        """With what is set."""
        return told(self, self.course())


class CourseChange(OfCourse):
    """Changing a course."""

    serializer_class = CourseDetailSerializer

    @extend_schema(
        operation_id="change_course",
        tags=TAGS,
        summary="Change the name and the days of a course",
        description="For those who organise it; tutors do not.",
        parameters=[COURSE],
        request=CourseChangeSerializer,
        responses={200: OpenApiResponse(CourseDetailSerializer, "The course afterwards.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Change it."""
        found = self.course(rules.ORGANISE)
        form = CourseForm(typed(self.sent(CourseChangeSerializer)))
        valid(form)
        with refused():
            services.change(course=found, actor=self.person, **form.cleaned_data)
        return told(self, self.course())


def told(view: Private, course: Any) -> Response:
    """A course as `CourseDetailSerializer` tells it."""
    course.set_ = list(course.assignments.select_related("paper"))
    return Response(CourseDetailSerializer(course, context=view.get_serializer_context()).data)
