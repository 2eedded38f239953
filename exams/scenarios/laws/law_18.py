"""Laws 18 and 19: is this bid enough, may this be doubled or redoubled, and does it count?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Final

from exams.scenarios.laws.inadmissible import over_a_grand_slam
from exams.scenarios.narration.bridge import Calls, cards, contract, in_turn
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import BIDS, DOUBLE, PASS, REDOUBLE, SUITS, Call
from laws.rulings.seats import ROUND, Seat

_BIDS: Final = texts("law_18")
_DOUBLES: Final = texts("law_19")

# -- bids (18) ---------------------------------------------------------------------------------------------------------


Found = tuple[list[tuple[Seat, Call]], Seat, Call]
"""The calls before the bid, who makes it, and the bid."""


def bids(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A bid over the last one, or one of eight over a grand slam."""
    above = facts["above_seven"]
    before, offender, bid = _eight(table, rng) if above else _bid(table, facts["against_last_bid"], rng)
    last, bidder = next(((call, seat) for seat, call in reversed(before) if call.is_bid), (None, None))
    return Setting(
        {"offender": offender, "auction": [*before, (offender, bid)]},
        _BIDS.lines("eight" if above else "openings" if last else "opened"),
        shown=facts.keys(),
        places={
            "caller": rng.choice([offender.lho, offender.rho]),
            "bid": bid,
            "bidder": bidder,
            "last": last,
            "higher": _higher(last) if last else "",
        },
        notes={len(before): _BIDS.line("note")},
        situation=(len(before),),
        # The way to a grand slam is a stock one, and hardly any hands that are dealt would do for it.
        held=dict.fromkeys(ROUND) if above else {},
    )


def _higher(last: Call) -> str:
    """What would have been enough, as the options say it."""
    return BIDS[-1].symbol if last is BIDS[-2] else _BIDS.line("higher", last=last)


_OVERLOOKED: Final = 2
"""Up to this level a newcomer bids what an opponent has just bid."""


def _eight(table: Table, rng: random.Random) -> Found:
    """A bid of eight over a grand slam in a suit: over 7NT no bid would be enough."""
    before, offender, bid = over_a_grand_slam(table, rng)
    if before[-1][1].denomination not in SUITS:
        raise Unfit
    return list(before), offender, bid


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
            # Nor does anybody bid again just what partner has bid, or a suit of the opponents' that was not their last bid.
            partners = {call for by, call in before if by is seat.partner}
            theirs = [call.denomination for by, call in before if by.side is not seat.side and call.is_bid]
            too_low = [
                bid
                for bid in BIDS[: last.rank + 1]
                if bid.level >= last.level - 1
                and bid.rank > own
                and bid not in partners
                and theirs.count(bid.denomination) <= (bid is last and bid.level <= _OVERLOOKED)
            ]
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
    "a redouble": ((DOUBLE, REDOUBLE), (DOUBLE, PASS, PASS, REDOUBLE)),
}
"""What follows the last bid, from the bidder's left on, until the player calls who is asked about."""


_AFTERWARDS: Final = 0.4
"""How often a double that nobody has bid over is asked about only when the auction has ended."""


def doubles(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A double or redouble, and where the path tells what has been bid since, the rest of the auction."""
    done = str(facts["double_or_redouble"])
    call = DOUBLE if done == "doubled" else REDOUBLE
    before = _before(table, facts["last_but_passes"], rng)
    by = before[-1][0].lho if before else table.dealer
    auction, played = [*before, (by, call)], None
    # Of one that nobody has bid over, some players ask at once, so that no double asked about in time is always wrong.
    over = "bid_since" in facts and (facts["bid_since"] or rng.random() < _AFTERWARDS)
    if over:
        auction += _since(table, auction, bid=facts["bid_since"])
        played = contract(table.dealer, auction)
    nothing = facts["last_but_passes"] == "nothing bid"
    # Before anybody has bid, what the player believed is all that makes one case another than the next.
    believed = _DOUBLES.draw(rng, "believed", done, partner=by.partner) if nothing else ""
    kind: tuple[str, ...] = ("over",) if over else ("nothing_bid",) if nothing else ("during",)
    if not over and call is REDOUBLE and facts["last_but_passes"] in _DOUBLES.part("undoubled"):
        kind = ("undoubled", str(facts["last_but_passes"]))  # nobody redoubles what is not doubled without a word
    return Setting(
        {"offender": by, "auction": auction},
        _DOUBLES.lines(*kind),
        shown=facts.keys(),
        places={
            "caller": rng.choice([by.lho, by.rho]),
            "noun": _DOUBLES.line("nouns", call.text),
            "done": done,
            "fault": _DOUBLES.line("faults", done, str(facts["last_but_passes"])),
            "contract": f"{played.bid.symbol} by {played.declarer.full_name}" if played else "",
            "last": next((call for _, call in reversed(before) if call.is_bid), _DOUBLES.line("no_last")),
            "believed": believed,
            "in_time": _DOUBLES.line("in_time") if over else "",
            "unless": "" if over else _DOUBLES.line("unless"),
        },
        notes={len(before): _DOUBLES.line("note")},
        situation=(believed,),
        like=frozenset(["auction over"] if over else ["in the auction"]),
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
    by, last = calls[-1][0], next((seat, call) for seat, call in reversed(calls) if call.is_bid)
    if (
        calls[-1][1] is REDOUBLE
        and last[0] is by.partner
        and all(s.side is not by.side for s, one in since if one.is_bid)
    ):
        return _supported(table, by, last[1].denomination, since)
    return since


_SUPPORTED: Final = 3
_TRUMPS: Final = 3
"""Up to which level a redoubler supports partner's suit, and with how many cards of it."""


def _supported(table: Table, by: Seat, suit: str, since: Calls) -> Calls:
    """Who has redoubled over partner's bid supports the suit, and does not let opponents play in what they have run to."""
    place, run = max((place, call) for place, (_, call) in enumerate(since) if call.is_bid)
    bids = [bid for bid in BIDS if bid.rank > run.rank and bid.denomination == suit]
    if suit not in SUITS or bids[0].level > _SUPPORTED or len(cards(table, by, suit)) < _TRUMPS:
        raise Unfit
    passes = ROUND.index(by) - ROUND.index(since[place][0]) - 1
    bidding = [PASS] * (passes % len(ROUND)) + [bids[0], PASS, PASS, PASS]
    return [*since[: place + 1], *in_turn(since[place][0].lho, bidding)]
