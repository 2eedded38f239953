"""Law 31: a bid out of rotation."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from exams.scenarios.narration import rotation
from exams.scenarios.narration.episodes import Episode
from exams.scenarios.tables import Table


def episodes(table: Table, staged: Collection[str]) -> Iterator[Episode]:
    """Every story of a bid out of rotation on this table."""
    return rotation.episodes(table, lambda call: call.is_bid)
