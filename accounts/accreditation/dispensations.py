"""What gives a person permission to direct one event, and takes it back. What it comes to is in `may_direct`.

Each function is one transaction, asks for the permission itself, and leaves one entry in the audit log. A refusal that a
person should read is a ValidationError.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation import rules as _rules  # noqa: F401 - names the permissions
from accounts.accreditation.deeds import hold
from accounts.accreditation.mail import notices
from accounts.accreditation.may_direct import ONE_DAY, Answer, may_direct
from accounts.accreditation.models import Dispensation, Withdrawal
from accounts.audit.services import record
from accounts.models import Body, Membership, Role, User
from accounts.rules import require
from accounts.services import required_reason

LONGEST = 92
"""The most days from the first to the last: for longer than a season, a level is granted."""
SHOWN = 10
"""The most that pages about something else list of one person."""
TOLD = ("event", "place", "first_day", "last_day", "kind", "tables", "screens")


@transaction.atomic
def give(*, body: Body, person: User, actor: User, event: Mapping[str, Any], why: str, reference: UUID) -> Dispensation:
    """Let a candidate of the body direct one event that their awards do not cover. reference: drawn when the form was opened,
    so that sending it twice gives one.

    event: by the names of the model (`TOLD`). Raises ValidationError, by field where it is one's fault.
    """
    made = Dispensation(
        body=body, person=person, given_by=actor, reference=reference, **{name: event[name] for name in TOLD}
    )
    require(actor, "accreditation.give_dispensation", made)
    made.why = required_reason(why)
    hold(person.pk)
    known = Dispensation.objects.filter(body=body, reference=reference).first()
    if known is not None:
        if known.person_id != person.pk:
            raise ValidationError(_("Something else was entered with this form already. Open it again."), "reference")
        return known
    if not Membership.objects.active().filter(person=person, body=body, role=Role.CANDIDATE).exists():
        raise ValidationError(
            _("%(name)s is not a candidate of %(body)s. They have to join first; then choose them here."),
            "candidate",
            {"name": person, "body": body.short_name},
        )
    made.clean_fields(exclude=["body", "person", "given_by"])
    _must_be_ahead(made)
    if (answer := _covered(made)) is not None:
        raise ValidationError(
            _("No dispensation is needed: %(name)s may direct this event already. %(words)s"),
            "covered",
            {"name": person, "words": " ".join(answer.words)},
        )
    made.save(force_insert=True)
    told = {name: getattr(made, name) for name in TOLD} | {"person": str(person.pk)}
    record(actor=actor, verb="dispensation.given", target=made, body=body, reason=made.why, data=told)
    notices.dispensation_given(made)
    return made


@transaction.atomic
def withdraw(*, dispensation: Dispensation, actor: User, reason: str) -> None:
    """End it before its last day; the person reads the reason. Withdrawing twice changes nothing."""
    require(actor, "accreditation.give_dispensation", dispensation)
    reason = required_reason(reason)
    hold(dispensation.person_id)
    if Withdrawal.objects.filter(dispensation=dispensation).exists():
        return
    if dispensation.body.today() > dispensation.last_day:
        raise ValidationError(
            _("This event is over: its last day was %(date)s."), "over", {"date": _written(dispensation.last_day)}
        )
    Withdrawal.objects.create(dispensation=dispensation, by=actor, reason=reason)
    record(actor=actor, verb="dispensation.withdrawn", target=dispensation, body=dispensation.body_id, reason=reason)
    notices.dispensation_withdrawn(dispensation, reason)


def dispensations_of(person: User, body: Body | None = None) -> QuerySet[Dispensation]:
    """The latest dispensations of a person, of one body or of all, that for the latest event first."""
    found = Dispensation.objects.filter(person=person).select_related("body", "withdrawal")
    return (found if body is None else found.filter(body=body)).order_by("-first_day", "pk")[:SHOWN]


def _must_be_ahead(made: Dispensation) -> None:
    if made.last_day < made.first_day:
        raise ValidationError({"last_day": _("The last day comes before the first. Check both.")})
    if made.first_day < made.body.today():
        raise ValidationError({"first_day": _("Choose today or a later day: nothing is allowed afterwards.")})
    if (made.last_day - made.first_day).days >= LONGEST:
        last = _written(made.first_day + ONE_DAY * (LONGEST - 1))
        raise ValidationError(
            {
                "last_day": _(
                    "Choose %(date)s or an earlier day: a dispensation is for one event, of %(days)s days at most."
                )
                % {"date": last, "days": LONGEST}
            }
        )


def _covered(made: Dispensation) -> Answer | None:
    """The award that lets the person direct the whole event already. A dispensation is for its own event and for no other."""
    first, last = (may_direct(made.person, made.body, made.wanted, day) for day in (made.first_day, made.last_day))
    return first if first.award is not None and first.award == last.award else None


def _written(day: datetime.date) -> str:
    return date_format(day, "j F Y")
