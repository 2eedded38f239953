"""Documents and letters for programs, under `/api/v1/accreditation/`: what is attached to evidence, and letters to lists."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.urls import path
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation import documents
from accounts.accreditation.award_views import awards_wanted
from accounts.accreditation.desk import circulars
from accounts.accreditation.desk.circular_views import in_words
from accounts.accreditation.forms import AwardsFilter
from accounts.accreditation.models import AwardQuerySet, Circular, Document, Evidence, Level
from accounts.letters.models import Letter
from accounts.models import Body, User
from accounts.prose import not_blank
from config.api.awards import BODY, TAGS, body_kept, refused
from config.api.evidence import PIECE
from exams.bank.api.base import Private, PrivateList, id_of, one_of, wrong_fields
from exams.bank.api.schema import REFUSED
from laws.api.filters import LONGEST
from laws.api.problems import MEDIA_TYPE

CIRCULAR = id_of("The letter's id.")
DOCUMENT = OpenApiParameter(
    "document_id",
    OpenApiTypes.UUID,
    OpenApiParameter.PATH,
    description="The document's id.",
    examples=[OpenApiExample("an id", value="01890a5d-ac96-774b-bcce-b302099a8057")],
)


# -- How they look outside ---------------------------------------------------------------------------------------------


class DocumentSerializer(serializers.Serializer[Document]):
    """A file that is attached to evidence."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the document."))
    name = serializers.CharField(help_text=gettext_lazy("The name of the file."))
    media_type = serializers.ChoiceField(
        list(documents.SORTS), source="sort", help_text=gettext_lazy("What kind of file it is.")
    )
    size = serializers.IntegerField(help_text=gettext_lazy("How large it is, in bytes."))
    sha256 = serializers.CharField(source="digest", help_text=gettext_lazy("The digest of its content, as hex digits."))
    added_by = serializers.CharField(source="added_by.name", help_text=gettext_lazy("Who attached it; may be empty."))
    added_at = serializers.DateTimeField(help_text=gettext_lazy("When it was attached."))


class NewDocumentSerializer(serializers.Serializer[Any]):
    """A file to attach."""

    file = serializers.FileField(
        allow_empty_file=True,
        help_text=gettext_lazy(
            "A PDF, JPEG or PNG of at most 5 MB. A piece of evidence has five at most; a file that it has already is not"
            " stored again."
        ),
    )


class LetterListSerializer(serializers.Serializer[Any]):
    """Which awards a letter goes to the holders of. What is left out does not narrow the list."""

    status = serializers.ChoiceField(
        [choice for choice in AwardsFilter.base_fields["state"].choices if choice[0]],  # type: ignore[attr-defined]
        required=False,
        help_text=gettext_lazy("Awards that stand so; left out: those in force or renewable."),
    )
    level = serializers.SlugField(required=False, max_length=LONGEST, help_text=gettext_lazy("The level, by its code."))
    region = serializers.UUIDField(required=False, help_text=gettext_lazy("The region, by its id."))
    club = serializers.UUIDField(required=False, help_text=gettext_lazy("The club, by its id."))
    ends_within = serializers.ChoiceField(
        [choice for choice in AwardsFilter.base_fields["ends"].choices if choice[0]],  # type: ignore[attr-defined]
        required=False,
        help_text=gettext_lazy("Awards that end within so many days."),
    )
    activity = serializers.ChoiceField(
        [choice for choice in AwardsFilter.base_fields["activity"].choices if choice[0]],  # type: ignore[attr-defined]
        required=False,
        help_text=gettext_lazy("Directors who are active, or not, by their log."),
    )
    q = serializers.CharField(
        required=False, max_length=LONGEST, help_text=gettext_lazy("Those with this in their names.")
    )


class WrittenLetterSerializer(serializers.Serializer[Any]):
    """A letter to the people of a list."""

    to = LetterListSerializer(help_text=gettext_lazy("Whom it goes to: the holders of these awards."))
    subject = serializers.CharField(max_length=150, validators=[not_blank], help_text=gettext_lazy("The subject."))
    text = serializers.CharField(
        max_length=10_000,
        validators=[not_blank],
        help_text=gettext_lazy(
            "The text, with an empty line between paragraphs; greeting and signature are added. Places such as {{name}} are"
            " filled for each person."
        ),
    )


class UnreachedSerializer(serializers.Serializer[User]):
    """Somebody whom no letter reaches."""

    person = serializers.UUIDField(source="pk", help_text=gettext_lazy("Who it is."))
    name = serializers.CharField(help_text=gettext_lazy("Their name; may be empty."))


class SampleLetterSerializer(serializers.Serializer[Letter]):
    """One of the letters, as its reader would see it."""

    person = serializers.UUIDField(source="person_id", help_text=gettext_lazy("Whom it goes to."))
    subject = serializers.CharField(help_text=gettext_lazy("The subject, with its places filled."))
    text = serializers.CharField(help_text=gettext_lazy("The text, with its places filled."))


