"""Lessons by the API: the list of them, a step of one, going on by one step, and the questions at its end.

They are gone through as on the pages (`exams.practice.lessons`): a step that has not been reached is not told, and neither is
which branch a table shows before one was said.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import not_there, one_of, refusals, wrong_fields
from exams.bank.presenting import asked, explained
from exams.practice import lessons
from exams.practice.api.base import TAGS, Own, OwnList, Yes
from exams.practice.api.exercises import AskedSerializer, ExplainedSerializer, explained_told
from exams.practice.api.runs import PracticeRunSerializer, runs_of
from exams.practice.exercises import NotPractised
from exams.practice.lessons import BranchMissing, Step, Walk, walk_of
from exams.practice.models import Lesson
from exams.practice.progress import row_of
from exams.practice.units import EDITION
from exams.scenarios import lessons as files
from laws.api.serializers.links import address

STAGES = ("idea", "table", "chart", "questions")
LAW = OpenApiParameter(
    "law",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    description="The law of the lesson, by its number as the list of lessons has it.",
    pattern=r"^[0-9]{1,2}[A-Z]?$",
    examples=[OpenApiExample("a law", value="27")],
)
AT = OpenApiParameter(
    "at",
    {"type": "integer", "minimum": 0, "maximum": 999},
    description="The number of the step, from 0, of those you have reached; where you are when left out.",
)


class LessonSerializer(serializers.Serializer[Any]):
    """A lesson, and how far you are in it."""

    law = serializers.CharField(help_text=_("The law it is about."))
    title = serializers.CharField(help_text=_("What the law is about."))
    tables = serializers.IntegerField(help_text=_("How many tables are shown in it."))
    steps = serializers.IntegerField(help_text=_("How many steps it has."))
    step = serializers.IntegerField(help_text=_("The last step that you have reached, from 0."))
    begun = serializers.BooleanField(help_text=_("Whether you have begun it."))
    finished = serializers.BooleanField(help_text=_("Whether you have answered the questions at its end."))
    url = serializers.URLField(help_text=_("Where its steps are."))
    page = serializers.URLField(help_text=_("Its page for people."))


class LessonStepSerializer(serializers.Serializer[Step]):
    """A step of a lesson."""

    at = serializers.IntegerField(help_text=_("Its number in the lesson, from 0."))
    stage = serializers.ChoiceField(STAGES, help_text=_("What is done at it."))
    number = serializers.IntegerField(help_text=_("Its number in its stage, from 1."))
    total = serializers.IntegerField(help_text=_("How many steps the stage has."))


class BranchLineSerializer(serializers.Serializer[Any]):
    """A way in which the law may go."""

    branch = serializers.IntegerField(help_text=_("The number by which you say it."))
    does = serializers.CharField(help_text=_("What the law does then."))


class ForkSerializer(serializers.Serializer[Any]):
    """A question at which the law forks, with its answer."""

    question = serializers.CharField(help_text=_("The question."))
    answer = serializers.CharField(help_text=_("The answer."))


class ToldBranchSerializer(serializers.Serializer[Any]):
    """What a table shows, and what you had said."""

    right = serializers.BooleanField(help_text=_("Whether you said it."))
    said = serializers.CharField(help_text=_("What you said that the law does."))
    does = serializers.CharField(help_text=_("What it does at this table."))
    forks = ForkSerializer(many=True, help_text=_("What makes the difference at this table."))
    apart = ForkSerializer(many=True, help_text=_("What would have to be otherwise for what you said."))
    explained = ExplainedSerializer(help_text=_("The ruling and its reasons."))


class LessonTableSerializer(serializers.Serializer[Any]):
    """A table of a lesson: the question, and once you have said a branch, which one it shows."""

    refused = serializers.CharField(help_text=_("Why it is not shown for now, so that you skip it; else empty."))
    asked = AskedSerializer(allow_null=True, help_text=_("The table; null where it is not shown."))
    lines = BranchLineSerializer(many=True, help_text=_("What the law may do, in an order that says nothing."))
    told = ToldBranchSerializer(allow_null=True, help_text=_("What it shows; null before you have said a branch."))


class LessonAnswerSerializer(serializers.Serializer[Any]):
    """An answer of the flow chart, and what follows at once."""

    answer = serializers.CharField(help_text=_("The answer."))
    follows = serializers.CharField(help_text=_("What it leads to, in sentences."))


class LessonChartSerializer(serializers.Serializer[Any]):
    """The flow chart of a law as far as it is known: the question that was opened last."""

    asks = serializers.CharField(help_text=_("The question."))
    provision = serializers.CharField(help_text=_("Key of the provision that asks it."))
    answers = LessonAnswerSerializer(many=True, help_text=_("Each of its answers."))
    words = serializers.CharField(help_text=_("All that is known so far, as HTML lists."))


class LessonEndSerializer(serializers.Serializer[Any]):
    """The questions at the end."""

    count = serializers.IntegerField(help_text=_("How many there are."))
    run = serializers.UUIDField(allow_null=True, help_text=_("The run that asks them; null: not begun."))
    answered = serializers.BooleanField(help_text=_("Whether you have answered all that were asked."))


class LessonDetailSerializer(LessonSerializer):
    """A lesson at one of its steps; of the four stages only the one that the step is of is told."""

    known = serializers.IntegerField(help_text=_("How many paths and facts of the law you know."))
    paths = serializers.IntegerField(help_text=_("Of how many."))
    idea = serializers.ListField(child=serializers.CharField(), help_text=_("Its idea, sentence by sentence."))
    stages = LessonStepSerializer(many=True, help_text=_("The first step of each stage."))
    shown = LessonStepSerializer(help_text=_("The step that is told here."))
    table = LessonTableSerializer(allow_null=True, help_text=_("At a table; else null."))
    chart = LessonChartSerializer(allow_null=True, help_text=_("At a question of the flow chart; else null."))
    questions = LessonEndSerializer(allow_null=True, help_text=_("At the end; else null."))


class LessonMoveSerializer(serializers.Serializer[Any]):
    """What you do at a step."""

    at = serializers.IntegerField(min_value=0, max_value=999, help_text=_("The number of the step you are at."))
    branch = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text=_("At a table, which way you say that the law goes.")
    )
    skip = Yes(required=False, default=False, help_text=_("True at a table that is not shown."))
    rest = Yes(required=False, default=False, help_text=_("True to open what is left of the flow chart at once."))


def _told(view: Own, walk: Walk, begun: int | None, *, finished: bool) -> dict[str, Any]:
    law = walk.lesson.law
    return {
        "law": law,
        "title": walk.title,
        "tables": len(walk.lesson.branches),
        "steps": len(walk.steps),
        "step": min(begun or 0, walk.last),
        "begun": begun is not None and begun > 0,
        "finished": finished,
        "url": address(view.request, "practice-api:lesson", law),
        "page": address(view.request, "practice:lesson", law),
    }


@extend_schema_view(
    get=extend_schema(
        operation_id="list_lessons",
        tags=TAGS,
        summary="Every lesson, with how far you are",
        description="In the order of the law book.",
    )
)
class LessonList(OwnList):
    """The lessons."""

    serializer_class = LessonSerializer
    queryset = Lesson.objects.none()

    def get_queryset(self) -> Any:
        """All of them; two queries, however many are begun."""
        begun, done = lessons.begun(self.learner), set(lessons.finished(self.learner))
        walks = [walk for law in files.lessons() if (walk := walk_of(law)) is not None]
        return [
            _told(self, one, begun.get(one.lesson.law), finished=one.lesson.law in done) for one in walks
        ]  # fmt: skip


class OfLesson(Own):
    """Something about one lesson."""

    serializer_class: Any = LessonDetailSerializer

    @property
    def walk(self) -> Walk:
        """The lesson of the address; 404 for a law that has none."""
        found = walk_of(self.kwargs["law"])
        if found is None:
            raise not_there()
        return found

    def told(self, walk: Walk, kept: Lesson, at: int) -> Response:
        """The lesson at a step that was reached."""
        step = walk.steps[min(max(at, 0), kept.step, walk.last)]
        told = _told(self, walk, kept.step, finished=kept.finished_at is not None or _is_over(kept))
        row = row_of(self.person, {*walk.lesson.procedures, walk.lesson.top})
        told |= {
            "known": row.known if row else 0,
            "paths": len(row.squares) if row else 0,
            "idea": walk.lesson.idea,
            "stages": walk.stages,
            "shown": step,
            "table": self._table(walk, kept, step) if step.stage == "table" else None,
            "chart": _chart(walk, step) if step.stage == "chart" else None,
            "questions": None,
        }
        if step.stage == "questions":
            told["questions"] = {
                "count": lessons.count_of(walk),
                "run": kept.run_id,
                "answered": _is_over(kept),
            }
        return Response(LessonDetailSerializer(told, context=self.get_serializer_context()).data)

    def _table(self, walk: Walk, kept: Lesson, step: Step) -> dict[str, Any]:
        branches = walk.lesson.branches
        own, said = branches[step.number - 1], kept.answers.get(str(step.number))
        nothing: dict[str, Any] = {"refused": "", "asked": None, "lines": [], "told": None}
        try:
            table = lessons.table_of(walk, step.number)
        except NotPractised as refused:
            wanted = gettext("This table is wanted in a paper, so it is not shown for now.")
            return nothing | {"refused": str(refused) or wanted}
        lines = [{"branch": number, "does": does} for number, does in lessons.lines_of(walk, step.number)]
        found = nothing | {"asked": asked(table), "lines": lines}
        if said is None:
            return found
        chosen = branches[said - 1] if 0 < said <= len(branches) else own
        forks, apart = lessons.forks(table, own, chosen)
        return found | {
            "told": {
                "right": chosen is own,
                "said": chosen.does,
                "does": own.does,
                "forks": forks,
                "apart": apart,
                "explained": explained_told(explained(table, None), EDITION, self.request),
            }
        }


def _is_over(kept: Lesson) -> bool:
    return kept.run is not None and kept.run.ended_at is not None


def _chart(walk: Walk, step: Step) -> dict[str, Any]:
    known = lessons.known_at(walk, step.number)
    return {
        "asks": known.asks,
        "provision": known.provision,
        "answers": [{"answer": answer, "follows": follows} for answer, follows in known.answers],
        "words": known.words,
    }


class LessonDetail(OfLesson):
    """A lesson."""

    parameters = (AT,)

    @extend_schema(
        operation_id="get_lesson",
        tags=TAGS,
        summary="A lesson at one of its steps",
        description="At the step that you have reached, or at an earlier one. Reading begins no lesson.",
        parameters=[LAW],
    )
    def get(self, request: Request, law: str) -> Response:
        """As far as it was gone through."""
        walk = self.walk
        kept = lessons.kept_of(self.person, law) or Lesson(law=law, step=0, answers={})
        return self.told(walk, kept, _number(request.query_params.get("at"), kept.step))

    @extend_schema(
        operation_id="take_lesson_step",
        tags=TAGS,
        summary="Go on in a lesson",
        description=(
            "At a table, first say a branch: you are told at the same step which one it shows. Sent again, you go on to the"
            " next step, as from the idea and the flow chart. What you said first stays."
        ),
        parameters=[LAW],
        request=LessonMoveSerializer,
        responses={200: OpenApiResponse(LessonDetailSerializer, "The lesson at the step that is next.")},
    )
    def post(self, request: Request, law: str) -> Response:
        """One step."""
        walk, sent = self.walk, self.sent(LessonMoveSerializer)
        form: dict[str, Any] = {name: sent[name] for name in ("branch",) if name in sent}
        form |= {name: "1" for name in ("skip", "rest") if sent[name]}
        with transaction.atomic():
            kept = lessons.going_on(self.person, law)
            try:
                onward = lessons.moved(kept, walk, sent["at"], form)
            except BranchMissing as missing:
                said = gettext("Say which way the law goes: the number of one of the lines.")
                raise wrong_fields({"branch": [said]}) from missing
            kept.save(update_fields=["step", "answers"])
        return self.told(walk, kept, onward)


class LessonQuestions(OfLesson):
    """The questions at its end."""

    serializer_class = PracticeRunSerializer

    @extend_schema(
        operation_id="start_lesson_questions",
        tags=TAGS,
        summary="Ask the questions at the end of a lesson",
        description=(
            "Begins a run with them, or goes on with the one that was begun. Before the lesson has been gone through, the"
            " answer is 409."
        ),
        parameters=[LAW],
        request=None,
        responses={200: OpenApiResponse(PracticeRunSerializer, "The run; ask it for its next question.")},
    )
    def post(self, request: Request, law: str) -> Response:
        """Begin them."""
        walk = self.walk
        with refusals(NotPractised):
            kept = lessons.kept_of(self.person, law)
            if kept is None or kept.step < walk.last:
                raise NotPractised(gettext("The questions come at the end of the lesson. Go through its steps first."))
            run = lessons.begin_questions(self.person, walk)
        return Response(self.get_serializer(one_of(runs_of(self), pk=run.pk)).data)


def _number(typed: str | None, otherwise: int) -> int:
    if typed is None:
        return otherwise
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 4):
        raise serializers.ValidationError({"at": [gettext("Give the number of a step, from 0 to 999.")]})
    return int(typed)
