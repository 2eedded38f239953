"""What follows for accreditation when an attempt that has been marked, or its whole sitting, is declared void."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.accreditation.doubts import raise_doubt
from accounts.accreditation.models import Application
from exams.marking.models import Result
from exams.marking.regrading import notices
from exams.sittings.models import Attempt


def doubt_passes(attempts: QuerySet[Attempt], reason: str) -> None:
    """Have registrars look again at what rests on passes of these attempts. Declined applications rest on nothing."""
    passed = Result.objects.filter(attempt__in=attempts, passed=True).select_related("attempt__entry__sitting")
    attempt_of = {str(result.pk): result.attempt for result in passed}
    found = Application.objects.filter(evidence__result__in=list(attempt_of)).select_related("body", "person", "level")
    for application in found.exclude(status=Application.Status.DECLINED):
        attempt = attempt_of[application.evidence["result"]]
        about = f"void:{attempt.pk}"
        why = _("The attempt this rests on (%(sitting)s) was declared void. Reason: %(reason)s")
        raise_doubt(
            application=application, about=about, why=why % {"sitting": attempt.sitting.title, "reason": reason}
        )
        notices.doubted(application, about=about)
