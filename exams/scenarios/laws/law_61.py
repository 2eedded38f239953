"""Law 61: who may ask about a revoke, when tricks may be looked at, and what a revoke is."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import contract_of, number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.boards import Moment, one_moment, record_of
from exams.scenarios.play.revokes import begun, ends_trick, kind_of, revokes, ruffed, side_plays_on
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_61")
_TRICKS: Final = (3, 10)


def question(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Somebody asks a player who has not followed suit."""
    inquiry = str(facts["inquiry"])
    hands = ("declarer",) if inquiry in ("dummy asked declarer", "a defender asked declarer") else ("defender",)
    if facts["could_follow"]:
        revoke = one_of(list(revokes(table, rng, hands, *_TRICKS)), rng)
        line = begun(revoke)
        if facts["revoke_established"]:
            side_plays_on(line)
        elif rng.random() < 1 / 2:
            ends_trick(line)
        moment, card, record = revoke.moment, revoke.card, line.record()
    else:
        moment = one_moment(table, lambda one: _is_void(one, hands), rng, first=_TRICKS[0], last=_TRICKS[1])
        card = moment.card
        record = record_of(moment, [(moment.hand, card)])
    player, position = moment.player, moment.position
    asker = {
        "declarer asked a defender": position.declarer,
        "dummy asked declarer": position.dummy,
        "dummy asked a defender": position.dummy,
        "a defender asked declarer": rng.choice((position.declarer.lho, position.declarer.rho)),
        "a defender asked partner": player.partner,
    }[inquiry]
    suit = SUIT_NAMES[position.trick.led]
    kind = TEXTS.kind("found", facts)
    deed = "ruffed" if card[0] == position.trumps else "discarded"
    now = "later" if facts.get("revoke_established") else "now"
    return Setting(
        {"offender": player, "player": asker, **record},
        TEXTS.lines("openings", kind),
        shown={"inquiry"} | ({"could_follow"} if facts["could_follow"] else set()) | (_shown(facts)),
        places={
            "deed": TEXTS.line(
                "deeds", deed, player=player, ruffed=ruffed(position, card), played=f"the {card_words(card)}"
            ),
            "played": f"the {card_words(card)}",
            "the_suit": suit,
            "a_suit": f"a {suit[:-1]}",
            "asked": TEXTS.line("asked", now, the_suit=suit),
            "answer": TEXTS.line(
                "answers", "yes" if facts["could_follow"] else "no", player=player, a_suit=f"a {suit[:-1]}"
            ),
            "breach": TEXTS.lines("breaches")[rng.randrange(2)],
            "asker": asker,
            "objector": rng.choice([seat for seat in (asker.lho, asker.rho) if seat is not position.dummy]),
            "role": TEXTS.line("roles", kind_of_player(position.declarer, asker)),
            "what": TEXTS.line("what"),
            "trick": number(moment.number),
        },
        situation=(kind,),
    )


def _shown(facts: Facts) -> set[str]:
    return {"revoke_established"} if facts["could_follow"] else set()


def kind_of_player(declarer: Seat, seat: Seat) -> str:
    """Whether a player is declarer, dummy or a defender."""
    return "declarer" if seat is declarer else "dummy" if seat is declarer.partner else "defender"


def _is_void(moment: Moment, hands: tuple[str, ...]) -> bool:
    led = moment.position.trick.led
    return bool(led) and moment.card[0] != led and kind_of(moment.position, moment.hand) in hands


def told(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Tricks that somebody wants to look at, and a suit that had to be led."""
    contract = contract_of(table)
    declarer = contract.declarer
    offender = rng.choice((declarer.lho, declarer.rho))
    kind = TEXTS.kind("found", facts)
    suit, other = rng.sample("SHDC", 2)
    if suit == contract.bid.denomination:
        raise Unfit
    trick = rng.randrange(4, 8)
    return Setting(
        {"offender": offender, "player": declarer, "declarer": declarer, "auction": table.made},
        TEXTS.lines("openings", kind),
        places={
            "contract_by": contract,
            "the_suit": SUIT_NAMES[suit],
            "a_suit": f"a {SUIT_NAMES[suit][:-1]}",
            "led": card_words(other + rng.choice("QJT9")),
            "asker": declarer,
            "objector": offender,
            "trick": number(trick),
            "now": number(trick + rng.randrange(2, 5)),
            "what": TEXTS.line("what"),
            "played": "the card",
        },
        situation=(kind, suit, trick),
    )
