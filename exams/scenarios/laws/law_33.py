"""Law 33: calls made at the same moment."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import the_call
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import natural, plain, standing
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS

TEXTS: Final = texts("law_33")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    places = list(range(min(len(table.made), 7)))
    rng.shuffle(places)
    for place in places:
        setting = _at(table, place, facts, rng)
        if setting is not None:
            return setting
    return None


def _at(table: Table, place: int, facts: Facts, rng: random.Random) -> Setting | None:
    turn, option = table.made[place]
    state = standing(table, place)
    if facts["second_in_rotation"]:
        offender = turn.lho
        # In ignorance of the call that comes at the same moment.
        call = natural(table, place, offender)
    else:
        offender = rng.choice([turn.partner, turn.rho])
        call = natural(table, place, offender)
    if not state.legal(turn, option.call):
        return None
    state.take(turn, option.call)
    if state.ended:
        return None
    if facts["second_in_rotation"] and state.legal(offender, call) is not facts.get("second_legal"):
        return None
    if call is PASS and option.call is PASS and not facts["second_in_rotation"]:
        return None
    before = [(seat, one.call) for seat, one in table.made[:place]]
    moment = plain([(turn, option.call), (offender, call)])
    return Setting(
        {"board": table.board, "auction": [*plain(before), moment]},
        TEXTS.lines("openings"),
        offender.value,
        shown=frozenset(facts),
        told=frozenset(facts),
        places={
            "name": offender.full_name,
            "first_player": turn.full_name,
            "first_call": the_call(option.call),
            "first_noun": option.call.symbol,
            "call": the_call(call) if call is not option.call else f"the same call, {the_call(call)}",
            "noun": call.symbol,
            "caller": rng.choice([offender.lho, offender.rho]).full_name,
        },
        marked=frozenset({place + 1}),
    )
