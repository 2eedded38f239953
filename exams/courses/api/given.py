"""For those who give a course: who takes part and how they get on, what is set, attendance, tutors."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_field,
    extend_schema_view,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.rules import may, require
from exams.bank.api.base import Private, PrivateList, not_there, one_of, wrong_fields
from exams.courses import attendance, progress, rules, services
from exams.courses.api.base import (
    ASSIGNMENT,
    COURSE,
    MEMBER,
    TAGS,
    AssignmentSerializer,
    CourseLearnerSerializer,
    CourseProgressSerializer,
    OfCourse,
    refused,
)
from exams.courses.forms import MOST_PATHS, AssignForm
from exams.courses.models import MOST_QUESTIONS, Assignment, Course, Member, Tutor
from exams.courses.services import MOST_PEOPLE
from exams.practice.api.base import UnitRefSerializer, typed, valid
from exams.practice.slots import in_use
from exams.practice.units import catalogue, laws, topics

MOST_HELP: Final = 20
"""So many paths stand in the list of those who need help."""
TUTOR = OpenApiParameter(
    "id", OpenApiTypes.INT, OpenApiParameter.PATH, description="The id of the tutor's part in the course.",
    examples=[OpenApiExample("an id", value=7)],
)  # fmt: skip


# -- Learners ----------------------------------------------------------------------------------------------------------


class ProgressLineSerializer(serializers.Serializer[progress.Gets]):
    """How a learner gets on, in figures."""

    done = serializers.IntegerField(source="finished", help_text=_("How much of what is set they have done."))
    late = serializers.IntegerField(help_text=_("How much of it is overdue."))
    known = serializers.IntegerField(help_text=_("How many paths they know."))
    paths = serializers.IntegerField(help_text=_("Of how many; 0 before they have practised."))
    wrong = serializers.SerializerMethodField(help_text=_("How many paths they got wrong last time."))

    def get_wrong(self, gets: progress.Gets) -> int:
        """The paths are on the learner's own address."""
        return len(gets.wrong)


class LearnerLineSerializer(CourseLearnerSerializer):
    """Somebody who takes part, or did, with how they get on for the tutors whom they let see it."""

    on_record = serializers.BooleanField(help_text=_("Whether their attendance is on record as evidence."))
    progress = ProgressLineSerializer(
        source="gets", allow_null=True, help_text=_("How they get on; null for whoever may not see it.")
    )


class LearnerProgressSerializer(CourseLearnerSerializer):
    """A learner with how they get on."""

    progress = CourseProgressSerializer(source="gets", help_text=_("How they get on."))


class RemovalSerializer(serializers.Serializer[Any]):
    """Why a learner is removed."""

    reason = serializers.CharField(
        max_length=1000, help_text=_("The learner reads it in a letter, and it is kept in the audit log.")
    )


@extend_schema_view(
    get=extend_schema(
        operation_id="list_course_learners",
        tags=TAGS,
        summary="Those who take part in a course",
        description=(
            "For those who run it. How somebody gets on is told to the tutors of this course, of those who agreed, until four"
            " weeks after its last day."
        ),
        parameters=[COURSE],
    )
)
class LearnerList(OfCourse, PrivateList):
    """Those who take part, and those who did."""

    serializer_class = LearnerLineSerializer
    queryset = Member.objects.none()

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them; as many queries for any number."""
        found = self.course(rules.RUN)
        page: list[Any] = self.paginate_queryset(found.members.select_related("person")) or []
        for one in page:
            one.course, one.gets, one.on_record = found, None, False
        shown = [one for one in page if may(self.person, rules.SEE_PROGRESS, one)]
        if may(self.person, rules.TEACH, found):
            for gets in progress.of_members(found, shown, list(found.assignments.all())):
                gets.member.gets = gets  # type: ignore[attr-defined]
        for attended in attendance.attendance(found, page):
            attended.member.on_record = attended.evidence is not None  # type: ignore[attr-defined]
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_course_learner",
        tags=TAGS,
        summary="How a learner gets on",
        description="For the tutors whom the learner lets see it; for everybody else there is nothing here.",
        parameters=[MEMBER],
    )
)
class LearnerDetail(Private):
    """One learner."""

    serializer_class = LearnerProgressSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """Exactly what the learner is shown of it."""
        member: Any = one_of(Member.objects.select_related("person", "course__body", "course__club"), pk=id)
        if not may(self.person, rules.SEE_PROGRESS, member):
            raise not_there()
        [member.gets] = progress.of_members(member.course, [member], list(member.course.assignments.all()))
        return Response(self.get_serializer(member).data)


class Removal(Private):
    """Removing a learner."""

    serializer_class = CourseLearnerSerializer

    @extend_schema(
        operation_id="remove_course_learner",
        tags=TAGS,
        summary="Remove a learner from a course",
        description=(
            "For those who organise it; tutors do not. Consent ends and with it the view of progress; attendance that is on"
            " record stays, and what was practised is the learner's own. They get a letter with the reason."
        ),
        parameters=[MEMBER],
        request=RemovalSerializer,
        responses={200: OpenApiResponse(CourseLearnerSerializer, "Their part, which has ended.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Remove them; one whose part has ended stays as they are."""
        member = one_of(Member.objects.select_related("person", "course__body", "course__club"), pk=id)
        if not may(self.person, rules.RUN, member.course):
            raise not_there()
        require(self.person, rules.REMOVE, member)
        with refused():
            services.remove(member=member, actor=self.person, reason=self.sent(RemovalSerializer)["reason"])
        member.refresh_from_db(fields=["left_at", "agreed_at", "removed_by"])
        return Response(self.get_serializer(member).data)


