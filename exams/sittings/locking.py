"""The one lock of an attempt.

What is locked: the attempt's row. Who takes it: every function that writes an attempt, an answer or an event (saving,
closing, pauses and breaks, extra minutes, another machine, marking). Why: a save reads the last sequence and hash,
decides, and writes the next; two saves that read the same ones would both be accepted and fork the chain.
"""

from __future__ import annotations

import uuid

from accounts.models import User
from exams.sittings.models import Attempt


def locked(attempt_id: uuid.UUID) -> Attempt:
    """The attempt with its sitting, nobody else's to write until the transaction ends.

    What is being typed (`pending`) is not joined to it: who has waited for the lock gets the attempt's row as it is by then,
    but what was joined as it was before. Read afterwards, by a statement of its own, it is what the lock protects.

    Raises Attempt.DoesNotExist.
    """
    # Its key never changes, so rows that point to it, as events of the room, may be written by others meanwhile.
    held = Attempt.objects.with_sitting().select_for_update(of=("self",), no_key=True)
    return held.get(pk=attempt_id)


def locked_own(attempt_id: uuid.UUID, person: User) -> Attempt:
    """The same for the candidate's own deeds. Of another's attempt nobody learns that it exists: Attempt.DoesNotExist."""
    attempt = locked(attempt_id)
    if attempt.entry.person_id != person.pk:
        raise Attempt.DoesNotExist
    return attempt
