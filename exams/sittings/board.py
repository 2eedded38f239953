"""What an invigilator sees of a sitting at one moment. Read in a fixed number of queries, whatever the number of candidates."""

from __future__ import annotations

import datetime as dt
import enum
import hashlib
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from exams.sittings import clocks
from exams.sittings.invigilation import paused_alone
from exams.sittings.models import Answer, Attempt, ClosedHow, Entry, Presence, RoomEvent, Sitting
from exams.sittings.presence import EVERY

# With two signs of life missed a page counts as not connected.
SEEN_WITHIN = dt.timedelta(seconds=2 * EVERY)
# The latest events beside the table; all of them are in the log.
LATEST = 8
# What somebody should see to: the candidate cannot mend it, or should not have tried it.
TROUBLE = frozenset({RoomEvent.Kind.OTHER_MACHINE, RoomEvent.Kind.BROWSER, RoomEvent.Kind.AID})


class State(enum.StrEnum):
    """Where a candidate stands; the words for it are the page's."""

    NOT_STARTED = "not_started"
    ABSENT = "absent"
    WORKING = "working"
    BREAK = "break"
    PAUSED = "paused"
    STOPPED = "stopped"
    TIME_UP = "time_up"
    HANDED_IN = "handed_in"
    CLOSED = "closed"
    VOID = "void"


RUNNING = frozenset({State.WORKING, State.BREAK, State.PAUSED, State.STOPPED, State.TIME_UP})


class Show(enum.StrEnum):
    """Which candidates a board shows."""

    ALL = "all"
    ATTENTION = "attention"
    RUNNING = "running"
    NOT_STARTED = "not_started"
    CLOSED = "closed"


@dataclass(frozen=True)
class Line:
    """One candidate on the board. Two lines are equal as long as the page says the same of the candidate, so it holds no
    more than that: of a page that is connected not the second of its last sign of life, of a clock not how it runs.

    deadline: when time will be up; None before the start, after the end, and while the clock stands.
    stands: whether the clock stands; then `left` seconds are left however long it does.
    event: the kind of the latest event, "" if nothing happened.
    question: where the page was last; seen_at: its last sign of life, once that is long ago.
    waiting: how many answers it could not send yet.

    No part of the comparison is what changes from second to second; the board's rows are kept, so they must not show it:
    ends_at: when time will be up if the clock goes on now; None before the start and after the end. seconds: how many are
    left. heard_at: the last sign of life.
    """

    entry: uuid.UUID
    attempt: uuid.UUID | None
    name: str
    number: int | None
    state: State
    closed_at: dt.datetime | None = None
    deadline: dt.datetime | None = None
    stands: bool = False
    left: int = 0
    answered: int = 0
    question: int | None = None
    seen_at: dt.datetime | None = None
    connected: bool = False
    waiting: int = 0
    extra_minutes: int = 0
    event: str = ""
    event_at: dt.datetime | None = None
    ends_at: dt.datetime | None = field(default=None, compare=False, repr=False)
    seconds: int = field(default=0, compare=False, repr=False)
    heard_at: dt.datetime | None = field(default=None, compare=False, repr=False)

    @property
    def event_words(self) -> str:
        """The latest event in words."""
        return str(RoomEvent.Kind(self.event).label) if self.event else ""

    @property
    def needs_attention(self) -> bool:
        """Whether somebody should look: not connected, answers kept back, at a wrong machine, stopped, or time up."""
        if self.state is State.WORKING:
            return not self.connected or self.waiting > 0 or self.event in TROUBLE
        return self.state in (State.STOPPED, State.TIME_UP)

    def is_shown(self, show: Show) -> bool:
        """Whether it belongs to this part of the board."""
        match show:
            case Show.ATTENTION:
                return self.needs_attention
            case Show.RUNNING:
                return self.state in RUNNING
            case Show.NOT_STARTED:
                return self.state in (State.NOT_STARTED, State.ABSENT)
            case Show.CLOSED:
                return self.state in (State.HANDED_IN, State.CLOSED, State.VOID)
            case _:
                return True


@dataclass(frozen=True)
class Board:
    """The whole room at one moment. today: its day where the body is; the page tells the day of what is of another."""

    now: dt.datetime
    today: dt.date
    lines: Sequence[Line]
    questions: int
    requested: int
    events: Sequence[RoomEvent] = field(repr=False)

    def shown(self, show: Show) -> list[Line]:
        """The candidates of one part of it."""
        return [line for line in self.lines if line.is_shown(show)]

    @property
    def counts(self) -> dict[str, int]:
        """How many candidates are in each part."""
        return {str(show): len(self.shown(show)) for show in Show}

    def digest(self, *more: object) -> str:
        """A name for what is shown: the same as long as the page would say the same. Of the moment only the day is in it."""
        said = [self.today, self.lines, self.questions, self.requested, [event.pk for event in self.events], *more]
        return hashlib.sha256(repr(said).encode()).hexdigest()[:32]


