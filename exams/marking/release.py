"""From marked to told: one examiner looks the results of a sitting over, a second person releases them all at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit.services import record
from accounts.models import Role, User
from accounts.rules import require
from accounts.services import required_reason
from exams.marking import notices
from exams.marking.models import Result, ResultsRelease, Script
from exams.marking.results import apply_for, owed
from exams.marking.rules import MODERATE, RELEASE, is_released
from exams.marking.signals import release_asked
from exams.marking.written import third_markers, workload
from exams.sittings.models import Attempt, Entry, Release, Sitting
from exams.sittings.rules import NotPossible, bodies_where


def obstacles(sitting: Sitting) -> list[str]:
    """What has to be done before the results can be looked over or released; in words, none when nothing is left."""
    return list(_obstacles(sitting))


def _obstacles(sitting: Sitting) -> Iterator[str]:
    if sitting.is_void:
        yield _("The sitting is void, so there are no results.")
        return
    if sitting.release != Release.TOGETHER:
        yield _(
            "In this sitting each candidate gets the result as soon as it is marked, so there is nothing to release."
        )
        return
    if not sitting.is_done(timezone.now()):
        yield _("The sitting is not over yet.")
    attempts = Attempt.objects.filter(entry__sitting=sitting, void=None)
    if running := attempts.running().count():
        yield ngettext("%(n)d attempt is still running.", "%(n)d attempts are still running.", running) % {"n": running}
    if unmarked := owed().filter(entry__sitting=sitting).count():
        yield ngettext(
            "%(n)d attempt has not been marked yet. Marking is retried every minute.",
            "%(n)d attempts have not been marked yet. Marking is retried every minute.",
            unmarked,
        ) % {"n": unmarked}
    if open_scripts := Script.objects.unsettled().filter(sitting=sitting).count():
        yield ngettext(
            "%(n)d written ruling is not settled.", "%(n)d written rulings are not settled.", open_scripts
        ) % {"n": open_scripts}
        yield from _missing_people(sitting)
    for _receiver, reasons in release_asked.send(Sitting, sitting=sitting):
        yield from reasons or ()


def _missing_people(sitting: Sitting) -> Iterator[str]:
    """Whose work the scripts cannot go on without, where nobody has it to do."""
    if undealt := workload.progress(sitting).undealt:
        yield ngettext(
            "%(n)d of them does not have two markers: choose at least two.",
            "%(n)d of them do not have two markers: choose at least two.",
            undealt,
        ) % {"n": undealt}
    disputes = third_markers.disputes_of(sitting)
    if disputes.needs_another_body:
        yield ngettext(
            "A third marker is needed for %(n)d of them; nobody in this body is left. Ask an examiner of another body.",
            "A third marker is needed for %(n)d of them; nobody in this body is left. Ask an examiner of another body.",
            disputes.stuck,
        ) % {"n": disputes.stuck}


def objection(_person: User, sitting: Sitting) -> str:
    """Why nobody enters or starts a sitting any more whose results are told: its rulings are known.

    One that was paused when its time came is over and can be released; going on afterwards, it would be open again.
    """
    if sitting.release == Release.TOGETHER and is_released(sitting):
        return _("The results of this sitting have been released.")
    return ""


@dataclass(frozen=True)
class ReleaseState:
    """How far the results of a sitting are from being told.

    signed: the signature, if there is one. obstacles: what is to be done first; none once they are released. changed: a
    result was written after it was signed, so that it must be signed again.
    """

    signed: ResultsRelease | None
    released: bool
    obstacles: list[str]
    changed: bool


def state_of(sitting: Sitting) -> ReleaseState:
    """How far they are now."""
    signed = ResultsRelease.objects.select_related("moderated_by", "released_by").filter(sitting=sitting).first()
    if signed is not None and signed.released_at is not None:
        return ReleaseState(signed, released=True, obstacles=[], changed=False)
    changed = signed is not None and changed_since(sitting, signed)
    return ReleaseState(signed, released=False, obstacles=obstacles(sitting), changed=changed)


def changed_since(sitting: Sitting, signed: ResultsRelease) -> bool:
    """Whether a result was written after the sitting was looked over: then it has to be looked over again."""
    return Result.objects.filter(attempt__entry__sitting=sitting, marked_at__gt=signed.moderated_at).exists()


@transaction.atomic
def moderate(*, sitting: Sitting, actor: User, note: str) -> ResultsRelease:
    """Sign off the results. Signing again, by whomever, takes the place of the earlier signature until they are released."""
    require(actor, MODERATE, sitting)
    note = required_reason(note)
    sitting = _lock_sitting(sitting)
    known = ResultsRelease.objects.filter(sitting=sitting).first()
    if known is not None and known.released_at is not None:
        raise NotPossible(_("The results have been released."))
    _must_be_clear(sitting)
    signed = known or ResultsRelease(sitting=sitting)
    signed.moderated_by, signed.moderated_at, signed.note = actor, timezone.now(), note
    signed.save()
    record(actor=actor, verb="results.moderated", target=sitting, body=sitting.body_id, reason=note)
    return signed


@transaction.atomic
def release(*, sitting: Sitting, actor: User) -> ResultsRelease:
    """Tell all results of a sitting, at this moment: candidates see them, passes apply, letters are written.

    Released again, or by two people at once, it is the release of the first. The sitting's row is held meanwhile, so
    the second waits and finds it done.
    """
    require(actor, RELEASE, sitting)
    sitting = _lock_sitting(sitting)
    signed = ResultsRelease.objects.filter(sitting=sitting).first()
    if signed is not None and signed.released_at is not None:
        return signed
    _must_be_clear(sitting)
    if signed is None:
        raise NotPossible(_("First an examiner has to check the results and sign them off."))
    if signed.moderated_by_id == actor.pk:
        raise NotPossible(_("You signed these results off, so a second person has to release them."))
    if changed_since(sitting, signed):
        raise NotPossible(_("A result has changed since they were checked. They have to be signed off again."))
    signed.released_by, signed.released_at = actor, timezone.now()
    signed.save(update_fields=["released_by", "released_at"])
    told = Result.objects.told().current().filter(attempt__entry__sitting=sitting).with_sitting()
    count = 0
    for result in told:
        apply_for(result)
        count += 1
    record(
        actor=actor,
        verb="results.released",
        target=sitting,
        body=sitting.body_id,
        data={"results": count, "moderated_by": signed.moderated_by_id},
    )
    # The letters themselves are sent by a worker; they stand in its table by the same transaction, so that none is lost
    # and none goes out before the results can be seen.
    notices.results_told(sitting)
    return signed


def _lock_sitting(sitting: Sitting) -> Sitting:
    return Sitting.objects.select_for_update(of=("self",)).select_related("body", "paper").get(pk=sitting.pk)


def _must_be_clear(sitting: Sitting) -> None:
    if found := obstacles(sitting):
        raise NotPossible(" ".join(found))


# --- For whom the results of a sitting wait ---------------------------------------------------------------------------


class Way(NamedTuple):
    """A link to the results of a sitting: in words, and whether they wait for this person."""

    words: str
    url: str
    waits: bool


def to_look_over(person: User) -> QuerySet[Sitting]:
    """Sittings that are over whose results this person may sign off: nobody has yet, or one was written since then."""
    return _untold(person, Role.EXAMINER).filter(Q(released=None) | _changed())


def to_release(person: User) -> QuerySet[Sitting]:
    """Sittings whose results somebody else has signed off as they are now, where this person may release them."""
    signed = _untold(person, Role.EXAMINER, Role.ADMINISTRATOR).filter(~_changed(), released__isnull=False)
    return signed.exclude(released__moderated_by=person)


def ways(person: User, sittings: Sequence[Sitting]) -> dict[UUID, Way]:
    """The way of this person to the results of each of these sittings, by its id; none where they may not see or release them.

    In a fixed number of queries; in none for those who neither examine nor administer.
    """
    if not bodies_where(person, Role.EXAMINER, Role.ADMINISTRATOR):
        return {}
    ids = [sitting.pk for sitting in sittings]
    entered = set(Entry.objects.inside().filter(person=person, sitting__in=ids).values_list("sitting", flat=True))
    examined = set(bodies_where(person, Role.EXAMINER))
    found = {
        sitting.pk: Way(_("Results"), reverse("marking:of_sitting", args=[sitting.pk]), waits=False)
        for sitting in sittings
        if sitting.body_id in examined and sitting.pk not in entered
    }
    for waiting, words, name in (
        (to_look_over(person), _("Results to check"), "marking:moderation"),
        (to_release(person), _("Results to release"), "marking:to_release"),
    ):
        for pk in waiting.filter(pk__in=ids).values_list("pk", flat=True):
            found[pk] = Way(words, reverse(name, args=[pk]), waits=True)
    return found


def _changed() -> Exists:
    """Whether a result of a sitting was written after it was signed off, as `release.changed_since` tells of one."""
    later = Result.objects.filter(
        attempt__entry__sitting=OuterRef("pk"), marked_at__gt=OuterRef("released__moderated_at")
    )
    return Exists(later)


def _untold(person: User, *roles: Role) -> QuerySet[Sitting]:
    """Sittings that are over, with attempts, whose results are to be told together and are not, where they hold one of
    these roles and have no place themselves.
    """
    entered = Entry.objects.inside().filter(person=person).values("sitting")
    over = Sitting.objects.done(timezone.now()).filter(
        release=Release.TOGETHER, voided_at=None, released__released_at=None
    )
    worked = over.filter(body__in=bodies_where(person, *roles), entries__attempt__isnull=False)
    return worked.exclude(pk__in=entered).distinct()
