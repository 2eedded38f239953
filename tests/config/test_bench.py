"""A measurement is told beside what it is meant to stay under, and fails nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.bench.aims import aim, missed


@dataclass
class Figures:
    median: float
    max: float


@dataclass
class Measured:
    """As much of a measurement as is told."""

    name: str
    stats: Figures | None
    extra_info: dict[str, Any] = field(default_factory=dict)


def test_what_took_longer_than_it_is_meant_to_is_told() -> None:
    slow, longest, in_time = (Measured(name, Figures(0.030, 0.5)) for name in ("slow", "longest", "in time"))
    without = Measured("without", Figures(9.0, 9.0))
    failed = Measured("failed", None)
    aim(slow, 0.020)  # type: ignore[arg-type]
    aim(longest, 0.4, of="max")  # type: ignore[arg-type]
    aim(in_time, 0.060)  # type: ignore[arg-type]
    aim(failed, 0.060)  # type: ignore[arg-type]
    assert missed([slow, longest, in_time, without, failed]) == [
        "slow: median 30.0 ms, aimed at 20 ms",
        "longest: max 500.0 ms, aimed at 400 ms",
    ]
