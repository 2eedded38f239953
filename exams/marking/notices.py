"""Letters about results, regrades and appeals. None says how somebody did: that is told on a page that asks who is there."""

from __future__ import annotations

from accounts.accreditation.models import Application
from accounts.letters import services as letters
from accounts.models import Membership, Role, User
from exams.marking.appeals import deciders
from exams.marking.models import Appeal, Regrade, Result
from exams.sittings.models import Sitting

_LETTER = "marking/mail/result"


def results_told(sitting: Sitting) -> int:
    """Write to everybody whose result of this sitting was told; returns to how many. Again, it writes to nobody twice."""
    results = Result.objects.told().current().filter(attempt__entry__sitting=sitting).with_sitting()
    return sum(_tell_result(result) is not None for result in results)


def tell_if_told(result: Result) -> None:
    """Write to the candidate that the result is there, if it may be seen."""
    told = Result.objects.told().with_sitting().filter(pk=result.pk).first()
    if told is not None:
        _tell_result(told)


def _tell_result(result: Result) -> object:
    return letters.send(
        person=result.attempt.entry.person,
        template=_LETTER,
        context={"sitting": result.attempt.sitting, "page": letters.address("marking:of_attempt", result.attempt_id)},
        body=result.body,
        once=f"result.told:{result.attempt_id}",
    )


def regraded(result: Result, regrade: Regrade) -> None:
    """Tell the candidate, if the result before was told; otherwise the release will tell the latest one."""
    if not Result.objects.told().filter(pk=result.pk).exists():
        return
    attempt = result.attempt
    letters.send(
        person=attempt.entry.person,
        template="marking/mail/regraded",
        context={
            "sitting": attempt.sitting,
            "reason": regrade.reason,
            "page": letters.address("marking:of_attempt", attempt.pk),
        },
        body=attempt.sitting.body,
        once=f"result.regraded:{result.pk}",
    )


def doubted(application: Application, *, about: str, back: bool = False) -> None:
    """Tell the registrars of the body that an application or an award rests on a pass that was lost, or is there again
    (`back`); by what, says `about`.
    """
    registrars = Membership.objects.active().filter(body=application.body_id, role=Role.REGISTRAR)
    for membership in registrars.select_related("person"):
        letters.send(
            person=membership.person,
            template="marking/mail/doubted",
            context={
                "application": application,
                "back": back,
                "page": letters.address("accreditation:application", application.pk),
            },
            body=application.body,
            once=f"application.doubted:{application.pk}:{about}",
        )


def appeal_received(appeal: Appeal) -> None:
    """To the candidate that it has arrived, and to those who may decide that it waits; where nobody is left who may, to the
    administrators, who name somebody.
    """
    _send_about_appeal(appeal, appeal.person, "marking/mail/appeal_received", "appeal.received")
    left = deciders.left(appeal)
    for person in left:
        _send_about_appeal(appeal, person, "marking/mail/appeal_waits", "appeal.waits")
    if not left:
        held = Membership.objects.active().filter(body=appeal.body_id, role=Role.ADMINISTRATOR)
        for membership in held.exclude(person=appeal.person_id).select_related("person"):
            _send_about_appeal(appeal, membership.person, "marking/mail/appeal_unassigned", "appeal.unassigned")


def appeal_assigned(appeal: Appeal) -> None:
    """To the examiner who was named to decide it."""
    if appeal.assigned_to is not None:
        _send_about_appeal(
            appeal, appeal.assigned_to, "marking/mail/appeal_waits", f"appeal.assigned:{appeal.assigned_to_id}"
        )


def appeal_decided(appeal: Appeal) -> None:
    """To the candidate that it has been decided."""
    _send_about_appeal(appeal, appeal.person, "marking/mail/appeal_decided", "appeal.decided")


def appeal_regrade_refused(appeal: Appeal) -> None:
    """To the candidate that the regrade the appeal led to was refused, so that the result stays as it is."""
    _send_about_appeal(appeal, appeal.person, "marking/mail/appeal_regrade_refused", "appeal.regrade_refused")


def _send_about_appeal(appeal: Appeal, person: User, template: str, what: str) -> None:
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
