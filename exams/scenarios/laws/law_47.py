"""Law 47: a card that has been played, and the reasons for which its player wants it back."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment
from exams.scenarios.play.players import high
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words, is_honour
from laws.rulings.play.legal import may_play
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_47")
_FIRST: Final = 2
_LAST: Final = 10
_SEEN: Final = frozenset(("player_defends",))
"""What the seats of the record show."""
_OWN_FAULT: Final = ("illegal play",)


def leads(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A card that was led: out of turn, because an opponent said so, or because of a wrong explanation."""
    opening = facts.get("opening_lead") is True
    defends = facts.get("player_defends")

    told = facts["retraction"]

    def fits(moment: Moment) -> bool:
        if not moment.leads or opening is not (moment.number == 1):
            return False
        if told == "told it was their turn" and not moment.position.defends(moment.hand):
            return False
        return defends is None or moment.position.defends(moment.hand.rho) is defends

    if told == "explained wrongly":
        moment = _defender_leads(table, rng, opening=opening)
        return _setting(moment, facts, moment.hand, moment.card, moment.hand.lho.partner, rng)
    moment = one_moment(table, fits, rng, first=1 if opening else _FIRST, last=_LAST)
    wrong = moment.hand.rho if told != "told it was their turn" else moment.hand.partner
    card = one_of(sorted(moment.position.hands[wrong]), rng)
    player = moment.position.player_of(wrong)
    blame = wrong.lho if told == "told it was their turn" else player
    if moment.position.player_of(blame) is not blame:
        blame = blame.partner
    return _setting(moment, facts, wrong, card, blame, rng, proper=moment.position.player_of(moment.hand))


def _defender_leads(table: Table, rng: random.Random, *, opening: bool) -> Moment:
    return one_moment(
        table,
        lambda one: one.leads and one.position.defends(one.hand),
        rng,
        first=1 if opening else _FIRST,
        last=1 if opening else _LAST,
    )


def follows(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A card that was played to a trick."""
    why, defends = facts["retraction"], _defends(facts)

    def fits(moment: Moment) -> bool:
        if len(moment.cards) == 0 or moment.hand is moment.position.dummy:
            return False
        return defends is None or moment.position.defends(moment.hand) is defends

    moment = one_moment(table, fits, rng, first=_FIRST, last=_LAST)
    player, card = moment.hand, moment.card
    led = moment.position.trick.led
    if why == "illegal play":
        held = sorted(moment.position.hands[player])
        if not any(one[0] == led for one in held):
            raise Unfit
        card = one_of([one for one in held if one[0] != led], rng)
    before = moment.position.player_of(moment.cards[-1][0])
    if why in _OWN_FAULT:
        offender = player
    elif facts.get("why_changed") == "own side's irregularity":
        offender = player.partner if player.partner is not moment.position.dummy else player
    else:
        offender = before if before.side is not player.side else player.lho
        offender = moment.position.player_of(offender)
    return _setting(moment, facts, player, card, offender, rng)


def _defends(facts: Facts) -> bool | None:
    if "player_defends" in facts:
        return bool(facts["player_defends"])
    if facts["retraction"] == "explained wrongly" or facts.get("why_changed") == "slip of the tongue":
        return True
    return None


def corrected_lead(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Declarer follows to a lead of another suit than was required, and has to follow anew once the lead is corrected."""

    def suits(moment: Moment) -> list[str]:
        hands = moment.position.hands
        if len(moment.cards) != 1 or moment.hand is not moment.contract.declarer:
            return []
        leader, led = moment.cards[0][0], moment.cards[0][1][0]
        required = any(card[0] == led and is_honour(card) for card in hands[leader.partner])
        if not required or not any(card[0] == led for card in hands[moment.hand]):
            return []
        both = {card[0] for card in hands[leader]} & {card[0] for card in hands[moment.hand]}
        return sorted(both - {led, moment.position.trumps})

    moment = one_moment(table, lambda one: bool(suits(one)), rng, first=_FIRST, last=_LAST)
    suit, hands = one_of(suits(moment), rng), moment.position.hands
    leader, led = moment.cards[0]
    wrong, card = (min((one for one in hands[seat] if one[0] == suit), key=high) for seat in (leader, moment.hand))
    lying = one_of(sorted(one for one in hands[leader.partner] if one[0] == led[0] and is_honour(one)), rng)
    return _setting(
        moment,
        facts,
        moment.hand,
        card,
        leader,
        rng,
        friend=leader.partner,
        lying=f"the {card_words(lying)}",
        wrong=f"the {card_words(wrong)}",
    )


def designated(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Declarer names another card of dummy's than was meant."""
    moment = one_moment(
        table, lambda one: one.hand is one.position.dummy and one.number >= _FIRST, rng, first=_FIRST, last=_LAST
    )
    others = [card for card in may_play(moment.position, moment.hand) if card != moment.card]
    return _setting(moment, facts, moment.hand, one_of(others, rng), None, rng)


def _setting(
    moment: Moment,
    facts: Facts,
    hand: Seat,
    card: str,
    offender: Seat | None,
    rng: random.Random,
    **places: Any,
) -> Setting:
    kind = TEXTS.kind("found", facts)
    held = sorted(moment.position.hands[hand] - {card, moment.card})
    led = moment.cards[0][1] if moment.cards else moment.card
    player = moment.position.player_of(hand)
    others = [seat for seat in (player.lho, player.rho) if seat is not moment.position.dummy]
    return Setting(
        {
            "declarer": moment.contract.declarer,
            "contract": moment.contract.bid.text,
            "player": hand,
            "offender": offender,
            "cards": (card,),
        },
        TEXTS.lines("openings", kind),
        offender=str(offender or player),
        shown=_SEEN & facts.keys(),
        places={
            "trick": number(moment.number),
            "contract_by": moment.contract,
            "who": player,
            "led": f"the {card_words(led)}",
            "meant": f"the {card_words(moment.card)}",
            "suit": SUIT_NAMES[led[0]],
            "one": SUIT_NAMES[led[0]].removesuffix("s"),
            "another": f"the {card_words(rng.choice(held))}" if held else None,
            "opponent": offender if offender is not None and offender.side is not player.side else rng.choice(others),
            "opponents_partner": moment.contract.declarer.partner,
            **places,
        },
        situation=(kind, moment.number, hand.value, card),
    )
