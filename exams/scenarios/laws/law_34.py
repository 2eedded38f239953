"""Law 34: three passes, not all of them in rotation."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import plain, standing
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_34")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    how = _how(facts)
    made = _auction(table, how, rng)
    if made is None:
        return None
    calls, bad = made
    seats = list(dict.fromkeys(seat for seat, _ in calls))
    bidder, bid = next(((seat, call) for seat, call in reversed(calls) if call.is_bid), (table.dealer, PASS))
    turn = bidder.partner if how == "not jumped" else bidder.lho
    jumper = bidder.rho if how == "not jumped" else bidder.partner
    following = calls[-1][0].lho
    absent = {following, following.lho} | ({following.rho} if how == "in rotation" else set())
    callers = [seat for seat in seats if seat not in absent]
    return Setting(
        {"board": table.board, "auction": plain(calls)},
        TEXTS.lines("openings", how),
        jumper.value,
        shown=frozenset(facts),
        places={
            "caller": rng.choice(callers).full_name,
            "next": following.full_name,
            "after": following.lho.full_name,
            "last": calls[-1][0].full_name,
            "other": following.full_name,
            "bidder": bidder.full_name,
            "bid": bid.symbol,
            "turn": turn.full_name,
            "turn_partner": turn.partner.full_name,
            "jumper": jumper.full_name,
            "jumper_partner": jumper.partner.full_name,
        },
        marked=frozenset(bad),
        situation=(str(sum(call.is_bid for _, call in calls)),),
    )


def _how(facts: Facts) -> str:
    if not facts["three_passes"]:
        return "too few"
    if not facts["pass_out_of_rotation"]:
        return "in rotation"
    return "jumped" if facts["deprived"] else "not jumped"


Calls = list[tuple[Seat, Call]]


def _auction(table: Table, how: str, rng: random.Random) -> tuple[Calls, list[int]] | None:
    """The calls, and the places of those out of rotation."""
    bids = [place for place, (_, option) in enumerate(table.made) if option.call.is_bid]
    if not bids:
        return None
    place = rng.choice(bids)
    bidder = table.made[place][0]
    if standing(table, place + 1).ended:
        return None
    before = [(seat, option.call) for seat, option in table.made[: place + 1]]
    if how == "too few":
        if rng.random() < 0.25:
            seat = table.dealer
            return [(seat, PASS), (seat.lho, PASS), (seat.partner, PASS)], []
        return [*before, (bidder.lho, PASS), (bidder.partner, PASS)], []
    if how == "in rotation":
        return [*before, (bidder.lho, PASS), (bidder.partner, PASS), (bidder.rho, PASS)], []
    if how == "not jumped":
        return [*before, (bidder.lho, PASS), (bidder.rho, PASS), (bidder.partner, PASS)], [place + 2]
    return [*before, (bidder.partner, PASS), (bidder.rho, PASS), (bidder, PASS)], [place + 1, place + 2, place + 3]
