"""Which format an uploaded file has, and every item in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from exams.bank.interchange import moodle, qti
from exams.bank.interchange.found import Found
from exams.bank.interchange.moodle import reading as moodle_reading
from exams.bank.interchange.problems import BrokenItem, BrokenUpload
from exams.bank.interchange.qti import reading as qti_reading
from exams.bank.interchange.qti import unpacking as qti_unpacking
from exams.bank.interchange.xml import BrokenXml, Element, name_of, parse

LARGEST: Final = 25 * 1024 * 1024
"""Bytes of a file that is sent; our largest Moodle XML, of 2,000 questions, has about twenty million."""
MOST: Final = 2000
"""Questions of one file."""
_ZIP: Final = b"PK"


def too_large(size: int) -> str:
    """What is wrong with a file of so many bytes; nothing where it may be read."""
    return _("It is larger than %d MiB; divide it.") % (LARGEST // 1024 // 1024) if size > LARGEST else ""


def items_in(data: bytes, name: str) -> tuple[str, list[Found]]:
    """The name of the format, and each item of the file. Raises BrokenUpload where nothing of it can be read.

    The format is told by what the file holds, not by how it is called.
    """
    if said := too_large(len(data)):
        raise BrokenUpload(said)
    if data.startswith(_ZIP):
        found = _bounded(qti_unpacking.package(data))
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
            raise BrokenUpload(_("It holds more than %d questions; divide it.") % MOST)
    return rows


def _moodle(root: Element, name: str) -> Iterator[Found]:
    for number, question in enumerate(moodle_reading.questions(root), start=1):
        place = _("%(file)s, question %(number)d") % {"file": name, "number": number}
        title = moodle_reading.title_of(question)
        try:
            item = moodle_reading.item_in(question)
        except BrokenItem as error:
            yield Found(place, title, fault=str(error))
        else:
            yield Found(place, title or item.title, item)


def _single(data: bytes, name: str) -> Found:
    try:
        item = qti_reading.item_in(data)
    except BrokenItem as error:
        return Found(name, "", fault=str(error))
    return Found(name, item.title, item)
