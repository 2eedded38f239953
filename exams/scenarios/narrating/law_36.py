"""Law 36: a double or redouble that Law 19 does not allow."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from exams.scenarios.narrating.law_36_words import CONDITIONS, PHRASES, SILENT, TELLS, UNCITED, mistakes
from exams.scenarios.narrating.narrative import ELSEWHERE, Facts, Narrative, Setting
from exams.scenarios.narrating.wrong_calls import DOUBLE, REDOUBLE, Scene, inadmissible_doubles, natural, standing, told
from exams.scenarios.tables import Table
from laws.rulings.seats import Seat

_OPENINGS: Final = (
    "{caller} calls you: {name} has {done}. Away from the table, {name} explains: “{cause}”",
    "You are called to the table, where {name} has {done}. “{cause}” {name} tells you out of earshot of the others.",
    "“Director!” {caller} points at the {noun} that {name} has put on the table. Taken aside, {name} says: “{cause}”",
)
_LATE: Final = (
    "{caller} calls you when the opening lead already lies face up: only now has somebody seen that {name} had {done}.",
    "The auction has ended, the opening lead is faced, and {caller} calls you: {name} had {done} in the auction, and nobody "
    "noticed.",
    "You are called after the opening lead has been faced: looking back, the players found that {name} had {done}.",
)


def _stage_out_of_rotation(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """Law 32 asks first whether the double is admissible, and then goes on as Law 36 does (36B4)."""
    which = "doubled" if facts["inadmissible_double"] else "redoubled"
    told = {"inadmissible_double", "inadmissible_redouble", "out_of_rotation"}
    setting = _stage(table, {**facts, "law_19": which, "out_of_rotation": True}, rng)
    return None if setting is None else replace(setting, told=setting.told | told, shown=frozenset(facts))


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
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
        _LATE if facts.get("lead_faced") else _OPENINGS,
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


def _never(facts: Facts) -> str:
    if facts.get("called_before"):
        return "a call changed by its own player is asked about under Law 25"
    redouble = facts.get("law_19") == "redoubled" or facts.get("inadmissible_redouble")
    if facts.get("whose_turn") == "lho" and (redouble or facts.get("lead_faced")):
        return "at LHO's first turn nobody has called yet, so nobody takes a bid for doubled, and there is no contract"
    if facts.get("whose_turn") == "partner" and redouble and facts.get("lho_called"):
        return "LHO has called just before, and would not call again"
    return ""


def _never_of_32(facts: Facts) -> str:
    if not (facts.get("inadmissible_double") or facts.get("inadmissible_redouble")):
        return ELSEWHERE
    return _never(facts)


INADMISSIBLE_OUT_OF_ROTATION: Final = Narrative(
    procedure="32",
    topic="inadmissible-call",
    stage=_stage_out_of_rotation,
    tells={
        **TELLS,
        **{(f"inadmissible_{call}", value): () for call in ("double", "redouble") for value in (True, False)},
    },
    conditions=CONDITIONS,
    phrases=PHRASES,
    silent=SILENT,
    uncited=UNCITED,
    plain=frozenset({"inadmissible_double", "inadmissible_redouble", "whose_turn", "called_before", "lead_faced"}),
    mistakes=mistakes,
    never=_never_of_32,
    hard=lambda facts: True,
)
INADMISSIBLE: Final = Narrative(
    procedure="36",
    topic="inadmissible-call",
    stage=_stage,
    tells=TELLS,
    conditions=CONDITIONS,
    phrases=PHRASES,
    silent=SILENT,
    uncited=UNCITED,
    plain=frozenset({"law_19", "out_of_rotation", "whose_turn", "called_before", "lead_faced"}),
    mistakes=mistakes,
    never=_never,
    hard=lambda facts: bool(facts["out_of_rotation"] or facts.get("lead_faced")),
)
