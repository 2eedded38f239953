"""Law 38: a bid of more than seven."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import told
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS, parse_call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_38")


_GRAND: Final = ("7C", "7D", "7H", "7S", "7NT")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """The last bid of a natural auction is taken for a slam that somebody sacrifices over."""
    places = [place for place, (seat, option) in enumerate(table.made) if option.call.is_bid]
    if not places:
        return None
    cut = rng.choice(places)
    before = [(seat, option.call) for seat, option in table.made[:cut]]
    grand = CALLS[rng.choice(_GRAND)]
    bidder = table.made[cut][0]
    offender = bidder.lho
    higher = [text for text in ("8C", "8D", "8H", "8S", "8NT") if text[1:] != grand.text[1:]]
    eight = parse_call(rng.choice(higher))
    since: tuple[tuple[Seat, Any], ...] = (
        ((offender.lho, rng.choice((PASS, CALLS["X"]))),) if facts["lho_has_called"] else ()
    )
    auction = [*before, (bidder, grand), (offender, eight), *since]
    record = {
        "board": table.board,
        "auction": [{"by": seat.value, "call": call.text} for seat, call in auction],
    }
    cause = rng.choice(TEXTS.lines("causes"))
    openings = (
        f"“Director!” Over {{bidder}}'s {{last}} {{name}} has bid {{eight}}; {cause}.",
        f"{{caller}} calls you: over {{bidder}}'s {{last}} there is a bid of {{eight}} by {{name}}; {cause}.",
        f"You are called to a table where {{name}} has put {{eight}} on the table, written by hand on the back of a card, over "
        f"{{bidder}}'s {{last}}; {cause}.",
    )
    return Setting(
        record,
        openings,
        offender.value,
        shown=frozenset(facts),
        places={
            "name": offender.full_name,
            "bidder": bidder.full_name,
            "last": grand.symbol,
            "eight": eight.symbol,
            "since": told(since) if since else "",
            "caller": rng.choice([offender.lho, offender.rho]).full_name,
        },
        marked=frozenset({len(before) + 1}),
    )
