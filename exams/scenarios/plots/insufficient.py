"""Law 27: a player misses or misreads a call and bids too low."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.plots.replacing import cheaper_meanings, corrections, telling_of_cheaper, tells_something
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table, calls_data, data_of, telling
from laws.rulings.calls import CALLS, PASS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

OUT_OF_ROTATION: Final = "out of rotation"
"""The bid was made at another player's turn as well: Law 31 deals with it (27A2)."""
THEMES: Final = (
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
    OUT_OF_ROTATION,
)
"""What the stories are about, in the proportion in which questions are wanted."""

STAGED: Final = {"cheapest bid": ("bid",), "comparable call": ("bid", "pass", "double"), "other bid": ("bid",)}
"""The themes for which stories of other names are told; which of them it is only the ruling shows."""


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
            if option.call.is_bid and tells_something(option) and not standing.sufficient(option.call):
                yield _Bid(table, calls[:place], offender, believed, option, cause)


def _has_bid(table: Table, place: int, player: Seat) -> bool:
    return any(seat is player and option.call.text != "P" for seat, option in table.made[:place])


def _beliefs(calls: Sequence[Call], offender: Seat) -> Iterator[tuple[list[Call], str]]:
    """The auctions he may think he is in, with the words for it."""
    last = calls[-1]
    if last.text != "P":
        yield [*calls[:-1], PASS], f"I did not see the {last.symbol}."
    if last.is_bid and last.level >= 2:
        lower = CALLS[f"{last.level - 1}{last.denomination}"]
        if all(lower.rank > call.rank for call in calls[:-1] if call.is_bid):
            yield [*calls[:-1], lower], f"I took the {last.symbol} for {lower.symbol}."
    bids = [call for call in calls if call.is_bid]
    if len(calls) <= 3 and len(bids) == 1 and last.text == "P":
        yield [PASS] * len(calls), "I did not see that anybody had opened."


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
        "meanings": {"withdrawn": data_of(bid.option)},
    }
    record["meanings"] |= more.pop("meanings", {})
    record["auction"] += more.pop("over", [])
    return record | more


def _told(bid: _Bid, *more: tuple[str, str]) -> list[tuple[str, str]]:
    return [telling(bid.option), *more]


def _accepted(bid: _Bid) -> Iterator[Story]:
    lho = bid.offender.lho
    called = {"by": lho.value, "call": "P"}
    yield Story(
        bid.table,
        "accepted",
        bid.offender,
        _record(bid, over=[called]),
        bid.cause,
        [f"{lho.full_name} has passed over it; only then did anybody notice."],
        _told(bid),
    )
    yield Story(
        bid.table,
        "accepted",
        bid.offender,
        _record(bid, accepted=True),
        bid.cause,
        [f"You explain the choices, and {lho.full_name} says: “I accept it.”"],
        _told(bid),
    )


def _replaced(bid: _Bid) -> Iterator[Story]:
    table, offender = bid.table, bid.offender
    name, lho = offender.full_name, offender.lho.full_name
    system, dealer, calls = table.system, table.dealer, bid.calls
    withdrawn = bid.option
    for option in corrections(system, dealer, calls, table.hands[offender], withdrawn):
        if option.call is PASS and _ends_by_passing(bid):
            continue  # nothing is left that partner could be barred from
        cheaper = telling_of_cheaper(system, dealer, calls, option, withdrawn)
        told = _told(bid, *cheaper, telling(option))
        meanings = {"replacement": data_of(option)} | cheaper_meanings(system, dealer, calls, option.call)
        record = _record(bid, accepted=False, replacement=option.call.text, meanings=meanings)
        declined = f"You explain the choices. {lho} does not accept {withdrawn.call.symbol}"
        kinds = {"P": "pass", "X": "double", "XX": "double"}
        theme = kinds.get(option.call.text, "bid")
        chooses = [f"{declined}, and {name} {_verb(option.call)}."]
        yield Story(table, theme, offender, record, bid.cause, chooses, told)
        changed = f"{name} changed it at once to {_noun(option.call)}, before you were called."
        early = record | {"premature": True}
        yield Story(table, "changed early", offender, early, bid.cause, [changed, f"{declined}."], told)
        taken = f"You explain the choices, and {lho} accepts {withdrawn.call.symbol}."
        yield Story(table, "changed early", offender, early | {"accepted": True}, bid.cause, [changed, taken], told)
    yield from _second(bid)
    yield from _double_of_partner(bid)


def _ends_by_passing(bid: _Bid) -> bool:
    standing = _standing(bid.table.dealer, [*bid.calls, PASS])
    return standing.ended


def _second(bid: _Bid) -> Iterator[Story]:
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
    lho = offender.lho.full_name
    declined = f"You explain the choices. {lho} does not accept {withdrawn.symbol}."
    tries = f"{offender.full_name} then tries {again.symbol}, which is insufficient too."
    for taken, words in ((False, f"{lho} does not accept that either."), (True, f"{lho} accepts {again.symbol}.")):
        yield Story(
            table,
            "second insufficient bid",
            offender,
            record | {"attempt_accepted": taken},
            bid.cause,
            [declined, tries, words],
            _told(bid),
        )
    changed = (
        f"{offender.full_name} changed it at once to {again.symbol}, which is insufficient too, before you were called."
    )
    early = record | {"premature": True}
    for accepts, words in (
        ({"accepted": True}, f"You explain the choices, and {lho} accepts {withdrawn.symbol}."),
        ({"attempt_accepted": False}, f"{declined[:-1]}, nor {again.symbol}."),
        (
            {"attempt_accepted": True},
            f"You explain the choices. {lho} does not accept {withdrawn.symbol}, but accepts {again.symbol}.",
        ),
    ):
        yield Story(
            table, "second insufficient bid", offender, early | accepts, bid.cause, [changed, words], _told(bid)
        )


def _double_of_partner(bid: _Bid) -> Iterator[Story]:
    """The last bid is partner's own, and the offender would correct to a double of it."""
    offender, lho = bid.offender, bid.offender.lho.full_name
    if _standing(bid.table.dealer, bid.calls).bidder is not offender.partner:
        return
    record = _record(bid, accepted=False, replacement="X")
    declined = f"You explain the choices. {lho} does not accept {bid.option.call.symbol}"
    doubles = f"{offender.full_name} puts a double in its place, to be out of the auction."
    yield Story(bid.table, "double", offender, record, bid.cause, [f"{declined}. {doubles}"], _told(bid))


def _verb(call: Call) -> str:
    return {"P": "passes", "X": "doubles", "XX": "redoubles"}.get(call.text, f"bids {call.symbol}")


def _noun(call: Call) -> str:
    return {"P": "a pass", "X": "a double", "XX": "a redouble"}.get(call.text, call.symbol)


def fits(theme: str, citations: Sequence[str]) -> bool:
    """A story staged for the theme, ruled on with these citations, is about it."""
    if theme == "cheapest bid":
        return "27B1(a)" in citations and "27D" in citations
    if theme == "comparable call":
        return "27B1(b)" in citations and "27D" in citations
    return theme != "other bid" or "27B2" in citations