class LetterPreviewSerializer(serializers.Serializer[circulars.Preview]):
    """What would be sent."""

    people = serializers.SerializerMethodField(help_text=gettext_lazy("How many people it goes to."))
    unreached = UnreachedSerializer(
        source="recipients.unreached", many=True, help_text=gettext_lazy("Of whom no address is known.")
    )
    first = SampleLetterSerializer(many=True, help_text=gettext_lazy("The first letters."))
    seen = serializers.CharField(
        help_text=gettext_lazy("Sent along with the letter, so that nothing else is sent than was looked at.")
    )

    def get_people(self, preview: circulars.Preview) -> int:
        """Without those who have no address."""
        return len(preview.recipients.people)


class NewListLetterSerializer(WrittenLetterSerializer):
    """A letter to be sent, as it was previewed."""

    seen = serializers.CharField(max_length=64, help_text=gettext_lazy("What the preview answered as `seen`."))
    reference = serializers.UUIDField(
        help_text=gettext_lazy("An id that you draw. Sent again, it finds what was sent and sends nothing new.")
    )


class ListLetterSerializer(serializers.Serializer[Circular]):
    """A letter that went to the people of a list."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the letter."))
    subject = serializers.CharField(help_text=gettext_lazy("The subject, with its places."))
    text = serializers.CharField(help_text=gettext_lazy("The text, with its places."))
    narrowed = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text=gettext_lazy("How the list was narrowed, each as what and to what, in words."),
    )
    unreached = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField()),
        help_text=gettext_lazy("Of whom no address was known: person and name."),
    )
    sent_by = serializers.CharField(source="made_by.name", help_text=gettext_lazy("Who sent it; may be empty."))
    sent_at = serializers.DateTimeField(source="made_at", help_text=gettext_lazy("When."))


class ListLetterDetailSerializer(ListLetterSerializer):
    """The letter, with how far it has come."""

    letters = serializers.SerializerMethodField(help_text=gettext_lazy("To how many people it went."))
    gone = serializers.SerializerMethodField(help_text=gettext_lazy("How many of the letters have gone out."))

    def _counted(self, circular: Circular) -> dict[str, int]:
        return dict(
            circulars.letters_of(circular)
            .order_by()
            .aggregate(n=Count("pk"), gone=Count("pk", filter=Q(sent_at__isnull=False)))
        )

    def get_letters(self, circular: Circular) -> int:
        """All of them."""
        return self._counted(circular)["n"]

    def get_gone(self, circular: Circular) -> int:
        """Those that a worker has sent."""
        return self._counted(circular)["gone"]


# -- Documents ---------------------------------------------------------------------------------------------------------


class DocumentList(PrivateList):
    """The documents of a piece of evidence, and one more."""

    serializer_class = DocumentSerializer
    queryset = Document.objects.none()
    parser_classes = (MultiPartParser,)

    def _piece(self, permission: str) -> Evidence:
        return self.visible(Evidence.objects.select_related("body", "person"), permission, pk=self.kwargs["id"])

    def get_queryset(self) -> QuerySet[Document]:
        """Those of the piece, without their content."""
        return documents.documents_of(self._piece("accreditation.open_document")).order_by("added_at", "pk")

    @extend_schema(
        operation_id="list_documents",
        tags=TAGS,
        summary="The documents of a piece of evidence",
        description="For its person and the registrars of the body, oldest first.",
        parameters=[PIECE],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="attach_document",
        tags=TAGS,
        summary="Attach a document",
        description=(
            "For registrars of the body, about others; for its person, as long as it is theirs to change. It is read by its"
            " content: what is not what its name says is refused."
        ),
        parameters=[PIECE],
        request={"multipart/form-data": NewDocumentSerializer},
        responses={200: OpenApiResponse(DocumentSerializer(many=True), "The documents of the piece.")},
        filters=False,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Check it, and store it."""
        found = self._piece("accreditation.attach_document")
        file = self.sent(NewDocumentSerializer)["file"]
        try:
            # One byte more than is taken is enough to know that it is too large.
            one = documents.checked(file.name or "", file.read(documents.MOST_BYTES + 1))
        except ValidationError as fault:
            raise wrong_fields({"file": fault.messages}) from fault
        refused(lambda: documents.attach(evidence=found, actor=self.person, files=[one]))
        return Response(self.get_serializer(documents.documents_of(found).order_by("added_at", "pk"), many=True).data)


