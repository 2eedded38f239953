"""How questions, what was said of them, runs and imports look outside."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from exams.bank.interchange.imports import Outcome
from exams.bank.levels.told import of_version, sentences
from exams.bank.models import (
    Comment,
    Difficulty,
    GenerationJob,
    Level,
    Question,
    QuestionVersion,
    Review,
    Status,
    kinds_to_generate,
)
from laws.api.serializers.links import Link

RUN_KINDS = [name for name, _words in kinds_to_generate()]
OUTCOMES = [outcome.value for outcome in Outcome]


class VersionLinksSerializer(serializers.Serializer[QuestionVersion]):
    """Where the parts of a version are."""

    self = Link("bank-api:version", "pk")
    reviews = Link("bank-api:reviews", "pk")
    comments = Link("bank-api:comments", "pk")


class VersionSerializer(serializers.Serializer[QuestionVersion]):
    """One wording of a question; what it says never changes, only where it stands in review does."""

    id = serializers.UUIDField(help_text=_("Of this wording."))
    question = serializers.UUIDField(source="question_id", help_text=_("The same in all wordings of a question."))
    number = serializers.IntegerField(help_text=_("From 1, in the order in which the wordings were written."))
    body = serializers.SlugField(source="body.slug", help_text=_("The body whose question it is, by its short name."))
    status = serializers.ChoiceField(Status.choices, help_text=_("Its status."))
    round = serializers.IntegerField(help_text=_("Approvals count in the round of review in which they were given."))
    source = serializers.ChoiceField(  # type: ignore[assignment]
        Question.Source.choices, source="question.source", help_text=_("Where the question came from.")
    )
    kind = serializers.ChoiceField(QuestionVersion.Kind.choices, help_text=_("What the candidate is asked to do."))
    level = serializers.ChoiceField(
        Level.choices, help_text=_("The level at which the body asks it; `content` has the one it was stored with.")
    )
    topic = serializers.SlugField(help_text=_("A topic of the body's syllabus, by its short name."))
    edition = serializers.SlugField(help_text=_("The edition of the laws it is asked under."))
    provisions = serializers.ListField(
        child=serializers.CharField(), help_text=_("Keys of the provisions that the explanation cites.")
    )
    difficulty = serializers.ChoiceField(
        Difficulty.choices, help_text=_("How hard it is expected to be: 1 easy, 2 medium, 3 hard.")
    )
    pair = serializers.CharField(help_text=_("Shared with the question that differs in one fact; empty without one."))
    run = serializers.UUIDField(
        source="job_id", allow_null=True, help_text=_("The run of the generator that made it; null without one.")
    )
    opening = serializers.CharField(help_text=_("The first paragraph of the stem."))
    created_at = serializers.DateTimeField(help_text=_("When it was stored."))
    links = VersionLinksSerializer(source="*")


class VersionDetailSerializer(VersionSerializer):
    """A version with all that it says, its key included."""

    content = serializers.SerializerMethodField(
        help_text=_(
            "Stem, diagrams, options, key, explanation and rubric, as the bank's content schema describes them."
        )
    )

    level_reasons = serializers.SerializerMethodField(
        help_text=_("Why it has its level, in sentences; where the body has moved its path, the body’s own reason.")
    )

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_level_reasons(self, version: QuestionVersion) -> list[str]:
        """Why it has its level."""
        return sentences(of_version(version))

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_content(self, version: QuestionVersion) -> dict[str, Any]:
        """What it says."""
        content: dict[str, Any] = version.content
        return content


class ReviewSerializer(serializers.Serializer[Review]):
    """What one examiner decided about a version."""

    decision = serializers.ChoiceField(Review.Decision.choices, help_text=_("What was decided."))
    examiner = serializers.CharField(source="examiner.name", help_text=_("The name of who decided."))
    round = serializers.IntegerField(help_text=_("The round of review."))
    reason = serializers.CharField(help_text=_("Empty at most with an approval."))
    at = serializers.DateTimeField(help_text=_("When."))


class DecisionSerializer(serializers.Serializer[Any]):
    """A decision about a version."""

    decision = serializers.ChoiceField(Review.Decision.choices, help_text=_("What you decide."))
    reason = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=2000,
        default="",
        help_text=_("Why; needed for all but an approval."),
    )


class BankCommentSerializer(serializers.Serializer[Comment]):
    """A remark on a version."""

    author = serializers.CharField(source="author.name", help_text=_("The name of who made it."))
    text = serializers.CharField(help_text=_("The remark."))
    at = serializers.DateTimeField(help_text=_("When."))


class RemarkSerializer(serializers.Serializer[Any]):
    """A remark to make."""

    text = serializers.CharField(max_length=4000, help_text=_("What you want to say."))


class RunLinksSerializer(serializers.Serializer[GenerationJob]):
    """Where a run is, and its questions."""

    self = Link("bank-api:run", "pk")
    versions = Link("bank-api:versions", asked={"run": "pk"})


class RunSerializer(serializers.Serializer[GenerationJob]):
    """A run of the generator."""

    id = serializers.UUIDField(help_text=_("Of this run."))
    body = serializers.SlugField(source="body.slug", help_text=_("The body it makes questions for."))
    procedure = serializers.CharField(help_text=_("The procedure of the rules engine, or all."))
    kind = serializers.CharField(help_text=_("One kind of question, mixed, or variant_pair."))
    count = serializers.IntegerField(help_text=_("How many questions were asked for."))
    seed = serializers.IntegerField(help_text=_("The same seed gives the same questions."))
    status = serializers.ChoiceField(GenerationJob.Status.choices, help_text=_("How far it has come."))
    done = serializers.IntegerField(help_text=_("How many were stored."))
    duplicates = serializers.IntegerField(help_text=_("How many the bank had already."))
    cancel_asked = serializers.BooleanField(help_text=_("Whether somebody has asked it to stop."))
    finished = serializers.BooleanField(help_text=_("Whether the run has stopped or finished."))
    error = serializers.CharField(help_text=_("Why it failed; empty if it has not."))
    created_at = serializers.DateTimeField(help_text=_("When it was asked for."))
    moved_at = serializers.DateTimeField(help_text=_("When it last moved."))
    links = RunLinksSerializer(source="*")


class StartSerializer(serializers.Serializer[Any]):
    """A run to start."""

    body = serializers.SlugField(help_text=_("The body to make questions for, by its short name."))
    procedure = serializers.CharField(max_length=20, help_text=_("A procedure of the rules engine, or all."))
    kind = serializers.ChoiceField(
        RUN_KINDS,
        required=False,
        default=GenerationJob.MIXED,
        help_text=_("One kind of question, mixed for all of them in turn, or variant_pair."),
    )
    count = serializers.IntegerField(min_value=1, max_value=GenerationJob.MOST, help_text=_("How many questions."))
    seed = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text=_("Take another seed to get other questions.")
    )


class UploadSerializer(serializers.Serializer[Any]):
    """A file, and what to take where it says nothing."""

    file = serializers.FileField(help_text=_("A QTI 3.0 package, a single QTI 3.0 item, or Moodle XML; up to 25 MiB."))
    body = serializers.SlugField(help_text=_("The body whose bank it is for, by its short name."))
    level = serializers.ChoiceField(Level.choices, help_text=_("For questions that do not give one."))
    edition = serializers.SlugField(help_text=_("An edition of the laws, for questions that do not give one."))
    topic = serializers.SlugField(
        required=False, allow_blank=True, default="", help_text=_("For questions without a topic of your syllabus.")
    )
    cites = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=200,
        default="",
        help_text=_("Provisions for questions that cite none, such as 27B1(a), 27D."),
    )
    store = serializers.BooleanField(
        required=False, default=False, help_text=_("Store what is new as drafts; otherwise nothing is written.")
    )


class ImportRowSerializer(serializers.Serializer[Any]):
    """What becomes of one question of a file."""

    file = serializers.CharField(help_text=_("Its place in the file."))
    title = serializers.CharField(help_text=_("What the file calls it; may be empty."))
    outcome = serializers.ChoiceField(OUTCOMES, help_text=_("What becomes of it."))
    reason = serializers.CharField(
        help_text=_("Why it is refused, or how the bank’s version differs; otherwise empty.")
    )
    notes = serializers.ListField(child=serializers.CharField(), help_text=_("What to correct before review."))
    version = serializers.UUIDField(allow_null=True, help_text=_("Its draft; null unless it was stored."))
    there = serializers.UUIDField(
        allow_null=True, help_text=_("The version that the bank has, of a question that is known or different there.")
    )


class ImportReportSerializer(serializers.Serializer[Any]):
    """What a file brings, question by question."""

    format = serializers.CharField(help_text=_("The format of the file: QTI 3.0 or Moodle XML."))
    stored = serializers.BooleanField(help_text=_("Whether the new ones were stored; a dry run stores none."))
    new = serializers.IntegerField(help_text=_("How many are new."))
    known = serializers.IntegerField(help_text=_("How many the bank has already."))
    different = serializers.IntegerField(help_text=_("How many differ from the bank’s version; these are not stored."))
    superseded = serializers.IntegerField(help_text=_("How many have a later version in the file, which counts."))
    refused = serializers.IntegerField(help_text=_("How many were refused."))
    rows = ImportRowSerializer(many=True, help_text=_("Each question of the file."))
