"""Law 59: a defender who cannot lead or play as declarer has chosen, or says so."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment, record_of
from exams.scenarios.tables import Table, one_of
from laws.rulings.calls import SUIT_NAMES, SUITS
from laws.rulings.cards import card_words, is_honour
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_59")
_FIRST: Final = 2
_LAST: Final = 12


def leads(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Declarer has required or forbidden a suit because of the penalty card of the leader's partner."""
    why = facts["why_unable"]

    def cards(moment: Moment) -> list[str]:
        position, leader = moment.position, moment.hand
        if not moment.leads or not position.defends(leader):
            return []
        own = {card[0] for card in position.hands[leader]}
        theirs = [card for card in position.hands[leader.partner] if is_honour(card)]
        if why == "only that suit":
            return [card for card in theirs if own == {card[0]}]
        return [card for card in theirs if (card[0] in own) is (why == "able") and len(own) > 1]

    moment = one_moment(table, lambda one: bool(cards(one)), rng, first=_FIRST, last=_LAST)
    lying = one_of(sorted(cards(moment)), rng)
    kind = "forbidden" if why == "only that suit" else "required"
    record = record_of(
        moment,
        penalty_cards=[{"card": lying, "by": moment.hand.partner.value, "rank": "major"}],
        restrictions=[{"player": moment.hand.value, "kind": kind, "suit": lying[0]}],
    )
    return _setting(moment, facts, record, lying[0], rng, shown=frozenset(facts), lying=f"the {card_words(lying)}")


def follows(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A defender has played before partner, and declarer has named a suit that partner may not or must play (57A)."""

    def fits(moment: Moment) -> bool:
        position, led = moment.position, moment.position.trick.led
        held = position.hands[moment.hand]
        return len(moment.cards) == 1 and position.defends(moment.hand) and any(card[0] == led for card in held)

    moment = one_moment(table, fits, rng, first=_FIRST, last=_LAST)
    led = moment.position.trick.led
    suit = one_of([one for one in SUITS if one != led], rng)
    record = {"declarer": moment.contract.declarer, "contract": moment.contract.bid.text}
    early = one_of(sorted(moment.position.hands[moment.hand.partner]), rng)
    return _setting(
        moment, facts, record, suit, rng, shown=frozenset(), lying=f"the {card_words(early)}", led=SUIT_NAMES[led]
    )


def _setting(
    moment: Moment,
    facts: Facts,
    record: Mapping[str, object],
    suit: str,
    rng: random.Random,
    shown: frozenset[str],
    **places: str,
) -> Setting:
    player: Seat = moment.hand
    kind = TEXTS.kind("found", facts)
    return Setting(
        {**record, "player": player},
        TEXTS.lines("openings", kind),
        offender=player.value,
        shown=shown,
        places={
            "trick": number(moment.number),
            "contract_by": moment.contract,
            "who": player,
            "friend": player.partner,
            "suit": SUIT_NAMES[suit],
            "one": SUIT_NAMES[suit].removesuffix("s"),
            **places,
        },
        hands=[player.value],
        situation=(kind, moment.number, player.value, suit, *places.values()),
    )
