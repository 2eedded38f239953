"""Practical assessments for programs, under `/api/v1/accreditation/`: arranged, read, marked and settled.

The rules are those of the pages: no candidate sees a call, and no assessor another sheet before both are in.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation.models import Level
from accounts.models import Membership, Role, User
from accounts.prose import not_blank
from accounts.rules import is_own, may
from config.api.awards import BODY, LONGEST_REASON, TAGS, Deed, WhySerializer, body_kept, refused
from exams.assessment import calls, grades, rules, services
from exams.assessment.forms import LONGEST_NOTE
from exams.assessment.grades import CRITERIA, SCALE
from exams.assessment.listed import WORTH, listed
from exams.assessment.models import ASSESSORS, Assessment, Call, Ending, Outcome, Sheet
from exams.bank import presenting
from exams.bank.api.base import Private, PrivateList, id_of, wrong_fields
from exams.practice.api.exercises import AskedSerializer, ExplainedSerializer, explained_told
from exams.practice.units import laws, title_of
from laws.api.problems import Problem

MARKS = [*SCALE]
ASSESSMENT = id_of("The assessment's id.")


# -- How they look outside ---------------------------------------------------------------------------------------------


class AssessorSerializer(serializers.Serializer[Any]):
    """One of the two who assess."""

    person = serializers.UUIDField(source="person_id", help_text=gettext_lazy("Who assesses."))
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("Their name; may be empty."))


class AssessmentSerializer(serializers.Serializer[Assessment]):
    """That a candidate is assessed for a level on a day at a place."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the assessment."))
    body = serializers.SlugField(source="body.slug", help_text=gettext_lazy("The body, by its short name."))
    person = serializers.UUIDField(source="person_id", help_text=gettext_lazy("The candidate."))
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("Their name; may be empty."))
    level = serializers.SlugField(source="level.code", help_text=gettext_lazy("The level, by its code."))
    day = serializers.DateField(help_text=gettext_lazy("The day."))
    place = serializers.CharField(help_text=gettext_lazy("Where it is."))
    assessors = AssessorSerializer(source="assessors.all", many=True, help_text=gettext_lazy("The two who assess."))
    outcome = serializers.ChoiceField(
        Ending.Kind.choices,
        source="ended.kind",
        default=None,
        allow_null=True,
        help_text=gettext_lazy("How it ended; null while it is open."),
    )
    reason = serializers.CharField(
        source="ended.reason",
        default="",
        help_text=gettext_lazy(
            "Why a registrar decided so or called it off; empty where both assessors said the same."
        ),
    )
    ended_at = serializers.DateTimeField(
        source="ended.at",
        default=None,
        allow_null=True,
        help_text=gettext_lazy("When it ended; null while it is open."),
    )


class CallAnswerSerializer(serializers.Serializer[Any]):
    """What an assessor answers when the candidate asks."""

    question = serializers.CharField(help_text=gettext_lazy("The question."))
    answer = serializers.CharField(help_text=gettext_lazy("Its answer at this table."))


class ListedActSerializer(serializers.Serializer[Any]):
    """Something that a candidate may do at the table, and what it is worth there."""

    id = serializers.CharField(help_text=gettext_lazy("By which a sheet notes it."))
    of = serializers.CharField(
        source="who",
        help_text=gettext_lazy("To whom it is said, or at whose cards one looks; empty for a part of the ruling."),
    )
    text = serializers.CharField(help_text=gettext_lazy("What is said or done."))
    answers = serializers.ListField(child=serializers.CharField(), help_text=gettext_lazy("What the table answers."))
    worth = serializers.ChoiceField([*WORTH], help_text=gettext_lazy("What it is worth at this table."))
    in_words = serializers.CharField(
        source="word", help_text=gettext_lazy("The same in words, with when it does harm.")
    )
    laws = serializers.ListField(child=serializers.CharField(), help_text=gettext_lazy("The provisions for it."))
    why = serializers.CharField(help_text=gettext_lazy("The reason; may be empty."))


