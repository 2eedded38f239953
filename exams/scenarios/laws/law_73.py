"""Law 73: signals, tempo and manner, and deception, with bids of the natural auction and cards that were really held."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from exams.scenarios.bidding.hands import read
from exams.scenarios.narration.bridge import card_name, cards, contract_of, did, doing, the_call
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.suggestions import is_jump
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import PASS, SUIT_NAMES, SUITS
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_73")
_TO_THINK_ABOUT: Final = 8
"""With so many points there can be a reason to think before a pass."""


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    kind, manner = TEXTS.kind("scene", facts), facts["conduct"] == "manner"
    how = dict(TEXTS.data("scenes", kind))
    opening = how.pop("opening", kind)
    scene = _SCENES[how.pop("scene")](table, rng, **how)
    player = scene.player
    known = {
        "name": player,
        "caller": rng.choice([player.lho, player.rho]),
        "sign": "the pause",
        "hint": TEXTS.line("hints", kind if kind in TEXTS.part("hints") else "any"),
    }
    places = known | {**scene.places}
    if manner and "could_benefit" in facts:
        places["benefit"] = rng.choice(TEXTS.lines("benefit", facts["could_benefit"]))
    return Setting(
        {"offender": player, "auction": scene.auction},
        TEXTS.lines("openings", opening),
        told=_told(facts, manner),
        places=places,
        notes=scene.notes,
        hands=(player,) if scene.shows_hand else (),
        like=scene.like,
        situation=(opening, *scene.situation),
    )


def _told(facts: Facts, manner: bool) -> frozenset[str]:
    """What needs no sentence of its own: why nobody could foresee what a pause would do tells its cause as well."""
    if manner:
        return frozenset({"could_benefit"})
    return frozenset({"bridge_reason"} if facts.get("could_benefit") is False else ())


class _Scene(NamedTuple):
    """Who did it, with what, and the auction so far. notes: by the place of a call. like: names under `table`."""

    player: Seat
    places: Mapping[str, Any]
    auction: Sequence[Any]
    situation: Sequence[str] = ()
    notes: Mapping[int, str] = {}
    shows_hand: bool = False
    like: frozenset[str] = frozenset()


# -- calls -------------------------------------------------------------------------------------------------------------


def _bid(table: Table, rng: random.Random, way: str, by: str = "bidder") -> _Scene:
    """Something done with a bid of the natural auction, by whoever made it or by partner; nothing is called after it."""
    places = table.bids(7)
    if way == "secrets":
        places = [place for place in places[:1] if table.made[place][1].call.level == 1]
    place = one_of(places, rng)
    bidder, option = table.made[place]
    suit = SUIT_NAMES[option.call.denomination]
    done = rng.choice(_secrets(suit) if way == "secrets" else TEXTS.lines(way))
    player = bidder.partner if by == "partner" else bidder
    bid = the_call(option.call)
    named = {"call": bid, "suit": suit, "way": done} | ({"sign": bid} if way == "secrets" else {})
    return _Scene(player, named, table.before(place + 1), (done,))


def _secrets(suit: str) -> Sequence[str]:
    """What partner knows of an opening bid."""
    return TEXTS.lines("secrets", "notrump" if suit == "notrump" else "suit") + TEXTS.lines("secrets", "any")


def _slow_call(table: Table, rng: random.Random, about: str = "player") -> _Scene:
    """A call made after long thought: the player's, or partner's before the player's own turn."""
    places = [
        place
        for place in range(1, min(len(table.made), 8) - 1)
        if table.standing(place).bid is not None and not table.standing(place + 2).ended
    ]
    place = one_of(places, rng)
    thinker, option = table.made[place]
    call, about_partner = option.call, about == "partner"
    upto = place + 2 if about_partner else place + 1
    how = "after a long pause" if about_partner or rng.random() < 0.6 else "instantly"
    sign = "the haste" if how == "instantly" else "the pause"
    if how != "instantly" and call is PASS and read(table.hands[thinker]).hcp < _TO_THINK_ABOUT:
        raise Unfit  # a poor hand passes without a thought
    return _Scene(
        thinker,
        {"call": the_call(call), "name_call": doing(call), "how": how, "sign": sign, "done": did(call)},
        table.before(upto),
        (how,),
        {place: how},
        shows_hand=not about_partner,
        like=frozenset({"fast"} if how == "instantly" else ()),
    )


