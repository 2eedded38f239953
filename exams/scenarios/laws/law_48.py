"""Law 48: cards of declarer's or dummy's that come to light."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment, record_of
from exams.scenarios.tables import Table, one_of
from laws.rulings.cards import card_words
from laws.rulings.words import list_of

TEXTS: Final = texts("law_48")
_FIRST: Final = 2
_LAST: Final = 11
_LEFT: Final = (3, 8)
"""How many tricks are left when somebody faces a hand."""


def shown(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Declarer shows one card or two while a defender is on lead or to play."""

    def fits(moment: Moment) -> bool:
        return moment.position.defends(moment.hand) and len(moment.position.hands[moment.contract.declarer]) > 1

    moment = one_moment(table, fits, rng, first=_FIRST, last=_LAST)
    hand = sorted(moment.position.hands[moment.contract.declarer])
    several = facts["declarers_cards"] == "dropped or shown" and rng.random() < 0.5
    cards = rng.sample(hand, 2) if several else [one_of(hand, rng)]
    return _setting(moment, facts, cards)


def held(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """It is declarer's turn to play from the hand, and a card is held as one that is played."""

    def fits(moment: Moment) -> bool:
        return moment.hand is moment.contract.declarer and bool(moment.cards)

    moment = one_moment(table, fits, rng, first=_FIRST, last=_LAST)
    led = moment.position.trick.led
    own = sorted(moment.position.hands[moment.hand])
    pool = [card for card in own if card[0] == led and card != moment.card]
    return _setting(moment, facts, [one_of(pool, rng)], meant=moment.card)


def faced(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Declarer faces the whole hand in the middle of the play."""

    def fits(moment: Moment) -> bool:
        return moment.leads and _LEFT[0] <= moment.position.left <= _LEFT[1]

    return _setting(one_moment(table, fits, rng), facts, [])


def spread(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A defender leads out of turn to the first trick, and declarer begins to face the hand."""
    moment = one_moment(table, lambda one: one.leads, rng, first=1, last=1)
    wrong = moment.hand.partner
    card = one_of(sorted(moment.position.hands[wrong]), rng)
    return _setting(moment, facts, [], leader=wrong, led=f"the {card_words(card)}", proper=moment.hand)


def _setting(moment: Moment, facts: Facts, cards: list[str], meant: str = "", **places: object) -> Setting:
    kind = TEXTS.kind("found", facts)
    declarer = moment.contract.declarer
    return Setting(
        {"offender": declarer, **record_of(moment, known=()), "cards": tuple(cards) or None},
        TEXTS.lines("openings", kind),
        places={
            "trick": number(min(moment.number, 12)),
            "contract_by": moment.contract,
            "named": f"the {list_of([card_words(card) for card in cards], 'and')}" if cards else "the hand",
            "meant": f"the {card_words(meant)}" if meant else None,
            "left": number(moment.position.left) if moment.position.left <= 12 else None,
            "one_defender": declarer.lho,
            **TEXTS.data("one card" if len(cards) <= 1 else "several cards"),
            **places,
        },
        situation=(kind, moment.number, declarer.value, *cards),
    )
