"""Law 30C: an artificial pass out of rotation, which Law 31 deals with."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from exams.scenarios.laws.law_30_passes import Passed, at_rho_turn, strong_passes
from exams.scenarios.narration.bridge import the_call
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import plain
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_30_artificial")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    case = rng.choice(_cases(facts))
    dealer = table.dealer
    before: list[tuple[Seat, Call]] = []
    if case.turn == "rho":
        opener = dealer
        for _ in range(rng.randrange(4)):
            before.append((opener, PASS))
            opener = opener.lho
        offender = _seat(opener, -case.before[0][0])
    else:
        offender = dealer.rho if case.turn == "lho" else dealer.partner
    auction = plain(before)
    auction += [
        {"by": _seat(offender, place).value, "call": text} | ({"means": dict(means)} if means else {})
        for place, text, means in case.before
    ]
    place = len(auction)
    auction.append({"by": offender.value, "call": "P"})
    record: dict[str, Any] = {
        "board": table.board,
        "auction": auction,
        "accepted": False,
        "meanings": {"withdrawn": dict(case.means)},
        "continued": [{"by": _seat(offender, where).value, "call": text} for where, text in case.then],
    }
    if case.instead is not None:
        record["replacement"] = case.instead.call
        record["meanings"]["replacement"] = dict(case.instead.means)
    return Setting(
        record,
        TEXTS.lines("openings"),
        offender.value,
        shown=frozenset(facts),
        places=_places(case, offender, rng),
        marked=frozenset({place}),
        situation=(case.words, case.instead.words if case.instead is not None else ""),
    )


def _cases(facts: Facts) -> Sequence[Passed]:
    """The passes that this path can be told with."""
    test = next((fact for fact in ("similar", "subset", "same_purpose") if facts.get(fact)), "no")
    if facts["whose_turn"] != "rho":
        return list(strong_passes(facts["whose_turn"], test))
    if facts["rho_passes"]:
        return list(at_rho_turn(rho_passes=True))
    return [case for case in at_rho_turn(rho_passes=False) if case.instead is not None and case.instead.test == test]


def _seat(offender: Seat, steps: int) -> Seat:
    """The player so many places to the left."""
    seat = offender
    for _ in range(steps % 4):
        seat = seat.lho
    return seat


def _places(case: Passed, offender: Seat, rng: random.Random) -> dict[str, str]:
    turn = {"rho": offender.rho, "partner": offender.partner, "lho": offender.lho}[case.turn]
    places = {
        "name": offender.full_name,
        "caller": rng.choice([offender.lho, offender.rho]).full_name,
        "turn": turn.full_name,
        "cause": case.cause.format(rho=offender.rho.full_name),
        "agreed": case.words,
        "then": "",
        "new": "",
    }
    if case.instead is not None:
        call = CALLS[case.instead.call]
        made = [(_seat(offender, place), CALLS[text]) for place, text in case.then]
        calls = ", ".join(f"{seat.full_name} {_does(one)}" for seat, one in made)
        places["then"] = f"{calls}, and {offender.full_name} now {_does(call)} ({case.instead.words})"
        places["new"] = the_call(call) if call is not PASS else "the second pass"
    return places


def _does(call: Call) -> str:
    return {"P": "passes", "X": "doubles", "XX": "redoubles"}.get(call.text, f"bids {call.symbol}")


# -- what people get wrong ---------------------------------------------------------------------------------------------
