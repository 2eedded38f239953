"""An option before it has a letter."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """One option: its text, and why it is wrong (nothing for the key)."""

    text: str
    why: str = ""
