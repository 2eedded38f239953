"""Law 19: may this be doubled or redoubled, and does it count?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from exams.scenarios.narration.bridge import Calls, contract, plain
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import DOUBLE, PASS, REDOUBLE, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_19")

_THEN: Final[dict[str, tuple[Sequence[Call], ...]]] = {
    "opponents' bid": ((), (PASS, PASS)),
    "own bid": ((PASS,),),
    "opponents' double": ((DOUBLE,), (DOUBLE, PASS, PASS), (PASS, PASS, DOUBLE)),
    "own double": ((DOUBLE, PASS),),
    "a redouble": ((DOUBLE, REDOUBLE), (DOUBLE, PASS, PASS, REDOUBLE), (DOUBLE, REDOUBLE, PASS)),
}
"""What follows the last bid, from the bidder's left on, until the player calls who is asked about."""


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A double or redouble, and where the path tells what has been bid since, the rest of the auction."""
    done = str(facts["double_or_redouble"])
    call, other = (DOUBLE, REDOUBLE) if done == "doubled" else (REDOUBLE, DOUBLE)
    before = _before(table, facts["last_but_passes"], rng)
    by = before[-1][0].lho if before else table.dealer
    auction, played = [*before, (by, call)], None
    if "bid_since" in facts:
        auction += _since(table, auction, bid=facts["bid_since"])
        played = contract(table.dealer, auction)
    nothing = facts["last_but_passes"] == "nothing bid"
    # Before anybody has bid, what the player believed is all that makes one case another than the next.
    believed = TEXTS.draw(rng, "believed", done, partner=by.partner.full_name) if nothing else ""
    return Setting(
        {"offender": by.value, "auction": plain(auction)},
        TEXTS.lines("over" if "bid_since" in facts else "nothing_bid" if nothing else "during"),
        by.value,
        shown=frozenset(facts),
        places={
            "caller": rng.choice([by.lho, by.rho]).full_name,
            "noun": TEXTS.line("nouns", call.text),
            "done": done,
            "other": TEXTS.line("nouns", other.text),
            "contract": f"{played.bid.symbol} by {played.declarer.full_name}" if played else "",
            "last": next((call.symbol for _, call in reversed(before) if call.is_bid), TEXTS.line("no_last")),
            "believed": believed,
        },
        notes={len(before): TEXTS.line("note")},
        situation=(believed,),
    )


def _before(table: Table, last: str, rng: random.Random) -> Calls:
    """An auction whose last call other than a pass is of that kind, as the player sees it whose turn it is then."""
    if last == "nothing bid":
        return _onward(table.dealer, [PASS] * rng.randrange(4))
    place = one_of(table.bids(6), rng)
    return [*table.before(place + 1), *_onward(table.made[place][0].lho, rng.choice(_THEN[last]))]


def _onward(seat: Seat, calls: Sequence[Call]) -> Calls:
    """These calls, in rotation from a player on."""
    return [((seat, seat.lho, seat.partner, seat.rho)[place % 4], call) for place, call in enumerate(calls)]


def _since(table: Table, calls: Calls, *, bid: bool) -> Calls:
    """Three passes, before them a natural bid where there is to be one. Raises Unfit when nobody would bid."""
    made, seat = [call for _, call in calls], calls[-1][0].lho
    since: list[tuple[Seat, Call]] = []
    while bid and not (since and since[-1][1].is_bid):
        call = table.choice(seat, made).call
        since.append((seat, call))
        if call in (DOUBLE, REDOUBLE) or (len(since) == 3 and not call.is_bid):
            raise Unfit
        made.append(call)
        seat = seat.lho
    return [*since, *_onward(seat, [PASS] * 3)]
