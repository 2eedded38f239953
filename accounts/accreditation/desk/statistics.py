"""The directors of a body in figures: by level, by region, and over the years.

All is worked out from the awards and their histories, as `may_direct` reads them: who was a director on a day of the past is
told as things stood when that day was over. A region is that of the club at which somebody is today. Reads in a fixed number
of queries, whatever there is, and writes nothing.
"""

from __future__ import annotations

import datetime
import statistics
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation.intake.files import written
from accounts.accreditation.life import STANDING, Status, Verb
from accounts.accreditation.may_direct import ONE_DAY, standing_on
from accounts.accreditation.models import Application, Award, AwardEvent, Evidence, Level
from accounts.accreditation.requirements import LEAVES
from accounts.models import Body, Membership, Region, Role

YEARS = 5
"""So many years are shown, this one included."""
ENDED = frozenset({Verb.REVOKED, Verb.SURRENDERED, Verb.DECEASED})
BY_HAND = (Application.HAND, Application.RECOGNITION, Application.IMPORT)
Day = datetime.date


class Held(NamedTuple):
    """An award, as far as figures follow from it."""

    pk: UUID
    person: UUID
    level: int
    status: str
    valid_from: Day
    valid_until: Day


class Turn(NamedTuple):
    """Something that happened to an award after its grant."""

    verb: str
    at: datetime.datetime
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Series:
    """How many awards were in force on each of the days, of a level or in a region."""

    name: str
    counts: list[int]


@dataclass(frozen=True)
class Trend:
    """A region, or all of them, with a series for each level."""

    name: str
    series: list[Series]

    @property
    def change(self) -> int:
        """How many more there are now than at the beginning; negative where there are fewer."""
        return sum(one.counts[-1] - one.counts[0] for one in self.series)

    @property
    def is_empty(self) -> bool:
        """Whether nobody was there on any of the days."""
        return not any(n for one in self.series for n in one.counts)

    @property
    def now(self) -> int:
        """How many there are now."""
        return sum(one.counts[-1] for one in self.series)


@dataclass(frozen=True)
class Year:
    """What happened in a year. median: days from an application to its decision; None where nothing was decided."""

    year: int
    granted: int
    renewed: int
    lapsed: int
    ended: int
    decided: int
    median: float | None


@dataclass(frozen=True)
class EvidenceRow:
    """Evidence of a kind that was entered in the last twelve months, by its standing."""

    kind: str
    accepted: int
    waiting: int
    refused: int
    withdrawn: int


@dataclass(frozen=True)
class Figures:
    """All of it. days: those of the series, month ends and today; whole: all regions together."""

    days: list[Day]
    whole: Trend
    regions: list[Trend]
    years: list[Year]
    evidence: list[EvidenceRow]


def figures(body: Body, level: Level | None = None, region: Region | None = None) -> Figures:
    """The figures of a body; of one level, or of those in one region, where that is asked for."""
    today = body.today()
    levels = [level] if level else list(Level.objects.filter(body=body).order_by("order", "name"))
    all_regions = list(Region.objects.filter(body=body).order_by("order", "name"))
    home = dict(
        Membership.objects.active()
        .filter(body=body, role=Role.CANDIDATE, club__region__isnull=False)
        .values_list("person", "club__region")
    )
    awards = [
        one
        for one in _awards(body)
        if (level is None or one.level == level.pk) and (region is None or home.get(one.person) == region.pk)
    ]
    turns = _turns(body)
    days = month_ends(today)
    counted: dict[tuple[UUID | None, int], list[int]] = defaultdict(lambda: [0] * (len(days) + 1))
    for award in awards:
        change = counted[home.get(award.person), award.level]
        for first, last in spans(award, turns.get(award.pk, ()), body):
            change[bisect_left(days, first)] += 1
            change[bisect_right(days, last)] -= 1
    by_place = {key: _summed(change) for key, change in counted.items()}
    none: list[int] = [0] * len(days)

    def trend(name: str, places: Sequence[UUID | None]) -> Trend:
        return Trend(
            name,
            [
                Series(
                    str(one),
                    [sum(col) for col in zip(*(by_place.get((at, one.pk), none) for at in places), strict=True)],
                )
                for one in levels
            ],
        )

    places: list[tuple[str, UUID | None]] = [(one.name, one.pk) for one in all_regions]
    if any(at is None for at, _level in by_place):
        places.append((_("No region"), None))
    shown = [trend(name, [at]) for name, at in places if region is None or at == region.pk]
    return Figures(
        days,
        trend(region.name if region else _("All regions"), [at for _name, at in places] or [None]),
        shown if all_regions else [],
        list(_years(body, awards, turns, home, level, region)),
        _evidence(body, home, region),
    )


