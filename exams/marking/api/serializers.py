"""How results and their release look outside."""

from __future__ import annotations

from typing import Any, cast

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts.models import Role
from accounts.prose import not_blank
from exams.marking.appeals.deciders import decidable_by
from exams.marking.models import AnswerMark, Appeal, Result
from exams.sittings.rules import bodies_where
from laws.api.serializers.links import Link


class ResultLinksSerializer(serializers.Serializer[Result]):
    """Where a result is, and its page for people, which explains each answer."""

    self = Link("results-api:result", "pk")
    page = Link("marking:result", "pk")


class TopicRowSerializer(serializers.Serializer[Any]):
    """The marks of one topic."""

    topic = serializers.SlugField(help_text=_("The topic, by its short name."))
    title = serializers.CharField(help_text=_("What the syllabus called it then."))
    marks = serializers.FloatField(help_text=_("Marks earned."))
    out_of = serializers.IntegerField(help_text=_("Marks possible."))
    percent = serializers.IntegerField(help_text=_("The same in percent, rounded down."))


class MissedSerializer(serializers.Serializer[Any]):
    """A floor that was not reached."""

    topic = serializers.SlugField(help_text=_("The topic, by its short name."))
    title = serializers.CharField(help_text=_("What the syllabus called it then."))
    percent = serializers.IntegerField(help_text=_("Percent earned, rounded down."))
    floor = serializers.IntegerField(help_text=_("Percent needed."))


class ResultSerializer(serializers.Serializer[Result]):
    """The outcome of one attempt."""

    id = serializers.UUIDField(help_text=_("Of the result."))
    attempt = serializers.UUIDField(source="attempt_id", help_text=_("The attempt."))
    sitting = serializers.UUIDField(source="attempt.entry.sitting_id", help_text=_("The sitting."))
    candidate = serializers.SerializerMethodField(
        help_text=_("Whose it is. Empty for who may decide an appeal that waits against it: to them it is a number.")
    )
    candidate_number = serializers.IntegerField(
        source="attempt.entry.number", allow_null=True, help_text=_("The candidate's number; null: none was drawn.")
    )
    number = serializers.IntegerField(help_text=_("From 1; a later one replaces those before it."))
    reason = serializers.CharField(help_text=_("Why it was marked again; empty for the first."))
    marks = serializers.FloatField(help_text=_("Marks earned."))
    out_of = serializers.IntegerField(help_text=_("Marks possible."))
    percent = serializers.FloatField(help_text=_("The same in percent, rounded down to hundredths."))
    passed = serializers.BooleanField(help_text=_("Whether the pass mark and every floor was reached."))
    by_topic = TopicRowSerializer(many=True, help_text=_("In the order of the paper."))
    floors_missed = MissedSerializer(many=True, help_text=_("Topics in which less than the minimum was earned."))
    marked_at = serializers.DateTimeField(help_text=_("When it was marked."))
    links = ResultLinksSerializer(source="*")

    def get_candidate(self, result: Result) -> str:
        """The name, but for whoever may decide about an appeal of that candidate; asked once for all of an answer."""
        # The serializers of one answer share the context.
        shared = cast(dict[str, Any], self.context)
        person = shared["request"].user
        if "unnamed" not in shared:
            waiting = Appeal.objects.open().filter(body__in=bodies_where(person, Role.EXAMINER))
            shared["unnamed"] = set(decidable_by(person, waiting).values_list("result__attempt", flat=True))
        hidden = result.attempt_id in shared["unnamed"]
        return "" if hidden else str(result.attempt.entry.person.name)


class AnswerMarkSerializer(serializers.Serializer[AnswerMark]):
    """What one question earned."""

    question = serializers.IntegerField(source="paper_question.position", help_text=_("Its place in the paper."))
    answer = serializers.CharField(allow_null=True, help_text=_("The answer; null: none."))
    marks = serializers.FloatField(help_text=_("Marks earned."))
    out_of = serializers.IntegerField(help_text=_("Marks possible; 0 where the question does not count."))
    adjusted = serializers.CharField(
        help_text=_(
            "What was laid down about the question after the sitting: dropped, full (marks for everybody), accepted (this "
            "answer as well), key (another one) or remarked; empty for nothing."
        )
    )


class ResultDetailSerializer(ResultSerializer):
    """A result with each of its answers."""

    answers = AnswerMarkSerializer(source="told_marks", many=True, help_text=_("In the order of the paper."))


class ReleaseSerializer(serializers.Serializer[Any]):
    """How far the results of a sitting are from being told."""

    sitting = serializers.UUIDField(help_text=_("The sitting."))
    obstacles = serializers.ListField(
        child=serializers.CharField(), help_text=_("What has to be done first, in words; empty if nothing has to be.")
    )
    moderated_by = serializers.CharField(allow_null=True, help_text=_("Who signed them off; null: nobody yet."))
    moderated_at = serializers.DateTimeField(allow_null=True, help_text=_("When."))
    note = serializers.CharField(help_text=_("What that person found; empty while nobody has signed."))
    changed = serializers.BooleanField(
        help_text=_("Whether a result has changed since; if so, they have to be signed off again.")
    )
    released_by = serializers.CharField(allow_null=True, help_text=_("Who released them; null: nobody yet."))
    released_at = serializers.DateTimeField(allow_null=True, help_text=_("When they were released."))


class NoteSerializer(serializers.Serializer[Any]):
    """What an examiner has looked at and found."""

    note = serializers.CharField(max_length=4000, validators=[not_blank], help_text=_("It stays with the signature."))
