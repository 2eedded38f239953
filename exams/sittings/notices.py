"""What candidates are told by mail about their entry and their sitting. Called in the transaction of the action."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.letters.services import address, send, send_all
from accounts.models import User
from exams.sittings.models import Attempt, Entry, Sitting

# So long before a sitting opens its candidates are reminded.
AHEAD = dt.timedelta(hours=24)


def entered(entry: Entry, sitting: Sitting, *, time: str) -> None:
    """The entry is there: it counts, or waits for approval. `time` tells this entering from an earlier one."""
    template = "entry_approved" if entry.is_approved else "entry_received"
    _tell(entry, sitting, template, once=f"entry.made:{entry.pk}:{time}")


def decided(entry: Entry, sitting: Sitting, *, time: str) -> None:
    """The entry was approved or refused. `time` tells this decision from an earlier one."""
    template = "entry_approved" if entry.is_approved else "entry_refused"
    _tell(entry, sitting, template, once=f"entry.decided:{entry.pk}:{time}")


def moved(sitting: Sitting, *, change: str) -> None:
    """Time or place of the sitting changed; `change` tells this change from others."""
    _tell_all(sitting, _in(sitting), "moved", once=f"sitting.moved:{sitting.pk}:{change}")


def voided(sitting: Sitting) -> None:
    """The sitting does not take place, or counts for nothing."""
    _tell_all(sitting, _in(sitting), "void", once=f"sitting.void:{sitting.pk}")


def ended(sitting: Sitting) -> None:
    """The sitting was ended before its close; whoever has not started it, cannot any more."""
    _tell_all(sitting, _in(sitting).filter(attempt=None), "ended", once=f"sitting.ended:{sitting.pk}")


def attempt_voided(attempt: Attempt, reason: str) -> None:
    """This candidate's attempt counts for nothing."""
    context = {"reason": reason}
    _tell(attempt.entry, attempt.sitting, "attempt_void", once=f"attempt.void:{attempt.pk}", **context)


def remind() -> int:
    """Remind those entered of the sittings that open within a day, once a sitting; returns of how many sittings.

    Each in a transaction of its own with the mark that it was done, passing over one that another worker is at.
    """
    now = timezone.now()
    due = Sitting.objects.filter(
        reminded_at=None, voided_at=None, opens_at__gt=now, opens_at__lte=now + AHEAD
    ).values_list("pk", flat=True)
    return sum(_remind(sitting_id) for sitting_id in list(due))


@transaction.atomic
def _remind(sitting_id: Any) -> bool:
    rows = Sitting.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    sitting = rows.select_related("body", "paper").filter(pk=sitting_id, reminded_at=None, voided_at=None).first()
    if sitting is None:
        return False
    approved = _in(sitting).filter(standing=Entry.Standing.APPROVED)
    # A sitting that was moved has another reminder.
    once = f"sitting.reminder:{sitting.pk}:{sitting.opens_at.isoformat()}"
    _tell_all(sitting, approved, "reminder", once=once)
    sitting.reminded_at = timezone.now()
    sitting.save(update_fields=["reminded_at"])
    return True


def _in(sitting: Sitting) -> Any:
    return sitting.entries.filter(standing__in=Entry.IN).select_related("person", "own_paper")


def _tell(entry: Entry, sitting: Sitting, template: str, *, once: str, **more: Any) -> None:
    context = {**_context(entry, sitting), **more}
    send(person=entry.person, template=f"sittings/mail/{template}", context=context, body=sitting.body, once=once)


def _tell_all(sitting: Sitting, entries: Iterable[Entry], template: str, *, once: str) -> None:
    people: list[tuple[User, dict[str, Any]]] = [(entry.person, _context(entry, sitting)) for entry in entries]
    send_all(people=people, template=f"sittings/mail/{template}", body=sitting.body, once=once)


def _context(entry: Entry, sitting: Sitting) -> dict[str, Any]:
    return {
        "entry": entry,
        "sitting": sitting,
        "paper": sitting.paper,
        "clock": sitting.body.clock,
        "page": address("sittings:cover", sitting.pk),
    }
