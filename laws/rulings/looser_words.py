"""What the readers of looser facts share: seats, labels, and the first of several names or words that is told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

Facts = Mapping[str, Any]
Table = dict[str, Any]
WHOLE: Final = ""
"""The label of a case that is one table; cases of several tell them apart by `a`, `1`, `i` ..."""
LHO: Final = dict(zip("NESW", "ESWN", strict=True))
PARTNER: Final = dict(zip("NESW", "SWNE", strict=True))


def told(**findings: Any) -> Table:
    """The findings that the facts tell; None is one that they do not."""
    return {key: value for key, value in findings.items() if value is not None}


def first_of(facts: Facts, *keys: str) -> Any:
    """The first of these facts that is told."""
    return next((facts[key] for key in keys if facts.get(key) is not None), None)


def by_words(value: Any, meanings: Sequence[tuple[str, Any]]) -> Any:
    """What the first pattern found in the words stands for; None when none is."""
    text = str(value if value is not None else "").lower().replace("_", " ").replace("-", " ")
    return next((meant for pattern, meant in meanings if re.search(pattern, text)), None)


def made_calls(calls: Any) -> list[dict[str, Any]]:
    """An auction of mappings or of words such as `N 1S`, without what is written beside a call for the reader."""
    found = []
    for item in calls or ():
        seat, _, call = item.strip().partition(" ") if isinstance(item, str) else (item["by"], "", item["call"])
        found.append({"by": seat, "call": call})
    return found
