"""Law 49: a defender's card that comes to light in the play, and the many ways in which that happens."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment, record_of
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words, is_honour
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_49")
_FIRST: Final = 2
_LAST: Final = 10
_SEEN: Final = frozenset(("several_cards", "honour"))
"""What the cards of the record show."""


def exposed(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Declarer's side leads to a trick, and a defender who has still to play exposes a card."""

    def fits(moment: Moment) -> bool:
        return len(moment.cards) == 1 and moment.position.defends(moment.hand)

    moment = one_moment(table, fits, rng, first=_FIRST, last=_LAST)
    offender = moment.hand
    if facts["exposed_how"] == "remark on this trick" or rng.random() < 0.5:
        offender = offender.partner  # whoever is next and shows a card has played it
    cards = _cards(moment, offender, facts, rng)
    return _setting(moment, offender, facts, cards, shown=facts.keys() & _SEEN)


def led_early(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A defender leads although declarer has not chosen yet what is led because of partner's penalty card."""

    def cards(moment: Moment) -> list[str]:
        position = moment.position
        if moment.cards or not position.defends(moment.hand):
            return []
        return [card for card in position.hands[moment.hand.partner] if is_honour(card)]

    moment = one_moment(table, lambda one: bool(cards(one)), rng, first=_FIRST, last=_LAST)
    owner, card = moment.hand.partner, one_of(sorted(cards(moment)), rng)
    lying = [{"card": card, "by": owner.value, "rank": "major"}]
    kind = TEXTS.kind("found", facts)
    return Setting(
        record_of(moment, [(moment.hand, moment.card)], penalty_cards=lying),
        TEXTS.lines("openings", kind),
        offender=moment.hand.value,
        shown=frozenset(("exposed_how",)),
        places={
            **_of(moment),
            "lying": f"the {card_words(card)}",
            "named": f"the {card_words(moment.card)}",
            "suit": SUIT_NAMES[card[0]],
            **TEXTS.data("one card"),
        },
        hands=[moment.hand.value],
        situation=(kind,),
    )


def _setting(moment: Moment, offender: Seat, facts: Facts, cards: tuple[str, ...], shown: frozenset[str]) -> Setting:
    kind = TEXTS.kind("found", facts)
    leader, led = moment.cards[0]
    return Setting(
        {"offender": offender, **record_of(moment, known=()), "cards": cards},
        TEXTS.lines("openings", kind),
        shown=shown,
        places={
            **_of(moment),
            "leader": moment.position.player_of(leader),
            "led": f"the {card_words(led)}",
            "from": TEXTS.line("from", "dummy" if leader is moment.position.dummy else "hand"),
            "named": _named(cards),
            "declarers": moment.contract.declarer,
            **TEXTS.data("one card" if len(cards) == 1 else "several cards"),
        },
        situation=(kind,),
    )


def _of(moment: Moment) -> dict[str, object]:
    return {"trick": number(moment.number), "contract_by": moment.contract}


def _named(cards: tuple[str, ...]) -> str:
    shown = [card_words(card) for card in cards]
    return f"the {' and '.join(shown)}"


def _cards(moment: Moment, offender: Seat, facts: Facts, rng: random.Random) -> tuple[str, ...]:
    """Which cards come to light: one, or two where the path is about several."""
    hand = sorted(moment.position.hands[offender])
    if facts.get("several_cards"):
        if len(hand) < len(Seat):
            raise Unfit
        low = [card for card in hand if not is_honour(card)]
        pool = low if rng.random() < 0.6 and len(low) > 1 else hand
        return tuple(rng.sample(pool, 2))
    how = facts["exposed_how"]
    if "honour" in facts:
        pool = [card for card in hand if is_honour(card) is facts["honour"]]
    elif how == "remark on this trick":
        led = moment.position.trick.led
        pool = [card for card in hand if card[0] == led and is_honour(card)]
    else:
        pool = hand
    return (one_of(pool, rng),)
