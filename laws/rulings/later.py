"""What a later ruling on the same board starts from: the obligations that an earlier one has left, as fields of a record."""

from __future__ import annotations

from typing import Any

from laws.rulings.editions import EDITIONS
from laws.rulings.ruling import Ruling


def carried(ruling: Ruling, procedure: str | None = None, *, calls: int | None = None) -> dict[str, Any]:
    """Fields for the record of a later ruling on this board; merge them into it.

    Who must pass goes into `must_pass`, from the call on that is number `calls` of the later record's auction, or as it
    holds where that auction ends. procedure: of the later ruling; what its law takes over is told too, as it declares it
    (the offender, what was found about the call). Raises ValueError for a ruling that still waits for an answer.
    """
    if not ruling.complete:
        raise ValueError("the earlier ruling still waits for an answer; expected a complete one")
    fields: dict[str, Any] = {}
    silenced = {item.player: item.extent for item in ruling.obligations if item.kind == "must_pass"}
    if silenced:
        since = {} if calls is None else {"from": calls}
        fields["must_pass"] = {player: {"extent": extent, **since} for player, extent in silenced.items()}
    later = EDITIONS[ruling.edition].procedures.get(procedure or "")
    takes_over = later.declared.takes_over if later is not None else None
    at = ruling.situation
    if takes_over is None or at is None or not at.knows_seats:
        return fields
    return fields | {"procedure": procedure, "offender": at.offender.value} | takes_over(ruling, at)
