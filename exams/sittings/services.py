"""Making sittings, entering them, starting, lengthening and checking attempts. Each change is one transaction."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import may, require
from accounts.services import stated
from exams.bank.models import Status
from exams.papers.models import Paper
from exams.sittings import clocks
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
    withdrawn = paper.questions.exclude(version__status=Status.APPROVED).values_list("position", flat=True)
    if withdrawn:
        raise NotPossible(
            _(
                "Examiners have taken back their approval of these questions of the paper: %(numbers)s. Draw another one."
            )
            % {"numbers": ", ".join(map(str, sorted(withdrawn)))}
        )
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
    _must_be_new_to(person, sitting)
    entry, new = Entry.objects.get_or_create(sitting=sitting, person=person, defaults={"body_id": sitting.body_id})
    if new:
        record(actor=person, verb="entry.made", target=entry, body=sitting.body_id)
    return entry


@transaction.atomic
def start(*, sitting: Sitting, person: User) -> Attempt:
    """Start the one attempt of a candidate's entry, or go on with it: starting twice, even at once, starts once.

    The permission is asked again for a new attempt: since entering, the person may have become an examiner.
    """
    # The attempt has no row to lock yet, so the person's entries stand for it: all that lead to this paper, since who
    # starts it in two sittings at once must not get it twice. In the order of their ids, so that two starts never
    # wait for each other.
    entries = Entry.objects.select_for_update(of=("self",)).select_related("sitting__paper")
    entries = entries.filter(person=person, sitting__paper=sitting.paper_id).order_by("pk")
    entry = next((entry for entry in list(entries) if entry.sitting_id == sitting.pk), None)
    if entry is None:
        raise NotPossible(_("Enter the sitting before you start."))
    running = Attempt.objects.with_sitting().filter(entry=entry).first()
    if running is not None:
        return running
    if not may(person, ENTER, sitting):
        raise NotPossible(_("Only candidates of the body who could not read the paper beforehand may start it."))
    _must_be_new_to(person, sitting)
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
        # By the difference, since pauses have moved the deadline too.
        clocks.lengthen(attempt, dt.timedelta(minutes=minutes - before))
        # Else the attempt would be closed at a moment before answers that were accepted.
        if attempt.is_overdue(timezone.now()):
            raise NotPossible(_("With so few minutes the time would be up already. Leave more."))
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


def _must_be_new_to(person: User, sitting: Sitting) -> None:
    """Refuse a paper this person has worked in another sitting: its rulings are known from that result."""
    elsewhere = Attempt.objects.of(person).filter(entry__sitting__paper=sitting.paper_id)
    if elsewhere.exclude(entry__sitting=sitting).exists():
        raise NotPossible(_("You have sat this paper already, in another sitting."))


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
    after the last event. Events that fit each other are compared with the answers, which are what pages show: there
    the break is at the first number of which the two tell different things.
    """
    digest, sequence, count = attempt.first_link(), 0, 0
    broken_at: int | None = None
    told: dict[int, tuple[int, str | None, bool, dt.datetime]] = {}
    for event in attempt.events.order_by("sequence").iterator():
        count += 1
        if broken_at is None and (event.previous_hash != digest or event.computed_hash() != event.hash):
            broken_at = event.sequence
        digest, sequence = event.hash, event.sequence
        told[event.paper_question_id] = (event.sequence, event.option, event.flagged, event.at)
    if broken_at is None and (digest, sequence) != (attempt.digest, attempt.sequence):
        broken_at = sequence + 1
    if broken_at is None:
        rows = attempt.answers.values_list("paper_question_id", "sequence", "option", "flagged", "saved_at")
        stored = {question: (number, option, flagged, at) for question, number, option, flagged, at in rows}
        broken_at = min((answer[0] for _question, answer in told.items() ^ stored.items()), default=None)
    return ChainCheck(events=count, digest=digest, broken_at=broken_at)
