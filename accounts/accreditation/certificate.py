"""The certificate of an award, as a PDF for the wall."""

from __future__ import annotations

import base64
import datetime
import json
import struct
from pathlib import Path
from typing import Any

import segno
import typst
from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.accreditation.models import Award, CertificateDesign

TEMPLATE = Path(__file__).with_name("certificate.typ")
# Where a PNG file has its width and height.
SIZE = struct.Struct(">16xII")


def verification_url(award: Award) -> str:
    """Where anybody can see whether the award stands."""
    return str(settings.SITE_URL) + reverse("register:verify", args=[award.verification_code])


def certificate_pdf(award: Award, design: CertificateDesign | None = None, badge: str | None = None) -> bytes:
    """The certificate: tagged for screen readers (PDF/UA-1), and the same bytes whenever it is asked for while it stands so.

    design: the seal, words and signatures of the body. badge: the award's credential, which the file carries as an attachment.
    """
    return compiled(award, words_of(award, design, badge), design, badge)


def words_of(award: Award, design: CertificateDesign | None = None, badge: str | None = None) -> dict[str, Any]:
    """All that stands on it, in words.

    An award that has ended by its date says so: what is printed today must not claim what is no longer true.
    """
    words: dict[str, Any] = {
        "language": (get_language() or settings.LANGUAGE_CODE).split("-")[0],
        "title": _("Certificate of accreditation"),
        "body": award.body.name,
        "certifies": _("This is to certify that"),
        "name": award.name,
        "accredited": _("is accredited as"),
        "level": award.level.name,
        "granted": [_("Granted"), _date(award.valid_from)],
        "until": [_("Valid until") if award.is_in_force else _("Expired after"), _date(award.valid_until)],
        "code": [_("Verification code"), award.verification_code],
        "verify": _("Check whether this accreditation is still valid at"),
        "url": verification_url(award),
        "qr_alt": _("QR code of the verification page"),
    }
    if design is not None:
        words |= {
            "sentence": design.sentence,
            "seal_alt": _("Seal of %(body)s") % {"body": award.body.name},
            "signatories": [
                {"name": name, "office": office, "alt": _("Signature of %(name)s") % {"name": name}}
                for name, office in (
                    (design.first_name, design.first_office),
                    (design.second_name, design.second_office),
                )
                if name
            ],
        }
    if badge is not None:
        words["badge"] = _("Open Badges 3.0 credential of this certificate")
    return words


def compiled(award: Award, words: dict[str, Any], design: CertificateDesign | None, badge: str | None) -> bytes:
    """The file with these words, as `words_of` gave them some day.

    Names and words reach the template as data, never as its source, so no character in them can mean anything to it.
    Only the fonts inside the wheel are used: the page looks the same on every machine.
    """
    inputs = {"words": json.dumps(words | {"qr": segno.make(words["url"], error="m").svg_inline(border=0)})}
    if design is not None:
        signatures = [
            _drawn(picture)
            for name, picture in (
                (design.first_name, design.first_signature),
                (design.second_name, design.second_signature),
            )
            if name
        ]
        inputs["pictures"] = json.dumps({"seal": _drawn(design.seal), "signatures": signatures})
    if badge is not None:
        inputs["badge"] = badge
    pdf = typst.compile(
        TEMPLATE,
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs=inputs,
        pdf_standards=["ua-1"],
        timestamp=int(award.granted_at.timestamp()),
    )
    if not isinstance(pdf, bytes):  # a list would mean one file a page, which only images are made into
        raise TypeError(f"Typst gave {type(pdf).__name__} instead of a PDF.")
    return pdf


def _drawn(picture: bytes | memoryview) -> str | None:
    """A PNG file as an SVG that holds it: Typst takes no bytes from outside, and this is as text what is read fastest."""
    if not picture:
        return None
    width, height = SIZE.unpack_from(picture)
    held = base64.b64encode(picture).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{held}"/></svg>'
    )


def _date(day: datetime.date) -> str:
    return date_format(day, "j F Y")