def _jumped_over(table: Table, rng: random.Random) -> _Scene:
    """A call made at once over a jump of the right-hand opponent."""
    for place in range(1, min(len(table.made), 8)):
        if is_jump(table, place - 1) and not table.standing(place + 1).ended:
            player, option = table.made[place]
            places = {"jump": table.calls[place - 1], "done": did(option.call)}
            return _Scene(player, places, table.before(place + 1), notes={place: "at once"})
    raise Unfit


# -- cards -------------------------------------------------------------------------------------------------------------


def _holding(table: Table, declarer: Seat, rng: random.Random, which: str) -> tuple[Seat, str, str]:
    """A defender whose holding in a suit, and those of the others, are as the words file has them, with the suit."""
    row = TEXTS.data("holdings", which)
    found = [
        (player, suit, cards(table, player, suit))
        for player in (declarer.lho, declarer.rho)
        if player is declarer.rho or "third to play" not in row
        for suit in SUITS
        if all(
            re.fullmatch(row.get(who, ".*"), cards(table, seat, suit))
            for who, seat in (("player", player), ("partner", player.partner), ("declarer", declarer))
        )
    ]
    return one_of(found, rng)


def _false_card(table: Table, rng: random.Random, manner: str = "") -> _Scene:
    """A defender plays an honour from a longer holding under declarer's ace, as if it were alone.

    manner: `posed`, with a show of it; `thoughtful`, after a pause that had a reason, which no other manner has.
    """
    played = contract_of(table)
    player, suit, held = _holding(table, played.declarer, rng, "false card")
    places = {"ace": card_name(suit, "A"), "card": card_name(suit, held[0]), "holding": card_name(suit, held)}
    situation = [suit, held]
    if not manner:
        places["sign"] = f"the {places['card']}"
    else:
        way = "after a long pause" if manner == "thoughtful" else rng.choice(TEXTS.names("poses"))
        places |= {"way": way, "reason": TEXTS.line("reasons", "an honour to throw")}
        places |= {"sign": TEXTS.line("poses", way)} if manner == "posed" else {}
        situation.append(way)
    known = {"contract": played, "contract_only": played.only, "declarer": played.declarer, "suit": SUIT_NAMES[suit]}
    return _Scene(player, {**known, **places}, table.made, situation)


def _hesitation(table: Table, rng: random.Random, holding: str) -> _Scene:
    """A defender pauses before a card that was to be played in any case; declarer reads a queen into it.

    holding: `hesitation`; or `first trick`, where the player is third to play to it and has the whole defence to plan.
    """
    played = contract_of(table)
    player, suit, held = _holding(table, played.declarer, rng, holding)
    lead = _lead(table, player.partner, suit) if holding == "first trick" else ""
    places = {
        "contract": played,
        "contract_only": played.only,
        "declarer": played.declarer,
        "suit": SUIT_NAMES[suit],
        "queen": card_name(suit, "Q"),
        "card": card_name(suit, held[-1]),
        "held": "a singleton" if len(held) == 1 else f"holding {card_name(suit, held)}",
        "dummy": played.declarer.partner,
        "lead": lead,
        "reason": TEXTS.line("reasons", "a new dummy"),
    }
    return _Scene(player, places, table.made, (suit, held, lead))


def _lead(table: Table, leader: Seat, not_in: str) -> str:
    """A card of the longest other suit that the leader holds."""
    suit = max((one for one in SUITS if one != not_in), key=lambda one: len(cards(table, leader, one)))
    held = cards(table, leader, suit)
    return card_name(suit, held[min(3, len(held) - 1)])


_SCENES: Final[Mapping[str, Callable[..., _Scene]]] = {
    "bid": _bid,
    "slow call": _slow_call,
    "jumped over": _jumped_over,
    "false card": _false_card,
    "hesitation": _hesitation,
}
