"""Letters about appeals. The grounds and the decision are read on the page, which asks who is there."""

from __future__ import annotations

from accounts.models import Membership, Role, User
from exams.marking.appeals import deciders
from exams.marking.models import Appeal
from exams.sittings import letters


def received(appeal: Appeal) -> None:
    """To the candidate that it has arrived, and to those who may decide that it waits; where nobody is left who may, to the
    administrators, who name somebody.
    """
    _send(appeal, appeal.person, "marking/mail/appeal_received", "appeal.received")
    left = deciders.left(appeal)
    for person in left:
        _send(appeal, person, "marking/mail/appeal_waits", "appeal.waits")
    if not left:
        held = Membership.objects.active().filter(body=appeal.body_id, role=Role.ADMINISTRATOR)
        for membership in held.exclude(person=appeal.person_id).select_related("person"):
            _send(appeal, membership.person, "marking/mail/appeal_unassigned", "appeal.unassigned")


def assigned(appeal: Appeal) -> None:
    """To the examiner who was named to decide it."""
    if appeal.assigned_to is not None:
        _send(appeal, appeal.assigned_to, "marking/mail/appeal_waits", f"appeal.assigned:{appeal.assigned_to_id}")


def decided(appeal: Appeal) -> None:
    """To the candidate that it has been decided."""
    _send(appeal, appeal.person, "marking/mail/appeal_decided", "appeal.decided")


def regrade_refused(appeal: Appeal) -> None:
    """To the candidate that the regrade the appeal led to was refused, so that the result stays as it is."""
    _send(appeal, appeal.person, "marking/mail/appeal_regrade_refused", "appeal.regrade_refused")


def _send(appeal: Appeal, person: User, template: str, what: str) -> None:
    letters.send(
        person=person,
        template=template,
        context={
            "appeal": appeal,
            "sitting": appeal.result.attempt.sitting,
            "page": letters.address("marking:appeal", appeal.pk),
        },
        body=appeal.body,
        once=f"{what}:{appeal.pk}",
    )
