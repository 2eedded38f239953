"""Law 73: signals, tempo and manner, and deception, with bids of the natural auction and cards that were really held."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.narration.bridge import (
    auction_data,
    capital,
    card_name,
    cards,
    contract_of,
    did,
    doing,
    plain,
    the_call,
)
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.suggestions import is_jump
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES, SUITS
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_73")


@dataclass(frozen=True)
class _Scene:
    """Who did it, with what, and the auction so far. notes: by the place of a call."""

    player: Seat
    places: Mapping[str, str]
    auction: list[dict[str, Any]]
    notes: Mapping[int, str] = field(default_factory=dict)
    shows_hand: bool = False
    situation: tuple[str, ...] = ()


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    opening = _opening(facts)
    with_reason = opening == "deceptive, emphasised" and bool(facts.get("bridge_reason"))
    scene = _SCENES["deceptive, with a reason" if with_reason else opening](table, rng)
    player, manner = scene.player, facts["conduct"] == "manner"
    places = {
        "name": player.full_name,
        "caller": rng.choice([player.lho, player.rho]).full_name,
        "inference": TEXTS.line("inference", "manner" if manner else "other"),
        "sign": "the pause",
        **scene.places,
    }
    if manner and "could_benefit" in facts:
        places["benefit"] = rng.choice(TEXTS.lines("benefit", facts["could_benefit"]))
    if "reason" in places:
        places["reason_capital"] = capital(places["reason"])
    return Setting(
        {"offender": player.value, "auction": scene.auction},
        TEXTS.lines("openings", opening),
        player.value,
        told=frozenset({"could_benefit"} if manner else ()),
        places=places,
        notes=scene.notes,
        hands=(player.value,) if scene.shows_hand else (),
        situation=(opening, *scene.situation),
    )


def _opening(facts: Facts) -> str:
    """Which story: the conduct, with whether it was meant and what it rested on."""
    conduct = str(facts["conduct"])
    if conduct in ("signal", "manner"):
        return f"{conduct}, {'meant' if facts['deliberate'] else 'not meant'}"
    if conduct == "deceptive call or play":
        return f"deceptive, {facts['deception_rests_on']}"
    if conduct == "misled" and facts.get("bridge_reason"):
        return "misled, with a reason"
    return conduct


# -- calls -------------------------------------------------------------------------------------------------------------


def _bid(table: Table, rng: random.Random, way: str, *, by_partner: bool = False) -> _Scene:
    """Something done with a bid of the natural auction, by whoever made it or by partner; nothing is called after it."""
    places = table.bids(7)
    if way == "secrets":
        places = [place for place in places[:1] if table.made[place][1].call.level == 1]
    place = one_of(places, rng)
    bidder, option = table.made[place]
    suit = SUIT_NAMES[option.call.denomination]
    done = rng.choice(_secrets(suit) if way == "secrets" else TEXTS.lines(way))
    return _Scene(
        bidder.partner if by_partner else bidder,
        {"call": the_call(option.call), "suit": suit, "way": done},
        plain(table.before(place + 1)),
        situation=(done,),
    )


def _secrets(suit: str) -> Sequence[str]:
    """What partner knows of an opening bid."""
    return TEXTS.lines("secrets", "notrump" if suit == "notrump" else "suit") + TEXTS.lines("secrets", "any")


def _slow_call(table: Table, rng: random.Random, *, about_partner: bool = False) -> _Scene:
    """A call made after long thought: the player's, or partner's before the player's own turn."""
    places = [
        place
        for place in range(1, min(len(table.made), 8) - 1)
        if table.standing(place).bid is not None and not table.standing(place + 2).ended
    ]
    place = one_of(places, rng)
    thinker, option = table.made[place]
    call = option.call
    upto = place + 2 if about_partner else place + 1
    how = "after a long pause" if about_partner or rng.random() < 0.6 else "in a flash"
    return _Scene(
        thinker,
        {"call": the_call(call), "name_call": doing(call), "how": how, "done": did(call)},
        plain(table.before(upto)),
        {place: how},
        shows_hand=not about_partner,
        situation=(how,),
    )


def _jumped_over(table: Table, rng: random.Random) -> _Scene:
    """A call made at once over a jump of the right-hand opponent."""
    for place in range(1, min(len(table.made), 8)):
        if is_jump(table, place - 1) and not table.standing(place + 1).ended:
            player, option = table.made[place]
            places = {"jump": table.calls[place - 1].symbol, "done": did(option.call)}
            return _Scene(player, places, plain(table.before(place + 1)), {place: "at once"})
    raise Unfit