class HelpSerializer(serializers.Serializer[progress.Path]):
    """A path that learners got wrong last time."""

    unit = serializers.SerializerMethodField(help_text=_("The path."))
    learners = serializers.SerializerMethodField(help_text=_("Whose, by the ids of their parts in the course."))

    @extend_schema_field(UnitRefSerializer)
    def get_unit(self, path: progress.Path) -> dict[str, str]:
        """By its name."""
        return {"path": path.unit.path, "law": path.unit.law, "title": path.unit.title}

    def get_learners(self, path: progress.Path) -> list[UUID]:
        """Of those who agreed."""
        return [one.pk for one in path.who]


class ClassTopicSerializer(serializers.Serializer[progress.Together]):
    """A topic, for all who practise and agreed."""

    topic = serializers.CharField(source="row.slug", help_text=_("Its short name."))
    title = serializers.CharField(source="row.title", help_text=_("What it is called."))
    known = serializers.IntegerField(source="row.known", help_text=_("How many paths at least half of them know."))
    average = serializers.IntegerField(help_text=_("How many paths each knows on average."))
    paths = serializers.SerializerMethodField(help_text=_("How many it has."))

    def get_paths(self, one: progress.Together) -> int:
        """At the highest level of them."""
        return len(one.row.squares)


class SetDoneSerializer(serializers.Serializer[Any]):
    """How many have done what is set."""

    assignment = serializers.UUIDField(help_text=_("What is set."))
    title = serializers.CharField(help_text=_("The same in words."))
    done = serializers.IntegerField(help_text=_("How many have done it."))


class ClassProgressSerializer(serializers.Serializer[Any]):
    """How those get on together who agreed."""

    shown = serializers.IntegerField(help_text=_("How many let their tutors see it."))
    assignments = SetDoneSerializer(many=True, help_text=_("What is set."))
    topics = ClassTopicSerializer(many=True, help_text=_("The map of topics."))
    help = HelpSerializer(
        many=True, help_text=_("Twenty paths at most that went wrong last time, the commonest first.")
    )


class ClassProgress(OfCourse):
    """The class."""

    serializer_class = ClassProgressSerializer

    @extend_schema(
        operation_id="get_class_progress",
        tags=TAGS,
        summary="How a class gets on",
        description="For the tutors of the course, of those who agreed; 403 for whoever else knows of it.",
        parameters=[COURSE],
    )
    def get(self, request: Request, id: UUID) -> Response:
        """Of those who agreed just now."""
        found = self.course(rules.TEACH)
        members = list(found.members.shown().select_related("person"))
        for one in members:
            one.course = found
        assignments = list(found.assignments.all())
        gets = progress.of_members(
            found, [one for one in members if may(self.person, rules.SEE_PROGRESS, one)], assignments
        )
        done = [
            {"assignment": one.pk, "title": one.title, "done": sum(got.done[place].state == "done" for got in gets)}
            for place, one in enumerate(assignments)
        ]
        told = {
            "shown": len(gets),
            "assignments": done,
            "topics": progress.together(gets),
            "help": progress.needs_help(gets)[:MOST_HELP],
        }
        return Response(self.get_serializer(told).data)


