"""Law 16A: what a player knows, where it comes from, and whether it may be used."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.bridge import auction_data, contract_of, pair
from exams.scenarios.narrating.law_16a_mistakes import LAW, WRONG
from exams.scenarios.narrating.law_16a_words import KNOWS, KNOWS_MORE
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.tables import NOTHING_MORE, Table
from laws.rulings.calls import PASS
from laws.rulings.ruling import Ruling
from laws.rulings.seats import ROUND

_HARD: Final = frozenset({"procedures", "before the hand", "standings", "aid to memory", "withdrawn"})


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
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


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    facts = dict(ruling.path)
    for text, why in WRONG[_twist(facts) or str(facts["comes_from"])]:
        yield Choice(text, why)


INFORMATION: Final = Narrative(
    procedure="16A",
    topic="information",
    stage=_stage,
    tells={
        **{("comes_from", origin): () for origin in KNOWS},
        **{(name, answer): () for name in KNOWS_MORE for answer in (True, False)},
    },
    conditions={
        ("coloured", True): "{chooser} had gone by {partner}'s manner as well",
        ("coloured", False): "{chooser} had gone by the calls and plays alone",
        ("precluded", True): "it had been about this board",
        ("precluded", False): "it had had nothing to do with this board",
        ("comes_from", "tournament regulations"): "the tournament regulations had required it",
        ("comes_from", "legal"): "it had come from the legal calls and plays of the board",
        ("comes_from", "withdrawn"): "it had come from a withdrawn call or play",
        ("comes_from", "law or regulation"): "a law or regulation had authorised it",
        ("comes_from", "procedures"): "it had arisen from a legal procedure",
        ("comes_from", "before the hand"): "{chooser} had known it before taking the hand out",
        ("comes_from", "own estimate"): "it had been {chooser}'s own estimate of the score",
        ("comes_from", "opponents' traits"): "it had been a trait of {opponents}",
        ("comes_from", "standings"): "it had been a ranking that {chooser} read or was told",
        ("comes_from", "aid to memory"): "it had been an aid to memory",
        ("comes_from", "by partner"): "{partner} had given it otherwise than by a call or play",
        ("comes_from", "accident"): "it had reached {chooser} by accident from elsewhere",
    },
    phrases={
        "right:use_information": "It is authorised: {chooser} may base calls and plays on it",
        "no_right:use_information": "It is not authorised: {chooser} may not base calls and plays on it",
        "info:unauthorised": "The ranking may not be used by {side}",
        "director_action:rule_under_16B": "You find out under 16B what it suggests, as extraneous information from {partner}",
        "director_action:rule_under_16C": "You rule under 16C. It depends on which side offended",
        "director_action:rule_under_16D": "You deal with it under 16D, as extraneous information from another source",
    },
    # Each names its law itself.
    uncited=frozenset({f"director_action:rule_under_16{part}" for part in "BCD"}),
    plain=frozenset({"comes_from", "precluded"}),
    mistakes=_mistakes,
    hard=lambda facts: facts["comes_from"] in _HARD or bool(_twist(facts)),
    question="How do you rule on what the player knows?",
)
