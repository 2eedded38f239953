"""Tables for Law 16B: a partner who pauses or asks, and a player who then calls or leads."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from exams.scenarios.laws import law_16b_words as words
from exams.scenarios.narration.bridge import auction_data, card_name, cards, contract_of, lead_from, number, the_call
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.polls import poll, polled
from exams.scenarios.narration.suggestions import (
    Spot,
    clear,
    compared,
    forward,
    is_jump,
    leads_in_doubt,
    options_at,
)
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS, SUIT_NAMES, SUITS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_16b")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A table for a path through Law 16B; None when this one does not fit."""
    if not facts["extraneous"]:
        return _nothing_given(table, rng)
    if not facts["acted"]:
        return _before_the_call(table, rng)
    stagings = [_after_a_pass]
    if "suggested" in facts:
        stagings.append(_on_lead)
    if not facts.get("suggested"):
        stagings.append(_after_an_invitation)
    rng.shuffle(stagings)
    found = (staging(table, facts, rng) for staging in stagings)
    return next((setting for setting in found if setting is not None), None)


# -- the places --------------------------------------------------------------------------------------------------------


def _passes(table: Table) -> list[int]:
    """Places at which somebody passed over an opponent's bid and his partner called afterwards."""
    found = []
    for place in range(1, len(table.made) - 2):
        standing = table.standing(place)
        seat, option = table.made[place]
        if option.call is PASS and standing.bidder is not None and standing.bidder.side is not seat.side:
            found.append(place)
    return found


@dataclass(frozen=True)
class _Given:
    """What partner did: a sentence, a noun for it, the note in the diagram, and what players take it to mean."""

    sentence: str
    noun: str
    note: str
    reading: str


def _given(rng: random.Random, over: Call, partner: Seat) -> _Given:
    sentence, noun, note, reading = rng.choice(words.PASSED)
    return _Given(sentence.format(partner=partner.full_name, over=the_call(over)), noun, note, reading)


def _setting(
    table: Table,
    chooser: Seat,
    calls: Sequence[tuple[Seat, Call]],
    given: _Given | None,
    place: int,
    openings: Sequence[str],
    *,
    found: dict[str, int] | None = None,
    places: dict[str, str] | None = None,
    told: frozenset[str] = frozenset(),
) -> Setting:
    made = auction_data(table, len(calls))
    for at, (seat, call) in enumerate(calls):
        if at >= len(made) or made[at]["call"] != call.text:
            made[at:] = [{"by": seat.value, "call": call.text}]
    record: dict[str, Any] = {"board": table.board, "auction": made, "offender": chooser.value}
    if found is not None:
        record["poll"] = found
    known = {"hint": "the tempo", "chosen": "the call", "alternative": "a pass"}
    if given is not None:
        known |= {"given": given.sentence, "hint": given.noun, "reading": given.reading.format(hint=given.noun)}
    return Setting(
        record,
        openings,
        chooser.value,
        shown=frozenset({"alternative"}) if found is not None else frozenset(),
        told=frozenset({"extraneous", "acted"}) | told,
        places={**known, **(places or {})},
        notes={place: given.note} if given is not None else {},
        hands=(chooser.value,),
        situation=(given.noun if given else "",),
    )


# -- nothing given, nothing done ---------------------------------------------------------------------------------------


def _nothing_given(table: Table, rng: random.Random) -> Setting | None:
    places = [place for place in _passes(table) if table.made[place + 2][1].call is not PASS]
    if not places:
        return None
    place = rng.choice(places)
    chooser = table.made[place + 2][0]
    sentences = [*TEXTS.lines("ordinary"), *(TEXTS.lines("skipped") if is_jump(table, place - 1) else ())]
    call = table.made[place + 2][1].call
    return _setting(
        table,
        chooser,
        table.before(place + 3),
        None,
        place,
        sentences,
        places={
            "over": the_call(standing_bid(table, place)),
            "chosen": the_call(call),
            "accuser": chooser.lho.full_name,
        },
    )


def standing_bid(table: Table, place: int) -> Call:
    """The last bid before a place; a pass when there is none."""
    return table.standing(place).bid or PASS


def _before_the_call(table: Table, rng: random.Random) -> Setting | None:
    places = _passes(table)
    if not places:
        return None
    place = rng.choice(places)
    partner, chooser = table.made[place][0], table.made[place + 2][0]
    given = _given(rng, standing_bid(table, place), partner)
    return _setting(
        table,
        chooser,
        table.before(place + 2),
        given,
        place,
        TEXTS.lines("reserved"),
        places={"claimer": rng.choice([chooser.lho, chooser.rho]).full_name},
    )


# -- calls -------------------------------------------------------------------------------------------------------------


