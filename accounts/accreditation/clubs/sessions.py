"""A club's word on sessions: its contact confirms or disputes what directors log, and a director what the club entered.

Each function is one transaction, asks for the permission itself, and leaves one entry in the audit log. A refusal that a
person should read is a ValidationError.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation.deeds import hold
from accounts.accreditation.mail import notices
from accounts.accreditation.models import Evidence
from accounts.audit.services import record
from accounts.models import Body, Club, Confirmer, Membership, Role, User
from accounts.rules import may, require
from accounts.services import required_reason

Standing = Evidence.Standing


@transaction.atomic
def confirm(*, evidence: Evidence, actor: User) -> None:
    """Say for the club that the session was as it is told; it counts from now on. Confirming twice changes nothing."""
    if _confirmed(evidence, actor):
        notices.sessions_confirmed(_club_of(evidence), [evidence])


@transaction.atomic
def say_together(
    *, pieces: Collection[Evidence], actor: User, confirmed: bool, reason: str = ""
) -> list[tuple[Evidence, str]]:
    """Confirm or dispute for the club several sessions of one person, who reads of them in one letter.

    What a colleague has settled meanwhile holds up none of the others: those that cannot be settled come back, with why.
    """
    reason = "" if confirmed else required_reason(reason)
    done, left = [], []
    for evidence in pieces:
        require(actor, "accreditation.confirm_session", evidence)
        try:
            if _confirmed(evidence, actor) if confirmed else _disputed(evidence, actor, reason, as_club=True):
                done.append(evidence)
        except ValidationError as refusal:
            left.append((evidence, refusal.messages[0]))
    if done and confirmed:
        notices.sessions_confirmed(_club_of(done[0]), done)
    elif done:
        notices.sessions_disputed(_club_of(done[0]), done)
    return left


def _confirmed(evidence: Evidence, actor: User) -> bool:
    """Whether it was confirmed just now; it may have been before."""
    require(actor, "accreditation.confirm_session", evidence)
    _lock(evidence)
    if evidence.standing == Standing.ACCEPTED and evidence.confirmed_by_id is not None:
        return False
    if evidence.standing != Standing.WAITING:
        raise _settled(evidence)
    give_word(evidence, actor, timezone.now())
    _noted(evidence, "confirmed", actor)
    return True


def give_word(evidence: Evidence, actor: User, at: datetime.datetime) -> None:
    """Write the word of the club to a session, which counts from now on. The caller holds the person and leaves the entry."""
    evidence.confirmed_by, evidence.confirmed_at = actor, at
    fields = ["confirmed_by", "confirmed_at"]
    if evidence.waits:
        evidence.standing, evidence.settled_by, evidence.settled_at = Standing.ACCEPTED, actor, at
        fields += ["standing", "settled_by", "settled_at"]
    evidence.save(update_fields=fields)


@transaction.atomic
def dispute(*, evidence: Evidence, actor: User, reason: str) -> None:
    """Say that a session was not as it is told; it counts no more until a registrar has decided. Once for each session.

    By a contact of the club, of what waits for them; by the director, of what the club entered, within the days of the body.
    """
    as_club = may(actor, "accreditation.confirm_session", evidence)
    if not as_club:
        require(actor, "accreditation.dispute_session", evidence)
    if _disputed(evidence, actor, required_reason(reason), as_club=as_club) and as_club:
        notices.sessions_disputed(_club_of(evidence), [evidence])


def _disputed(evidence: Evidence, actor: User, reason: str, *, as_club: bool) -> bool:
    """Whether it was disputed just now; it may have been before."""
    _lock(evidence)
    if evidence.standing == Standing.DISPUTED and evidence.disputed_by_id == actor.pk:
        return False
    if evidence.standing != (Standing.WAITING if as_club else Standing.ACCEPTED) or evidence.dispute:
        raise _settled(evidence)
    if not as_club:
        if not may(actor, "accreditation.dispute_session", evidence):
            raise PermissionDenied
        if evidence.body.today() > (last := last_day(evidence)):
            raise ValidationError(
                _("The time to dispute it is over: it ended on %(day)s. Write to a registrar of %(body)s."),
                "late",
                {"day": date_format(last, "j F Y"), "body": evidence.body.short_name},
            )
    evidence.standing, evidence.dispute = Standing.DISPUTED, reason
    evidence.disputed_by, evidence.disputed_at = actor, timezone.now()
    evidence.save(update_fields=["standing", "dispute", "disputed_by", "disputed_at"])
    _noted(evidence, "disputed", actor, reason)
    return True


def _club_of(evidence: Evidence) -> Club:
    """The club that has a word on it: one is there wherever a contact may speak."""
    if evidence.club is None:
        raise ValueError(f"{evidence.pk} is of no club.")
    return evidence.club


def last_day(evidence: Evidence) -> datetime.date:
    """The last day on which its director can dispute what the club entered."""
    entered = timezone.localdate(evidence.entered_at, evidence.body.zone)
    return entered + datetime.timedelta(days=evidence.body.dispute_days)


def can_dispute(evidence: Evidence, person: User) -> bool:
    """Whether the director can say today that the club is wrong about it."""
    return (
        evidence.standing == Standing.ACCEPTED
        and not evidence.dispute
        and may(person, "accreditation.dispute_session", evidence)
        and evidence.body.today() <= last_day(evidence)
    )


def told_by_clubs(person: User, body: Body) -> QuerySet[Evidence]:
    """The sessions that clubs of the body have entered for the person and the person can still dispute, the latest first."""
    since = body.today() - datetime.timedelta(days=body.dispute_days)
    begin = datetime.datetime.combine(since, datetime.time(), body.zone)
    found = Evidence.objects.filter(person=person, body=body, standing=Standing.ACCEPTED, entered_at__gte=begin)
    return found.filter(dispute="", confirmed_by=F("entered_by")).select_related("club").order_by("-day", "pk")


def to_confirm(club: Club, actor: User) -> QuerySet[Evidence]:
    """What waits for the club and this contact may confirm, the longest first."""
    waiting = Evidence.objects.with_clubs(wanted=True).filter(club=club).exclude(person=actor)
    return waiting.select_related("person", "body").order_by("entered_at", "pk")


def contacts_of(club: Club) -> QuerySet[Membership]:
    """Those who speak for the club now."""
    held = Membership.objects.active().filter(club=club, role=Role.CLUB_CONTACT, person__is_active=True)
    return held.select_related("person").order_by("person__name", "pk")


def clubs_of_body(body: Body) -> QuerySet[Club]:
    """The clubs of a body: `contacts` says how many speak for each now, `open` how many sessions there wait or are disputed."""
    speaks = Q(memberships__role=Role.CLUB_CONTACT, memberships__until=None, memberships__person__is_active=True)
    is_open = Q(sessions__standing__in=[Standing.WAITING, Standing.DISPUTED])
    found = Club.objects.filter(body=body)
    found = found.annotate(
        contacts=Count("memberships", filter=speaks, distinct=True),
        open=Count("sessions", filter=is_open, distinct=True),
    )
    return found.order_by("name")


@transaction.atomic
def settle_how(*, body: Body, actor: User, confirmer: str, days: int, reason: str) -> None:
    """Say who confirms sessions, and for how many days a director can dispute what a club entered. What changes nothing leaves
    no entry.
    """
    require(actor, "accreditation.keep_register", body)
    reason = required_reason(reason)
    Body.objects.select_for_update(no_key=True).values_list("pk").get(pk=body.pk)
    body.refresh_from_db()
    before = {"sessions_confirmed_by": body.sessions_confirmed_by, "dispute_days": body.dispute_days}
    after = {"sessions_confirmed_by": str(Confirmer(confirmer).value), "dispute_days": days}
    if before == after:
        return
    body.sessions_confirmed_by, body.dispute_days = confirmer, days
    body.save(update_fields=list(after))
    data = {"before": before, "after": after}
    record(actor=actor, verb="body.sessions_settled", target=body, body=body, reason=reason, data=data)


def _lock(evidence: Evidence) -> None:
    hold(evidence.person_id)
    evidence.refresh_from_db()


def _settled(evidence: Evidence) -> ValidationError:
    return ValidationError(
        _("This session is %(standing)s by now."), "settled", {"standing": evidence.get_standing_display().lower()}
    )


def _noted(evidence: Evidence, verb: str, actor: User, reason: str = "") -> None:
    data: Mapping[str, Any] = {"kind": evidence.kind, "day": evidence.day, "reference": evidence.reference}
    record(
        actor=actor,
        verb=f"evidence.{verb}",
        target=evidence,
        body=evidence.body_id,
        reason=reason,
        data={**data, "details": evidence.details},
    )
