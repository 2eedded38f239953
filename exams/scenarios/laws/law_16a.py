"""Law 16A: what a player knows, where it comes from, and whether it may be used."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from exams.scenarios.laws.law_16a_mistakes import LAW
from exams.scenarios.laws.law_16a_words import KNOWS, KNOWS_MORE
from exams.scenarios.narration.bridge import auction_data, contract_of, pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.tables import NOTHING_MORE, Table
from laws.rulings.calls import PASS
from laws.rulings.seats import ROUND


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A player who knows something, and an opponent; a bid of the opponent's where the sentence is about one."""
    origin = str(facts["comes_from"])
    twist = _twist(facts)
    sentences = KNOWS_MORE[twist] if twist else KNOWS[origin]
    index = rng.randrange(len(sentences))
    needs, sentence = sentences[index]
    record: dict[str, Any] = {"board": table.board}
    known = {"law": LAW[twist or origin]}
    if needs:
        found = [place for place in range(len(table.made)) if PLACES[needs](table, place)]
        if not found:
            return None
        place = rng.choice(found)
        opponent, option = table.made[place]
        chooser = opponent.rho if needs == "passed over" else opponent.lho
        upto = {"defends": None, "passed over": place + 3}.get(needs, place + 1)
        record["auction"] = auction_data(table, upto)
        known |= {"call": option.call.symbol, "words": option.words}
    else:
        chooser = rng.choice(ROUND)
        opponent = rng.choice([chooser.lho, chooser.rho])
    record |= {"player": chooser.value, "offender": chooser.value}
    known |= {
        "opponent": opponent.full_name,
        "opponent_partner": opponent.partner.full_name,
        "opponents": pair(opponent),
    }
    return Setting(
        record,
        (sentence,),
        chooser.value,
        told=frozenset(facts),
        places=known,
        situation=(str(index), chooser.value, opponent.value),
    )


def _twist(facts: Facts) -> str:
    """What keeps a player from using what would be authorised otherwise."""
    return next((name for name in ("coloured", "precluded") if facts.get(name)), "")


def _bids(table: Table, place: int) -> bool:
    option = table.made[place][1]
    return option.call.is_bid and option.meaning is not None and option.words != NOTHING_MORE


def _of_declarer(table: Table, place: int) -> bool:
    played = contract_of(table)
    return played is not None and table.made[place][0] is played.declarer and _bids(table, place)


def _passed_over(table: Table, place: int) -> bool:
    """The next player passed it, and the one after that called too."""
    return _bids(table, place) and place + 2 < len(table.made) and table.made[place + 1][1].call is PASS


def _artificial(table: Table, place: int) -> bool:
    meaning = table.made[place][1].meaning
    return _bids(table, place) and meaning is not None and bool(meaning.artificial)


PLACES: Final[Mapping[str, Callable[[Table, int], bool]]] = {
    "defends": _of_declarer,
    "passed over": _passed_over,
    "next": _bids,
    "artificial": _artificial,
}
"""Whether a sentence can be about the call at a place of the auction: declarer's, with the whole auction shown; one that the
player's partner passed; one that the player is next to call over."""
