"""Law 37: a player calls who has to pass."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import owned
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import Scene, inadmissible_doubles, natural
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import DOUBLE, PASS, REDOUBLE

TEXTS: Final = texts("law_37")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    scene = one_of(_doubled(table, facts) if facts.get("breaks_law_19") else _bid(table), rng)
    # From partner's last call comes the obligation, so it was no pass.
    partner, partners = scene.before[-2]
    if partners is PASS:
        raise Unfit
    lho = scene.offender.lho
    if facts["lho_has_called"]:
        call = natural(table, scene.place, lho)
        if call.is_bid and scene.call.is_bid and call.rank <= scene.call.rank:
            raise Unfit  # LHO would not bid below it
        scene = scene.then((lho, call))
    extent = facts.get("obligation_extent") or rng.choice(("once", "throughout"))
    return scene.setting(
        facts,
        rng,
        [f"{why} {now}" for why in TEXTS.lines("why_silent", extent) for now in TEXTS.lines("happened")],
        record={"must_pass": {scene.offender.value: {"extent": extent, "from": scene.place - 1}}},
        situation=(extent,),
        partners_call=owned(partner, partners),
    )


def _bid(table: Table) -> list[Scene]:
    """A player bids at the first turn after a call by partner, as the hand asks for."""
    return [
        Scene(table, table.before(place), seat, option.call)
        for place, (seat, option) in enumerate(table.made)
        if place >= 2 and option.call is not PASS and table.made[place - 2][1].call is not PASS
    ]


def _doubled(table: Table, facts: Facts) -> list[Scene]:
    """A player doubles or redoubles, in turn, what nobody could double or redouble."""
    call = DOUBLE if facts["law_19"] == "doubled" else REDOUBLE
    scenes = inadmissible_doubles(table, call)
    return [scene for scene in scenes if scene.place >= 2 and scene.turn is scene.offender]
