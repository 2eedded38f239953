"""The calls of a story as data, the state of the auction that they leave, and who has to pass in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from laws.rulings.calls import PASS, Call, parse_call
from laws.rulings.effects.calls import ONCE
from laws.rulings.later import carried
from laws.rulings.record import BadRecord
from laws.rulings.replay import Standing
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.story.form import Happening, Story

Data = dict[str, Any]
"""A call as a record writes it: `by`, `call`, and if told `means`, `over` and `stands`; with the ENTRY that tells of it."""
ENTRY: Final = "entry"


def as_data(story: Story, happening: Happening) -> Data:
    """A call of a story as a record writes it, with what it shows by the methods of its side where nothing else is told."""
    details, by, call = happening.details, happening.by, happening.call
    if by is None or call is None:
        raise BadRecord(happening.path, "expected a player's call")
    kept = {name: details[name] for name in ("means", "over", "stands") if name in details}
    shown = story.methods.get(by.side, {}).get(call.text)
    return {
        ENTRY: happening.place,
        "by": by.value,
        "call": call.text,
        **({} if shown is None else {"means": shown}),
        **kept,
    }


def plain(auction: Sequence[Any]) -> list[Any]:
    """Calls as a record writes them, without the entries that tell of them."""
    return [
        plain(item) if isinstance(item, list) else {name: told for name, told in item.items() if name != ENTRY}
        for item in auction
    ]


def flat(auction: Sequence[Any]) -> list[Data]:
    """The calls of an auction one by one, those of one moment one after the other."""
    return [made for item in auction for made in (item if isinstance(item, list) else [item])]


def begun(owed: Mapping[str, Any], auction: Sequence[Any]) -> Data:
    """The obligations to pass that have begun by the end of an auction."""
    calls = sum(len(item) if isinstance(item, list) else 1 for item in auction)
    return {seat: duty for seat, duty in owed.items() if not isinstance(duty, Mapping) or duty.get("from", 0) <= calls}


def bound_by(ruling: Ruling, calls: int) -> Data:
    """Who has to pass after a ruling, as a record has it; calls: how long the legal auction was when it began."""
    if not ruling.complete:
        return {}
    found: Data = carried(ruling, calls=calls).get("must_pass", {})
    return found


def joined(owed: Mapping[str, Any], more: Mapping[str, Any]) -> Data:
    """Obligations of several rulings: who has to pass throughout is not freed by a later one, and it holds as before."""
    kept = {seat: duty for seat, duty in owed.items() if seat in more and duty["extent"] != ONCE}
    return {**owed, **more, **kept}


def replayed(dealer: Seat, auction: Sequence[Any], owed: Mapping[str, Any]) -> tuple[Standing, dict[Seat, str]]:
    """The state of an auction after these calls, each treated as legal, and who has still to pass, and for how long.

    A call at the turn of a player who has to pass is in rotation (28A): that pass counts, though nobody has said it.
    """
    standing = Standing(dealer)
    left = {Seat(seat): duty for seat, duty in owed.items()}
    for place, made in enumerate(flat(auction)):
        by, turn = Seat(made["by"]), standing.turn
        passes = by.rho is turn and not standing.ended and turn in left and place >= left[turn].get("from", 0)
        if passes:
            state = standing.copy()
            state.take(turn, PASS)
            standing = standing if state.ended else state
        for player in (turn, by) if passes else (by,):
            if player in left and left[player]["extent"] == ONCE and place >= left[player].get("from", 0):
                del left[player]
        standing.take(by, parse_call(made["call"]))
    return standing, {player: duty["extent"] for player, duty in left.items()}


def standing_of(dealer: Seat, auction: Sequence[Any], owed: Mapping[str, Any]) -> Standing:
    """The state of an auction after these calls, each treated as legal; owed: who has to pass."""
    return replayed(dealer, auction, owed)[0]


def contract_of(standing: Standing, auction: Sequence[Any]) -> tuple[Call, Seat] | None:
    """The contract and its declarer, who first named its denomination for the side (22A, 54); None without one."""
    if not standing.ended or standing.bid is None or standing.bidder is None:
        return None
    side, denomination = standing.bidder.side, standing.bid.denomination
    named = (Seat(made["by"]) for made in flat(auction) if parse_call(made["call"]).denomination == denomination)
    return standing.bid, next(seat for seat in named if seat.side is side)
