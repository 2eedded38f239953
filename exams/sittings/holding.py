"""The one lock of a sitting.

What is locked: the sitting's row. Who takes it: who changes the sitting (times, pauses, voiding), entries (places and numbers
are counted in it) and starts (which must not slip in while all clocks are being stopped). It is taken before any attempt's
lock (`exams.sittings.locking`), so that no two wait for each other; and it lets rows be written that only point to the
sitting, as the log of the room does with every save.
"""

from __future__ import annotations

import uuid

from exams.sittings.models import Sitting


def locked_sitting(sitting_id: uuid.UUID) -> Sitting:
    """The sitting as it is now, with its paper and body, nobody else's to change until the transaction ends."""
    held = Sitting.objects.select_for_update(of=("self",), no_key=True)
    return held.select_related("body", "paper__blueprint").get(pk=sitting_id)