def _after_a_pass(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """Partner passed with an effort; the player bids on, or passes too."""
    places = _passes(table)
    rng.shuffle(places)
    for place in places:
        spot = _spot(table, place + 2, facts, rng)
        if spot is not None:
            given = _given(rng, standing_bid(table, place), table.made[place][0])
            return _chosen(table, spot, given, place, facts, rng)
    return None


def _spot(table: Table, turn: int, facts: Facts, rng: random.Random) -> Spot | None:
    seat, natural = table.made[turn]
    calls = table.before(turn)
    if not facts["alternative"]:
        return Spot(table.dealer, calls, seat, natural.call, PASS) if clear(table, turn) else None
    bids = list(forward(table, turn, options_at(table, turn)))
    if not bids:
        return None
    if not facts["suggested"] and natural.call is not PASS:
        return None  # most players would bid, and the one who passed would need another reason
    bid = rng.choice(bids)
    # A pause over an opponent's bid speaks for bidding: it never makes the pass more attractive.
    chosen, other = (bid, PASS) if facts["suggested"] else (PASS, bid)
    return Spot(table.dealer, calls, seat, chosen, other)


def _after_an_invitation(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """Partner invited game after long thought; the player accepts or declines."""
    places = [
        place
        for place in range(len(table.made) - 2)
        if any(mark in table.made[place][1].words for mark in ("invites game", "limit raise"))
        and table.made[place + 1][1].call is PASS
    ]
    if not places:
        return None
    place = places[0]
    turn = place + 2
    seat, natural = table.made[turn]
    if not facts["alternative"]:
        if not clear(table, turn):
            return None
        chosen, other = natural.call, PASS
    else:
        suit = table.made[place][1].call.denomination
        bids = [bid for bid in forward(table, turn, options_at(table, turn)) if bid.denomination == suit]
        if not bids:
            return None
        chosen, other = natural.call, PASS if natural.call.is_bid else bids[0]
    sentence, noun, note, reading = rng.choice(words.INVITED)
    invitation = table.made[place][1].call
    given = _Given(sentence.format(partner=table.made[place][0].full_name, bid=invitation.symbol), noun, note, reading)
    return _chosen(table, Spot(table.dealer, table.before(turn), seat, chosen, other), given, place, facts, rng)


def _chosen(table: Table, spot: Spot, given: _Given, place: int, facts: Facts, rng: random.Random) -> Setting | None:
    places = {"chosen": the_call(spot.chosen), "alternative": "a pass" if spot.other is PASS else spot.other.symbol}
    places["choosing"] = "passing" if spot.chosen is PASS else f"bidding {spot.chosen.symbol}"
    if spot.chosen.text == "X":
        places["choosing"] = "doubling"
    places["other"] = "passing" if spot.other is PASS else spot.other.symbol
    places["done"] = {"P": "passed", "X": "doubled", "XX": "redoubled"}.get(
        spot.chosen.text, f"bid {spot.chosen.symbol}"
    )
    calls = [*spot.before, (spot.chooser, spot.chosen)]
    if facts.get("advantage") in ("gained", "not gained"):
        scored = compared(table, spot, rng, better=facts["advantage"] == "gained")
        if scored is None:
            return None
        places |= scored
        calls += [(seat, PASS) for seat in (spot.chooser.lho, spot.chooser.partner, spot.chooser.rho)]
    places["compare"] = rng.choice(TEXTS.lines("compared", str(facts.get("advantage", "open")))).format(
        chooser=spot.chooser.full_name, **_filled(places)
    )
    found = poll(rng, alternative=bool(facts["alternative"]))
    places["polled"] = polled(rng, found, spot.chooser, places)
    return _setting(table, spot.chooser, calls, given, place, TEXTS.lines("called"), found=found, places=places)


def _filled(places: dict[str, str]) -> dict[str, str]:
    return {"result": "", "instead": "", **places}


# -- leads -------------------------------------------------------------------------------------------------------------

_MINORS: Final = ("D", "C")


def _on_lead(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """The leader's partner asked about one bid of the opponents; that suit is led, or another one."""
    played = contract_of(table)
    if played is None or played.multiplier > 1:
        return None
    leader, partner = played.declarer.lho, played.declarer.rho
    asked = [
        place
        for place in range(len(table.made) - 1)
        if _may_ask(table, place, partner, shown=bool(facts["suggested"]))
        and table.made[place + 1][0] is partner
        and table.made[place + 1][1].call is PASS
    ]
    if not asked:
        return None
    place = asked[-1]
    bid = table.made[place][1].call
    suit = bid.denomination
    held = {one: cards(table, leader, one) for one in SUITS}
    others = [one for one in leads_in_doubt(held) if one not in (suit, played.bid.denomination)]
    if suit == played.bid.denomination or len(held[suit]) not in (2, 3) or not others:
        return None
    other = max(others, key=lambda one: len(held[one]))
    led, left = (suit, other) if facts["suggested"] else (other, suit)
    card = card_name(led, lead_from(held[led]))
    sentence, noun, note, reading = rng.choice(words.ASKED)
    asking = {"partner": partner.full_name, "bid": bid.symbol, "suit": SUIT_NAMES[suit][:-1]}
    given = _Given(sentence.format(**asking), noun, note, reading.format(hint=noun, **asking))
    places = {
        "chosen": f"the {SUIT_NAMES[led][:-1]} lead",
        "alternative": f"a {SUIT_NAMES[left][:-1]} lead",
        "other": f"a {SUIT_NAMES[left][:-1]}",
        "choosing": f"leading a {SUIT_NAMES[led][:-1]}",
        "card": card,
        "contract_words": played.words,
    }
    tricks = 6 + played.bid.level
    compare = rng.choice(TEXTS.lines("compared_leads", str(facts.get("advantage", "open"))))
    places["compare"] = compare.format(declarer=played.declarer.full_name, tricks=number(tricks), **places)
    found = poll(rng, alternative=True)
    places["polled"] = polled(rng, found, leader, places)
    return _setting(
        table, leader, table.before(len(table.made)), given, place + 1, TEXTS.lines("led"), found=found, places=places
    )


def _may_ask(table: Table, place: int, partner: Seat, *, shown: bool) -> bool:
    """An opponent's bid in a suit that one could well ask about: an artificial one, or a minor that shows the suit.

    shown: whether the latter will do; nobody leads a suit that the opponents have shown without some hint.
    """
    seat, option = table.made[place]
    artificial = option.meaning is not None and option.meaning.artificial
    return (
        seat.side is not partner.side
        and option.call.denomination in SUITS
        and (artificial or (shown and option.call.denomination in _MINORS))
    )
