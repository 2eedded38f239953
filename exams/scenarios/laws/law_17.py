"""Law 17D3: passes that rob a player of his turn."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import plain, standing
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS

TEXTS: Final = texts("law_17")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    bids = [place for place, (_, option) in enumerate(table.made) if option.call.is_bid]
    if not bids:
        return None
    place = rng.choice(bids)
    if standing(table, place + 1).ended:
        return None
    bidder, option = table.made[place]
    skipped = bidder.lho
    before = [(seat, one.call) for seat, one in table.made[: place + 1]]
    calls = [*before, (bidder.partner, PASS), (bidder.rho, PASS), (bidder, PASS)]
    return Setting(
        {"board": table.board, "auction": plain(calls)},
        TEXTS.lines("openings"),
        bidder.partner.value,
        places={
            "bidder": bidder.full_name,
            "bid": option.call.symbol,
            "skipped": skipped.full_name,
            "skipped_partner": skipped.partner.full_name,
        },
        marked=frozenset({place + 1, place + 2, place + 3}),
    )
