"""What puts evidence on record and settles it. How it counts is in `standing`.

Each function is one transaction, asks for the permission itself, and leaves one entry in the audit log. A refusal that a
person should read is a ValidationError.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation.deeds import hold
from accounts.accreditation.evidence import same_session
from accounts.accreditation.mail import notices
from accounts.accreditation.models import Evidence
from accounts.accreditation.particulars import checked
from accounts.audit.services import record
from accounts.models import Body, Club, Membership, Role, User
from accounts.rules import require
from accounts.services import required_reason

Standing = Evidence.Standing
LONGEST_REFERENCE = 100
PAPER, ASSESSED = "paper:", "assessed:"
OF_THEIR_OWN = (PAPER, ASSESSED)
"""How the references begin of what enters itself: results of papers, and assessments."""


@transaction.atomic
def enter(
    *, body: Body, person: User, actor: User, kind: str, day: datetime.date, details: Mapping[str, Any], reference: str
) -> Evidence:
    """Enter what a registrar was shown; it counts at once. reference: what it is, once in the body: the same one again gives
    the first evidence back.

    person: a candidate of the body. details: by kind, as `particulars` asks for them.
    """
    made = Evidence(body=body, person=person, kind=kind, day=day, entered_by=actor, reference=reference)
    require(actor, "accreditation.settle_evidence", made)
    made.standing, made.settled_by, made.settled_at = Standing.ACCEPTED, actor, timezone.now()
    entered = _entered(made, details, actor)
    notices.evidence_entered(entered)
    return entered


@transaction.atomic
def log_session(
    *, body: Body, person: User, day: datetime.date, details: Mapping[str, Any], reference: str
) -> Evidence:
    """Log a session that one directed; it waits for the club or a registrar, as the body has settled.

    What the club has entered already is given back: one session is never on record twice.
    """
    made = Evidence(body=body, person=person, kind="sessions", day=day, entered_by=person, reference=reference)
    require(person, "accreditation.log_evidence", made)
    made.standing = Standing.WAITING
    return _entered(made, details, person)


def _entered(made: Evidence, details: Mapping[str, Any], actor: User) -> Evidence:
    hold(made.person_id)
    # Those of what enters itself are not for the taking: whoever had one would keep a pass off the record.
    if not 0 < len(made.reference.strip()) <= LONGEST_REFERENCE or made.reference.startswith(OF_THEIR_OWN):
        raise ValidationError(_("Something is wrong with this form. Open it again."), "reference")
    known = Evidence.objects.filter(body=made.body_id, reference=made.reference).first()
    if known is not None:
        if (known.person_id, known.kind) != (made.person_id, made.kind):
            raise ValidationError(_("Something else was entered with this form already. Open it again."), "reference")
        return known
    if not Membership.objects.active().filter(person=made.person, body=made.body, role=Role.CANDIDATE).exists():
        raise ValidationError(
            _("%(name)s is not a candidate of %(body)s. They have to join first; then choose them here."),
            "candidate",
            {"name": made.person, "body": made.body.short_name},
        )
    made.details = checked(made.kind, made.day, details, made.body)
    if made.kind == "sessions" and (known := _on_record_already(made, actor)) is not None:
        return known
    made.save(force_insert=True)
    _noted(made, "entered", actor)
    return made


def _on_record_already(made: Evidence, actor: User) -> Evidence | None:
    """The session where the club has entered it; note the club of the body at which it was.

    Raises ValidationError where whoever enters it would have it on record twice.
    """
    name = made.details["club"]
    # A club that was renamed is one club, under whichever name the session is told.
    called = Q(name=name) | Q(former_names__contains=[name])
    made.club = Club.objects.filter(called, body=made.body_id).first()
    if made.club is None:
        return None
    there = Evidence.objects.filter(club=made.club, person=made.person_id, day=made.day, kind="sessions")
    there = there.exclude(standing__in=(Standing.WITHDRAWN, Standing.REFUSED)).order_by("entered_at", "pk")
    entered = [one for one in there if one.confirmed_by_id is not None and one.confirmed_by_id == one.entered_by_id]
    if actor.pk == made.person_id and (known := same_session(entered, made.details)) is not None:
        _noted(known, "logged_again", actor)
        return known
    if same_session(there, made.details, strictly=True) is not None:
        raise ValidationError(
            _("This session is on record already. If it is another one on the same day, name the event."), "twice"
        )
    return None


@transaction.atomic
def accept(*, evidence: Evidence, actor: User) -> None:
    """Let it count. Accepting twice changes nothing."""
    if _accepted(evidence, actor):
        notices.evidence_settled([evidence])


@transaction.atomic
def refuse(*, evidence: Evidence, actor: User, reason: str) -> None:
    """Say that it does not count; the person reads the reason. Refusing twice changes nothing."""
    if _refused(evidence, actor, required_reason(reason)):
        notices.evidence_settled([evidence])


@transaction.atomic
def settle_together(
    *, pieces: Collection[Evidence], actor: User, accepted: bool, reason: str = ""
) -> list[tuple[Evidence, str]]:
    """Accept or refuse several pieces of one person, who reads of them in one letter.

    What a colleague has settled meanwhile holds up none of the others: those that cannot be settled come back, with why.
    """
    reason = "" if accepted else required_reason(reason)
    done, left = [], []
    for evidence in pieces:
        try:
            if _accepted(evidence, actor) if accepted else _refused(evidence, actor, reason):
                done.append(evidence)
        except ValidationError as refusal:
            left.append((evidence, refusal.messages[0]))
    if done:
        notices.evidence_settled(done)
    return left


def _accepted(evidence: Evidence, actor: User) -> bool:
    """Whether it was settled just now; it may have been before."""
    require(actor, "accreditation.settle_evidence", evidence)
    _lock(evidence)
    if evidence.standing == Standing.ACCEPTED:
        return False
    _must_be(evidence, Standing.WAITING, Standing.DISPUTED)
    _settle(evidence, Standing.ACCEPTED, actor, "")
    return True


def _refused(evidence: Evidence, actor: User, reason: str) -> bool:
    """Whether it was settled just now; it may have been before."""
    require(actor, "accreditation.settle_evidence", evidence)
    _lock(evidence)
    if evidence.standing == Standing.REFUSED:
        return False
    _must_be(evidence, Standing.WAITING, Standing.DISPUTED)
    _settle(evidence, Standing.REFUSED, actor, reason)
    return True


@transaction.atomic
def withdraw(*, evidence: Evidence, actor: User, reason: str) -> None:
    """Take back what was entered or accepted; the person reads the reason. It stays on record and counts no more.

    By a registrar; or by the person, as long as it waits. Awards that were granted on it stand.
    """
    require(actor, "accreditation.withdraw_evidence", evidence)
    reason = required_reason(reason)
    _lock(evidence)
    if evidence.standing == Standing.WITHDRAWN:
        return
    require(actor, "accreditation.withdraw_evidence", evidence)
    _must_be(evidence, Standing.WAITING, Standing.ACCEPTED, Standing.DISPUTED)
    _settle(evidence, Standing.WITHDRAWN, actor, reason)


def to_settle(person: User, bodies: Collection[UUID], *, with_clubs: bool = False) -> QuerySet[Evidence]:
    """What waits in these bodies for a registrar, the longest first, without what is about this registrar.

    with_clubs: with what waits for a club as well.
    """
    open_ones = (Standing.WAITING, Standing.DISPUTED)
    waiting = Evidence.objects.filter(body__in=bodies, standing__in=open_ones).exclude(person=person)
    waiting = waiting.told_who_waits() if with_clubs else waiting.with_clubs(wanted=False)
    return waiting.select_related("person").order_by("entered_at", "pk")


def _lock(evidence: Evidence) -> None:
    """Hold the person, as everything does that changes what they have, then read the evidence afresh."""
    hold(evidence.person_id)
    evidence.refresh_from_db()


def _must_be(evidence: Evidence, *standings: Standing) -> None:
    if evidence.standing not in standings:
        raise ValidationError(
            _("Not possible now: this evidence is %(standing)s."),
            "settled",
            {"standing": evidence.get_standing_display().lower()},
        )


def _settle(evidence: Evidence, standing: Standing, actor: User | None, why: str) -> None:
    evidence.standing, evidence.note = standing, why
    evidence.settled_by, evidence.settled_at = actor, timezone.now()
    evidence.save(update_fields=["standing", "note", "settled_by", "settled_at"])
    _noted(evidence, standing.value, actor)


def _noted(evidence: Evidence, verb: str, actor: User | None) -> None:
    data = {"kind": evidence.kind, "day": evidence.day, "reference": evidence.reference}
    record(
        actor=actor,
        verb=f"evidence.{verb}",
        target=evidence,
        body=evidence.body_id,
        reason=evidence.note,
        data=data | {"details": evidence.details},
    )


# --- Assessments, which enter themselves when both assessors have marked them -----------------------------------------


def put_assessment_on_record(
    *, person: User, body: Body, day: datetime.date, details: Mapping[str, Any], reference: str
) -> Evidence:
    """Store an assessment that was passed, once; it counts. The caller is in a transaction, has asked for the permission, and
    leaves the entry in the audit log: of the assessment.

    reference: `ASSESSED` and its id. details: as `particulars` asks for them.
    """
    hold(person.pk)
    made, _new = Evidence.objects.get_or_create(
        body=body,
        reference=reference,
        defaults={
            "person": person,
            "kind": "assessment",
            "day": day,
            "details": checked("assessment", day, details, body),
        },
    )
    if made.person_id != person.pk:
        raise ValueError(f"{made.reference} is of somebody else.")
    return made


# --- Passes, which enter themselves -----------------------------------------------------------------------------------

PASS = ("blueprint", "percent", "sitting", "topics")


def reference_of(result: object) -> str:
    """The reference of the evidence of a result."""
    return f"{PAPER}{result}"


def put_pass_on_record(
    person: User,
    body: Body,
    told: Mapping[str, Any],
    earlier: Collection[object] = (),
    *,
    follows: bool = True,
) -> Evidence:
    """Store a pass once. The caller is in a transaction, and leaves the entry in the audit log: of the result.

    earlier: other results of the same attempt, which count no more. follows: whether what was decided and doubted about them
    holds for this one as well.
    """
    facts = {name: told[name] for name in PASS if told.get(name) not in (None, "", {})}
    refs = [reference_of(one) for one in earlier]
    replaced = list(Evidence.objects.filter(body=body, reference__in=refs).order_by("pk"))
    if replaced and follows:
        facts["replaces"] = sorted(one.reference for one in replaced)
    made, _new = Evidence.objects.get_or_create(
        body=body,
        reference=reference_of(told["result"]),
        defaults={"person": person, "kind": "paper", "day": _day(told.get("date"), body), "details": facts},
    )
    if made.person_id != person.pk:
        raise ValueError(f"{made.reference} is of somebody else.")
    for one in replaced:
        _take_back(one, _("The paper was marked again; the later result counts."))
    return made


def withdraw_passes(results: Collection[object], why: str) -> None:
    """Take the evidence of these results back: they are passes no longer. The caller is in a transaction."""
    refs = [reference_of(one) for one in results]
    for evidence in Evidence.objects.filter(reference__in=refs, kind="paper").order_by("pk"):
        _take_back(evidence, why)


def _take_back(evidence: Evidence, why: str) -> None:
    # By the rows that it finds, so that two at once take it back once; whole halls are marked, and nobody's row is held.
    still = Evidence.objects.filter(pk=evidence.pk).exclude(standing__in=(Standing.WITHDRAWN, Standing.REFUSED))
    if still.update(standing=Standing.WITHDRAWN, note=why, settled_by=None, settled_at=timezone.now()):
        evidence.refresh_from_db()
        _noted(evidence, Standing.WITHDRAWN.value, None)


def _day(written: str | datetime.date | None, body: Body) -> datetime.date:
    if isinstance(written, str):
        return datetime.date.fromisoformat(written)
    return written or body.today()
