"""Tables for Law 16C: a partner opened out of turn and had to take it back; the player calls, or leads, knowing that."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.bridge import (
    auction_data,
    card_name,
    cards,
    contract_of,
    did,
    lead_from,
    number,
    pair,
    the_call,
)
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.polls import poll, polled
from exams.scenarios.narration.suggestions import clear, forward, leads_in_doubt, options_at
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, data_of
from laws.rulings.calls import PASS, SUIT_NAMES, SUITS, SYMBOLS
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_16c")


Made = list[dict[str, Any]]


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A table for a path through Law 16C; None when this one does not fit."""
    stagings = [_in_the_auction, _on_lead] if "suggested" in facts else [_in_the_auction]
    rng.shuffle(stagings)
    found = (staging(table, facts, rng) for staging in stagings)
    return next((setting for setting in found if setting is not None), None)


def _opened(table: Table, offender: Seat) -> Option | None:
    """The offender's opening bid out of turn, as the system has it; None when he would not open."""
    option = table.system.choose(offender, [], table.hands[offender])
    return option if option.call.is_bid else None


def _strong(option: Option) -> bool:
    """It shows the values of an opening bid, and not of a pre-empt."""
    return option.meaning is not None and all(shown.hcp[0] >= 12 for shown in option.meaning.alternatives)


def _setting(
    table: Table,
    chooser: Seat,
    opened: Option,
    continued: Made,
    openings: Sequence[str],
    places: Mapping[str, str],
    found: dict[str, int] | None = None,
) -> Setting:
    offender = chooser.partner
    withdrawn = {"by": offender.value, "call": opened.call.text, "means": data_of(opened)}
    record: dict[str, Any] = {
        "board": table.board,
        "auction": [withdrawn],
        "accepted": False,
        "offender": offender.value,
        "player": chooser.value,
    }
    if continued:
        record["continued"] = continued
    if found is not None:
        record["poll"] = found
    known = {"bid": opened.call.symbol, "words": opened.words, "dealer": table.dealer.full_name}
    return Setting(
        record,
        openings,
        offender.value,
        shown=frozenset({"alternative"}) if found is not None else frozenset(),
        told=frozenset({"acted"}),
        places={**known, "chosen": "the call", "alternative": "a pass", **places},
        marked=frozenset({0}),
        notes={0: "out of turn, not accepted and withdrawn"},
        hands=(chooser.value,),
    )


# -- in the auction ----------------------------------------------------------------------------------------------------


def _in_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """The partner of the dealer, or of the dealer's left-hand opponent, has opened before the dealer called."""
    turn = rng.choice([0, 1])
    chooser, natural = table.made[turn]
    opened = _opened(table, chooser.partner)
    if opened is None or (facts["acted"] and not _strong(opened)):
        return None
    before = auction_data(table, turn)
    if not facts["acted"]:
        return _setting(table, chooser, opened, before, _ASKS[turn], {})
    if not facts["alternative"]:
        if not clear(table, turn):
            return None
        chosen, other = natural.call, PASS
    else:
        bids = list(forward(table, turn, options_at(table, turn)))
        if not bids or opened.call in bids or (natural.call is not PASS and not facts["suggested"]):
            return None
        bid = rng.choice(bids)
        chosen, other = (bid, PASS) if facts["suggested"] else (PASS, bid)
    places = {
        "chosen": the_call(chosen),
        "alternative": "a pass" if other is PASS else other.symbol,
        "other": "passing" if other is PASS else other.symbol,
        "choosing": "passing" if chosen is PASS else "doubling" if chosen.text == "X" else f"bidding {chosen.symbol}",
        "done": did(chosen),
        "reading": rng.choice(TEXTS.lines("readings")).format(bid=opened.call.symbol),
    }
    sides = {"side": pair(chooser), "others": pair(chooser.lho)}
    places["outcome"] = rng.choice(TEXTS.lines("outcomes", str(facts.get("damage", "open")))).format(**sides)
    found = poll(rng, alternative=bool(facts["alternative"]))
    places["polled"] = polled(rng, found, chooser, places)
    return _setting(
        table,
        chooser,
        opened,
        [*before, {"by": chooser.value, "call": chosen.text}],
        TEXTS.lines("called"),
        places,
        found,
    )


_ASKS: Final[Mapping[int, Sequence[str]]] = {
    0: (
        "{offender} opened {bid} ({words}) before the dealer, {chooser}, had called. {lho} does not accept it, and you "
        "have it taken back. {chooser} is now to open the auction, and {others} ask you what {chooser} may do.",
        "Out of turn {offender} opens {bid}, which shows {words}. It is not accepted. “May I keep that in mind when "
        "I call?” asks {chooser}, the dealer.",
    ),
    1: (
        "{offender} opened {bid} ({words}) before the dealer, {dealer}, had called. It was not accepted, and you had it "
        "taken back. {dealer} has called, it is {chooser}'s turn, and {others} ask you what {chooser} may do.",
        "Out of turn {offender} opens {bid}, which shows {words}. It is not accepted, and {dealer} calls as dealer. “May "
        "I count on what I have seen?” asks {chooser}, whose turn it is.",
    ),
}


# -- on lead -----------------------------------------------------------------------------------------------------------


def _on_lead(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """The leader's partner opened a suit out of turn and passed ever after; that suit is led, or another one."""
    played = contract_of(table)
    if played is None or played.multiplier > 1:
        return None
    leader, offender = played.declarer.lho, played.declarer.rho
    if offender is table.dealer or any(
        option.call is not PASS for seat, option in table.made if seat.side is leader.side
    ):
        return None
    opened = _opened(table, offender)
    if opened is None or opened.call.denomination not in SUITS:
        return None
    suit = opened.call.denomination
    held = {one: cards(table, leader, one) for one in SUITS}
    others = [one for one in leads_in_doubt(held) if one not in (suit, played.bid.denomination)]
    against = {option.call.denomination for seat, option in table.made if seat.side is not leader.side}
    if suit in against or not 1 <= len(held[suit]) <= 3 or not others:
        return None
    other = max(others, key=lambda one: len(held[one]))
    led, left = (suit, other) if facts["suggested"] else (other, suit)
    places = {
        "chosen": f"the {SUIT_NAMES[led][:-1]} lead",
        "alternative": f"a {SUIT_NAMES[left][:-1]} lead",
        "other": f"a {SUIT_NAMES[left][:-1]}",
        "choosing": f"leading a {SUIT_NAMES[led][:-1]}",
        "card": card_name(led, lead_from(held[led])),
        "contract_words": played.words,
        "reading": f"The withdrawn bid told of length in {SYMBOLS[suit]}, and speaks for leading one",
    }
    outcome = rng.choice(TEXTS.lines("lead_outcomes", str(facts.get("damage", "open"))))
    places["outcome"] = outcome.format(
        declarer=played.declarer.full_name, tricks=number(6 + played.bid.level), alternative=places["alternative"]
    )
    found = poll(rng, alternative=True)
    places["polled"] = polled(rng, found, leader, places)
    return _setting(table, leader, opened, auction_data(table), TEXTS.lines("led"), places, found)
