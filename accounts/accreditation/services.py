"""What changes applications, up to the award that comes of one. What is done to an award afterwards is in `deeds`.

Each function is one transaction, asks for the permission itself, and leaves one entry in the audit log. A refusal that
a person should read is a ValidationError.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation import evidencing, standing
from accounts.accreditation.certificate import certificate_pdf
from accounts.accreditation.deeds import (
    decide,
    hold,
    lock,
    must_be_reachable,
    must_not_be_held,
    note,
    reinstate,
    renew,
    revoke,
    suspend,
    use,
)
from accounts.accreditation.evidence import copied
from accounts.accreditation.life import Verb, end_of_term
from accounts.accreditation.mail import notices
from accounts.accreditation.models import Application, Award, Doubt, Level
from accounts.accreditation.register.listings import make_listings
from accounts.accreditation.renewal_rules import renewal_of
from accounts.accreditation.requirements import (
    NOTHING,
    Item,
    Judged,
    Record,
    Rule,
    items_spent,
    items_used,
    judge,
    missing,
    missing_in_short,
    paper_codes,
)
from accounts.audit.services import record
from accounts.models import Body, Membership, Role, User
from accounts.rules import require
from accounts.services import required_reason

WAY = "way"
"""What `evidence["kind"]` says where somebody applied by a press, on all that was on record."""

__all__ = [
    "apply",
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
    """Put a pass on record and apply, on the person's behalf, for every level that asks for this paper, if there is one.

    A level that the person holds is not applied for, nor one that wants everything first while something is missing. The first
    application, of the lowest level, is returned. `evidence["result"]` is the id of what was passed, `evidence["date"]` its day
    and `evidence["topics"]` the marks by topic in per cent. Called again for the same result, this finds what it made.
    """
    told = evidence | {"result": str(evidence["result"]), "blueprint": blueprint_code}
    evidencing.put_pass_on_record(person, body, told)
    told.pop("topics", None)
    known = {one.level_id: one for one in Application.objects.filter(person=person, evidence__result=told["result"])}
    held = set(Award.objects.held().filter(person=person, body=body).values_list("level", flat=True))
    made = []
    for level, rule in standing.rules_of(body).items():
        if level.pk in known:
            made.append(known[level.pk])
        elif blueprint_code in paper_codes(rule) and level.pk not in held and _may_apply(person, level, rule):
            made.append(_applied(person, level, told))
    return made[0] if made else None


@dataclass(frozen=True)
class Pass:
    """A pass that is not on record yet: what `apply_for_pass` would be told of it. topics: in per cent, by code."""

    blueprint: str
    day: datetime.date
    percent: Decimal
    topics: Mapping[str, int] = field(default_factory=dict)


def applied_for(body: Body, passes: Mapping[uuid.UUID, Pass]) -> dict[uuid.UUID, list[Level]]:
    """The levels that `apply_for_pass` would apply for, by the person who passes; from the lowest up. Writes nothing, and asks
    no more of the database for more people.
    """
    found: dict[uuid.UUID, list[Level]] = {person: [] for person in passes}
    held = set(Award.objects.held().filter(person__in=passes, body=body).values_list("person", "level"))
    for level, rule in standing.rules_of(body).items():
        papers = paper_codes(rule)
        asked = [person for person, one in passes.items() if one.blueprint in papers and (person, level.pk) not in held]
        if not level.applies_early and asked:
            records = standing.records_of(asked, body, level=level)
            asked = [person for person in asked if judge(rule, _with_pass(records[person], passes[person])).met]
        for person in asked:
            found[person].append(level)
    return found


def _with_pass(found: Record, one: Pass) -> Record:
    details = {"blueprint": one.blueprint, "percent": one.percent, "topics": one.topics}
    return replace(found, items=(*found.items, Item("paper", one.day, details, "paper:new")))


def _may_apply(person: User, level: Level, rule: Rule) -> bool:
    return level.applies_early or judge(rule, standing.record_of(person, level.body, level=level)).met


def _applied(person: User, level: Level, told: dict[str, Any]) -> Application:
    """The application that this pass makes for one level; two workers at once make one."""
    application, new = Application.objects.get_or_create(
        person=person, level=level, evidence__result=told["result"], defaults={"body": level.body, "evidence": told}
    )
    if new:
        record(actor=None, verb="application.submitted", target=application, body=level.body_id, data=told)
        notices.application_received(application)
    return application


@transaction.atomic
def apply(*, person: User, level: Level, reference: str) -> Application:
    """Apply for a level by one press. reference: drawn when the page was opened, so that a second press changes nothing.

    Refused where the person has not confirmed an address, as nobody could reach them; where they hold the level, where an
    application for it waits, and where something is missing that the level wants first.
    """
    if not 0 < len(reference) <= evidencing.LONGEST_REFERENCE:
        raise ValidationError(_("Something is wrong with this form. Open it again."), "reference")
    hold(person.pk)
    result = f"{WAY}:{reference}"
    known = Application.objects.filter(person=person, level=level, evidence__result=result).first()
    if known is not None:
        return known
    application = Application(body=level.body, person=person, level=level, evidence={"kind": WAY, "result": result})
    require(person, "accreditation.apply", application)
    must_be_reachable(person)
    must_not_be_held(application)
    waiting = Application.objects.filter(person=person, level=level, renews=None, status=Application.Status.SUBMITTED)
    if waiting.exists():
        raise ValidationError(_("You have applied for this level already. The registrar has not decided yet."), "waits")
    found = standing.judged(person, level)
    if not found.met and not level.applies_early:
        raise _not_met(found, level)
    version = standing.version_of(level)
    names = standing.known(level.body)
    evidence = {
        "kind": WAY,
        "result": result,
        "rests_on": [copied(item, names.paper_passed(item.details)) for item in items_used(found)],
        "requirements": version.number if version else None,
    }
    application.evidence = evidence
    application.save(force_insert=True)
    record(actor=person, verb="application.submitted", target=application, body=level.body_id, data=evidence)
    notices.application_received(application)
    return application


@transaction.atomic
def grant(*, application: Application, actor: User, reason: str = "", valid_from: datetime.date | None = None) -> Award:
    """Grant the level, from today or from an earlier day on; granting again gives the award made the first time.

    An application for the next term of an award gives that term, counted from the old end: valid_from is nothing to it.
    """
    require(actor, "accreditation.decide_application", application)
    lock(application)
    if application.status == Application.Status.GRANTED:
        return application.renews or application.award
    _must_wait_for_decision(application)
    if application.doubts.filter(settled_at=None).exists():
        raise ValidationError(_("The basis of this application is in doubt. Settle the doubt first."), "doubted")
    if application.renews is not None:
        renew(award=application.renews, actor=actor, ending=application.renews.valid_until, reason=reason)
        application.refresh_from_db()
        return application.renews
    if not (found := requirements(application)).met:
        raise _not_met(found, application.level)
    must_not_be_held(application)
    valid_from = valid_from or application.body.today()
    _must_be_fit_for_a_certificate(application, valid_from)
    award = _granted(application, actor, reason.strip(), valid_from)
    use(award, items_spent(found))
    return award


def _granted(application: Application, actor: User, reason: str, valid_from: datetime.date) -> Award:
    now = timezone.now()
    decide(application, Application.Status.GRANTED, actor, reason, now)
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
    make_listings(award.body_id, [award.person_id])
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
    hold(person.pk)
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
    decide(application, Application.Status.DECLINED, actor, reason, timezone.now())
    record(actor=actor, verb="application.declined", target=application, body=application.body_id, reason=reason)
    notices.application_declined(application)


def requirements(application: Application) -> Judged:
    """How what is asked for stands for the person who applied: by the level, or to renew an award of it."""
    if application.renews is not None:
        found = renewal_of(application.renews)
        return (
            judge(NOTHING, standing.record_of(application.person, application.body)) if found is None else found.judged
        )
    return standing.judged(application.person, application.level)


def unmet(application: Application) -> list[str]:
    """What the level requires and the person has not shown, each as a sentence."""
    return missing(requirements(application), standing.known(application.body))


def _not_met(found: Judged, level: Level) -> ValidationError:
    names = missing_in_short(found, standing.known(level.body))
    return ValidationError(_("Not met yet: %(requirements)s."), "unmet", {"requirements": names})


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


# ---
# Doubts: what an application or an award rests on has changed, and a registrar has to look at it again
#
# Nothing is taken away here. Whether an award is suspended, revoked or kept is the registrar's decision.


@transaction.atomic
def raise_doubt(*, application: Application, about: str, why: str, reference: str = "") -> Doubt:
    """Note a doubt; about the same thing there is one. `why` is read by the registrar.

    reference: of the evidence that changed, where the application rests on more than one thing.
    """
    doubt, new = Doubt.objects.get_or_create(
        application=application, about=about, reference=reference, defaults={"why": required_reason(why)}
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
