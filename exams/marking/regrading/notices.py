"""Letters about regrades: to candidates whose result was marked again, and to registrars about what rested on it."""

from __future__ import annotations

from accounts.accreditation.models import Application
from accounts.models import Membership, Role
from exams.marking.models import Regrade, Result
from exams.sittings import letters


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
