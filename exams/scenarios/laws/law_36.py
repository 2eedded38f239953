"""Law 36: a double or redouble that Law 19 does not allow."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import DOUBLE, REDOUBLE, Scene, inadmissible_doubles, natural, standing, told
from exams.scenarios.tables import Table
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_36")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    scene = _scene(table, facts, rng)
    if scene is None:
        return None
    record: dict[str, Any] = {"board": table.board, "auction": scene.auction}
    if "meant_over" in facts:
        record["auction"][-1]["over"] = facts["meant_over"]
    if facts.get("lead_faced"):
        record["noticed"] = "play"
    offender = scene.offender
    done = "doubled" if scene.call is DOUBLE else "redoubled"
    if facts["out_of_rotation"]:
        done = f"{done} at {scene.turn.full_name}'s turn"
    places = {
        "caller": rng.choice([offender.lho, offender.rho]).full_name,
        "name": offender.full_name,
        "done": done,
        "noun": "double" if scene.call is DOUBLE else "redouble",
        "cause": scene.cause,
        "turn": scene.turn.full_name,
        "since": told(scene.since[:1]) if scene.since else "",
    }
    return Setting(
        record,
        TEXTS.lines("late") if facts.get("lead_faced") else TEXTS.lines("openings"),
        offender.value,
        shown=frozenset(facts),
        told=frozenset({"law_19", "out_of_rotation", "whose_turn", "called_before", "lead_faced"}),
        places=places,
        marked=frozenset({scene.place}),
        hands=(offender.value,),
    )


def _scene(table: Table, facts: Facts, rng: random.Random) -> Scene | None:
    call = DOUBLE if facts["law_19"] == "doubled" else REDOUBLE
    role = facts.get("whose_turn") if facts["out_of_rotation"] else "offender"
    scenes = [
        Scene(table, place, seat, call, cause)
        for place, seat, cause in inadmissible_doubles(table, call)
        if _role(table, place, seat) == role and (role != "lho" or place == 0 or not _has_called(table, place, seat))
    ]
    if not scenes:
        return None
    return _continued(rng.choice(scenes), facts)


def _role(table: Table, place: int, seat: Seat) -> str:
    """Who, seen from the player at `seat`, was to call."""
    turn = standing(table, place).turn
    return {turn: "offender", turn.lho: "rho", turn.partner: "partner", turn.rho: "lho"}[seat]


def _has_called(table: Table, place: int, seat: Seat) -> bool:
    return any(by is seat for by, _ in table.made[:place])


def _continued(scene: Scene, facts: Facts) -> Scene | None:
    """What happened next, as far as the path says."""
    if facts.get("lead_faced"):
        bids = [call for _, call in scene.before if call.is_bid]
        return scene.passed_out() if bids else None
    offender = scene.offender
    if facts.get("rho_called"):
        return scene.then((offender.rho, natural(scene.table, scene.place, offender.rho)))
    if facts.get("lho_has_called") or facts.get("lho_called"):
        return _over(scene)
    return scene


def _over(scene: Scene) -> Scene | None:
    lho = scene.offender.lho
    if scene.turn is scene.offender.partner and scene.before and scene.before[-1][0] is lho:
        return None  # LHO has called just before, and would not call again
    return scene.then((lho, natural(scene.table, scene.place, lho)))
