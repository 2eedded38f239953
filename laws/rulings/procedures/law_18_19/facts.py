"""What the Director finds out under Laws 18 and 19 alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

from laws.rulings.calls import DOUBLE, REDOUBLE
from laws.rulings.facts.base import Fact, Observer, Source, name_answers
from laws.rulings.record import Made
from laws.rulings.replay import Situation, Standing

name_answers(
    {
        "no bid before it": "nothing: nobody has bid yet",
        "more tricks": "it names more tricks",
        "higher denomination": "it names as many tricks in a higher denomination",
        "same bid": "it is the same bid",
        "lower denomination": "it names as many tricks in a lower denomination",
        "fewer tricks": "it names fewer tricks",
        "opponents' bid": "a bid by an opponent",
        "own bid": "a bid by the own side",
        "opponents' double": "a double by an opponent",
        "own double": "a double by the own side",
        "a redouble": "a redouble",
        "nothing bid": "no bid at all",
    }
)


def _asked_about(at: Situation, kind: str) -> tuple[int, Made] | None:
    """The last bid, or the last double or redouble, of the auction: the call about which the director is asked."""
    for index in range(len(at.record.auction) - 1, -1, -1):
        made = at.record.auction[index]
        if made.call.is_bid if kind == "bid" else made.call in (DOUBLE, REDOUBLE):
            return index, made
    return None


def _about(kind: str, read: Callable[[Standing, Made], Any]) -> Observer:
    """Reads a fact off the call that is asked about and the legal auction before it: what was cancelled is no part of it."""

    def observe(at: Situation) -> Any:
        found = _asked_about(at, kind)
        return None if found is None else read(at.made_over[found[0]], found[1])

    return observe


def _against_the_last_bid(before: Standing, made: Made) -> str:
    if before.bid is None:
        return "no bid before it"
    if made.call.level != before.bid.level:
        return "more tricks" if made.call.level > before.bid.level else "fewer tricks"
    if made.call is before.bid:
        return "same bid"
    return "higher denomination" if made.call.rank > before.bid.rank else "lower denomination"


def _last_other_than_pass(before: Standing, made: Made) -> str:
    if before.bid is None or before.bidder is None:
        return "nothing bid"
    if before.multiplier == 4:
        return "a redouble"
    if before.multiplier == 2 and before.doubler is not None:
        return "own double" if before.doubler.side is made.by.side else "opponents' double"
    return "own bid" if before.bidder.side is made.by.side else "opponents' bid"


def _bid_since(at: Situation) -> bool | None:
    """19C: a bid since that is legal, or stands because it was accepted; None while an illegal one may still be accepted."""
    found = _asked_about(at, "double")
    if found is None:
        return None
    record, first = at.record, found[0] + 1
    stand = [at.stands(index) for index, made in enumerate(record.auction) if index >= first and made.call.is_bid]
    told = [*record.continued, *record.after, *((record.replacement,) if record.replacement else ())]
    if True in stand or any(made.call.is_bid for made in told):
        return True
    return None if None in stand else False


def _called_over(kind: str) -> Observer:
    """Whether the next call after the one that is asked about is its left-hand opponent's."""

    def observe(at: Situation) -> Any:
        found = _asked_about(at, kind)
        if found is None:
            return None
        rest = at.record.auction[found[0] + 1 :]
        return bool(rest) and rest[0].by is found[1].by.lho

    return observe


def _out_of_turn(kind: str) -> Observer:
    """Whether the call that is asked about was made when it was another player's turn in the legal auction."""
    return _about(kind, lambda before, made: before.turn is not made.by)


BID_OUT_OF_TURN = Fact(
    "bid_out_of_turn",
    "Was the bid made out of turn?",
    default=False,
    observe=_out_of_turn("bid"),
)
DOUBLE_OUT_OF_TURN = Fact(
    "double_out_of_turn",
    "Was the double or redouble made out of turn?",
    default=False,
    observe=_out_of_turn("double"),
)
BID_CALLED_OVER = Fact(
    "bid_called_over",
    "Has the player on the bidder's left called since?",
    default=False,
    observe=_called_over("bid"),
)
DOUBLE_CALLED_OVER = Fact(
    "double_called_over",
    "Has the player on the left of whoever doubled or redoubled called since?",
    default=False,
    observe=_called_over("double"),
)
DOUBLE_NOTICED_IN_PLAY = Fact(
    "double_noticed_in_play",
    "Was attention drawn to the double or redouble only after an opening lead had been faced?",
    default=False,
    observe=lambda at: at.record.noticed == "play",
)

ABOVE_SEVEN = Fact(
    "above_seven",
    "Does the bid name more than seven odd tricks?",
    observe=_about("bid", lambda _, made: made.call.level > 7),
)

AgainstLastBid = Literal[
    "no bid before it", "more tricks", "higher denomination", "same bid", "lower denomination", "fewer tricks"
]

AGAINST_LAST_BID = Fact[AgainstLastBid](
    "against_last_bid",
    "How does the bid compare with the last bid before it?",
    get_args(AgainstLastBid),
    observe=_about("bid", _against_the_last_bid),
)

DoubleOrRedouble = Literal["doubled", "redoubled"]

DOUBLE_OR_REDOUBLE = Fact[DoubleOrRedouble](
    "double_or_redouble",
    "Is it a double or a redouble?",
    get_args(DoubleOrRedouble),
    observe=_about("double", lambda _, made: "doubled" if made.call is DOUBLE else "redoubled"),
)

LastButPasses = Literal[
    "opponents' bid",
    "own bid",
    "opponents' double",
    "own double",
    "a redouble",
    "nothing bid",
]

LAST_BUT_PASSES = Fact[LastButPasses](
    "last_but_passes",
    "What was the last call before it other than a pass?",
    get_args(LastButPasses),
    observe=_about("double", _last_other_than_pass),
)

MISSTATED = Fact(
    "misstated",
    "Did the player also name a bid, a denomination or a number of tricks, and get it wrong?",
    source=Source.FINDING,
    default=False,
    find_out="the words in which the call was made",
)

BID_SINCE = Fact("bid_since", "Has a legal bid been made after it?", observe=_bid_since)
