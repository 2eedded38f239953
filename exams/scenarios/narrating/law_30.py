"""Law 30C: an artificial pass out of rotation, which Law 31 deals with."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.bridge import the_call
from exams.scenarios.narrating.law_30_passes import Passed, at_rho_turn, strong_passes
from exams.scenarios.narrating.narrative import ELSEWHERE, Facts, Narrative, Setting
from exams.scenarios.narrating.wrong_calls import plain
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS, Call
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat

_OPENINGS: Final = (
    "{caller} calls you: {name} has passed at {turn}'s turn. Away from the table, {name} tells you: “{cause}”",
    "You are called to the table, where {name} has passed although it was {turn}'s turn. Taken aside, {name} says: “{cause}”",
    "“Director!” {name} has passed before {turn}, whose turn it was. Out of earshot of the others, {name} says: “{cause}”",
)


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
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
        _OPENINGS,
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

_ON: Final = "The auction goes on without further rectification"


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    kinds = {effect.name for effect in ruling.effects}
    if "must_repeat_call" in kinds:
        yield from _REPEATED
        return
    yield Choice(
        "{new} is cancelled. {name} must pass once, and {partner} may make any legal call.",
        "that is for a natural pass at the turn of the right-hand opponent (30A); Law 31 deals with this one (30C).",
    )
    yield from (_NOT_COMPARABLE if "partner_must_pass" in kinds else _COMPARABLE)


_REPEATED: Final = (
    Choice(
        "{name} may make any legal call. If it is not comparable with the pass, {partner} must pass once.",
        "that is so if {rho} does not pass; now the pass is repeated (30C, 31A1).",
    ),
    Choice(
        "{name} may make any legal call, as the pass told {partner} nothing that is true in this auction.",
        "at the turn of the right-hand opponent, who has passed, the call is repeated (30C, 31A1).",
    ),
    Choice(
        "{name} must pass again. {partner} must pass once.",
        "when the repeated call is legal nothing further is rectified (31A1).",
    ),
    Choice(
        "{name} must pass again. Declarer may later forbid {partner} to lead one suit.",
        "when the repeated call is legal nothing further is rectified (31A1).",
    ),
    Choice(
        "{name} must pass again. {partner} must pass throughout.",
        "when the repeated call is legal nothing further is rectified (31A1).",
    ),
)
_COMPARABLE: Final = (
    Choice(
        "{new} stands. {partner} must pass once, since an artificial pass can never be replaced by a comparable call.",
        "what counts is what the two calls show, asks or serves (23A), artificial or not.",
    ),
    Choice(
        "{new} stands. {partner} may not use what was learned from the pass.",
        "16C2 does not apply after a comparable call (23B).",
    ),
    Choice(
        "{new} stands. Declarer may later forbid {partner} to lead one suit.",
        "26B is for calls that are not comparable (26A, 31A2(a)).",
    ),
    Choice(
        "{new} stands. {partner} must pass throughout.",
        "that is for an insufficient bid or an inadmissible call (27B2, 27B3, 36B2, 36B4, 37B2, 38C).",
    ),
)
_NOT_COMPARABLE: Final = (
    Choice(
        "{new} stands. {partner} must pass throughout.",
        "one pass is enough after a call out of rotation (31A2(b)).",
    ),
    Choice(
        "{new} stands. {partner} may call, but may not use what was learned from the pass.",
        "more than information is at stake: {partner} must pass once (31A2(b)).",
    ),
    Choice(
        "{new} stands. {partner} must pass throughout. Declarer may later forbid {partner} to lead one suit.",
        "one pass is enough after a call out of rotation (31A2(b)).",
    ),
    Choice(
        "{new} is cancelled. {name} must choose a call that is comparable with the pass.",
        "any legal call may be chosen; which it is decides what follows (31A2).",
    ),
)

_SILENT: Final = frozenset(
    (
        "call_cancelled",
        "auction_reverts_to",
        "lead_restriction:none",
        "info:authorised",
        "info:unauthorised",
        "info:unauthorised:unless and until it is replaced by a comparable call",
        "right:know_consequences",
        "right:ask_methods",
        "no_right:accept",
        "no_right:know_intention",
        "no_right:consult",
        "no_right:require_lead",
    )
)
"""What goes with every call out of rotation, artificial or not."""
_TESTS: Final = ("similar", "subset", "same_purpose")
ARTIFICIAL_PASSES: Final = Narrative(
    procedure="30",
    topic="call-out-of-rotation",
    stage=_stage,
    tells={
        **{("whose_turn", turn): () for turn in ("rho", "partner", "lho")},
        ("rho_called", False): (),
        ("called_before", False): (),
        ("lho_called", False): (),
        ("lho_accepts", False): (
            "You explain the choices, and {lho} does not accept the pass.",
            "{lho} hears from you what the choices are, and does not accept the pass.",
            "Having heard the choices, {lho} refuses to accept the pass.",
        ),
        ("pass_artificial", True): (
            "In the methods of {side}, {agreed}.",
            "{side} have agreed that {agreed}.",
            "According to the system card of {side}, {agreed}.",
        ),
        ("rho_passes", True): (
            "{rho}, to whom the auction goes back, passes. {name} asks what may be called now.",
            "The auction goes back to {rho}, who passes, and {name} would like to make another call.",
            "{rho} passes at the proper turn, and {name} wants to know whether to call something else now.",
        ),
        ("rho_passes", False): (),
        ("similar", True): ("The auction goes back: {then}.", "The auction goes back to {turn}. {then}."),
        ("similar", False): ("The auction goes back: {then}.", "The auction goes back to {turn}. {then}."),
        **{(test, value): () for test in _TESTS[1:] for value in (True, False)},
    },
    conditions={
        ("lho_accepts", True): "{lho} had accepted the pass",
        ("lho_accepts", False): "{lho} had not accepted the pass",
        ("pass_artificial", True): "the pass were artificial",
        ("pass_artificial", False): "the pass were natural",
        ("rho_passes", True): "{rho} had passed",
        ("rho_passes", False): "{rho} had not passed",
        **{(test, True): "{new} were comparable with the pass" for test in _TESTS},
        ("similar", False): "{new} were not comparable with the pass",
        ("subset", False): "{new} showed hands that the pass did not show",
        ("same_purpose", False): "{new} served another purpose",
    },
    phrases={
        "call_stands@29A": "The pass stands",
        "call_stands": "{new} stands",
        "no_further_rectification": _ON,
        "must_repeat_call": "{name} must pass again",
        "offender_must_pass:once": "{name} must pass now. What the pass told is unauthorised for {partner}",
        "partner_must_pass:once": "{partner} must pass once",
        "lead_restriction:prohibit_one_suit": "Declarer may later forbid {partner} to lead one suit",
    },
    silent=_SILENT,
    plain=frozenset(("whose_turn", "rho_called", "lho_called", "called_before", "rho_passes")),
    mistakes=_mistakes,
    never=lambda facts: "" if facts.get("pass_artificial") else ELSEWHERE,
    hard=lambda facts: True,
)