# -- What is set -------------------------------------------------------------------------------------------------------


class NewAssignmentSerializer(serializers.Serializer[Any]):
    """Practice to set: one of a law, a topic, paths, or a mock exam of a paper."""

    law = serializers.ChoiceField(laws(), required=False, help_text=_("A law, or a procedure of one."))
    topic = serializers.ChoiceField(
        topics(), required=False, help_text=_("A topic of the syllabus, by its short name.")
    )
    units = serializers.ListField(
        child=serializers.CharField(max_length=500),
        required=False,
        max_length=MOST_PATHS,
        help_text=_("Paths, by their names."),
    )
    paper = serializers.SlugField(
        max_length=60, required=False, help_text=_("A paper of the body, by its code: a mock exam of it, sat once.")
    )
    count = serializers.IntegerField(
        required=False,
        default=1,
        min_value=1,
        max_value=MOST_QUESTIONS,
        help_text=_("How many questions; not of a mock exam."),
    )
    from_day = serializers.DateField(help_text=_("What is answered from this day on counts."))
    due_day = serializers.DateField(help_text=_("The day until which it is to be done, within the course."))
    note = serializers.CharField(
        max_length=300, required=False, allow_blank=True, default="", help_text=_("A word to the learners.")
    )
    reference = serializers.UUIDField(help_text=_("Made by the program: sent again with the same one, it is set once."))


WHAT: Final = ("law", "topic", "units", "paper")


