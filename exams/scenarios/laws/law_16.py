"""Laws 16A and 16D: what a player knows, where it comes from, and what reached one by accident."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import Made, cards, contract, contract_of, did, pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import filled, texts
from exams.scenarios.tables import NOTHING_MORE, Table, one_of
from laws.rulings.calls import PASS, SUIT_NAMES, SUITS, Call
from laws.rulings.seats import ROUND

_SOURCES: Final = texts("law_16a")
_ACCIDENTS: Final = texts("law_16d")

# -- what may be used (16A) --------------------------------------------------------------------------------------------


_ANY: Final = ("at any table", "about a penalty card")
_DECLARERS: Final = "about a bid of declarer"
_PASSED_OVER: Final = "about a bid that partner passed over"
_ARTIFICIAL: Final = "about an artificial bid on the right"
_ON_A_CARD: Final = "about the system card"
"""The tables for which the words file has sentences, beside those about a bid on the player's right."""
_SEEN: Final = frozenset(("coloured", "by partner", "aid to memory", "standings"))
"""Where it comes from when an opponent has seen it too."""


def sources(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A player who knows something, and an opponent; a bid of the opponent's where the sentence is about one."""
    # Where it comes from, or what keeps the player from using what would be authorised otherwise.
    origin = next((name for name in ("coloured", "precluded") if facts.get(name)), str(facts["comes_from"]))
    knows = _SOURCES.part("knows", origin)
    sentences = [(where, sentence) for where in knows.names() for sentence in knows.lines(where)]
    index = rng.randrange(len(sentences))
    where, sentence = sentences[index]
    auction: Made | None = None
    known = {"law": _SOURCES.line("law", where if where in _SOURCES.names("law") else origin)}
    allowed = _SOURCES.line("allowed", where) if origin == "law or regulation" else ""
    if where in _ANY:
        chooser = rng.choice(ROUND)
        # Whether a call of partner's out of turn is accepted is for their left-hand opponent to say, and the opening leader's
        # right-hand opponent is declarer.
        opponent = chooser.rho if origin == "procedures" else rng.choice([chooser.lho, chooser.rho])
    else:
        fitting = [place for place in range(len(table.made)) if _fits(table, place, where)]
        if origin == "coloured":
            fitting = [place for place in fitting if _own_call(table, place).is_bid]
        place = one_of(fitting, rng)
        opponent, option = table.made[place]
        chooser = opponent.rho if where == _PASSED_OVER else opponent.lho
        upto = {_DECLARERS: None, _PASSED_OVER: place + (4 if origin == "coloured" else 3)}.get(where, place + 1)
        auction = table.made[:upto]
        known |= {"call": option.call.symbol, "words": option.words}
        if where == _PASSED_OVER:
            known["between"] = did(table.calls[place + 2])
        if origin == "coloured":
            known["own"] = did(_own_call(table, place))
    others = {"opponent": opponent, "opponent_partner": opponent.partner, "opponents": pair(opponent)}
    if "asks" not in sentence:
        told = "by the player" if "a beginner" in sentence else "by an opponent who is told"
        sentence = f"{sentence} {rng.choice(_SOURCES.lines('asks', 'by an opponent' if origin in _SEEN else told))}"
    return Setting(
        {"auction": auction, "player": chooser, "offender": chooser},
        (sentence,),
        places=known | others | {"allowed": filled(allowed, {"chooser": chooser})},
        situation=(index, chooser, opponent),
        # A question of law, between rounds or after the session, about no board.
        general=origin == "withdrawn",
    )


def _own_call(table: Table, place: int) -> Call:
    """The player's own call after partner has passed over the call at this place; a pass where the auction ended before."""
    return table.calls[place + 3] if place + 3 < len(table.made) else PASS


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
    if where == _ON_A_CARD:  # which gives a call one meaning
        return "; " not in option.words
    return where != _ARTIFICIAL or bool(option.meaning.artificial)


# -- information by accident (16D) -------------------------------------------------------------------------------------


def accidents(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A player who has learned something; what it is depends on what can still be done about it."""
    recipient = rng.choice(ROUND)
    called: Made | None = None
    moment, kind, tense = (_ACCIDENTS.kind(of, facts) for of in ("moment", "learned", "tense"))
    # A change of seats is no use where what was learned is about contracts and results, and not about one hand.
    by = "in the auction" if "changes_seats" in facts else rng.choice(_ACCIDENTS.names("telling"))
    if moment in ("late", "belated"):
        called = table.made[: rng.randrange(1, min(5, len(table.made)) + 1)]
        if kind == "telling":
            # What came of it must be believable of the player in the contract that the auction leads to.
            declarer = contract_of(table).declarer
            by, recipient = rng.choice([("by declarer", declarer), ("by the leader", declarer.lho)])
    seen, third = rng.sample([seat for seat in ROUND if seat is not recipient], 2)
    told, outcome = _told(kind, by, rng)
    known = {
        "recipient": recipient,
        "recipients": pair(recipient),
        "seen": seen,
        "third": third,
        "made": rng.choice(_ACCIDENTS.lines("results")),
        "suit": SUIT_NAMES[max(SUITS, key=lambda suit: len(cards(table, recipient, suit)))][:-1],
    }
    learned = filled(told, known)
    courses = rng.choice(_ACCIDENTS.lines("courses", _ACCIDENTS.kind("courses", facts), tense))
    return Setting(
        {"player": recipient, "offender": recipient, "auction": called},
        [f"{how} {courses}".rstrip() for how in _ACCIDENTS.lines("tells", moment, tense)],
        shown={"called_already"},
        places={
            **_ACCIDENTS.data("ruled", _ACCIDENTS.kind("ruled", facts)),
            "learned": learned,
            "outcome": filled(outcome, known),
            "recipients": pair(recipient),
            "seen": seen,
        },
        situation=(learned,),
    )


def _told(kind: str, by: str, rng: random.Random) -> tuple[str, str]:
    """What the player has learned, and what came of it where it affected the result; by: a name under `telling`."""
    if kind == "telling":
        one = rng.choice(_ACCIDENTS.data("telling", by))
        return one["learned"], one["outcome"]
    return rng.choice(_ACCIDENTS.lines("learned", kind)), rng.choice(_ACCIDENTS.lines("sought"))
