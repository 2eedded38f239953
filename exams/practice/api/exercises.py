"""Questions of practice, answers given now or sent later, and what one may ask about a ruling.

A question tells neither its key nor its path before it is answered: the path names the ruling. A question of a mock exam that
runs does not exist here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import one_of, refusals, wrong_fields
from exams.bank.kinds import NotOffered, Unreadable
from exams.bank.models import QuestionVersion
from exams.bank.presenting import Asked, Explained, asked, explained
from exams.bank.upkeep.problems import ProblemRefused
from exams.practice import exercises
from exams.practice.api.base import EXERCISE, TAGS, Own, UnitRefSerializer, Yes, ref
from exams.practice.exercises import NotPractised, Somebody
from exams.practice.models import Exercise, ExerciseQuerySet, MockQuestion
from exams.practice.progress import next_of
from exams.practice.reviews import ReviewRefused
from exams.practice.units import catalogue, pairable
from exams.practice.what_if import WhatIf, charted, steps_of, what_ifs
from laws.api.serializers.links import Link, address

MOST_SENT: Final = 100
"""Answers that a device may send at once."""
OUTCOMES: Final = ("taken", "before", "refused")


# -- How questions look outside ----------------------------------------------------------------------------------------


class AskedOptionSerializer(serializers.Serializer[Any]):
    """A ruling, a player, a choice or a step."""

    id = serializers.CharField(help_text=_("By which an answer names it."))
    letter = serializers.CharField(help_text=_("By which people speak of it."))
    text = serializers.CharField(help_text=_("What it says."))


class AskedSerializer(serializers.Serializer[Asked]):
    """What is asked. Neither the key nor anything that follows from it."""

    kind = serializers.ChoiceField(QuestionVersion.Kind.choices, help_text=_("What you are asked to do."))
    note = serializers.CharField(help_text=_("How to answer, where that needs saying; else empty."))
    stem = serializers.ListField(child=serializers.CharField(), help_text=_("The story, by paragraphs."))
    ruling = serializers.CharField(help_text=_("The ruling to judge; empty unless one is judged."))
    question = serializers.CharField(help_text=_("The question itself."))
    auction = serializers.DictField(allow_null=True, help_text=_("The auction with what became of each call, or null."))
    hands = serializers.DictField(allow_null=True, help_text=_("The hands, or null."))
    play = serializers.DictField(allow_null=True, help_text=_("The play, or null."))
    options = AskedOptionSerializer(many=True, help_text=_("What there is to choose from; none where you type."))


class PracticeQuestionSerializer(serializers.Serializer[Any]):
    """A question staged for you."""

    id = serializers.UUIDField(help_text=_("Of the question."))
    run = serializers.UUIDField(source="run_id", allow_null=True, help_text=_("The run it is of; null without one."))
    purpose = serializers.ChoiceField(
        Exercise.Purpose.choices, help_text=_("Why it is asked. Only a review changes when a path comes back.")
    )
    edition = serializers.SlugField(source="content.edition", help_text=_("The edition of the laws."))
    shown_at = serializers.DateTimeField(help_text=_("When it was staged."))
    asked = serializers.SerializerMethodField(help_text=_("The question as it is asked."))

    @extend_schema_field(AskedSerializer)
    def get_asked(self, exercise: Exercise) -> dict[str, Any]:
        """Without its key."""
        return dict(AskedSerializer(asked(exercise)).data)


class AnswerLineSerializer(serializers.Serializer[Any]):
    """A line of an answer, in words."""

    letter = serializers.CharField(help_text=_("Of the option; empty for what was typed."))
    text = serializers.CharField(help_text=_("What the option says; empty for a provision."))
    provision = serializers.CharField(help_text=_("Key of the provision; empty for an option."))
    also = serializers.BooleanField(help_text=_("Whether it is right as well as the line before, which is the best."))


class OptionReasonSerializer(serializers.Serializer[Any]):
    """What there is to say of one option."""

    letter = serializers.CharField(help_text=_("Of the option."))
    text = serializers.CharField(help_text=_("What it says."))
    why = serializers.CharField(help_text=_("Why it is wrong, or applies, or stands where it does."))
    holds = serializers.BooleanField(
        allow_null=True, help_text=_("Whether it is right; null where steps are put in order.")
    )
    chosen = serializers.BooleanField(help_text=_("Whether you chose it."))


class RulingStepSerializer(serializers.Serializer[Any]):
    """A question that leads to the ruling."""

    question = serializers.CharField(help_text=_("The question."))
    answer = serializers.CharField(help_text=_("Its answer at this table; may be empty for a step not taken."))
    provision = serializers.CharField(help_text=_("Key of the provision that asks it."))
    taken = serializers.BooleanField(help_text=_("Whether the ruling comes this way."))


class SaidSerializer(serializers.Serializer[Any]):
    """A sentence of a ruling and the provision it rests on."""

    text = serializers.CharField(help_text=_("The sentence."))
    provision = serializers.CharField(help_text=_("Key of the provision."))


class LinkedProvisionSerializer(serializers.Serializer[Any]):
    """A provision that the explanation names, and where it is."""

    key = serializers.CharField(help_text=_("Its key."))
    url = serializers.URLField(help_text=_("Its address in this API."))
    page = serializers.URLField(help_text=_("Its page for people."))


class ExplainedSerializer(serializers.Serializer[Any]):
    """The ruling, why it is the ruling, and how your answer compares."""

    key = AnswerLineSerializer(many=True, help_text=_("The right answer."))
    given = AnswerLineSerializer(source="chosen", many=True, help_text=_("Your answer."))
    reason = serializers.CharField(help_text=_("Why it is the ruling at this table; may be empty."))
    deciding = serializers.ListField(child=serializers.CharField(), help_text=_("Keys of the provisions that decide."))
    say = serializers.CharField(help_text=_("What you say at the table."))
    steps = RulingStepSerializer(many=True, help_text=_("The steps to the ruling, the first one first."))
    outcomes = SaidSerializer(many=True, help_text=_("What is decided about calls, players and score."))
    attending = SaidSerializer(many=True, help_text=_("The rights, duties and information that go with it."))
    reasons = OptionReasonSerializer(many=True, help_text=_("What there is to say of each option."))
    comparison = serializers.DictField(
        allow_null=True, help_text=_("How two calls compare, where the ruling turns on it: tests with their reasons.")
    )
    provisions = LinkedProvisionSerializer(many=True, help_text=_("Every provision named here, with its addresses."))


class ExerciseLinksSerializer(serializers.Serializer[Any]):
    """Where a question is, and once it is answered its law."""

    self = Link("practice-api:exercise", "pk")
    page = Link("practice:exercise", "pk")
    steps = serializers.SerializerMethodField(
        help_text=_("The ruling assistant with every answer given; may be empty.")
    )
    chart = serializers.SerializerMethodField(help_text=_("The flow chart with the way of the ruling; may be empty."))

    def get_steps(self, exercise: Exercise) -> str:
        """For people."""
        return self._absolute(steps_of(exercise)) if exercise.answered_at else ""

    def get_chart(self, exercise: Exercise) -> str:
        """For people."""
        return self._absolute(charted(exercise)) if exercise.answered_at else ""

    def _absolute(self, path: str) -> str:
        request = self.context["request"]
        return f"{request.scheme}://{request.get_host()}{path}" if path else ""


class ExerciseSerializer(PracticeQuestionSerializer):
    """A question; once it is answered, its ruling explained. Before that, all that follows from the key is null."""

    asked = AskedSerializer(help_text=_("The question as it is asked."))  # type: ignore[assignment]
    number = serializers.IntegerField(help_text=_("Its place in the run; 0 without one."))
    total = serializers.IntegerField(help_text=_("How many questions the run has; 0 without one."))
    answered_at = serializers.DateTimeField(allow_null=True, help_text=_("When you answered it; null: not yet."))
    answer = serializers.CharField(allow_null=True, help_text=_("Your answer as it was read."))
    sure = serializers.BooleanField(allow_null=True, help_text=_("Whether you were sure; null in a mock exam."))
    right = serializers.BooleanField(allow_null=True, help_text=_("Whether your answer is right."))
    unit = UnitRefSerializer(allow_null=True, help_text=_("The path it is on."))
    explained = ExplainedSerializer(allow_null=True, help_text=_("The ruling and its reasons."))
    next_on = serializers.DateField(
        allow_null=True, help_text=_("The day its path comes back; null for extra practice.")
    )
    differs = serializers.CharField(
        help_text=_("Of the second of a pair: what differs from the table before; else empty.")
    )
    other = serializers.UUIDField(allow_null=True, help_text=_("The other question of a pair; null without one."))
    mock = serializers.UUIDField(allow_null=True, help_text=_("The mock exam it was asked in; null without one."))
    can_drill = serializers.BooleanField(help_text=_("Whether another like this can be asked for."))
    can_pair = serializers.BooleanField(help_text=_("Whether two tables that differ in one fact can be asked for."))
    links = ExerciseLinksSerializer()


def of_person(view: Own) -> ExerciseQuerySet:
    """The person's own open questions."""
    rows = Exercise.objects.open().filter(learner__person=view.person)
    return rows.select_related("learner__body", "learner__person", "run")


