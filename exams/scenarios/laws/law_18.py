"""Laws 18 and 19: is this bid enough, may this be doubled or redoubled, and does it count?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from exams.scenarios.narration.bridge import Calls, contract, in_turn
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import BIDS, DENOMINATIONS, DOUBLE, PASS, REDOUBLE, Call, parse_call
from laws.rulings.seats import Seat

_BIDS: Final = texts("law_18")
_DOUBLES: Final = texts("law_19")

# -- bids (18) ---------------------------------------------------------------------------------------------------------


Found = tuple[list[tuple[Seat, Call]], Seat, Call]
"""The calls before the bid, who makes it, and the bid."""


def bids(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A bid over the last one, or one of eight over a grand slam."""
    before, offender, bid = _eight(table, rng) if facts["above_seven"] else _bid(table, facts["against_last_bid"], rng)
    last, bidder = next(((call, seat) for seat, call in reversed(before) if call.is_bid), (None, None))
    return Setting(
        {"offender": offender, "auction": [*before, (offender, bid)]},
        _BIDS.lines("openings" if last else "opened"),
        shown=facts.keys(),
        places={
            "caller": rng.choice([offender.lho, offender.rho]),
            "bid": bid,
            "bidder": bidder,
            "last": last,
        },
        notes={len(before): _BIDS.line("note")},
        situation=(len(before),),
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


# -- doubles and redoubles (19) ----------------------------------------------------------------------------------------


_THEN: Final[dict[str, tuple[Sequence[Call], ...]]] = {
    "opponents' bid": ((), (PASS, PASS)),
    "own bid": ((PASS,),),
    "opponents' double": ((DOUBLE,), (DOUBLE, PASS, PASS), (PASS, PASS, DOUBLE)),
    "own double": ((DOUBLE, PASS),),
    "a redouble": ((DOUBLE, REDOUBLE), (DOUBLE, PASS, PASS, REDOUBLE), (DOUBLE, REDOUBLE, PASS)),
}
"""What follows the last bid, from the bidder's left on, until the player calls who is asked about."""


def doubles(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A double or redouble, and where the path tells what has been bid since, the rest of the auction."""
    done = str(facts["double_or_redouble"])
    call = DOUBLE if done == "doubled" else REDOUBLE
    before = _before(table, facts["last_but_passes"], rng)
    by = before[-1][0].lho if before else table.dealer
    auction, played = [*before, (by, call)], None
    if "bid_since" in facts:
        auction += _since(table, auction, bid=facts["bid_since"])
        played = contract(table.dealer, auction)
    nothing = facts["last_but_passes"] == "nothing bid"
    # Before anybody has bid, what the player believed is all that makes one case another than the next.
    believed = _DOUBLES.draw(rng, "believed", done, partner=by.partner) if nothing else ""
    return Setting(
        {"offender": by, "auction": auction},
        _DOUBLES.lines("over" if "bid_since" in facts else "nothing_bid" if nothing else "during"),
        shown=facts.keys(),
        places={
            "caller": rng.choice([by.lho, by.rho]),
            "noun": _DOUBLES.line("nouns", call.text),
            "done": done,
            "contract": f"{played.bid.symbol} by {played.declarer.full_name}" if played else "",
            "last": next((call for _, call in reversed(before) if call.is_bid), _DOUBLES.line("no_last")),
            "believed": believed,
        },
        notes={len(before): _DOUBLES.line("note")},
        situation=(believed,),
    )


def _before(table: Table, last: str, rng: random.Random) -> Calls:
    """An auction whose last call other than a pass is of that kind, as the player sees it whose turn it is then."""
    if last == "nothing bid":
        return in_turn(table.dealer, [PASS] * rng.randrange(4))
    place = one_of(table.bids(6), rng)
    return [*table.before(place + 1), *in_turn(table.made[place][0].lho, rng.choice(_THEN[last]))]


def _since(table: Table, calls: Calls, *, bid: bool) -> Calls:
    """Three passes, before them a natural bid where there is to be one. Raises Unfit when nobody would bid."""
    since: list[tuple[Seat, Call]] = []
    for seat, option in table.onward([call for _, call in calls]) if bid else ():
        since.append((seat, option.call))
        if option.call in (DOUBLE, REDOUBLE) or (len(since) == 3 and not option.call.is_bid):
            raise Unfit
        if option.call.is_bid:
            break
    return [*since, *in_turn((since or calls)[-1][0].lho, [PASS] * 3)]
