"""Whether what is stored of an attempt is what was saved: by its chain of events, and by its seal in the audit log.

The chain of events needs no secret, so that a candidate can recompute it; for the same reason whoever may rewrite the
tables can rewrite the whole chain and its digest. The entry of the audit log that notes the closing holds the digest
under a seal that needs a key from outside the database, and cannot be rewritten with it.
"""

from __future__ import annotations

import datetime as dt
import enum
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max, Min

from accounts.audit import seals
from accounts.audit.models import AuditEntry
from accounts.audit.services import record
from accounts.models import User
from exams.sittings.models import Attempt, PendingDraft

# --- The seal in the audit log ----------------------------------------------------------------------------------------


CLOSED, SEALED_LATER = "attempt.closed", "attempt.sealed"


class Seal(enum.StrEnum):
    """What the audit log says of an attempt."""

    NONE = "none"
    """It runs, and was never closed."""
    HOLDS = "holds"
    """It was closed as it is stored, by a genuine entry."""
    UNSEALED = "unsealed"
    """It was closed as it is stored, by an entry from before there were seals: anybody with the tables could have made it."""
    BROKEN = "broken"
    """It is stored otherwise than it was closed, or the entry is gone or not genuine."""


@dataclass(frozen=True)
class Sealed:
    """What the audit log says of one attempt: how it fits, and the digest with which it was closed ("" if unknown)."""

    seal: Seal
    digest: str = ""
    why: str = ""


def what_counts_of(attempt: Attempt) -> dict[str, Any]:
    """The facts of a closed attempt that its result rests on: whose it is, the end of its chain, when and how it ended."""
    return {
        "how": str(attempt.closed_how),
        "digest": attempt.digest,
        "sequence": attempt.sequence,
        "closed_at": seals.moment(attempt.submitted_at) if attempt.submitted_at else "",
        "entry": str(attempt.entry_id),
        "sitting": str(attempt.entry.sitting_id),
        "person": str(attempt.entry.person_id),
    }


def sealed(attempt: Attempt) -> Sealed:
    """Compare an attempt with the audit log.

    1. One that was never noted as closed must run, and one that was must be closed: nothing opens an attempt again.
    2. Each genuine entry has to fit what is stored, as far as it goes: those before the seal hold less.
    3. Entries without a seal are told, not called broken, as long as they can be from the time before the seal.
    """
    target = {"target_type": Attempt._meta.label, "target_id": str(attempt.pk)}
    entries = list(AuditEntry.objects.filter(**target, verb__in=[CLOSED, SEALED_LATER]).order_by("pk"))
    if not attempt.is_closed:
        return Sealed(Seal.BROKEN, why="closed once and open again") if entries else Sealed(Seal.NONE)
    if not any(entry.verb == CLOSED for entry in entries):
        return Sealed(Seal.BROKEN, why="its closing is not in the audit log")
    under_seal = [entry for entry in entries if entry.seal]
    if any(not entry.is_genuine for entry in under_seal):
        return Sealed(Seal.BROKEN, why="its entry in the audit log was rewritten")
    # The digest as it was sealed stays the right one, whatever is stored by now.
    digest = next((str(entry.data["digest"]) for entry in under_seal), "")
    facts = what_counts_of(attempt)
    for entry in entries:
        wrong = [name for name in facts if name in entry.data and entry.data[name] != facts[name]]
        if wrong:
            return Sealed(Seal.BROKEN, digest, why=f"closed with another {wrong[0].replace('_', ' ')}")
    if under_seal:
        return Sealed(Seal.HOLDS, digest)
    if not _may_be_unsealed(attempt, entries):
        return Sealed(Seal.BROKEN, why="its entry in the audit log has lost its seal")
    return Sealed(Seal.UNSEALED)