class ListOfActsSerializer(serializers.Serializer[Any]):
    """The list of a call, what is right first: acts in the order of the law, the options, and what makes up the ruling."""

    acts = ListedActSerializer(many=True, help_text=gettext_lazy("What is asked, said and looked at."))
    options = ListedActSerializer(many=True, help_text=gettext_lazy("Options that are told; may be none."))
    chooser = serializers.CharField(help_text=gettext_lazy("Whose choice they are; empty where nobody has one."))
    parts = ListedActSerializer(many=True, help_text=gettext_lazy("Parts of the ruling."))
    rulings_under = ListedActSerializer(source="laws", many=True, help_text=gettext_lazy("Laws it may be ruled under."))
    reasons = ListedActSerializer(many=True, help_text=gettext_lazy("Reasons for the ruling."))


class StagedCallSerializer(serializers.Serializer[Any]):
    """A call to a table, with the engine's ruling."""

    number = serializers.IntegerField(help_text=gettext_lazy("Its number in the assessment."))
    title = serializers.SerializerMethodField(help_text=gettext_lazy("What it is about."))
    edition = serializers.CharField(source="content.edition", help_text=gettext_lazy("The edition of the laws."))
    says = serializers.SerializerMethodField(help_text=gettext_lazy("What the table says when the candidate comes."))
    when_asked = serializers.SerializerMethodField(
        help_text=gettext_lazy("What else happened, which the candidate hears when they ask.")
    )
    answers = serializers.SerializerMethodField(help_text=gettext_lazy("What the table answers."))
    asked = serializers.SerializerMethodField(help_text=gettext_lazy("The table with its auction, hands and play."))
    ruling = serializers.SerializerMethodField(
        help_text=gettext_lazy("The ruling and why, for those who assess; `given` is empty.")
    )
    acts = serializers.SerializerMethodField(
        help_text=gettext_lazy("What each act at the table is worth; null where the call has no such list.")
    )

    def get_title(self, call: Call) -> str:
        """In words."""
        return title_of(call.unit)

    def get_says(self, call: Call) -> str:
        """To be read out."""
        return calls.first_words(call)

    def get_when_asked(self, call: Call) -> list[str]:
        """Sentence by sentence."""
        return calls.told_when_asked(call)

    @extend_schema_field(CallAnswerSerializer(many=True))
    def get_answers(self, call: Call) -> Any:
        """From the record."""
        return CallAnswerSerializer(calls.answers(call.content), many=True).data

    @extend_schema_field(AskedSerializer)
    def get_asked(self, call: Call) -> Any:
        """As a question."""
        return AskedSerializer(presenting.asked(call)).data

    @extend_schema_field(ExplainedSerializer)
    def get_ruling(self, call: Call) -> Any:
        """Explained."""
        told = explained_told(presenting.explained(call, None), call.content["edition"], self.context["request"])
        return ExplainedSerializer(told).data

    @extend_schema_field(ListOfActsSerializer(allow_null=True))
    def get_acts(self, call: Call) -> Any:
        """With nothing ticked."""
        return None if call.acts is None else ListOfActsSerializer(listed(call.acts, {})).data


def _ids(what: Any, **more: Any) -> serializers.ListField:
    child = serializers.CharField(max_length=100)
    return serializers.ListField(child=child, required=False, default=list, max_length=100, help_text=what, **more)


class NotedSerializer(serializers.Serializer[Any]):
    """What an assessor noted on the list of a call, by the ids of what the candidate did."""

    acts = _ids(gettext_lazy("Acts that were done."))
    order = _ids(
        gettext_lazy("The same, and `tell` for the options, in the order in which they came; else the law's order.")
    )
    options = _ids(gettext_lazy("Options that were told."))
    other = serializers.BooleanField(
        required=False,
        default=False,
        help_text=gettext_lazy("Whether they were told to somebody who does not have the choice."),
    )
    law = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=10,
        help_text=gettext_lazy("The law; empty: another, or none."),
    )
    parts = _ids(gettext_lazy("Parts of the ruling that were said."))
    reason = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=10,
        help_text=gettext_lazy("The reason; empty: another, or none."),
    )


class ListJudgementSerializer(serializers.Serializer[Any]):
    """What the list makes of what was noted, beside the assessor's grade."""

    passed = serializers.BooleanField(help_text=gettext_lazy("Whether the list passes the call."))
    points = serializers.IntegerField(help_text=gettext_lazy("Its points."))
    of = serializers.IntegerField(help_text=gettext_lazy("The most there are."))
    criteria = serializers.DictField(
        child=serializers.IntegerField(), help_text=gettext_lazy("The points of each criterion, four at most.")
    )
    differs = serializers.BooleanField(help_text=gettext_lazy("Whether the assessor's grade is another one."))


