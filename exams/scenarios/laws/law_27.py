"""Law 27: a player misses or misreads a call and bids too low."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.laws.rotation import too_low_as_well
from exams.scenarios.narration.bridge import a_call, did, does, in_turn
from exams.scenarios.narration.episodes import Episode, Irregular
from exams.scenarios.narration.replacing import cheaper, comparable, corrections, tells_something, to_be_asked
from exams.scenarios.narration.words import YES, texts
from exams.scenarios.tables import Table, data_of, telling
from laws.rulings.calls import CALLS, DOUBLE, PASS, SUITS, Call
from laws.rulings.cards import lengths, points
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_27")
_OUT_OF_ROTATION: Final = "out of rotation"
_BIDDABLE: Final = 5
"""Cards of a suit that somebody bids a second time, one level up; in a minor of partner's, with which nobody bids notrump."""
_MAJORS: Final = ("S", "H")
_DENOMINATIONS: Final = (*SUITS, "NT")
_FIT: Final = 4
"""The same in a major of partner's."""
_LONG: Final = 7
"""Cards in a suit with which nobody doubles."""
_JUMPS: Final = 6
"""Cards in a suit that somebody bids a second time with a jump."""
_RESPONDING: Final = 10
_OPENING: Final = 12
"""High-card points with which nobody passes what partner has bid, or has a long suit and passes."""


def episodes(table: Table, staged: Collection[str]) -> Iterator[Episode]:
    """Every story of an insufficient bid on this table; those of bids out of rotation where they are asked for."""
    if _OUT_OF_ROTATION in staged:
        for episode in too_low_as_well(table):
            if episode.record.get("replacement") != DOUBLE.text or not _is_long(table.hands[episode.offender]):
                yield replace(episode, theme=_OUT_OF_ROTATION)
        return
    for bid in _insufficient_bids(table):
        yield from _accepted(bid)
        yield from _replaced(bid)


def _is_long(hand: str) -> bool:
    """A hand with a suit that is bid rather than doubled on."""
    return max(lengths(hand)) >= _LONG


class _Bid(Irregular):
    """The insufficient bid."""

    @cached_property
    def standing(self) -> Standing:
        """The auction as it stands before it."""
        return self.table.standing(self.place)


def _insufficient_bids(table: Table) -> Iterator[_Bid]:
    calls = table.calls
    for place in range(1, min(len(calls), 9)):
        offender = table.made[place][0]
        standing = table.standing(place)
        last, bidder = standing.bid, standing.bidder
        if last is None or bidder is None or _has_bid(table, place, offender):
            continue  # a player who has bid before knows the auction, and what later calls add is hard to tell
        for believed, cause in _beliefs(calls[:place]):
            option = table.choice(offender, believed)
            if _passes_over_longest(table, offender, believed, option) or _shows_one_strength(option):
                continue
            if option.call.is_bid and tells_something(option) and not standing.sufficient(option.call):
                done = TEXTS.line("done", did=did(option.call), bidder=bidder, last=last)
                yield _Bid(table, place, offender, option, cause, done)


def _passes_over_longest(table: Table, offender: Seat, believed: Sequence[Call], option: Option) -> bool:
    """A natural bid, on one's own, of a suit two cards shorter than another: not what a player with that hand begins with."""
    meaning, suit = option.meaning, option.call.denomination
    partner_bid = any(seat is offender.partner and call.is_bid for seat, call in in_turn(table.dealer, believed))
    if meaning is None or meaning.artificial or partner_bid or suit not in SUITS:
        return False
    held = lengths(table.hands[offender])
    return held[SUITS.index(suit)] + 1 < max(held)


def _shows_one_strength(option: Option) -> bool:
    """A bid that by now shows exactly so many points, since the player has passed before: no pair would put it like that."""
    return option.meaning is not None and any(
        low == high for low, high in (one.hcp for one in option.meaning.alternatives)
    )


def _has_bid(table: Table, place: int, player: Seat) -> bool:
    return any(seat is player and option.call.text != "P" for seat, option in table.made[:place])


def _beliefs(calls: Sequence[Call]) -> Iterator[tuple[list[Call], str]]:
    """The auctions that the offender may believe in, with the words for it."""
    last = calls[-1]
    if last.text != "P":
        yield [*calls[:-1], PASS], TEXTS.line("beliefs", "unseen", last=last)
    if last.is_bid and last.level >= 2:
        lower = CALLS[f"{last.level - 1}{last.denomination}"]
        if all(lower.rank > call.rank for call in calls[:-1] if call.is_bid):
            yield [*calls[:-1], lower], TEXTS.line("beliefs", "misread", last=last, lower=lower)
    bids = [call for call in calls if call.is_bid]
    if len(calls) <= 3 and last.text == "P" and len(bids) == 1 == sum(call is not PASS for call in calls):
        yield [PASS] * len(calls), TEXTS.line("beliefs", "nobody opened")


