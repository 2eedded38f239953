"""Flags of a changed law: raised by the clock and whenever a text changes, settled once by an examiner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from exams.bank.models import LawFlag, QuestionVersion, Review, Status
from exams.bank.rules import SETTLE
from exams.bank.services import DecisionRefused, decide
from exams.bank.upkeep.changes import WATCHED, Change, changes, new_version
from exams.bank.upkeep.flips import NOT_CONFIRMED, flip
from laws import confirming
from laws.confirming import Moved

BATCH = 500
"""Flags written at once; a flag holds the outcomes of two rulings, a kilobyte or two."""

Outcome = LawFlag.Outcome


class FlagRefused(Exception):
    """A flag that cannot be settled so, with the reason in words for the examiner; nothing was written."""


def open_flags(bodies: Collection[UUID]) -> QuerySet[LawFlag]:
    """The flags of these bodies that wait for an examiner; those of questions that went out of use meanwhile do not."""
    return LawFlag.objects.filter(body__in=bodies, settled_at=None, version__status__in=WATCHED)


def in_force(day: date) -> QuerySet[LawFlag]:
    """The flags that nobody has settled, of changes that are the law on a day: those to come later are not."""
    return LawFlag.objects.filter(Q(day=None) | Q(day__lte=day), settled_at=None)


def unflagged(versions: QuerySet[QuestionVersion], day: date) -> QuerySet[QuestionVersion]:
    """Those of these versions that rest, as far as anybody has looked, on the law of a day."""
    return versions.filter(~Exists(in_force(day).filter(version=OuterRef("pk")).order_by()))


def flag_changed_provisions(now: datetime | None = None) -> int:
    """Flag every version of every body that rests on a text of the law that has changed; how many flags were raised.

    Doing it again raises nothing again, also at the same moment: each body's flags are raised under a lock on the body.
    """
    editions = QuestionVersion.objects.filter(status__in=WATCHED)
    bodies = Body.objects.filter(pk__in=editions.order_by().values("body").distinct()).order_by("pk")
    return sum(_flag(body, now or timezone.now()) for body in bodies)


@transaction.atomic
def settle_flags(*, flags: Collection[int], examiner: User, outcome: Outcome, reply: str) -> list[LawFlag]:
    """Note what an examiner did about a question whose law has changed: kept it, changed it in a new version, or retired it.

    flags: those of one version that they have looked at; a flag raised meanwhile stays open. Retiring takes the version out of
    use here and now; a changed question must have its new version already. Of two examiners who settle at the same moment
    the second is told what the first has done. Raises FlagRefused.
    """
    reply = reply.strip()
    held = list(
        LawFlag.objects.select_for_update(of=("self",))
        # Not who settled it: a joined row is not read again when the flag turns out to have been settled meanwhile.
        .select_related("version__question", "body")
        .filter(pk__in=flags)
        .order_by("pk")
    )
    if len({flag.version_id for flag in held}) != 1:
        raise ValueError(f"expected flags of one version, not {sorted(flags)}")
    version = held[0].version
    for flag in held:
        require(examiner, SETTLE, flag)
    for flag in held:
        if flag.settled_at:
            told = {"who": flag.settled_by, "outcome": flag.get_outcome_display()}
            raise FlagRefused(_("%(who)s settled this before you: “%(outcome)s”.") % told)
    if not reply:
        raise FlagRefused(_("Say why: the reason stays with the question."))
    if outcome == Outcome.CHANGED and new_version(version) is None:
        raise FlagRefused(
            _(
                "There is no later version yet; one that was rejected or discarded does not count. Write it, "
                "then settle this."
            )
        )
    if outcome == Outcome.RETIRED and version.status != Status.RETIRED:
        try:
            decide(version_id=version.pk, examiner=examiner, decision=Review.Decision.RETIRE, reason=reply)
        except DecisionRefused as refused:
            raise FlagRefused(str(refused)) from refused
    for flag in held:
        flag.outcome, flag.reply = outcome, reply
        flag.settled_at, flag.settled_by = timezone.now(), examiner
    LawFlag.objects.bulk_update(held, ["outcome", "reply", "settled_at", "settled_by"])
    record(
        actor=examiner,
        verb=f"law_flag.{outcome.value}",
        target=version,
        body=version.body_id,
        reason=reply,
        data={"provisions": [flag.provision for flag in held]},
    )
    return held


@transaction.atomic
def keep_unflipped(*, like: Collection[LawFlag], examiner: User, reply: str) -> int:
    """Keep every question of the body that the same changes flagged and whose ruling stays as it is; how many those were.

    One amendment may touch hundreds of questions: where the engine rules the same before and after, an examiner may say for
    all of them at once that they hold. Those whose ruling flips, or of which that is not known, stay open, and so does what
    else has changed for a question. Where the engine still follows the former text, nothing is known of any ruling: then the
    words are compared question by question.
    """
    same = Q()
    for flag in like:
        require(examiner, SETTLE, flag)
        same |= Q(body=flag.body_id, provision=flag.provision, before=flag.before_id, after=flag.after_id)
    if not reply.strip():
        raise FlagRefused(_("Say why: the reason stays with the question."))
    former = [one.version for slug in {flag.version.edition for flag in like} for one in confirming.moved(slug)]
    found = open_flags({flag.body_id for flag in like}).filter(same, flips=False).exclude(after__in=former)
    of_version: dict[UUID, list[int]] = defaultdict(list)
    # Locked in one order, so that no two examiners wait for a flag of each other.
    for pk, version in found.select_for_update(of=("self",)).order_by("pk").values_list("pk", "version"):
        of_version[version].append(pk)
    for flags in of_version.values():
        settle_flags(flags=flags, examiner=examiner, outcome=Outcome.KEPT, reply=reply)
    return len(of_version)


@transaction.atomic
def _flag(body: Body, now: datetime) -> int:
    """Raise what is to be raised for one body."""
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)
    former = {slug: confirming.moved(slug) for slug in _editions(body)}
    _look_again(body, former)
    found = list(changes(body, now))
    for start in range(0, len(found), BATCH):
        _store(body, found[start : start + BATCH], now, former)
    if found:
        data = {"flags": len(found), "provisions": sorted({one.provision for one in found})}
        record(actor=None, verb="law_flags.raised", target=body, body=body, data=data)
    return len(found)


def _editions(body: Body) -> list[str]:
    versions = QuestionVersion.objects.filter(body=body, status__in=WATCHED).order_by()
    return sorted(set(versions.values_list("edition", flat=True).distinct()))


def _look_again(body: Body, former: Mapping[str, Sequence[Moved]]) -> None:
    """Ask the engine again about open flags whose wording was confirmed meanwhile, or of which it claimed to know.

    An engine that reads the former text of a provision rules the same before and after whatever the words say.
    """
    unread = [one.version for those in former.values() for one in those]
    flags = list(
        LawFlag.objects.select_for_update(of=("self",))
        .filter(Q(after__in=unread) | Q(rulings__why=NOT_CONFIRMED), body=body, settled_at=None)
        .select_related("version", "before", "after")
        .order_by("pk")
    )
    for flag in flags:
        before, after = flag.before, flag.after
        corrected = before and after and before.effective.lower == after.effective.lower
        day = flag.day or (None if corrected or after is None else after.effective.lower)
        told = flip(flag.version.content.get("record"), day, former.get(flag.version.edition, ()), flag.after_id)
        flag.flips, flag.rulings = told.flips, told.rulings
    LawFlag.objects.bulk_update(flags, ["flips", "rulings"], batch_size=BATCH)


def _store(body: Body, found: Sequence[Change], now: datetime, former: Mapping[str, Sequence[Moved]]) -> None:
    """Store some flags with what the engine says of each."""
    versions = QuestionVersion.objects.filter(pk__in={one.version for one in found}).order_by()
    records = {
        pk: (record, edition) for pk, record, edition in versions.values_list("pk", "content__record", "edition")
    }
    rulings = []
    for one in found:
        record, edition = records[one.version]
        rulings.append(flip(record, one.day, former.get(edition, ()), one.after.pk if one.after else None))
    LawFlag.objects.bulk_create(
        LawFlag(
            version_id=one.version,
            body=body,
            provision=one.provision,
            before=one.before,
            after=one.after,
            flips=told.flips,
            rulings=told.rulings,
            raised_at=now,
            day=one.day,
        )
        for one, told in zip(found, rulings, strict=True)
    )
