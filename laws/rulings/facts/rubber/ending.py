"""The end of the auction (22), and passes that a penalty compels (23)."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact
from laws.rulings.replay import Kind, Situation


def _closed_with(at: Situation) -> str | None:
    if at.irregularity is not None:
        return "a turn was skipped" if Kind.SKIPPED_BY_PASSES in at.kinds else None
    if not at.record.auction:
        return None
    if not at.standing.ended:
        return "goes on"
    return "contract" if at.standing.bid is not None else "passed out"


ClosedWith = Literal["contract", "passed out", "goes on", "a turn was skipped"]
CLOSED_WITH = Fact[ClosedWith](
    "closed_with",
    "How did the auction end?",
    get_args(ClosedWith),
    observe=_closed_with,
)
PASS_ENFORCED = Fact("pass_enforced", "Does the penalty for the irregularity compel {partner} to pass?")
