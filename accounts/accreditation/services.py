"""What changes applications and awards.

Each function is one transaction, asks for the permission itself, and leaves one entry in the audit log. A refusal that
a person should read is a ValidationError.
"""

from __future__ import annotations

import calendar
import datetime
from typing import Any

import rules
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation.certificate import certificate_pdf
from accounts.accreditation.models import Application, Award, AwardEvent, Doubt, Level, Requirement
from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import is_own, is_registrar, require
from accounts.services import required_reason

__all__ = [
    "apply_for_pass",
    "certificate_pdf",
    "decline",
    "grant",
    "reinstate",
    "requirements",
    "revoke",
    "suspend",
    "unmet",
]


@transaction.atomic
def apply_for_pass(*, person: User, body: Body, blueprint_code: str, evidence: dict[str, Any]) -> Application | None:
    """Apply, on the person's behalf, for the level that asks for a pass in a paper of this blueprint, if one does.

    `evidence["result"]` is the id of what was passed. Called again for the same result, this finds the application it
    made.
    """
    level = Level.objects.filter(body=body, requirements__blueprint_code=blueprint_code).first()
    if level is None:
        return None
    application, created = Application.objects.get_or_create(
        person=person,
        level=level,
        evidence__result=str(evidence["result"]),
        defaults={
            "body": body,
            "evidence": evidence | {"result": str(evidence["result"]), "blueprint": blueprint_code},
        },
    )
    if created:
        record(actor=None, verb="application.submitted", target=application, body=body, data=application.evidence)
    return application


@transaction.atomic
def grant(*, application: Application, actor: User, reason: str = "", valid_from: datetime.date | None = None) -> Award:
    """Grant the level, from today or from an earlier day on; granting again gives the award made the first time."""
    require(actor, "accreditation.decide_application", application)
    _lock(application)
    if application.status == Application.Status.GRANTED:
        return application.award
    _must_wait_for_decision(application)
    if application.doubts.filter(settled_at=None).exists():
        raise ValidationError(_("The basis of this application is in doubt. Settle the doubt first."), "doubted")
    if missing := unmet(application):
        names = ", ".join(requirement.description for requirement in missing)
        raise ValidationError(_("Not met yet: %(requirements)s."), "unmet", {"requirements": names})
    _must_not_be_held(application)
    if not application.person.name:
        raise ValidationError(_("This person has not entered a name yet, and a certificate needs one."), "nameless")
    valid_from = valid_from or application.body.today()
    if valid_from > application.body.today():
        raise ValidationError(_("An award cannot start in the future."), "future")
    now = timezone.now()
    _decide(application, Application.Status.GRANTED, actor, reason.strip(), now)
    award = Award.objects.create(
        body=application.body,
        person=application.person,
        name=application.person.name,
        level=application.level,
        application=application,
        granted_at=now,
        granted_by=actor,
        valid_from=valid_from,
        valid_until=months_later(valid_from, application.level.validity_months),
    )
    _note(award, AwardEvent.Verb.GRANTED, actor, reason.strip())
    return award


@transaction.atomic
def decline(*, application: Application, actor: User, reason: str) -> None:
    """Refuse the level; the person reads the reason. Declining twice changes nothing."""
    require(actor, "accreditation.decide_application", application)
    reason = required_reason(reason)
    _lock(application)
    if application.status == Application.Status.DECLINED:
        return
    _must_wait_for_decision(application)
    _decide(application, Application.Status.DECLINED, actor, reason, timezone.now())
    record(actor=actor, verb="application.declined", target=application, body=application.body_id, reason=reason)


def suspend(*, award: Award, actor: User, reason: str) -> None:
    """Take the award out of force for a time."""
    _turn(award, AwardEvent.Verb.SUSPENDED, actor, reason)


def revoke(*, award: Award, actor: User, reason: str) -> None:
    """Take the award away."""
    _turn(award, AwardEvent.Verb.REVOKED, actor, reason)


def reinstate(*, award: Award, actor: User, reason: str) -> None:
    """Put a suspended award in force again, or a revoked one, as after an appeal. Its dates stay as they are."""
    _turn(award, AwardEvent.Verb.REINSTATED, actor, reason)


def unmet(application: Application) -> list[Requirement]:
    """What the level requires and no application of this person for it shows; evidence that was declined, or of another
    application that is in doubt, does not count.
    """
    doubted = Doubt.objects.filter(settled_at=None).exclude(application=application.pk).values("application")
    shown = _counting(application).exclude(pk__in=doubted).values_list("evidence__blueprint", flat=True)
    return list(application.level.requirements.exclude(blueprint_code__in=list(shown)))


def requirements(application: Application) -> list[tuple[Requirement, str]]:
    """What the level requires, each `met`, `unmet`, or `doubtful` where only what is in doubt shows it, of this application or
    another of this person.
    """
    doubts = Doubt.objects.filter(application=OuterRef("pk"), settled_at=None)
    shown = list(_counting(application).values_list("evidence__blueprint", Exists(doubts)))
    sure = {blueprint for blueprint, in_doubt in shown if not in_doubt}
    doubtful = {blueprint for blueprint, _in_doubt in shown} - sure
    return [
        (one, "met" if one.blueprint_code in sure else "doubtful" if one.blueprint_code in doubtful else "unmet")
        for one in application.level.requirements.all()
    ]


