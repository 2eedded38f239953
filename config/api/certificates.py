"""Certificates and badges for programs, under `/api/v1/accreditation/`: fetched, many at once, and checked.

The rules are those of the pages: a file of an award is for its holder and the registrars of the body, a check for everybody.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, ClassVar, Literal
from uuid import UUID

from django import forms
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import exceptions, serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.parsers import MultiPartParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation.award_views import BADGES
from accounts.accreditation.codes import read_code
from accounts.accreditation.credentials import archives, badges, certificates
from accounts.accreditation.credentials.checks import MOST_BYTES, Answer, Finding, check, newer_of
from accounts.accreditation.life import AwardState
from accounts.accreditation.models import Award, CertificateArchive, IssuedCertificate
from accounts.accreditation.register import limits
from accounts.accreditation.tasks import make_certificates
from config.api.awards import (
    AWARD,
    AWARDS,
    BODY,
    KEEP,
    TAGS,
    AwardSerializer,
    body_kept,
    refused,
)
from exams.bank.api.base import Private, PrivateList, id_of, one_of, wrong_fields
from exams.bank.api.schema import BAD_BODY, REFUSED
from laws.api.problems import MEDIA_TYPE, Problem
from laws.api.rulings.schema import OTHER_TYPE
from laws.api.schema import RETRY_AFTER, TOO_MANY, LibrarySchema
from laws.api.views.base import Open, bad_form

ARCHIVE = id_of("The archive's id.")
CODE = OpenApiParameter(
    "code",
    {"type": "string", "minLength": 1, "maxLength": 40},
    OpenApiParameter.PATH,
    description="The verification code of a certificate, with or without its hyphens.",
    examples=[OpenApiExample("a code", value="7K3QX-0M2VB-9ZTRD-4H8NC")],
)
# Of somebody who has died, and of what was never granted, a code tells neither name nor standing in detail.
NAMELESS = frozenset({AwardState.DECEASED, AwardState.UNDONE})


class AnyFile(JSONRenderer):
    """Lets callers ask for the type of the file that they want; what cannot be given is told as a problem all the same."""

    media_type = "*/*"


FILES = (JSONRenderer, AnyFile)


# -- How they look outside ---------------------------------------------------------------------------------------------


class IssuedCertificateSerializer(serializers.Serializer[IssuedCertificate]):
    """A certificate that was handed out."""

    id = serializers.IntegerField(help_text=gettext_lazy("Of the certificate."))
    issued_at = serializers.DateTimeField(help_text=gettext_lazy("When it was handed out for the first time."))
    sha256 = serializers.CharField(source="digest", help_text=gettext_lazy("The SHA-256 digest of the file."))


class ArchiveSerializer(serializers.Serializer[CertificateArchive]):
    """The certificates and badges of many awards, made by a worker."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the archive."))
    body = serializers.SlugField(source="body.slug", help_text=gettext_lazy("The body, by its short name."))
    status = serializers.ChoiceField(CertificateArchive.Status.choices, help_text=gettext_lazy("How far it has come."))
    total = serializers.IntegerField(help_text=gettext_lazy("How many awards it is of."))
    done = serializers.IntegerField(help_text=gettext_lazy("How many of them are done."))
    left_out = serializers.IntegerField(
        help_text=gettext_lazy("How many were left out, since they were suspended or ended before their turn came.")
    )
    asked_at = serializers.DateTimeField(help_text=gettext_lazy("When it was asked for. It is kept for a day."))
    file = serializers.SerializerMethodField(
        help_text=gettext_lazy("The address of the ZIP file; null until it is done.")
    )

    def get_file(self, archive: CertificateArchive) -> str | None:
        """None until it is done."""
        if archive.status != CertificateArchive.Status.DONE:
            return None
        return reverse("accreditation-api:archive-file", args=[archive.pk])


