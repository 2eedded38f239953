"""Which format an uploaded file has, and every item in it."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache
from django.utils.translation import gettext as _

from accounts.models import User
from exams.bank.interchange import moodle, qti
from exams.bank.interchange.contents import Defaults
from exams.bank.interchange.item import BrokenItem, BrokenUpload, Found
from exams.bank.interchange.moodle import reader as moodle_reader
from exams.bank.interchange.qti import package as qti_package
from exams.bank.interchange.qti import reader as qti_reader
from exams.bank.interchange.xml import BrokenXml, Element, name_of, parse

LARGEST: Final = 25 * 1024 * 1024
"""Bytes of a file that is sent; our largest Moodle XML, of 2,000 questions, has about twenty million."""
MOST: Final = 2000
"""Questions of one file."""
_ZIP: Final = b"PK"


def too_large(size: int) -> str:
    """What is wrong with a file of so many bytes; nothing where it may be read."""
    return _("It is larger than %d MiB; split it.") % (LARGEST // 1024 // 1024) if size > LARGEST else ""


def items_in(data: bytes, name: str) -> tuple[str, list[Found]]:
    """The name of the format, and each item of the file. Raises BrokenUpload where nothing of it can be read.

    The format is told by what the file holds, not by how it is called.
    """
    if said := too_large(len(data)):
        raise BrokenUpload(said)
    if data.startswith(_ZIP):
        found = _bounded(qti_package.items_in_package(data))
        return qti.NAME, found
    try:
        root = parse(data)
    except BrokenXml as error:
        raise BrokenUpload(_("Send a QTI 3.0 package (zip), a QTI 3.0 item or Moodle XML. %s") % error) from error
    if name_of(root) == "quiz":
        found = _bounded(_moodle(root, name))
        if not found:
            raise BrokenUpload(_("It holds no question."))
        return moodle.NAME, found
    if name_of(root) in ("qti-assessment-item", "assessmentItem", "questestinterop"):
        return qti.NAME, [_single(data, name)]
    raise BrokenUpload(
        _("Send a QTI 3.0 package (zip), a QTI 3.0 item or Moodle XML; this file begins with <%s>.") % name_of(root)
    )


def _bounded(found: Iterator[Found]) -> list[Found]:
    rows: list[Found] = []
    for one in found:
        rows.append(one)
        if len(rows) > MOST:
            raise BrokenUpload(_("It has more than %d questions; split it.") % MOST)
    return rows


def _moodle(root: Element, name: str) -> Iterator[Found]:
    for number, question in enumerate(moodle_reader.questions(root), start=1):
        place = _("%(file)s, question %(number)d") % {"file": name, "number": number}
        title = moodle_reader.title_of(question)
        try:
            item = moodle_reader.item_in(question)
        except BrokenItem as error:
            yield Found(place, title, fault=str(error))
        else:
            yield Found(place, title or item.title, item)


def _single(data: bytes, name: str) -> Found:
    try:
        item = qti_reader.item_in(data)
    except BrokenItem as error:
        return Found(name, "", fault=str(error))
    return Found(name, item.title, item)


# --- Kept between the look at what it would bring and the word to store it: an hour, one a person ---------------------


KEPT_FOR: Final = 60 * 60
"""Seconds."""


@dataclass(frozen=True)
class Upload:
    """A file that somebody has sent, for which body and with which defaults; `packed` is the file, compressed."""

    token: str
    body: UUID
    name: str
    packed: bytes
    defaults: Defaults

    @property
    def data(self) -> bytes:
        """The file."""
        return zlib.decompress(self.packed)


def keep(user: User, *, body: UUID, name: str, data: bytes, defaults: Defaults) -> str:
    """Keep an upload in place of the person's last one; the token names it."""
    upload = Upload(secrets.token_urlsafe(16), body, name, zlib.compress(data, 1), defaults)
    cache.set(_key(user), upload, KEPT_FOR)
    return upload.token


def kept(user: User, token: str) -> Upload | None:
    """The upload of this token, if it is still there."""
    found: Any = cache.get(_key(user))
    # As bytes: of texts only ASCII is compared.
    fits = isinstance(found, Upload) and secrets.compare_digest(found.token.encode(), token.encode(errors="replace"))
    return found if fits else None


def drop(user: User) -> None:
    """Keep it no longer."""
    cache.delete(_key(user))


def _key(user: User) -> str:
    # Another name than when an upload was of another class: what was kept then cannot be read any more, and is sent again.
    return f"bank-upload-{user.pk}"
