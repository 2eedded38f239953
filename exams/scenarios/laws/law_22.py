"""Law 22: has the auction ended, and what then?"""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.auctions import plain
from exams.scenarios.narration.bridge import contract_of
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_22")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    how = facts["how_ended"]
    made = _auction(table, how)
    if not made:
        return None
    dealer = table.dealer
    seats = [seat.full_name for seat in (dealer, dealer.lho, dealer.partner, dealer.rho)]
    rng.shuffle(seats)
    places = dict(zip(("north", "east", "south", "west"), seats, strict=True))
    last = made[-1]["by"]
    played = contract_of(table)
    if how == "a turn was skipped":
        places["skipped"] = Seat(last).lho.full_name  # the last of the three passes is the bidder's
        places["last_bid"] = CALLS[made[-4]["call"]].symbol
    if how == "contract" and played is not None:
        leader = played.declarer.lho.full_name
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
    """The calls; none where this table cannot show them."""
    calls = table.before(len(table.made))
    if how == "contract":
        return plain(calls) if contract_of(table) is not None else []
    if how == "passed out":
        seat = table.dealer
        return plain([(one, PASS) for one in (seat, seat.lho, seat.partner, seat.rho)])
    bids = [place for place, (_, call) in enumerate(calls) if call.is_bid]
    if not bids or table.standing(bids[-1] + 1).ended:
        return []
    seat = calls[bids[-1]][0]
    # Where a turn was skipped LHO is passed over: the players after LHO pass one after the other, and nobody notices.
    passers = [seat.lho, seat.partner] if how == "goes on" else [seat.partner, seat.rho, seat]
    return plain([*calls[: bids[-1] + 1], *((one, PASS) for one in passers)])