# -- cards -------------------------------------------------------------------------------------------------------------


def _false_card(table: Table, rng: random.Random, *, posed: bool = False, thoughtful: bool = False) -> _Scene:
    """A defender plays an honour from a longer holding under declarer's ace, as if it were alone.

    posed: with a show of it; thoughtful: after a pause that had a reason, which no other manner has.
    """
    played = contract_of(table)
    declarer = played.declarer
    found = []
    for player in (declarer.lho, declarer.rho):
        for suit in SUITS:
            held = cards(table, player, suit)
            mine = cards(table, declarer, suit)
            if mine[:1] == "A" and len(held) in (2, 3) and held[0] in "QJ" and held[1] not in "JT":
                found.append((player, suit, held))
    player, suit, held = one_of(found, rng)
    places = {
        "contract": played.words,
        "declarer": declarer.full_name,
        "ace": card_name(suit, "A"),
        "card": card_name(suit, held[0]),
        "holding": card_name(suit, held),
        "suit": SUIT_NAMES[suit],
    }
    situation = [suit, held]
    if posed or thoughtful:
        way = "after a long pause" if thoughtful else rng.choice(TEXTS.names("poses"))
        places |= {"way": way, "reason": TEXTS.line("reasons", "an honour to throw")}
        places |= {"sign": TEXTS.line("poses", way)} if posed else {}
        situation.append(way)
    return _Scene(player, places, auction_data(table), situation=tuple(situation))


def _hesitation(table: Table, rng: random.Random, *, reason: bool = False) -> _Scene:
    """A defender pauses before a card that was to be played in any case; declarer reads a queen into it.

    reason: the player is third to play to the first trick, and has the whole defence to plan.
    """
    played = contract_of(table)
    declarer = played.declarer
    found = []
    for player in (declarer.rho,) if reason else (declarer.lho, declarer.rho):
        for suit in SUITS:
            held, partners = cards(table, player, suit), cards(table, player.partner, suit)
            small = held and held[0] not in "AKQJ"
            queen = partners[:1] == "Q" and len(partners) <= 4
            if small and queen and (len(held) >= 3 if reason else len(held) <= 2):
                found.append((player, suit, held))
    player, suit, held = one_of(found, rng)
    lead = _lead(table, declarer.lho, suit) if reason else ""
    if reason and not lead:
        raise Unfit
    places = {
        "contract": played.words,
        "declarer": declarer.full_name,
        "suit": SUIT_NAMES[suit],
        "queen": card_name(suit, "Q"),
        "card": card_name(suit, held[-1]),
        "holding": f"the {card_name(suit, held)} alone" if len(held) == 1 else card_name(suit, held),
        "lead": lead,
        "reason": TEXTS.line("reasons", "a new dummy"),
    }
    return _Scene(player, places, auction_data(table), situation=(suit, held, lead))


def _lead(table: Table, leader: Seat, not_in: str) -> str:
    """A card of another suit that the leader holds."""
    suit = max((one for one in SUITS if one != not_in), key=lambda one: len(cards(table, leader, one)))
    held = cards(table, leader, suit)
    return card_name(suit, held[min(3, len(held) - 1)]) if held else ""


_SCENES: Final[Mapping[str, Callable[[Table, random.Random], _Scene]]] = {
    "signal, not meant": lambda table, rng: _bid(table, rng, "blurted", by_partner=True),
    "signal, meant": lambda table, rng: _bid(table, rng, "signals"),
    "manner, not meant": _slow_call,
    "manner, meant": lambda table, rng: _bid(table, rng, "manners"),
    "pause left out": _jumped_over,
    "has information": lambda table, rng: _slow_call(table, rng, about_partner=True),
    "misled": _hesitation,
    "misled, with a reason": lambda table, rng: _hesitation(table, rng, reason=True),
    "deceptive, by itself": _false_card,
    "deceptive, emphasised": lambda table, rng: _false_card(table, rng, posed=True),
    "deceptive, with a reason": lambda table, rng: _false_card(table, rng, thoughtful=True),
    "deceptive, protected": lambda table, rng: _bid(table, rng, "secrets"),
}
