"""Law 17D3: passes that rob a player of their turn."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import plain
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import PASS

TEXTS: Final = texts("law_17")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Three passes after a bid, the bidder's own among them; the player on the bidder's left has had no turn."""
    place = one_of(table.bids(), rng)
    if table.standing(place + 1).ended:
        raise Unfit
    bidder, option = table.made[place]
    passes = [(seat, PASS) for seat in (bidder.partner, bidder.rho, bidder)]
    return Setting(
        {"auction": plain([*table.before(place + 1), *passes])},
        TEXTS.lines("openings"),
        bidder.partner.value,
        places={"bidder": bidder.full_name, "bid": option.call.symbol, "skipped": bidder.lho.full_name},
        marked=frozenset({place + 1, place + 2, place + 3}),
    )
