"""Certificates as they are handed out: with the body's design and the signed badge inside, and remembered by their digest."""

from __future__ import annotations

import datetime
import hashlib

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.accreditation.certificate import certificate_pdf, compiled, words_of
from accounts.accreditation.credentials.badges import Signer
from accounts.accreditation.models import Award, CertificateDesign, IssuedCertificate
from accounts.models import Body


def design_of(body: Body) -> CertificateDesign | None:
    """What the body puts on its certificates now; None where it has settled nothing."""
    return CertificateDesign.objects.filter(body=body).order_by("-number").first()


def issue(award: Award, signer: Signer | None = None, design: CertificateDesign | None = None) -> bytes:
    """The certificate of an award as it stands. Its digest is kept, so that the file can be told from a changed one.

    signer, design: those of the body, where they are at hand already; with a signer, no design means that there is none.
    """
    if signer is None:
        signer, design = Signer(award.body), design_of(award.body)
    credential = signer.credential_of(award)
    words = words_of(award, design, credential.document)
    made = compiled(award, words, design, credential.document)
    _remember(made, IssuedCertificate(award=award, design=design, credential=credential, words=words))
    return made


def made_again(issued: IssuedCertificate) -> bytes:
    """An earlier certificate as it was handed out.

    Where the program that sets it has changed since, it looks the same and is another file; that one is remembered, too.
    """
    badge = issued.credential.document if issued.credential else None
    made = compiled(issued.award, issued.words, issued.design, badge)
    _remember(
        made,
        IssuedCertificate(award=issued.award, design=issued.design, credential=issued.credential, words=issued.words),
    )
    return made


def _remember(made: bytes, row: IssuedCertificate) -> None:
    # The same file handed out twice at once is one row: the database decides.
    row.digest = digest_of(made)
    IssuedCertificate.objects.bulk_create([row], ignore_conflicts=True)


def digest_of(data: bytes) -> str:
    """The digest by which a file is known again."""
    return hashlib.sha256(data).hexdigest()


def issued_as(data: bytes) -> IssuedCertificate | None:
    """The certificate that this file is, byte for byte; None where we handed out none such."""
    found = IssuedCertificate.objects.select_related("award__body", "award__level", "award__person", "credential__key")
    return found.filter(digest=digest_of(data)).first()


def earlier(award: Award) -> QuerySet[IssuedCertificate]:
    """The certificates of an award that were handed out, the latest first."""
    return award.certificates.select_related("design", "credential").order_by("-issued_at", "-pk")


def plain_end(award: Award, data: bytes) -> datetime.date | None:
    """The end that stands on a certificate of this award from the time before digests were kept; None where it is none.

    Such a one had neither design nor badge. It is made again to see, for each end that the award has had, in force and expired.
    """
    digest = digest_of(data)
    for end in _ends(award):
        then = Award.objects.select_related("body", "level").get(pk=award.pk)
        then.valid_until = end
        words = words_of(then)
        for until in (_("Valid until"), _("Expired after")):
            if digest_of(compiled(then, words | {"until": [until, words["until"][1]]}, None, None)) == digest:
                return end
    return None


def _ends(award: Award) -> set[datetime.date]:
    told = [end for event in award.events.all() for end in (event.end_before, event.end_after) if end is not None]
    return {award.valid_until, *told}


def sample(body: Body, design: CertificateDesign | None) -> bytes:
    """A certificate of nobody, to look at a design. It has a code that no award has."""
    level = body.levels.order_by("order", "name").first() or body.levels.model(body=body, name=_("Club Director"))
    today = body.today()
    award = Award(
        body=body,
        name=_("Sample Name"),
        level=level,
        valid_from=today,
        valid_until=today.replace(year=today.year + 3, day=min(today.day, 28)),
        verification_code="00000-00000-00000-00000",
    )
    return certificate_pdf(award, design)
