"""Arranging an assessment, taking the sheets of its assessors, and its outcome.

Each deed is one transaction, asks for the permission itself, and leaves one entry in the audit log. A refusal that a person
should read is a ValidationError.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.accreditation.evidencing import put_assessment_on_record
from accounts.accreditation.models import Level
from accounts.audit.services import record
from accounts.models import Body, Membership, Role, User
from accounts.rules import require
from accounts.services import required_reason
from exams.assessment import calls, grades, notices, rules
from exams.assessment.models import ASSESSORS, Assessment, Assessor, Call, Ending, Outcome, Sheet, Showing
from exams.scenarios.calls import NotAnAct

FURTHEST = dt.timedelta(days=366)
"""An assessment is arranged for a day within a year."""
OVERTAKEN = gettext_lazy(
    "You have sent another sheet since this page was opened. Open the sheet again to see it, and correct it there."
)


def arrange(
    *,
    level: Level,
    person: User,
    assessors: Sequence[User],
    day: dt.date,
    place: str,
    count: int,
    laws: Sequence[str],
    reference: UUID,
    actor: User,
) -> Assessment:
    """Name the day, the place and the assessors, and stage the calls. The same form again gives the first assessment back.

    laws: those that are picked; none: drawn from what the level asks for. Raises calls.NotStaged with too few tables.
    """
    made = Assessment(
        body=level.body,
        person=person,
        level=level,
        day=day,
        place=place.strip(),
        reference=reference,
        arranged_by=actor,
    )
    require(actor, rules.ARRANGE, made)
    if (known := _known(made)) is not None:
        return known
    _must_be_possible(made, assessors, count)
    # Before the transaction: it takes a second or two, and nobody should wait for it.
    staged = calls.staged(level, count, laws)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).values_list("pk").get(pk=person.pk)
        if (known := _known(made)) is not None:
            return known
        made.save(force_insert=True)
        Assessor.objects.bulk_create(Assessor(assessment=made, person=one) for one in assessors)
        Call.objects.bulk_create(
            Call(
                assessment=made,
                number=number,
                unit=one.unit,
                fingerprint=one.content["fingerprint"],
                content=dict(one.content),
                acts=one.acts,
            )
            for number, one in enumerate(staged, start=1)
        )
        data = {"person": person.pk, "level": level.code, "day": day, "place": made.place}
        data |= {
            "assessors": [one.pk for one in assessors],
            "fingerprints": [one.content["fingerprint"] for one in staged],
        }
        record(actor=actor, verb="assessment.arranged", target=made, body=made.body_id, data=data)
        notices.arranged(made)
    return made


def _known(made: Assessment) -> Assessment | None:
    """What this form has arranged already."""
    known = Assessment.objects.filter(reference=made.reference).first()
    if known is not None and (known.person_id, known.level_id) != (made.person_id, made.level_id):
        raise ValidationError(_("Something else was arranged with this form already. Open it again."), "reference")
    return known


def _must_be_possible(made: Assessment, assessors: Sequence[User], count: int) -> None:
    faults: dict[str, str] = {}
    if not Membership.objects.active().filter(person=made.person, body=made.body_id, role=Role.CANDIDATE).exists():
        faults["person"] = _("This person is not a candidate of %(body)s.") % {"body": made.body.short_name}
    if len({one.pk for one in assessors}) != ASSESSORS:
        faults["second"] = _("Name two different assessors.")
    elif made.person_id in {one.pk for one in assessors}:
        faults["second"] = _("The candidate cannot be an assessor. Name somebody else.")
    elif rules.may_assess(made.body).filter(pk__in=[one.pk for one in assessors]).count() != ASSESSORS:
        faults["second"] = _(
            "An assessor is an examiner or registrar of the body, or holds an award of it that is in force."
        )
    faults |= _when_and_where(made.body, made.day, made.place)
    if not calls.FEWEST <= count <= calls.MOST:
        faults["count"] = _("An assessment has from %(fewest)s to %(most)s calls.") % {
            "fewest": calls.FEWEST,
            "most": calls.MOST,
        }
    if faults:
        raise ValidationError(faults)


def _when_and_where(body: Body, day: dt.date, place: str) -> dict[str, str]:
    """What is wrong with the day and the place, by field."""
    faults: dict[str, str] = {}
    today = body.today()
    if not today <= day <= today + FURTHEST:
        faults["day"] = _("Give a day from today on, within a year.")
    if not place:
        faults["place"] = _("Say where it is, such as the club.")
    return faults


@transaction.atomic
def move(*, assessment: Assessment, actor: User, day: dt.date, place: str, reason: str) -> None:
    """Hold an assessment on another day or at another place, until the first sheet is in. Its calls and its assessors stay.

    Moving it to where it is changes nothing.
    """
    require(actor, rules.MOVE, assessment)
    reason, place = required_reason(reason), place.strip()
    _lock(assessment)
    day_before, before = assessment.day, {"day": assessment.day, "place": assessment.place}
    if before == {"day": day, "place": place}:
        return
    _must_be_open(assessment)
    if latest(assessment):
        raise ValidationError(
            _("A sheet is in, so the assessment has been held. It cannot be moved any more."), "marked"
        )
    if faults := _when_and_where(assessment.body, day, place):
        raise ValidationError(faults)
    assessment.day, assessment.place = day, place
    assessment.save(update_fields=["day", "place"])
    data = {"person": assessment.person_id, "before": before, "after": {"day": day, "place": place}}
    entry = record(
        actor=actor, verb="assessment.moved", target=assessment, body=assessment.body_id, reason=reason, data=data
    )
    notices.moved(assessment, day_before=day_before, reason=reason, once=str(entry.pk))


@transaction.atomic
def send(
    *,
    assessment: Assessment,
    actor: User,
    key: UUID,
    after: int,
    marks: Mapping[str, Any],
    overall: str,
    note: str,
    reason: str = "",
    noted: Mapping[str, Any] | None = None,
) -> Sheet:
    """Take an assessor's sheet. Sent twice with one key, it is stored once. The second one that says the same settles it.

    noted: by the number of a call what the assessor ticked on its list, which is judged now; a call of which nothing was ticked
    is left out, as all are on a sheet that was marked without the list.

    after: the version that the assessor had sent when they opened the sheet (0: none): a page that was left open does not
    take the place of a later sheet. reason: why it is changed, needed from the second version on.
    """
    require(actor, rules.MARK, assessment)
    _lock(assessment)
    known = Sheet.objects.filter(key=key).select_related("assessor").first()
    if known is not None:
        if known.assessor.person_id != actor.pk or known.assessment_id != assessment.pk:
            raise PermissionDenied
        return known
    _must_be_open(assessment)
    if assessment.body.today() < assessment.day:
        raise ValidationError(
            _("The assessment has not been held yet. Send the sheet on the day or after it."), "early"
        )
    assessor = assessment.assessors.get(person=actor)
    last = assessor.sheets.order_by("-number").first()
    if (last.number if last else 0) != after:
        raise ValidationError(
            OVERTAKEN,
            "overtaken",
        )
    sheet = Sheet.objects.create(
        assessor=assessor,
        assessment=assessment,
        number=after + 1,
        key=key,
        marks=dict(marks),
        noted=_judged(assessment, noted or {}),
        overall=Outcome(overall),
        note=note.strip(),
        reason=required_reason(reason) if last else "",
    )
    data = {"number": sheet.number, "overall": sheet.overall, "marks": sheet.marks, "key": key}
    data["noted"] = {number: one["noted"] for number, one in sheet.noted.items()}
    record(
        actor=actor,
        verb="assessment.marked",
        target=assessment,
        body=assessment.body_id,
        reason=sheet.reason,
        data=data,
    )
    overalls = {one.overall for one in latest(assessment)}
    if len(latest(assessment)) == ASSESSORS and len(overalls) == 1:
        _end(assessment, Ending.Kind(overalls.pop()), None, "")
    return sheet


def _judged(assessment: Assessment, noted: Mapping[str, Any]) -> dict[str, Any]:
    """What was noted of each call with its judgement, as a sheet stores it."""
    if not noted:
        return {}
    found = {}
    for call in assessment.calls.all():
        ticked = noted.get(str(call.number)) or {}
        try:
            judgement = grades.judgement_of(call, ticked)
        except NotAnAct as fault:
            raise ValidationError(
                _("Call %(n)s: %(fault)s"), "not_on_the_list", {"n": call.number, "fault": str(fault)}
            ) from fault
        if judgement is not None:
            found[str(call.number)] = {"noted": dict(ticked), "judged": judgement}
    return found


@transaction.atomic
def decide(*, assessment: Assessment, actor: User, outcome: str, reason: str) -> None:
    """Settle an assessment on which the assessors differ. Deciding the same twice changes nothing."""
    require(actor, rules.DECIDE, assessment)
    reason = required_reason(reason)
    _lock(assessment)
    kind = Ending.Kind(Outcome(outcome))
    if (ended := assessment.ended) is not None and (ended.by_id, ended.kind) == (actor.pk, kind):
        return
    _must_be_open(assessment)
    if len(latest(assessment)) != ASSESSORS:
        raise ValidationError(_("Both sheets have to be in first."), "waits")
    _end(assessment, kind, actor, reason)


@transaction.atomic
def call_off(*, assessment: Assessment, actor: User, reason: str) -> None:
    """Call an assessment off; the candidate reads the reason. Calling it off twice changes nothing."""
    require(actor, rules.CALL_OFF, assessment)
    reason = required_reason(reason)
    _lock(assessment)
    if (ended := assessment.ended) is not None and ended.kind == Ending.Kind.CALLED_OFF:
        return
    _must_be_open(assessment)
    if len(latest(assessment)) == ASSESSORS:
        raise ValidationError(
            _("Both sheets are in, so it cannot be called off. Decide between them instead."), "marked"
        )
    _end(assessment, Ending.Kind.CALLED_OFF, actor, reason)


@transaction.atomic
def show(*, body: Body, actor: User, comparison: bool, reason: str) -> None:
    """Say whether candidates of the body read how the list of acts judges them. What changes nothing leaves no entry."""
    require(actor, "accreditation.keep_register", body)
    reason = required_reason(reason)
    Body.objects.select_for_update(no_key=True).values_list("pk").get(pk=body.pk)
    before = shows_comparison(body)
    if before == comparison:
        return
    Showing.objects.update_or_create(body=body, defaults={"comparison": comparison})
    data = {"before": {"comparison": before}, "after": {"comparison": comparison}}
    record(actor=actor, verb="body.assessments_shown", target=body, body=body, reason=reason, data=data)


def shows_comparison(body: Body) -> bool:
    """Whether candidates of the body read how the list of acts judges them. One query."""
    return Showing.objects.filter(body=body, comparison=True).exists()


def latest(assessment: Assessment) -> list[Sheet]:
    """The last sheet of each assessor who has sent one, in the order of the assessors. One query."""
    found = Sheet.objects.filter(assessment=assessment).select_related("assessor__person")
    return list(found.order_by("assessor_id", "-number").distinct("assessor_id"))


def readable(sheets: list[Sheet], *, own: bool, mine: Sheet | None, ended: Ending | None) -> list[Sheet]:
    """Those of the latest sheets that somebody may read: the candidate (own), or an assessor with this sheet or a registrar.

    Both once both are in; until then an assessor reads their own. The candidate reads them when it is settled.
    """
    if own:
        return sheets if ended is not None and ended.kind != Ending.Kind.CALLED_OFF else []
    if len(sheets) == ASSESSORS:
        return sheets
    return [mine] if mine is not None else []


def _lock(assessment: Assessment) -> None:
    """Hold the assessment until the transaction ends, then read afresh how it stands."""
    Assessment.objects.select_for_update().values_list("pk").get(pk=assessment.pk)
    assessment.refresh_from_db(fields=["day", "place"])
    assessment._state.fields_cache.pop("ending", None)


def _must_be_open(assessment: Assessment) -> None:
    if (ended := assessment.ended) is not None:
        raise ValidationError(
            _("This assessment is settled: %(outcome)s."), "settled", {"outcome": ended.get_kind_display().lower()}
        )


def _end(assessment: Assessment, kind: Ending.Kind, by: User | None, reason: str) -> None:
    """Write down the outcome; a pass enters itself as evidence."""
    Ending.objects.create(assessment=assessment, kind=kind, by=by, reason=reason)
    assessment._state.fields_cache.pop("ending", None)
    if kind == Ending.Kind.PASSED:
        names = notices.names_of(assessment)
        put_assessment_on_record(
            person=assessment.person,
            body=assessment.body,
            day=assessment.day,
            details={"outcome": "passed", "level": assessment.level.code, "by": names[:200]},
            reference=assessment.evidence_reference,
        )
    record(
        actor=by,
        verb=f"assessment.{kind.value}",
        target=assessment,
        body=assessment.body_id,
        reason=reason,
        data={"person": assessment.person_id, "level": assessment.level.code, "day": assessment.day},
    )
    if kind == Ending.Kind.CALLED_OFF:
        notices.called_off(assessment, reason)
    else:
        notices.settled(assessment, kind)
