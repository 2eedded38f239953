"""Law 42: dummy who speaks, counts, asks or plays a card."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from exams.scenarios.laws import law_61
from exams.scenarios.narration.bridge import contract_of, number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment, record_of
from exams.scenarios.tables import Table, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words

TEXTS: Final = texts("law_42")
_TRICKS: Final = (3, 10)
_SIDES: Final = {"NS": "North–South", "EW": "East–West"}
_DEFENDERS_LEAD: Final = 1
"""Of the warnings, the one that a defender gets."""


def asked(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Dummy asks a player who has not followed suit, at the table of the law on inquiries."""
    declarer = facts["asks_declarer"]
    inquiry = "dummy asked declarer" if declarer else "dummy asked a defender"
    lost = bool(facts.get("dummy_rights_lost"))
    found = law_61.question(table, {**facts, "inquiry": inquiry, "dummy_may_ask": not lost}, rng)
    kind = TEXTS.kind("found", facts)
    shown = {"asks_declarer", *(("could_follow", "revoke_established") if facts["could_follow"] else ())}
    wanted = ("a_suit", "answer", "asked", "deed", "objector", "played", "the_suit")
    places, dummy = {name: found.places[name] for name in wanted}, found.places["asker"]
    return replace(
        found,
        opening=TEXTS.lines("openings", kind),
        shown=shown & facts.keys(),
        places={
            **places,
            "dummy": dummy,
            "breach": rng.choice(TEXTS.lines("breaches")),
        },
        situation=(kind,),
        answer=TEXTS.line("asked_so", declarer and not lost, dummy=dummy),
    )


def named(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Declarer names a card of dummy, which is to follow suit."""
    follows = facts["named_card_follows"]

    def fits(moment: Moment) -> bool:
        position, led = moment.position, moment.position.trick.led
        return moment.hand is position.dummy and bool(led) and (moment.card[0] == led)

    moment = one_moment(table, fits, rng, first=_TRICKS[0], last=_TRICKS[1])
    position, led = moment.position, moment.position.trick.led
    card = moment.card
    if not follows:
        others = sorted(one for one in position.hands[position.dummy] if one[0] != led)
        card = one_of(others, rng)
    declarer = position.declarer
    suit = SUIT_NAMES[led][:-1]
    kind = TEXTS.kind("found", facts)
    return Setting(
        {
            "player": position.dummy,
            "offender": position.dummy,
            **record_of(moment, known=(position.dummy,)),
        },
        TEXTS.lines("openings", kind),
        places={
            "dummy": position.dummy,
            "caller": rng.choice((declarer.lho, declarer.rho)),
            "card_named": f"the {card_words(card)}",
            "the_suit": suit,
            "a_suit": f"a {suit}",
            "trick": number(moment.number),
        },
        hands=[position.dummy],
        situation=(kind, moment.number, card),
    )


def told(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Dummy speaks, or keeps count, at some trick of the contract that the table has reached."""
    contract = contract_of(table)
    declarer = contract.declarer
    dummy = declarer.partner
    defender = rng.choice((declarer.lho, declarer.rho))
    culprit = declarer if facts.get("own_side", rng.random() < 1 / 3) else defender
    kind, trick = TEXTS.kind("found", facts), rng.randrange(3, 8)
    players: Mapping[str, Any] = {
        "dummy": dummy,
        "declarer": declarer,
        "defender": defender,
        "witness": defender.partner,
    }
    warnings = TEXTS.lines("warnings")
    # Only a warning to declarer is about the hand to lead from.
    warning = rng.choice(warnings) if kind == "stops" else warnings[1 - _DEFENDERS_LEAD]
    lost = TEXTS.lines("lost", "yes" if facts.get("dummy_rights_lost") else "no")
    return Setting(
        {"offender": culprit, "player": dummy, "declarer": declarer, "auction": table.made},
        TEXTS.lines("openings", kind),
        shown={"own_side"} & facts.keys(),
        places={
            **players,
            "contract_by": contract,
            "trick": number(trick),
            "later": number(trick + rng.randrange(2, 5)),
            "caller": rng.choice([seat for seat in (declarer.lho, declarer.rho) if seat is not culprit]),
            "culprit": culprit,
            "deed": TEXTS.line("deeds", "declarer" if culprit is declarer else "defender", culprit=culprit),
            "before": rng.choice(lost),
            "done": warning.replace("{trick}", number(trick)),
            "argument": rng.choice(TEXTS.lines("arguments")),
            "fact": rng.choice(TEXTS.lines("facts")),
            "defenders": _SIDES[defender.side.value],
        },
        situation=(kind, trick),
    )