def board(sitting: Sitting, now: dt.datetime) -> Board:
    """The room of this sitting, candidates by name."""
    alone = paused_alone(sitting)
    events = _last_events(sitting)
    in_it = sitting.entries.filter(Q(standing=Entry.Standing.APPROVED) | Q(attempt__isnull=False))
    lines = [_line(entry, now, alone, events) for entry in _read(in_it)]
    return Board(
        now=now,
        today=timezone.localdate(now, sitting.body.zone),
        lines=lines,
        questions=sitting.paper.questions.count(),
        requested=sitting.entries.filter(standing=Entry.Standing.REQUESTED).count(),
        events=list(log(sitting)[:LATEST]),
    )


def line_of(entry: Entry, sitting: Sitting, now: dt.datetime) -> Line:
    """One candidate of it."""
    [found] = _read(sitting.entries.filter(pk=entry.pk))
    return _line(found, now, paused_alone(sitting), _last_events(sitting))


def log(sitting: Sitting) -> models.QuerySet[RoomEvent]:
    """The events of a sitting with those they are about, the latest first."""
    return (
        RoomEvent.objects.filter(sitting=sitting).select_related("attempt__entry__person", "by").order_by("-at", "-pk")
    )


def _read(entries: models.QuerySet[Entry]) -> Iterable[Entry]:
    """These entries with all that a line tells."""
    answered = (
        Answer.objects.filter(attempt=OuterRef("attempt"), answer__isnull=False)
        .order_by()
        .values("attempt")
        .annotate(count=Count("pk"))
        .values("count")
    )
    found = entries.select_related("person", "attempt__presence", "attempt__void")
    return found.annotate(answered=Coalesce(Subquery(answered), 0)).order_by("person__name", "person__email")


def _last_events(sitting: Sitting) -> dict[uuid.UUID, tuple[str, dt.datetime]]:
    """Of each attempt the latest event, which says most of what to look at now."""
    told = RoomEvent.objects.filter(sitting=sitting, attempt__isnull=False)
    latest = told.order_by("attempt", "-pk").distinct("attempt").values_list("attempt", "kind", "at")
    return {attempt: (kind, at) for attempt, kind, at in latest}


def _line(
    entry: Entry,
    now: dt.datetime,
    alone: set[object],
    events: dict[uuid.UUID, tuple[str, dt.datetime]],
) -> Line:
    about = {
        "entry": entry.pk,
        "name": str(entry.person),
        "number": entry.number,
        "extra_minutes": entry.extra_minutes,
    }
    attempt: Attempt | None = getattr(entry, "attempt", None)
    if attempt is None:
        state = State.ABSENT if entry.absent_at else State.NOT_STARTED
        return Line(**about, attempt=None, state=state)  # type: ignore[arg-type]
    presence: Presence | None = getattr(attempt, "presence", None)
    connected = presence is not None and now - presence.seen_at <= SEEN_WITHIN
    event, event_at = events.get(attempt.pk, ("", None))
    reading = clocks.state_at(attempt, now)
    state = _state(attempt, reading, now, alone=attempt.pk in alone)
    ends_at = reading.deadline if state in RUNNING else None
    seconds = max(0, int((ends_at - now).total_seconds())) if ends_at else 0
    return Line(
        **about,  # type: ignore[arg-type]
        attempt=attempt.pk,
        state=state,
        closed_at=attempt.submitted_at,
        deadline=None if reading.stands else ends_at,
        stands=reading.stands,
        left=seconds if reading.stands else 0,
        answered=entry.answered,  # type: ignore[attr-defined]
        question=presence.question if presence else None,
        seen_at=presence.seen_at if presence and not connected else None,
        connected=connected,
        waiting=presence.waiting if presence else 0,
        event=event,
        event_at=event_at,
        ends_at=ends_at,
        seconds=seconds,
        heard_at=presence.seen_at if presence else None,
    )


def _state(attempt: Attempt, reading: clocks.ClockState, now: dt.datetime, *, alone: bool) -> State:
    if getattr(attempt, "void", None) is not None or attempt.closed_how == ClosedHow.VOID:
        return State.VOID
    if attempt.is_closed:
        return State.CLOSED if attempt.closed_how == ClosedHow.DEADLINE else State.HANDED_IN
    if reading.stands:
        return State.BREAK if reading.on_break else State.STOPPED if alone else State.PAUSED
    return State.TIME_UP if reading.deadline <= now else State.WORKING