def exercise_told(exercise: Exercise, view: Own) -> dict[str, Any]:
    """A question as `ExerciseSerializer` tells it."""
    way = next_of(exercise)
    told: dict[str, Any] = {
        **dict.fromkeys(("answered_at", "answer", "sure", "right", "unit", "explained", "next_on", "other", "mock")),
        "id": exercise.pk,
        "run_id": exercise.run_id,
        "purpose": exercise.purpose,
        "content": exercise.content,
        "pk": exercise.pk,
        "shown_at": exercise.shown_at,
        "asked": asked(exercise),
        "number": way.number if way.total else 0,
        "total": way.total,
        "differs": "",
        "can_drill": False,
        "can_pair": False,
        "links": exercise,
    }
    if exercise.answered_at is None:
        return told
    first = Exercise.objects.open().filter(beside=exercise).first() if exercise.purpose == _CONTRAST else None
    in_mock = MockQuestion.objects.filter(exercise=exercise).first() if exercise.is_of_a_mock else None
    there = exercise.unit in catalogue()
    return told | {
        "answered_at": exercise.answered_at,
        "answer": exercise.answer,
        "sure": exercise.sure,
        "right": exercise.right,
        "unit": ref(exercise.unit),
        "explained": explained_told(explained(exercise, exercise.answer), exercise.content["edition"], view.request),
        "next_on": way.next_on,
        "differs": exercise.content["pair"]["differs"] if first else "",
        "other": first.pk if first else exercise.beside_id,
        "mock": in_mock.mock_id if in_mock else None,
        "can_drill": there,
        "can_pair": there and pairable(exercise.unit),
    }


