"""Calls that can never be made, in the natural auction of a table (Laws 33 to 39): what was called, and what after."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from exams.scenarios.narration.bridge import Calls, did, events
from exams.scenarios.narration.narrative import Setting
from exams.scenarios.tables import Table
from laws.rulings.calls import DOUBLE, PASS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat


@dataclass(frozen=True)
class Scene:
    """The calls before a wrong one, all legal and in rotation; the wrong call by `offender`, and the calls made since.

    cause: a name for the reason that the offender gives.
    """

    table: Table
    before: Calls
    offender: Seat
    call: Call
    cause: str = ""
    since: Calls = ()

    @property
    def place(self) -> int:
        """The place of the wrong call in the auction."""
        return len(self.before)

    @property
    def turn(self) -> Seat:
        """Whose turn it was."""
        return self.before[-1][0].lho if self.before else self.table.dealer

    def then(self, *calls: tuple[Seat, Call]) -> Scene:
        """The same with more calls made since."""
        return replace(self, since=(*self.since, *calls))

    def setting(
        self,
        shown: Iterable[str],
        rng: random.Random,
        openings: Sequence[str],
        *,
        told: Iterable[str] = (),
        callers: Sequence[Seat] | None = None,
        names_offender: bool = False,
        record: Mapping[str, Any] | None = None,
        hands: bool = True,
        situation: Sequence[str] = (),
        **places: Any,
    ) -> Setting:
        """A path that the auction shows.

        shown: the facts that it shows; told: those that the opening tells here. callers: one of them, by default of the
        opponents, calls you. names_offender: the calls do not show who it is.
        """
        offender = self.offender
        if callers is None:
            callers = (offender.lho, offender.rho)
        known = {"done": did(self.call), "since": events(self.since)}
        caller = {"caller": rng.choice(callers)} if callers else {}
        auction = [*self.before, (offender, self.call), *self.since]
        return Setting(
            {"offender": offender if names_offender else None, "auction": auction, **(record or {})},
            openings,
            offender,
            shown=frozenset(shown),
            told=frozenset(told),
            places=known | caller | places,
            marked={self.place},
            hands=(offender,) if hands else (),
            situation=situation,
        )


def natural(table: Table, place: int, seat: Seat) -> Call:
    """What a player would call who takes the auction so far to have passed round to him."""
    calls = table.calls[:place]
    turn = table.standing(place).turn
    while turn is not seat:
        calls.append(PASS)
        turn = turn.lho
    return table.choice(seat, calls).call


def inadmissible_doubles(table: Table, call: Call) -> Iterator[Scene]:
    """Where a double or redouble could believably be made that Law 19 forbids, with the name of the cause.

    A player takes a bid of their own side for an opponent's, believes that the right-hand opponent has opened or doubled, or
    has not seen that the bid is doubled already.
    """
    for place in range(min(len(table.made) + 1, 8)):
        state = table.standing(place)
        if state.ended:
            return
        for offender in (state.turn, state.turn.lho, state.turn.partner, state.turn.rho):
            if not state.admissible(offender, call):
                cause = _cause(state, offender, call, table.before(place))
                if cause:
                    yield Scene(table, table.before(place), offender, call, cause)


def _cause(state: Standing, offender: Seat, call: Call, before: Calls) -> str:
    bid, bidder = state.bid, state.bidder
    if call is DOUBLE:
        if bid is None or bidder is None:
            return "opened" if len(before) < 4 else ""
        if bidder is offender.partner:
            return "partner's bid"
        # Nobody overlooks a double of their own.
        doubled = bidder.side is not offender.side and state.multiplier > 1 and (offender, DOUBLE) not in before
        return "doubled already" if doubled else ""
    if bid is None or bidder is None:
        return ""
    if bidder.side is offender.side:
        return "doubled by rho" if state.multiplier == 1 else ""
    # RHO's bid, taken for a double of what the own side has bid just before.
    bids = [seat for seat, made in before if made.is_bid]
    taken = before[-1][0] is bidder is offender.rho and len(bids) > 1 and bids[-2].side is offender.side
    return "doubled by rho" if taken and state.multiplier == 1 else ""
