"""Until when a result can be appealed against."""

from __future__ import annotations

import datetime as dt

from exams.marking.models import Result
from exams.marking.rules import is_released
from exams.sittings.models import Release


def told_at(result: Result) -> dt.datetime | None:
    """When the candidate could first see this result; None while it is not told.

    A result that followed another one, after a regrade, was told when it was written, if not later with all others.
    """
    sitting = result.attempt.sitting
    if sitting.is_void or getattr(result.attempt, "void", None) is not None:
        return None
    if sitting.release == Release.AT_ONCE:
        return result.marked_at
    released = sitting.released.released_at if is_released(sitting) else None
    return None if released is None else max(result.marked_at, released)


def deadline(result: Result) -> dt.datetime | None:
    """The first moment at which it is too late: the end, by the body's clock, of the last of the paper's days to appeal.

    The day on which it was told does not count, so that who hears of it late in the evening loses nothing. None while the
    result is not told.
    """
    told = told_at(result)
    if told is None:
        return None
    zone = result.attempt.sitting.body.zone
    day = told.astimezone(zone).date() + dt.timedelta(days=result.attempt.paper.appeal_days + 1)
    return dt.datetime.combine(day, dt.time(), tzinfo=zone)


def last_day(end: dt.datetime) -> dt.datetime:
    """A moment of the last day on which an appeal can be made, for pages to name it."""
    return end - dt.timedelta(minutes=1)
