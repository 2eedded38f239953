"""Calls whose meaning people explain wrongly, forget, or explain in part.

`conventions.yaml` has them. Which of the two meanings of a convention is the agreement is for the story to say: where it is
the other one, the bidder has forgotten it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.bridge import Made, capital, owned, the_call
from exams.scenarios.narration.words import checked
from exams.scenarios.tables import one_of
from laws.rulings.calls import PASS, SUIT_NAMES, SUITS, Call
from laws.rulings.seats import Seat

CONVENTIONS: Final = checked(Path(__file__).with_name("conventions.yaml"), "conventions").data


@dataclass(frozen=True)
class Explained:
    """A call of an auction that can be explained in two ways: its place, who made it, what it can mean.

    hidden: it is artificial and sounds natural, so that nobody is warned when it is not alerted. agreed: no pair sits down
    without an agreement on it.
    """

    index: int
    bidder: Seat
    call: Call
    meant: str
    other: str
    left_out: str
    hidden: bool
    agreed: bool

    @property
    def explainer(self) -> Seat:
        """The partner of the bidder, who has to explain the call."""
        return self.bidder.partner

    @property
    def places(self) -> dict[str, str]:
        """How sentences speak of it; the bidder's left-hand opponent is who asks."""
        return {
            "asker": self.bidder.lho.full_name,
            "bidder": self.bidder.full_name,
            "explainer": self.explainer.full_name,
            "bid": owned(self.bidder, self.call),
            "bare": the_call(self.call),
            "meant": self.meant,
            "Meant": capital(self.meant),
            "other": self.other,
            "left_out": self.left_out,
        }


def explained(calls: Made, rng: random.Random, wanted: Callable[[Explained], bool] = lambda one: True) -> Explained:
    """One of the auction's calls that can be explained in two ways and is wanted, drawn evenly. Raises Unfit without one."""
    found = [
        one
        for index, (seat, option) in enumerate(calls)
        for convention in CONVENTIONS
        if _fits(convention, option)
        if (others := _believable(convention, calls, index))
        if wanted(one := _read(index, seat, option.call, convention, others, rng))
    ]
    return one_of(found, rng)


def _fits(convention: Mapping[str, Any], option: Option) -> bool:
    return (
        option.meaning is not None
        and option.rule in convention.get("situations", (option.rule,))
        and option.call.text in convention.get("calls", (option.call.text,))
        and option.words.startswith(convention.get("system says", ""))
    )


def _believable(convention: Mapping[str, Any], calls: Made, index: int) -> Sequence[str]:
    """The other meanings that the auction allows: not a strong one of a passed hand, or one that partner would not pass."""
    bidder = calls[index][0]
    passed = any(seat is bidder and option.call is PASS for seat, option in calls[:index])
    following = [option.call for _, option in calls[index + 1 : index + 3]]
    left_in = len(following) > 1 and following[1] is PASS and not following[0].is_bid
    barred = {*convention.get("not by a passed hand", ())} if passed else set()
    barred |= {*convention.get("not passed", ())} if left_in else set()
    return [one for one in convention["other"] if one not in barred]


def _read(
    index: int, seat: Seat, call: Call, convention: Mapping[str, Any], others: Sequence[str], rng: random.Random
) -> Explained:
    suits = {
        "suit": SUIT_NAMES.get(call.denomination, ""),
        "above": SUIT_NAMES[SUITS[SUITS.index(call.denomination) - 1]] if call.denomination in SUITS else "",
    }
    return Explained(
        index,
        seat,
        call,
        convention["meant"].format(**suits),
        rng.choice(others).format(**suits),
        convention["left out"],
        "sounds natural" in convention,
        "always agreed" in convention,
    )
