"""What a body puts on its certificates: kept in versions, each checked by what will print it."""

from __future__ import annotations

import json
from dataclasses import dataclass

import filetype
import typst
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.accreditation.certificate import SIZE
from accounts.accreditation.credentials.certificates import design_of
from accounts.accreditation.models import CertificateDesign
from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from accounts.services import required_reason

KEEP = "accreditation.keep_certificates"
MOST_BYTES = 200_000
SMALLEST, LARGEST = 40, 2_000
TEXTS = ("sentence", "first_name", "first_office", "second_name", "second_office")
PICTURES = ("seal", "first_signature", "second_signature")


@dataclass(frozen=True)
class Design:
    """What is to be on certificates: texts and pictures (PNG, checked; empty for none), by the names of the model's fields."""

    texts: dict[str, str]
    pictures: dict[str, bytes]

    def row(self, body: Body) -> CertificateDesign:
        """As a row that is not stored."""
        return CertificateDesign(body=body, **self.texts, **self.pictures)


def checked_picture(data: bytes) -> bytes:
    """The picture, if it is a PNG file that can be printed; else a ValidationError that says what to do.

    It is told by its content, and by its told size before anything is unpacked: a small file can unfold to gigabytes.
    """
    if len(data) > MOST_BYTES:
        raise ValidationError(_("The picture is larger than 200 kB. Save it smaller."), "large")
    if filetype.guess_mime(data) != "image/png" or len(data) < SIZE.size:
        raise ValidationError(_("This is not a PNG file. Save the picture as PNG."), "type")
    width, height = SIZE.unpack_from(data)
    if max(width, height) > LARGEST:
        raise ValidationError(_("The picture is more than 2,000 points wide or high. Save it smaller."), "wide")
    if min(width, height) < SMALLEST:
        raise ValidationError(_("The picture is less than 40 points wide or high. It would look coarse."), "tiny")
    try:
        typst.compile(
            b'#set page(width: auto, height: auto)\n#image(bytes(json(bytes(sys.inputs.it))), format: "png")',
            format="pdf",
            sys_inputs={"it": json.dumps(list(data))},
            ignore_system_fonts=True,
        )
    except typst.TypstError as broken:
        raise ValidationError(_("The picture is broken. Open it, and save it as PNG again."), "broken") from broken
    return data


@transaction.atomic
def settle(*, body: Body, actor: User, design: Design, reason: str) -> CertificateDesign:
    """Put this on certificates from now on. What is the same already is not stored again."""
    require(actor, KEEP, body)
    reason = required_reason(reason)
    Body.objects.select_for_update(no_key=True).values_list("pk").get(pk=body.pk)
    last = design_of(body)
    if last is not None and _same(last, design):
        return last
    made = design.row(body)
    made.number, made.made_by = (last.number if last else 0) + 1, actor
    made.save(force_insert=True)
    said = design.texts | {name: bool(picture) for name, picture in design.pictures.items()}
    record(actor=actor, verb="certificate_design.changed", target=made, body=body, reason=reason, data=said)
    return made


def _same(last: CertificateDesign, design: Design) -> bool:
    return all(getattr(last, name) == text for name, text in design.texts.items()) and all(
        bytes(getattr(last, name)) == picture for name, picture in design.pictures.items()
    )
