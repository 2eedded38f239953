"""When two entries tell of one session: the same person, club, day and event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from accounts.accreditation.models import Evidence


def same(known: Iterable[Evidence], details: Mapping[str, Any], *, strictly: bool = False) -> Evidence | None:
    """Which of these sessions of one person at one club on one day is told of once more, if one is.

    The kind of event is the same, and so is its name; one that has no name may be any of its kind, unless strictly asked.
    """
    alike = [one for one in known if one.details.get("event") == details.get("event")]
    wanted = _title(details)
    exact = next((one for one in alike if _title(one.details) == wanted), None)
    if exact is not None or strictly:
        return exact
    return next((one for one in alike if not wanted or not _title(one.details)), None)


def _title(details: Mapping[str, Any]) -> str:
    return " ".join(str(details.get("title", "")).split()).casefold()
