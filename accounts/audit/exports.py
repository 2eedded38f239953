"""The audit log outside the database: a file a day that is never written again, and the comparison with it.

A line for each entry, with its number and the SHA-256 of what it says; where the entry holds the digest of an attempt,
that too, to be read by people. The last line counts them, names the SHA-256 of the file before, and seals the whole. The
seal shows that a file is ours; what the files show of the database needs no key, so that they tell even on whoever has it.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog
from django.db.models import Max
from django.utils import timezone

from accounts.audit import seals
from accounts.audit.models import AuditEntry

log = structlog.get_logger(__name__)

NAME = re.compile(r"audit-(?P<first>\d{12})-(?P<last>\d{12})\.jsonl")
# Entries get their numbers before they are stored: what is younger than this may still be joined by one with a smaller number.
SETTLED = dt.timedelta(minutes=10)
BATCH = 2000


class Shorter(Exception):
    """The log ends before the last entry that was exported: another database, or an earlier state of it."""


@dataclass(frozen=True)
class Exported:
    """A file of the export: the numbers of its first and last entry."""

    path: Path
    first: int
    last: int


def files(folder: Path) -> list[Exported]:
    """The exports in a folder, the earliest first."""
    found = [(path, NAME.fullmatch(path.name)) for path in folder.glob("audit-*.jsonl")]
    known = [Exported(path, int(named["first"]), int(named["last"])) for path, named in found if named]
    return sorted(known, key=lambda one: (one.first, one.last))


def export(folder: Path) -> Exported | None:
    """Write what has been added since the last export to a new file; None if there is nothing.

    A file appears whole or not at all, under a name that no later one can take. Two exports at once write one.
    """
    folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    before = files(folder)
    done = before[-1].last if before else 0
    newest = AuditEntry.objects.aggregate(last=Max("pk"))["last"] or 0
    if newest < done:
        raise Shorter(f"The audit log ends with entry {newest}, and {before[-1].path.name} with entry {done}.")
    settled = AuditEntry.objects.filter(pk__gt=done, at__lte=timezone.now() - SETTLED)
    last = settled.aggregate(last=Max("pk"))["last"]
    if last is None:
        return None
    written = Exported(folder / f"audit-{done + 1:012}-{last:012}.jsonl", done + 1, last)
    previous = _sha256(before[-1].path) if before else ""
    handle, name = tempfile.mkstemp(dir=folder, prefix=".draft-")
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            digest, entries = hashlib.sha256(), 0
            for entry in _entries(written):
                line = json.dumps(_told(entry), ensure_ascii=False).encode() + b"\n"
                digest.update(line)
                file.write(line)
                entries += 1
            end = {"entries": entries, "previous": previous, "sha256": digest.hexdigest()}
            file.write(json.dumps({**end, "seal": seals.seal(end)}).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(0o440)
        try:
            written.path.hardlink_to(draft)
        except FileExistsError:
            return None
    finally:
        draft.unlink()
    log.info("audit_log_exported", file=written.path.name, entries=entries, sha256=_sha256(written.path))
    return written


def compare(folder: Path) -> Iterator[str]:
    """What differs between the database and the exports in a folder, and what is wrong with the exports; a line each."""
    before: Exported | None = None
    for file in files(folder):
        if before is not None and file.first != before.last + 1:
            yield f"{file.path.name}: does not follow {before.path.name}; files are missing or were inserted"
        yield from _compared(file, before)
        before = file
    newest = AuditEntry.objects.aggregate(last=Max("pk"))["last"] or 0
    if before is not None and newest < before.last:
        yield f"The audit log ends with entry {newest}, and {before.path.name} with entry {before.last}"


def _compared(file: Exported, before: Exported | None) -> Iterator[str]:
    *lines, end = file.path.read_bytes().splitlines(keepends=True) or [b""]
    try:
        told = {one["entry"]: one for one in map(json.loads, lines)}
        stated = json.loads(end)
        stored = stated.pop("seal")
    except (ValueError, KeyError, TypeError):
        yield f"{file.path.name}: cannot be read; it was changed"
        return
    if stated != {**stated, "entries": len(lines), "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}:
        yield f"{file.path.name}: was changed"
    elif not seals.fits(stated, stored):
        yield f"{file.path.name}: its seal was made with a key that is not known here"
    if before is not None and stated.get("previous") != _sha256(before.path):
        yield f"{file.path.name}: {before.path.name} was different when this was written"
    held = set()
    for entry in _entries(file):
        held.add(entry.pk)
        if entry.pk not in told:
            yield f"entry {entry.pk}: was inserted after the export"
        elif told[entry.pk]["sha256"] != seals.fingerprint(entry.record()):
            yield f"entry {entry.pk}: differs from when it was exported{_digest(told[entry.pk])}"
    for number in sorted(told.keys() - held):
        yield f"entry {number}: was removed after the export{_digest(told[number])}"


def _entries(file: Exported) -> Iterator[AuditEntry]:
    return AuditEntry.objects.filter(pk__range=(file.first, file.last)).order_by("pk").iterator(chunk_size=BATCH)


def _told(entry: AuditEntry) -> dict[str, Any]:
    """The line of an entry. Who did what is in the database alone, but for the digest by which a receipt is known."""
    line: dict[str, Any] = {"entry": entry.pk, "sha256": seals.fingerprint(entry.record())}
    if "digest" in entry.data:
        line |= {"target": entry.target_id, "digest": entry.data["digest"]}
    return line


def _digest(line: dict[str, Any]) -> str:
    return f" (of {line['target']}, digest {line['digest']})" if "digest" in line else ""


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
