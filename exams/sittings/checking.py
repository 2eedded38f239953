"""Checking the chain of an attempt: whether what is stored is what was saved."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from exams.sittings.models import Attempt, PendingDraft
from exams.sittings.sealed import Seal, Sealed, sealed


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
    audit log (`exams.sittings.sealed`).
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
