"""What a table shows of manner, tempo and deception: bids of the natural auction, and cards that were really held."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from exams.scenarios.narration.auctions import plain_calls
from exams.scenarios.narration.bridge import auction_data, card_name, cards, contract_of, did, pair, the_call
from exams.scenarios.narration.wrong_calls import standing
from exams.scenarios.tables import Table
from laws.rulings.calls import SUIT_NAMES, SUITS
from laws.rulings.seats import Seat


@dataclass(frozen=True)
class Scene:
    """Who did it, with what, and the auction so far.

    kind: of an opening, `suit` or `notrump`; places: for the opening's words; notes: by the place of a call.
    """

    player: Seat
    places: Mapping[str, str] = field(default_factory=dict)
    auction: list[dict[str, Any]] = field(default_factory=list)
    notes: Mapping[int, str] = field(default_factory=dict)
    kind: str = ""
    shows_hand: bool = False
    situation: tuple[str, ...] = ()

    def with_way(self, way: str, **more: str) -> Scene:
        """The same, done in this way: a template with the players' names and the places of the scene."""
        names = {
            "name": self.player.full_name,
            "partner": self.player.partner.full_name,
            "side": pair(self.player),
            "lho": self.player.lho.full_name,
            "rho": self.player.rho.full_name,
            **self.places,
        }
        return replace(
            self, places={**self.places, "way": way.format_map(names), **more}, situation=(*self.situation, way)
        )


def natural_bid(table: Table, rng: random.Random, *, by_partner: bool = False, opening: bool = False) -> Scene | None:
    """A bid of the natural auction, made by the player or by his partner; nothing has been called after it."""
    places = [place for place, (_, option) in enumerate(table.made[:7]) if option.call.is_bid]
    if opening:
        places = [place for place in places[:1] if table.made[place][1].call.level == 1]
    if not places:
        return None
    place = rng.choice(places)
    bidder, option = table.made[place]
    notrump = option.call.denomination == "NT"
    called = {"call": the_call(option.call), "suit": "" if notrump else SUIT_NAMES[option.call.denomination]}
    return Scene(
        bidder.partner if by_partner else bidder,
        called,
        plain_calls(table.made[: place + 1]),
        kind="notrump" if notrump else "suit",
    )


def slow_call(table: Table, rng: random.Random, *, about_partner: bool = False) -> Scene | None:
    """A call made after long thought: the player's, or partner's before the player's own turn."""
    places = [
        place
        for place in range(1, min(len(table.made), 8) - 1)
        if standing(table, place).bid is not None and not standing(table, place + 2).ended
    ]
    if not places:
        return None
    place = rng.choice(places)
    thinker, option = table.made[place]
    noun = the_call(option.call)
    upto = place + 2 if about_partner else place + 1
    how = "after a long pause" if about_partner or rng.random() < 0.6 else "in a flash"
    return Scene(
        thinker,
        {"call": noun, "name_call": _doing(option.call.text, option.call.symbol), "how": how, "done": did(option.call)},
        plain_calls(table.made[:upto]),
        {place: how},
        shows_hand=not about_partner,
        situation=(how,),
    )


def _doing(text: str, symbol: str) -> str:
    return {"P": "passing", "X": "doubling", "XX": "redoubling"}.get(text, f"bidding {symbol}")


def jumped_over(table: Table, rng: random.Random) -> Scene | None:
    """A call made at once over a jump of the right-hand opponent."""
    for place in range(1, min(len(table.made), 8)):
        bid, last = table.made[place - 1][1].call, standing(table, place - 1).bid
        cheapest = 1 if last is None else last.level + (bid.rank % 5 <= last.rank % 5) if bid.is_bid else 8
        if bid.is_bid and bid.level > cheapest and not standing(table, place + 1).ended:
            player, option = table.made[place]
            return Scene(
                player,
                {"jump": bid.symbol, "done": did(option.call)},
                plain_calls(table.made[: place + 1]),
                {place: "at once"},
            )
    return None


def false_card(table: Table, rng: random.Random) -> Scene | None:
    """A defender plays an honour from a longer holding under declarer's ace, as if it were alone."""
    played = contract_of(table)
    if played is None:
        return None
    declarer = played.declarer
    found = []
    for player in (declarer.lho, declarer.rho):
        for suit in SUITS:
            held = cards(table, player, suit)
            mine = cards(table, declarer, suit)
            if mine[:1] == "A" and len(held) in (2, 3) and held[0] in "QJ" and held[1] not in "JT":
                found.append((player, suit, held))
    if not found:
        return None
    player, suit, held = rng.choice(found)
    return Scene(
        player,
        {
            "contract": played.words,
            "declarer": declarer.full_name,
            "ace": card_name(suit, "A"),
            "card": card_name(suit, held[0]),
            "holding": card_name(suit, held),
            "suit": SUIT_NAMES[suit],
        },
        auction_data(table),
        situation=(suit, held),
    )


def hesitation(table: Table, rng: random.Random, *, reason: bool = False) -> Scene | None:
    """A defender pauses before a card that he would play in any case; declarer reads a queen into it.

    reason: he is third to play to the first trick, and has the whole defence to plan.
    """
    played = contract_of(table)
    if played is None:
        return None
    declarer = played.declarer
    found = []
    for player in (declarer.rho,) if reason else (declarer.lho, declarer.rho):
        for suit in SUITS:
            held, partners = cards(table, player, suit), cards(table, player.partner, suit)
            small = held and held[0] not in "AKQJ"
            queen = partners[:1] == "Q" and len(partners) <= 4
            if small and queen and (len(held) >= 3 if reason else len(held) <= 2):
                found.append((player, suit, held))
    if not found:
        return None
    player, suit, held = rng.choice(found)
    lead = _lead(table, declarer.lho, suit) if reason else ""
    if reason and not lead:
        return None
    return Scene(
        player,
        {
            "contract": played.words,
            "declarer": declarer.full_name,
            "suit": SUIT_NAMES[suit],
            "queen": card_name(suit, "Q"),
            "card": card_name(suit, held[-1]),
            "holding": _holding(suit, held),
            "lead": lead,
        },
        auction_data(table),
        situation=(suit, held, lead),
    )


def _holding(suit: str, held: str) -> str:
    if len(held) == 1:
        return f"the {card_name(suit, held)} alone"
    return f"{card_name(suit, held).replace('T', '10')}"


def _lead(table: Table, leader: Seat, not_in: str) -> str:
    """A card of another suit that the leader holds."""
    suit = max((one for one in SUITS if one != not_in), key=lambda one: len(cards(table, leader, one)))
    held = cards(table, leader, suit)
    return card_name(suit, held[min(3, len(held) - 1)]) if held else ""
