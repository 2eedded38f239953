"""Whether a trial went well, by what `tests.load.check` found in the database."""

from __future__ import annotations

from collections.abc import Mapping


def all_kept(found: Mapping[str, object], candidates: int) -> bool:
    """Whether each of so many candidates has a closed attempt, and nothing acknowledged is missing or altered."""
    faults = ("lost", "broken chains", "closed at another moment than the deadline")
    return found["closed"] == candidates and not any(found[fault] for fault in faults)
