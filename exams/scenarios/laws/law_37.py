"""Law 37: a player calls who has to pass."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.auctions import owned
from exams.scenarios.narration.bridge import did
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import DOUBLE, REDOUBLE, Scene, inadmissible_doubles, natural, told
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS

TEXTS: Final = texts("law_37")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    scene = _doubled(table, facts, rng) if facts.get("breaks_law_19") else _bid(table, rng)
    if scene is None:
        return None
    place = _partners_call(scene)
    if place is None:
        return None
    offender, lho = scene.offender, scene.offender.lho
    if facts["lho_has_called"]:
        call = natural(table, scene.place, lho)
        if call.is_bid and scene.call.is_bid and call.rank <= scene.call.rank:
            return None  # LHO would not bid below it
        scene = scene.then((lho, call))
    extent = facts.get("obligation_extent") or rng.choice(("once", "throughout"))
    partners = table.made[place][1].call
    record: dict[str, Any] = {
        "board": table.board,
        "auction": scene.auction,
        "must_pass": {offender.value: {"extent": extent, "from": place + 1}},
    }
    places = {
        "name": offender.full_name,
        "done": did(scene.call),
        "partners_call": owned(offender.partner, partners),
        "since": told(scene.since) if scene.since else "",
        "caller": rng.choice([lho, offender.rho]).full_name,
    }
    openings = tuple(
        f"{why} {happened} {{caller}} calls you."
        for why in TEXTS.lines("why_silent", extent)
        for happened in TEXTS.lines("happened")
    )
    return Setting(
        record,
        openings,
        offender.value,
        shown=frozenset(facts),
        told=frozenset({"breaks_law_19", "law_19", "obligation_extent"}),
        places=places,
        marked=frozenset({scene.place}),
        hands=(offender.value,),
        situation=(extent,),
    )


def _bid(table: Table, rng: random.Random) -> Scene | None:
    """A player bids at his first turn after a call by partner, as his hand tells him to."""
    found = [
        Scene(table, place, seat, option.call)
        for place, (seat, option) in enumerate(table.made)
        if place >= 2 and option.call is not PASS and table.made[place - 2][1].call is not PASS
    ]
    return rng.choice(found) if found else None


def _doubled(table: Table, facts: Facts, rng: random.Random) -> Scene | None:
    """He doubles or redoubles what nobody could double or redouble."""
    call = DOUBLE if facts["law_19"] == "doubled" else REDOUBLE
    found = [
        Scene(table, place, seat, call, cause)
        for place, seat, cause in inadmissible_doubles(table, call)
        if place >= 2 and Scene(table, place, seat, call).turn is seat
    ]
    return rng.choice(found) if found else None


def _partners_call(scene: Scene) -> int | None:
    """The place of partner's last call, if it was no pass: the one from which the obligation comes."""
    place = scene.place - 2
    if place < 0 or scene.table.made[place][1].call is PASS:
        return None
    return place
