"""The machine stands above every table of figures, and what took longer than it is meant to below."""

from __future__ import annotations

import os
import platform

import pytest

from tests.bench.aims import missed


def pytest_report_header() -> str:
    """Figures mean nothing without the machine, and without what else it does."""
    cores, busy = os.cpu_count(), os.getloadavg()[0]
    return f"machine: {cores} cores, load {busy:.1f}, {platform.machine()}, Python {platform.python_version()}; medians"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What missed its aim is told, and what else the machine did meanwhile."""
    measured = config._benchmarksession.benchmarks  # type: ignore[attr-defined]
    if lines := missed(measured):
        busy = os.getloadavg()[0]
        terminalreporter.section(f"took longer than it is meant to; load now {busy:.1f} on {os.cpu_count()} cores")
        for line in lines:
            terminalreporter.line(line)
