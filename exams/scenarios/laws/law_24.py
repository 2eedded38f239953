"""Law 24: cards seen during the auction, and what becomes of them; cards seen just before and just after it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.bridge import Contract, Made, contract_of, doing, owned, pair
from exams.scenarios.narration.narrative import Facts, Setting, first_that_fits
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import DOUBLE, PASS
from laws.rulings.cards import is_honour, parse_hand
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_24")
_OBSERVED: Final = frozenset(("several_cards", "honour", "ends_as", "defends"))
"""What the cards and the auction of the record show by themselves."""
_MOST_CALLS: Final = 10
"""A longer auction is more than a question shows."""
_SEVERAL: Final = 2
_RIGHT_AWAY: Final = 6
"""Calls after which a card is seen at the latest, so that the auction is not the whole question."""


def before(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Before anybody has called."""
    return _setting(table, facts, rng, rng.choice(ROUND), (), 0, None)


def during(table: Table, facts: Facts, rng: random.Random) -> Setting:
    places = list(range(1, min(_RIGHT_AWAY, len(table.made)) + 1))
    rng.shuffle(places)
    # A lead is rare enough for every place to be looked at; for a card that falls the first will do.
    stages = [partial(_seen_at, at) for at in (places if facts.get("led") else places[:1])]
    return first_that_fits(stages, table, facts, rng)


def _seen_at(at: int, table: Table, facts: Facts, rng: random.Random) -> Setting:
    state, made = table.standing(at), table.made[:at]
    ends_as = facts.get("ends_as", "undecided")
    if state.ended or (facts.get("led") and (state.bidder is None or made[-1][1].call is not PASS)):
        raise Unfit  # nobody leads before somebody has bid and somebody passed
    if facts.get("led") and made[-1][0] is _leader(made):
        raise Unfit  # whoever has just passed sees that partner has not
    # After one pass hardly anybody takes the auction for over, or over a double; but who has missed partner's double, after
    # two passes, may well do so, and bid when it has been pointed out.
    if (
        facts.get("led")
        and ends_as == "declaring"
        and [option.call for _, option in made[-4:-1]] != [PASS, PASS, DOUBLE]
    ):
        raise Unfit
    if facts.get("led") and ends_as != "declaring" and state.multiplier != 1:
        raise Unfit
    if facts.get("led") and ends_as != "declaring" and made[-2:-1] and made[-2][1].call is not PASS:
        raise Unfit
    fitting = [_leader(made)] if facts.get("led") else list(ROUND)
    silenced = bool(facts.get("several_cards") or facts.get("honour") or facts.get("led"))
    if ends_as == "undecided":
        if silenced and state.ends_with(state.turn, PASS):
            # The pass that partner owes would end the auction, so that everybody knew who defends.
            fitting = [seat for seat in fitting if seat.partner is not state.turn]
        return _setting(table, facts, rng, one_of(fitting, rng), made, at, None)
    found = []
    for seat in fitting:
        with suppress(Unfit):
            bid = _passing_next(table, at, seat.partner) if silenced else table
            played = contract_of(bid)
            if (seat.side is played.declarer.side) is (ends_as == "declaring"):
                found.append((seat, bid, played))
    seat, bid, played = one_of(found, rng)
    return _setting(bid, facts, rng, seat, bid.made, at, played)


def _leader(made: Made) -> Seat:
    """Who would lead if the auction ended here: the left-hand opponent of who named the last bid's denomination first."""
    bids = [(seat, option.call) for seat, option in made if option.call.is_bid]
    bidder, last = bids[-1]
    return next(seat for seat, bid in bids if seat.side is bidder.side and bid.denomination == last.denomination).lho


def _passing_next(table: Table, at: int, silent: Seat) -> Table:
    """The table with the auction as it goes on from a place when a player passes at the next turn, as the law asks of them."""
    made, calls = [*table.made[:at]], table.calls[:at]
    state, owed = table.standing(at), True
    while not state.ended:
        seat, option = state.turn, table.choice(state.turn, calls)
        if owed and seat is silent:
            option, owed = Option(PASS, None, option.rule, option.words), False
        made.append((seat, option))
        calls.append(option.call)
        state.take(seat, option.call)
    if owed or len(made) > _MOST_CALLS:
        raise Unfit  # nothing is shown of the pass where the auction ends before that turn
    return replace(table, made=made)


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
            "after": _after(made, at, offender) if made else None,
            "contract_by": played,
            "leader": declarer.lho if declarer else None,
            **_once_over(offender, played),
            "what": TEXTS.line("what", "at the end" if facts.get("ends_as", "undecided") != "undecided" else "now"),
            **TEXTS.data("one card" if len(cards) == 1 else "several cards"),
        },
        notes={at - 1: TEXTS.line("note")} if played is not None and at < len(made) else {},
        situation=(kind,),
    )


def _once_over(offender: Seat, played: Contract | None) -> dict[str, str]:
    """What would be otherwise if the other side declared: while the auction goes on nobody has declared yet."""
    known = "known" if played else "open"
    done = {"declared": "declare", "defended": "defend"}
    return {
        place: TEXTS.line("once over", known, side=pair(offender), done=place if played else verb)
        for place, verb in done.items()
    }


def _after(made: Made, at: int, offender: Seat) -> str:
    """After which call a card is seen, so that a pass is not taken for another one of the same player."""
    name, option = made[at - 1]
    whose = "own" if name is offender else "another"
    passes = [place for place, (seat, one) in enumerate(made) if seat is name and one.call is PASS]
    if option.call is not PASS or len(passes) < _SEVERAL:
        return TEXTS.line("after", whose, call=owned(name, option.call), doing=doing(option.call))
    which = TEXTS.lines("after", "which")[passes.index(at - 1)]
    return TEXTS.line("after", f"{whose} pass", name=name, which=which)


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