class DocumentFile(Private):
    """One document."""

    @extend_schema(
        operation_id="get_document",
        tags=TAGS,
        summary="Open a document",
        description=(
            "For the person whom the evidence is about and the registrars of the body. That one of these opened it is noted."
        ),
        parameters=[PIECE, DOCUMENT],
        responses={
            **{(200, sort): OpenApiResponse(OpenApiTypes.BINARY, "The file.") for sort in documents.SORTS},
            (409, MEDIA_TYPE): REFUSED,
        },
    )
    def get(self, request: Request, id: UUID, document_id: UUID) -> HttpResponse:
        """The file."""
        piece = self.visible(Evidence.objects.select_related("body"), "accreditation.open_document", pk=id)
        found = one_of(piece.documents.select_related("evidence"), pk=document_id)
        documents.opened(found, self.person)
        disposition = content_disposition_header(as_attachment=True, filename=found.name) or "attachment"
        headers = {"Content-Disposition": disposition, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
        return HttpResponse(bytes(found.data), found.sort, headers=headers)


# -- Letters to lists --------------------------------------------------------------------------------------------------


CIRCULARS = Circular.objects.select_related("body", "made_by")


def _listed(body: Body, told: dict[str, Any]) -> tuple[AwardQuerySet, list[tuple[str, str]]]:
    """The awards that are meant, and how the list is narrowed, in words. Raises Problem 422 for what the body has not."""
    level = told.get("level")
    known = Level.objects.filter(body=body, code=level).first() if level else None
    wanted = AwardsFilter(
        {
            "state": told.get("status", ""),
            "level": known.pk if known else level or "",
            "region": told.get("region", ""),
            "club": told.get("club", ""),
            "ends": told.get("ends_within", ""),
            "activity": told.get("activity", ""),
            "q": told.get("q", ""),
        },
        body=body,
    )
    if not wanted.is_valid():
        names = {"state": "status", "ends": "ends_within"}
        raise wrong_fields(
            {f"to.{names.get(name, name)}": [str(one) for one in said] for name, said in wanted.errors.items()}
        )
    return awards_wanted(body, wanted), in_words(wanted)


class CircularList(PrivateList):
    """The letters that went to lists of a body, and one more."""

    serializer_class = ListLetterSerializer
    queryset = Circular.objects.none()

    def get_queryset(self) -> QuerySet[Circular]:
        """All of them, latest first."""
        return CIRCULARS.filter(body=body_kept(self.person, self.kwargs["body"])).order_by("-made_at", "pk")

    @extend_schema(
        operation_id="list_letters_to_lists",
        tags=TAGS,
        summary="Letters to lists",
        description="For the registrars of the body: what was sent to the people of a list, latest first.",
        parameters=[BODY],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="send_letter_to_list",
        tags=TAGS,
        summary="Send a letter to a list",
        description=(
            "For the registrars of the body. Preview it first: what has changed since is not sent. A worker takes the letters"
            " from here, one to a person."
        ),
        parameters=[BODY],
        request=NewListLetterSerializer,
        responses={200: OpenApiResponse(ListLetterDetailSerializer, "The letter.")},
        filters=False,
    )
    def post(self, request: Request, body: str) -> Response:
        """Send it, once."""
        found = body_kept(self.person, body)
        told = self.sent(NewListLetterSerializer)
        awards, narrowed = _listed(found, told.pop("to"))
        made = refused(lambda: circulars.send(body=found, actor=self.person, awards=awards, narrowed=narrowed, **told))
        return Response(ListLetterDetailSerializer(CIRCULARS.get(pk=made.pk)).data)


class CircularPreview(Private):
    """What would be sent."""

    serializer_class = LetterPreviewSerializer

    @extend_schema(
        operation_id="preview_letter_to_list",
        tags=TAGS,
        summary="Preview a letter to a list",
        description="For the registrars of the body. Nothing is sent or kept.",
        parameters=[BODY],
        request=WrittenLetterSerializer,
        responses={200: OpenApiResponse(LetterPreviewSerializer, "What would be sent.")},
    )
    def post(self, request: Request, body: str) -> Response:
        """To whom, and the first letters."""
        found = body_kept(self.person, body)
        told = self.sent(WrittenLetterSerializer)
        awards, _narrowed = _listed(found, told.pop("to"))
        made = refused(lambda: circulars.preview(body=found, actor=self.person, awards=awards, **told))
        return Response(self.get_serializer(made).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_letter_to_list",
        tags=TAGS,
        summary="One letter to a list",
        description="For the registrars of the body: what was sent, and how many of the letters have gone out.",
        parameters=[CIRCULAR],
    )
)
class CircularDetail(Private):
    """A letter."""

    serializer_class = ListLetterDetailSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """How far it has come."""
        return Response(self.get_serializer(self.visible(CIRCULARS, "accreditation.keep_register", pk=id)).data)


urlpatterns = [
    path("evidence/<uuid:id>/documents/", DocumentList.as_view(), name="documents"),
    path("evidence/<uuid:id>/documents/<uuid:document_id>/", DocumentFile.as_view(), name="document"),
    path("letters/of/<slug:body>/", CircularList.as_view(), name="circulars"),
    path("letters/of/<slug:body>/preview/", CircularPreview.as_view(), name="circular-preview"),
    path("letters/<uuid:id>/", CircularDetail.as_view(), name="circular"),
]
