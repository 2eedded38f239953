"""Law 38: a bid of more than seven."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import Scene
from exams.scenarios.tables import Table, one_of
from laws.rulings.calls import CALLS, DENOMINATIONS, DOUBLE, PASS, parse_call

TEXTS: Final = texts("law_38")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """The last bid of a natural auction is taken for a slam that somebody sacrifices over."""
    cut = one_of(table.bids(), rng)
    bidder = table.made[cut][0]
    grand = rng.choice(DENOMINATIONS)
    eight = rng.choice([one for one in DENOMINATIONS if one != grand])
    last = CALLS[f"7{grand}"]
    scene = Scene(table, [*table.before(cut), (bidder, last)], bidder.lho, parse_call(f"8{eight}"))
    if facts["lho_has_called"]:
        scene = scene.then((scene.offender.lho, rng.choice((PASS, DOUBLE))))
    cause = rng.choice(TEXTS.lines("causes"))
    openings = TEXTS.lines("openings")
    return scene.setting(facts, rng, openings, hands=False, bidder=bidder.full_name, last=last.symbol, cause=cause)
