"""17A: when the auction period begins, for each side by itself."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import auction_data, pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.seats import ROUND

TEXTS: Final = texts("law_17a")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Partner has taken a hand out; or the dealer, an opponent, has called while both hands of the side are in the board."""
    begun = bool(facts["hand_taken_out"])
    player = rng.choice([seat for seat in ROUND if begun or seat.side is not table.dealer.side])
    return Setting(
        {"player": player.value, **({} if begun else {"auction": auction_data(table, 1)})},
        TEXTS.lines("hand_taken_out", begun),
        player.value,
        places={
            "board": str(table.board),
            "player": player.full_name,
            "partner": player.partner.full_name,
            "dealer": table.dealer.full_name,
            "side_of_player": pair(player),
            "opponents": pair(player.lho),
        },
        situation=(player.value,),
    )
