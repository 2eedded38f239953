"""Law 27: a player misses or misreads a call and bids too low."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from exams.scenarios.laws.rotation import too_low_as_well
from exams.scenarios.narration.bridge import a_call, did, does
from exams.scenarios.narration.episodes import Episode, Irregular
from exams.scenarios.narration.replacing import (
    cheaper_meanings,
    corrections,
    telling_of_cheaper,
    tells_something,
)
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, after, data_of, telling
from laws.rulings.calls import BIDS, CALLS, PASS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_27")
_OUT_OF_ROTATION: Final = "out of rotation"


def episodes(table: Table, staged: Collection[str]) -> Iterator[Episode]:
    """Every story of an insufficient bid on this table; those of bids out of rotation where they are asked for."""
    if _OUT_OF_ROTATION in staged:
        for episode in too_low_as_well(table):
            yield replace(episode, theme=_OUT_OF_ROTATION)
        return
    for bid in _insufficient_bids(table):
        yield from _accepted(bid)
        yield from _replaced(bid)


class _Bid(Irregular):
    """The insufficient bid."""

    @cached_property
    def standing(self) -> Standing:
        """The auction as it stands before it."""
        return self.table.standing(self.place)

    @cached_property
    def good(self) -> str:
        """The cheapest sufficient bid in its denomination."""
        last = self.standing.bid
        higher = BIDS[last.rank + 1 :] if last is not None else ()
        return next((bid.symbol for bid in higher if bid.denomination == self.option.call.denomination), "")


def _insufficient_bids(table: Table) -> Iterator[_Bid]:
    calls = table.calls
    for place in range(1, min(len(calls), 9)):
        offender = table.made[place][0]
        standing = table.standing(place)
        last, bidder = standing.bid, standing.bidder
        if last is None or bidder is None or _has_bid(table, place, offender):
            continue  # a player who has bid before knows the auction, and what his later calls add is hard to tell
        for believed, cause in _beliefs(calls[:place]):
            option = table.choice(offender, believed)
            if option.call.is_bid and tells_something(option) and not standing.sufficient(option.call):
                done = TEXTS.line("done").format(did=did(option.call), bidder=bidder.full_name, last=last.symbol)
                yield _Bid(table, place, offender, option, cause, done)


def _has_bid(table: Table, place: int, player: Seat) -> bool:
    return any(seat is player and option.call.text != "P" for seat, option in table.made[:place])


def _beliefs(calls: Sequence[Call]) -> Iterator[tuple[list[Call], str]]:
    """The auctions that the offender may believe in, with the words for it."""
    last = calls[-1]
    if last.text != "P":
        yield [*calls[:-1], PASS], TEXTS.line("beliefs", "unseen").format(last=last.symbol)
    if last.is_bid and last.level >= 2:
        lower = CALLS[f"{last.level - 1}{last.denomination}"]
        if all(lower.rank > call.rank for call in calls[:-1] if call.is_bid):
            misread = TEXTS.line("beliefs", "misread").format(last=last.symbol, lower=lower.symbol)
            yield [*calls[:-1], lower], misread
    bids = [call for call in calls if call.is_bid]
    if len(calls) <= 3 and len(bids) == 1 and last.text == "P":
        yield [PASS] * len(calls), TEXTS.line("beliefs", "nobody opened")


def _episode(
    bid: _Bid,
    theme: str,
    record: dict[str, Any],
    events: Sequence[str],
    *told: tuple[str, str],
    new: Call | None = None,
) -> Episode:
    """An episode of the bid; what followed is told by these names of texts."""
    named = {
        "name": bid.offender.full_name,
        "lho": bid.offender.lho.full_name,
        "bid": bid.option.call.symbol,
        "new": new.symbol if new is not None else "",
        "does": does(new) if new is not None else "",
        "a_call": a_call(new) if new is not None else "",
    }
    like = ["another call"]
    if bid.good and new and bid.good != new.symbol:
        like.append("could be made good")
    events = [TEXTS.line("events", event).format(**named) for event in events]
    return bid.episode(theme, record, events, *told, places={"good": bid.good}, like=like)


def _accepted(bid: _Bid) -> Iterator[Episode]:
    called = {"by": bid.offender.lho.value, "call": "P"}
    yield _episode(bid, "accepted", bid.record(called), ["passed over"])
    yield _episode(bid, "accepted", bid.record(accepted=True), ["accepted aloud"])


def _replaced(bid: _Bid) -> Iterator[Episode]:
    table, offender = bid.table, bid.offender
    system, dealer, calls = table.system, table.dealer, bid.calls
    for option in corrections(system, dealer, calls, table.hands[offender], bid.option):
        if option.call is PASS and after(dealer, [*calls, PASS]).ended:
            continue  # nothing is left that partner could be barred from
        told = (*telling_of_cheaper(system, dealer, calls, option, bid.option), telling(option))
        meanings = {"replacement": data_of(option)} | cheaper_meanings(system, dealer, calls, option.call)
        record = bid.record(accepted=False, replacement=option.call.text, meanings=meanings)
        theme = {"P": "pass", "X": "double", "XX": "double"}.get(option.call.text, "bid")
        yield _episode(bid, theme, record, ["declined and replaced"], *told, new=option.call)
        early = record | {"premature": True}
        for accepts, answer in (({}, "declined"), ({"accepted": True}, "accepted")):
            yield _episode(bid, "changed early", early | accepts, ["changed", answer], *told, new=option.call)
    yield from _second(bid)
    yield from _double_of_partner(bid)


def _second(bid: _Bid) -> Iterator[Episode]:
    """The offender's next try is in the same denomination, one level up, and still too low."""
    withdrawn, theme = bid.option.call, "second insufficient bid"
    if withdrawn.level == 7:
        return
    again = CALLS[f"{withdrawn.level + 1}{withdrawn.denomination}"]
    if bid.standing.sufficient(again):
        return
    record = bid.record(accepted=False, replacement=again.text)
    for taken, answer in ((False, "second declined"), (True, "second accepted")):
        events = ["declined", "second try", answer]
        yield _episode(bid, theme, record | {"attempt_accepted": taken}, events, new=again)
    early = record | {"premature": True}
    for accepts, answer in (
        ({"accepted": True}, "accepted"),
        ({"attempt_accepted": False}, "both declined"),
        ({"attempt_accepted": True}, "only the second accepted"),
    ):
        yield _episode(bid, theme, early | accepts, ["changed too low", answer], new=again)


def _double_of_partner(bid: _Bid) -> Iterator[Episode]:
    """The last bid is partner's own, and the offender would correct to a double of it."""
    if bid.standing.bidder is bid.offender.partner:
        record = bid.record(accepted=False, replacement="X")
        yield _episode(bid, "double", record, ["declined and doubled"], new=CALLS["X"])
