"""Versions of the bank as a file for another system, noted in the audit log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.audit.services import record
from accounts.models import Body, User
from exams.bank.exporting import MOST, TooMany
from exams.bank.interchange.item import Item, item_of
from exams.bank.interchange.moodle.writing import quiz_xml
from exams.bank.interchange.qti.packing import package
from exams.bank.models import QuestionVersion, QuestionVersionQuerySet


@dataclass(frozen=True)
class Format:
    """A format that questions can leave in."""

    name: str | Promise
    file: str
    media_type: str
    write: Callable[[Sequence[Item]], bytes]


FORMATS: Final = {
    "qti": Format(_("QTI 3.0 package"), "questions-qti.zip", "application/zip", package),
    "moodle": Format(_("Moodle XML"), "questions-moodle.xml", "application/xml", quiz_xml),
}


@transaction.atomic
def exported_as(form: Format, *, actor: User, found: QuestionVersionQuerySet) -> bytes:
    """These versions in a format, the oldest first; that they left the bank is noted for each body they are of.

    Raises TooMany for more than one file may hold.
    """
    versions: list[QuestionVersion] = list(found.only("body_id", "content").order_by("created_at", "pk")[: MOST + 1])
    if len(versions) > MOST:
        raise TooMany(_("One file holds %(most)d questions; narrow the list down.") % {"most": MOST})
    taken: Counter[UUID] = Counter(version.body_id for version in versions)
    for body in Body.objects.filter(pk__in=taken):
        data = {"questions": taken[body.pk], "format": form.file}
        record(actor=actor, verb="question.exported", target=body, body=body, data=data)
    return form.write([item_of(version.content) for version in versions])
