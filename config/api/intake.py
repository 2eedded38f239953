"""Registers that come in from a file, for programs, under `/api/v1/accreditation/`: read, decided, imported and undone."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation.intake import services
from accounts.accreditation.intake.columns import FIELDS
from accounts.accreditation.intake.files import MOST_BYTES, MOST_LINES
from accounts.accreditation.intake.plan import MAKE, NO_CLUB
from accounts.accreditation.models import Intake, IntakeLine
from config.api.awards import BODY, KEEP, TAGS, Deed, NothingSerializer, WhySerializer, body_kept, choice, refused
from exams.bank.api.base import Private, PrivateList, id_of, one_of, wrong_fields
from laws.api.views.base import bad_form

INTAKE = id_of("The import's id.")
LINE = OpenApiParameter("at", int, OpenApiParameter.PATH, description="The line of the file: its `number`.")
OUTCOMES = IntakeLine.Outcome.choices
LONGEST_WORD = 200


# -- How they look outside ---------------------------------------------------------------------------------------------


class ImportSerializer(serializers.Serializer[Intake]):
    """A file with a register, and what has become of it."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the import."))
    body = serializers.SlugField(source="body.slug", help_text=gettext_lazy("The body, by its short name."))
    file = serializers.CharField(source="file_name", help_text=gettext_lazy("The name of the file."))
    sheet = serializers.CharField(help_text=gettext_lazy("Of a spreadsheet, the sheet that was read; else empty."))
    stage = serializers.ChoiceField(
        Intake.Stage.choices, help_text=gettext_lazy("Open until it is imported; imported; undone.")
    )
    made_at = serializers.DateTimeField(help_text=gettext_lazy("When it was sent."))
    previewed_at = serializers.DateTimeField(
        allow_null=True, help_text=gettext_lazy("When the dry run was made; null: its columns are to be matched first.")
    )
    applied_at = serializers.DateTimeField(
        allow_null=True, help_text=gettext_lazy("When it was imported; null: not yet.")
    )


class ImportDetailSerializer(ImportSerializer):
    """The file with its columns, what is to be decided, and what came of it."""

    headings = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text=gettext_lazy("The headings of the file, in order.")
    )
    columns = serializers.DictField(
        child=serializers.IntegerField(),
        help_text=gettext_lazy("Which column is which: by the name of ours the place among the headings, from 0."),
    )
    lines = serializers.SerializerMethodField(help_text=gettext_lazy("How many lines have each outcome."))
    asks_order = serializers.SerializerMethodField(
        help_text=gettext_lazy("Whether it has to be said what comes first in a date, day or month.")
    )
    unknown = serializers.SerializerMethodField(
        help_text=gettext_lazy("The words, under `levels` and `clubs`, for which a level or club has to be chosen.")
    )
    imported = serializers.DictField(
        source="counts", child=serializers.IntegerField(), help_text=gettext_lazy("What was imported; else empty.")
    )
    built_on = serializers.SerializerMethodField(
        help_text=gettext_lazy("Why it cannot be undone any more, in words; at most ten.")
    )

    def get_lines(self, intake: Intake) -> dict[str, int]:
        """By outcome; before the dry run all are 0."""
        return services.counts(intake)

    def get_asks_order(self, intake: Intake) -> bool:
        """Of a file that is still open."""
        return intake.stage == Intake.Stage.OPEN and bool(intake.terms.get("asks_order"))

    def get_unknown(self, intake: Intake) -> dict[str, list[str]]:
        """All of them, in order."""
        return services.unknown_words(intake) if intake.stage == Intake.Stage.OPEN else {"levels": [], "clubs": []}

    def get_built_on(self, intake: Intake) -> list[str]:
        """Nothing as long as it is not imported."""
        return services.built_on(intake) if intake.stage == Intake.Stage.APPLIED else []


class NewImportSerializer(serializers.Serializer[Any]):
    """A file with a register."""

    file = serializers.FileField(
        allow_empty_file=True,
        help_text=gettext_lazy("A spreadsheet (.xlsx) or CSV with the headings in its first line, at most 5 MB."),
    )
    sheet = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=100,
        help_text=gettext_lazy("Of a spreadsheet, the sheet to read; the first when left out."),
    )


