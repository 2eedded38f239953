"""The certificates and badges of many awards at once: made by a worker, watched by a person, downloaded as one archive."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.core.exceptions import ValidationError
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.accreditation.credentials import certificates
from accounts.accreditation.credentials.badges import Signer
from accounts.accreditation.models import ArchivedFile, Award, CertificateArchive, CertificateDesign
from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require

Status = CertificateArchive.Status
MOST = 1_000
LOST_AFTER = dt.timedelta(minutes=2)
"""A run that has not moved for so long has lost its worker."""
KEPT_FOR = dt.timedelta(days=1)


@transaction.atomic
def ask(*, body: Body, actor: User, awards: Sequence[uuid.UUID], reference: uuid.UUID) -> CertificateArchive:
    """Note which certificates are wanted; the caller hands the run to a worker once this is committed.

    reference: of the form, which asks once however often it is sent.
    """
    require(actor, "accreditation.keep_register", body)
    if not awards:
        raise ValidationError(_("None of these awards has a certificate."), "none")
    if len(awards) > MOST:
        raise ValidationError(
            _("%(n)s certificates are too many for one archive. Narrow the list to %(most)s at most."),
            "many",
            {"n": len(awards), "most": MOST},
        )
    made, is_new = CertificateArchive.objects.get_or_create(
        reference=reference,
        defaults={"body": body, "asked_by": actor, "wanted": [str(one) for one in awards], "total": len(awards)},
    )
    require(actor, "accreditation.keep_register", made)
    if is_new:
        record(actor=actor, verb="certificates.archived", target=made, body=body, data={"awards": len(awards)})
    return made


def run(archive_id: uuid.UUID) -> None:
    """Make the files. Delivered twice, or to two workers at once, only one of them works; killed, it goes on where it was."""
    archive = _claim(archive_id)
    if archive is None:
        return
    try:
        _make(archive)
    except (OperationalError, InterfaceError):
        # The database is gone, not the certificates wrong: the run is taken up again.
        raise
    except Exception as error:
        _move(archive, status=Status.FAILED, error=str(error) or type(error).__name__)
        raise
    _move(archive, status=Status.DONE, error="")


def _claim(archive_id: uuid.UUID) -> CertificateArchive | None:
    with transaction.atomic():
        found = CertificateArchive.objects.select_for_update(of=("self",)).select_related("body").filter(pk=archive_id)
        archive = found.first()
        if archive is None or archive.finished:
            return None
        if archive.status == Status.RUNNING and archive.moved_at > timezone.now() - LOST_AFTER:
            return None
        _move(archive, status=Status.RUNNING)
    return archive


def _make(archive: CertificateArchive) -> None:
    signer, design = Signer(archive.body), certificates.design_of(archive.body)
    for place in range(archive.done, archive.total):
        found = Award.objects.select_related("level", "person").filter(body=archive.body, pk=archive.wanted[place])
        award = found.first()
        with transaction.atomic():
            # What was suspended or ended since it was asked for gets no certificate, as on its own page.
            left_out = award is None or award.status != Award.Status.GRANTED
            if award is not None and not left_out:
                award.body = archive.body
                _store(archive, award, signer, design)
            _move(archive, done=place + 1, left_out=F("left_out") + int(left_out))


def _store(archive: CertificateArchive, award: Award, signer: Signer, design: CertificateDesign | None) -> None:
    pdf = certificates.issue(award, signer, design)
    # The same credential that the certificate has just been given.
    badge = signer.credential_of(award).document.encode()
    name = f"{slugify(award.name, allow_unicode=True) or 'director'}-{award.verification_code}"
    files = [ArchivedFile(archive=archive, award=award, name=name + end, data=data) for end, data in
             ((".pdf", pdf), (".json", badge))]  # fmt: skip
    ArchivedFile.objects.bulk_create(files)


def _move(archive: CertificateArchive, **values: object) -> None:
    CertificateArchive.objects.filter(pk=archive.pk).update(moved_at=timezone.now(), **values)


def lost() -> list[uuid.UUID]:
    """The runs that wait or stand still with no worker, to be handed out again."""
    still = CertificateArchive.objects.filter(status__in=[Status.QUEUED, Status.RUNNING])
    return list(still.filter(moved_at__lt=timezone.now() - LOST_AFTER).values_list("pk", flat=True))


def forget() -> None:
    """Delete the archives that nobody should still want: each can be made again."""
    CertificateArchive.objects.filter(asked_at__lt=timezone.now() - KEPT_FOR).delete()


# --- The archive as one file ------------------------------------------------------------------------------------------


class _Pipe:
    """What a ZipFile is written into: it keeps what has not been sent yet, and cannot go back."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        """Take it."""
        self.parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits anywhere."""

    def taken(self) -> bytes:
        """What was written since the last time."""
        parts, self.parts = self.parts, []
        return b"".join(parts)


def zipped(archive: CertificateArchive) -> Iterator[bytes]:
    """The archive as a ZIP file, piece by piece: a thousand certificates are more than should be held in memory."""
    pipe, at = _Pipe(), archive.asked_at.astimezone(archive.body.zone)
    with ZipFile(pipe, "w", ZIP_DEFLATED) as packed:  # type: ignore[call-overload]
        for one in archive.files.order_by("name").iterator(chunk_size=20):
            packed.writestr(ZipInfo(one.name, at.timetuple()[:6]), bytes(one.data), ZIP_DEFLATED)
            yield pipe.taken()
    yield pipe.taken()
