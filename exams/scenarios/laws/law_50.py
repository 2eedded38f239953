"""Law 50: a penalty card of one defender at a moment of the play, and what the table does about it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment
from exams.scenarios.play.penalty_cards import told
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words, is_honour
from laws.rulings.play.position import Position
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_50")
_FIRST: Final = 2
_LAST: Final = 11
"""Tricks at which a penalty card is looked at: dummy lies on the table, and there is still something to play."""
_SPARE: Final = 2
"""Cards that make a choice."""


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A penalty card at its owner's turn, or at a lead of partner's."""
    if facts["who_plays"] == "play is over":
        return _after_play(table, facts, rng)
    if facts["who_plays"] == "owner to play":
        return _owner_plays(table, facts, rng)
    return _partner_leads(table, facts, rng)


def _owner_plays(table: Table, facts: Facts, rng: random.Random) -> Setting:
    major = facts["penalty_rank"] == "major"

    def cards(moment: Moment) -> list[str]:
        position, held = moment.position, moment.position.hands[moment.hand]
        if not position.defends(moment.hand) or not moment.cards or moment.cards[0][0] is moment.hand.partner:
            return []  # before a lead of partner's declarer would have had to choose
        return _that_can(held, position.trick.led, major=major, playable=facts.get("can_be_played"))

    moment = one_moment(table, lambda one: bool(cards(one)), rng, first=_FIRST, last=_LAST)
    card = one_of(sorted(cards(moment)), rng)
    return told(TEXTS, facts, moment, moment.hand, [card])


def _that_can(held: Iterable[str], led: str, *, major: bool, playable: object) -> list[str]:
    """The cards of a hand that make a question of it as penalty cards: others could be played instead of them.

    A minor one is of the suit led, or the hand is out of that suit; a major one that cannot be played is of another suit.
    """
    suit = [card for card in held if card[0] == led]
    free = suit or list(held)
    if not major:
        low = [card for card in free if not is_honour(card)]
        return [card for card in low if sum(other[0] == card[0] for other in low) >= _SPARE]
    honours = [card for card in held if is_honour(card)]
    if playable:
        return [card for card in honours if card in free and len(free) >= _SPARE]
    return [card for card in honours if card not in free]


def _partner_leads(table: Table, facts: Facts, rng: random.Random) -> Setting:
    major, choice = facts["penalty_rank"] == "major", facts.get("lead_choice")

    def cards(moment: Moment) -> list[str]:
        position, leader = moment.position, moment.hand
        if not position.defends(leader) or moment.cards:
            return []
        theirs = [card for card in position.hands[leader.partner] if is_honour(card) is major]
        return [card for card in theirs if choice is None or fits_choice(position, leader, card[0], facts)]

    moment = one_moment(table, lambda one: bool(cards(one)), rng, first=_FIRST, last=12)
    card = one_of(sorted(cards(moment)), rng)
    return told(TEXTS, facts, moment, moment.hand.partner, [card])


def fits_choice(position: Position, leader: Seat, suit: str, facts: Facts) -> bool:
    """Whether a choice of this suit is one that the leader can obey, or cannot, as the path has it."""
    held = position.hands[leader]
    if facts["lead_choice"] == "free":
        return len({card[0] for card in held}) > 1
    wanted = facts["lead_choice"] == "required"
    able = any((card[0] == suit) is wanted for card in held)
    if able and "can_obey" in facts and facts["can_obey"]:
        return len({card[0] for card in held}) > 1 and (wanted or any(card[0] == suit for card in held))
    return able is facts.get("can_obey")


def _after_play(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """West leads a suit in which East holds an honour: when play is over, somebody asks whether the honour helped."""

    def cards(moment: Moment) -> list[str]:
        position, leader = moment.position, moment.hand
        if not position.defends(leader) or moment.cards:
            return []
        return [card for card in position.hands[leader.partner] if is_honour(card) and card[0] == moment.card[0]]

    moment = one_moment(table, lambda one: bool(cards(one)), rng, first=_FIRST, last=_LAST)
    card, owner = one_of(sorted(cards(moment)), rng), moment.hand.partner
    kind = TEXTS.kind("found", facts)
    return Setting(
        {
            "offender": owner,
            "declarer": moment.contract.declarer,
            "contract": moment.contract.bid.text,
            "cards": [card],
        },
        TEXTS.lines("openings", kind),
        places={
            "trick": number(moment.number),
            "lying": f"the {card_words(card)}",
            "suit": SUIT_NAMES[card[0]],
            "one": SUIT_NAMES[card[0]].removesuffix("s"),
            "led": f"the {card_words(moment.card)}",
            "contract_by": moment.contract,
            "other_suit": SUIT_NAMES[_another(moment, rng)],
        },
        hands=[moment.hand.value],
        situation=(kind, moment.number, card, moment.card),
    )


def _another(moment: Moment, rng: random.Random) -> str:
    """Another suit that the leader could have led. Raises Unfit when there is none."""
    suits = sorted({card[0] for card in moment.position.hands[moment.hand]} - {moment.card[0]})
    if not suits:
        raise Unfit
    return rng.choice(suits)