def month_ends(today: Day) -> list[Day]:
    """The last days of the months from the end of the year before the first shown on, and today."""
    first = Day(today.year - YEARS + 1, 1, 1)
    days = []
    year, month = first.year, first.month
    while (begin := Day(year, month, 1)) <= today:
        days.append(begin - ONE_DAY)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return [*days, today] if days[-1] != today else days


def spans(award: Held, turns: Sequence[Turn], body: Body) -> Iterator[tuple[Day, Day]]:
    """The days, first and last, through which the award was in force, as things stood on each of them."""
    if not turns:
        if award.status == Status.GRANTED:
            yield award.valid_from, award.valid_until
        return
    changed = sorted({timezone.localdate(turn.at, body.zone) for turn in turns})
    for start, day in zip([Day.min, *changed], [*changed, None], strict=True):
        last = Day.max if day is None else day - ONE_DAY
        if last < start:
            continue
        status, end = standing_on(award, turns, start if start != Day.min else last, body.zone)
        first, last = max(start, award.valid_from), min(last, end)
        if status == Status.GRANTED and first <= last:
            yield first, last


def _awards(body: Body) -> Iterator[Held]:
    found = Award.objects.filter(body=body).exclude(status=Status.UNDONE).order_by()
    for row in found.values_list("pk", "person_id", "level_id", "status", "valid_from", "valid_until").iterator(5000):
        yield Held(*row)


def _turns(body: Body) -> dict[UUID, list[Turn]]:
    """What happened to the awards after their grant, the earliest first, by the award."""
    found: dict[UUID, list[Turn]] = defaultdict(list)
    events = AwardEvent.objects.filter(award__body=body).exclude(verb__in=[Verb.GRANTED, Verb.MERGED])
    for award, *row in events.order_by("at", "pk").values_list("award_id", "verb", "at", "data"):
        found[award].append(Turn(*row))
    return found


def _summed(changes: Sequence[int]) -> list[int]:
    total, found = 0, []
    for change in changes[:-1]:
        total += change
        found.append(total)
    return found


def _years(
    body: Body,
    awards: Sequence[Held],
    turns: Mapping[UUID, Sequence[Turn]],
    home: Mapping[UUID, UUID],
    level: Level | None,
    region: Region | None,
) -> Iterator[Year]:
    today = body.today()
    granted = Counter(one.valid_from.year for one in awards)
    lapsed = Counter(
        one.valid_until.year for one in awards if one.valid_until < today and Status(one.status) in STANDING
    )
    renewed: Counter[int] = Counter()
    ended: Counter[int] = Counter()
    for award in awards:
        for turn in turns.get(award.pk, ()):
            if turn.verb == Verb.RENEWED:
                renewed[timezone.localdate(turn.at, body.zone).year] += 1
            elif turn.verb in ENDED:
                ended[timezone.localdate(turn.at, body.zone).year] += 1
    waited: dict[int, list[float]] = defaultdict(list)
    decided = Application.objects.filter(body=body, decided_at__isnull=False).exclude(evidence__kind__in=BY_HAND)
    if level is not None:
        decided = decided.filter(level=level)
    for person, made, at in decided.order_by().values_list("person", "created_at", "decided_at"):
        if at is not None and (region is None or home.get(person) == region.pk):
            waited[timezone.localdate(at, body.zone).year].append((at - made).total_seconds() / 86_400)
    for year in range(today.year - YEARS + 1, today.year + 1):
        days = waited[year]
        yield Year(
            year,
            granted[year],
            renewed[year],
            lapsed[year],
            ended[year],
            len(days),
            round(statistics.median(days), 1) if days else None,
        )


