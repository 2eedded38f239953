"""What the addresses of courses have in common: how things look outside, and who reaches what.

As on the pages: for whoever neither runs a course nor takes part there is none (404); whoever knows of it and may not do
something is refused (403).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User
from accounts.rules import may, require
from exams.bank.api.base import Private, id_of, not_there
from exams.courses import rules
from exams.courses.models import Assignment, Course, CourseInvitation, Member
from exams.courses.progress import Done, Gets
from exams.practice.api.base import TAGS, UnitRefSerializer
from laws.api.problems import Problem
from laws.api.serializers.links import Link

__all__ = ["ASSIGNMENT", "COURSE", "INVITATION", "MEMBER", "TAGS", "OfCourse"]

COURSE, MEMBER = id_of("The course's id."), id_of("The id of the learner's part in the course.")
INVITATION, ASSIGNMENT = id_of("The invitation's id."), id_of("The assignment's id.")
STATES: Final = ("ahead", "open", "late", "done")


@contextmanager
def refused() -> Iterator[None]:
    """Answer what a service of courses refuses with 409 and the service's own sentence."""
    try:
        yield
    except ValidationError as error:
        raise Problem("refused", " ".join(error.messages), HTTPStatus.CONFLICT) from error


class OfCourse(Private):
    """Something about one course."""

    def course(self, permission: str = "") -> Course:
        """The course of the address, with its tutors. None (404) for whoever neither runs it nor takes part; 403 without
        the permission.
        """
        found = Course.objects.told().filter(pk=self.kwargs["id"]).first()
        if found is None:
            raise not_there()
        if not may(self.person, rules.RUN, found) and not found.members.active().filter(person=self.person).exists():
            raise not_there()
        if permission:
            require(self.person, permission, found)
        return found


# -- How they look outside ---------------------------------------------------------------------------------------------


class CourseLinksSerializer(serializers.Serializer[Course]):
    """Where a course is."""

    self = Link("courses-api:course", "pk")
    page = Link("courses:course", "pk")


class CourseTutorSerializer(serializers.Serializer[Any]):
    """Somebody who teaches a course."""

    id = serializers.IntegerField(help_text=_("Of their part in the course."))
    name = serializers.CharField(source="person.name", help_text=_("Their name; may be empty."))


class CourseSerializer(serializers.Serializer[Course]):
    """A course, and what you are in it."""

    id = serializers.UUIDField(help_text=_("Of the course."))
    name = serializers.CharField(help_text=_("What it is called."))
    body = serializers.SlugField(source="body.slug", help_text=_("The body that gives it, by its short name."))
    club = serializers.CharField(
        source="club.name", default=None, allow_null=True, help_text=_("The club that gives it; null: the body itself.")
    )
    first_day = serializers.DateField(help_text=_("Its first day."))
    last_day = serializers.DateField(help_text=_("Its last day."))
    about = serializers.CharField(help_text=_("What it is about; may be empty."))
    tutors = CourseTutorSerializer(source="teaching", many=True, help_text=_("Those who teach it now."))
    takes_part = serializers.SerializerMethodField(help_text=_("Whether you take part as a learner."))
    teaches = serializers.SerializerMethodField(help_text=_("Whether you are one of its tutors."))
    organises = serializers.SerializerMethodField(
        help_text=_("Whether you organise it: its days, tutors and learners.")
    )
    links = CourseLinksSerializer(source="*")

    @property
    def _person(self) -> User:
        person: User = self.context["request"].user
        return person

    def get_takes_part(self, course: Course) -> bool:
        """Of a list, as it was read with it."""
        known = getattr(course, "part", None)
        if known is None:
            known = course.members.active().filter(person=self._person).exists()
        return bool(known)

    def get_teaches(self, course: Course) -> bool:
        """Now."""
        return bool(rules.is_tutor(self._person, course))

    def get_organises(self, course: Course) -> bool:
        """Now."""
        return may(self._person, rules.ORGANISE, course)