def _ways(
    bid: _Bid, which: str, theme: str, record: Mapping[str, Any], *told: tuple[str, str], new: Call | None = None
) -> Iterator[Episode]:
    """The ways in which it goes on, as the words file has them: what each adds to the record, and what happens."""
    last = bid.standing.bid
    named = {
        "name": bid.offender,
        "lho": bid.offender.lho,
        "rho": bid.offender.rho,
        "last": last,
        "lower": CALLS.get(f"{last.level - 1}{last.denomination}") if last is not None else None,
        "bid": bid.option.call,
        "new": new,
        "does": does(new) if new is not None else "",
        "a_call": a_call(new) if new is not None else "",
    }
    for way in TEXTS.data("ways", which):
        more = {field: value == YES for field, value in way.get("record", {}).items()}
        events = [TEXTS.line("events", event, **named) for event in way["events"]]
        episode = bid.episode(way.get("theme", theme), {**record, **more}, events, *told)
        yield replace(episode, done=TEXTS.line(way["done"], done=bid.done, **named)) if "done" in way else episode


def _accepted(bid: _Bid) -> Iterator[Episode]:
    called = {"by": bid.offender.lho.value, "call": "P"}
    yield from _ways(bid, "passed over", "accepted", bid.record(called))
    yield from _ways(bid, "accepted", "accepted", bid.record())


def _replaced(bid: _Bid) -> Iterator[Episode]:
    table, offender = bid.table, bid.offender
    options = corrections(table, offender, bid.calls, bid.option)
    for option in options:
        if option.call is PASS and bid.standing.ends_with(offender, PASS):
            continue  # nothing is left that partner could be barred from
        if _leaves_a_fit(bid, option.call) or _is_odd(bid, option.call):
            continue
        below = sorted(cheaper(table, bid.calls, option.call), key=lambda one: one.call.rank)
        told = (*map(telling, to_be_asked(below, bid.option)), telling(option))
        meanings = {"replacement": data_of(option)} | {one.call.text: data_of(one) for one in below}
        record = bid.record(accepted=False, replacement=option.call.text, meanings=meanings)
        theme = {"P": "pass", "X": "double", "XX": "double"}.get(option.call.text, "bid")
        yield from _ways(bid, "replaced", theme, record, *told, new=option.call)
    # Where a comparable double is left (27B1(b)), the offender need not bid or pass.
    doubled = any(option.call is DOUBLE and comparable(bid.option, option) is not False for option in options)
    if (again := _again(bid)) and not doubled:
        record = bid.record(accepted=False, replacement=again.text)
        yield from _ways(bid, "replaced too low", "second insufficient bid", record, new=again)
    if bid.standing.bidder is offender.partner and not _is_long(table.hands[offender]):
        # The last bid is partner's own, and the offender would correct to a double of it.
        yield from _ways(bid, "doubled", "double", bid.record(accepted=False, replacement="X"), new=DOUBLE)


def _leaves_a_fit(bid: _Bid, call: Call) -> bool:
    """Notrump, with support for the suit that partner has bid: nobody chooses it who is to name the contract alone."""
    if call.denomination != "NT":
        return False
    held = _held(bid)
    theirs = _partners(bid)
    if "NT" in theirs:
        return any(held[suit] >= _FIT for suit in _MAJORS)
    return any(held[suit] >= (_FIT if suit in _MAJORS else _BIDDABLE) for suit in theirs)


def _held(bid: _Bid) -> dict[str, int]:
    """How many cards of each suit the offender holds."""
    return dict(zip(SUITS, lengths(bid.table.hands[bid.offender]), strict=True))


def _partners(bid: _Bid) -> set[str]:
    """The denominations that partner has bid."""
    return {
        option.call.denomination or ""
        for seat, option in bid.table.made[: bid.place]
        if seat is bid.offender.partner and option.call.is_bid
    }


def _is_odd(bid: _Bid, call: Call) -> bool:
    """What nobody chooses with the hand: notrump with a short suit that partner has not bid, a double on a suit to bid, a
    jump in five cards beside a major, or a pass with too much.
    """
    held, theirs = _held(bid), _partners(bid)
    if call.denomination == "NT":
        return any(cards < (1 if suit in theirs else 2) for suit, cards in held.items())
    if call is DOUBLE:
        return max(held.values()) >= _LONG
    if call is PASS:
        last, high = bid.standing.bid, points(bid.table.hands[bid.offender])
        trapped = last is not None and held.get(last.denomination or "", 0) >= _BIDDABLE
        return high >= _RESPONDING if theirs else high >= _OPENING and max(held.values()) >= _BIDDABLE and not trapped
    again, last = bid.option.call, bid.standing.bid
    jumps = last is not None and call.denomination == again.denomination and call.rank > last.rank + len(_DENOMINATIONS)
    short = jumps and held.get(call.denomination or "", _JUMPS) < _JUMPS
    return short and any(held[suit] >= _FIT for suit in _MAJORS if suit != call.denomination)


def _again(bid: _Bid) -> Call | None:
    """The offender's next try in the same denomination, one level up, where that is still too low.

    It is on the level of the last bid and below it in rank, so that it would be enough over the bid one level down that the
    player takes the last bid for; and it is in a suit that one bids at that level.
    """
    again, last = CALLS.get(f"{bid.option.call.level + 1}{bid.option.call.denomination}"), bid.standing.bid
    if again is None or last is None or again.level != last.level or again.rank >= last.rank:
        return None
    held = dict(zip(SUITS, lengths(bid.table.hands[bid.offender]), strict=True))
    if held.get(again.denomination or "", _BIDDABLE) < _BIDDABLE:
        return None
    return again
