"""What a file tells of an item beside the item: tags and keywords of ours, `rectify:level=club`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def words_of(told: Mapping[str, Any], before: str) -> list[str]:
    """The tags that say it; a list takes one a value."""
    return [
        f"{before}{name}={one}"
        for name, value in told.items()
        for one in ([value] if isinstance(value, str) else value)
    ]


def told_in(words: Iterable[str], before: str) -> dict[str, Any]:
    """What those of the tags say that are ours."""
    told: dict[str, Any] = {}
    for word in words:
        name, found, value = word.removeprefix(before).partition("=")
        if not word.startswith(before) or not found:
            continue
        if name == "cites":
            told.setdefault("cites", []).append(value)
        else:
            told[name] = value
    return told
