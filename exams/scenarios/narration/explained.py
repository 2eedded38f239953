"""Calls whose meaning people explain wrongly, forget, or explain in part.

Which of the two meanings of a convention is the agreement is for the story to say: where it is the other one, the bidder
has forgotten it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.auctions import Made
from exams.scenarios.narration.conventions import CONVENTIONS, Convention
from laws.rulings.calls import SUIT_NAMES, SUITS, Call
from laws.rulings.seats import Seat


@dataclass(frozen=True)
class Explained:
    """A call of an auction that can be explained in two ways: its place, who made it, what it can mean."""

    index: int
    bidder: Seat
    call: Call
    meant: str
    other: str
    left_out: str
    hidden: bool

    @property
    def explainer(self) -> Seat:
        """The partner of the bidder, who has to explain the call."""
        return self.bidder.partner


def explained(table_calls: Made, rng: random.Random, wanted: Callable[[Explained], bool]) -> Explained | None:
    """One of the auction's calls that can be explained in two ways and is wanted, drawn evenly; None when there is none."""
    found = [
        one
        for index, (seat, option) in enumerate(table_calls)
        for convention in CONVENTIONS
        if convention.fits(option)
        if wanted(one := _read(index, seat, option, convention, rng))
    ]
    return rng.choice(found) if found else None


def _read(index: int, seat: Seat, option: Option, convention: Convention, rng: random.Random) -> Explained:
    denomination = option.call.denomination
    suits = {
        "suit": SUIT_NAMES.get(denomination, ""),
        "above": SUIT_NAMES[SUITS[SUITS.index(denomination) - 1]] if denomination in SUITS else "",
    }
    return Explained(
        index,
        seat,
        option.call,
        convention.meant.format(**suits),
        rng.choice(convention.other).format(**suits),
        convention.left_out,
        convention.hidden,
    )