def _criterion(title: Any, source: str | None = None) -> serializers.ChoiceField:
    return serializers.ChoiceField(MARKS, help_text=title, source=source)


class MarksSerializer(serializers.Serializer[Any]):
    """A call as an assessor marks it."""

    number = serializers.IntegerField(min_value=1, help_text=gettext_lazy("The number of the call."))
    right_law = _criterion(CRITERIA["law"], source="law")
    right_ruling = _criterion(CRITERIA["ruling"], source="ruling")
    reasons = _criterion(CRITERIA["reasons"])
    questions = _criterion(CRITERIA["questions"])
    calm = _criterion(CRITERIA["calm"])
    grade = serializers.ChoiceField(Outcome.choices, help_text=gettext_lazy("The grade for the call."))
    note = serializers.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        allow_blank=True,
        default="",
        help_text=gettext_lazy("Remarks, which the candidate reads once it is settled; may be left out."),
    )
    noted = NotedSerializer(
        required=False,
        allow_null=True,
        default=None,
        help_text=gettext_lazy("What was ticked on the list of the call; may be left out. Null for the candidate."),
    )


class MarkedCallSerializer(MarksSerializer):
    """A call as it was marked, with what the list makes of it."""

    judged = ListJudgementSerializer(
        allow_null=True,
        help_text=gettext_lazy("Null where nothing was noted, and for candidates of a body that does not show it."),
    )


class MarksSheetSerializer(serializers.Serializer[Any]):
    """A sheet that an assessor sent."""

    person = serializers.UUIDField(source="assessor.person_id", help_text=gettext_lazy("Who assessed."))
    name = serializers.CharField(source="assessor.person.name", help_text=gettext_lazy("Their name; may be empty."))
    number = serializers.IntegerField(help_text=gettext_lazy("Its version; 1 is the first."))
    sent_at = serializers.DateTimeField(help_text=gettext_lazy("When it was sent."))
    overall = serializers.ChoiceField(Outcome.choices, help_text=gettext_lazy("The grade over all calls."))
    note = serializers.CharField(help_text=gettext_lazy("A note on the whole; may be empty."))
    reason = serializers.SerializerMethodField(
        help_text=gettext_lazy("Why it was changed; empty for the first version, and for the candidate.")
    )
    calls = serializers.SerializerMethodField(help_text=gettext_lazy("What was marked, call by call."))

    def get_reason(self, sheet: Sheet) -> str:
        """For assessors and registrars."""
        return "" if self.context["own"] else sheet.reason

    @extend_schema_field(MarkedCallSerializer(many=True))
    def get_calls(self, sheet: Sheet) -> Any:
        """In their order."""
        marked = sorted(sheet.marks.items(), key=lambda one: int(one[0]))
        return MarkedCallSerializer([self._call(sheet, number, told) for number, told in marked], many=True).data

    def _call(self, sheet: Sheet, number: str, told: dict[str, Any]) -> dict[str, Any]:
        kept = sheet.noted.get(number, {})
        found = {"number": int(number), "note": "", **told, "judged": None}
        found["noted"] = None if self.context["own"] else kept.get("noted")
        if (judgement := kept.get("judged")) is not None and self.context["compares"]:
            points = {one["name"]: one["points"] for one in judgement["criteria"]}
            differs = told["grade"] != grades.grade_of(judgement)
            found["judged"] = {**judgement, "criteria": points, "differs": differs}
        return found


class WholeAssessmentSerializer(AssessmentSerializer):
    """An assessment with as much of its calls and sheets as you may see."""

    marked_by = serializers.ListField(
        child=serializers.UUIDField(),
        allow_null=True,
        help_text=gettext_lazy("The assessors whose sheets are in; null for the candidate."),
    )
    calls = StagedCallSerializer(
        many=True,
        allow_null=True,
        help_text=gettext_lazy(
            "The calls with their rulings, for its assessors, and for registrars once both sheets are in; else null."
        ),
    )
    sheets = MarksSheetSerializer(
        many=True,
        help_text=gettext_lazy(
            "The latest sheets: both once both are in, before that your own; for the candidate once it is settled."
        ),
    )


