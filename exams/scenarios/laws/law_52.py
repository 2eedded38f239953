"""Law 52: a defender plays another card although a penalty card could be played."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment, record_of
from exams.scenarios.play.players import card_for
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words, is_honour
from laws.rulings.play.told import Played

TEXTS: Final = texts("law_52")
_FIRST: Final = 2
_LAST: Final = 10


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A defender whose penalty card is of the suit led follows with the card that would be natural without it."""

    def cards(moment: Moment) -> list[str]:
        position = moment.position
        led, held = position.trick.led, position.hands[moment.hand]
        if not led or not position.defends(moment.hand) or moment.card[0] != led:
            return []
        if moment.cards[0][0] is moment.hand.partner:  # before that lead declarer would have had to choose
            return []
        return [card for card in held if card[0] == led and card != moment.card and is_honour(card)]

    def fits(moment: Moment) -> bool:
        last = len(moment.cards) == 3
        return bool(cards(moment)) and not (last and facts["declarer_played"])

    moment = one_moment(table, fits, rng, first=_FIRST, last=_LAST)
    lying = one_of(sorted(cards(moment)), rng)
    played: list[Played] = [(moment.hand, moment.card)]
    if facts["declarer_played"]:
        position = moment.position.copy()
        position.play(*played[0])
        following = moment.hand.lho
        winner, card = position.trick.winner(position.trumps), card_for(position, following)
        if winner is following.partner and is_honour(card):
            raise Unfit  # nobody would throw an honour under a card of their own side that is winning
        played.append((following, card))
    kind = TEXTS.kind("found", facts)
    leader, led = moment.cards[0]
    record = record_of(moment, played, penalty_cards=[{"card": lying, "by": moment.hand.value, "rank": "major"}])
    accepts = facts.get("accepts_other")
    return Setting(
        {**record, "offender": moment.hand, **({} if accepts is None else {"accepted": accepts})},
        TEXTS.lines("openings", kind),
        shown=frozenset(facts),
        places={
            "trick": number(moment.number),
            "contract_by": moment.contract,
            "leader": moment.position.player_of(leader),
            "led": f"the {card_words(led)}",
            "from": TEXTS.line("from", "dummy" if leader is moment.position.dummy else "hand"),
            "lying": f"the {card_words(lying)}",
            "named": f"the {card_words(moment.card)}",
            "suit": SUIT_NAMES[lying[0]],
            "next": moment.position.player_of(moment.hand.lho),
            "next_card": f"the {card_words(played[-1][1])}" if len(played) > 1 else None,
            "where": TEXTS.line("where", "dummy" if moment.hand.lho is moment.position.dummy else "hand"),
        },
        hands=[moment.hand.value],
        situation=(kind, moment.number, lying, moment.card),
    )
