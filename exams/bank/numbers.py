"""Whole numbers in what a browser sends, which may be anything."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 18
"""Digits: as many as the database's largest ids can have. Python refuses to read thousands of them."""


def whole(sent: str) -> int | None:
    """The number from nought up that stands there; None for anything else, and for one longer than any of ours."""
    return int(sent) if sent.isdecimal() and len(sent) <= LONGEST else None
