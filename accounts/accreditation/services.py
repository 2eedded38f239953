"""What changes applications, up to the award that comes of one. What is done to an award afterwards is in `deeds`.

Each function is one transaction, asks for the permission itself, and leaves one entry in the audit log. A refusal that
a person should read is a ValidationError.
"""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation.certificate import certificate_pdf
from accounts.accreditation.deeds import lock, must_not_be_held, note, reinstate, revoke, suspend
from accounts.accreditation.life import Verb, end_of_term
from accounts.accreditation.models import Application, Award, Doubt, Level, Requirement
from accounts.audit.services import record
from accounts.models import Body, Membership, Role, User
from accounts.rules import require
from accounts.services import required_reason

__all__ = [
    "apply_for_pass",
    "certificate_pdf",
    "decline",
    "grant",
    "grant_by_hand",
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
    lock(application)
    if application.status == Application.Status.GRANTED:
        return application.award
    _must_wait_for_decision(application)
    if application.doubts.filter(settled_at=None).exists():
        raise ValidationError(_("The basis of this application is in doubt. Settle the doubt first."), "doubted")
    if missing := unmet(application):
        names = ", ".join(requirement.description for requirement in missing)
        raise ValidationError(_("Not met yet: %(requirements)s."), "unmet", {"requirements": names})
    must_not_be_held(application)
    valid_from = valid_from or application.body.today()
    _must_be_fit_for_a_certificate(application, valid_from)
    return _granted(application, actor, reason.strip(), valid_from)


def _granted(application: Application, actor: User, reason: str, valid_from: datetime.date) -> Award:
    now = timezone.now()
    _decide(application, Application.Status.GRANTED, actor, reason, now)
    award = Award.objects.create(
        body=application.body,
        person=application.person,
        name=application.person.name,
        level=application.level,
        application=application,
        granted_at=now,
        granted_by=actor,
        valid_from=valid_from,
        valid_until=end_of_term(valid_from, application.level),
    )
    note(award, Verb.GRANTED, actor, reason, {"start": valid_from, "end_after": award.valid_until})
    return award


@transaction.atomic
def grant_by_hand(
    *,
    level: Level,
    person: User,
    actor: User,
    kind: str,
    evidence: str,
    valid_from: datetime.date,
    reason: str,
    reference: uuid.UUID,
    recognised: tuple[str, str] = ("", ""),
) -> Award:
    """Grant a level to a candidate of the body who never sat here, on evidence in words; what the level requires is not asked.

    kind: `hand`, or `recognition` of an award of another body; recognised: that body and that award. reference: drawn when the
    form was opened, so that sending it twice grants once.
    """
    require(actor, "accreditation.keep_register", level.body)
    if person == actor:
        raise PermissionDenied
    evidence, reason = evidence.strip(), required_reason(reason)
    shown: dict[str, Any] = {"kind": kind, "result": f"{kind}:{reference}", "words": evidence}
    if kind == Application.RECOGNITION:
        shown |= dict(zip(("other_body", "other_award"), (word.strip() for word in recognised), strict=True))
    if not all(shown.values()):
        raise ValidationError(
            _("Say what the award rests on; to recognise one, name the body that granted it and the award."), "evidence"
        )
    application = Application(body=level.body, person=person, level=level, evidence=shown)
    User.objects.select_for_update(no_key=True).values_list("pk").get(pk=person.pk)
    known = Application.objects.filter(person=person, level=level, evidence__result=shown["result"]).first()
    if known is not None:
        return known.award
    if not Membership.objects.active().filter(person=person, body=level.body_id, role=Role.CANDIDATE).exists():
        raise ValidationError(
            _("%(name)s is not a candidate of %(body)s. They have to join first; then choose them here."),
            "candidate",
            {"name": person, "body": level.body.short_name},
        )
    must_not_be_held(application)
    _must_be_fit_for_a_certificate(application, valid_from)
    application.save(force_insert=True)
    record(actor=actor, verb="application.submitted", target=application, body=level.body_id, data=shown)
    return _granted(application, actor, reason, valid_from)


@transaction.atomic
def decline(*, application: Application, actor: User, reason: str) -> None:
    """Refuse the level; the person reads the reason. Declining twice changes nothing."""
    require(actor, "accreditation.decide_application", application)
    reason = required_reason(reason)
    lock(application)
    if application.status == Application.Status.DECLINED:
        return
    _must_wait_for_decision(application)
    _decide(application, Application.Status.DECLINED, actor, reason, timezone.now())
    record(actor=actor, verb="application.declined", target=application, body=application.body_id, reason=reason)


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


def _must_be_fit_for_a_certificate(application: Application, valid_from: datetime.date) -> None:
    if not application.person.name:
        raise ValidationError(_("This person has not entered a name yet, and a certificate needs one."), "nameless")
    if valid_from > application.body.today():
        raise ValidationError(_("An award cannot start in the future."), "future")


def _must_wait_for_decision(application: Application) -> None:
    if application.status != Application.Status.SUBMITTED:
        raise ValidationError(
            _("This application has been decided: %(status)s."),
            "decided",
            {"status": application.get_status_display().lower()},
        )


def _decide(
    application: Application, status: Application.Status, actor: User, reason: str, at: datetime.datetime
) -> None:
    application.status, application.reason = status, reason
    application.decided_by, application.decided_at = actor, at
    application.save(update_fields=["status", "reason", "decided_by", "decided_at"])


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