_CONTRAST = Exercise.Purpose.CONTRAST


def explained_told(ruling: Explained, edition: str, request: Request) -> dict[str, Any]:
    """A ruling as `ExplainedSerializer` tells it, with the addresses of every provision that it names."""
    compared = ruling.comparison
    tests = list(compared.tests) if compared else []
    rows = [*ruling.steps, *ruling.outcomes, *ruling.attending, *tests]
    named = [*ruling.deciding, *ruling.cites, *(one["provision"] for one in rows)]
    named += [line.provision for line in (*ruling.key, *ruling.chosen) if line.provision]
    told: dict[str, Any] = {
        name: getattr(ruling, name)
        for name in ("key", "chosen", "reason", "deciding", "say", "steps", "outcomes", "attending", "reasons")
    }
    told["comparison"] = compared and {
        "comparable": compared.comparable,
        "withdrawn": {"call": compared.old, "shows": compared.old_shows},
        "replacement": {"call": compared.new, "shows": compared.new_shows},
        "tests": tests,
    }
    told["provisions"] = [
        {
            "key": key,
            "url": address(request, "provision", edition, key),
            "page": address(request, "laws:provision", edition, key),
        }
        for key in dict.fromkeys(named)
    ]
    return told


# -- One question ------------------------------------------------------------------------------------------------------


