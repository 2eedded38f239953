"""Law 64: established revokes, with the play from the revoke on, and what they cost."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import contract_of, number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.play.revokes import (
    Line,
    Overlooked,
    another_revoke,
    begun,
    into_a_later_trick,
    revokes,
    shown_by,
    spoken_of,
    to_the_end,
    tricks,
    tricks_beside,
    tricks_had_it_followed,
)
from exams.scenarios.tables import Table, Unfit
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words
from laws.rulings.facts.judging import OPEN
from laws.rulings.play.position import TRICKS
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_64")
_TRIES: Final = 14
"""Revokes of a table that are looked at; then another table is drawn."""
_BEFORE: Final = {"the same suit again": (5, 10), "revokes by both sides": (6, 10), "": (7, 10)}
"""The tricks on which a player revokes: late enough for the rest of the play to be shown, and for what would have been won
without the revoke to be worked out.
"""
_LAST: Final = 12
_DAMAGE: Final = ("more_damage", "repeated_damage", "either_damaged")


def seen_in_play(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A revoke with the play from its trick on."""
    exempt = str(facts.get("exempt"))
    hands = ("dummy",) if exempt == "a card of dummy" else ("defender", "declarer")
    first, last = (_LAST, _LAST) if exempt == "trick twelve" else _BEFORE.get(exempt, _BEFORE[""])
    for place, revoke in enumerate(revokes(table, rng, hands, first, last)):
        if place == _TRIES:
            break
        try:
            return _told(facts, rng, revoke, exempt)
        except Unfit:
            continue
    raise Unfit


def _told(facts: Facts, rng: random.Random, revoke: Overlooked, exempt: str) -> Setting:
    line, second = begun(revoke), None
    if exempt in ("the same suit again", "revokes by both sides"):
        second = another_revoke(line, again=exempt == "the same suit again")
    if "play goes on" in facts.values() or "open" in facts.values():
        into_a_later_trick(line, rng)
    else:
        to_the_end(line)
    subject = second if second is not None and exempt == "the same suit again" else revoke
    player = subject.moment.player
    record = {"offender": player, "cards": [subject.card] if subject is second else None, **line.record()}
    seen = shown_by({**record, "procedure": "64"}, facts)
    kind = TEXTS.kind("found", facts)
    spoken = spoken_of(subject, TEXTS, rng)
    others = {f"{name}_2": words for name, words in spoken_of(second or subject, TEXTS, rng).items()}
    return Setting(
        record,
        TEXTS.lines("openings", kind),
        shown=seen,
        places={
            **spoken,
            **others,
            "first": revoke.moment.player,
            "second": second.moment.player if second is not None else None,
            "first_trick": number(revoke.moment.number),
            "now": number(min(line.position.number, _LAST)),
            **_tricks(facts, line, subject),
            "next_call": rng.choice(TEXTS.lines("next calls")),
            "what": TEXTS.line("what", "second" if exempt == "the same suit again" else "ruling"),
        },
        situation=(kind,),
    )


def _tricks(facts: Facts, line: Line, revoke: Overlooked) -> dict[str, Any]:
    """What was won, and what would have been won without the revoke: by the best play of all four hands from there on.

    Raises Unfit where that gives another answer about damage than the path has.
    """
    position, others_side = line.position, revoke.moment.player.lho.side
    others, made = position.won_by[others_side], position.won_by[position.declarer.side]
    if max(others, made) > _LAST:
        raise Unfit
    back = 0
    if "revoke_trick_won_by" in facts:
        later = facts["later_trick"] == "a later trick"
        back = later + 1 if facts["revoke_trick_won_by"] == "the player who revoked" else 1
        if facts["revoke_trick_won_by"] == "the opponents":
            back = int(later)
    told = {"won": tricks(others), "back": TEXTS.lines("back")[back], "made": tricks(made)}
    found = next((facts[name] for name in _DAMAGE if name in facts), OPEN)
    if found == OPEN and facts.get("damage_in_question") is not False:
        return told
    if "either_damaged" in facts:
        without = tricks_had_it_followed(line.revoke, position.declarer.side)
        damaged = without != made
    else:
        without = tricks_had_it_followed(revoke, others_side)
        damaged = without > others + back
        if found != OPEN and without < others:
            raise Unfit  # a revoke that gained its victims tricks is nothing to ask about
    if damaged is not (found == "damaged") or not 0 < without <= _LAST:
        raise Unfit
    return told | {"without": tricks_beside(without, others), "made_without": number(without)}


def told_only(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A penalty card that was not played, and revokes that were put right: what came before is told in words."""
    declarer = contract_of(table).declarer
    offender = rng.choice((declarer.lho, declarer.rho))
    suit, won = rng.choice("SHDC"), rng.randrange(7, 11)
    high, low = sorted(rng.sample("23456789", 2), reverse=True)
    places = {
        "penalty": card_words(suit + high),
        "instead": card_words(suit + low),
        "trick": number(rng.randrange(4, 9)),
        "the_suit": SUIT_NAMES[suit],
    }
    without = won + (facts.get("more_damage") == "damaged")
    return _in_words(table, facts, offender, (suit, high), places, (won, 0, without))


def told_of_a_long_suit(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A defender's revoke that cut declarer off from a long suit: told in words, as a table shows one too seldom."""
    contract = contract_of(table)
    declarer, trumps = contract.declarer, contract.bid.denomination
    shut_out = TEXTS.kind("found", facts) == "shut out"
    if shut_out and trumps == "NT":
        raise Unfit
    suit = rng.choice([one for one in "SHDC" if one != trumps])
    thrown = rng.choice([one for one in "SHDC" if one not in (suit, trumps)]) + rng.choice("23456")
    # Two tricks go back to declarer's side, or one, and it would have won one more than that.
    back, later = (2 if shut_out else 1), rng.randrange(2, 5)
    won = TRICKS - 1 - later - rng.randrange(1, 4)
    if won + back + 1 > _LAST:
        raise Unfit
    offender = rng.choice((declarer.lho, declarer.rho))
    places = {
        "trick": number(rng.randrange(4, 7)),
        "a_suit": f"a {SUIT_NAMES[suit][:-1]}",
        "instead": card_words(thrown),
        "later": number(later),
    }
    return _in_words(table, facts, offender, (suit, later), places, (won, back, won + back + 1))


def _in_words(
    table: Table,
    facts: Facts,
    offender: Seat,
    marks: tuple[Any, ...],
    places: dict[str, Any],
    counts: tuple[int, int, int],
) -> Setting:
    """A revoke of which declarer tells in words.

    marks: what makes it another revoke than the next. counts: tricks that the side has won, those to be transferred, and those
    that it would have won without the revoke.
    """
    won, back, without = counts
    contract, kind = contract_of(table), TEXTS.kind("found", facts)
    counted = {"won": tricks(won), "back": TEXTS.lines("back")[back], "without": tricks_beside(without, won)}
    told = {"caller": contract.declarer, "contract_by": contract, "what": TEXTS.line("what", "ruling")}
    return Setting(
        {"offender": offender, "declarer": contract.declarer, "auction": table.made},
        TEXTS.lines("openings", kind),
        places=places | counted | told,
        situation=(kind, *marks),
    )