def _evidence(body: Body, home: Mapping[UUID, UUID], region: Region | None) -> list[EvidenceRow]:
    since = timezone.now() - datetime.timedelta(days=365)
    found = Evidence.objects.filter(body=body, entered_at__gt=since).order_by()
    counted: Counter[tuple[str, str]] = Counter()
    if region is None:
        for kind, standing, n in found.values_list("kind", "standing").annotate(Count("pk")):
            counted[kind, standing] = n
    else:
        for kind, standing, person in found.values_list("kind", "standing", "person"):
            counted[kind, standing] += home.get(person) == region.pk
    kinds = [kind for kind in LEAVES if any(counted[kind, one.value] for one in Evidence.Standing)]
    return [
        EvidenceRow(
            str(LEAVES[kind].title), *(counted[kind, one] for one in ("accepted", "waiting", "refused", "withdrawn"))
        )
        for kind in kinds
    ]


# --- As a file --------------------------------------------------------------------------------------------------------


def as_csv(found: Figures) -> str:
    """All figures as CSV, one a line: what, of which region, of which level, on which day or in which year, how many."""
    rows = [
        [_("in force"), trend.name, series.name, day.isoformat(), str(n)]
        for trend in (found.whole, *found.regions)
        for series in trend.series
        for day, n in zip(found.days, series.counts, strict=True)
    ]
    for one in found.years:
        for what, n in (
            (_("granted"), one.granted),
            (_("renewed"), one.renewed),
            (_("ran out"), one.lapsed),
            (_("revoked, surrendered or ended by death"), one.ended),
            (_("applications decided"), one.decided),
            (_("days to a decision (median)"), "" if one.median is None else one.median),
        ):
            rows.append([what, found.whole.name, "", str(one.year), str(n)])
    for row in found.evidence:
        for what, n in (
            (_("accepted"), row.accepted),
            (_("waiting"), row.waiting),
            (_("refused"), row.refused),
            (_("withdrawn"), row.withdrawn),
        ):
            rows.append([f"{row.kind}: {what}", found.whole.name, "", _("last twelve months"), str(n)])
    return written([_("What"), _("Region"), _("Level"), _("Day or year"), _("Number")], rows)


# --- As a drawing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A series as a line. dash: how it is broken, to be told apart without colour; end: where its last figure stands."""

    name: str
    points: str
    dash: str
    end: float
    now: int
    then: int


@dataclass(frozen=True)
class Tick:
    """A mark at an axis: where, and what stands at it."""

    at: float
    label: str


@dataclass(frozen=True)
class Plot:
    """Lines over time, on a field as wide as a phone; it grows on a wide page."""

    width: int
    height: int
    left: float
    right: float
    base: float
    up: list[Tick]
    across: list[Tick]
    lines: list[Line]


DASHES = ("", "5 3", "2 3", "8 3 2 3")
LEFT, RIGHT, TOP, BOTTOM = 34, 40, 10, 22
APART = 11
"""So far apart stand the figures at the ends of two lines at least."""


def plot(trend: Trend, days: Sequence[Day], width: int = 360, height: int = 180) -> Plot:
    """A line for each level of which there ever was somebody."""
    series = [one for one in trend.series if any(one.counts)] or trend.series[:1]
    most = max([1, *(n for one in series for n in one.counts)])
    each = _step(most)
    top = -(-most // each) * each
    base, inner = height - BOTTOM, width - LEFT - RIGHT
    span = (days[-1] - days[0]).days or 1

    def x(day: Day) -> float:
        return round(LEFT + inner * (day - days[0]).days / span, 1)

    def y(n: int) -> float:
        return round(base - (base - TOP) * n / top, 1)

    lines: list[Line] = []
    taken: list[float] = []
    for number, one in enumerate(series):
        end = y(one.counts[-1])
        while any(abs(end - other) < APART for other in taken):
            end += 1
        taken.append(end)
        points = " ".join(f"{x(day)},{y(n)}" for day, n in zip(days, one.counts, strict=True))
        lines.append(Line(one.name, points, DASHES[number % len(DASHES)], end, one.counts[-1], one.counts[0]))
    years = [Day(year, 1, 1) for year in range(days[0].year + 1, days[-1].year + 1)]
    return Plot(
        width,
        height,
        LEFT,
        width - RIGHT,
        base,
        [Tick(y(n), str(n)) for n in range(0, top + 1, each)],
        [Tick(x(day), date_format(day, "Y")) for day in years],
        lines,
    )


def _step(most: int) -> int:
    """The distance of the ticks, so that there are at most six: 1, 2, 5, 10, 20, 50 and so on."""
    size = 1
    while True:
        for times in (1, 2, 5):
            if most <= 5 * times * size:
                return times * size
        size *= 10