class NewArchiveSerializer(serializers.Serializer[Any]):
    """Which awards an archive is of: those in force or expired that fit everything that is given."""

    reference = serializers.UUIDField(
        help_text=gettext_lazy("An id that you draw. Sent again, it finds what it made and makes nothing new.")
    )
    status = serializers.ChoiceField(
        [(one.value, one.label) for one in (AwardState.VALID, AwardState.EXPIRING, AwardState.EXPIRED)],
        required=False,
        help_text=gettext_lazy("Those that stand so today; may be left out."),
    )
    level = serializers.SlugField(
        max_length=200, required=False, help_text=gettext_lazy("Of this level alone, by its code; may be left out.")
    )
    q = serializers.CharField(
        max_length=200, required=False, help_text=gettext_lazy("Of people with this in their names; may be left out.")
    )


class CheckedAwardSerializer(serializers.Serializer[Award]):
    """An award as whoever has its code is told of it."""

    body = serializers.SlugField(source="body.slug", help_text=gettext_lazy("The body, by its short name."))
    level = serializers.SlugField(source="level.code", help_text=gettext_lazy("The level, by its code."))
    status = serializers.ChoiceField(
        AwardState.choices, source="state", help_text=gettext_lazy("How it stands today, where the body is.")
    )
    name = serializers.SerializerMethodField(
        help_text=gettext_lazy("The name on the award; null where the holder has died or it was never granted.")
    )
    valid_from = serializers.SerializerMethodField(
        help_text=gettext_lazy("Its first day; null where it was never granted.")
    )
    valid_until = serializers.SerializerMethodField(
        help_text=gettext_lazy("Its last day; null where it was never granted.")
    )
    code = serializers.CharField(source="verification_code", help_text=gettext_lazy("The code of its certificate."))
    newer = serializers.SerializerMethodField(
        help_text=gettext_lazy(
            "The code of the award of this level that has taken its place; null: none has, or it is still held."
        )
    )

    def get_name(self, award: Award) -> str | None:
        """None where nobody is named."""
        return None if award.state in NAMELESS else award.name

    def get_valid_from(self, award: Award) -> datetime.date | None:
        """None where there never was an award."""
        return None if award.state == AwardState.UNDONE else award.valid_from

    def get_valid_until(self, award: Award) -> datetime.date | None:
        """None where there never was an award."""
        return None if award.state == AwardState.UNDONE else award.valid_until

    def get_newer(self, award: Award) -> str | None:
        """None where none has."""
        newer = newer_of(award)
        return newer.verification_code if newer else None


class CheckedFileSerializer(serializers.Serializer[Finding]):
    """What can be said of a file."""

    answer = serializers.ChoiceField(
        Answer.choices, help_text=gettext_lazy("In one word; unreadable: it is neither a certificate nor a badge.")
    )
    genuine = serializers.SerializerMethodField(
        help_text=gettext_lazy("Whether it is the very file that we issued, however the award stands.")
    )
    outdated = serializers.BooleanField(
        help_text=gettext_lazy("Whether the award has changed since the file was issued; what is told here holds.")
    )
    issuer = serializers.CharField(
        help_text=gettext_lazy("Of a badge of somebody else, who it says it is from; else empty.")
    )
    award = CheckedAwardSerializer(
        allow_null=True,
        help_text=gettext_lazy("The award that the file is of or refers to, as the register has it; null: none."),
    )

    def get_genuine(self, found: Finding) -> bool:
        """Whether it is ours."""
        return found.verdict == "ours"


class FileSerializer(serializers.Serializer[Any]):
    """A certificate or badge that somebody was shown."""

    file = serializers.FileField(
        allow_empty_file=True,
        help_text=gettext_lazy(
            "The PDF of a certificate, or a badge as PNG, SVG or JSON; at most 2 MB. We do not keep it."
        ),
    )


# -- Of one award ------------------------------------------------------------------------------------------------------


