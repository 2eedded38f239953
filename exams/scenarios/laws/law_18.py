"""Law 18: is this bid enough?"""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import plain, standing
from exams.scenarios.tables import Table
from laws.rulings.calls import BIDS, SYMBOLS, Call, parse_call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_18")


_DENOMINATIONS: Final = ("C", "D", "H", "S", "NT")
_ABOVE: Final = ("8C", "8D", "8H", "8S", "8NT")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    found = _eight(table, rng) if facts["above_seven"] else _bid(table, facts["against_last_bid"], rng)
    if found is None:
        return None
    before, offender, bid = found
    last = next(((seat, call) for seat, call in reversed(before) if call.is_bid), None)
    enough = _enough(bid, last[1]) if last is not None else ""
    return Setting(
        {"board": table.board, "offender": offender.value, "auction": plain([*before, (offender, bid)])},
        TEXTS.lines("openings") if last else TEXTS.lines("opened"),
        offender.value,
        shown=frozenset(facts),
        places={
            "name": offender.full_name,
            "caller": rng.choice([offender.lho, offender.rho]).full_name,
            "bid": bid.symbol,
            "over": f"over {last[0].full_name}'s {last[1].symbol}" if last else "before anybody else had bid",
            "last": last[1].symbol if last else "",
            "enough": enough,
            "one": f"1{SYMBOLS[bid.denomination]}",
            "seven": f"7{SYMBOLS[bid.denomination]}",
            "suit": SYMBOLS[bid.denomination],
            "suit_before": SYMBOLS[last[1].denomination] if last else "",
        },
        notes={len(before): "the bid you are asked about"},
        situation=(str(len(before)),),
        like=_like(bid, last[1], enough) if last else frozenset(),
    )


Found = tuple[list[tuple[Seat, Call]], Seat, Call]


def _eight(table: Table, rng: random.Random) -> Found | None:
    """The last bid of a natural auction is taken for a grand slam that somebody bids over."""
    places = [place for place, (_, option) in enumerate(table.made[:8]) if option.call.is_bid]
    if not places:
        return None
    place = rng.choice(places)
    bidder = table.made[place][0]
    grand = rng.choice(BIDS[-5:])
    before = [(seat, option.call) for seat, option in table.made[:place]]
    eight = parse_call(rng.choice([text for text in _ABOVE if text[1:] != grand.denomination]))
    return [*before, (bidder, grand)], bidder.lho, eight


def _bid(table: Table, against: str, rng: random.Random) -> Found | None:
    found = []
    for place, (seat, option) in enumerate(table.made[:8]):
        last = standing(table, place).bid
        before = [(by, made.call) for by, made in table.made[:place]]
        if against in ("no bid before it", "more tricks", "higher denomination"):
            if option.call.is_bid and _against(option.call, last) == against and (last or option.call.level > 1):
                found.append((before, seat, option.call))
        elif last is not None:
            found += [(before, seat, bid) for bid in BIDS[: last.rank + 1] if _too_low(bid, last, against)]
    return rng.choice(found) if found else None


def _too_low(bid: Call, last: Call, against: str) -> bool:
    """The bid is of that kind; two levels below the last one nobody bids."""
    return _against(bid, last) == against and bid.level >= last.level - 1


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
    lower = _DENOMINATIONS.index(bid.denomination) < _DENOMINATIONS.index(last.denomination)
    return frozenset((raised, "in a lower denomination")) if lower else frozenset((raised,))
