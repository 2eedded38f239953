"""What an offender may put in place of a cancelled call, with what the partnership's system says of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from exams.scenarios.bidding.hands import holds, read
from exams.scenarios.bidding.system import Option, System
from laws.rulings.calls import Call
from laws.rulings.comparable import is_subset, same_or_similar, same_purpose
from laws.rulings.meanings import meaning_data, specified
from laws.rulings.seats import Seat


def choices(system: System, dealer: Seat, calls: Sequence[Call], hand: str, withdrawn: Option) -> Iterator[Option]:
    """The calls a player could believably choose once the director has explained the law.

    Those his hand fits, the pass, a repeat of his denomination, and any call that is comparable. Only calls that the
    system gives a meaning; without one there is nothing to compare.
    """
    cards = read(hand)
    for option in system.options(dealer, calls):
        if option.meaning is None:
            continue
        same = option.call.is_bid and option.call.denomination == withdrawn.call.denomination
        if same or option.call.text == "P" or holds(option.meaning, cards) or _comparable(withdrawn, option):
            yield option


def _comparable(withdrawn: Option, option: Option) -> bool:
    if withdrawn.meaning is None or option.meaning is None:
        return False
    return any(test(withdrawn.meaning, option.meaning) for test in (same_or_similar, is_subset, same_purpose))


def cheaper_meanings(system: System, dealer: Seat, calls: Sequence[Call], chosen: Call) -> dict[str, Any]:
    """What the system's bids below the chosen one show: the cheapest bid that specifies a denomination is among them."""
    return {
        option.call.text: meaning_data(option.meaning)
        for option in system.options(dealer, calls)
        if option.meaning is not None and option.call.is_bid and option.call.rank < chosen.rank
    }


def telling_of_cheaper(
    system: System, dealer: Seat, calls: Sequence[Call], chosen: Option, withdrawn: Option
) -> list[tuple[str, str]]:
    """The cheaper bids that a director has to ask about: they name or specify what the withdrawn bid specified."""
    wanted = {denomination for denomination, _ in specified(withdrawn.call, withdrawn.meaning)}
    return [
        (option.call.text, option.words)
        for option in system.options(dealer, calls)
        if option.meaning is not None
        and option.call.is_bid
        and option.call.rank < chosen.call.rank
        and (
            option.call.denomination in wanted
            or wanted & {denomination for denomination, _ in specified(option.call, option.meaning)}
        )
    ]
