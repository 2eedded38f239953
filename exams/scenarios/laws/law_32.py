"""Law 32: a double or redouble out of rotation."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from exams.scenarios.narration import rotation
from exams.scenarios.narration.episodes import Episode
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS


def episodes(table: Table, staged: Collection[str]) -> Iterator[Episode]:
    """Every story of a double or redouble out of rotation on this table."""
    return rotation.episodes(table, lambda call: call in (CALLS["X"], CALLS["XX"]))
