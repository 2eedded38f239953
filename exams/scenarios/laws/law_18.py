"""Laws 18 and 19: is this bid enough, may this be doubled or redoubled, and does it count?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Final

from exams.scenarios.narration.bridge import Calls, contract, in_turn, longest_but
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import BIDS, CALLS, DOUBLE, PASS, REDOUBLE, SUITS, Call, parse_call
from laws.rulings.seats import Seat

_BIDS: Final = texts("law_18")
_NEAR_SLAM: Final = 3
"""From this level on a pair may be on the way to a slam."""
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
    """A high bid in a suit is a grand slam instead, and somebody bids over it in their longest suit."""
    high = [place for place in table.bids(8) if table.calls[place].level >= _NEAR_SLAM and _in_answer(table, place)]
    place = one_of([place for place in high if table.calls[place].denomination in SUITS], rng)
    bidder = table.made[place][0]
    grand = CALLS[f"7{table.calls[place].denomination}"]
    eight = longest_but(table, bidder.lho, grand)
    return [*table.before(place), (bidder, grand)], bidder.lho, parse_call(f"8{eight}")


def _in_answer(table: Table, place: int) -> bool:
    """Partner has bid before: nobody opens a grand slam."""
    partner = table.made[place][0].partner
    return any(seat is partner and option.call.is_bid for seat, option in table.made[:place])


def _bid(table: Table, against: str, rng: random.Random) -> Found:
    """A bid of that kind: one of the natural auction, or one that was too low there."""
    found: list[Found] = []
    for place, (seat, call) in enumerate(table.before(8)):
        last, before = table.standing(place).bid, table.before(place)
        if against in ("no bid before it", "more tricks", "higher denomination"):
            if call.is_bid and _against(call, last) == against and (last or call.level > 1):
                found.append((before, seat, call))
        elif last is not None:
            # Two levels below the last one nobody bids, nor below a bid of their own.
            own = max((call.rank for by, call in before if by is seat and call.is_bid), default=-1)
            too_low = [bid for bid in BIDS[: last.rank + 1] if bid.level >= last.level - 1 and bid.rank > own]
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
    found = [(place, then) for place in table.bids(6) for then in _THEN[last]]
    rng.shuffle(found)
    auctions = [[*table.before(place + 1), *in_turn(table.made[place][0].lho, then)] for place, then in found]
    believed = [calls for calls in auctions if _doubled_on(table, calls)]
    return believed[0] if believed else one_of(auctions, rng)


def _doubled_on(table: Table, calls: Calls) -> bool:
    """Whether each double and redouble is what its player would call."""
    made = [call for _, call in calls]
    return all(
        table.choice(seat, made[:place]).call is call
        for place, (seat, call) in enumerate(calls)
        if call in (DOUBLE, REDOUBLE)
    )


_CALLS_SINCE: Final = 7
"""An auction that goes on for longer is too much to read."""


def _since(table: Table, calls: Calls, *, bid: bool) -> Calls:
    """The rest of the auction as players would bid it, or three passes. Raises Unfit where nobody bids, or it is long."""
    if not bid:
        return in_turn(calls[-1][0].lho, [PASS] * 3)
    since = list(
        islice(((seat, one.call) for seat, one in table.onward([call for _, call in calls])), _CALLS_SINCE + 1)
    )
    made = [call for _, call in since]
    # The law is asked about the last double or redouble of the auction, so none may follow the one that the question is about.
    if len(since) > _CALLS_SINCE or DOUBLE in made or REDOUBLE in made or not any(call.is_bid for call in made):
        raise Unfit
    return since
