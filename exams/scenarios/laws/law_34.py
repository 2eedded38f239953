"""Law 34: three passes, not all of them in rotation."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import Calls, plain
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import PASS

TEXTS: Final = texts("law_34")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    how = "too few"
    if facts["three_passes"]:
        how = "in rotation"
        if facts["pass_out_of_rotation"]:
            how = "jumped" if facts["deprived"] else "not jumped"
    calls, bad = _auction(table, how, rng)
    bidder, bid = next(((seat, call) for seat, call in reversed(calls) if call.is_bid), (table.dealer, PASS))
    turn, jumper = (bidder.partner, bidder.rho) if how == "not jumped" else (bidder.lho, bidder.partner)
    last = calls[-1][0]
    following = last.lho
    absent = {following, following.lho} | ({following.rho} if how == "in rotation" else set())
    callers = [seat for seat in dict.fromkeys(seat for seat, _ in calls) if seat not in absent]
    named = {
        "caller": rng.choice(callers),
        "next": following,
        "after": following.lho,
        "last": last,
        "bidder": bidder,
        "turn": turn,
        "turn_partner": turn.partner,
        "jumper": jumper,
    }
    return Setting(
        {"auction": plain(calls)},
        TEXTS.lines("openings", how),
        jumper.value,
        shown=frozenset(facts),
        places={name: seat.full_name for name, seat in named.items()} | {"bid": bid.symbol},
        marked=frozenset(bad),
        situation=(str(sum(call.is_bid for _, call in calls)),),
    )


def _auction(table: Table, how: str, rng: random.Random) -> tuple[Calls, list[int]]:
    """The calls, and the places of those out of rotation."""
    place = one_of(table.bids(), rng)
    bidder = table.made[place][0]
    if table.standing(place + 1).ended:
        raise Unfit
    made = table.before(place + 1)
    passers, bad = [bidder.lho, bidder.partner, bidder.rho], list[int]()
    if how == "too few":
        if rng.random() < 0.25:
            return [(seat, PASS) for seat in (table.dealer, table.dealer.lho, table.dealer.partner)], bad
        passers = passers[:2]
    elif how == "not jumped":
        passers, bad = [bidder.lho, bidder.rho, bidder.partner], [place + 2]
    elif how == "jumped":
        passers, bad = [bidder.partner, bidder.rho, bidder], [place + 1, place + 2, place + 3]
    return [*made, *((seat, PASS) for seat in passers)], bad