class Assigning(OfCourse):
    """Setting practice."""

    serializer_class = AssignmentSerializer

    @extend_schema(
        operation_id="set_course_practice",
        tags=TAGS,
        summary="Set practice, or a mock exam",
        description="For everybody in the course. The learners find it on their page of the course.",
        parameters=[COURSE],
        request=NewAssignmentSerializer,
        responses={200: OpenApiResponse(AssignmentSerializer, "What is set.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Set it."""
        found, sent = self.course(rules.RUN), self.sent(NewAssignmentSerializer)
        chosen = [name for name in WHAT if sent.get(name)]
        if len(chosen) != 1:
            said = gettext("Say what to practise by one of these: %(names)s.") % {"names": ", ".join(WHAT)}
            raise wrong_fields({chosen[1] if chosen else "law": [said]})
        [name] = chosen
        what, units = _what(found, name, sent[name])
        names = ("count", "from_day", "due_day", "note", "reference")
        form = AssignForm(typed({**{one: sent[one] for one in names}, "what": what}), course=found, units=units)
        valid(form, {"what": name})
        with refused():
            made = services.assign(course=found, actor=self.person, **form.terms)
        return Response(self.get_serializer(made).data)


def _what(course: Course, name: str, value: Any) -> tuple[str, list[str] | None]:
    """What is set as the form of the page names it, and the paths. Raises Problem 422 for what there is not."""
    if name == "units":
        if strange := [path for path in value if path not in catalogue()]:
            raise wrong_fields({"units": [gettext("The laws have no such path: %(path)s.") % {"path": strange[0]}]})
        return Assignment.Kind.PATHS.value, value
    if name == "paper":
        paper = next((one for one in in_use(course.body) if one.code == value), None)
        if paper is None:
            said = gettext("%(body)s has no paper in use with the code “%(code)s”.")
            raise wrong_fields({"paper": [said % {"body": course.body, "code": value}]})
        return f"mock:{paper.pk}", None
    return f"{name}:{value}", None


class TakenBackSerializer(serializers.Serializer[Any]):
    """What is no longer set."""

    title = serializers.CharField(help_text=_("What it was, in words."))


class TakingBack(Private):
    """Taking back what is set."""

    serializer_class = TakenBackSerializer

    @extend_schema(
        operation_id="take_back_course_practice",
        tags=TAGS,
        summary="Take back what is set",
        description="What was practised stays the learners' own.",
        parameters=[ASSIGNMENT],
        request=None,
        responses={200: OpenApiResponse(TakenBackSerializer, "It is no longer set.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Take it back."""
        found = one_of(Assignment.objects.select_related("course__body", "course__club"), pk=id)
        if not may(self.person, rules.RUN, found.course):
            raise not_there()
        services.take_back(assignment=found, actor=self.person)
        return Response(self.get_serializer({"title": found.title}).data)


# -- Attendance and tutors ---------------------------------------------------------------------------------------------


class AttendedSerializer(serializers.Serializer[Any]):
    """Who attended."""

    attended = serializers.ListField(
        child=serializers.UUIDField(),
        max_length=MOST_PEOPLE,
        help_text=_("All who attended, by the ids of their parts in the course; of the others it is taken back."),
    )


class AttendanceToldSerializer(serializers.Serializer[Any]):
    """How it stands with attendance."""

    confirmed = serializers.IntegerField(help_text=_("How many of those who take part are confirmed."))
    on_record = serializers.IntegerField(help_text=_("How many of them are on record as evidence."))


class EnteredAttendanceSerializer(AttendanceToldSerializer):
    """What was entered as evidence."""

    entered = serializers.IntegerField(help_text=_("How many were entered just now."))
    left = serializers.ListField(child=serializers.CharField(), help_text=_("Who was left out, and why."))


def _attendance(course: Course) -> dict[str, int]:
    rows = attendance.attendance(course, list(course.members.active()))
    return {
        "confirmed": sum(one.member.attended_at is not None for one in rows),
        "on_record": sum(one.evidence is not None for one in rows),
    }


class Attendance(OfCourse):
    """Confirming who attended."""

    serializer_class = AttendanceToldSerializer

    @extend_schema(
        operation_id="confirm_course_attendance",
        tags=TAGS,
        summary="Confirm who attended",
        description="For the tutors of the course. What is on record is not taken back.",
        parameters=[COURSE],
        request=AttendedSerializer,
        responses={200: OpenApiResponse(AttendanceToldSerializer, "How it stands now.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Confirm it."""
        found = self.course(rules.CONFIRM)
        wanted = set(self.sent(AttendedSerializer)["attended"])
        if strange := wanted.difference(found.members.active().values_list("pk", flat=True)):
            said = gettext("Nobody takes part under the id %(id)s.") % {"id": min(map(str, strange))}
            raise wrong_fields({"attended": [said]})
        with refused():
            attendance.settle(course=found, actor=self.person, attended=wanted)
        return Response(self.get_serializer(_attendance(found)).data)


class AttendanceEntry(OfCourse):
    """Entering what was confirmed."""

    serializer_class = EnteredAttendanceSerializer

    @extend_schema(
        operation_id="enter_course_attendance",
        tags=TAGS,
        summary="Enter confirmed attendance as evidence",
        description="For registrars of the body. Entered again, it is what it was; each learner gets a letter.",
        parameters=[COURSE],
        request=None,
        responses={200: OpenApiResponse(EnteredAttendanceSerializer, "What was entered.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Enter it."""
        found = self.course(rules.ENTER)
        done, left = attendance.enter(course=found, actor=self.person)
        told = {"entered": done, "left": [why for _member, why in left], **_attendance(found)}
        return Response(self.get_serializer(told).data)


class EndedTutorSerializer(serializers.Serializer[Tutor]):
    """A tutor whose part has ended."""

    id = serializers.IntegerField(help_text=_("Of their part in the course."))
    name = serializers.CharField(source="person.name", help_text=_("Their name; may be empty."))
    until = serializers.DateTimeField(help_text=_("Since when they see nothing of the course."))


class TutorEnd(Private):
    """Ending a tutor's part."""

    serializer_class = EndedTutorSerializer

    @extend_schema(
        operation_id="end_course_tutor",
        tags=TAGS,
        summary="End a tutor's part in a course",
        description="For those who organise it, and for the tutor.",
        parameters=[TUTOR],
        request=None,
        responses={200: OpenApiResponse(EndedTutorSerializer, "Their part, which has ended.")},
    )
    def post(self, request: Request, id: int) -> Response:
        """End it."""
        found = one_of(Tutor.objects.active().select_related("course__body", "course__club", "person"), pk=id)
        if not may(self.person, rules.RUN, found.course):
            raise not_there()
        services.end_tutor(tutor=found, actor=self.person)
        found.refresh_from_db(fields=["until"])
        return Response(self.get_serializer(found).data)