def _may_be_unsealed(attempt: Attempt, entries: list[AuditEntry]) -> bool:
    """Whether there was no seal yet when these were written, and nobody has sealed since what was closed by then."""
    since = AuditEntry.objects.exclude(seal="").aggregate(first=Min("pk"), at=Min("at"))
    if AuditEntry.objects.exclude(seal="").filter(verb=SEALED_LATER).exists():
        return False
    if since["first"] is None:
        return True
    in_time = attempt.submitted_at is None or attempt.submitted_at <= since["at"]
    return in_time and all(entry.pk < since["first"] for entry in entries)


@transaction.atomic
def seal_what_is_not(*, actor: User | None, reason: str) -> tuple[int, list[Attempt]]:
    """Seal what was closed before there were seals, on record; how many, and those that are broken and so are not.

    From then on an attempt without a seal is a broken one.
    """
    done, broken = 0, []
    waiting = []
    for attempt in Attempt.objects.with_sitting().exclude(submitted_at=None).order_by("submitted_at", "pk").iterator():
        match sealed(attempt).seal:
            case Seal.UNSEALED:
                waiting.append(attempt)
            case Seal.BROKEN:
                broken.append(attempt)
    for attempt in waiting:
        record(
            actor=actor,
            verb=SEALED_LATER,
            target=attempt,
            body=attempt.body_id,
            reason=reason,
            data=what_counts_of(attempt),
        )
        done += 1
    return done, broken


def gone() -> list[str]:
    """The ids of attempts that the audit log has seen closed and that are not stored any more."""
    noted = AuditEntry.objects.filter(target_type=Attempt._meta.label, verb=CLOSED)
    known = {str(pk) for pk in Attempt.objects.values_list("pk", flat=True)}
    rows = noted.values("target_id").annotate(last=Max("pk")).order_by("last")
    return [row["target_id"] for row in rows if row["target_id"] not in known]


# --- The chain of events ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChainCheck:
    """What a check of an attempt found: `broken_at` is the sequence of the first event that does not fit the others,
    `sealed` what the audit log says of the whole.
    """

    events: int
    digest: str
    broken_at: int | None
    sealed: Sealed

    @property
    def holds(self) -> bool:
        """Whether nothing was changed, added, taken out or put elsewhere."""
        return self.broken_at is None and self.sealed.seal != Seal.BROKEN


def verify_chain(attempt: Attempt) -> ChainCheck:
    """Recompute the chain of an attempt's events from its start and compare it with what is stored.

    An event cut off at the end breaks no link; the attempt's own digest and sequence tell, and the break is then
    after the last event. Events that fit each other are compared with the answers, which are what pages show: there
    the break is at the first number of which the two tell different things.

    A draft that is still being typed is no event yet, but has taken the last number. Once the attempt is closed there
    is none: one found then is a break at its number.

    All of this could be rewritten so that it fits itself; what counts of a closed attempt is under a seal as well, in the
    audit log (`exams.sittings.verification`).
    """
    digest, sequence, count = attempt.first_link(), 0, 0
    broken_at: int | None = None
    told: dict[int, tuple[int, str | None, bool, dt.datetime]] = {}
    for event in attempt.events.order_by("sequence").iterator():
        count += 1
        if broken_at is None and (event.previous_hash != digest or event.computed_hash() != event.hash):
            broken_at = event.sequence
        digest, sequence = event.hash, event.sequence
        told[event.paper_question_id] = (event.sequence, event.answer, event.flagged, event.at)
    pending = PendingDraft.objects.filter(attempt=attempt).values_list("sequence", flat=True).first()
    if broken_at is None and pending is not None and (attempt.is_closed or pending <= sequence):
        broken_at = pending
    if broken_at is None and (digest, pending or sequence) != (attempt.digest, attempt.sequence):
        broken_at = sequence + 1
    if broken_at is None:
        rows = attempt.answers.values_list("paper_question_id", "sequence", "answer", "flagged", "saved_at")
        stored = {question: (number, answer, flagged, at) for question, number, answer, flagged, at in rows}
        broken_at = min((answer[0] for _question, answer in told.items() ^ stored.items()), default=None)
    return ChainCheck(events=count, digest=digest, broken_at=broken_at, sealed=sealed(attempt))