class NewAssessmentSerializer(serializers.Serializer[Any]):
    """An assessment to be arranged. Its calls are staged at once."""

    reference = serializers.UUIDField(
        help_text=gettext_lazy("An id that you draw. Sent again, it finds what it made and makes nothing new.")
    )
    person = serializers.UUIDField(help_text=gettext_lazy("A candidate of the body; not yourself."))
    level = serializers.SlugField(help_text=gettext_lazy("The level, by its code."))
    day = serializers.DateField(
        input_formats=["%Y-%m-%d"], help_text=gettext_lazy("The day: today or later, within a year.")
    )
    place = serializers.CharField(
        max_length=200, validators=[not_blank], help_text=gettext_lazy("Where it is. The candidate reads it.")
    )
    assessors = serializers.ListField(
        child=serializers.UUIDField(),
        min_length=ASSESSORS,
        max_length=ASSESSORS,
        help_text=gettext_lazy(
            "Two different people: examiners or registrars of the body, or holders of an award of it that is in force."
        ),
    )
    count = serializers.IntegerField(
        min_value=calls.FEWEST, max_value=calls.MOST, default=calls.USUAL, help_text=gettext_lazy("How many calls.")
    )
    laws = serializers.ListField(
        child=serializers.CharField(max_length=3),
        required=False,
        default=list,
        max_length=100,
        help_text=gettext_lazy("Numbers of laws, each of which has its turn; left out, all that the level asks for."),
    )


class NewMarksSheetSerializer(serializers.Serializer[Any]):
    """A sheet of your own."""

    key = serializers.UUIDField(help_text=gettext_lazy("An id that you draw. The same sheet sent again counts once."))
    after = serializers.IntegerField(
        min_value=0,
        max_value=1000,
        help_text=gettext_lazy("The version of your last sheet; 0: you have not sent any."),
    )
    overall = serializers.ChoiceField(Outcome.choices, help_text=gettext_lazy("The grade over all calls."))
    note = serializers.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        allow_blank=True,
        default="",
        help_text=gettext_lazy("A note on the whole, which the candidate reads once it is settled; may be left out."),
    )
    reason = serializers.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        allow_blank=True,
        default="",
        help_text=gettext_lazy("Why you change it; needed from the second version on."),
    )
    calls = MarksSerializer(many=True, help_text=gettext_lazy("Each call, once."))


class VerdictSerializer(serializers.Serializer[Any]):
    """What a registrar decides where the assessors differ."""

    outcome = serializers.ChoiceField(Outcome.choices, help_text=gettext_lazy("The outcome."))
    reason = serializers.CharField(
        max_length=LONGEST_REASON, validators=[not_blank], help_text=gettext_lazy("Why. The candidate reads it.")
    )


class MoveSerializer(serializers.Serializer[Any]):
    """Where an assessment is held instead."""

    day = serializers.DateField(
        input_formats=["%Y-%m-%d"], help_text=gettext_lazy("The day: today or later, within a year.")
    )
    place = serializers.CharField(
        max_length=200, validators=[not_blank], help_text=gettext_lazy("Where it is. The candidate reads it.")
    )
    reason = serializers.CharField(
        max_length=LONGEST_REASON, validators=[not_blank], help_text=gettext_lazy("Why. All three read it.")
    )


# -- Reading and arranging ---------------------------------------------------------------------------------------------


ASSESSMENTS = Assessment.objects.select_related("body", "person", "level", "ending").prefetch_related(
    "assessors__person"
)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_my_assessments",
        tags=TAGS,
        summary="Practical assessments in which you have a part",
        description="As candidate or assessor, in all bodies, the latest day first.",
    )
)
class MyAssessments(PrivateList):
    """Those of which one is the candidate or an assessor."""

    serializer_class = AssessmentSerializer
    queryset = Assessment.objects.none()

    def get_queryset(self) -> QuerySet[Assessment]:
        """All of them."""
        mine = Q(person=self.person) | Q(assessors__person=self.person)
        return ASSESSMENTS.filter(mine).distinct().order_by("-day", "pk")


