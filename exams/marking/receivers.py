"""What marking does when it is told of attempts and sittings, and answers when it is asked."""

from __future__ import annotations

from django.db.models import QuerySet
from django.dispatch import receiver

from accounts.models import User
from exams.marking import release, results
from exams.marking.marks import Adjustments
from exams.marking.regrades import remedies
from exams.marking.results import doubt_passes
from exams.marking.signals import adjustments_asked, release_asked
from exams.marking.tasks import compute_due_statistics, mark_unmarked_attempts
from exams.marking.written import third_markers
from exams.sittings.models import Attempt, Sitting
from exams.sittings.signals import admission_asked, attempt_closed, attempts_voided, sitting_ended


@receiver(attempt_closed)
def mark(sender: object, attempt: Attempt, **_more: object) -> None:
    """Mark it the moment it closes."""
    results.mark(attempt)


@receiver(attempts_voided)
def doubt(sender: object, attempts: QuerySet[Attempt], reason: str, **_more: object) -> None:
    """Tell registrars of passes that become void."""
    doubt_passes(attempts, reason)


@receiver(sitting_ended)
def follow_end(sender: object, **_more: object) -> None:
    """What the sweepers would do some minutes after the close of a sitting: here it was closed by hand, and somebody waits."""
    mark_unmarked_attempts.delay()
    compute_due_statistics.delay()


@receiver(admission_asked)
def objection(sender: object, person: User, sitting: Sitting, **_more: object) -> str:
    """Resits that are used up, results that are told, rulings that the person was let read: the first that holds."""
    asked = (results.resit_objection, release.objection, third_markers.objection)
    return next(filter(None, (why(person, sitting) for why in asked)), "")


@receiver(release_asked)
def open_regrades(sender: object, sitting: Sitting, **_more: object) -> list[str]:
    """Regrades that nobody has decided."""
    return remedies.open_regrades(sitting)


@receiver(adjustments_asked)
def adjustments(sender: object, attempt: Attempt, **_more: object) -> Adjustments:
    """The regrades in force."""
    return remedies.adjustments(attempt)