class OfExercise(Own):
    """Something about one question."""

    serializer_class: Any = ExerciseSerializer

    def exercise(self, *, answered: bool = False) -> Exercise:
        """The question of the address, which is the person's own; answered: and which they have answered (else 404)."""
        rows = of_person(self)
        return one_of(rows.answered() if answered else rows, pk=self.kwargs["id"])

    def told(self, exercise: Exercise) -> Response:
        """The question as it stands."""
        return Response(ExerciseSerializer(exercise_told(exercise, self), context=self.get_serializer_context()).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_exercise",
        tags=TAGS,
        summary="One question",
        description="Only the question until you have answered it; then with the ruling explained.",
        parameters=[EXERCISE],
    )
)
class ExerciseDetail(OfExercise):
    """A question."""

    def get(self, request: Request, id: UUID) -> Response:
        """As it stands."""
        return self.told(self.exercise())


class AnswerSerializer(serializers.Serializer[Any]):
    """An answer, and whether you are sure."""

    answer = serializers.CharField(
        max_length=2000,
        help_text=_("The id of an option, several as a,c, steps in their order as c,a,b, or a provision as 27B1(a)."),
    )
    sure = Yes(help_text=_("False: you are guessing. A right guess counts as not known yet."))


_EXERCISE = {200: OpenApiResponse(ExerciseSerializer, "The question with its ruling explained.")}


