"""Law 36: a double or redouble that Law 19 does not allow."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import did
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import Scene, inadmissible_doubles, natural
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import DOUBLE, PASS, REDOUBLE

TEXTS: Final = texts("law_36")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    scene = _scene(table, facts, rng)
    bids = [call.symbol for _, call in scene.before if call.is_bid]
    done = did(scene.call)
    late = facts.get("lead_faced")
    setting = scene.setting(
        facts,
        rng,
        TEXTS.lines("openings", "after the lead" if late else "in the auction"),
        record={"noticed": "play"} if late else {},
        done=f"{done} {TEXTS.line('out of turn')}" if facts["out_of_rotation"] else done,
        noun="double" if scene.call is DOUBLE else "redouble",
        cause=TEXTS.line("causes", scene.cause),
        bid=bids[-1] if bids else "",
    )
    if "meant_over" in facts:
        setting.record["auction"][-1]["over"] = facts["meant_over"]
    return setting


def _scene(table: Table, facts: Facts, rng: random.Random) -> Scene:
    role = facts.get("whose_turn") if facts["out_of_rotation"] else "offender"
    scenes = [
        scene
        for scene in inadmissible_doubles(table, DOUBLE if facts["law_19"] == "doubled" else REDOUBLE)
        if _role(scene) == role and (role != "lho" or all(by is not scene.offender for by, _ in scene.before))
    ]
    return _continued(one_of(scenes, rng), facts)


def _role(scene: Scene) -> str:
    """Who, seen from the offender, was to call."""
    turn = scene.turn
    return {turn: "offender", turn.lho: "rho", turn.partner: "partner", turn.rho: "lho"}[scene.offender]


def _continued(scene: Scene, facts: Facts) -> Scene:
    """What happened next, as far as the path says."""
    offender, lho = scene.offender, scene.offender.lho
    if facts.get("lead_faced"):
        if not any(call.is_bid for _, call in scene.before):
            raise Unfit
        return scene.then((lho, PASS), (offender.partner, PASS), (offender.rho, PASS))
    if facts.get("rho_called"):
        return scene.then((offender.rho, natural(scene.table, scene.place, offender.rho)))
    if not (facts.get("lho_has_called") or facts.get("lho_called")):
        return scene
    if scene.turn is offender.partner and scene.before and scene.before[-1][0] is lho:
        raise Unfit  # LHO has called just before, and would not call again
    return scene.then((lho, natural(scene.table, scene.place, lho)))