class AssessmentList(PrivateList):
    """Assessments of a body, and a new one."""

    serializer_class = AssessmentSerializer
    queryset = Assessment.objects.none()

    def get_queryset(self) -> QuerySet[Assessment]:
        """Those of the body, without those about whoever reads them."""
        body = body_kept(self.person, self.kwargs["body"])
        return ASSESSMENTS.filter(body=body).exclude(person=self.person).order_by("-day", "pk")

    @extend_schema(
        operation_id="list_assessments",
        tags=TAGS,
        summary="Practical assessments of a body",
        description="For its registrars, the latest day first.",
        parameters=[BODY],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="arrange_assessment",
        tags=TAGS,
        summary="Arrange a practical assessment",
        description="The calls are staged at once. The candidate sees the day, the place and who assesses.",
        parameters=[BODY],
        request=NewAssessmentSerializer,
        responses={200: OpenApiResponse(AssessmentSerializer, "The assessment.")},
        filters=False,
    )
    def post(self, request: Request, body: str) -> Response:
        """Arrange it."""
        found = body_kept(self.person, body)
        told = self.sent(NewAssessmentSerializer)
        candidates = Membership.objects.active().filter(body=found, role=Role.CANDIDATE).values("person")
        others = User.objects.filter(pk__in=candidates).exclude(pk=self.person.pk)
        person = others.filter(pk=told["person"]).first()
        level = Level.objects.select_related("body").filter(body=found, code=told["level"]).first()
        assessors = sorted(
            rules.may_assess(found).filter(pk__in=told["assessors"]), key=lambda one: told["assessors"].index(one.pk)
        )
        faults: dict[str, list[str]] = {}
        if person is None:
            faults["person"] = [_("Choose a candidate of the body other than yourself.")]
        if level is None:
            faults["level"] = [_("The body has no such level.")]
        if len(assessors) != ASSESSORS:
            said = _("Name two different people who are examiners or registrars, or hold an award that is in force.")
            faults["assessors"] = [said]
        if unknown := sorted(set(told["laws"]) - set(laws())):
            faults["laws"] = [_("There is nothing to stage on: %(laws)s.") % {"laws": ", ".join(unknown)}]
        if person is None or level is None or faults:
            raise wrong_fields(faults)
        made = self._arranged(level, person, assessors, told)
        return Response(self.get_serializer(ASSESSMENTS.get(pk=made.pk)).data)

    def _arranged(self, level: Level, person: User, assessors: list[User], told: dict[str, Any]) -> Assessment:
        """The assessment. The page has a field for each assessor; here the two are one."""
        rest = {name: told[name] for name in ("day", "place", "count", "laws", "reference")}
        try:
            made: Assessment = refused(
                lambda: services.arrange(level=level, person=person, assessors=assessors, actor=self.person, **rest)
            )
        except calls.NotStaged as refusal:
            raise wrong_fields({"laws": [str(refusal)]}) from refusal
        except Problem as problem:
            if "second" in problem.errors:
                raise wrong_fields({"assessors": problem.errors["second"]}) from problem
            raise
        return made


@extend_schema_view(
    get=extend_schema(
        operation_id="get_assessment",
        tags=TAGS,
        summary="One practical assessment",
        description=(
            "For its candidate, its assessors and the registrars of the body. The candidate is told when and where, and once it"
            " is settled what was marked; never the calls."
        ),
        parameters=[ASSESSMENT],
    )
)
class AssessmentDetail(Private):
    """An assessment with its calls and sheets."""

    serializer_class = WholeAssessmentSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """As much as this person may see."""
        found = self.visible(ASSESSMENTS, rules.SEE, pk=id)
        own = is_own(self.person, found)
        sheets = services.latest(found)
        mine = next((one for one in sheets if one.assessor.person_id == self.person.pk), None)
        compares = not own or services.shows_comparison(found.body)
        context = {**self.get_serializer_context(), "own": own, "compares": compares}
        told = dict(AssessmentSerializer(found, context=context).data)
        asked = found.calls.all() if may(self.person, rules.SEE_CALLS, found) else None
        readable = services.readable(sheets, own=own, mine=mine, ended=found.ended)
        told |= {
            "marked_by": None if own else [str(one.assessor.person_id) for one in sheets],
            "calls": None if asked is None else StagedCallSerializer(asked, many=True, context=context).data,
            "sheets": MarksSheetSerializer(readable, many=True, context=context).data,
        }
        return Response(told)