class Answering(OfExercise):
    """Answering."""

    @extend_schema(
        operation_id="answer_exercise",
        tags=TAGS,
        summary="Answer a question",
        description=(
            "Returns the ruling explained. What was answered before stays as it was answered first, so an answer sent twice"
            " counts once. An answer that cannot be read, or that the question does not offer, is refused with 422."
        ),
        parameters=[EXERCISE],
        request=AnswerSerializer,
        responses=_EXERCISE,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Take it."""
        exercise, sent = self.exercise(), self.sent(AnswerSerializer)
        try:
            exercises.answer(exercise.pk, sent["answer"], sure=sent["sure"])
        except (Unreadable, NotOffered) as fault:
            raise wrong_fields({"answer": [fault_told(fault)]}) from fault
        return self.told(self.exercise())


def fault_told(fault: Exception) -> str:
    """Why an answer cannot be taken, naming what the question does not offer."""
    if isinstance(fault, NotOffered):
        return gettext("The question does not offer “%(given)s”.") % {"given": str(fault)[:100]}
    return str(fault)


class AnotherExercise(OfExercise):
    """Another like this."""

    @extend_schema(
        operation_id="ask_another",
        tags=TAGS,
        summary="Another like this",
        description="A new table on the same path. It is extra practice and changes nothing about when the path comes back.",
        parameters=[EXERCISE],
        request=None,
        responses={200: OpenApiResponse(ExerciseSerializer, "The new question.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Stage it."""
        shown = self.exercise(answered=True)
        with refusals(NotPractised):
            made = exercises.stage(
                Somebody(shown.learner), shown.unit, purpose=Exercise.Purpose.DRILL, run=shown.run, kind=shown.kind
            )
        return self.told(one_of(of_person(self), pk=made.pk))


class PairSerializer(serializers.Serializer[Any]):
    """Two tables that differ in one fact."""

    first = PracticeQuestionSerializer(help_text=_("To be answered first."))
    second = PracticeQuestionSerializer(
        help_text=_("The same table with one fact changed; once answered it says which.")
    )


class OneFact(OfExercise):
    """One fact changed."""

    serializer_class = PairSerializer

    @extend_schema(
        operation_id="ask_pair",
        tags=TAGS,
        summary="Two tables that differ in one fact",
        description="The first is on the path of this question. Where there is no such pair, the answer is 409.",
        parameters=[EXERCISE],
        request=None,
        responses={200: OpenApiResponse(PairSerializer, "Both questions.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Stage both."""
        shown = self.exercise(answered=True)
        with refusals(NotPractised):
            first, second = exercises.stage_pair(Somebody(shown.learner), shown)
        return Response(self.get_serializer({"first": first, "second": second}).data)


class WhatIfSerializer(serializers.Serializer[WhatIf]):
    """One fact the other way."""

    question = serializers.CharField(help_text=_("The question that the fact answers."))
    provision = serializers.CharField(help_text=_("Key of the provision that asks it."))
    was = serializers.CharField(help_text=_("The answer at this table."))
    value = serializers.CharField(help_text=_("The other answer."))
    becomes = serializers.SerializerMethodField(help_text=_("What you would rule then and do not rule here."))
    falls = serializers.SerializerMethodField(help_text=_("What you rule here and would not rule then."))
    asks = serializers.CharField(help_text=_("What the ruling would turn on next; empty where it is settled."))

    @extend_schema_field(SaidSerializer(many=True))
    def get_becomes(self, one: WhatIf) -> list[dict[str, str]]:
        """Sentences with their provisions."""
        return [{"text": said.words, "provision": said.provision} for said in one.becomes]

    @extend_schema_field(SaidSerializer(many=True))
    def get_falls(self, one: WhatIf) -> list[dict[str, str]]:
        """Sentences with their provisions."""
        return [{"text": said.words, "provision": said.provision} for said in one.falls]


class WhatIfsSerializer(serializers.Serializer[Any]):
    """Every fact of a ruling that would change it."""

    what_ifs = WhatIfSerializer(many=True, help_text=_("In the order in which the facts are asked."))


@extend_schema_view(
    get=extend_schema(
        operation_id="list_what_ifs",
        tags=TAGS,
        summary="What if one fact were different?",
        description="For a question that you have answered.",
        parameters=[EXERCISE],
        responses={200: OpenApiResponse(WhatIfsSerializer, "The facts.")},
    )
)
class WhatIfs(OfExercise):
    """What would be ruled otherwise."""

    serializer_class = WhatIfsSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """Fact by fact."""
        return Response(self.get_serializer({"what_ifs": what_ifs(self.exercise(answered=True))}).data)


class ReportTextSerializer(serializers.Serializer[Any]):
    """What is wrong with a question."""

    text = serializers.CharField(max_length=2000, help_text=_("The examiners read it, and do not see who you are."))


class SentReportSerializer(serializers.Serializer[Any]):
    """A report that examiners will reply to."""

    text = serializers.CharField(help_text=_("All that you have reported of this question so far."))
    at = serializers.DateTimeField(help_text=_("When you first did."))
    page = Link("sittings:reports", help_text=_("Where you read the reply."))


class Reporting(OfExercise):
    """Reporting a problem."""

    serializer_class = SentReportSerializer

    @extend_schema(
        operation_id="report_exercise",
        tags=TAGS,
        summary="Report what is wrong with a question",
        description="For a question that you have answered. The examiners of the body you train for reply.",
        parameters=[EXERCISE],
        request=ReportTextSerializer,
        responses={200: OpenApiResponse(SentReportSerializer, "The report.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Pass it on."""
        shown, sent = self.exercise(answered=True), self.sent(ReportTextSerializer)
        with refusals(NotPractised, ProblemRefused):
            problem = exercises.report(shown, sent["text"])
        return Response(self.get_serializer(problem).data)


# -- Answers that a device sends later ---------------------------------------------------------------------------------


class LaterAnswerSerializer(AnswerSerializer):
    """An answer that was given while the device had no connection."""

    key = serializers.UUIDField(help_text=_("Made by the device, a new one for each answer."))
    exercise = serializers.UUIDField(help_text=_("The question, which the device was given before."))
    at = serializers.DateTimeField(help_text=_("When the answer was given, by the device’s clock."))


class OutboxSerializer(serializers.Serializer[Any]):
    """Answers, in any order."""

    answers = serializers.ListField(
        child=LaterAnswerSerializer(), max_length=MOST_SENT, help_text=_("At most 100 at once.")
    )


class TakenSerializer(serializers.Serializer[Any]):
    """What became of one answer."""

    key = serializers.UUIDField(help_text=_("Of the answer."))
    exercise = serializers.UUIDField(help_text=_("The question."))
    outcome = serializers.ChoiceField(
        OUTCOMES,
        help_text=_(
            "taken; before: the question has been answered, and that answer counts; refused: nothing was written."
        ),
    )
    detail = serializers.CharField(help_text=_("Why it was refused, or what else there is to say; else empty."))
    right = serializers.BooleanField(allow_null=True, help_text=_("Whether the answer that counts is right."))
    remembered = serializers.BooleanField(help_text=_("Whether that answer counts as a review of its path."))


class TakenAllSerializer(serializers.Serializer[Any]):
    """What became of each answer."""

    results = TakenSerializer(many=True, help_text=_("In the order in which the answers were sent."))


class Outbox(Own):
    """Answers sent later."""

    serializer_class = TakenAllSerializer

    @extend_schema(
        operation_id="send_answers",
        tags=TAGS,
        summary="Send answers that were given without a connection",
        description=(
            "Each is taken or refused for itself, so one that is refused holds up no other: the answer is 200, and `results`"
            " says what became of each. Send whatever you are not sure has arrived again: nothing counts twice. Each counts"
            " at the moment it was given. A clock that is ahead is refused; one that is behind has the answer given when the"
            " question was."
        ),
        request=OutboxSerializer,
        responses={200: OpenApiResponse(TakenAllSerializer, "What became of each answer.")},
    )
    def post(self, request: Request) -> Response:
        """Take them in the order in which they were given; of two answers to one question the earlier counts."""
        sent = self.sent(OutboxSerializer)["answers"]
        order = sorted(range(len(sent)), key=lambda place: sent[place]["at"])
        results = {place: self._take(sent[place]) for place in order}
        return Response(self.get_serializer({"results": [results[place] for place in range(len(sent))]}).data)

    def _take(self, sent: Mapping[str, Any]) -> dict[str, Any]:
        told = {"key": sent["key"], "exercise": sent["exercise"], "right": None, "remembered": False}
        try:
            before = of_person(self).get(pk=sent["exercise"])
            if (known := before.answered_at) is None:
                exercises.answer(before.pk, sent["answer"], sure=sent["sure"], at=sent["at"], key=sent["key"])
        except ObjectDoesNotExist:
            return told | {"outcome": "refused", "detail": gettext("There is no such record among yours.")}
        except (Unreadable, NotOffered, ReviewRefused) as fault:
            return told | {"outcome": "refused", "detail": fault_told(fault)}
        after = of_person(self).get(pk=before.pk)
        gone = after.purpose == Exercise.Purpose.REVIEW and after.unit not in catalogue()
        lost = gettext("The laws have no such path any more, so the answer is kept and does not count as a review.")
        return told | {
            "outcome": "before" if known else "taken",
            "detail": lost if gone else "",
            "right": after.right,
            "remembered": after.reviews.exists(),
        }
