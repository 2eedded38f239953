"""The clock of one attempt: it can be made to stand, and it goes on by as much later as it stood.

Let d be the deadline and p the moment at which the clock was stopped. The time left is then d - p for as long as it
stands. Set going again at g, the deadline becomes d + (g - p), so the time left is (d + g - p) - g = d - p once more:
a pause gives nothing and takes nothing, however long it lasts and however often it happens.

A break stops the clock as a pause does, and the clock of breaks runs meanwhile: `break_at` says since when. A pause that
comes into a break stops that clock too: what was taken is in `break_seconds`, and `paused_at` stays as it was, so that
the whole of it, break and pause and what is left of the break afterwards, is given back once. So each second is time
worked, break, or pause, and no two of them (`exams.sittings.breaks` says when a break goes on after a pause).

While `paused_at` is set nothing is overdue. The functions that change an attempt are called with its lock held
(`exams.sittings.locks`), and write it.
"""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import dataclass
from typing import Protocol

from exams.sittings.models import Attempt

# A page hears of a pause by its next sign of life, so it may be fifteen seconds before the question disappears; what it
# sent meanwhile was given in good faith and is taken.
GRACE = dt.timedelta(seconds=20)


class Clocked(Protocol):
    """What a clock is read from: an attempt, or what a save holds of one."""

    @property
    def deadline(self) -> dt.datetime:
        """When time is up, if the clock goes on running."""

    @property
    def paused_at(self) -> dt.datetime | None:
        """Since when it stands."""

    @property
    def break_at(self) -> dt.datetime | None:
        """Since when the candidate is on a break."""

    @property
    def break_seconds(self) -> int:
        """What was taken in breaks that are over."""

    @property
    def break_minutes(self) -> int:
        """What may be taken in breaks altogether."""


@dataclass(frozen=True)
class ClockState:
    """An attempt's clock as it is at one moment: whether it stands, why, and when time will be up if it goes on now."""

    stands: bool
    on_break: bool
    deadline: dt.datetime


def state_at(attempt: Clocked, now: dt.datetime) -> ClockState:
    """What the clock says now, also when a break has been used up and nobody has written so yet."""
    if attempt.paused_at is None:
        return ClockState(stands=False, on_break=False, deadline=attempt.deadline)
    ends = break_ends(attempt)
    stood_until = now if ends is None else min(now, ends)
    return ClockState(
        stands=ends is None or now < ends,
        on_break=ends is not None and now < ends,
        deadline=attempt.deadline + (stood_until - attempt.paused_at),
    )


def break_left(attempt: Clocked, now: dt.datetime) -> dt.timedelta:
    """How much of the candidate's breaks is left, a running one taken off."""
    left = dt.timedelta(minutes=attempt.break_minutes, seconds=-attempt.break_seconds)
    if attempt.break_at is not None:
        left -= now - attempt.break_at
    return max(left, dt.timedelta())


def break_ends(attempt: Clocked) -> dt.datetime | None:
    """When the running break will have used up what the candidate has; None outside a break."""
    return attempt.break_at and attempt.break_at + break_left(attempt, attempt.break_at)


def pause(attempt: Attempt, at: dt.datetime) -> bool:
    """Stop the clock; returns whether that changed anything. What is closed or past its deadline stays as it is.

    A break that is running is interrupted: what is left of it is the candidate's still, and the clock goes on standing.
    """
    if attempt.is_closed or attempt.is_overdue(at):
        return False
    if attempt.break_at is not None:
        _count_break(attempt, attempt.break_at, at)
    elif attempt.paused_at is None:
        attempt.paused_at = at
    else:
        return False
    _write(attempt)
    return True


def pause_for_break(attempt: Attempt, at: dt.datetime) -> None:
    """Stop a running clock because the candidate takes a break (`exams.sittings.breaks` decides whether they may)."""
    attempt.paused_at = attempt.break_at = at
    _write(attempt)


def go_on_with_break(attempt: Attempt, at: dt.datetime) -> None:
    """Let the minutes of a break run again, which a pause had interrupted; the attempt's clock stands on."""
    if attempt.paused_at is None:
        raise ValueError("A break lasts only while the clock is stopped.")
    # Never before it began: `at` may be a full second.
    attempt.break_at = max(at, attempt.paused_at)
    _write(attempt)


def go_on(attempt: Attempt, at: dt.datetime) -> bool:
    """Set a standing clock going, with the deadline moved by as long as it stood; returns whether it stood."""
    if attempt.paused_at is None:
        return False
    if attempt.break_at is not None:
        _count_break(attempt, attempt.break_at, at)
    # Never back: `at` may be a full second that began before the clock was stopped.
    attempt.deadline += max(at - attempt.paused_at, dt.timedelta())
    attempt.paused_at = None
    _write(attempt)
    return True


def lengthen(attempt: Attempt, by: dt.timedelta) -> None:
    """Move the deadline, by more or by less, whatever pauses have moved it before."""
    attempt.deadline += by
    _write(attempt)


def _count_break(attempt: Attempt, began: dt.datetime, at: dt.datetime) -> None:
    # Part of a second counts as one, or many short breaks would cost nothing.
    attempt.break_seconds += max(0, math.ceil((at - began).total_seconds()))
    attempt.break_at = None


def _write(attempt: Attempt) -> None:
    attempt.save(update_fields=["deadline", "paused_at", "break_at", "break_seconds"])
