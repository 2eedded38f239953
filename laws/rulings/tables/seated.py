"""Tables for laws that rest on findings: the players are seated, the rest is stated.

What a record can show (the cards exposed, a poll, who has called since) is staged; what only a director can find out is
stated as a finding.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from laws.rulings.declaration import Facts, Staging, Table

Shown = tuple[dict[str, Any], set[str]]
"""Fields of the record, and the facts that these fields show already."""


def nothing(facts: Facts) -> Shown:
    """All is stated."""
    return {}, set()


def seated(
    procedure: str,
    shown: Callable[[Facts], Shown] = nothing,
    *,
    dealer: str = "N",
    offender: str = "",
    player: str = "",
) -> Staging:
    """The offender and the player whom it is about at their seats, with what a record can show of the path."""
    seats = {name: seat for name, seat in (("offender", offender), ("player", player)) if seat}

    def stage(facts: Facts) -> Table:
        fields, told = shown(facts)
        stated = {fact: value for fact, value in facts.items() if fact not in told}
        return {"dealer": dealer, "procedure": procedure, **seats, **fields, "findings": stated}

    return Staging(stage)


def polled(facts: Facts) -> Shown:
    """16B and 16C: ten players were asked about the alternative."""
    if "alternative" not in facts:
        return {}, set()
    considered = 4 if facts["alternative"] else 1
    return {"poll": {"asked": 10, "considered": considered, "selected": 1}}, {"alternative"}
