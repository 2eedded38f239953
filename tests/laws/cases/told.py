"""Cases of tests: written as a file has them, and read from it."""

from __future__ import annotations

from typing import Any

import yaml

from laws.cases.case import RulingCase
from laws.cases.comparing import Verdict, check
from laws.cases.files import read_text


def read(data: dict[str, Any]) -> RulingCase:
    """A case that can be read."""
    cases, faults = read_text("told.yaml", yaml.safe_dump([data], sort_keys=False))
    assert not faults, faults
    return cases[0]


def verdict(data: dict[str, Any]) -> Verdict:
    """How the engine rules on it."""
    return check(read(data))


def wrong(data: dict[str, Any]) -> tuple[str, ...]:
    """What the engine's ruling does not agree with, in words."""
    return tuple(fault.words for fault in verdict(data).faults)