@extend_schema_view(
    get=extend_schema(
        operation_id="list_my_awards",
        tags=TAGS,
        summary="Your awards",
        description="What you were granted, in all bodies, the one that ends last first.",
    )
)
class MyAwards(PrivateList):
    """One's own awards."""

    serializer_class = AwardSerializer
    queryset = Award.objects.none()

    def get_queryset(self) -> QuerySet[Award]:
        """All of them."""
        return AWARDS.filter(person=self.person).order_by("-valid_until", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_certificates",
        tags=TAGS,
        summary="Certificates of an award that were handed out",
        description="For its holder and the registrars of the body, latest first; none while it is suspended or ended.",
        parameters=[AWARD],
    )
)
class CertificateList(PrivateList):
    """What was handed out."""

    serializer_class = IssuedCertificateSerializer
    queryset = IssuedCertificate.objects.none()

    def get_queryset(self) -> QuerySet[IssuedCertificate]:
        """Those of the award."""
        award = self.visible(AWARDS.all(), "accreditation.view_award", pk=self.kwargs["id"])
        found = certificates.earlier(award)
        return found if award.status == Award.Status.GRANTED else found.none()


class CertifiedFile(Private):
    """A file of an award that stands."""

    renderer_classes = FILES

    def certified(self, id: UUID) -> Award:
        """The award. Raises Problem 409 where it is suspended or was ended: nobody gets a certificate or badge then."""
        found = self.visible(AWARDS.select_related("person"), "accreditation.view_award", pk=id)
        if found.status != Award.Status.GRANTED:
            said = _("There is no certificate or badge while an award is suspended, or after it was ended.")
            raise Problem("refused", said, HTTPStatus.CONFLICT)
        return found


def _file(media_type: str, said: str) -> dict[Any, Any]:
    return {(200, media_type): OpenApiResponse(OpenApiTypes.BINARY, said), (409, MEDIA_TYPE): REFUSED}