class ImportColumnsSerializer(serializers.Serializer[Any]):
    """Which column is which."""

    columns = serializers.DictField(
        child=serializers.IntegerField(min_value=0),
        help_text=gettext_lazy("By the name of ours the place among the headings, from 0: ") + ", ".join(FIELDS) + ".",
    )


class ImportTermsSerializer(serializers.Serializer[Any]):
    """What is decided for the whole file. What is left out stays as it was."""

    day_first = serializers.BooleanField(
        required=False, help_text=gettext_lazy("Whether 03/04/2027 is 3 April (true) or 4 March (false).")
    )
    levels = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_WORD),
        required=False,
        help_text=gettext_lazy("By the word of the file the code of a level."),
    )
    clubs = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_WORD),
        required=False,
        help_text=gettext_lazy("By the word of the file the id of a club, or: ") + f"{MAKE}, {NO_CLUB}.",
    )


class ImportLineSerializer(serializers.Serializer[IntakeLine]):
    """A line of the file, and what an import would do with it."""

    number = serializers.IntegerField(help_text=gettext_lazy("Its place in the file; the headings are line 1."))
    cells = serializers.ListField(
        child=serializers.CharField(allow_blank=True), help_text=gettext_lazy("What it says, as it was read.")
    )
    outcome = serializers.ChoiceField(
        [("", ""), *OUTCOMES], help_text=gettext_lazy("What would happen; empty before the dry run.")
    )
    says = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("What is wrong or has to be decided, in sentences.")
    )
    options = serializers.SerializerMethodField(
        help_text=gettext_lazy("Whom it may be about, where that has to be decided: each as what to send and in words.")
    )
    corrected = serializers.DictField(
        child=serializers.CharField(), help_text=gettext_lazy("What holds in place of its cells, by our column names.")
    )
    person = serializers.CharField(help_text=gettext_lazy("Whom it is about, as it was decided; else empty."))
    left_out = serializers.BooleanField(help_text=gettext_lazy("Whether it is left out."))
    award = serializers.UUIDField(
        source="award_id", allow_null=True, help_text=gettext_lazy("The award that came of it; null: none.")
    )

    def get_options(self, line: IntakeLine) -> list[list[str]]:
        """Empty where nothing is to be decided."""
        return list(line.plan.get("options", []))


class CorrectionSerializer(serializers.Serializer[Any]):
    """What is decided about a line. What is left out is as in the file."""

    corrected = serializers.DictField(
        child=serializers.CharField(allow_blank=True, max_length=LONGEST_WORD),
        required=False,
        default=dict,
        help_text=gettext_lazy("By our column names what should stand there; days as 2027-12-31."),
    )
    person = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=40,
        help_text=gettext_lazy("Whom it is about: one of its options."),
    )
    left_out = serializers.BooleanField(
        required=False, default=False, help_text=gettext_lazy("Whether to leave the line out.")
    )


class OutcomeForm(forms.Form):
    """Which lines are wanted."""

    outcome = forms.ChoiceField(required=False, choices=OUTCOMES)


# -- Addresses ---------------------------------------------------------------------------------------------------------


INTAKES = Intake.objects.select_related("body", "made_by", "applied_by")


