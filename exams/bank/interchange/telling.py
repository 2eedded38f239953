"""What a file tells of an item beside the item: tags and keywords of ours, `rectify:level=club`, and our own content."""

from __future__ import annotations

import json
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


def kept_in(text: str | bytes | None) -> dict[str, Any] | None:
    """What was kept as JSON; None where there is nothing, or somebody has broken it."""
    try:
        kept = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return kept if isinstance(kept, dict) else None
