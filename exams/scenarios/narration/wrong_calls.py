"""Calls that can never be made, in the natural auction of a table (Laws 33 and 36 to 39): what was called, and what after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from exams.scenarios.narration.bridge import did
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

DOUBLE, REDOUBLE = CALLS["X"], CALLS["XX"]


@dataclass(frozen=True)
class Scene:
    """The natural auction up to `place`, a wrong call by `offender`, and the calls made since.

    cause: why, in the offender's words. turn: whose turn it was.
    """

    table: Table
    place: int
    offender: Seat
    call: Call
    cause: str = ""
    since: tuple[tuple[Seat, Call], ...] = field(default=())

    @property
    def before(self) -> list[tuple[Seat, Call]]:
        """The calls before it, all legal."""
        return self.table.before(self.place)

    @property
    def turn(self) -> Seat:
        """Whose turn it was."""
        return standing(self.table, self.place).turn

    @property
    def auction(self) -> list[dict[str, Any]]:
        """The calls for a record, in the order in which they were made."""
        return plain([*self.before, (self.offender, self.call), *self.since])

    def then(self, *calls: tuple[Seat, Call]) -> Scene:
        """The same with more calls made since."""
        return Scene(self.table, self.place, self.offender, self.call, self.cause, (*self.since, *calls))

    def passed_out(self) -> Scene:
        """The same with three passes after it, as if it had been a call."""
        seat = self.offender
        return self.then((seat.lho, PASS), (seat.partner, PASS), (seat.rho, PASS))


def plain(calls: Sequence[tuple[Seat, Call]]) -> list[dict[str, Any]]:
    """Calls for a record, without their meanings."""
    return [{"by": seat.value, "call": call.text} for seat, call in calls]


def standing(table: Table, place: int) -> Standing:
    """The state of the natural auction after so many calls."""
    return table.standing(place)


def natural(table: Table, place: int, seat: Seat) -> Call:
    """What a player would call who takes the auction so far to have passed round to him."""
    calls = [option.call for _, option in table.made[:place]]
    turn = standing(table, place).turn
    while turn is not seat:
        calls.append(PASS)
        turn = turn.lho
    return table.system.choose(table.dealer, calls, table.hands[seat]).call


def inadmissible_doubles(table: Table, call: Call) -> Iterator[tuple[int, Seat, str]]:
    """Where a double or redouble could believably be made that Law 19 forbids: the place, who makes it, and why.

    A player takes a bid of his own side for an opponent's, believes that the right-hand opponent has bid or doubled, or has
    not seen that there is nothing to double.
    """
    for place in range(min(len(table.made) + 1, 8)):
        state = standing(table, place)
        if state.ended:
            return
        for offender in (state.turn, state.turn.lho, state.turn.partner, state.turn.rho):
            if not state.admissible(offender, call):
                cause = _cause(state, offender, call, place)
                if cause:
                    yield place, offender, cause


def _cause(state: Standing, offender: Seat, call: Call, place: int) -> str:
    partner, rho = offender.partner.full_name, offender.rho.full_name
    bid, bidder = state.bid, state.bidder
    if call is DOUBLE:
        if bid is None:
            return f"I thought {rho} had opened." if place < 4 else ""
        if bidder is offender.partner:
            return f"I took {partner}'s {bid.symbol} for a bid by {rho}."
        if bidder is not None and bidder.side is not offender.side and state.multiplier > 1:
            return "I had not seen that it was doubled already."
        return ""
    if bid is None or bidder is None:
        return ""
    if bidder.side is offender.side:
        return f"I thought {rho} had doubled."
    return "I took it for doubled." if state.multiplier == 1 and bidder is offender.rho and place > 1 else ""


def told(calls: Sequence[tuple[Seat, Call]]) -> str:
    """What players did, as a clause: `West passed, and North bid 2♥`."""
    parts = [f"{seat.full_name} {did(call)}" for seat, call in calls]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}, and {parts[-1]}"
