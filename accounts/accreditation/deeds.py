"""What is done to an award after it was granted, as the table in `life` allows it.

Each function is one transaction that holds the person, asks for the permission itself, writes an event to the history of the
award and an entry to the audit log. The same deed sent twice by the same person is done once. A refusal that a person should
read is a ValidationError.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation import rules as _rules  # noqa: F401 - names the permissions
from accounts.accreditation.evidence import copied
from accounts.accreditation.life import (
    EXTENSION_MONTHS,
    STANDING,
    TRANSITIONS,
    Deed,
    Status,
    Term,
    Transition,
    Verb,
    months_later,
)
from accounts.accreditation.mail import notices
from accounts.accreditation.models import Application, Award, AwardEvent, Evidence, EvidenceUse, Revocation
from accounts.accreditation.renewal_rules import Renewal, renewal_of, rule_for
from accounts.accreditation.requirements import items_needed, items_spent, missing_in_short
from accounts.accreditation.standing import known
from accounts.accreditation.webhooks import outbox
from accounts.audit.services import record
from accounts.models import User
from accounts.rules import may, require
from accounts.services import required_reason

Data = Mapping[str, Any]


# --- Its time ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def renew(*, award: Award, actor: User, ending: datetime.date, reason: str = "") -> None:
    """Give the award a new term, counted from the end it has. An application for it that waits is granted with it.

    Where the level has rules for a renewal, they must be met, and the event keeps what met them. Where it has none, reason says
    what the renewal rests on. ending: the end that is to be renewed, as the registrar saw it. So a second press does not add a
    second term.
    """
    require(actor, "accreditation.change_award", award)
    reason = reason.strip() if rule_for(award.level) else required_reason(reason)
    lock(award)
    if _is_done(award, Verb.RENEWED, actor, reason, {"end_before": ending}):
        return
    _must_end_on(award, ending)
    must_be_allowed(award, Deed.RENEW)
    must_not_be_held(award)
    found = renewal_of(award)
    data = {} if found is None else _rests_on(found)
    # Counted from the old end it is later; a level that was changed in between must still take nothing away.
    _move_end(award, Verb.RENEWED, max(award.next_end, award.valid_until), actor, reason, data)
    if found is not None:
        use(award, items_spent(found.judged))
    waiting = Application.objects.filter(renews=award, status=Application.Status.SUBMITTED).first()
    if waiting is not None:
        decide(waiting, Application.Status.GRANTED, actor, reason, timezone.now())


def _rests_on(found: Renewal) -> Data:
    """What meets the rules for the renewal, as the event keeps it. Refused where something is missing."""
    names = known(found.award.body)
    if not found.met:
        raise ValidationError(
            _("Not met yet: %(requirements)s. Enter what you have been shown as evidence, or extend the award."),
            "unmet",
            {"requirements": missing_in_short(found.judged, names)},
        )
    return {"rests_on": [copied(item, names.paper_passed(item.details)) for item in items_needed(found.judged)]}


def use(award: Award, spent: Mapping[str, str]) -> None:
    """Record the evidence that a grant or a renewal of the award rests on, as `items_spent` has it. The person is held, so
    nothing else uses it meanwhile.
    """
    pieces = Evidence.objects.filter(body=award.body_id, reference__in=spent).order_by("pk")
    EvidenceUse.objects.bulk_create(
        EvidenceUse(award=award, evidence=one, only_for=spent[one.reference]) for one in pieces
    )


def decide(
    application: Application, status: Application.Status, actor: User, reason: str, at: datetime.datetime
) -> None:
    """Write what was decided of an application. The caller holds it, and leaves the entry in the audit log."""
    application.status, application.reason = status, reason
    application.decided_by, application.decided_at = actor, at
    application.save(update_fields=["status", "reason", "decided_by", "decided_at"])


@transaction.atomic
def extend(*, award: Award, actor: User, until: datetime.date, reason: str) -> None:
    """Let the award run on to this day; at most a year beyond the end of its term, however often it is extended."""
    require(actor, "accreditation.change_award", award)
    reason = required_reason(reason)
    lock(award)
    if _is_done(award, Verb.EXTENDED, actor, reason, {"end_after": until}):
        return
    must_be_allowed(award, Deed.EXTEND)
    must_not_be_held(award)
    first, last = extension(award)
    if not first <= until <= last:
        raise ValidationError(
            _("Choose a day from %(first)s to %(last)s: an award is extended by a year at most.")
            if first <= last
            else _("This award has been extended as far as it can be. Renew it, or let it end."),
            "extension",
            {"first": _written(first), "last": _written(last)},
        )
    _move_end(award, Verb.EXTENDED, until, actor, reason)


def extension(award: Award) -> tuple[datetime.date, datetime.date]:
    """The first and the last day to which the award can be extended; the last is the earlier one where none is left."""
    return max(award.valid_until + datetime.timedelta(days=1), award.body.today()), months_later(
        _end_of_its_term(award), EXTENSION_MONTHS
    )


def _end_of_its_term(award: Award) -> datetime.date:
    """The end as it was granted or last renewed, before any extension."""
    events = award.events.order_by("at", "pk")
    last = events.filter(verb__in=[Verb.GRANTED, Verb.RENEWED]).last()
    extended = events.filter(verb=Verb.EXTENDED, pk__gt=last.pk if last else 0).first()
    return (extended.end_before if extended else None) or award.valid_until


def _must_end_on(award: Award, ending: datetime.date) -> None:
    if award.valid_until != ending:
        raise ValidationError(
            _(
                "The end of this award has changed since you opened the page: it is valid until %(date)s now. Check again."
            ),
            "moved",
            {"date": _written(award.valid_until)},
        )


def _move_end(award: Award, verb: Verb, end: datetime.date, actor: User, reason: str, data: Data | None = None) -> None:
    before, award.valid_until = award.valid_until, end
    award.save(update_fields=["valid_until"])
    note(award, verb, actor, reason, {"end_before": before, "end_after": end, **(data or {})})


# --- Taken out of force and put back ----------------------------------------------------------------------------------


@transaction.atomic
def suspend(*, award: Award, actor: User, reason: str) -> None:
    """Take the award out of force for a time."""
    _change(award, Deed.SUSPEND, actor, reason)


@transaction.atomic
def reinstate(*, award: Award, actor: User, reason: str) -> None:
    """Put the award in force again: a suspended one, one that was revoked in error, one whose holder is alive after all.

    Its dates stay as they are.
    """
    _change(award, Deed.REINSTATE, actor, reason)


@transaction.atomic
def surrender(*, award: Award, actor: User, reason: str = "") -> None:
    """Give the award up: by its holder, who need not say why, or by a registrar, who says how the holder told them."""
    require(actor, "accreditation.surrender_award", award)
    if actor.pk != award.person_id:
        reason = required_reason(reason)
    reason = reason.strip()
    lock(award)
    if _is_done(award, Verb.SURRENDERED, actor, reason):
        return
    must_be_allowed(award, Deed.SURRENDER)
    _set_status(award, TRANSITIONS[Deed.SURRENDER], actor, reason, {"by_holder": actor.pk == award.person_id})


@transaction.atomic
def record_death(*, award: Award, actor: User, reason: str) -> None:
    """Record that the holder has died. It ends every award that they hold of the body: the register names them no more."""
    require(actor, "accreditation.change_award", award)
    reason = required_reason(reason)
    lock(award)
    if _is_done(award, Verb.DECEASED, actor, reason):
        return
    must_be_allowed(award, Deed.RECORD_DEATH)
    others = Award.objects.filter(person=award.person_id, body=award.body_id, status__in=STANDING)
    for one in [award, *others.exclude(pk=award.pk).select_related("body", "level").order_by("pk")]:
        _set_status(one, TRANSITIONS[Deed.RECORD_DEATH], actor, reason)


def _change(award: Award, deed: Deed, actor: User, reason: str) -> None:
    line = TRANSITIONS[deed]
    require(actor, "accreditation.change_award", award)
    reason = required_reason(reason)
    lock(award)
    if _is_done(award, line.verb, actor, reason):
        return
    must_be_allowed(award, deed)
    if line.left == Status.GRANTED:
        must_not_be_held(award)
    _set_status(award, line, actor, reason)


def _set_status(award: Award, line: Transition, actor: User, reason: str, data: Data | None = None) -> None:
    assert line.left is not None  # noqa: S101 - asked only of lines that change it; tells the type
    before, award.status = award.status, line.left
    award.save(update_fields=["status"])
    if line.left not in STANDING:
        _overtake(award, actor)
    note(award, line.verb, actor, reason, {"status_before": before, "status_after": line.left, **(data or {})})


def _overtake(award: Award, actor: User) -> None:
    """There is nothing left to revoke."""
    award.revocations.filter(standing=Revocation.Standing.OPEN).update(
        standing=Revocation.Standing.OVERTAKEN, closed_by=actor, closed_at=timezone.now()
    )


# --- Revoked by two ---------------------------------------------------------------------------------------------------


@transaction.atomic
def revoke(*, award: Award, actor: User, reason: str) -> None:
    """Take the award away, where the level does not ask for a second registrar."""
    _change(award, Deed.REVOKE, actor, reason)


@transaction.atomic
def propose(*, award: Award, actor: User, reason: str) -> Revocation:
    """Propose that the award be revoked. Until another registrar countersigns, it stands as it stood."""
    require(actor, "accreditation.change_award", award)
    reason = required_reason(reason)
    lock(award)
    known = proposed(award)
    if known is not None and known.proposed_by_id == actor.pk and known.reason == reason:
        return known
    must_be_allowed(award, Deed.PROPOSE)
    made = Revocation.objects.create(award=award, proposed_by=actor, reason=reason)
    note(award, Verb.PROPOSED, actor, reason)
    return made


@transaction.atomic
def countersign(*, revocation: Revocation, actor: User) -> None:
    """Revoke the award, as another registrar proposed. Whoever proposed it cannot."""
    require(actor, "accreditation.countersign_revocation", revocation)
    award = _lock_revocation(revocation)
    if revocation.standing == Revocation.Standing.COUNTERSIGNED and revocation.closed_by_id == actor.pk:
        return
    _must_be_open(revocation)
    must_be_allowed(award, Deed.COUNTERSIGN)
    _close(revocation, Revocation.Standing.COUNTERSIGNED, actor)
    by = {"proposed_by": str(revocation.proposed_by_id), "revocation": str(revocation.pk)}
    _set_status(award, TRANSITIONS[Deed.COUNTERSIGN], actor, revocation.reason, by)


@transaction.atomic
def withdraw(*, revocation: Revocation, actor: User, reason: str) -> None:
    """Drop the proposal; by any registrar of the body who may decide about this award."""
    require(actor, "accreditation.change_award", revocation.award)
    reason = required_reason(reason)
    award = _lock_revocation(revocation)
    if revocation.standing == Revocation.Standing.WITHDRAWN:
        return
    _must_be_open(revocation)
    must_be_allowed(award, Deed.WITHDRAW)
    _close(revocation, Revocation.Standing.WITHDRAWN, actor)
    note(award, Verb.WITHDRAWN, actor, reason, {"revocation": str(revocation.pk)})


def proposed(award: Award) -> Revocation | None:
    """The revocation that is proposed of it and waits for another registrar, if one does."""
    waiting = award.revocations.filter(standing=Revocation.Standing.OPEN).select_related("proposed_by")
    found = waiting.first()
    if found is not None:
        found.award = award
    return found


def to_countersign(person: User, bodies: Collection[UUID]) -> QuerySet[Revocation]:
    """The revocations proposed in these bodies that this registrar may countersign, the one that has waited longest first."""
    waiting = Revocation.objects.filter(award__body__in=bodies, standing=Revocation.Standing.OPEN)
    waiting = waiting.exclude(proposed_by=person).exclude(award__person=person)
    return waiting.select_related("award__level", "proposed_by").order_by("proposed_at", "pk")


def _lock_revocation(revocation: Revocation) -> Award:
    award = revocation.award
    lock(award)
    revocation.refresh_from_db(fields=["standing", "closed_by", "closed_at"])
    return award


def _must_be_open(revocation: Revocation) -> None:
    if revocation.standing != Revocation.Standing.OPEN:
        raise ValidationError(
            _("This proposal is no longer open: %(standing)s."),
            "closed",
            {"standing": revocation.get_standing_display().lower()},
        )


def _close(revocation: Revocation, standing: Revocation.Standing, actor: User) -> None:
    revocation.standing, revocation.closed_by, revocation.closed_at = standing, actor, timezone.now()
    revocation.save(update_fields=["standing", "closed_by", "closed_at"])


# --- What all of them do ----------------------------------------------------------------------------------------------


def offered(award: Award, actor: User, waiting: Revocation | None) -> list[Transition]:
    """The lines of the table that this person may follow with this award today. waiting: what `proposed` says of it."""
    if award.person_id == actor.pk:
        lines = [TRANSITIONS[Deed.SURRENDER]]
    elif may(actor, "accreditation.change_award", award):
        lines = list(TRANSITIONS.values())
    else:
        return []
    found = [line for line in lines if _allows(award, line, waiting)]
    if waiting is not None and not may(actor, "accreditation.countersign_revocation", waiting):
        found = [line for line in found if line.deed != Deed.COUNTERSIGN]
    return found


def _allows(award: Award, line: Transition, waiting: Revocation | None) -> bool:
    return line.allows(
        Status(award.status),
        award.term,
        proposed=waiting is not None,
        two=award.level.revocation_countersigned,
    )


def must_be_allowed(award: Award, deed: Deed) -> None:
    """Refuse what the table does not allow, and say what stands in the way."""
    line, waiting = TRANSITIONS[deed], proposed(award)
    if _allows(award, line, waiting):
        return
    if Status(award.status) in line.found and award.term in line.terms:
        if waiting is not None:
            raise ValidationError(
                _("%(name)s has already proposed to revoke this award. Countersign or withdraw that proposal."),
                "proposed",
                {"name": waiting.proposed_by},
            )
        if deed == Deed.REVOKE:
            raise ValidationError(
                _("Another registrar must countersign a revocation at this level. Propose it."), "by_two"
            )
        if deed == Deed.PROPOSE:
            raise ValidationError(_("This level asks for no second registrar. Revoke the award."), "by_one")
    if Status(award.status) in line.found and line.deed == Deed.RENEW:
        days = {"first": _written(award.renewable_from), "last": _written(award.renewable_until)}
        raise ValidationError(
            _("This award has lapsed: it could be renewed until %(last)s. Grant the level again.")
            if award.term == Term.OVER
            else _("Too early: this award can be renewed from %(first)s."),
            "term",
            days,
        )
    raise ValidationError(
        _("Not possible now: this award is %(state)s."),
        "turn",
        {"state": (award.state.label if Status(award.status) in line.found else award.get_status_display()).lower()},
    )


def _is_done(award: Award, verb: Verb, actor: User, reason: str, data: Data | None = None) -> bool:
    """Whether the last thing that happened to the award is this very deed: then it was sent twice."""
    last = award.events.order_by("at", "pk").last()
    if last is None or (last.verb, last.actor_id, last.reason) != (verb, actor.pk, reason):
        return False
    return all(last.data.get(name) == str(value) for name, value in (data or {}).items())


def lock(thing: Application | Award) -> None:
    """Hold the person until the transaction ends, then read the thing afresh.

    To hold the one row would not do: two applications for one level, granted at the same moment, must not give two awards, and
    neither must a grant beside a reinstatement or a grant by hand, whose application is not there yet. The person is there in
    all of them. Rows that only point to the person, such as an answer in an exam, are not held up.
    """
    hold(thing.person_id)
    thing.refresh_from_db()


def hold(person: UUID) -> None:
    """Hold a person until the transaction ends, for what is not there yet and would be made twice."""
    User.objects.select_for_update(no_key=True).values_list("pk").get(pk=person)


def held_beside(thing: Application | Award) -> Award | None:
    """Another award of this level that the person holds."""
    return Award.objects.held().filter(person=thing.person_id, level=thing.level_id).exclude(pk=thing.pk).first()


def must_be_reachable(person: User) -> None:
    """Refuse where nobody has shown that they read the mail of an address of the person's."""
    if not person.has_confirmed_address():
        raise ValidationError(
            _("Confirm your email address first, so that we can reach you. Open the link in the letter that we sent."),
            "unconfirmed",
        )


def must_not_be_held(thing: Application | Award) -> None:
    """Refuse where the person holds another award of this level."""
    if (held := held_beside(thing)) is not None:
        raise ValidationError(
            _("%(name)s holds this level until %(date)s; it can be granted again after that day."),
            "held",
            {"name": held.name, "date": _written(held.valid_until)},
        )


def note(award: Award, verb: Verb, actor: User, reason: str, data: Data | None = None) -> None:
    """Write what was done into the history of the award and into the audit log, to the holder and to other programs."""
    data = dict(data or {})
    event = AwardEvent.objects.create(award=award, actor=actor, verb=verb, reason=reason, data=data)
    outbox.tell([event])
    record(actor=actor, verb=f"award.{verb}", target=award, body=award.body_id, reason=reason, data=data)
    notices.award_changed(award, event)


def _written(day: datetime.date) -> str:
    return date_format(day, "j F Y")
