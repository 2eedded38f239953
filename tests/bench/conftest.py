"""The machine stands above every table of figures."""

from __future__ import annotations

import os
import platform


def pytest_report_header() -> str:
    """Figures mean nothing without the machine."""
    return f"machine: {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}; medians"
