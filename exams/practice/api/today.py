"""What is due today, every path with what is remembered of it, the settings, and deleting it all."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Body
from exams.bank.api.base import wrong_fields
from exams.bank.models import Level
from exams.practice import reviews
from exams.practice.api.base import (
    TAGS,
    Own,
    OwnList,
    UnitRefSerializer,
    Yes,
    asked_for,
    filter_by,
    refs,
    typed,
    valid,
)
from exams.practice.exercises import KINDS
from exams.practice.forms import LearnerForm
from exams.practice.models import Learner
from exams.practice.progress import STATES, Standing, home_of, standings
from exams.practice.units import kinds_of, laws, topics

# -- What is due -------------------------------------------------------------------------------------------------------


class DayCountSerializer(serializers.Serializer[Any]):
    """How many questions were answered on a day."""

    day = serializers.DateField(help_text=_("The day, by your own clock."))
    answers = serializers.IntegerField(help_text=_("Answers of every sort, extra practice too."))


class SureGuessingSerializer(serializers.Serializer[Any]):
    """How well being sure and guessing went, over all your answers."""

    sure = serializers.IntegerField(help_text=_("Answers you were sure of."))
    sure_right = serializers.IntegerField(help_text=_("Of these, how many were right."))
    guessed = serializers.IntegerField(help_text=_("Answers you were guessing at."))
    guessed_right = serializers.IntegerField(help_text=_("Of these, how many were right."))


class TodaySerializer(serializers.Serializer[Any]):
    """What your day holds, and where you stand."""

    day = serializers.DateField(help_text=_("Your day, by the clock of your settings."))
    refresh = UnitRefSerializer(many=True, help_text=_("Paths to refresh, the most forgotten first."))
    new = UnitRefSerializer(many=True, help_text=_("Paths to meet for the first time."))
    minutes = serializers.IntegerField(help_text=_("About how long it takes."))
    exam_on = serializers.DateField(
        allow_null=True, help_text=_("The day of the exam, if a plan says what is due; null without one.")
    )
    mistakes = serializers.IntegerField(help_text=_("Paths that went wrong the last time."))
    known = serializers.IntegerField(help_text=_("Paths of your level that you know."))
    fading = serializers.IntegerField(help_text=_("Those you have met and are forgetting."))
    unmet = serializers.IntegerField(help_text=_("Those you have not met."))
    weekly_aim = serializers.IntegerField(help_text=_("The questions a week that you aim for."))
    week = DayCountSerializer(many=True, help_text=_("The last seven days."))
    calibration = SureGuessingSerializer(help_text=_("How well you know what you know."))
    waiting = serializers.UUIDField(
        allow_null=True, help_text=_("The run with a question that waits for your answer; null if none does.")
    )


class Today(Own):
    """The day."""

    serializer_class = TodaySerializer

    @extend_schema(
        operation_id="get_today",
        tags=TAGS,
        summary="What is due today",
        description="What to refresh and what to meet today, by your plan if you have one, and where you stand.",
    )
    def get(self, request: Request) -> Response:
        """What the training home shows."""
        now, learner = timezone.now(), self.learner
        home = home_of(learner, now)
        due, counts, week = home["today"], home["counts"], home["week"]
        told = {
            "day": learner.day(now),
            "refresh": refs(due.refresh),
            "new": refs(due.new),
            "minutes": home["minutes"],
            "exam_on": due.plan.exam_on if due.plan else None,
            "mistakes": home["mistakes"],
            "known": counts["known"],
            "fading": counts["fading"],
            "unmet": counts["new"],
            "weekly_aim": week.aim,
            "week": [{"day": day, "answers": answers} for day, answers in week.days],
            "calibration": home["calibration"],
            "waiting": home["waiting"] and home["waiting"].pk,
        }
        return Response(self.get_serializer(told).data)


# -- Every path --------------------------------------------------------------------------------------------------------


class UnitSerializer(serializers.Serializer[Standing]):
    """A path of the law that is practised, and what you remember of it."""

    path = serializers.CharField(source="unit.path", help_text=_("Its name, as the rules engine has it."))
    law = serializers.CharField(source="unit.law", help_text=_("The procedure of the law it belongs to."))
    topic = serializers.SlugField(source="unit.topic", help_text=_("The topic of the syllabus, by its short name."))
    level = serializers.ChoiceField(Level.choices, help_text=_("The level at which your body asks it."))
    title = serializers.CharField(source="unit.title", help_text=_("What happens on it, in a few words."))
    cites = serializers.ListField(
        child=serializers.CharField(), source="unit.cites", help_text=_("Keys of the provisions that decide.")
    )
    inside = serializers.ListField(
        child=serializers.CharField(),
        source="unit.inside",
        help_text=_("Simpler paths in it, which a right answer credits."),
    )
    kinds = serializers.SerializerMethodField(help_text=_("The kinds of question in which it can be asked."))
    state = serializers.ChoiceField(STATES, help_text=_("Known, fading, or new to you."))
    recall = serializers.FloatField(
        allow_null=True, help_text=_("How likely you remember it now, from 0 to 1; null if you have not met it.")
    )
    due_on = serializers.DateField(
        source="held.recall.due_on", allow_null=True, default=None, help_text=_("The day it comes back; null if new.")
    )
    reviews = serializers.IntegerField(
        source="held.recall.reviews", default=0, help_text=_("How many answers to it have counted.")
    )
    lapses = serializers.IntegerField(
        source="held.recall.lapses", default=0, help_text=_("How many of them went wrong, the first aside.")
    )
    mistaken = serializers.BooleanField(
        source="held.mistaken", default=False, help_text=_("Whether it went wrong the last time.")
    )

    def get_kinds(self, standing: Standing) -> list[str]:
        """Those that are marked at once."""
        can = kinds_of(standing.unit.path)
        return [kind for kind in KINDS if kind in can]


LAW = filter_by("law", "Of this law, or of this procedure of one.", laws)
TOPIC = filter_by(
    "topic",
    "About this topic of the syllabus, by its short name.",
    topics,
)
LEVEL = filter_by("level", "Asked at this level.", Level.values)
STATE = filter_by("state", "Known, fading or new to you.", STATES)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_units",
        tags=TAGS,
        summary="Every path and fact, with what you remember of it",
        description="In the order of the law book.",
    )
)
class UnitList(OwnList):
    """All that is practised."""

    serializer_class = UnitSerializer
    queryset = Learner.objects.none()
    parameters = (LAW, TOPIC, LEVEL, STATE)

    def get_queryset(self) -> Any:
        """Those that fit what was asked for; two queries, however many there are."""
        wanted = asked_for(self.request, *self.parameters)
        return [
            one
            for one in standings(self.learner)
            if wanted.get("law", one.unit.law) == one.unit.law
            and wanted.get("topic", one.unit.topic) == one.unit.topic
            and wanted.get("level", one.level) == one.level
            and wanted.get("state", one.state) == one.state
        ]


# -- Settings ----------------------------------------------------------------------------------------------------------


class LearnerSerializer(serializers.Serializer[Learner]):
    """How you practise."""

    body = serializers.SlugField(
        source="body.slug",
        allow_null=True,
        default=None,
        help_text=_("The body whose exam you prepare for, by its short name; null: the order of the law book."),
    )
    level = serializers.ChoiceField(Level.choices, help_text=_("The level you prepare for."))
    time_zone = serializers.CharField(help_text=_("The clock of your days, such as Australia/Brisbane."))
    retention = serializers.FloatField(help_text=_("The recall to aim for when a path comes due, from 0.7 to 0.97."))
    weekly_aim = serializers.IntegerField(help_text=_("The questions a week that you aim for."))
    since = serializers.DateTimeField(help_text=_("When you first opened the training room."))


class LearnerChangeSerializer(serializers.Serializer[Any]):
    """What to change; what is left out stays as it is."""

    body = serializers.SlugField(
        required=False, allow_null=True, help_text=_("One of your bodies, by its short name, or null for none.")
    )
    level = serializers.ChoiceField(Level.choices, required=False, help_text=_("The level you prepare for."))
    time_zone = serializers.CharField(
        required=False, max_length=64, help_text=_("The clock of your days, such as Australia/Brisbane.")
    )
    retention = serializers.FloatField(
        required=False, min_value=0.7, max_value=0.97, help_text=_("The recall to aim for.")
    )
    weekly_aim = serializers.IntegerField(
        required=False, min_value=5, max_value=700, help_text=_("The questions a week that you aim for.")
    )


class Settings(Own):
    """How one practises."""

    serializer_class = LearnerSerializer

    @extend_schema(operation_id="get_practice_settings", tags=TAGS, summary="Your practice settings")
    def get(self, request: Request) -> Response:
        """As they are."""
        return Response(self.get_serializer(self.learner).data)

    @extend_schema(
        operation_id="change_practice_settings",
        tags=TAGS,
        summary="Change your practice settings",
        description="What is left out stays as it is. What you remember stays too.",
        request=LearnerChangeSerializer,
        responses={200: OpenApiResponse(LearnerSerializer, "The settings afterwards.")},
    )
    def post(self, request: Request) -> Response:
        """Change what was sent."""
        sent, learner = self.sent(LearnerChangeSerializer), self.learner
        if sent.get("body"):
            body = Body.objects.filter(slug=sent["body"]).first()
            if body is None:
                raise wrong_fields({"body": [gettext("You can practise for a body of which you are a member.")]})
            sent["body"] = body
        now = {name: getattr(learner, name) for name in LearnerForm.Meta.fields}
        form = LearnerForm(typed({**now, **sent}), instance=learner)
        valid(form)
        return Response(self.get_serializer(form.save()).data)


# -- Deleting it all ---------------------------------------------------------------------------------------------------


class ErasureSerializer(serializers.Serializer[Any]):
    """That you mean it."""

    confirm = Yes(help_text=_("True; with anything else nothing is deleted."))


class ErasedSerializer(serializers.Serializer[Any]):
    """What was deleted."""

    reviews = serializers.IntegerField(help_text=_("Rows of the review log."))
    exercises = serializers.IntegerField(help_text=_("Questions, with your answers."))


class Erasure(Own):
    """Deleting everything."""

    serializer_class = ErasedSerializer

    @extend_schema(
        operation_id="delete_practice_history",
        tags=TAGS,
        summary="Delete your practice history",
        description=(
            "Everything that practice keeps of you: settings, questions and answers, the review log, what you remember, mock"
            " exams and the plan. It cannot be undone."
        ),
        request=ErasureSerializer,
        responses={200: OpenApiResponse(ErasedSerializer, "It is deleted.")},
    )
    def post(self, request: Request) -> Response:
        """Delete it, once the person has said that they mean it."""
        if not self.sent(ErasureSerializer)["confirm"]:
            raise wrong_fields({"confirm": [gettext("Nothing was deleted. Send true to say that you mean it.")]})
        learner = self.learner
        told = {"reviews": learner.reviews.count(), "exercises": learner.exercises.count()}
        reviews.erase(learner)
        return Response(self.get_serializer(told).data)
