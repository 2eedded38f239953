"""The certificate of an award, as a PDF for the wall."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import segno
import typst
from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.accreditation.models import Award

TEMPLATE = Path(__file__).with_name("certificate.typ")


def verification_url(award: Award) -> str:
    """Where anybody can see whether the award stands."""
    return str(settings.SITE_URL) + reverse("register:verify", args=[award.verification_code])


def certificate_pdf(award: Award) -> bytes:
    """The certificate: tagged for screen readers (PDF/UA-1), and the same bytes whenever it is asked for while it stands so.

    An award that has ended by its date says so: what is printed today must not claim what is no longer true.

    Names and words reach the template as data, never as its source, so no character in them can mean anything to it.
    Only the fonts inside the wheel are used: the page looks the same on every machine.
    """
    url = verification_url(award)
    words = {
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
        "url": url,
        "qr": segno.make(url, error="m").svg_inline(border=0),
        "qr_alt": _("QR code of the verification page"),
    }
    pdf = typst.compile(
        TEMPLATE,
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"words": json.dumps(words)},
        pdf_standards=["ua-1"],
        timestamp=int(award.granted_at.timestamp()),
    )
    if not isinstance(pdf, bytes):  # a list would mean one file a page, which only images are made into
        raise TypeError(f"Typst gave {type(pdf).__name__} instead of a PDF.")
    return pdf


def _date(day: datetime.date) -> str:
    return date_format(day, "j F Y")
