"""A forecast as plain shapes, which a template writes down as SVG: the range of today, and the weeks before.

Nothing is told by colour alone: what lies below the pass mark is hatched, a mark below it is an empty circle, and each figure
stands beside the drawing or in its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from exams.practice.forecast import Forecast
from exams.practice.prospects import Week

WIDTH: Final = 360
"""That of a phone, so that words can be read there; on a wide page a drawing grows."""
LEFT, RIGHT, TOP, BOTTOM = 28, 12, 22, 24
LABELS: Final = 6
"""At most so many days are named below the weeks."""


@dataclass(frozen=True)
class Tick:
    """A mark at an axis: where, and what stands at it."""

    at: float
    label: str


@dataclass(frozen=True)
class Range:
    """The range of today on a line from 0 to 100 %.

    short, enough: how much of it lies below the pass mark, and from there on. middle, passes: where its middle and the pass
    mark stand.
    """

    x: float
    short: float
    enough: float
    middle: float
    passes: float
    label_left: bool
    across: Sequence[Tick]

    width, height, left, right = WIDTH, 74, LEFT, WIDTH - RIGHT
    top, bar, base = TOP, 26, 50

    @property
    def turn(self) -> float:
        """Where the part that is enough begins."""
        return round(self.x + self.short, 2)


def range_of(mark: Forecast, pass_mark: int) -> Range:
    """The drawing of a forecast. One mark alone is drawn as a thin bar."""
    low, high = _across(mark.low), max(_across(mark.high), _across(mark.low) + 2)
    line = min(max(_across(pass_mark), low), high)
    return Range(
        x=low,
        short=round(line - low, 2),
        enough=round(high - line, 2),
        middle=_across(mark.median),
        passes=_across(pass_mark),
        label_left=pass_mark > 60,
        across=[Tick(_across(percent), str(percent)) for percent in (0, 25, 50, 75, 100)],
    )


def _across(percent: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * percent / 100, 2)


@dataclass(frozen=True)
class Point:
    """A week: from where to where its range goes, its middle, and whether that is enough."""

    x: float
    low: float
    high: float
    middle: float
    enough: bool


@dataclass(frozen=True)
class History:
    """The middle of the forecast over the weeks, the last of them today. A week without a forecast leaves a gap."""

    points: Sequence[Point]
    across: Sequence[Tick]
    up: Sequence[Tick]
    passes: float

    width, height, left, right = WIDTH, 200, LEFT, WIDTH - RIGHT
    top, base = TOP, 200 - BOTTOM


def history_of(weeks: Sequence[Week], pass_mark: int) -> History | None:
    """The drawing of the weeks; none of fewer than two with a forecast."""
    if sum(week.mark is not None for week in weeks) < 2:
        return None
    step = (History.right - History.left - 20) / (len(weeks) - 1)
    places = [round(History.left + 10 + step * number, 2) for number in range(len(weeks))]
    each = -(-len(weeks) // LABELS)
    named = [
        Tick(place, f"{week.last_day.day}/{week.last_day.month}")
        for number, (place, week) in enumerate(zip(places, weeks, strict=True))
        if (len(weeks) - 1 - number) % each == 0
    ]
    points = [
        Point(place, _up(mark.low), _up(mark.high), _up(mark.median), mark.median >= pass_mark)
        for place, week in zip(places, weeks, strict=True)
        if (mark := week.mark)
    ]
    up = [Tick(_up(percent), str(percent)) for percent in (0, 25, 50, 75, 100)]
    return History(points, named, up, _up(pass_mark))


def _up(percent: float) -> float:
    return round(History.base - (History.base - History.top) * percent / 100, 2)