class IntakeList(PrivateList):
    """The imports of a body, and one more."""

    serializer_class = ImportSerializer
    queryset = Intake.objects.none()
    parser_classes = (MultiPartParser,)

    def get_queryset(self) -> QuerySet[Intake]:
        """All of them, latest first."""
        return INTAKES.filter(body=body_kept(self.person, self.kwargs["body"])).order_by("-made_at", "pk")

    @extend_schema(
        operation_id="list_imports",
        tags=TAGS,
        summary="Registers that came in",
        description="For the registrars of the body, latest first.",
        parameters=[BODY],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="send_register",
        tags=TAGS,
        summary="Send a register to import",
        description=(
            f"For the registrars of the body: a file of at most {MOST_LINES} lines. It is read, and nothing else happens. The"
            " same file sent again, as long as it is not imported, is what was read already. Match its columns next."
        ),
        parameters=[BODY],
        request={"multipart/form-data": NewImportSerializer},
        responses={200: OpenApiResponse(ImportDetailSerializer, "The import.")},
        filters=False,
    )
    def post(self, request: Request, body: str) -> Response:
        """Read it into the staging table."""
        found = body_kept(self.person, body)
        told = self.sent(NewImportSerializer)
        file = told["file"]
        if file.size > MOST_BYTES:
            raise wrong_fields({"file": [_("The file is larger than 5 MB. Split it into several files.")]})
        try:
            made = services.upload(
                body=found, actor=self.person, name=str(file.name), data=file.read(), sheet_name=told["sheet"]
            )
        except ValidationError as fault:
            raise wrong_fields({"file": fault.messages}) from fault
        return Response(ImportDetailSerializer(INTAKES.get(pk=made.pk)).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_import",
        tags=TAGS,
        summary="One import",
        description="For the registrars of its body: how far it is, what is to be decided, what came of it.",
        parameters=[INTAKE],
    )
)
class IntakeDetail(Private):
    """An import."""

    serializer_class = ImportDetailSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """How it stands."""
        return Response(self.get_serializer(self.visible(INTAKES, KEEP, pk=id)).data)


class IntakeDeed(Deed):
    """What is done to an import."""

    serializer_class = ImportDetailSerializer
    permission = KEEP
    named = "intake"

    def found(self) -> QuerySet[Intake]:
        """All."""
        return INTAKES.all()


_INTAKE = {200: OpenApiResponse(ImportDetailSerializer, "The import afterwards.")}


