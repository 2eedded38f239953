"""Files from other systems: what they would bring, and storing it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Body
from exams.bank.api.base import Private, examined_body, wrong_fields
from exams.bank.api.serializers import ImportReportSerializer, UploadSerializer
from exams.bank.api.versions import TAGS
from exams.bank.interchange import imports
from exams.bank.interchange.forms import DefaultsForm
from exams.bank.interchange.item import BrokenUpload
from exams.bank.interchange.uploads import too_large
from exams.bank.rules import OPEN
from laws.api.problems import Problem


class Imports(Private):
    """A file is sent, and judged question by question."""

    room = OPEN
    parser_classes = (MultiPartParser,)
    serializer_class = ImportReportSerializer

    @extend_schema(
        operation_id="import_questions",
        tags=TAGS,
        summary="Import questions",
        description=(
            "A dry run unless `store` is true: lists each question in the file, what happens to it, and why. "
            "New questions are stored as drafts; of several versions of a question, only the latest. "
            "Questions that differ from the bank’s are reported, not stored."
        ),
        request={"multipart/form-data": UploadSerializer},
        responses={200: OpenApiResponse(ImportReportSerializer, "What the file brings.")},
    )
    def post(self, request: Request) -> Response:
        """Judge the file, and store what is new where that is wanted."""
        told = self.sent(UploadSerializer)
        if said := too_large(told["file"].size):
            raise Problem("too-large", said, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        body, defaults = self._defaults(told)
        action = imports.bring if told["store"] else imports.examine
        name = str(told["file"].name)
        try:
            report = action(body=body, actor=self.person, data=told["file"].read(), name=name, defaults=defaults)
        except BrokenUpload as broken:
            raise wrong_fields({"file": [str(broken)]}) from broken
        return Response(self.get_serializer(report).data)

    def _defaults(self, told: dict[str, Any]) -> tuple[Body, Any]:
        """As the page's form judges them; a body of others is no body here."""
        body = examined_body(self.person, told["body"])
        form = DefaultsForm({**told, "body": body.pk}, bodies=[body.pk])
        if not form.is_valid():
            raise wrong_fields({name: [str(one) for one in said] for name, said in form.errors.items()})
        return body, form.defaults()
