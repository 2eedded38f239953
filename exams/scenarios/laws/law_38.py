"""Law 38: a bid of more than seven."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import DOUBLE, Scene
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS, parse_call

TEXTS: Final = texts("law_38")
_DENOMINATIONS: Final = ("C", "D", "H", "S", "NT")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """The last bid of a natural auction is taken for a slam that somebody sacrifices over."""
    places = [place for place, (seat, option) in enumerate(table.made) if option.call.is_bid]
    if not places:
        return None
    cut = rng.choice(places)
    bidder = table.made[cut][0]
    grand = rng.choice(_DENOMINATIONS)
    eight = rng.choice([one for one in _DENOMINATIONS if one != grand])
    last = CALLS[f"7{grand}"]
    scene = Scene(table, [*table.before(cut), (bidder, last)], bidder.lho, parse_call(f"8{eight}"))
    if facts["lho_has_called"]:
        scene = scene.then((scene.offender.lho, rng.choice((PASS, DOUBLE))))
    cause = rng.choice(TEXTS.lines("causes"))
    openings = TEXTS.lines("openings")
    return scene.setting(facts, rng, openings, hands=False, bidder=bidder.full_name, last=last.symbol, cause=cause)
