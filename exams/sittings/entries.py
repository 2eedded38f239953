"""Getting into a sitting: candidates enter and withdraw, the body's people approve, refuse and enter others.

Whoever counts places or draws a number holds the sitting's lock, so that the last place is given once and no number twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import date

import structlog
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import may, require
from accounts.services import required_reason
from exams.papers.draws import CannotFill, draw_form
from exams.papers.fitness import sound
from exams.papers.models import Paper
from exams.sittings import notices
from exams.sittings.locks import lock_sitting
from exams.sittings.models import Attempt, Entry, Sitting
from exams.sittings.rules import DECIDE, DECIDE_ONE, ENTER, NotPossible
from exams.sittings.signals import admission_asked

log = structlog.get_logger(__name__)

Standing = Entry.Standing

# Numbers of four digits, so that they are read out and written alike; of five for more than half as many candidates.
LEAST_NUMBER = 1000
# The largest seed a paper's column holds.
LAST_SEED = 2**31 - 1


def objection(person: User, sitting: Sitting) -> str:
    """What stands against this person's sitting it, such as resits used up; "" if nothing does."""
    if not sitting.paper.one_each:
        elsewhere = Attempt.objects.of(person).filter(entry__sitting__paper=sitting.paper_id)
        # Its rulings are known from that result.
        if elsewhere.exclude(entry__sitting=sitting).exists():
            return _("You have already sat this paper in another sitting.")
    answers = admission_asked.send(Sitting, person=person, sitting=sitting)
    return next((why for _receiver, why in answers if why), "")


@transaction.atomic
def enter(*, sitting: Sitting, person: User) -> Entry:
    """Enter a sitting oneself, while its entry is open. Entering twice gives the same place.

    Where entries are approved it waits for that; otherwise it counts at once, as long as there are places.
    """
    require(person, ENTER, sitting)
    sitting = lock_sitting(sitting.pk)
    entry = sitting.entries.filter(person=person).first()
    if entry is not None and entry.standing in Entry.IN:
        return entry
    _must_be_open(sitting)
    if entry is not None and entry.standing == Standing.REFUSED:
        raise NotPossible(_("Your entry was refused: %(reason)s") % {"reason": entry.reason})
    if why := objection(person, sitting):
        raise NotPossible(why)
    entry = entry or Entry(sitting=sitting, person=person, body_id=sitting.body_id)
    entry.entered_at, entry.decided_by, entry.decided_at, entry.reason = timezone.now(), None, None, ""
    entry.standing = Standing.REQUESTED if sitting.approval else Standing.APPROVED
    if entry.is_approved:
        _give_place(entry, sitting, drawer=sitting.created_by)
    entry.save()
    audit = record(actor=person, verb="entry.made", target=entry, body=sitting.body_id)
    notices.entered(entry, sitting, time=str(audit.pk))
    return entry


@transaction.atomic
def withdraw(*, entry: Entry, person: User) -> Entry:
    """Take one's own entry back, before the start; the place is free again. Withdrawing twice is withdrawing once."""
    if entry.person_id != person.pk:
        raise Entry.DoesNotExist
    entry = _lock_entry(entry)
    if entry.standing == Standing.WITHDRAWN:
        return entry
    if entry.started is not None:
        raise NotPossible(_("You have already started. Hand in instead."))
    if entry.standing == Standing.REFUSED:
        raise NotPossible(_("Your entry was refused, so there is nothing to withdraw."))
    if not entry.sitting.is_void and entry.sitting.is_done(timezone.now()):
        # Who did not come did not come: the room's record says so.
        raise NotPossible(_("This sitting is over, so you can no longer withdraw."))
    entry.standing, entry.decided_by, entry.decided_at = Standing.WITHDRAWN, person, timezone.now()
    entry.approval_by = None
    entry.save(update_fields=["standing", "decided_by", "decided_at", "approval_by"])
    record(actor=person, verb="entry.withdrawn", target=entry, body=entry.body_id)
    return entry


