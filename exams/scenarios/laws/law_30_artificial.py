"""Law 30C: an artificial pass out of rotation, which Law 31 deals with.

The shipped bidding system has no artificial passes, so each comes with its auction, from the words file: where partner has
bid artificially, and for the pairs whose opening pass is strong.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.laws.rotation import ALLOWED, answered
from exams.scenarios.narration.bridge import clauses, does, to_make
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import YES, filled, texts
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS, SYMBOLS, Call
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_30_artificial")
STRONG: Final = TEXTS.part("strong pass")

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
      (`similar`, `subset`, `same_purpose`, or `no`, with how it `differs`); nothing when there is none.
    - asks: the bid that the offender only asks about, where there is no choice.
    """

    turn: str
    cause: str
    before: Sequence[Mapping[str, Any]]
    means: Means
    words: str
    then: Sequence[Made]
    instead: Mapping[str, Any] = field(default_factory=dict)
    asks: str = ""


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    case = rng.choice(_cases(facts))
    before: list[tuple[Seat, Call]] = []
    if case.turn == "rho":
        opener = table.dealer
        for _ in range(rng.randrange(2)):  # a passed hand would not show so much
            before.append((opener, PASS))
            opener = opener.lho
        offender = _player(opener, case.before[0]["by"])
    else:
        offender = table.dealer.rho if case.turn == "lho" else table.dealer.partner
    auction = [*before, *({**made, "by": _player(offender, made["by"])} for made in case.before), (offender, PASS)]
    then = [(_player(offender, by), CALLS[call]) for by, call in case.then]
    record = {"auction": auction, "accepted": False, "meanings": {"withdrawn": case.means}, "continued": then}
    caller, told = rng.choice([offender.lho, offender.rho]), ""
    wanted = CALLS.get(case.asks)
    if case.instead:
        call = CALLS[case.instead["call"]]
        record |= {"replacement": call, "meanings": {"withdrawn": case.means, "replacement": case.instead["means"]}}
        calls = ", ".join(clauses(then))
        told = f"{calls}, and {offender.full_name} now {does(call)} ({case.instead['shows']})"
    return Setting(
        record,
        TEXTS.lines("openings"),
        offender,
        shown=facts.keys(),
        places={
            "name": offender,
            "caller": caller,
            "turn": _player(offender, case.turn),
            "cause": filled(case.cause, {"rho": offender.rho}),
            "agreed": case.words,
            "then": told,
            "differs": case.instead.get("differs", ""),
            "asked": to_make(wanted) if wanted else "",
            **({**dict.fromkeys(("replacement", "attempt"), wanted), "stands": ALLOWED} if wanted else {}),
        },
        marked={len(auction) - 1},
        situation=(case.words, case.instead.get("shows", "")),
        answer=answered(offender, "pass again") if wanted else "",
        held=dict.fromkeys(ROUND),  # the calls come with the case, whatever was dealt
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
    for row in _read(TEXTS.data("at the turn of rho")):
        means = {**row["means"], "artificial": True}
        for sequel in row["sequels"]:
            for over in sequel["over"]:
                for new in sequel.get("instead", [{}]):
                    if (over == PASS.text) is rho_passes:
                        cause = TEXTS.line("causes", row["cause"])
                        after, asks = [("rho", over)], sequel.get("asks", "")
                        yield Passed("rho", cause, row["before"], means, row["agreed"], after, new, asks)


def strong_passes(turn: str, test: str) -> Iterator[Passed]:
    """An opening pass that shows strength, made when partner or LHO is dealer; replaced by a call that passes the test."""
    row = STRONG.data("replaced", test)
    for least in map(int, STRONG.data("least")):
        means = _read(row["means"], least=least)
        for sequel in STRONG.data(turn):
            for new in row["instead"]:
                if new["by"] not in sequel:
                    continue
                call, points = sequel[new["by"]], least - int(new.get("below", 0))
                shown = _read(new["means"], points=points, suit=call[1:])
                shows = filled(new["shows"], {"points": points, "suit": SYMBOLS.get(call[1:], "")})
                differs = filled(new.get("differs", ""), {"least": least, "call": CALLS[call]})
                instead = {"call": call, "means": shown, "shows": shows, "test": test, "differs": differs}
                words = filled(row["agreed"], {"least": least})
                then = [(by, one) for by, one in map(str.split, sequel["then"])]
                yield Passed(turn, TEXTS.line("causes", "dealer"), (), means, words, then, instead)


def _read(written: Any, **known: Any) -> Any:
    """Meanings of the words file, in which `yes` is a word, and with what their names stand for here."""
    match written:
        case dict():
            return {known.get(name, name): _read(value, **known) for name, value in written.items()}
        case list():
            return [_read(value, **known) for value in written]
    return True if written == YES else known.get(written, written)
