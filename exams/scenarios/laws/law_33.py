"""Law 33: calls made at the same moment."""

from __future__ import annotations

import random
from functools import partial
from typing import Final

from exams.scenarios.narration.bridge import plain, the_call
from exams.scenarios.narration.narrative import Facts, Setting, first_that_fits
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import natural
from exams.scenarios.tables import Table, Unfit
from laws.rulings.calls import PASS

TEXTS: Final = texts("law_33")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    places = list(range(min(len(table.made), 7)))
    rng.shuffle(places)
    return first_that_fits([partial(_at, place) for place in places], table, facts, rng)


def _at(place: int, table: Table, facts: Facts, rng: random.Random) -> Setting:
    turn, option = table.made[place]
    first, state = option.call, table.standing(place)
    follows = facts["second_in_rotation"]
    offender = turn.lho if follows else rng.choice([turn.partner, turn.rho])
    # In ignorance of the call that comes at the same moment.
    call = natural(table, place, offender)
    if not state.legal(turn, first):
        raise Unfit
    state.take(turn, first)
    if state.ended or (follows and state.legal(offender, call) is not facts.get("second_legal")):
        raise Unfit
    if call is PASS and first is PASS and not follows:
        raise Unfit
    return Setting(
        {"auction": [*plain(table.before(place)), plain([(turn, first), (offender, call)])]},
        TEXTS.lines("openings"),
        offender.value,
        shown=frozenset(facts),
        places={
            "first_player": turn.full_name,
            "first_call": the_call(first),
            "first_noun": first.symbol,
            "call": the_call(call) if call is not first else f"the same call, {the_call(call)}",
            "noun": call.symbol,
            "caller": rng.choice([offender.lho, offender.rho]).full_name,
        },
        marked=frozenset({place + 1}),
    )
