"""Law 33: calls made at the same moment."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.bridge import the_call
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.narrating.wrong_calls import natural, plain, standing
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS
from laws.rulings.ruling import Ruling

_OPENINGS: Final = (
    "“Director!” {first_player} put {first_call} on the table, and at the very same moment {name} put down {call}.",
    "All agree: {first_player}'s {first_noun} and {name}'s {noun} reached the table at the same time. {caller} calls you.",
    "{caller} calls you. It was {first_player}'s turn; {first_call} by {first_player} and {call} by {name} came at one moment.",
)


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    places = list(range(min(len(table.made), 7)))
    rng.shuffle(places)
    for place in places:
        setting = _at(table, place, facts, rng)
        if setting is not None:
            return setting
    return None


def _at(table: Table, place: int, facts: Facts, rng: random.Random) -> Setting | None:
    turn, option = table.made[place]
    state = standing(table, place)
    if facts["second_in_rotation"]:
        offender = turn.lho
        # In ignorance of the call that comes at the same moment.
        call = natural(table, place, offender)
    else:
        offender = rng.choice([turn.partner, turn.rho])
        call = natural(table, place, offender)
    if not state.legal(turn, option.call):
        return None
    state.take(turn, option.call)
    if state.ended:
        return None
    if facts["second_in_rotation"] and state.legal(offender, call) is not facts.get("second_legal"):
        return None
    if call is PASS and option.call is PASS and not facts["second_in_rotation"]:
        return None
    before = [(seat, one.call) for seat, one in table.made[:place]]
    moment = plain([(turn, option.call), (offender, call)])
    return Setting(
        {"board": table.board, "auction": [*plain(before), moment]},
        _OPENINGS,
        offender.value,
        shown=frozenset(facts),
        told=frozenset(facts),
        places={
            "name": offender.full_name,
            "first_player": turn.full_name,
            "first_call": the_call(option.call),
            "first_noun": option.call.symbol,
            "call": the_call(call) if call is not option.call else f"the same call, {the_call(call)}",
            "noun": call.symbol,
            "caller": rng.choice([offender.lho, offender.rho]).full_name,
        },
        marked=frozenset({place + 1}),
    )


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    stands = sum(effect.name == "call_stands" for effect in ruling.effects) > 1
    yield Choice(
        "Both calls are cancelled. The auction goes back to the player whose turn it was, without rectification.",
        "the call in turn was no infraction: it counts as made first, and stands (33).",
    )
    yield Choice(
        "You decide which of the two calls is to count as made first.",
        "the law decides it: the call of the player whose turn it was (33).",
    )
    if stands:
        yield Choice(
            "{first} stands. {irregular} is a call out of rotation, since {offender} made it too early.",
            "counted as made after {first}, it is in rotation and legal (33).",
        )
        yield Choice(
            "{first} stands. {irregular} is cancelled, and {offender} calls again, free of any rectification.",
            "counted as made after {first}, it is in rotation and legal, and stands (33).",
        )
        return
    yield Choice(
        "{first} stands. {irregular} is cancelled without further rectification, as nobody could see it coming.",
        "it counts as made after {first}; the law that it then offends against is applied (33).",
    )
    yield Choice(
        "Both calls stand, and the auction goes on from {irregular}.",
        "it counts as made after {first}, and is then irregular; the law for that is applied (33).",
    )


SIMULTANEOUS: Final[Narrative] = Narrative(
    procedure="33",
    topic="simultaneous-calls",
    stage=_stage,
    tells={
        ("together", True): (),
        ("together", False): (),
        ("second_in_rotation", True): (),
        ("second_in_rotation", False): (),
        ("second_legal", True): (),
        ("second_legal", False): (),
    },
    conditions={
        ("second_in_rotation", True): "it were the call of the player next in turn",
        ("second_in_rotation", False): "it were not the call of the player next in turn",
        ("second_legal", True): "it were legal over {first}",
        ("second_legal", False): "it were not legal over {first}",
    },
    phrases={
        "director_action:rule_on_second": "You rule on it as a call made after {first}, under the law that it offends against",
    },
    mistakes=_mistakes,
    never=lambda facts: "" if facts["together"] else "calls of which none is in turn are told one by one",
    hard=lambda facts: facts.get("second_legal") is False,
)
