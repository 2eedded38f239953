"""Law 58: two players play at the same moment, or one hand plays two cards or more."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment
from exams.scenarios.play.players import high
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words, is_honour
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_58")
_MIDDLE: Final = 9
"""Later on a hand holds too few cards to show several."""
_SEVERAL: Final = 3


def two_players(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """58A: a card in turn, and at the same moment one by somebody else."""
    next_in_turn, legal = facts["next_in_turn"], facts["legal_to_trick"]
    defends = facts.get("defends", rng.random() < 0.5)

    def offender_at(moment: Moment) -> Seat | None:
        other = moment.hand.lho if next_in_turn else moment.contract.declarer
        fits = moment.position.defends(other) is defends and other not in (moment.hand, moment.hand.partner)
        if not fits or (not next_in_turn and other is moment.hand.lho) or any(s is other for s, _ in moment.cards):
            return None
        return other if moment.position.player_of(other) is not moment.player else None

    moment = one_moment(
        table, lambda one: bool(one.leads or next_in_turn) and offender_at(one) is not None, rng, first=2, last=_MIDDLE
    )
    offender = offender_at(moment)
    if offender is None:
        raise Unfit
    led = moment.cards[0][1][0] if moment.cards else moment.card[0]
    held = sorted(moment.position.hands[offender], key=high)
    following = [card for card in held if card[0] == led]
    if not following or (legal and moment.card[0] != led):
        raise Unfit
    card = one_of(following if legal else [one for one in held if one[0] not in (led, moment.position.trumps)], rng)
    kind = TEXTS.kind("at once", facts)

    def from_dummy(hand: Seat) -> str:
        return TEXTS.line("from dummy") if hand is moment.position.dummy else ""

    of_dummy = offender is moment.position.dummy
    places = {
        "from_where": from_dummy(offender),
        "holder": TEXTS.line("holder") if of_dummy else offender,
        "plays_too": TEXTS.line("plays too", "dummy" if of_dummy else "hand", card=f"the {card_words(card)}"),
        "first_player": moment.player,
        "second_player": moment.position.player_of(offender),
        "led_suit": SUIT_NAMES[led],
        "in_turn": TEXTS.line(
            "in turn",
            "lead" if moment.leads else "follow",
            first_player=moment.player,
            trick=number(moment.number),
            led_suit=SUIT_NAMES[led],
            next_card=f"the {card_words(moment.card)}{from_dummy(moment.hand)}",
        ),
    }
    return _setting(table, moment, offender, (card, moment.card), kind, places)


def one_hand(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """58B: one hand shows two cards or more, or the cards stick together."""
    kind = TEXTS.kind("at once", facts)
    defends = facts.get("defends", True)

    def fits(moment: Moment) -> bool:
        own = moment.position.defends(moment.hand) is defends and moment.hand is not moment.position.dummy
        return own and bool(moment.cards) and len(moment.cards) < _SEVERAL

    moment = one_moment(table, fits, rng, first=2, last=_MIDDLE)
    led = moment.cards[0][1][0]
    held = sorted((card for card in moment.position.hands[moment.hand] if card[0] == led), key=high)
    if len(held) < _SEVERAL:
        raise Unfit
    cards = _shown(held, facts, rng)
    followed = "yes" if facts.get("opponent_followed") else "no"
    places = {
        "led_by": moment.position.player_of(moment.cards[0][0]),
        "led_card": f"the {card_words(moment.cards[0][1])}",
        "from_where": TEXTS.line("from dummy") if moment.cards[0][0] is moment.position.dummy else "",
        "left": " and ".join(f"the {card_words(card)}" for card in cards[1:]),
        "since": TEXTS.line("since", followed) if "opponent_followed" in facts else "",
    }
    if kind == "found later":
        cards = ()
    return _setting(table, moment, moment.hand, cards, kind, places)


def _shown(held: list[str], facts: Facts, rng: random.Random) -> tuple[str, ...]:
    """The card that is played, and those left over."""
    if not facts.get("several_visible"):
        return (rng.choice(held),)
    if facts.get("several_left"):
        first, *left = rng.sample(held, _SEVERAL)
        return (first, *sorted(left, key=high, reverse=True))
    low, honours = [card for card in held if not is_honour(card)], [card for card in held if is_honour(card)]
    other = one_of(honours if facts.get("honour_left") else low if "honour_left" in facts else held, rng)
    return one_of([card for card in held if card != other], rng), other


def _setting(
    table: Table, moment: Moment, offender: Seat, cards: tuple[str, ...], kind: str, places: Mapping[str, Any]
) -> Setting:
    record = {
        "contract": moment.contract.bid.text,
        "declarer": moment.contract.declarer,
        "offender": offender,
        "auction": table.before(),
    }
    shown = {"defends"}
    if len(cards) > 1 and "led_by" in places:
        shown |= {"several_visible", "several_left", "honour_left"}
    return Setting(
        record | ({"cards": cards} if cards else {}),
        TEXTS.lines("openings", kind),
        shown=shown,
        places={"contract_by": moment.contract, **places},
        situation=(kind, moment.number, cards),
    )