# -- Marking and settling ----------------------------------------------------------------------------------------------


class OfAssessment(Deed):
    """What is done to an assessment."""

    serializer_class = AssessmentSerializer
    named = "assessment"

    def found(self) -> QuerySet[Assessment]:
        """All."""
        return ASSESSMENTS.all()


_ASSESSMENT = {200: OpenApiResponse(AssessmentSerializer, "The assessment afterwards.")}


class AssessmentSheet(OfAssessment):
    """Sending one's sheet."""

    permission = rules.MARK

    @extend_schema(
        operation_id="send_sheet",
        tags=TAGS,
        summary="Send your sheet",
        description=(
            "For its assessors, on the day or after it, until it is settled. Where both say the same over all, that is the"
            " outcome. A later version needs a reason."
        ),
        parameters=[ASSESSMENT],
        request=NewMarksSheetSerializer,
        responses=_ASSESSMENT,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Take it."""
        found = self.visible(self.found(), self.permission, pk=id)
        told = self.sent(NewMarksSheetSerializer)
        marked = told.pop("calls")
        numbers = list(found.calls.values_list("number", flat=True))
        if sorted(one["number"] for one in marked) != numbers:
            raise wrong_fields({"calls": [_("Mark each call once. There are %(n)s of them.") % {"n": len(numbers)}]})
        marks = {str(one.pop("number")): one for one in marked}
        noted = {number: ticked for number, one in marks.items() if (ticked := one.pop("noted")) is not None}
        refused(lambda: services.send(assessment=found, actor=self.person, marks=marks, noted=noted, **told))
        return Response(self.get_serializer(self.found().get(pk=id)).data)


class AssessmentVerdict(OfAssessment):
    """Deciding between two sheets."""

    permission = rules.DECIDE
    sends = VerdictSerializer
    do = staticmethod(services.decide)

    @extend_schema(
        operation_id="decide_assessment",
        tags=TAGS,
        summary="Decide where the assessors differ",
        description="For a registrar of the body who is neither of them, once both sheets are in.",
        parameters=[ASSESSMENT],
        request=VerdictSerializer,
        responses=_ASSESSMENT,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Settle it."""
        return self.done(id)


class AssessmentMove(OfAssessment):
    """Another day or place."""

    permission = rules.MOVE
    sends = MoveSerializer
    do = staticmethod(services.move)

    @extend_schema(
        operation_id="move_assessment",
        tags=TAGS,
        summary="Move an assessment to another day or place",
        description=(
            "For registrars of the body, until the first sheet is in. Its calls and assessors stay; the candidate and the"
            " assessors get a letter. Where it is held there already, nothing changes."
        ),
        parameters=[ASSESSMENT],
        request=MoveSerializer,
        responses=_ASSESSMENT,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Move it."""
        return self.done(id)


class AssessmentCallingOff(OfAssessment):
    """Calling it off."""

    permission = rules.CALL_OFF
    do = staticmethod(services.call_off)

    @extend_schema(
        operation_id="call_off_assessment",
        tags=TAGS,
        summary="Call an assessment off",
        description="Until both sheets are in. Called off already, the answer is the same.",
        parameters=[ASSESSMENT],
        request=WhySerializer,
        responses=_ASSESSMENT,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Call it off."""
        return self.done(id)


urlpatterns = [
    path("assessments/", MyAssessments.as_view(), name="my-assessments"),
    path("assessments/of/<slug:body>/", AssessmentList.as_view(), name="assessments"),
    path("assessments/<uuid:id>/", AssessmentDetail.as_view(), name="assessment"),
    path("assessments/<uuid:id>/sheet/", AssessmentSheet.as_view(), name="assessment-sheet"),
    path("assessments/<uuid:id>/decision/", AssessmentVerdict.as_view(), name="assessment-decision"),
    path("assessments/<uuid:id>/move/", AssessmentMove.as_view(), name="assessment-move"),
    path("assessments/<uuid:id>/calling-off/", AssessmentCallingOff.as_view(), name="assessment-calling-off"),
]
