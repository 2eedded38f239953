"""Checking the audit log: whether each entry says what it said when it was sealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Max, Min

from accounts.audit.models import AuditEntry

BATCH = 2000


@dataclass(frozen=True)
class Fault:
    """An entry that is not as it was written, by its number, and what is wrong with it."""

    entry: int
    what: str


def faults() -> Iterator[Fault]:
    """What is wrong with the log, as far as the log itself can tell.

    An entry that was taken out leaves no trace here: the numbers have gaps of their own, where an action was taken back. The
    exports tell (`accounts.audit.exports`).
    """
    first = AuditEntry.objects.exclude(seal="").aggregate(first=Min("pk"))["first"]
    if first is None:
        return
    for entry in AuditEntry.objects.filter(pk__gte=first).order_by("pk").iterator(chunk_size=BATCH):
        if not entry.seal:
            yield Fault(entry.pk, "has no seal, though earlier ones have")
        elif not entry.is_genuine:
            yield Fault(entry.pk, "was rewritten")
    repeated = AuditEntry.objects.exclude(seal="").values("seal").annotate(n=Count("pk"), last=Max("pk"))
    for row in repeated.filter(n__gt=1).order_by("last"):
        yield Fault(row["last"], "is a copy of another")


def unsealed() -> int:
    """How many entries are older than the seal."""
    first = AuditEntry.objects.exclude(seal="").aggregate(first=Min("pk"))["first"]
    older = AuditEntry.objects.all() if first is None else AuditEntry.objects.filter(pk__lt=first)
    return older.count()
