"""Law 51: two penalty cards of one defender at a moment of the play."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment
from exams.scenarios.play.penalty_cards import told
from exams.scenarios.tables import Table, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_51")
_FIRST: Final = 2
_LAST: Final = 11
_PLAYABLE: Final = {"none of them": 0, "one of them": 1, "two or more": 2}
_SHOWN: Final = frozenset(
    ("who_plays", "playable", "penalty_suits", "lead_choice", "some_left", "can_obey", "penalty_rank")
)
"""What the play of the record shows by itself."""


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Two penalty cards at their owner's turn, or at a lead of partner's."""
    leads = facts["who_plays"] == "partner to lead"
    pairs = _before_the_lead if leads else _at_the_turn
    moment = one_moment(table, lambda one: any(pairs(one, facts)), rng, first=_FIRST, last=12 if leads else _LAST)
    cards = list(one_of(pairs(moment, facts), rng))
    owner = moment.hand.partner if leads else moment.hand
    suits = _chosen(cards, facts)
    limits = _limits(moment.hand, suits, facts) if leads else ()
    left = [card for card in cards if card[0] not in suits]
    picked = [card for card in cards if card[0] in suits]
    led = moment.position.trick.led
    can = [card for card in cards if card[0] == led] or cards
    return told(
        TEXTS,
        facts,
        moment,
        owner,
        cards,
        limits=limits,
        seen=_SHOWN,
        suits=_list([SUIT_NAMES[suit] for suit in suits] or [*dict.fromkeys(SUIT_NAMES[card[0]] for card in cards)]),
        suit=SUIT_NAMES[suits[0] if suits else cards[0][0]],
        one=SUIT_NAMES[suits[0] if suits else cards[0][0]].removesuffix("s"),
        picked=_named(picked or cards),
        left=_named(left or cards),
        can=_named(can[:1]),
    )


def _at_the_turn(moment: Moment, facts: Facts) -> Iterator[tuple[str, ...]]:
    """Pairs of cards of the hand to play of which none, one or both are of the suit led."""
    position, held = moment.position, sorted(moment.position.hands[moment.hand])
    if not position.defends(moment.hand) or not moment.cards or moment.cards[0][0] is moment.hand.partner:
        return  # before a lead of partner's declarer would have had to choose
    led = position.trick.led
    free = [card for card in held if card[0] == led] or held
    if len(free) < 3:
        return
    for pair in combinations(held, 2):
        if sum(card in free for card in pair) == _PLAYABLE[facts["playable"]]:
            yield pair


def _before_the_lead(moment: Moment, facts: Facts) -> Iterator[tuple[str, ...]]:
    """Pairs of cards of the leader's partner, of one suit or two, with which the choice can be obeyed or cannot."""
    position, leader = moment.position, moment.hand
    if moment.cards or not position.defends(leader):
        return
    held = position.hands[leader]
    for pair in combinations(sorted(position.hands[leader.partner]), 2):
        if (pair[0][0] == pair[1][0]) is not (facts["penalty_suits"] == "one suit"):
            continue
        suits = _chosen(list(pair), facts)
        if "can_obey" in facts:
            wanted = facts["lead_choice"] == "required"
            able = any((card[0] in suits) is wanted for card in held)
            interesting = not able or (len({card[0] for card in held}) > 1 and any(card[0] in suits for card in held))
            if able is not facts["can_obey"] or not interesting:
                continue
        yield pair


def _chosen(cards: list[str], facts: Facts) -> list[str]:
    """The suits that declarer names: the first one, or both where none is left."""
    if facts.get("lead_choice") not in ("required", "forbidden"):
        return []
    suits = list(dict.fromkeys(card[0] for card in cards))
    return suits if facts.get("some_left") is False else suits[:1]


def _limits(leader: Seat, suits: Iterable[str], facts: Facts) -> list[dict[str, Any]]:
    choice = facts["lead_choice"]
    if choice == "free":
        return [{"player": leader.value, "kind": "free"}]
    return [{"player": leader.value, "kind": choice, "suit": suit} for suit in suits]


def _named(cards: Iterable[str]) -> str:
    return f"the {_list([card_words(card) for card in cards])}"


def _list(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
