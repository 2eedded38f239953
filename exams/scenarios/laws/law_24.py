"""Law 24: cards seen during the auction, and what becomes of them; cards seen just before and just after it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from exams.scenarios.narration.bridge import Contract, Made, contract_of, owned
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import PASS
from laws.rulings.cards import is_honour, parse_hand
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_24")
_OBSERVED: Final = frozenset(("several_cards", "honour", "ends_as", "defends"))
"""What the cards and the auction of the record show by themselves."""
_RIGHT_AWAY: Final = 6
"""Calls after which a card is seen at the latest, so that the auction is not the whole question."""


def before(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Before anybody has called."""
    return _setting(table, facts, rng, rng.choice(ROUND), (), 0, None)


def during(table: Table, facts: Facts, rng: random.Random) -> Setting:
    made = table.made
    ends_as = facts.get("ends_as", "undecided")
    played = contract_of(table) if ends_as != "undecided" else None
    at = rng.randrange(1, min(_RIGHT_AWAY, len(made)) + 1)
    state = table.standing(at)
    if state.ended or (facts.get("led") and (state.bidder is None or made[at - 1][1].call is not PASS)):
        raise Unfit  # nobody leads before somebody has bid and somebody passed
    # Nor against a bid of their own side.
    fitting = [seat for seat in ROUND if not (facts.get("led") and state.bidder and seat.side is state.bidder.side)]
    if played is None:
        return _setting(table, facts, rng, rng.choice(fitting), made[:at], at, None)
    declares = ends_as == "declaring"
    silenced = bool(facts.get("several_cards") or facts.get("honour") or facts.get("led"))
    seats = [
        seat
        for seat in fitting
        if (seat.side is played.declarer.side) is declares and (not silenced or _passes_next(made, at, seat.partner))
    ]
    return _setting(table, facts, rng, one_of(seats, rng), made, at, played)


def _passes_next(made: Made, at: int, seat: Seat) -> bool:
    """The player's first call from this place on is a pass, as the law asks of them."""
    calls = [option.call for by, option in made[at:] if by is seat]
    return bool(calls) and calls[0] is PASS


def after(table: Table, facts: Facts, rng: random.Random) -> Setting:
    played = contract_of(table)
    declarer = played.declarer
    if not facts["defends"]:
        offender = declarer if facts["led"] else rng.choice((declarer, declarer.partner))
    elif facts["led"]:
        offender = declarer.rho
    else:
        offender = rng.choice((declarer.lho, declarer.rho))
    return _setting(table, facts, rng, offender, table.made, len(table.made), played)


def _setting(
    table: Table, facts: Facts, rng: random.Random, offender: Seat, made: Made, at: int, played: Contract | None
) -> Setting:
    cards = _cards(parse_hand(table.hands[offender]), facts, rng)
    kind, declarer = TEXTS.kind("seen", facts), played.declarer if played else None
    record = {"offender": offender, "cards": cards, "auction": table.before(len(made)) if made else None}
    return Setting(
        record | {"declarer": declarer},
        (rng.choice(TEXTS.lines("openings", kind)),),
        shown=_OBSERVED & facts.keys(),
        places={
            "next": table.standing(at).turn if made else None,
            "after": f"After {owned(made[at - 1][0], made[at - 1][1].call)}" if made else None,
            "contract_by": played,
            "leader": declarer.lho if declarer else None,
            **TEXTS.data("one card" if len(cards) == 1 else "several cards"),
        },
        notes={at - 1: TEXTS.line("note")} if played is not None and at < len(made) else {},
        situation=(kind,),
    )


def _cards(hand: Sequence[str], facts: Facts, rng: random.Random) -> tuple[str, ...]:
    """Which cards were seen: one, or two where the path is about several."""
    honours = [card for card in hand if is_honour(card)]
    low = [card for card in hand if not is_honour(card)]
    if facts.get("several_cards"):
        # Two low cards ask for more than an honour among them does.
        pool = low if rng.random() < 0.6 and len(low) > 1 else list(hand)
        return tuple(sorted(rng.sample(pool, 2), key=hand.index))
    if "honour" in facts:
        pool = honours if facts["honour"] else low
    else:
        pool = honours if honours and rng.random() < 0.5 else list(hand)
    return (one_of(pool, rng),)
