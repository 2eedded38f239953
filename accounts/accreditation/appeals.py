"""Appeals against a refusal, a suspension or a revocation: until when one can be made, and what an answer does.

A person appeals once against a deed, and a registrar who had no part in it answers. Both stay as they were written. Each
function is one transaction that holds the person, asks for the permission itself and leaves an entry in the audit log.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation.deeds import held_beside, lock, note
from accounts.accreditation.life import Status, Verb
from accounts.accreditation.mail import notices
from accounts.accreditation.models import Appeal, AppealAnswer, Application, Award, AwardEvent
from accounts.accreditation.rules import registrars_of
from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from accounts.services import required_reason

# The verbs of an award that can be appealed against, and the status that shows that the deed still stands.
AGAINST: dict[str, tuple[Appeal.Against, Status]] = {
    Verb.SUSPENDED: (Appeal.Against.SUSPENSION, Status.SUSPENDED),
    Verb.REVOKED: (Appeal.Against.REVOCATION, Status.REVOKED),
}
# The verbs that set a status: the latest of them is the deed that stands.
TURNING = (Verb.SUSPENDED, Verb.REINSTATED, Verb.REVOKED, Verb.SURRENDERED, Verb.DECEASED)


@dataclass(frozen=True)
class Ground:
    """A deed that can be appealed against: what it was, whose, when and why. until: the last day to appeal."""

    against: Appeal.Against
    event: AwardEvent | None
    at: datetime.datetime
    decided_by_id: UUID
    proposed_by_id: UUID | None
    decision: str
    until: datetime.date


def ground(application: Application, award: Award | None) -> Ground | None:
    """What stands against the person now and can be appealed against, whether or not there is still time."""
    if award is None:
        if application.status != Application.Status.DECLINED or application.decided_at is None:
            return None
        decider, at = application.decided_by_id, application.decided_at
        assert decider is not None  # noqa: S101 - a constraint says so; tells the type
        return Ground(
            Appeal.Against.REFUSAL, None, at, decider, None, application.reason, application.last_day_to_appeal(at)
        )
    if award.status not in (Status.SUSPENDED, Status.REVOKED):
        return None
    event = award.events.filter(verb__in=TURNING).order_by("at", "pk").last()
    if event is None or event.verb not in AGAINST or AGAINST[event.verb][1] != award.status:
        return None
    proposer = event.data.get("proposed_by")
    return Ground(
        AGAINST[event.verb][0],
        event,
        event.at,
        event.actor_id,
        UUID(proposer) if proposer else None,
        event.reason,
        application.last_day_to_appeal(event.at),
    )


def is_in_time(application: Application, found: Ground) -> bool:
    """Whether it can be appealed against today, by the clock of the body."""
    return application.body.today() <= found.until


def is_against(appeal: Appeal, found: Ground) -> bool:
    """Whether an appeal is against this very deed."""
    if found.event is not None:
        return appeal.event_id == found.event.pk
    return appeal.refused_at == found.at


def appeals_of(application: Application) -> QuerySet[Appeal]:
    """The appeals about an application and the award that came of it, with their answers, earliest first."""
    found = Appeal.objects.filter(application=application)
    return found.select_related("application", "person", "decided_by", "proposed_by", "answer__by")


def answerable_by(person: User, bodies: Collection[UUID]) -> QuerySet[Appeal]:
    """The appeals that wait for an answer in these bodies and that this registrar may answer, the one that has waited longest
    first: neither their own nor about what they decided.
    """
    part = Q(person=person) | Q(decided_by=person) | Q(proposed_by=person)
    found = Appeal.objects.filter(application__body__in=bodies, answer=None)
    found = found.exclude(pk__in=Appeal.objects.filter(part).values("pk"))
    return found.select_related("application__level", "person").order_by("made_at", "pk")


def unanswerable(application: Application, deeds: Sequence[Ground | Appeal]) -> list[Ground | Appeal]:
    """Those of these deeds in which every registrar of the body had a part, so that nobody could answer an appeal."""
    registrars = set(registrars_of(application.body_id).values_list("pk", flat=True)) if deeds else set()
    registrars.discard(application.person_id)
    return [deed for deed in deeds if not registrars - {deed.decided_by_id, deed.proposed_by_id}]


@transaction.atomic
def make(*, application: Application, person: User, grounds: str) -> Appeal:
    """Appeal against what stands against the person about this application or its award. Sent twice, it is made once."""
    require(person, "accreditation.appeal", application)
    grounds = required_reason(grounds)
    lock(application)
    award = Award.objects.filter(application=application).first()
    found = ground(application, award)
    if found is None:
        raise ValidationError(_("There is no decision here to appeal against."), "nothing")
    known = next((one for one in appeals_of(application) if is_against(one, found)), None)
    if known is not None:
        if known.grounds == grounds:
            return known
        raise ValidationError(_("You have appealed against this already. A decision is appealed against once."), "once")
    if not is_in_time(application, found):
        raise ValidationError(
            _("The time to appeal is over: it ended on %(day)s."),
            "late",
            {"day": date_format(found.until, "j F Y")},
        )
    appeal = Appeal.objects.create(
        application=application,
        event=found.event,
        refused_at=None if found.event else found.at,
        against=found.against,
        decision=found.decision,
        decided_by_id=found.decided_by_id,
        proposed_by_id=found.proposed_by_id,
        person=person,
        grounds=grounds,
    )
    about = {"application": str(application.pk), "against": found.against}
    record(actor=person, verb="accreditation_appeal.made", target=appeal, body=application.body_id, data=about)
    return appeal


@transaction.atomic
def answer(*, appeal: Appeal, actor: User, outcome: str, reasons: str) -> AppealAnswer:
    """Uphold or dismiss it, by a registrar who had no part in the deed. The person reads the reasons.

    Upheld, what still stands is undone: an award is put in force again, a refused application waits again as submitted.
    """
    require(actor, "accreditation.answer_appeal", appeal)
    reasons = required_reason(reasons)
    application = appeal.application
    lock(application)
    known = AppealAnswer.objects.filter(appeal=appeal).select_related("by").first()
    if known is not None:
        if (known.by_id, known.outcome, known.reasons) == (actor.pk, outcome, reasons):
            return known
        raise ValidationError(
            _("%(name)s has answered this appeal already: %(outcome)s."),
            "answered",
            {"name": known.by, "outcome": known.get_outcome_display().lower()},
        )
    if outcome not in AppealAnswer.Outcome:
        raise ValidationError(_("Say whether the appeal is upheld or dismissed."), "outcome")
    if outcome == AppealAnswer.Outcome.UPHELD:
        _undo(appeal, application, actor, reasons)
    made = AppealAnswer.objects.create(appeal=appeal, by=actor, outcome=outcome, reasons=reasons)
    record(
        actor=actor,
        verb="accreditation_appeal.answered",
        target=appeal,
        body=application.body_id,
        reason=reasons,
        data={"outcome": outcome},
    )
    notices.appeal_answered(appeal, made)
    return made


def _undo(appeal: Appeal, application: Application, actor: User, reasons: str) -> None:
    """Undo the deed if it is the one that stands; what was undone, or overtaken by another deed or award, is left."""
    award = Award.objects.select_related("body", "level").filter(application=application).first()
    found = ground(application, award)
    if found is None or not is_against(appeal, found):
        return
    if award is not None:
        if held_beside(award) is not None:
            return
        before, award.status = award.status, Status.GRANTED
        award.save(update_fields=["status"])
        data = {"status_before": before, "status_after": award.status, "appeal": str(appeal.pk)}
        note(award, Verb.REINSTATED, actor, reasons, data)
        return
    if application.renews is not None and not _is_still_asked(application, application.renews):
        return
    application.status, application.reason = Application.Status.SUBMITTED, ""
    application.decided_by, application.decided_at = None, None
    application.save(update_fields=["status", "reason", "decided_by", "decided_at"])
    about = {"appeal": str(appeal.pk)}
    record(actor=actor, verb="application.reopened", target=application, body=application.body_id, data=about)


def _is_still_asked(application: Application, award: Award) -> bool:
    """Whether a refused renewal is of the term that runs, and no other application for it waits."""
    waits = Application.objects.filter(renews=award, status=Application.Status.SUBMITTED).exists()
    return not waits and application.evidence.get("ending") == award.valid_until.isoformat()