def _counting(application: Application) -> QuerySet[Application]:
    """This person's applications for the level whose evidence was not declined."""
    own = Application.objects.filter(person=application.person_id, level=application.level_id)
    return own.exclude(status=Application.Status.DECLINED).order_by()


# What may follow on what: the verb, the statuses it may find, the status it leaves.
TURNS: dict[AwardEvent.Verb, tuple[set[Award.Status], Award.Status]] = {
    AwardEvent.Verb.SUSPENDED: ({Award.Status.GRANTED}, Award.Status.SUSPENDED),
    AwardEvent.Verb.REVOKED: ({Award.Status.GRANTED, Award.Status.SUSPENDED}, Award.Status.REVOKED),
    AwardEvent.Verb.REINSTATED: ({Award.Status.SUSPENDED, Award.Status.REVOKED}, Award.Status.GRANTED),
}


@transaction.atomic
def _turn(award: Award, verb: AwardEvent.Verb, actor: User, reason: str) -> None:
    require(actor, "accreditation.change_award", award)
    reason = required_reason(reason)
    _lock(award)
    found, left = TURNS[verb]
    if award.status not in found:
        raise ValidationError(
            _("Not possible now: this award is %(state)s."), "turn", {"state": award.get_status_display().lower()}
        )
    if verb == AwardEvent.Verb.REINSTATED:
        _must_not_be_held(award)
    award.status = left
    award.save(update_fields=["status"])
    _note(award, verb, actor, reason)


def _lock(thing: Application | Award) -> None:
    """Hold all applications of this person for this level until the transaction ends, then read the thing afresh.

    Locking the one application would not do: two applications for one level, granted at the same moment, must not give
    two awards, and neither must a grant beside a reinstatement. Every award has an application, so there is always a
    row to hold; taking the rows in the order of their ids keeps two callers from waiting for each other.
    """
    rows = Application.objects.select_for_update().filter(person=thing.person_id, level=thing.level_id)
    list(rows.order_by("pk").values_list("pk"))
    thing.refresh_from_db()


def _must_wait_for_decision(application: Application) -> None:
    if application.status != Application.Status.SUBMITTED:
        raise ValidationError(
            _("This application has been decided: %(status)s."),
            "decided",
            {"status": application.get_status_display().lower()},
        )


def _must_not_be_held(thing: Application | Award) -> None:
    held = Award.objects.held().filter(person=thing.person_id, level=thing.level_id).exclude(pk=thing.pk).first()
    if held is not None:
        raise ValidationError(
            _("%(name)s holds this level until %(date)s; it can be granted again after that day."),
            "held",
            {"name": held.name, "date": date_format(held.valid_until, "j F Y")},
        )


def _decide(
    application: Application, status: Application.Status, actor: User, reason: str, at: datetime.datetime
) -> None:
    application.status, application.reason = status, reason
    application.decided_by, application.decided_at = actor, at
    application.save(update_fields=["status", "reason", "decided_by", "decided_at"])


def _note(award: Award, verb: AwardEvent.Verb, actor: User, reason: str) -> None:
    AwardEvent.objects.create(award=award, actor=actor, verb=verb, reason=reason)
    record(actor=actor, verb=f"award.{verb}", target=award, body=award.body_id, reason=reason)


# ---
# Doubts: what an application or an award rests on has changed, and a registrar has to look at it again
#
# Nothing is taken away here. Whether an award is suspended, revoked or kept is the registrar's decision.


@transaction.atomic
def raise_doubt(*, application: Application, about: str, why: str) -> Doubt:
    """Note a doubt; about the same thing there is one. `why` is read by the registrar."""
    doubt, new = Doubt.objects.get_or_create(
        application=application, about=about, defaults={"why": required_reason(why)}
    )
    if new:
        record(actor=None, verb="application.doubted", target=application, body=application.body_id, reason=doubt.why)
    return doubt


@transaction.atomic
def settle_doubt(*, doubt: Doubt, actor: User, note: str) -> Doubt:
    """Say what was decided; settled twice, the first word stands."""
    require(actor, "accreditation.decide_application", doubt.application)
    note = required_reason(note)
    doubt = Doubt.objects.select_for_update(of=("self",)).select_related("application").get(pk=doubt.pk)
    if doubt.settled_at is not None:
        return doubt
    doubt.settled_by, doubt.settled_at, doubt.note = actor, timezone.now(), note
    doubt.save(update_fields=["settled_by", "settled_at", "note"])
    record(
        actor=actor,
        verb="application.doubt_settled",
        target=doubt.application,
        body=doubt.application.body_id,
        reason=note,
    )
    return doubt


# --- Who may see and decide what --------------------------------------------------------------------------------------


# Nobody decides about their own award, registrar or not.
is_another_registrar = is_registrar & ~is_own

rules.add_perm("accreditation.keep_register", is_registrar)  # on the body
rules.add_perm("accreditation.view_application", is_registrar | is_own)
rules.add_perm("accreditation.decide_application", is_another_registrar)
rules.add_perm("accreditation.view_award", is_registrar | is_own)
rules.add_perm("accreditation.change_award", is_another_registrar)


# --- How long an award lasts ------------------------------------------------------------------------------------------


def months_later(day: datetime.date, months: int) -> datetime.date:
    """The same day of the month so many months on; the last day of that month where it has no such day."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return datetime.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
