"""Law 16A: what a player knows, where it comes from, and whether it may be used."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import auction_data, contract, pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import NOTHING_MORE, Table, one_of
from laws.rulings.calls import PASS
from laws.rulings.seats import ROUND

TEXTS: Final = texts("law_16a")

_ANY: Final = "at any table"
_DECLARERS: Final = "about a bid of declarer"
_PASSED_OVER: Final = "about a bid that partner passed over"
_ARTIFICIAL: Final = "about an artificial bid on the right"
"""The tables for which the words file has sentences, beside those about a bid on the player's right."""


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A player who knows something, and an opponent; a bid of the opponent's where the sentence is about one."""
    origin = _origin(facts)
    knows = TEXTS.part("knows", origin)
    sentences = [(where, sentence) for where in knows.names() for sentence in knows.lines(where)]
    index = rng.randrange(len(sentences))
    where, sentence = sentences[index]
    record: dict[str, Any] = {}
    known = {"law": TEXTS.line("law", origin)}
    if where == _ANY:
        chooser = rng.choice(ROUND)
        opponent = rng.choice([chooser.lho, chooser.rho])
    else:
        place = one_of((place for place in range(len(table.made)) if _fits(table, place, where)), rng)
        opponent, option = table.made[place]
        chooser = opponent.rho if where == _PASSED_OVER else opponent.lho
        upto = {_DECLARERS: None, _PASSED_OVER: place + 3}.get(where, place + 1)
        record["auction"] = auction_data(table, upto)
        known |= {"call": option.call.symbol, "words": option.words}
    return Setting(
        {**record, "player": chooser.value, "offender": chooser.value},
        (sentence,),
        chooser.value,
        places={
            **known,
            "opponent": opponent.full_name,
            "opponent_partner": opponent.partner.full_name,
            "opponents": pair(opponent),
        },
        situation=(str(index), chooser.value, opponent.value),
    )


def _origin(facts: Facts) -> str:
    """Where it comes from, or what keeps the player from using what would be authorised otherwise."""
    return next((name for name in ("coloured", "precluded") if facts.get(name)), str(facts["comes_from"]))


def _fits(table: Table, place: int, where: str) -> bool:
    """The call at this place of the auction is one that the sentence can be about."""
    seat, option = table.made[place]
    if not option.call.is_bid or option.meaning is None or option.words == NOTHING_MORE:
        return False
    if where == _DECLARERS:
        played = contract(table.dealer, table.before())
        return played is not None and seat is played.declarer
    if where == _PASSED_OVER:  # by a partner whose partner called too
        return place + 2 < len(table.made) and table.calls[place + 1] is PASS
    return where != _ARTIFICIAL or bool(option.meaning.artificial)
