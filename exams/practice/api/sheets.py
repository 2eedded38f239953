"""Practice sheets, whose files are pages of the training room; and what practice tells examiners."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import not_there, one_of, refusals
from exams.practice import findings, sheets
from exams.practice.api.base import SHEET, TAGS, Own, OwnList, UnitRefSerializer, ref, typed, valid
from exams.practice.api.runs import WantedSerializer
from exams.practice.exercises import NotPractised
from exams.practice.findings import Finding
from exams.practice.forms import SheetForm
from exams.practice.models import Run
from laws.api.serializers.links import Link

# -- Sheets ------------------------------------------------------------------------------------------------------------


class SheetSerializer(serializers.Serializer[Run]):
    """A practice sheet: new tables on paper, and their rulings on a second one."""

    id = serializers.UUIDField(help_text=_("Of the sheet."))
    title = serializers.CharField(source="wanted.sheet", help_text=_("What stands at its top."))
    made_at = serializers.DateTimeField(source="started_at", help_text=_("When it was made."))
    count = serializers.SerializerMethodField(
        help_text=_("How many questions it has; fewer than asked for if no more fit.")
    )
    questions = Link("practice:sheet_questions", "pk", help_text=_("The questions as a PDF."))
    rulings = Link("practice:sheet_rulings", "pk", help_text=_("The rulings as a PDF."))

    def get_count(self, sheet: Run) -> int:
        """A path for each."""
        return len(sheet.units)


class NewSheetSerializer(WantedSerializer):
    """A sheet to make; what is left out may be anything."""

    deck = None  # type: ignore[assignment]
    units = None  # type: ignore[assignment]
    name = serializers.CharField(
        required=False, max_length=80, help_text=_("What stands at its top; when left out, what was picked.")
    )
    count = serializers.IntegerField(
        required=False, default=8, min_value=1, max_value=sheets.MOST, help_text=_("How many questions.")
    )


def _sheets(view: Own) -> QuerySet[Run]:
    return sheets.of(view.learner).order_by("-started_at", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_sheets", tags=TAGS, summary="Your practice sheets", description="Latest first."
    )
)
class SheetList(OwnList):
    """Sheets."""

    serializer_class = SheetSerializer
    queryset = Run.objects.none()

    def get_queryset(self) -> QuerySet[Run]:
        """The person's own."""
        return _sheets(self)

    @extend_schema(
        operation_id="make_sheet",
        tags=TAGS,
        summary="Make a practice sheet",
        description=(
            "You count as having met its tables; what you remember stays as it is. Where nothing fits, or after ten sheets in"
            " a day, the answer is 409."
        ),
        request=NewSheetSerializer,
        responses={200: OpenApiResponse(SheetSerializer, "The sheet.")},
        filters=False,
    )
    def post(self, request: Request) -> Response:
        """Stage its tables."""
        learner = self.learner
        form = SheetForm(typed(self.sent(NewSheetSerializer)), learner=learner)
        valid(form)
        with refusals(NotPractised):
            made = sheets.make(learner, form.wanted, form.cleaned_data["count"], form.title)
        return Response(self.get_serializer(made).data)


@extend_schema_view(
    get=extend_schema(operation_id="get_sheet", tags=TAGS, summary="One practice sheet", parameters=[SHEET])
)
class SheetDetail(Own):
    """A sheet."""

    serializer_class = SheetSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """With the addresses of its files."""
        return Response(self.get_serializer(one_of(_sheets(self), pk=id)).data)


# -- Findings ----------------------------------------------------------------------------------------------------------


class ChosenSerializer(serializers.Serializer[Any]):
    """A wrong option that people chose."""

    text = serializers.CharField(help_text=_("As it was worded last."))
    share = serializers.FloatField(help_text=_("The share of all who met the path that chose it, from 0 to 1."))
    people = serializers.IntegerField(help_text=_("How many that were."))


class FindingSerializer(serializers.Serializer[Finding]):
    """How people answered a path when they first met it."""

    unit = serializers.SerializerMethodField(help_text=_("The path."))
    people = serializers.IntegerField(help_text=_("How many people met it."))
    facility = serializers.FloatField(help_text=_("The share of them that were right at once, from 0 to 1."))
    wrong = ChosenSerializer(many=True, help_text=_("The wrong options chosen most."))
    doubtful = serializers.SerializerMethodField(
        help_text=_("Whether so many choose one wrong option that somebody should look at the key.")
    )

    @extend_schema_field(UnitRefSerializer)
    def get_unit(self, finding: Finding) -> dict[str, str]:
        """In words."""
        return ref(finding.unit.path)

    def get_doubtful(self, finding: Finding) -> bool:
        """A common mistake, or a wrong key."""
        return finding.doubtful is not None


@extend_schema_view(
    get=extend_schema(
        operation_id="list_findings",
        tags=TAGS,
        summary="What practice tells examiners",
        description=(
            "For whoever examines for a body; others get 404. The hardest path first; only paths that five people have met,"
            " and nobody is named."
        ),
    )
)
class FindingList(OwnList):
    """Findings."""

    serializer_class = FindingSerializer
    queryset = Run.objects.none()

    def get_queryset(self) -> Any:
        """One query, however much was practised."""
        if not findings.may_see(self.person):
            raise not_there()
        return findings.findings()