@transaction.atomic
def enter_candidate(*, sitting: Sitting, person: User, actor: User, reason: str) -> Entry:
    """Enter somebody for a sitting, approved at once, also outside the time of entry and after a refusal.

    The same stands against it as against entering oneself, but for time: the candidate must be one of the body's, must
    not have been able to read the paper, and there must be a place.
    """
    require(actor, DECIDE, sitting)
    reason = required_reason(reason)
    sitting = lock_sitting(sitting.pk)
    if person.pk == actor.pk:
        raise NotPossible(_("You cannot enter yourself here. Enter from the sitting’s page, as a candidate."))
    if sitting.is_void:
        raise NotPossible(_("This sitting is void."))
    if sitting.is_done(timezone.now()):
        raise NotPossible(_("This sitting is over and can no longer be entered."))
    _must_be_a_candidate(person, sitting)
    entry = sitting.entries.filter(person=person).first()
    if entry is not None and entry.is_approved:
        return entry
    if why := objection(person, sitting):
        raise NotPossible(_("%(name)s: %(reason)s") % {"name": person, "reason": why})
    entry = entry or Entry(sitting=sitting, person=person, body_id=sitting.body_id)
    _approve(entry, sitting, actor, reason=reason)
    audit = record(actor=actor, verb="entry.made", target=entry, body=sitting.body_id, reason=reason)
    notices.entered(entry, sitting, time=str(audit.pk))
    return entry


@transaction.atomic
def approve(*, entry: Entry, actor: User) -> Entry:
    """Let an entry count: a place, a number, and where each has one a paper. Approving twice is approving once."""
    require(actor, DECIDE_ONE, entry)
    entry = _lock_entry(entry)
    sitting = entry.sitting
    if entry.is_approved:
        return entry
    _must_be_undecided(entry)
    _must_be_a_candidate(entry.person, sitting)
    _approve(entry, sitting, actor)
    audit = record(actor=actor, verb="entry.approved", target=entry, body=entry.body_id)
    notices.decided(entry, sitting, time=str(audit.pk))
    return entry


def leave_to_a_worker(*, entries: Iterable[Entry], sitting: Sitting, actor: User) -> int:
    """Have a worker approve these entries, as is done where each gets a paper of their own; returns how many.

    It stands with the entries, so that no broker and no worker that ends can lose it.
    """
    require(actor, DECIDE, sitting)
    waiting = sitting.entries.filter(standing__in=[Standing.REQUESTED, Standing.REFUSED])
    return waiting.filter(pk__in=[entry.pk for entry in entries]).update(approval_by=actor)


def approve_what_was_left() -> int:
    """Approve, one by one, the entries that were left to a worker; returns how many.

    One that cannot be approved stays and says why; it stops no other. Safe to run twice at once.
    """
    done = 0
    for entry in Entry.objects.exclude(approval_by=None).order_by("entered_at", "id"):
        try:
            done += _approve_if_left(entry)
        except OperationalError:
            raise
        except (NotPossible, PermissionDenied) as why:
            left = Entry.objects.filter(pk=entry.pk).exclude(approval_by=None)
            # The reason of a refusal is the candidate's to read.
            left.filter(standing=Standing.REQUESTED).update(
                reason=str(why) or _("Whoever approved this entry is no longer allowed to.")
            )
            left.update(approval_by=None)
        except Exception:
            log.exception("approval_failed", entry=str(entry.pk))
    return done


@transaction.atomic
def _approve_if_left(entry: Entry) -> bool:
    locked = _lock_entry(entry)
    # Somebody may have refused it meanwhile.
    if locked.approval_by is None:
        return False
    approve(entry=locked, actor=locked.approval_by)
    return True


@transaction.atomic
def refuse(*, entry: Entry, actor: User, reason: str) -> Entry:
    """Turn an entry down, or take an approval back before the start; the candidate is told why."""
    require(actor, DECIDE_ONE, entry)
    reason = required_reason(reason)
    entry = _lock_entry(entry)
    if entry.standing == Standing.REFUSED:
        return entry
    _must_be_undecided(entry)
    entry.standing, entry.reason, entry.approval_by = Standing.REFUSED, reason, None
    entry.decided_by, entry.decided_at = actor, timezone.now()
    entry.save(update_fields=["standing", "reason", "decided_by", "decided_at", "approval_by"])
    audit = record(actor=actor, verb="entry.refused", target=entry, body=entry.body_id, reason=reason)
    notices.decided(entry, entry.sitting, time=str(audit.pk))
    return entry


def places_left(sitting: Sitting) -> int | None:
    """How many more entries can count; None where there is no limit."""
    if sitting.places is None:
        return None
    return max(0, sitting.places - sitting.entries.filter(standing=Standing.APPROVED).count())


def forms_to_give(paper: Paper) -> QuerySet[Paper]:
    """The forms of a paper that nobody has been given yet, itself among them."""
    taken = Entry.objects.filter(own_paper__isnull=False).values("own_paper")
    return Paper.objects.filter(Q(pk=paper.pk) | Q(first=paper)).exclude(pk__in=taken)


