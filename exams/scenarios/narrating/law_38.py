"""Law 38: a bid of more than seven."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.narrating.wrong_calls import told
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS, parse_call
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat

_GRAND: Final = ("7C", "7D", "7H", "7S", "7NT")
_CAUSES: Final = (
    "{name} had not seen the {last} at all",
    "{name} says: “Anything is cheaper than their grand slam”",
    "{name} says: “I had to bid something over that”",
    "{name} had counted the levels wrongly",
)


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """The last bid of a natural auction is taken for a slam that somebody sacrifices over."""
    places = [place for place, (seat, option) in enumerate(table.made) if option.call.is_bid]
    if not places:
        return None
    cut = rng.choice(places)
    before = [(seat, option.call) for seat, option in table.made[:cut]]
    grand = CALLS[rng.choice(_GRAND)]
    bidder = table.made[cut][0]
    offender = bidder.lho
    higher = [text for text in ("8C", "8D", "8H", "8S", "8NT") if text[1:] != grand.text[1:]]
    eight = parse_call(rng.choice(higher))
    since: tuple[tuple[Seat, Any], ...] = (
        ((offender.lho, rng.choice((PASS, CALLS["X"]))),) if facts["lho_has_called"] else ()
    )
    auction = [*before, (bidder, grand), (offender, eight), *since]
    record = {
        "board": table.board,
        "auction": [{"by": seat.value, "call": call.text} for seat, call in auction],
    }
    cause = rng.choice(_CAUSES)
    openings = (
        f"“Director!” Over {{bidder}}'s {{last}} {{name}} has bid {{eight}}; {cause}.",
        f"{{caller}} calls you: over {{bidder}}'s {{last}} there is a bid of {{eight}} by {{name}}; {cause}.",
        f"You are called to a table where {{name}} has put {{eight}} on the table, written by hand on the back of a card, over "
        f"{{bidder}}'s {{last}}; {cause}.",
    )
    return Setting(
        record,
        openings,
        offender.value,
        shown=frozenset(facts),
        places={
            "name": offender.full_name,
            "bidder": bidder.full_name,
            "last": grand.symbol,
            "eight": eight.symbol,
            "since": told(since) if since else "",
            "caller": rng.choice([offender.lho, offender.rho]).full_name,
        },
        marked=frozenset({len(before) + 1}),
    )


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    yield Choice(
        "{lho} may accept {irregular}. If not, it is cancelled, and a legal call takes its place.",
        "no play or score at a level above seven is ever possible (38A).",
    )
    yield Choice(
        "{irregular} is cancelled. {offender} makes a legal call instead. {partner} must pass throughout.",
        "a pass takes its place, and both players must pass throughout (38C).",
    )
    yield Choice(
        "{irregular} is cancelled. A pass by {offender} takes its place. {partner} must pass once.",
        "both players of the side must pass throughout (38C).",
    )
    if dict(ruling.path)["lho_has_called"]:
        yield Choice(
            "{lho} has condoned it. {irregular} stands as a bid of seven in the same denomination.",
            "whoever calls after it, such a bid is cancelled (38B).",
        )
    yield Choice(
        "{irregular} is cancelled with all calls after it. The auction goes on without further rectification.",
        "that is the rule for an inadmissible double (36A); here a pass takes its place and both must pass throughout (38C).",
    )


MORE_THAN_SEVEN: Final = Narrative(
    procedure="38",
    topic="inadmissible-call",
    stage=_stage,
    tells={
        ("lho_has_called", False): (
            "{lho} has not called yet.",
            "You are called before {lho} has done anything.",
            "{lho} has called you instead of calling.",
        ),
        ("lho_has_called", True): (
            "Before anybody called you, {since}.",
            "The table took it as a joke at first: {since}.",
            "Since then {since}.",
        ),
    },
    conditions={
        ("lho_has_called", False): "{lho} had not called after it",
        ("lho_has_called", True): "{lho} had called after it",
    },
    phrases={
        "must_substitute:pass": "A pass by {offender} takes its place",
        "side_must_pass:throughout": "{offender} and {partner} must pass throughout",
        "lead_restriction:none": "No lead is restricted",
        "lead_restriction:prohibit_one_suit": "Declarer may later forbid {partner} to lead one suit",
    },
    silent=frozenset(("inadmissible:seven",)),
    uncited=frozenset({"no_right:accept"}),
    mistakes=_mistakes,
    hard=lambda facts: bool(facts["lho_has_called"]),
)
