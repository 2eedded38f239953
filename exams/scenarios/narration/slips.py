"""Irregularities as they happen at a table, for laws about what is done when one has happened (Laws 9 to 11).

A slip in the auction stands in the diagram, one in the play is told with a card that the offender really holds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.bridge import Contract, auction_data, card_name, cards, contract_of, did, number
from exams.scenarios.tables import Table
from laws.rulings.calls import BIDS, SUIT_NAMES, SUITS, SYMBOLS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat


@dataclass(frozen=True)
class Slip:
    """One irregularity: who committed it, and what happened as a clause (`East led out of turn`).

    kind: what a director calls it. auction, marked: for the record and the diagram. contract: what is played, for a slip
    in the play.
    """

    offender: Seat
    clause: str
    kind: str
    auction: Sequence[dict[str, Any]] = ()
    marked: frozenset[int] = field(default_factory=frozenset)
    contract: Contract | None = None


def in_auction(table: Table, rng: random.Random) -> Slip | None:
    """An insufficient bid, or an opening call out of turn; None when the natural auction gives no occasion for one."""
    found = [slip for slip in (_insufficient(table, rng), _out_of_turn(table, rng)) if slip is not None]
    return rng.choice(found) if found else None


def insufficient_bid(table: Table, rng: random.Random) -> Slip | None:
    """An insufficient bid; None when the natural auction gives no occasion for one."""
    return _insufficient(table, rng)


def _insufficient(table: Table, rng: random.Random) -> Slip | None:
    standing = Standing(table.dealer)
    places: list[tuple[int, Seat, Call, Call, Seat]] = []
    for place, (seat, option) in enumerate(table.made):
        bid, bidder = standing.bid, standing.bidder
        if (
            bid is not None
            and bidder is not None
            and option.call.is_bid
            and bid.denomination != option.call.denomination
        ):
            lower = option.call.rank - 5
            if 0 <= lower < bid.rank:
                places.append((place, seat, BIDS[lower], bid, bidder))
        standing.take(seat, option.call)
    if not places:
        return None
    place, seat, made, over, bidder = rng.choice(places)
    calls = [*auction_data(table, place), {"by": seat.value, "call": made.text}]
    return Slip(
        seat,
        f"{seat.full_name} bid {made.symbol} over {bidder.full_name}'s {over.symbol}",
        "insufficient bid",
        calls,
        frozenset({place}),
    )


def _out_of_turn(table: Table, rng: random.Random) -> Slip | None:
    dealer = table.dealer
    seat = rng.choice([dealer.lho, dealer.partner, dealer.rho])
    option: Option = table.system.choose(seat, [], table.hands[seat])
    verb = f"opened {option.call.symbol}" if option.call.is_bid else did(option.call)
    return Slip(
        seat,
        f"{seat.full_name} {verb} out of turn before the dealer, {dealer.full_name}, had called",
        f"{'bid' if option.call.is_bid else 'pass'} out of rotation",
        [{"by": seat.value, "call": option.call.text}],
        frozenset({0}),
    )


_TRICKS: Final = range(2, 9)


def in_play(table: Table, rng: random.Random, offender: Seat | None = None) -> Slip | None:
    """A revoke, a lead out of turn or an exposed card in the contract of the natural auction.

    offender: who is to commit it; anybody but dummy when not given. None when the auction has not ended.
    """
    played = contract_of(table)
    if played is None:
        return None
    declarer = played.declarer
    offender = offender or rng.choice([declarer, declarer.lho, declarer.rho])
    kinds = [_revoke, _led_out_of_turn] if offender is declarer else [_revoke, _led_out_of_turn, _exposed]
    return rng.choice(kinds)(table, played, offender, rng)


def _slip(table: Table, played: Contract, offender: Seat, kind: str, clause: str) -> Slip:
    return Slip(offender, clause, kind, auction_data(table), frozenset(), played)


def _revoke(table: Table, played: Contract, offender: Seat, rng: random.Random) -> Slip:
    suits = [suit for suit in SUITS if len(cards(table, offender, suit)) >= 2]
    suit = rng.choice(suits)
    other = rng.choice([one for one in SUITS if one != suit and cards(table, offender, one)])
    thrown = card_name(other, cards(table, offender, other)[-1])
    clause = (
        f"{offender.full_name} played the {thrown} to a {SUIT_NAMES[suit][:-1]} lead at trick {number(rng.choice(_TRICKS))}, "
        f"though still holding a {SUIT_NAMES[suit][:-1]}"
    )
    return _slip(table, played, offender, "revoke", clause)


def _led_out_of_turn(table: Table, played: Contract, offender: Seat, rng: random.Random) -> Slip:
    declarer = played.declarer
    trick = number(rng.choice(_TRICKS))
    suit = rng.choice([suit for suit in SUITS if cards(table, offender, suit)])
    card = card_name(suit, cards(table, offender, suit)[-1])
    if offender is declarer:
        clause = f"{offender.full_name} led the {card} from hand to trick {trick}, though the lead was in dummy"
    else:
        turn = rng.choice([offender.partner, declarer])
        clause = f"{offender.full_name} led the {card} to trick {trick}, though it was {turn.full_name}'s lead"
    return _slip(table, played, offender, "lead out of turn", clause)


def _exposed(table: Table, played: Contract, offender: Seat, rng: random.Random) -> Slip:
    suit = rng.choice([suit for suit in SUITS if cards(table, offender, suit)])
    card = f"{SYMBOLS[suit]}{rng.choice(cards(table, offender, suit)).replace('T', '10')}"
    clause = f"{offender.full_name} let the {card} fall face up on the table during trick {number(rng.choice(_TRICKS))}"
    return _slip(table, played, offender, "exposed card", clause)
