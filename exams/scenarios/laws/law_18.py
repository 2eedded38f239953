"""Law 18: is this bid enough?"""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import plain
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, one_of
from laws.rulings.calls import BIDS, DENOMINATIONS, SYMBOLS, Call, parse_call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_18")

Found = tuple[list[tuple[Seat, Call]], Seat, Call]
"""The calls before the bid, who makes it, and the bid."""


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A bid over the last one, or one of eight over a grand slam."""
    before, offender, bid = _eight(table, rng) if facts["above_seven"] else _bid(table, facts["against_last_bid"], rng)
    last, bidder = next(((call, seat) for seat, call in reversed(before) if call.is_bid), (None, None))
    enough = _enough(bid, last) if last else ""
    return Setting(
        {"offender": offender.value, "auction": plain([*before, (offender, bid)])},
        TEXTS.lines("openings" if last else "opened"),
        offender.value,
        shown=frozenset(facts),
        places={
            "caller": rng.choice([offender.lho, offender.rho]).full_name,
            "bid": bid.symbol,
            "bidder": bidder.full_name if bidder else "",
            "last": last.symbol if last else "",
            "enough": enough,
            "one": f"1{SYMBOLS[bid.denomination]}",
            "seven": f"7{SYMBOLS[bid.denomination]}",
            "suit": SYMBOLS[bid.denomination],
            "suit_before": SYMBOLS[last.denomination] if last else "",
        },
        notes={len(before): TEXTS.line("note")},
        situation=(str(len(before)),),
        like=_like(bid, last, enough) if last else frozenset(),
    )


def _eight(table: Table, rng: random.Random) -> Found:
    """The last bid of a natural auction is taken for a grand slam that somebody bids over."""
    place = one_of(table.bids(8), rng)
    bidder = table.made[place][0]
    grand = rng.choice(BIDS[-5:])
    eight = rng.choice([f"8{denomination}" for denomination in DENOMINATIONS if denomination != grand.denomination])
    return [*table.before(place), (bidder, grand)], bidder.lho, parse_call(eight)


def _bid(table: Table, against: str, rng: random.Random) -> Found:
    """A bid of that kind: one of the natural auction, or one that was too low there."""
    found: list[Found] = []
    for place, (seat, call) in enumerate(table.before(8)):
        last, before = table.standing(place).bid, table.before(place)
        if against in ("no bid before it", "more tricks", "higher denomination"):
            if call.is_bid and _against(call, last) == against and (last or call.level > 1):
                found.append((before, seat, call))
        elif last is not None:
            # Two levels below the last one nobody bids.
            too_low = [bid for bid in BIDS[: last.rank + 1] if bid.level >= last.level - 1]
            found += [(before, seat, bid) for bid in too_low if _against(bid, last) == against]
    return one_of(found, rng)


def _against(bid: Call, last: Call | None) -> str:
    if last is None:
        return "no bid before it"
    if bid.level != last.level:
        return "more tricks" if bid.level > last.level else "fewer tricks"
    if bid is last:
        return "same bid"
    return "higher denomination" if bid.rank > last.rank else "lower denomination"


def _enough(bid: Call, last: Call) -> str:
    """The cheapest bid of that denomination over the last one; nothing where there is none."""
    return next((one.symbol for one in BIDS[last.rank + 1 :] if one.denomination == bid.denomination), "")


def _like(bid: Call, last: Call, enough: str) -> frozenset[str]:
    """What mistakes depend on beside the path: as the words file calls it under `table`."""
    raised = "can be raised" if enough else "cannot be raised"
    lower = DENOMINATIONS.index(bid.denomination) < DENOMINATIONS.index(last.denomination)
    return frozenset((raised, "in a lower denomination")) if lower else frozenset((raised,))