def _attached(data: bytes | str, media_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(data, content_type=media_type, headers=headers)


class Certificate(CertifiedFile):
    """The certificate as the award stands now."""

    @extend_schema(
        operation_id="get_certificate",
        tags=TAGS,
        summary="The certificate of an award",
        description="A PDF with the badge inside, for its holder and the registrars of the body.",
        parameters=[AWARD],
        responses=_file("application/pdf", "The certificate."),
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The PDF."""
        found = self.certified(id)
        return _attached(certificates.issue(found), "application/pdf", f"certificate-{found.verification_code}.pdf")


class EarlierCertificate(CertifiedFile):
    """A certificate that was handed out before."""

    @extend_schema(
        operation_id="get_earlier_certificate",
        tags=TAGS,
        summary="A certificate that was handed out before",
        description="As it was; `list_certificates` has the ids.",
        parameters=[
            AWARD,
            OpenApiParameter("issued_id", int, OpenApiParameter.PATH, description="The certificate's id."),
        ],
        responses=_file("application/pdf", "The certificate."),
    )
    def get(self, request: Request, id: UUID, issued_id: int) -> HttpResponse:
        """The PDF."""
        found = self.certified(id)
        issued = one_of(certificates.earlier(found), pk=issued_id)
        name = f"certificate-{found.verification_code}.pdf"
        return _attached(certificates.made_again(issued), "application/pdf", name)


class BadgeForm(forms.Form):
    """In which form a badge is wanted."""

    form = forms.ChoiceField(required=False, choices=[(one, one) for one in BADGES])


class Badge(CertifiedFile):
    """The badge as the award stands now."""

    parameters = (
        OpenApiParameter(
            "form",
            str,
            enum=list(BADGES),
            description="By itself (`json`, also when left out), or as a picture that carries it.",
        ),
    )

    @extend_schema(
        operation_id="get_badge",
        tags=TAGS,
        summary="The badge of an award",
        description="The signed Open Badges 3.0 credential, for its holder and the registrars of the body.",
        parameters=[AWARD],
        responses={
            **{(200, kind): OpenApiResponse(OpenApiTypes.BINARY, "The badge.") for kind in BADGES.values()},
            (409, MEDIA_TYPE): REFUSED,
        },
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The badge."""
        asked = BadgeForm(request.query_params)
        found = self.certified(id)
        if not asked.is_valid():
            raise bad_form(asked)
        form: badges.Form | Literal["json"] = asked.cleaned_data["form"] or "json"
        made = badges.credential_of(found)
        made.award = found
        data = made.document if form == "json" else badges.image_of(made, form)
        return _attached(data, BADGES[form], f"badge-{found.verification_code}.{form}")


# -- Of many awards ----------------------------------------------------------------------------------------------------


ARCHIVES = CertificateArchive.objects.select_related("body").defer("wanted")


class ArchiveList(PrivateList):
    """Archives of a body, and a new one."""

    serializer_class = ArchiveSerializer
    queryset = CertificateArchive.objects.none()

    def get_queryset(self) -> QuerySet[CertificateArchive]:
        """Those that are kept."""
        body = body_kept(self.person, self.kwargs["body"])
        return ARCHIVES.filter(body=body).order_by("-asked_at", "pk")

    @extend_schema(
        operation_id="list_archives",
        tags=TAGS,
        summary="Archives of certificates of a body",
        description="For its registrars, latest first. An archive is kept for a day.",
        parameters=[BODY],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="ask_for_archive",
        tags=TAGS,
        summary="Ask for an archive of certificates",
        description=(
            f"The PDF and the badge of at most {archives.MOST} awards. A worker makes it; read it again to see how far it has"
            " come."
        ),
        parameters=[BODY],
        request=NewArchiveSerializer,
        responses={200: OpenApiResponse(ArchiveSerializer, "The archive.")},
        filters=False,
    )
    def post(self, request: Request, body: str) -> Response:
        """Note what is wanted, and call a worker."""
        found = body_kept(self.person, body)
        told = self.sent(NewArchiveSerializer)
        awards = Award.objects.filter(body=found, status=Award.Status.GRANTED, name__icontains=told.get("q", ""))
        awards = awards.in_state(AwardState(told["status"])) if "status" in told else awards
        awards = awards.filter(level__code=told["level"]) if "level" in told else awards
        wanted = list(awards.order_by("name", "pk").values_list("pk", flat=True))
        made = refused(lambda: archives.ask(body=found, actor=self.person, awards=wanted, reference=told["reference"]))
        transaction.on_commit(partial(make_certificates.delay, str(made.pk)))
        return Response(self.get_serializer(ARCHIVES.get(pk=made.pk)).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_archive",
        tags=TAGS,
        summary="How far an archive has come",
        description="For the registrars of its body.",
        parameters=[ARCHIVE],
    )
)
class ArchiveDetail(Private):
    """An archive."""

    serializer_class = ArchiveSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """How far it has come."""
        return Response(self.get_serializer(self.visible(ARCHIVES, KEEP, pk=id)).data)


class ArchiveFile(Private):
    """An archive as a file."""

    renderer_classes = FILES

    @extend_schema(
        operation_id="get_archive_file",
        tags=TAGS,
        summary="An archive as a ZIP file",
        description="For the registrars of its body, once it is done; until then the answer is 409.",
        parameters=[ARCHIVE],
        responses={
            (200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, "The archive."),
            (409, MEDIA_TYPE): REFUSED,
        },
    )
    def get(self, request: Request, id: UUID) -> StreamingHttpResponse:
        """The file, piece by piece."""
        found = self.visible(ARCHIVES, KEEP, pk=id)
        if found.status != CertificateArchive.Status.DONE:
            raise Problem("refused", _("This archive is not done. Read how far it has come."), HTTPStatus.CONFLICT)
        headers = {"Content-Disposition": f'attachment; filename="certificates-{found.body.slug}.zip"'}
        return StreamingHttpResponse(archives.zipped(found), content_type="application/zip", headers=headers)


# -- Whether one is genuine --------------------------------------------------------------------------------------------


@extend_schema_view(
    get=extend_schema(
        operation_id="get_certificate_standing",
        tags=TAGS,
        summary="How the award with a code stands",
        description="For everybody who has the code of a certificate. Codes that are not there are counted, as on the page.",
        parameters=[CODE],
    )
)
class CodeCheck(Open):
    """What everybody with a code is told."""

    serializer_class = CheckedAwardSerializer

    def get(self, request: Request, code: str) -> Response:
        """How it stands today."""
        if seconds := limits.seconds_left(request._request, "unknown_code"):
            raise exceptions.Throttled(seconds)
        awards = Award.objects.select_related("body", "level", "person")
        award = awards.filter(verification_code=read_code(code)).first()
        if award is None:
            limits.seconds_to_wait(request._request, "unknown_code")
            raise Problem("not-found", _("No certificate has this code."))
        response = Response(self.get_serializer(award).data)
        response.headers["Cache-Control"] = "no-store"
        return response


class WithSession(SessionAuthentication):
    """Who is signed in gets the rate of a person. Nothing is changed by a check, so no form of ours has to be proven."""

    def enforce_csrf(self, request: Request) -> None:
        """Nothing to enforce."""


class CheckSchema(LibrarySchema):
    """Adds what may be wrong with a file; there is no record here that could not be found."""

    def _get_response_bodies(self, direction: str = "response") -> dict[str, Any]:
        bodies = super()._get_response_bodies(direction)
        bodies.pop("404")
        for status, told in (("415", OTHER_TYPE), ("422", BAD_BODY), ("429", TOO_MANY)):
            bodies[status] = self._get_response_for_code(told, status, [MEDIA_TYPE])  # type: ignore[no-untyped-call]
        bodies["429"]["headers"] = RETRY_AFTER
        return bodies


class FileCheck(Open):
    """What can be said of a file."""

    http_method_names = ("post",)  # type: ignore[assignment]
    authentication_classes = (WithSession,)
    parser_classes = (MultiPartParser,)
    serializer_class = CheckedFileSerializer
    schema = CheckSchema()
    codes: ClassVar[Mapping[str, str]] = {"method_not_allowed": "wrong-method"}

    @extend_schema(
        operation_id="check_file",
        tags=TAGS,
        summary="Check a certificate or badge",
        description=(
            "For everybody: what the page “Check a certificate” says of a file. How the award stands is read from the register,"
            " never from the file. One address checks at most 20 files a minute."
        ),
        request={"multipart/form-data": FileSerializer},
        responses={200: OpenApiResponse(CheckedFileSerializer, "What can be said of it.")},
    )
    def post(self, request: Request) -> Response:
        """Read it, compare it and forget it."""
        if seconds := limits.seconds_to_wait(request._request, "check_file"):
            raise exceptions.Throttled(seconds)
        given = FileSerializer(data=request.data)
        if not given.is_valid():
            raise wrong_fields({name: [str(one) for one in said] for name, said in given.errors.items()})
        file = given.validated_data["file"]
        if file.size > MOST_BYTES:
            said = _("The file is larger than 2 MB, so it is no certificate or badge of ours.")
            raise wrong_fields({"file": [said]})
        return Response(self.get_serializer(check(file.read())).data)


urlpatterns = [
    path("awards/", MyAwards.as_view(), name="my-awards"),
    path("awards/<uuid:id>/certificates/", CertificateList.as_view(), name="award-certificates"),
    path("awards/<uuid:id>/certificates/<int:issued_id>/", EarlierCertificate.as_view(), name="earlier-certificate"),
    path("awards/<uuid:id>/certificate/", Certificate.as_view(), name="award-certificate"),
    path("awards/<uuid:id>/badge/", Badge.as_view(), name="award-badge"),
    path("archives/of/<slug:body>/", ArchiveList.as_view(), name="archives"),
    path("archives/<uuid:id>/", ArchiveDetail.as_view(), name="archive"),
    path("archives/<uuid:id>/certificates/", ArchiveFile.as_view(), name="archive-file"),
    path("certificates/<str:code>/", CodeCheck.as_view(), name="code-check"),
    path("check/", FileCheck.as_view(), name="file-check"),
]
