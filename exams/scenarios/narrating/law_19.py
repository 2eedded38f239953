"""Law 19: may this be doubled or redoubled, and does it count?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from exams.scenarios.narrating.bridge import contract
from exams.scenarios.narrating.law_19_mistakes import mistakes
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.narrating.wrong_calls import DOUBLE, REDOUBLE, plain
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS, Call
from laws.rulings.seats import Seat

_DURING: Final = (
    "“Is that allowed?” {caller} points at {name}'s {noun} and calls you.",
    "You are called to a table of newcomers: {name} has {done}, and nobody is sure whether that may be done here.",
    "{caller} calls you after {name}'s {noun}: “What can be {done} there?”",
    "{name} has {done}. {lho} asks you, before calling, whether there was anything to be {done}.",
)
_NOTHING_BID: Final = (
    "{name} has {done}, though nobody has bid yet: “I thought {rho} had {believed}.” {caller} calls you.",
    "“What is that {noun} about?” {caller} asks you. {name} was under the impression that {rho} had {believed}.",
    "You are called because {name} has {done} at the first turn, in the belief that {rho} had {believed}.",
)
_OVER: Final = (
    "The auction is over, and before the lead {caller} asks you whether {name}'s {noun} was allowed and what it is worth now.",
    "After the auction the players cannot agree about {name}'s {noun}: was it allowed, and does it count in the score?",
    "“What about {name}'s {noun}?” asks {caller} when the auction has ended. You are asked whether it was in order and "
    "whether it counts.",
)
_AGAINST: Final = {
    "opponents' bid": "an opponent's bid",
    "own bid": "a bid of the own side",
    "opponents' double": "an opponent's double",
    "own double": "a double by the own side",
    "a redouble": "a redouble",
    "nothing bid": "no bid at all",
}
_OPENED: Final = tuple(f"opened {bid}" for bid in ("1♣", "1♦", "1♥", "1♠", "1NT", "2♥", "2♠", "3♣"))
_PARTNERS: Final = tuple(f"doubled {{partner}}'s {bid}" for bid in ("1♣", "1♦", "1♥", "1♠", "1NT", "2♥", "2♠"))
Calls = list[tuple[Seat, Call]]


@dataclass(frozen=True)
class _Found:
    """The auction up to the double or redouble, who makes it, and the calls since."""

    before: Calls
    by: Seat
    since: Calls


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
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
        _OVER if found.since else _NOTHING_BID if nothing else _DURING,
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


DOUBLES: Final = Narrative(
    procedure="19",
    topic="bids-and-doubles",
    stage=_stage,
    tells={
        **{("last_but_passes", answer): () for answer in _AGAINST},
        ("double_or_redouble", "doubled"): (),
        ("double_or_redouble", "redoubled"): (),
        ("bid_since", True): (),
        ("bid_since", False): (),
    },
    conditions={
        **{
            ("last_but_passes", answer): f"the last call other than a pass were {words}"
            for answer, words in _AGAINST.items()
        },
        ("double_or_redouble", "doubled"): "it were a double",
        ("double_or_redouble", "redoubled"): "it were a redouble",
        ("bid_since", True): "a legal bid had followed it",
        ("bid_since", False): "no bid had followed it",
    },
    phrases={
        "double_allowed:yes": "{name}'s {noun} was allowed",
        "double_allowed:no": "{name}'s {noun} is not allowed",
        "double_counts:yes": "It counts in the score of {contract}",
        "double_counts:no": "It does not count in the score of {contract}, as a later bid wiped it out",
        "director_action:rule_under_36": "You rule under Law 36: it is cancelled, and nobody can accept it",
    },
    aloud=frozenset(("double_counts:yes", "double_counts:no")),
    plain=frozenset(("double_or_redouble", "last_but_passes")),
    mistakes=mistakes,
    hard=lambda facts: facts["last_but_passes"] == "a redouble" or bool(facts.get("bid_since")),
    question="What do you tell the table?",
)
