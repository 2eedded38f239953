"""Who is expected to master a question: a club director, or a congress director."""

from __future__ import annotations

from typing import Final

from exams.scenarios.stories import Story
from laws.rulings.ruling import Ruling

_CONGRESS: Final = frozenset(("27B1(b)", "27B4", "27C", "28B", "30C", "36A", "36B4", "23A1", "23A3"))
"""Provisions on calls that a club director may look up at leisure."""


def level(story: Story, ruling: Ruling) -> str:
    """`club` or `congress`: as the plot says, else by the provisions that the ruling rests on."""
    hard = story.hard
    if hard is None:
        hard = any(step.provision in _CONGRESS and not _plain(ruling, step.provision) for step in ruling.decided)
    return "congress" if hard else "club"


def _plain(ruling: Ruling, provision: str) -> bool:
    """The provision is named, but nothing hard hangs on it.

    27B1(b) also when a plain other bid is not comparable, 23A1 also when the same call is made again in the same sense.
    """
    if provision == "23A1":
        at = ruling.situation
        return at is not None and bool(at.offered) and at.offered[-1].call is at.call
    return provision == "27B1(b)" and "27B2" in ruling.citations
