"""Law 19: may this be doubled or redoubled, and does it count?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from exams.scenarios.narration.bridge import contract
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import DOUBLE, REDOUBLE, plain
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_19")


_OPENED: Final = tuple(f"opened {bid}" for bid in ("1♣", "1♦", "1♥", "1♠", "1NT", "2♥", "2♠", "3♣"))
_PARTNERS: Final = tuple(f"doubled {{partner}}'s {bid}" for bid in ("1♣", "1♦", "1♥", "1♠", "1NT", "2♥", "2♠"))
Calls = list[tuple[Seat, Call]]


@dataclass(frozen=True)
class _Found:
    """The auction up to the double or redouble, who makes it, and the calls since."""

    before: Calls
    by: Seat
    since: Calls


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    call = DOUBLE if facts["double_or_redouble"] == "doubled" else REDOUBLE
    before = _before(table, facts["last_but_passes"], rng)
    if before is None:
        return None
    by = before[-1][0].lho if before else table.dealer
    found = _Found(before, by, [])
    if "bid_since" in facts:
        since = _since(table, [*before, (by, call)], bid=facts["bid_since"])
        if since is None:
            return None
        found = _Found(before, by, since)
    auction = [*before, (by, call), *found.since]
    played = contract(table.dealer, auction) if found.since else None
    nothing = facts["last_but_passes"] == "nothing bid"
    # Before anybody has bid, what the player believed is all that makes one case another than the next.
    believed = rng.choice(_OPENED if call is DOUBLE else _PARTNERS) if nothing else ""
    return Setting(
        {"board": table.board, "offender": by.value, "auction": plain(auction)},
        TEXTS.lines("over") if found.since else TEXTS.lines("nothing_bid") if nothing else TEXTS.lines("during"),
        by.value,
        shown=frozenset(facts),
        places={
            "name": by.full_name,
            "caller": rng.choice([by.lho, by.rho]).full_name,
            "noun": "double" if call is DOUBLE else "redouble",
            "done": "doubled" if call is DOUBLE else "redoubled",
            "other": "redouble" if call is DOUBLE else "double",
            "contract": f"{played.bid.symbol} by {played.declarer.full_name}" if played else "",
            "last": _last_bid(before),
            "believed": believed.format(partner=by.partner.full_name),
        },
        notes={len(before): "the call you are asked about"},
        situation=(believed,),
    )


def _last_bid(calls: Calls) -> str:
    return next((call.symbol for _, call in reversed(calls) if call.is_bid), "the last bid")


def _before(table: Table, last: str, rng: random.Random) -> Calls | None:
    """An auction whose last call other than a pass is of that kind, as the player sees it whose turn it is then."""
    if last == "nothing bid":
        seat, passes = table.dealer, rng.randrange(4)
        return [(_after(seat, steps), PASS) for steps in range(passes)]
    places = [place for place, (_, option) in enumerate(table.made[:6]) if option.call.is_bid]
    if not places:
        return None
    place = rng.choice(places)
    bidder = table.made[place][0]
    calls = [(seat, option.call) for seat, option in table.made[: place + 1]]
    then = rng.choice(_THEN[last])
    return [*calls, *((_after(bidder, steps), call) for steps, call in enumerate(then, start=1))]


_THEN: Final[dict[str, tuple[Sequence[Call], ...]]] = {
    "opponents' bid": ((), (PASS, PASS)),
    "own bid": ((PASS,),),
    "opponents' double": ((DOUBLE,), (DOUBLE, PASS, PASS), (PASS, PASS, DOUBLE)),
    "own double": ((DOUBLE, PASS),),
    "a redouble": ((DOUBLE, REDOUBLE), (DOUBLE, PASS, PASS, REDOUBLE), (DOUBLE, REDOUBLE, PASS)),
}
"""What follows the last bid, from the bidder's left on, until the player calls who is asked about."""


def _after(seat: Seat, steps: int) -> Seat:
    for _ in range(steps):
        seat = seat.lho
    return seat


def _since(table: Table, calls: Calls, *, bid: bool) -> Calls | None:
    """Three passes, before them a natural bid or two where there is to be one; None when nobody would bid."""
    made = [call for _, call in calls]
    seat = calls[-1][0].lho
    since: Calls = []
    for _ in range(4 if bid else 0):
        call = table.system.choose(table.dealer, made, table.hands[seat]).call
        if call in (DOUBLE, REDOUBLE):
            return None
        since.append((seat, call))
        made.append(call)
        seat = seat.lho
        if call.is_bid:
            break
        if len(since) == 3:
            return None
    if bid and not (since and since[-1][1].is_bid):
        return None
    return [*since, *((_after(seat, steps), PASS) for steps in range(3))]
