"""Law 11: a player acts before the Director is summoned, and may lose the right to rectification."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.slips import Slip, somewhere
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, one_of

TEXTS: Final = texts("law_11")
_ACTS: Final = texts("law_09").part("acts", False)


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An irregularity that everybody saw, and what the other side did, or did not do, before the Director came."""
    slip = somewhere(table, rng)
    offender, acted = slip.offender, bool(facts["acted_first"])
    others = [seat for seat in (offender.lho, offender.rho) if seat is not slip.dummy]
    actor = rng.choice(others)
    action = one_of(_actions(slip, facts.get("gained_by_ignorance")), rng)
    action = action.format(speaker=actor.full_name, offender=offender.full_name)
    return slip.setting(
        TEXTS.lines("acted" if acted else "waited"),
        situation=(action if acted else "",),
        first=rng.choice(others).full_name,
        action=action,
    )


def _actions(slip: Slip, gained: object) -> Sequence[str]:
    """What the other side can have done, so that the side that gained by it can believably have done so."""
    lenient, harsh = _ACTS.lines(slip.kind)
    if gained == "the offenders":
        # Declarer's card put right costs declarer nothing by law either (62A, 48).
        return () if slip.offender is slip.declarer and slip.kind == "revoke" else (lenient,)
    if gained == "the non-offenders":
        # A card left on the table until it can be played is what the law asks for (50).
        return () if slip.kind == "exposed card" else (harsh,)
    return (lenient, harsh)
