"""Irregularities as they happen at a table, for laws about what is done when one has happened (Laws 9 to 11).

A slip in the auction stands in the diagram, one in the play is told with a card that the offender really holds.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.narration.bridge import (
    Contract,
    any_card,
    as_data,
    card_name,
    cards,
    contract_of,
    did,
    number,
)
from exams.scenarios.narration.narrative import Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import BIDS, SUIT_NAMES, SUITS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_09").part("slips")


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

    @property
    def declarer(self) -> Seat | None:
        """Who plays the contract; nobody yet after a slip in the auction."""
        return self.contract.declarer if self.contract else None

    @property
    def dummy(self) -> Seat | None:
        """Declarer's partner."""
        return self.contract.declarer.partner if self.contract else None

    def setting(
        self,
        openings: Sequence[str],
        *,
        shown: frozenset[str] = frozenset(),
        player: Seat | None = None,
        situation: Sequence[str] = (),
        **places: Any,
    ) -> Setting:
        """The table after the slip, told by one of these openings; player: whom the case is about, beside the offender.

        situation, places: what the story adds to {happened}, the {kind}, and {where} it was: a sentence on the contract.
        """
        where = TEXTS.line("where", contract=self.contract) + " " if self.contract else ""
        return Setting(
            {"auction": self.auction, "offender": self.offender, "player": player, "declarer": self.declarer},
            openings,
            shown=shown,
            places={"happened": self.clause, "kind": self.kind, "where": where, **places},
            marked=self.marked,
            situation=(self.clause, *situation),
        )


def in_auction(table: Table, rng: random.Random) -> Slip:
    """An insufficient bid, where the natural auction gives occasion for one, or an opening call out of turn."""
    try:
        low = [insufficient_bid(table, rng)]
    except Unfit:
        low = []
    return rng.choice([*low, _out_of_turn(table, rng)])


def insufficient_bid(table: Table, rng: random.Random) -> Slip:
    """An insufficient bid. Raises Unfit when the natural auction gives no occasion for one."""
    places: list[tuple[int, Call, Call, Seat]] = []
    for place, (_, option) in enumerate(table.made):
        call, standing = option.call, table.standing(place)
        over, bidder = standing.bid, standing.bidder
        if over is None or bidder is None or not call.is_bid or call.denomination == over.denomination:
            continue
        # A bid that somebody has made already is not made again by mistake or on purpose.
        if 0 <= call.rank - 5 < over.rank and BIDS[call.rank - 5] not in table.calls[:place]:
            places.append((place, BIDS[call.rank - 5], over, bidder))
    # Whoever answers partner has seen the bid; over an opponent's one is soon overlooked.
    unseen = [one for one in places if one[3].side is not table.made[one[0]][0].side]
    place, made, over, bidder = one_of(unseen or places, rng)
    seat = table.made[place][0]
    clause = TEXTS.line("insufficient bid", offender=seat, bid=made, bidder=bidder, over=over)
    calls = as_data([*table.made[:place], (seat, made)])
    return Slip(seat, clause, "insufficient bid", calls, frozenset({place}))


def _out_of_turn(table: Table, rng: random.Random) -> Slip:
    dealer = table.dealer
    seat = rng.choice([dealer.lho, dealer.partner, dealer.rho])
    call = table.choice(seat, []).call
    kind = f"{'bid' if call.is_bid else 'pass'} out of rotation"
    clause = TEXTS.line(kind, offender=seat, dealer=dealer, bid=call, done=did(call))
    return Slip(seat, clause, kind, as_data([(seat, call)]), frozenset({0}))


# -- in the play -------------------------------------------------------------------------------------------------------

TRICKS: Final = range(2, 9)
SEEN: Final = ("lead out of turn", "exposed card")
"""What everybody at the table sees when it happens; of a revoke only the offender knows then."""
KINDS: Final = ("revoke", *SEEN)


def in_play(table: Table, rng: random.Random, offender: Seat | None = None, kinds: Collection[str] = KINDS) -> Slip:
    """A revoke, a lead out of turn or an exposed card in the contract of the natural auction.

    offender: who is to commit it; anybody but dummy when not given. kinds: which of them it may be.
    """
    played = contract_of(table)
    declarer = played.declarer
    offender = offender or rng.choice([declarer, declarer.lho, declarer.rho])
    kind = one_of([one for one in kinds if one != "exposed card" or offender is not declarer], rng)
    return Slip(offender, _played(kind, table, played, offender, rng), kind, as_data(table.made), contract=played)


def _played(kind: str, table: Table, played: Contract, offender: Seat, rng: random.Random) -> str:
    """What happened in the play, as a clause: the revoke and the lead are a low card, the exposed one is any."""
    if kind == "exposed card":
        card, trick = any_card(table, offender, rng), number(rng.choice(TRICKS))
        return TEXTS.line(kind, offender=offender, card=card, trick=trick)
    if kind == "revoke":
        suit = rng.choice([suit for suit in SUITS if len(cards(table, offender, suit)) >= 2])
        # Nobody throws an honour away by mistake.
        other = one_of(
            [one for one in SUITS if one != suit and cards(table, offender, one)[-1:] not in (*"AKQJ", "")], rng
        )
        thrown, trick = card_name(other, cards(table, offender, other)[-1]), number(rng.choice(TRICKS))
        return TEXTS.line(kind, offender=offender, card=thrown, suit=SUIT_NAMES[suit][:-1], trick=trick)
    trick = number(rng.choice(TRICKS))
    suit = rng.choice([suit for suit in SUITS if cards(table, offender, suit)])
    card = card_name(suit, cards(table, offender, suit)[-1])
    if offender is played.declarer:
        return TEXTS.line(kind, "declarer", offender=offender, card=card, trick=trick)
    turn = rng.choice([offender.partner, played.declarer])
    return TEXTS.line(kind, "defender", offender=offender, card=card, trick=trick, turn=turn)


def somewhere(table: Table, rng: random.Random, auctions: float = 0.5, kinds: Collection[str] = KINDS) -> Slip:
    """A slip in the auction, in this share of all cases, or one of these kinds in the play."""
    return in_auction(table, rng) if rng.random() < auctions else in_play(table, rng, kinds=kinds)
