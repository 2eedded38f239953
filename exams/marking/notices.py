"""Letters about results. None says how somebody did: that is told on a page that asks who is there."""

from __future__ import annotations

from exams.marking.models import Result
from exams.sittings import letters
from exams.sittings.models import Sitting

_LETTER = "marking/mail/result"


def results_told(sitting: Sitting) -> int:
    """Write to everybody whose result of this sitting was told; returns to how many. Again, it writes to nobody twice."""
    results = Result.objects.told().current().filter(attempt__entry__sitting=sitting).with_sitting()
    return sum(_tell(result) is not None for result in results)


def tell_if_told(result: Result) -> None:
    """Write to the candidate that the result is there, if it may be seen."""
    told = Result.objects.told().with_sitting().filter(pk=result.pk).first()
    if told is not None:
        _tell(told)


def _tell(result: Result) -> object:
    return letters.send(
        person=result.attempt.entry.person,
        template=_LETTER,
        context={"sitting": result.attempt.sitting, "page": letters.address("marking:of_attempt", result.attempt_id)},
        body=result.body,
        once=f"result.told:{result.attempt_id}",
    )