class AssignmentSerializer(serializers.Serializer[Assignment]):
    """Practice that is set."""

    id = serializers.UUIDField(help_text=_("Of what is set."))
    kind = serializers.ChoiceField(Assignment.Kind.choices, help_text=_("What is practised."))
    title = serializers.CharField(help_text=_("The same in words."))
    law = serializers.CharField(help_text=_("The law; empty unless one is set."))
    topic = serializers.CharField(help_text=_("The topic, by its short name; empty unless one is set."))
    units = serializers.ListField(child=serializers.CharField(), help_text=_("The paths; none unless they are set."))
    paper = serializers.CharField(
        source="paper.code",
        default=None,
        allow_null=True,
        help_text=_("The code of the paper of a mock exam; null unless one is set."),
    )
    count = serializers.IntegerField(help_text=_("How many questions; 1 for a mock exam."))
    from_day = serializers.DateField(help_text=_("What is answered from this day on counts."))
    due_day = serializers.DateField(help_text=_("The day until which it is to be done."))
    note = serializers.CharField(help_text=_("A word to the learners; may be empty."))


class AssignmentDoneSerializer(serializers.Serializer[Done]):
    """How far somebody is with what is set."""

    assignment = serializers.UUIDField(source="assignment.pk", help_text=_("What is set."))
    title = serializers.CharField(source="assignment.title", help_text=_("The same in words."))
    state = serializers.ChoiceField(STATES, help_text=_("Not begun, open, overdue or done."))
    done = serializers.IntegerField(source="shown", help_text=_("How many questions count, of those that are set."))
    right = serializers.IntegerField(help_text=_("How many of all that were answered are right."))
    left = serializers.IntegerField(help_text=_("How many are still to be answered."))
    percent = serializers.FloatField(
        allow_null=True, help_text=_("The mark of the latest mock exam; null where none is set or sat.")
    )


class CourseTopicSerializer(serializers.Serializer[Any]):
    """A topic of the syllabus, and how many of its paths are known."""

    topic = serializers.CharField(source="slug", help_text=_("Its short name."))
    title = serializers.CharField(help_text=_("What it is called."))
    known = serializers.IntegerField(help_text=_("How many of its paths are known."))
    paths = serializers.SerializerMethodField(help_text=_("How many it has."))

    def get_paths(self, row: Any) -> int:
        """At the level of the learner."""
        return len(row.squares)


class CourseProgressSerializer(serializers.Serializer[Gets]):
    """How a learner gets on: exactly what their tutors see, if they let them."""

    assignments = AssignmentDoneSerializer(source="done", many=True, help_text=_("What is set, and how far they are."))
    answered = serializers.IntegerField(help_text=_("How many paths they have met."))
    known = serializers.IntegerField(help_text=_("How many paths of their level they know."))
    paths = serializers.IntegerField(help_text=_("Of how many; 0 before they have practised."))
    wrong = serializers.SerializerMethodField(help_text=_("The paths that they got wrong last time."))
    topics = CourseTopicSerializer(source="rows", many=True, help_text=_("The map of topics."))

    @extend_schema_field(UnitRefSerializer(many=True))
    def get_wrong(self, gets: Gets) -> list[dict[str, str]]:
        """In the order of the law book."""
        return [{"path": unit.path, "law": unit.law, "title": unit.title} for unit in gets.wrong]


class CourseInvitationSerializer(serializers.Serializer[CourseInvitation]):
    """An invitation, as whoever gives the course reads it."""

    id = serializers.UUIDField(help_text=_("Of the invitation."))
    email = serializers.EmailField(help_text=_("The address. Whether it has an account here is not told."))
    name = serializers.CharField(help_text=_("The name that was given with it; may be empty."))
    to_be = serializers.ChoiceField(CourseInvitation.To.choices, help_text=_("As what they are invited."))
    standing = serializers.ChoiceField(CourseInvitation.Standing.choices, help_text=_("What has become of it."))
    at = serializers.DateTimeField(help_text=_("When it was made."))
    last_day = serializers.DateField(help_text=_("The last day on which it can be answered."))
    expired = serializers.BooleanField(source="has_expired", help_text=_("Whether nobody answered it in time."))


class CourseLearnerSerializer(serializers.Serializer[Member]):
    """Somebody who takes part, or did."""

    id = serializers.UUIDField(help_text=_("Of their part in the course."))
    name = serializers.CharField(source="person.name", help_text=_("Their name; may be empty."))
    joined_at = serializers.DateTimeField(help_text=_("When they joined."))
    left_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When their part ended; null while they take part.")
    )
    removed = serializers.SerializerMethodField(help_text=_("Whether it was ended for them."))
    shows_progress = serializers.BooleanField(
        source="is_shown", help_text=_("Whether they let their tutors see how they get on.")
    )
    attended_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When a tutor confirmed that they attended; null: not confirmed.")
    )

    def get_removed(self, member: Member) -> bool:
        """Or else they left."""
        return member.removed_by_id is not None
