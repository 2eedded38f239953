"""A correct auction is never flagged, obligations to pass included: a hundred thousand boards.

The auctions come from a few lines of their own, not from the replay under test: numbers for bids, who may double, who
has to pass. Plain loops, since a hundred thousand boards of a property-testing library would take minutes.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final

import pytest

from laws.rulings.calls import BIDS, DOUBLE, PASS, REDOUBLE, Call
from laws.rulings.record import Made, MustPass, TableRecord
from laws.rulings.replay import Kind, diagnose
from laws.rulings.seats import ROUND, Seat

BLOCKS: Final = 8
BOARDS_A_BLOCK: Final = 12_500
MADE: Final = {
    (seat, call, together): Made(ROUND[seat], call, together=together)
    for seat in range(4)
    for call in (PASS, DOUBLE, REDOUBLE, *BIDS)
    for together in (False, True)
}
"""Every call that can be made, built once: making them anew would take longer than looking for their faults."""


@dataclass
class Board:
    """An auction in the making: seats and bids are numbers, `last` is the rank of the last bid and `by` its bidder."""

    dealer: int
    last: int = -1
    by: int = -1
    doubled: int = 1
    passes: int = 0
    calls: list[Made] = field(default_factory=list)
    must_pass: dict[Seat, MustPass] = field(default_factory=dict)
    skipped: int = 0
    at_once: int = -1

    @property
    def ended(self) -> bool:
        """Three passes after a bid, four without one."""
        return self.passes == (3 if self.last >= 0 else 4)

    def choose(self, seat: int, dice: random.Random) -> Call:
        """A legal call: mostly passes and cheap bids, doubles and redoubles where they are allowed."""
        roll = dice.random()
        if roll < 0.12 and self.last >= 0:
            mine = (seat - self.by) % 2 == 0
            if self.doubled == 1 and not mine:
                return DOUBLE
            if self.doubled == 2 and mine:
                return REDOUBLE
        if roll < 0.5:
            return PASS
        rank = self.last + 1 + int(dice.random() ** 3 * 9)
        return PASS if rank >= len(BIDS) else BIDS[rank]

    def make(self, seat: int, call: Call) -> None:
        """The call is made; `at_once` is made at the same moment as the call before it, after which it is in turn."""
        together = len(self.calls) == self.at_once
        self.calls.append(MADE[seat, call, together])
        if call is PASS:
            self.passes += 1
            return
        self.passes = 0
        if call is DOUBLE or call is REDOUBLE:
            self.doubled *= 2
        else:
            self.last, self.by, self.doubled = call.rank, seat, 1

    @property
    def record(self) -> TableRecord:
        """What the engine is given."""
        return TableRecord(ROUND[self.dealer], tuple(self.calls), must_pass=self.must_pass)


def correct_board(dice: random.Random) -> Board:
    """A correct auction, on most boards to its end; on one in three somebody has to pass from some moment on."""
    board = Board(dice.randrange(4), at_once=dice.choice((-1, -1, -1, 1, 3, 6)))
    turn = board.dealer
    owed: dict[int, str] = {}
    begins = dice.randrange(12) if dice.random() < 0.35 else -1
    stops = dice.randrange(20) if dice.random() < 0.1 else 99
    while not board.ended and len(board.calls) < stops:
        if len(board.calls) == begins:
            for player in dice.sample(range(4), dice.choice((1, 1, 2))):
                owed[player] = dice.choice(("once", "throughout"))
                board.must_pass[ROUND[player]] = MustPass(owed[player], begins)
            begins = -1
        call = PASS if turn in owed else board.choose(turn, dice)
        unsaid = turn in owed and board.passes < (2 if board.last >= 0 else 3) and dice.random() < 0.2
        if unsaid:  # the next player does not wait for a pass that has to come (28A)
            board.passes += 1
            board.skipped += 1
        else:
            board.make(turn, call)
        if owed.get(turn) == "once":
            del owed[turn]
        turn = (turn + 1) % 4
        if unsaid:
            board.make(turn, PASS if turn in owed else board.choose(turn, dice))
            if owed.get(turn) == "once":
                del owed[turn]
            turn = (turn + 1) % 4
    return board


@pytest.mark.parametrize("block", range(BLOCKS))
def test_a_hundred_thousand_correct_auctions_are_never_flagged(block: int) -> None:
    dice = random.Random(f"correct {block}")  # noqa: S311 - the same tables every time
    ended = obliged = unsaid = bid = doubled = 0
    for _ in range(BOARDS_A_BLOCK):
        board = correct_board(dice)
        found = diagnose(board.record)
        assert not found, (board.dealer, [f"{made.by} {made.call}" for made in board.calls], board.must_pass, found)
        ended += board.ended
        obliged += bool(board.must_pass)
        unsaid += bool(board.skipped)
        bid += board.last >= 0
        doubled += board.doubled > 1
    shares = {"ended": ended, "obliged": obliged, "unsaid": unsaid, "bid": bid, "doubled": doubled}
    least = {"ended": 0.85, "obliged": 0.15, "unsaid": 0.04, "bid": 0.75, "doubled": 0.03}
    assert {name for name, number in shares.items() if number < least[name] * BOARDS_A_BLOCK} == set(), shares


def test_an_obligation_that_is_broken_is_always_found() -> None:
    """The same boards, with a bid or double in place of a pass that was owed: found there, as a breach of that duty."""
    dice = random.Random("broken")  # noqa: S311 - the same tables every time
    tried = 0
    for _ in range(8000):
        board = correct_board(dice)
        broken = broken_at(board)
        if broken is None:
            continue
        index, call = broken
        calls = [*board.calls[:index], Made(board.calls[index].by, call)]
        found = diagnose(TableRecord(ROUND[board.dealer], tuple(calls), must_pass=board.must_pass))
        assert [(item.index, item.kinds, item.law) for item in found] == [(index, (Kind.REQUIRED_TO_PASS,), "37")]
        tried += 1
    assert tried > 800


def broken_at(board: Board) -> tuple[int, Call] | None:
    """The first pass that somebody owed, and a bid he could otherwise have made there."""
    high = -1
    for index, made in enumerate(board.calls):
        high = max(high, made.call.rank)
        duty = board.must_pass.get(made.by)
        if duty is not None and duty.since is not None and index >= duty.since and high + 1 < len(BIDS):
            return (index, BIDS[high + 1]) if not board.skipped else None
    return None
