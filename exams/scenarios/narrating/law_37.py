"""Law 37: a player calls who has to pass."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.auctions import owned
from exams.scenarios.narrating.bridge import did
from exams.scenarios.narrating.law_36_words import PHRASES as DOUBLES
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.narrating.wrong_calls import DOUBLE, REDOUBLE, Scene, inadmissible_doubles, natural, told
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS
from laws.rulings.ruling import Ruling

_WHY_SILENT: Final = {
    "throughout": (
        "Earlier in this auction {partner} had made an insufficient bid and replaced it; after {partners_call} you ruled that "
        "{name} must pass for the rest of the auction.",
        "{partners_call} replaced an insufficient bid that was not accepted, and since then {name} has to pass throughout.",
    ),
    "once": (
        "Earlier in this auction {partner} had called out of turn; as {partners_call} was not comparable with that call, you "
        "ruled that {name} must pass at the next turn.",
        "{partners_call} was made after a call out of rotation that nobody accepted, and is not comparable with it; so {name} "
        "has to pass once, at this turn.",
    ),
}
_HAPPENED: Final = (
    "Now {name} has {done}.",
    "At that turn {name} has {done} all the same.",
    "{name} has forgotten it, and has {done}.",
)


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    scene = _doubled(table, facts, rng) if facts.get("breaks_law_19") else _bid(table, rng)
    if scene is None:
        return None
    place = _partners_call(scene)
    if place is None:
        return None
    offender, lho = scene.offender, scene.offender.lho
    if facts["lho_has_called"]:
        call = natural(table, scene.place, lho)
        if call.is_bid and scene.call.is_bid and call.rank <= scene.call.rank:
            return None  # LHO would not bid below it
        scene = scene.then((lho, call))
    extent = facts.get("obligation_extent") or rng.choice(("once", "throughout"))
    partners = table.made[place][1].call
    record: dict[str, Any] = {
        "board": table.board,
        "auction": scene.auction,
        "must_pass": {offender.value: {"extent": extent, "from": place + 1}},
    }
    places = {
        "name": offender.full_name,
        "done": did(scene.call),
        "partners_call": owned(offender.partner, partners),
        "since": told(scene.since) if scene.since else "",
        "caller": rng.choice([lho, offender.rho]).full_name,
    }
    openings = tuple(f"{why} {happened} {{caller}} calls you." for why in _WHY_SILENT[extent] for happened in _HAPPENED)
    return Setting(
        record,
        openings,
        offender.value,
        shown=frozenset(facts),
        told=frozenset({"breaks_law_19", "law_19", "obligation_extent"}),
        places=places,
        marked=frozenset({scene.place}),
        hands=(offender.value,),
        situation=(extent,),
    )


def _bid(table: Table, rng: random.Random) -> Scene | None:
    """A player bids at his first turn after a call by partner, as his hand tells him to."""
    found = [
        Scene(table, place, seat, option.call)
        for place, (seat, option) in enumerate(table.made)
        if place >= 2 and option.call is not PASS and table.made[place - 2][1].call is not PASS
    ]
    return rng.choice(found) if found else None


def _doubled(table: Table, facts: Facts, rng: random.Random) -> Scene | None:
    """He doubles or redoubles what nobody could double or redouble."""
    call = DOUBLE if facts["law_19"] == "doubled" else REDOUBLE
    found = [
        Scene(table, place, seat, call, cause)
        for place, seat, cause in inadmissible_doubles(table, call)
        if place >= 2 and Scene(table, place, seat, call).turn is seat
    ]
    return rng.choice(found) if found else None


def _partners_call(scene: Scene) -> int | None:
    """The place of partner's last call, if it was no pass: the one from which the obligation comes."""
    place = scene.place - 2
    if place < 0 or scene.table.made[place][1].call is PASS:
        return None
    return place


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    if any(effect.name == "side_must_pass" for effect in ruling.effects):
        yield Choice(
            "{lho} may accept {irregular}; if not, it is cancelled and {offender} must pass.",
            "LHO condones the breach only by calling over it unasked; nobody is offered a choice (37A, 37B).",
        )
        yield Choice(
            "{irregular} is cancelled. {offender} makes a legal call instead. {partner} must pass throughout.",
            "a pass takes its place, and both players must pass throughout (37B2).",
        )
        yield Choice(
            "{irregular} is cancelled. A pass by {offender} takes its place. There is no further rectification.",
            "both players of the side must pass throughout (37B2).",
        )
        yield Choice(
            "{irregular} is cancelled. A pass by {offender} takes its place. {offender} and {partner} must pass once.",
            "they must pass for the rest of the auction, however short the obligation was (37B2).",
        )
        return
    yield Choice(
        "{irregular} and all calls after it are cancelled. {offender} and {partner} must pass throughout.",
        "that is so only when LHO has not called yet (37B).",
    )
    yield Choice(
        "{irregular} stands, but {partner} must pass throughout.",
        "37A asks nothing of partner: LHO's call has condoned the breach.",
    )
    yield Choice(
        "{irregular} stands and so do the calls after it. Declarer may later forbid {partner} to lead one suit.",
        "Law 26 does not apply when the call stands (37A).",
    )


OBLIGED: Final = Narrative(
    procedure="37",
    topic="inadmissible-call",
    stage=_stage,
    tells={
        ("lho_has_called", False): (
            "{lho} has not called since.",
            "You are there before {lho} has called.",
            "The table stopped at once, and {lho} is waiting.",
        ),
        ("lho_has_called", True): (
            "Since then {since}.",
            "Nobody spoke up at once: {since}.",
            "{since}, and only then did somebody remember your ruling.",
        ),
        ("breaks_law_19", False): (),
        ("breaks_law_19", True): (),
        ("law_19", "doubled"): (),
        ("law_19", "redoubled"): (),
        ("obligation_extent", "once"): (),
        ("obligation_extent", "throughout"): (),
    },
    conditions={
        ("lho_has_called", False): "{lho} had not called yet",
        ("lho_has_called", True): "{lho} had called over it",
        ("breaks_law_19", False): "it were a call that Law 19 allows",
        ("breaks_law_19", True): "it were a double or redouble that Law 19 forbids anyway",
        ("obligation_extent", "once"): "{offender} had had to pass at that turn only",
        ("obligation_extent", "throughout"): "{offender} had had to pass for the whole auction",
    },
    phrases={
        **DOUBLES,
        "must_substitute:pass": "A pass by {offender} takes its place",
        "side_must_pass:throughout": "{offender} and {partner} must pass throughout",
        "offender_must_pass:throughout": "{offender} must still pass at every later turn",
        "offender_must_pass:once": "{offender} must still pass at this turn",
        "lead_restriction:none": "No lead is restricted",
    },
    silent=frozenset(("inadmissible:obligation", "inadmissible:doubled", "inadmissible:redoubled")),
    plain=frozenset({"law_19"}),
    mistakes=_mistakes,
    never=lambda facts: (
        "37A leaves such a double out, and whether Law 36 or 37B then applies is read in two ways"
        if facts.get("breaks_law_19")
        else ""
    ),
    hard=lambda facts: bool(facts["lho_has_called"]),
)
