"""Law 30C: an artificial pass out of rotation, which Law 31 deals with.

The shipped bidding system has no artificial passes, so each comes with its auction: from the words file where partner has
bid artificially, and for the pairs whose opening pass is strong.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.narration.bridge import does, plain, the_call
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import YES, texts
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS, SYMBOLS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_30_artificial")
STRONG: Final = TEXTS.part("strong pass")
_LEAST: Final = (13, 15, 16, 17)
_WEAK_TOP: Final = 6
"""So few points that nobody finds them similar to a strong pass."""

Means = Mapping[str, Any]
"""What a call shows, as a record has it."""
Made = tuple[str, str]
"""Who called, seen from the offender, and the call."""


@dataclass(frozen=True)
class Passed:
    """A pass out of rotation: whose turn it was, the calls before it, what it shows, what happened next.

    - before: calls, each with its player and what it means.
    - then: the calls after the cancellation up to the offender's turn.
    - instead: the `call` that the offender then makes, what it `means` and `shows`, and the `test` of 23A that it passes
      (`similar`, `subset`, `same_purpose`, or `no`); nothing when there is none.
    """

    turn: str
    cause: str
    before: Sequence[tuple[Made, Means]]
    means: Means
    words: str
    then: Sequence[Made]
    instead: Mapping[str, Any] = field(default_factory=dict)


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    case = rng.choice(_cases(facts))
    before: list[tuple[Seat, Call]] = []
    if case.turn == "rho":
        opener = table.dealer
        for _ in range(rng.randrange(4)):
            before.append((opener, PASS))
            opener = opener.lho
        (first, _), _ = case.before[0]
        offender = _player(opener, first)
    else:
        offender = table.dealer.rho if case.turn == "lho" else table.dealer.partner
    auction = plain(before)
    auction += [
        {"by": _player(offender, by).value, "call": call} | ({"means": dict(means)} if means else {})
        for (by, call), means in case.before
    ]
    then = [(_player(offender, by), CALLS[call]) for by, call in case.then]
    record: dict[str, Any] = {
        "auction": [*auction, {"by": offender.value, "call": "P"}],
        "accepted": False,
        "meanings": {"withdrawn": dict(case.means)},
        "continued": plain(then),
    }
    turn = _player(offender, case.turn)
    places = {
        "name": offender.full_name,
        "caller": rng.choice([offender.lho, offender.rho]).full_name,
        "turn": turn.full_name,
        "cause": case.cause.format(rho=offender.rho.full_name),
        "agreed": case.words,
        "then": "",
        "new": "",
    }
    if case.instead:
        call = CALLS[case.instead["call"]]
        record["replacement"] = call.text
        record["meanings"]["replacement"] = case.instead["means"]
        calls = ", ".join(f"{seat.full_name} {does(one)}" for seat, one in then)
        places["then"] = f"{calls}, and {offender.full_name} now {does(call)} ({case.instead['shows']})"
        places["new"] = the_call(call) if call is not PASS else "the second pass"
    return Setting(
        record,
        TEXTS.lines("openings"),
        offender.value,
        shown=frozenset(facts),
        places=places,
        marked=frozenset({len(auction)}),
        situation=(case.words, case.instead.get("shows", "")),
    )


def _player(offender: Seat, which: str) -> Seat:
    """A player as seen from the offender, or the offender."""
    return {"offender": offender, "lho": offender.lho, "partner": offender.partner, "rho": offender.rho}[which]


def _cases(facts: Facts) -> Sequence[Passed]:
    """The passes that this path can be told with."""
    test = next((fact for fact in ("similar", "subset", "same_purpose") if facts.get(fact)), "no")
    if facts["whose_turn"] != "rho":
        return list(strong_passes(facts["whose_turn"], test))
    cases = at_rho_turn(rho_passes=facts["rho_passes"])
    return [case for case in cases if case.instead.get("test", test) == test]


def at_rho_turn(*, rho_passes: bool) -> Iterator[Passed]:
    """The passes made before the right-hand opponent has called over partner's artificial bid."""
    for row in TEXTS.data("at the turn of rho"):
        before = [((made["by"], made["call"]), _means(made.get("means", {}))) for made in row["before"]]
        means = {**_means(row["means"]), "artificial": True}
        for sequel in row["sequels"]:
            for over in sequel["over"]:
                for new in sequel.get("instead", [{}]):
                    if (over == PASS.text) is rho_passes:
                        instead = new and {**new, "means": _means(new["means"])}
                        cause = _cause(row["cause"], instead)
                        yield Passed("rho", cause, before, means, row["agreed"], [("rho", over)], instead)


def _means(written: Means) -> Means:
    """A meaning of the words file, in which `yes` is a word."""
    return {name: True if value == YES else value for name, value in written.items()}


def _cause(name: str, instead: Mapping[str, Any]) -> str:
    """Why somebody passed; who then makes a call that is nothing like the pass had forgotten what the pass shows."""
    cause = TEXTS.line("causes", name)
    return f"{cause} {TEXTS.line('forgotten')}" if instead.get("test") == "no" else cause


def strong_passes(turn: str, test: str) -> Iterator[Passed]:
    """An opening pass that shows strength, made when partner or LHO is dealer; replaced by a call that passes the test."""
    asks = {"asks": "strength"} if test == "same_purpose" else {}
    for least in _LEAST:
        means = {"hcp": [least, 37], "artificial": True, **asks}
        words = STRONG.line("agreed to ask" if asks else "agreed").format(least=least)
        for sequel in STRONG.data(turn):
            then = [(by, call) for by, call in map(str.split, sequel["then"])]
            for call, shown, shows in _instead(least, test, sequel):
                instead = {"call": call, "means": shown, "shows": shows, "test": test}
                yield Passed(turn, _cause("dealer", instead), (), means, words, then, instead)


def _instead(least: int, test: str, sequel: Mapping[str, str]) -> Iterator[tuple[str, Means, str]]:
    """Calls that pass the test, with what they show as data and in words."""
    if test == "similar":
        for points in (least, least - 1):
            shown = {"hcp": [points, 37], "artificial": True}
            yield sequel["strong"], shown, STRONG.line("any shape").format(points=points)
    elif test == "subset":
        yield sequel["notrump"], {"hcp": [17, 19], "balanced": True}, STRONG.line("balanced")
    elif test == "same_purpose":
        again = {"hcp": [least - 5, 37], "asks": "strength", "artificial": True}
        yield sequel["strong"], again, STRONG.line("asks again").format(points=least - 5)
    else:
        suit = sequel["pre-empt"][1:]
        means = {"hcp": [0, _WEAK_TOP], "suits": {suit: [7, 13]}}
        yield sequel["pre-empt"], means, STRONG.line("pre-emptive").format(suit=SYMBOLS[suit], points=_WEAK_TOP)
