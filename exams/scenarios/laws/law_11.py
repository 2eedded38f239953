"""Law 11: a player acts before the Director is summoned, and may lose the right to rectification."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from exams.scenarios.laws.law_09_words import ACTS
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.slips import Slip, in_auction, in_play
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table

TEXTS: Final = texts("law_11")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """An irregularity that everybody saw, and what the other side did, or did not do, before the Director came."""
    slip = in_auction(table, rng) if rng.random() < 0.5 else in_play(table, rng)
    if slip is None:
        return None
    offender = slip.offender
    dummy = slip.contract.declarer.partner if slip.contract is not None else None
    actor = rng.choice([seat for seat in (offender.lho, offender.rho) if seat is not dummy])
    actions = _actions(slip, facts.get("gained_by_ignorance"))
    if not actions:
        return None
    action = rng.choice(actions).format(speaker=actor.full_name, offender=offender.full_name)
    record: dict[str, Any] = {"board": table.board, "auction": list(slip.auction), "offender": offender.value}
    if slip.contract is not None:
        record["declarer"] = slip.contract.declarer.value
    places = {
        "happened": slip.clause,
        "where": f"The contract is {slip.contract.words}. " if slip.contract is not None else "",
        "first": rng.choice([seat for seat in (offender.lho, offender.rho) if seat is not dummy]).full_name,
        "action": action,
    }
    return Setting(
        record,
        TEXTS.lines("acted") if facts["acted_first"] else TEXTS.lines("waited"),
        offender.value,
        told=frozenset({"acted_first"}),
        places=places,
        marked=slip.marked,
        situation=(slip.clause, action if facts["acted_first"] else ""),
    )


def _actions(slip: Slip, gained: object) -> Sequence[str]:
    """What the other side can have done, so that the side that gained by it can believably have done so."""
    lenient, harsh = ACTS[False, slip.kind]
    if gained == "the offenders":
        # Declarer's card put right costs declarer nothing by law either (62A, 48).
        by_declarer = slip.contract is not None and slip.offender is slip.contract.declarer
        return () if by_declarer and slip.kind == "revoke" else (lenient,)
    if gained == "the non-offenders":
        # A card left on the table until it can be played is what the law asks for (50).
        return () if slip.kind == "exposed card" else (harsh,)
    return (lenient, harsh)
