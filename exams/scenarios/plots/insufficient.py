"""Law 27: a player misses or misreads a call and bids too low."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from exams.scenarios.bidding.system import Option
from exams.scenarios.plots.replacing import cheaper_meanings, choices, telling_of_cheaper
from exams.scenarios.tables import Story, Table, calls_data
from laws.rulings.calls import CALLS, PASS, Call
from laws.rulings.meanings import meaning_data
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

THEMES = (
    "cheapest bid",
    "comparable call",
    "other bid",
    "pass",
    "double",
    "cheapest bid",
    "other bid",
    "second insufficient bid",
    "changed early",
    "accepted",
)
"""What the stories are about, in the proportion in which questions are wanted."""


@dataclass(frozen=True)
class _Bid:
    """The insufficient bid: after `calls`, by `offender`, who believed the auction was `believed`."""

    table: Table
    calls: Sequence[Call]
    offender: Seat
    believed: Sequence[Call]
    option: Option
    cause: str


def stories(table: Table) -> Iterator[Story]:
    """Every story of an insufficient bid on this table."""
    for bid in _insufficient_bids(table):
        yield from _accepted(bid)
        yield from _replaced(bid)


def _insufficient_bids(table: Table) -> Iterator[_Bid]:
    calls = table.calls
    for place in range(1, min(len(calls), 9)):
        offender = table.made[place][0]
        standing = _standing(table.dealer, calls[:place])
        if standing.bid is None or _has_bid(table, place, offender):
            continue  # a player who has bid before knows the auction, and what his later calls add is hard to tell
        for believed, cause in _beliefs(calls[:place], offender):
            option = table.system.choose(table.dealer, believed, table.hands[offender])
            if option.call.is_bid and option.meaning is not None and not standing.sufficient(option.call):
                yield _Bid(table, calls[:place], offender, believed, option, cause)


def _has_bid(table: Table, place: int, player: Seat) -> bool:
    return any(seat is player and option.call.text != "P" for seat, option in table.made[:place])


def _beliefs(calls: Sequence[Call], offender: Seat) -> Iterator[tuple[list[Call], str]]:
    """The auctions he may think he is in, with the words for it."""
    name, rho = offender.full_name, offender.rho.full_name
    last = calls[-1]
    if last.text != "P":
        yield [*calls[:-1], PASS], f"{name} did not notice {rho}'s {last.symbol}"
    if last.is_bid and last.level >= 2:
        lower = CALLS[f"{last.level - 1}{last.denomination}"]
        if all(lower.rank > call.rank for call in calls[:-1] if call.is_bid):
            yield [*calls[:-1], lower], f"{name} took {rho}'s {last.symbol} for {lower.symbol}"
    bids = [call for call in calls if call.is_bid]
    if len(calls) <= 3 and len(bids) == 1 and last.text == "P":
        yield [PASS] * len(calls), f"{name} did not notice that the auction had been opened"


def _standing(dealer: Seat, calls: Sequence[Call]) -> Standing:
    standing = Standing(dealer)
    for call in calls:
        standing.take(standing.turn, call)
    return standing


def _record(bid: _Bid, **more: Any) -> dict[str, Any]:
    table = bid.table
    before = calls_data(table.made[: len(bid.calls)])
    record: dict[str, Any] = {
        "board": table.board,
        "auction": [*before, {"by": bid.offender.value, "call": bid.option.call.text}],
        "meanings": {"withdrawn": meaning_data(bid.option.meaning)} if bid.option.meaning else {},
    }
    record["meanings"] |= more.pop("meanings", {})
    record["auction"] += more.pop("over", [])
    return record | more


def _told(bid: _Bid, *more: tuple[str, str]) -> list[tuple[str, str]]:
    return [(bid.option.call.text, bid.option.words), *more]


def _accepted(bid: _Bid) -> Iterator[Story]:
    lho = bid.offender.lho
    called = {"by": lho.value, "call": "P"}
    yield Story(
        bid.table,
        "accepted",
        bid.offender,
        _record(bid, over=[called]),
        bid.cause,
        [
            f"{lho.full_name} passed at once, and only then did somebody remark that {bid.option.call.symbol} is too low."
        ],
        _told(bid),
    )
    yield Story(
        bid.table,
        "accepted",
        bid.offender,
        _record(bid, accepted=True),
        bid.cause,
        [f"Told of the choices, {lho.full_name} says: “I accept it.”"],
        _told(bid),
    )


def _replaced(bid: _Bid) -> Iterator[Story]:
    table, offender = bid.table, bid.offender
    name, lho = offender.full_name, offender.lho.full_name
    system, dealer, calls = table.system, table.dealer, bid.calls
    withdrawn = bid.option
    for option in choices(system, dealer, calls, table.hands[offender], withdrawn):
        if option.meaning is None:
            continue
        told = _told(
            bid, *telling_of_cheaper(system, dealer, calls, option, withdrawn), (option.call.text, option.words)
        )
        told = list(dict.fromkeys(told))
        meanings = {"replacement": meaning_data(option.meaning)} | cheaper_meanings(system, dealer, calls, option.call)
        record = _record(bid, accepted=False, replacement=option.call.text, meanings=meanings)
        declined = f"{lho} does not accept {withdrawn.call.symbol}."
        kinds = {"P": "pass", "X": "double", "XX": "double"}
        theme = kinds.get(option.call.text, "bid")
        chooses = f"Knowing the choices, {name} {_verb(option.call)}."
        yield Story(table, theme, offender, record, bid.cause, [declined, chooses], told)
        early = [f"{name} saw it at once and changed it: {name} {_verb(option.call)}, before you were called."]
        yield Story(table, "changed early", offender, record | {"premature": True}, bid.cause, [*early, declined], told)
    yield from _second(bid, declined=f"{lho} does not accept {withdrawn.call.symbol}.")


def _second(bid: _Bid, *, declined: str) -> Iterator[Story]:
    """The offender's next try is in the same denomination, one level up, and still too low."""
    table, offender = bid.table, bid.offender
    standing = _standing(table.dealer, bid.calls)
    withdrawn = bid.option.call
    if withdrawn.level == 7:
        return
    again = CALLS[f"{withdrawn.level + 1}{withdrawn.denomination}"]
    if standing.sufficient(again):
        return
    record = _record(bid, accepted=False, replacement=again.text)
    tries = f"{offender.full_name} replaces it by {again.symbol}, which is insufficient too."
    lho = offender.lho.full_name
    for accepts, words in ((False, f"{lho} does not accept that either."), (True, f"{lho} accepts {again.symbol}.")):
        yield Story(
            table,
            "second insufficient bid",
            offender,
            record | {"attempt_accepted": accepts},
            bid.cause,
            [declined, tries, words],
            _told(bid),
        )


def _verb(call: Call) -> str:
    return {"P": "passes", "X": "doubles", "XX": "redoubles"}.get(call.text, f"bids {call.symbol}")


def fits(theme: str, story: Story, citations: Sequence[str]) -> bool:
    """The story, ruled on with these citations, is one of the theme's."""
    if theme == "cheapest bid":
        return story.theme == "bid" and "27B1(a)" in citations and "27D" in citations
    if theme == "comparable call":
        return story.theme in ("bid", "pass") and "27B1(b)" in citations and "27D" in citations
    if theme == "other bid":
        return story.theme == "bid" and "27B2" in citations
    return story.theme == theme