class IntakeColumns(IntakeDeed):
    """Matching."""

    sends = ImportColumnsSerializer
    do = staticmethod(services.match)

    @extend_schema(
        operation_id="match_columns",
        tags=TAGS,
        summary="Match the columns of an import",
        description="Each column once; those that we need have to be there. Then the dry run is made.",
        parameters=[INTAKE],
        request=ImportColumnsSerializer,
        responses=_INTAKE,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Say which column is which."""
        found = self.visible(self.found(), self.permission, pk=id)
        columns = self.sent(ImportColumnsSerializer)["columns"]
        wrong = [name for name in columns if name not in FIELDS]
        wrong += [name for name, place in columns.items() if place >= len(found.headings) and name not in wrong]
        if wrong:
            said = _("There is no such column: %(columns)s. Look at the headings of the import.")
            raise wrong_fields({"columns": [said % {"columns": ", ".join(wrong)}]})
        return self.done(id)


class IntakeTerms(IntakeDeed):
    """Deciding for the whole file."""

    sends = ImportTermsSerializer
    do = staticmethod(services.settle)

    @extend_schema(
        operation_id="settle_import",
        tags=TAGS,
        summary="Decide for the whole file",
        description="What comes first in its dates, and which level and club its words mean. Then the dry run is made again.",
        parameters=[INTAKE],
        request=ImportTermsSerializer,
        responses=_INTAKE,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Settle it."""
        return self.done(id)


class IntakePreview(IntakeDeed):
    """The dry run."""

    sends = NothingSerializer
    do = staticmethod(services.preview)

    @extend_schema(
        operation_id="preview_import",
        tags=TAGS,
        summary="Make the dry run again",
        description="As the register is now. Nothing is imported.",
        parameters=[INTAKE],
        request=None,
        responses=_INTAKE,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Look at every line again."""
        return self.done(id)


class IntakeImport(IntakeDeed):
    """Importing."""

    sends = NothingSerializer
    do = staticmethod(services.apply)

    @extend_schema(
        operation_id="import_register",
        tags=TAGS,
        summary="Import what was previewed",
        description=(
            "In one transaction; refused while a line waits for a decision, and where something has changed since the dry run."
            " Imported already, the answer is the same."
        ),
        parameters=[INTAKE],
        request=None,
        responses=_INTAKE,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Import it."""
        return self.done(id)


class IntakeUndoing(IntakeDeed):
    """Taking back."""

    do = staticmethod(services.undo)

    @extend_schema(
        operation_id="undo_import",
        tags=TAGS,
        summary="Undo an import",
        description="As long as nothing has been built on it. Its awards are no longer on the register, and are kept.",
        parameters=[INTAKE],
        request=WhySerializer,
        responses=_INTAKE,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Take it back."""
        return self.done(id)


class IntakeDiscarding(Private):
    """Throwing away."""

    serializer_class = ImportSerializer

    @extend_schema(
        operation_id="discard_import",
        tags=TAGS,
        summary="Throw away what was read",
        description="Of a file that was never imported. Afterwards there is no such import.",
        parameters=[INTAKE],
        request=None,
        responses={200: OpenApiResponse(ImportSerializer, "The import as it was.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Delete it with its lines."""
        found = self.visible(INTAKES, KEEP, pk=id)
        told = self.get_serializer(found).data
        refused(lambda: services.discard(intake=found, actor=self.person))
        return Response(told)


class LineList(PrivateList):
    """The lines of an import."""

    serializer_class = ImportLineSerializer
    queryset = IntakeLine.objects.none()
    parameters = (choice("outcome", OUTCOMES, "Lines of this outcome; all when left out."),)

    def get_queryset(self) -> QuerySet[IntakeLine]:
        """In the order of the file."""
        found = self.visible(INTAKES, KEEP, pk=self.kwargs["id"])
        asked = OutcomeForm(self.request.query_params)
        if not asked.is_valid():
            raise bad_form(asked)
        lines = (
            found.lines.filter(outcome=asked.cleaned_data["outcome"]) if asked.cleaned_data["outcome"] else found.lines
        )
        return lines.order_by("number")

    @extend_schema(
        operation_id="list_import_lines",
        tags=TAGS,
        summary="The lines of an import",
        description="For the registrars of its body: each line with what an import would do, in the order of the file.",
        parameters=[INTAKE],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)


class LineDetail(Private):
    """One line."""

    serializer_class = ImportLineSerializer

    def _line(self, id: UUID, at: int) -> IntakeLine:
        intake = self.visible(INTAKES, KEEP, pk=id)
        found = one_of(intake.lines.all(), number=at)
        found.intake = intake
        return found

    @extend_schema(
        operation_id="get_import_line",
        tags=TAGS,
        summary="One line of an import",
        description="For the registrars of its body.",
        parameters=[INTAKE, LINE],
    )
    def get(self, request: Request, id: UUID, at: int) -> Response:
        """What it says, and what would happen."""
        return Response(self.get_serializer(self._line(id, at)).data)

    @extend_schema(
        operation_id="correct_import_line",
        tags=TAGS,
        summary="Decide about a line",
        description=(
            "What it should say, whom it is about, or that it is left out: all of it at once, in place of what was decided"
            " before. Then the dry run is made again."
        ),
        parameters=[INTAKE, LINE],
        request=CorrectionSerializer,
        responses={200: OpenApiResponse(ImportLineSerializer, "The line afterwards.")},
    )
    def post(self, request: Request, id: UUID, at: int) -> Response:
        """Correct it."""
        found = self._line(id, at)
        told = self.sent(CorrectionSerializer)
        if wrong := [name for name in told["corrected"] if name not in FIELDS]:
            said = _("There is no such column: %(columns)s.") % {"columns": ", ".join(wrong)}
            raise wrong_fields({"corrected": [said]})
        refused(lambda: services.correct(line=found, actor=self.person, **told))
        return Response(self.get_serializer(self._line(id, at)).data)


urlpatterns = [
    path("imports/of/<slug:body>/", IntakeList.as_view(), name="imports"),
    path("imports/<uuid:id>/", IntakeDetail.as_view(), name="import"),
    path("imports/<uuid:id>/columns/", IntakeColumns.as_view(), name="import-columns"),
    path("imports/<uuid:id>/terms/", IntakeTerms.as_view(), name="import-terms"),
    path("imports/<uuid:id>/preview/", IntakePreview.as_view(), name="import-preview"),
    path("imports/<uuid:id>/application/", IntakeImport.as_view(), name="import-application"),
    path("imports/<uuid:id>/undoing/", IntakeUndoing.as_view(), name="import-undoing"),
    path("imports/<uuid:id>/discarding/", IntakeDiscarding.as_view(), name="import-discarding"),
    path("imports/<uuid:id>/lines/", LineList.as_view(), name="import-lines"),
    path("imports/<uuid:id>/lines/<int:at>/", LineDetail.as_view(), name="import-line"),
]
