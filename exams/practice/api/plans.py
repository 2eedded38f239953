"""The plan to a date: its terms, which one may change or drop, and what each of its days holds."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import not_there, wrong_fields
from exams.practice.api.base import TAGS, Own, Yes, typed, valid
from exams.practice.forms import PlanForm
from exams.practice.models import Learner, Plan, every_day
from exams.practice.plans import Day
from exams.practice.queue import days_of, plan_of
from exams.practice.slots import prepared_for
from exams.sittings.models import Sitting


class PlanSerializer(serializers.Serializer[Plan]):
    """The terms of your plan."""

    sitting = serializers.UUIDField(
        source="sitting_id",
        allow_null=True,
        help_text=_("Your sitting, whose date the plan follows; null without one."),
    )
    exam_on = serializers.DateField(help_text=_("The day of the exam."))
    paper = serializers.SlugField(
        source="blueprint.code",
        allow_null=True,
        default=None,
        help_text=_("The code of the paper you prepare for; null: everything at your level."),
    )
    since = serializers.DateField(help_text=_("The first day of the plan, or of its last change."))
    weekdays = serializers.ListField(
        child=serializers.IntegerField(), help_text=_("The days on which you practise; 0 is Monday.")
    )
    most = serializers.IntegerField(help_text=_("Questions a day at most, but for the last days."))
    reminders = serializers.BooleanField(help_text=_("Whether you get a mail on each day of practice."))


class SittingChoiceSerializer(serializers.Serializer[Sitting]):
    """A sitting to which you may plan."""

    id = serializers.UUIDField(help_text=_("Of the sitting."))
    title = serializers.CharField(help_text=_("What it is called."))
    opens_at = serializers.DateTimeField(help_text=_("When it opens."))


class PlansSerializer(serializers.Serializer[Any]):
    """Your plan, and what you may plan to."""

    plan = PlanSerializer(allow_null=True, help_text=_("The plan that you follow; null without one."))
    sittings = SittingChoiceSerializer(many=True, help_text=_("Your sittings to come."))
    papers = serializers.ListField(
        child=serializers.SlugField(), help_text=_("The codes of the papers that you may prepare for.")
    )


class NewPlanSerializer(serializers.Serializer[Any]):
    """A plan to make. It takes the place of the one you have."""

    sitting = serializers.UUIDField(required=False, allow_null=True, help_text=_("One of your sittings to come."))
    until = serializers.DateField(
        required=False, allow_null=True, help_text=_("The day of the exam, if no sitting is given.")
    )
    paper = serializers.SlugField(
        required=False, allow_null=True, help_text=_("The code of a paper; without one, everything at your level.")
    )
    weekdays = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=6),
        required=False,
        min_length=1,
        max_length=7,
        help_text=_("The days on which you practise, 0 being Monday; every day when left out."),
    )
    most = serializers.IntegerField(
        required=False, default=30, min_value=5, max_value=200, help_text=_("Questions a day at most.")
    )
    reminders = Yes(required=False, default=False, help_text=_("A mail on each day of practice, in the morning."))


class PlanDaySerializer(serializers.Serializer[Day]):
    """What a day holds, if every answer until then is right."""

    day = serializers.DateField(help_text=_("The day, by your own clock."))
    refresh = serializers.ListField(child=serializers.CharField(), help_text=_("Paths to refresh, by name."))
    new = serializers.ListField(child=serializers.CharField(), help_text=_("Paths to meet for the first time."))
    last = serializers.SerializerMethodField(help_text=_("How many are refreshed as the last look before the exam."))

    def get_last(self, day: Day) -> int:
        """Whether due or not."""
        return len(day.last)


class PlanDaysSerializer(serializers.Serializer[Any]):
    """The days of a plan."""

    days = PlanDaySerializer(many=True, help_text=_("The days of practice from today to the exam."))


class OfPlan(Own):
    """Something about the plan."""

    serializer_class: Any = PlansSerializer

    def told(self, learner: Learner) -> Response:
        """The plan as it stands."""
        offered: Any = PlanForm(learner=learner).fields.get("sitting")
        told = {
            "plan": plan_of(learner, learner.day()),
            "sittings": offered.queryset if offered else [],
            "papers": [one.code for one in prepared_for(learner)],
        }
        return Response(PlansSerializer(told, context=self.get_serializer_context()).data)


class PlanDetail(OfPlan):
    """The plan."""

    @extend_schema(
        operation_id="get_plan",
        tags=TAGS,
        summary="Your plan to a date",
        description="With what you may plan to: your sittings to come, and the papers of the body you train for.",
    )
    def get(self, request: Request) -> Response:
        """As it stands."""
        return self.told(self.learner)

    @extend_schema(
        operation_id="make_plan",
        tags=TAGS,
        summary="Make a plan, or change yours",
        description=(
            "To one of your sittings, by which the plan goes even if that is moved, or to a date. It says what is due each day"
            " until the day before the exam. What is left out is as in a new plan."
        ),
        request=NewPlanSerializer,
        responses={200: OpenApiResponse(PlansSerializer, "The plan.")},
    )
    def post(self, request: Request) -> Response:
        """Make it in place of the one before."""
        sent, learner = {"weekdays": every_day(), **self.sent(NewPlanSerializer)}, self.learner
        code = sent.pop("paper", None)
        paper = next((one for one in prepared_for(learner) if one.code == code), None)
        if code and paper is None:
            raise wrong_fields({"paper": [gettext("The body you train for has no such paper in use.")]})
        form = PlanForm(
            typed({**sent, "blueprint": paper}), learner=learner, instance=Plan.objects.filter(learner=learner).first()
        )
        if sent.get("sitting") and "sitting" not in form.fields:
            raise wrong_fields({"sitting": [gettext("You have entered no such sitting that is still to come.")]})
        valid(form, {"blueprint": "paper"})
        form.save()
        return self.told(learner)


class PlanDays(Own):
    """The days of the plan."""

    serializer_class = PlanDaysSerializer

    @extend_schema(
        operation_id="list_plan_days",
        tags=TAGS,
        summary="The days of your plan",
        description="As they come if every answer is right. Without a plan the answer is 404.",
        responses={200: OpenApiResponse(PlanDaysSerializer, "The days.")},
    )
    def get(self, request: Request) -> Response:
        """From today on."""
        now, learner = timezone.now(), self.learner
        followed = plan_of(learner, learner.day(now))
        if followed is None:
            raise not_there()
        return Response(self.get_serializer({"days": days_of(followed, now)}).data)


class PlanEnd(OfPlan):
    """Dropping the plan."""

    @extend_schema(
        operation_id="end_plan",
        tags=TAGS,
        summary="Follow your plan no more",
        description="What you remember stays, and questions come back when you are about to forget them.",
        request=None,
        responses={200: OpenApiResponse(PlansSerializer, "No plan.")},
    )
    def post(self, request: Request) -> Response:
        """End it; without one nothing changes."""
        Plan.objects.filter(learner__person=self.person).delete()
        return self.told(self.learner)
