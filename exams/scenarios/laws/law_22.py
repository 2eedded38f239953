"""Law 22: has the auction ended, and what then?"""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import contract_of, plain
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit
from laws.rulings.calls import CALLS, PASS
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_22")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    how = facts["how_ended"]
    made = _auction(table, how)
    dealer = table.dealer
    seats = [seat.full_name for seat in (dealer, dealer.lho, dealer.partner, dealer.rho)]
    rng.shuffle(seats)
    places = dict(zip(("north", "east", "south", "west"), seats, strict=True))
    last = made[-1]["by"]
    if how == "a turn was skipped":
        places["skipped"] = Seat(last).lho.full_name  # the last of the three passes is the bidder's
        places["last_bid"] = CALLS[made[-4]["call"]].symbol
    if how == "contract":
        leader = contract_of(table).declarer.lho.full_name
        # Whoever may have led already does not doubt that the auction is over: no opening names `west`.
        held = next(place for place, seat in places.items() if seat == leader)
        places |= {held: places["west"], "west": leader, "leader": leader}
    return Setting(
        {"auction": made},
        TEXTS.lines("openings", how),
        last,
        shown=frozenset({"how_ended"}),
        places=places,
    )


def _auction(table: Table, how: str) -> list[dict[str, Any]]:
    calls = table.before()
    if how == "contract":
        return plain(calls)
    if how == "passed out":
        seat = table.dealer
        return plain([(one, PASS) for one in (seat, seat.lho, seat.partner, seat.rho)])
    bids = table.bids()
    if not bids or table.standing(bids[-1] + 1).ended:
        raise Unfit
    seat = calls[bids[-1]][0]
    # Where a turn was skipped LHO is passed over: the players after LHO pass one after the other, and nobody notices.
    passers = [seat.lho, seat.partner] if how == "goes on" else [seat.partner, seat.rho, seat]
    return plain([*calls[: bids[-1] + 1], *((one, PASS) for one in passers)])