def _lock_entry(entry: Entry) -> Entry:
    """The entry as it is now, with its sitting, which is locked."""
    sitting = lock_sitting(entry.sitting_id)
    locked = Entry.objects.select_for_update(of=("self",), no_key=True).select_related("person").get(pk=entry.pk)
    locked.sitting = sitting
    return locked


def _must_be_open(sitting: Sitting) -> None:
    now = timezone.now()
    if sitting.is_void:
        raise NotPossible(_("This sitting is void and can no longer be entered."))
    if sitting.is_done(now):
        raise NotPossible(_("This sitting is over and can no longer be entered."))
    if sitting.entry_opens_at is not None and now < sitting.entry_opens_at:
        raise NotPossible(_("Entries have not opened yet."))
    if not sitting.entry_is_open(now):
        raise NotPossible(_("Entries have closed. Ask the body whether you can still enter."))


def _must_be_undecided(entry: Entry) -> None:
    if entry.started is not None:
        raise NotPossible(_("%(name)s has started, so the entry can no longer be changed.") % {"name": entry.person})
    if entry.standing == Standing.WITHDRAWN:
        raise NotPossible(_("%(name)s has withdrawn.") % {"name": entry.person})
    if entry.sitting.is_void:
        raise NotPossible(_("This sitting is void."))
    if entry.sitting.is_done(timezone.now()):
        raise NotPossible(_("This sitting is over, so entries can no longer be changed."))


def _must_be_a_candidate(person: User, sitting: Sitting) -> None:
    if not may(person, ENTER, sitting):
        raise NotPossible(
            _(
                "%(name)s is not a candidate of the body, is an invigilator of this sitting, or could have "
                "read the paper beforehand."
            )
            % {"name": person}
        )


def _approve(entry: Entry, sitting: Sitting, actor: User, reason: str = "") -> None:
    entry.standing, entry.reason, entry.approval_by = Standing.APPROVED, reason, None
    entry.decided_by, entry.decided_at = actor, timezone.now()
    _give_place(entry, sitting, drawer=actor)
    entry.save()


def _give_place(entry: Entry, sitting: Sitting, drawer: User) -> None:
    """Give what an entry that counts has: one of the places, a number and perhaps a paper. The sitting is locked.

    drawer: in whose name a paper is drawn; the candidate has nothing to do with that.
    """
    if places_left(sitting) == 0:
        raise NotPossible(_("All %(places)s places are taken.") % {"places": sitting.places})
    if entry.number is None:
        entry.number = _draw_number(sitting)
    # One that was given before a withdrawal or refusal may have lost a question since.
    held = entry.own_paper is not None and sound(Paper.objects.filter(pk=entry.own_paper.pk), _day_of(sitting)).exists()
    if sitting.paper.one_each and not held:
        entry.own_paper = _own_paper(sitting, drawer)


def _draw_number(sitting: Sitting) -> int:
    """A number nobody in the sitting has, by lot: it says nothing of who entered when."""
    taken = set(sitting.entries.exclude(number=None).values_list("number", flat=True))
    span = 9 * LEAST_NUMBER
    while len(taken) * 2 >= span:
        span *= 10
    while (number := LEAST_NUMBER + secrets.randbelow(span)) in taken:
        pass
    return number


def _day_of(sitting: Sitting) -> date:
    """The last day on which the sitting is open: the law of that day is the law of its questions."""
    return timezone.localdate(sitting.closes_at, sitting.body.zone)


def _own_paper(sitting: Sitting, drawer: User) -> Paper:
    """A form of the sitting's paper that nobody has been given: one that was drawn with it, else a new one.

    One with a question that examiners have taken back since, or whose law has changed by then, is given to nobody.
    """
    first = sitting.paper
    # The set may be sat in another sitting as well: whoever looks for a free form of it waits for who is giving one.
    Paper.objects.select_for_update(of=("self",), no_key=True).get(pk=first.pk)
    free = sound(forms_to_give(first), _day_of(sitting)).order_by("form").first()
    if free is not None:
        return free
    try:
        return draw_form(paper=first, actor=drawer, seed=secrets.randbelow(LAST_SEED), day=_day_of(sitting))
    except CannotFill as lacking:
        raise NotPossible(
            _("No paper could be drawn for this candidate: %(reason)s") % {"reason": lacking}
        ) from lacking
