"""Drawings as plain shapes: a template writes them down as SVG.

All are drawn on a field 360 units wide, the width of a phone, so that words in them can be read there; on a wide page they
grow. Nothing is told by colour alone: what matters has another shape or a hatch, and every drawing has its table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH = 360
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 18, 34
INNER = WIDTH - LEFT - RIGHT


@dataclass(frozen=True)
class Tick:
    """A mark at an axis: where, and what stands at it."""

    at: float
    label: str


@dataclass(frozen=True)
class Bar:
    """A bar of the histogram. low, high: its percents; short: wholly below the pass mark."""

    x: float
    y: float
    width: float
    height: float
    low: int
    high: int
    count: int
    short: bool


@dataclass(frozen=True)
class Histogram:
    """Candidates by marks. pass_x: where the line of the pass mark stands; its label stands left of it when `pass_left`."""

    width: int
    height: int
    base: float
    left: float
    right: float
    top: float
    bars: list[Bar]
    across: list[Tick]
    up: list[Tick]
    pass_x: float
    pass_mark: int
    pass_left: bool


def histogram(bars: Sequence[int], pass_mark: int, height: int = 200) -> Histogram:
    """Bars over equal parts of 0 to 100 %, with the pass mark."""
    base = height - BOTTOM
    most = max(*bars, 1)
    step = INNER / len(bars)
    part = 100 // len(bars)
    each = _step(most)
    top = math.ceil(most / each) * each
    return Histogram(
        width=WIDTH,
        height=height,
        base=base,
        left=LEFT,
        right=WIDTH - RIGHT,
        top=TOP,
        bars=[
            Bar(
                x=round(LEFT + place * step + 0.75, 2),
                y=round(base - (base - TOP) * count / top, 2),
                width=round(step - 1.5, 2),
                height=round((base - TOP) * count / top, 2),
                low=place * part,
                high=(place + 1) * part,
                count=count,
                short=(place + 1) * part <= pass_mark,
            )
            for place, count in enumerate(bars)
        ],
        across=[Tick(round(LEFT + INNER * percent / 100, 2), str(percent)) for percent in (0, 25, 50, 75, 100)],
        up=[Tick(round(base - (base - TOP) * value / top, 2), str(value)) for value in range(0, top + 1, each)],
        pass_x=round(LEFT + INNER * pass_mark / 100, 2),
        pass_mark=pass_mark,
        pass_left=pass_mark > 70,
    )


def _step(most: int) -> int:
    """The distance of the ticks, so that there are at most six: 1, 2, 5, 10, 20, 50 and so on."""
    size = 1
    while True:
        for times in (1, 2, 5):
            if most <= 5 * times * size:
                return times * size
        size *= 10


@dataclass(frozen=True)
class Point:
    """A question in the field. marked: there is a reason to look at it; it is a diamond then.

    label: its number, and those of all that lie at the same place. named: the label always stands there; of the diamonds at
    one place, that is the last.
    """

    x: float
    y: float
    number: int
    id: str
    facility: float
    discrimination: float
    marked: bool
    label: str
    named: bool


@dataclass(frozen=True)
class Scatter:
    """Questions by facility (across) and discrimination (up). The zones are bounded by the lines at `low` and `high`."""

    width: int
    height: int
    base: float
    left: float
    right: float
    top: float
    points: list[Point]
    across: list[Tick]
    up: list[Tick]
    zero: float
    low: float
    high: float


def scatter(rows: Sequence[Mapping[str, Any]], low: float, high: float, height: int = 260) -> Scatter:
    """The items of a report of which a discrimination can be told; low, high: bounds of the facility to be shown."""
    told = [row for row in rows if row["discrimination"] is not None]
    # Full height for what there is: discriminations below zero are rare, and those above .8 too.
    least = min([0.0, *(row["discrimination"] for row in told)])
    floor = -1.0 if least < -0.5 else -0.5 if least < 0 else 0.0
    base = height - BOTTOM

    def across(value: float) -> float:
        return round(LEFT + INNER * value, 2)

    def up(value: float) -> float:
        return round(base - (base - TOP) * (value - floor) / (1 - floor), 2)

    places: dict[tuple[float, float], list[Mapping[str, Any]]] = {}
    for row in sorted(told, key=lambda row: row["number"]):
        places.setdefault((across(row["facility"]), up(row["discrimination"])), []).append(row)

    return Scatter(
        width=WIDTH,
        height=height,
        base=base,
        left=LEFT,
        right=WIDTH - RIGHT,
        top=TOP,
        points=[
            Point(
                *place,
                row["number"],
                row["id"],
                row["facility"],
                row["discrimination"],
                marked=bool(row["reasons"]),
                label=", ".join(str(one["number"]) for one in there),
                named=row is next((one for one in reversed(there) if one["reasons"]), None),
            )
            for place, there in places.items()
            for row in there
        ],
        across=[Tick(across(value / 4), f"{value * 25}") for value in range(5)],
        up=[Tick(up(value / 2), f"{value / 2:g}".replace("-", "−")) for value in range(int(floor * 2), 3)],
        zero=up(0),
        low=across(low),
        high=across(high),
    )
