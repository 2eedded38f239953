"""Law 72: infractions on purpose, untold and concealed, and damage that an offender could foresee."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.bidding.hands import read
from exams.scenarios.laws.law_72_words import (
    LAWFUL,
)
from exams.scenarios.narration import slips
from exams.scenarios.narration.auctions import capital, plain_calls
from exams.scenarios.narration.bridge import auction_data, contract_of, number
from exams.scenarios.narration.explained import explained
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.slips import Slip
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_72")


_WEAK, _STRONG = 9, 12
"""With so few points it suits a player that partner is silenced, with so many it does not."""


@dataclass(frozen=True)
class _Scene:
    """Who the case is about, what the opening names, the auction so far, and what makes it another case than the next."""

    player: Seat
    opening: str
    places: Mapping[str, str] = field(default_factory=dict)
    auction: list[dict[str, Any]] = field(default_factory=list)
    marked: frozenset[int] = frozenset()
    notes: Mapping[int, str] = field(default_factory=dict)
    shows_hand: bool = False
    situation: tuple[str, ...] = ()


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    scene = _scene(table, facts, rng)
    if scene is None:
        return None
    player = scene.player
    record: dict[str, Any] = {"board": table.board, "offender": player.value}
    if scene.auction:
        record["auction"] = scene.auction
    return Setting(
        record,
        TEXTS.lines("openings", scene.opening),
        player.value,
        told=frozenset({"principle", "duty_to_speak"}),
        places={
            "name": player.full_name,
            "caller": rng.choice([player.lho, player.rho]).full_name,
            "points": str(read(table.hands[player]).hcp),
            **scene.places,
        },
        marked=scene.marked,
        notes=scene.notes,
        hands=(player.value,) if scene.shows_hand else (),
        situation=(scene.opening, *scene.situation),
    )


def _scene(table: Table, facts: Facts, rng: random.Random) -> _Scene | None:
    principle = facts["principle"]
    if principle == "own infraction":
        return _OWN[facts["duty_to_speak"]](table, rng)
    if principle == "on purpose":
        return _on_purpose(table, rng)
    if principle == "concealed":
        return _concealed(table, rng)
    if principle == "could foresee":
        return _foreseen(table, rng, weak=facts["could_foresee"])
    return _not_trying(rng) if principle == "not trying" else _lawful(rng)


def _of(slip: Slip, player: Seat, opening: str, **places: str) -> _Scene:
    where = f"In {slip.contract.words}, {slip.clause}" if slip.contract is not None else capital(slip.clause)
    return _Scene(
        player,
        opening,
        {"clause": slip.clause, "where_clause": where, **places},
        [dict(made) for made in slip.auction],
        slip.marked,
        situation=(slip.clause.replace(slip.offender.full_name, ""),),
    )


def _on_purpose(table: Table, rng: random.Random) -> _Scene | None:
    slip = slips.in_auction(table, rng) if rng.random() < 0.5 else slips.in_play(table, rng)
    if slip is None or slip.kind == "exposed card" or _bid_before(slip):
        return None
    return _of(slip, slip.offender, "on purpose")


def _bid_before(slip: Slip) -> bool:
    """The insufficient bid has been made already: whoever makes it again has lost the thread, and weighs up nothing."""
    return slip.kind == "insufficient bid" and any(
        made["call"] == slip.auction[-1]["call"] for made in slip.auction[:-1]
    )


def _untold(table: Table, rng: random.Random) -> _Scene | None:
    """Partner's infraction that only the player has seen, or one of the player's own."""
    slip = slips.insufficient_bid(table, rng) if rng.random() < 0.4 else slips.in_play(table, rng)
    if slip is None or slip.kind not in TEXTS.part("unnoticed"):
        return None
    dummy = slip.contract.declarer.partner if slip.contract is not None else None
    # The record names as offender whoever made the irregular call of its auction.
    mine = slip.contract is None or slip.offender.partner is dummy or rng.random() < 0.3
    player = slip.offender if mine else slip.offender.partner
    unnoticed = TEXTS.line("unnoticed", slip.kind).format(next=slip.offender.lho.full_name)
    return _of(slip, player, "own infraction" if mine else "partner's infraction", unnoticed=unnoticed)


def _misexplained(table: Table, rng: random.Random) -> _Scene | None:
    found = explained(table.made, rng, lambda one: one.index <= 5)
    if found is None:
        return None
    calls = plain_calls(table.made[: found.index + 1])
    places = {"bidder": found.bidder.full_name, "call": found.call.symbol, "said": found.other, "meant": found.meant}
    note = {found.index: f"explained as “{found.other}”"}
    return _Scene(found.explainer, "explanation", places, calls, notes=note)


def _revoked(table: Table, rng: random.Random) -> Slip | None:
    for _ in range(4):
        slip = slips.in_play(table, rng)
        if slip is not None and slip.kind == "revoke":
            return slip
    return None


def _correctable(table: Table, rng: random.Random) -> _Scene | None:
    slip = _revoked(table, rng)
    if slip is None or slip.contract is None or slip.offender.partner is slip.contract.declarer:
        return None
    return _of(slip, slip.offender, "revoke")


def _trick(table: Table, rng: random.Random) -> _Scene | None:
    played = contract_of(table)
    if played is None:
        return None
    declarer = played.declarer
    player = rng.choice([declarer, declarer.lho, declarer.rho])
    own = player is declarer
    right = rng.randrange(5, 12)
    counted = right + 1 if own else right - 1
    places = {
        "contract": played.words,
        "declarer": declarer.full_name,
        "counted": number(counted),
        "right": number(right),
    }
    return _Scene(player, "trick", places, auction_data(table), situation=(places["counted"],))


_OWN: Final = {"no duty": _untold, "explanation": _misexplained, "revoke": _correctable, "trick": _trick}


def _concealed(table: Table, rng: random.Random) -> _Scene | None:
    slip = _revoked(table, rng)
    if slip is None:
        return None
    how = rng.choice(TEXTS.lines("concealed"))
    scene = _of(slip, slip.offender, "concealed", how=how)
    return _Scene(scene.player, scene.opening, scene.places, scene.auction, situation=(*scene.situation, how))


def _foreseen(table: Table, rng: random.Random, *, weak: bool) -> _Scene | None:
    """An irregularity in the auction that silences partner, by a weak hand or by a strong one."""
    slip = slips.in_auction(table, rng)
    if slip is None:
        return None
    points = read(table.hands[slip.offender]).hcp
    if not (points <= _WEAK if weak else points >= _STRONG):
        return None
    if slip.kind == "pass out of rotation" and slip.offender.rho is table.dealer:
        return None  # at RHO's turn it is the offender who must pass (30A)
    scene = _of(slip, slip.offender, "silenced")
    return _Scene(
        scene.player,
        scene.opening,
        scene.places,
        scene.auction,
        scene.marked,
        shows_hand=True,
        situation=scene.situation,
    )


def _not_trying(rng: random.Random) -> _Scene:
    what, event = rng.choice(TEXTS.lines("not_trying")), rng.choice(TEXTS.lines("events"))
    player = rng.choice(ROUND)
    told = what.format(name=player.full_name, partner=player.partner.full_name)
    places = {"what": told, "event": event, "event_small": event[:1].lower() + event[1:]}
    return _Scene(player, "not trying", places, situation=(what, event))


def _lawful(rng: random.Random) -> _Scene:
    tactic, complaint = rng.choice(LAWFUL)
    player = rng.choice(ROUND)
    names = {"name": player.full_name, "partner": player.partner.full_name}
    places = {"what": tactic.format(**names), "complaint": complaint}
    return _Scene(player, "lawful tactics", places, situation=(tactic,))
