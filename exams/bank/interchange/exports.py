"""Versions of the bank as a file for another system, noted in the audit log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from exams.bank.exports import taken_out
from exams.bank.interchange.item import Item, item_of
from exams.bank.interchange.moodle.writer import quiz_xml
from exams.bank.interchange.qti.package import package
from exams.bank.models import QuestionVersionQuerySet


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
    """These versions in a format. Raises TooMany."""
    versions = taken_out(actor=actor, found=found, format=form.file)
    return form.write([item_of(version.content, version.number) for version in versions])
