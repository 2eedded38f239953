"""Making sittings, entering them, starting, lengthening and checking attempts. Each change is one transaction."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from accounts.services import stated
from exams.papers.models import Paper
from exams.sittings.locking import locked
from exams.sittings.models import Attempt, Entry, Sitting
from exams.sittings.rules import ENTER, GRANT_TIME, SCHEDULE


class NotPossible(Exception):
    """What was asked cannot be done now; the message says why, to the person who asked."""


@transaction.atomic
def schedule(
    *, paper: Paper, title: str, place: str, opens_at: dt.datetime, closes_at: dt.datetime, actor: User
) -> Sitting:
    """Make a sitting of a paper, for the body whose paper it is."""
    require(actor, SCHEDULE, paper)
    sitting = Sitting.objects.create(
        body_id=paper.body_id,
        paper=paper,
        title=title,
        place=place,
        opens_at=opens_at,
        closes_at=closes_at,
        created_by=actor,
    )
    record(actor=actor, verb="sitting.made", target=sitting, body=paper.body_id, data={"paper": str(paper.pk)})
    return sitting


@transaction.atomic
def enter(*, sitting: Sitting, person: User) -> Entry:
    """Give a candidate a place, while the sitting is open or before. Entering twice gives the same place."""
    require(person, ENTER, sitting)
    if sitting.is_done(timezone.now()):
        raise NotPossible(_("This sitting is over; nobody can enter it any more."))
    entry, new = Entry.objects.get_or_create(sitting=sitting, person=person, defaults={"body_id": sitting.body_id})
    if new:
        record(actor=person, verb="entry.made", target=entry, body=sitting.body_id)
    return entry


@transaction.atomic
def start(*, sitting: Sitting, person: User) -> Attempt:
    """Start the one attempt of a candidate's entry, or go on with it: starting twice, even at once, starts once."""
    # The attempt has no row to lock yet, so its entry stands for it.
    entry = (
        Entry.objects.select_for_update(of=("self",))
        .select_related("sitting__paper")
        .filter(sitting=sitting, person=person)
        .first()
    )
    if entry is None:
        raise NotPossible(_("Enter the sitting before you start."))
    running = Attempt.objects.with_sitting().filter(entry=entry).first()
    if running is not None:
        return running
    now = timezone.now()
    if sitting.is_coming(now):
        raise NotPossible(_("This sitting is not open yet."))
    if sitting.is_done(now):
        raise NotPossible(_("This sitting is over; it cannot be started any more."))
    attempt = Attempt(body_id=sitting.body_id, entry=entry, started_at=now, deadline=entry.deadline(now))
    attempt.digest = attempt.first_link()
    attempt.save(force_insert=True)
    record(
        actor=person, verb="attempt.started", target=attempt, body=sitting.body_id, data={"deadline": attempt.deadline}
    )
    return attempt


@transaction.atomic
def grant_extra_minutes(*, entry: Entry, minutes: int, actor: User, reason: str) -> Entry:
    """Set a candidate's extra minutes, before the start or while the attempt runs; its deadline moves with them."""
    require(actor, GRANT_TIME, entry)
    entry = Entry.objects.select_for_update(of=("self",)).select_related("sitting__paper").get(pk=entry.pk)
    before, entry.extra_minutes = entry.extra_minutes, minutes
    attempt_id = Attempt.objects.filter(entry=entry).values_list("pk", flat=True).first()
    if attempt_id is not None:
        attempt = locked(attempt_id)
        # Overdue counts as closed: whether the sweeper was there already must not decide.
        if attempt.is_closed or attempt.is_overdue(timezone.now()):
            raise NotPossible(_("This attempt is closed; its time cannot be changed any more."))
        attempt.deadline = entry.deadline(attempt.started_at)
        attempt.save(update_fields=["deadline"])
    entry.save(update_fields=["extra_minutes"])
    record(
        actor=actor,
        verb="entry.extra_minutes",
        target=entry,
        body=entry.body_id,
        reason=stated(reason),
        data={"before": before, "after": minutes},
    )
    return entry


@dataclass(frozen=True)
class ChainCheck:
    """What a check of an attempt's events found. `broken_at` is the sequence of the first event that does not fit."""

    events: int
    digest: str
    broken_at: int | None

    @property
    def holds(self) -> bool:
        """Whether nothing was changed, added, taken out or put elsewhere."""
        return self.broken_at is None


def verify_chain(attempt: Attempt) -> ChainCheck:
    """Recompute the chain of an attempt's events from its start and compare it with what is stored.

    An event cut off at the end breaks no link; the attempt's own digest and sequence tell, and the break is then
    after the last event.
    """
    digest, sequence, count = attempt.first_link(), 0, 0
    broken_at: int | None = None
    for event in attempt.events.order_by("sequence").iterator():
        count += 1
        if broken_at is None and (event.previous_hash != digest or event.computed_hash() != event.hash):
            broken_at = event.sequence
        digest, sequence = event.hash, event.sequence
    if broken_at is None and (digest, sequence) != (attempt.digest, attempt.sequence):
        broken_at = sequence + 1
    return ChainCheck(events=count, digest=digest, broken_at=broken_at)
