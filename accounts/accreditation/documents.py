"""Documents that are attached to evidence: what is taken, under which name, and who has opened it."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

import filetype
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.accreditation.credentials.certificates import issued_as
from accounts.accreditation.deeds import hold
from accounts.accreditation.models import Document, Evidence
from accounts.audit.services import note_once, record
from accounts.models import User
from accounts.rules import require

MOST_BYTES = 5_000_000
MOST = 5
"""Documents of one piece of evidence."""
TOO_MANY = "most"
"""The code of the refusal of more."""
LONGEST_NAME = 100
SORTS = {"application/pdf": ("PDF", "pdf"), "image/jpeg": ("JPEG", "jpg", "jpeg"), "image/png": ("PNG", "png")}
"""What is taken: by media type, what people call it and how its name may end."""
# What makes a PDF a program, or closed to whoever opens it. A name may be written with #xx for any of its letters.
STREAM = re.compile(rb"\bstream\r?\n.*?\bendstream\b", re.DOTALL)
ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
PROGRAMS = re.compile(rb"/(?:JavaScript|JS|Launch|EmbeddedFile|RichMedia|XFA)\b")
ENCRYPTED = re.compile(rb"/Encrypt\b")


@dataclass(frozen=True)
class Checked:
    """A file that is taken: its name as it is shown, its media type and its content."""

    name: str
    sort: str
    data: bytes


def checked(name: str, data: bytes) -> Checked:
    """The file, if it is what its name says and nothing that runs. Raises ValidationError with what to do about it."""
    shown = cleaned(name)
    if not data:
        raise ValidationError(_("“%(name)s” is empty. Choose another file."), "empty", {"name": shown})
    if len(data) > MOST_BYTES:
        raise ValidationError(
            _("“%(name)s” is larger than 5 MB. Scan it again with fewer dots per inch, or split it."),
            "large",
            {"name": shown},
        )
    kind = filetype.guess(data)
    sort = kind.mime if kind is not None else ""
    if sort not in SORTS:
        raise ValidationError(
            _("“%(name)s” is not a PDF, a JPEG or a PNG. Save or scan it as one of these."), "sort", {"name": shown}
        )
    called, *endings = SORTS[sort]
    ending = PurePosixPath(shown).suffix.removeprefix(".").lower()
    if ending in {one for _called, *some in SORTS.values() for one in some} - set(endings):
        raise ValidationError(
            _(
                "“%(name)s” is not what its name says: it is a %(sort)s. Check that it is the right file, then rename it."
            ),
            "name",
            {"name": shown, "sort": called},
        )
    if sort == "application/pdf":
        _must_be_plain(shown, data)
    return Checked(shown if ending in endings else f"{shown}.{endings[0]}", sort, data)


def _must_be_plain(name: str, data: bytes) -> None:
    """Refuse what is easily seen to run something, or to be closed. Packed streams could say anything by chance.

    A certificate that we issued has its badge inside, and is known by its digest, byte for byte.
    """
    plain = ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), STREAM.sub(b"", data))
    if ENCRYPTED.search(plain):
        raise ValidationError(
            _("“%(name)s” is protected with a password. Save it without one, or print it to a new PDF."),
            "encrypted",
            {"name": name},
        )
    if PROGRAMS.search(plain) and issued_as(data) is None:
        raise ValidationError(
            _("“%(name)s” has a program or another file inside. Print it to a new PDF, and attach that."),
            "program",
            {"name": name},
        )


def cleaned(name: str) -> str:
    """The name of a file as it is shown: without folders, without signs that cannot be seen, and not too long."""
    last = re.split(r"[/\\]", name)[-1]
    plain = "".join(sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFC", last))
    plain = " ".join(plain.replace('"', "'").split()).strip(". ")
    path = PurePosixPath(plain or _("document"))
    return f"{path.stem[: LONGEST_NAME - len(path.suffix)]}{path.suffix}"[:LONGEST_NAME]


@transaction.atomic
def attach(*, evidence: Evidence, actor: User, files: Iterable[Checked]) -> list[Document]:
    """Attach all of these files or none. A file that the piece has already is not stored again."""
    require(actor, "accreditation.attach_document", evidence)
    hold(evidence.person_id)
    evidence.refresh_from_db()
    require(actor, "accreditation.attach_document", evidence)
    there = set(evidence.documents.values_list("digest", flat=True))
    new = {digest: one for one in files if (digest := hashlib.sha256(one.data).hexdigest()) not in there}
    if len(there) + len(new) > MOST:
        raise ValidationError(
            _("A piece of evidence has %(most)s documents at most. This one has %(there)s."),
            TOO_MANY,
            {"most": MOST, "there": len(there)},
        )
    made = [
        Document(
            evidence=evidence,
            name=one.name,
            sort=one.sort,
            size=len(one.data),
            digest=digest,
            data=one.data,
            added_by=actor,
        )
        for digest, one in new.items()
    ]
    Document.objects.bulk_create(made)
    if made:
        told = [{"document": one.pk, "name": one.name, "digest": one.digest} for one in made]
        data = {"reference": evidence.reference, "documents": told}
        record(actor=actor, verb="evidence.documented", target=evidence, body=evidence.body_id, data=data)
    return made


def documents_of(evidence: Evidence) -> QuerySet[Document]:
    """The documents of a piece, without their content."""
    return evidence.documents.defer("data").select_related("added_by")


def opened(document: Document, actor: User) -> None:
    """Note that somebody other than the person has opened it: once for a person, a document and an hour."""
    if actor.pk != document.evidence.person_id:
        told = {"evidence": str(document.evidence_id)}
        note_once(actor=actor, verb="document.opened", thing=(Document._meta.label, str(document.pk)), data=told)
