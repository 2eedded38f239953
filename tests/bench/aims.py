"""What a measurement is meant to stay under. It is told beside the figures and fails nothing.

A figure says as much about what else the machine does as about the program, so it cannot decide whether a run passes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

_AIM, _OF = "aim in seconds", "aim is for the"


def aim(benchmark: BenchmarkFixture, seconds: float, *, of: str = "median") -> None:
    """Have a measurement told with its aim: for the median, or for the longest round (max)."""
    benchmark.extra_info |= {_AIM: seconds, _OF: of}


def missed(measured: Iterable[Any]) -> list[str]:
    """A line for each measurement that took longer than its aim."""
    told = []
    for one in measured:
        if _AIM in one.extra_info and one.stats:
            most, took = one.extra_info[_AIM], getattr(one.stats, one.extra_info[_OF])
            if took > most:
                told.append(f"{one.name}: {one.extra_info[_OF]} {took * 1000:.1f} ms, aimed at {most * 1000:.0f} ms")
    return told
