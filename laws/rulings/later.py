"""What a later ruling on the same board starts from: the obligations that an earlier one has left, as fields of a record."""

from __future__ import annotations

from typing import Any, Final

from laws.rulings.effects.calls import Comparable, LeadRestriction
from laws.rulings.ruling import Ruling

SETS_LEADS_ASIDE: Final = frozenset({"27B1(a)", "25A1", "28B", "36A", "37A", "38D", "39B"})
"""Provisions by which no lead is restricted although the call was not replaced by a comparable one (26B)."""


def carried(ruling: Ruling, procedure: str | None = None, *, calls: int | None = None) -> dict[str, Any]:
    """Fields for the record of a later ruling on this board; merge them into it.

    Who must pass goes into `must_pass`, from the call on that is number `calls` of the later record's auction, or as it
    holds where that auction ends. procedure: of the later ruling; "26" (leads) and "16C" (use of what was withdrawn) also
    get the offender and what was found about his call. Raises ValueError for a ruling that still waits for an answer.
    """
    if not ruling.complete:
        raise ValueError("the earlier ruling still waits for an answer; expected a complete one")
    fields: dict[str, Any] = {}
    silenced = {item.player: item.extent for item in ruling.obligations if item.kind == "must_pass"}
    if silenced:
        since = {} if calls is None else {"from": calls}
        fields["must_pass"] = {player: {"extent": extent, **since} for player, extent in silenced.items()}
    if procedure not in ("26", "16C") or ruling.situation is None or not ruling.situation.knows_seats:
        return fields
    offender = ruling.situation.offender
    fields |= {"procedure": procedure, "offender": offender.value}
    if procedure == "16C":
        fields["player"] = offender.partner.value
        decided = {(step.effect.name, step.provision) for step in ruling.decided}
        if ("info", "23B") in decided:
            return fields | {"findings": {"free_of_16C": True}}
        if ("info", "27B1(a)") in decided:
            return fields | {"findings": {"set_aside_16C_by": "27B1(a)"}}
        if ("call_cancelled", "25A1") in decided:
            return fields | {"findings": {"set_aside_16C_by": "25A"}}
        return fields
    comparable = any(isinstance(effect, Comparable) and effect.value == "yes" for effect in ruling.effects)
    aside = [
        step.provision
        for step in ruling.decided
        if isinstance(step.effect, LeadRestriction)
        and step.effect.kind == "none"
        and step.provision in SETS_LEADS_ASIDE
    ]
    return fields | {"findings": {"replaced_comparably": comparable, **({"set_aside": aside[0]} if aside else {})}}
