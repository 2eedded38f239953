"""Law 72: infractions on purpose, untold and concealed, and damage that an offender could foresee."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from exams.scenarios.bidding.hands import read
from exams.scenarios.narration import slips
from exams.scenarios.narration.bridge import auction_data, capital, contract_of, number, plain
from exams.scenarios.narration.explained import explained
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.slips import Slip
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_72")
_WEAK, _STRONG = 9, 12
"""With so few points it suits a player that partner is silenced, with so many it does not."""


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    match facts["principle"]:
        case "own infraction":
            return _OWN[facts["duty_to_speak"]](table, rng)
        case "on purpose":
            return _on_purpose(table, rng)
        case "concealed":
            return _concealed(table, rng)
        case "could foresee":
            return _foreseen(table, rng, weak=facts["could_foresee"])
        case "not trying":
            return _not_trying(table, rng)
    return _lawful(table, rng)


def _setting(
    table: Table,
    rng: random.Random,
    player: Seat,
    opening: str,
    places: dict[str, str],
    auction: Sequence[Any] = (),
    situation: Sequence[str] = (),
    **more: Any,
) -> Setting:
    return Setting(
        {"offender": player.value} | ({"auction": list(auction)} if auction else {}),
        TEXTS.lines("openings", opening),
        player.value,
        places={
            "name": player.full_name,
            "caller": rng.choice([player.lho, player.rho]).full_name,
            "points": str(read(table.hands[player]).hcp),
            **places,
        },
        situation=(opening, *situation),
        **more,
    )


def _slipped(
    table: Table,
    rng: random.Random,
    slip: Slip,
    opening: str,
    player: Seat | None = None,
    situation: Sequence[str] = (),
    hands: Sequence[str] = (),
    **places: str,
) -> Setting:
    """A slip, seen from whoever committed it or from another player."""
    where = f"In {slip.contract.words}, {slip.clause}" if slip.contract is not None else capital(slip.clause)
    return _setting(
        table,
        rng,
        player or slip.offender,
        opening,
        {"clause": slip.clause, "where_clause": where, **places},
        slip.auction,
        (slip.clause.replace(slip.offender.full_name, ""), *situation),
        marked=slip.marked,
        hands=hands,
    )


def _on_purpose(table: Table, rng: random.Random) -> Setting:
    slip = slips.in_auction(table, rng) if rng.random() < 0.5 else slips.in_play(table, rng)
    if slip.kind == "exposed card" or _bid_before(slip):
        raise Unfit
    return _slipped(table, rng, slip, "on purpose")


def _bid_before(slip: Slip) -> bool:
    """The insufficient bid has been made already: whoever makes it again has lost the thread, and weighs up nothing."""
    return slip.kind == "insufficient bid" and any(
        made["call"] == slip.auction[-1]["call"] for made in slip.auction[:-1]
    )


def _untold(table: Table, rng: random.Random) -> Setting:
    """Partner's infraction that only the player has seen, or one of the player's own."""
    slip = slips.insufficient_bid(table, rng) if rng.random() < 0.4 else slips.in_play(table, rng)
    if slip.kind not in TEXTS.part("unnoticed"):
        raise Unfit
    # The record names as offender whoever made the irregular call of its auction.
    mine = slip.contract is None or slip.offender.partner is slip.dummy or rng.random() < 0.3
    unnoticed = TEXTS.line("unnoticed", slip.kind).format(next=slip.offender.lho.full_name)
    if mine:
        return _slipped(table, rng, slip, "own infraction", unnoticed=unnoticed)
    return _slipped(table, rng, slip, "partner's infraction", slip.offender.partner, unnoticed=unnoticed)


def _misexplained(table: Table, rng: random.Random) -> Setting:
    found = explained(table.made, rng, lambda one: one.index <= 5)
    calls = plain(table.before(found.index + 1))
    places = {"bidder": found.bidder.full_name, "call": found.call.symbol, "said": found.other, "meant": found.meant}
    notes = {found.index: f"explained as “{found.other}”"}
    return _setting(table, rng, found.explainer, "explanation", places, calls, notes=notes)


def _revoked(table: Table, rng: random.Random) -> Slip:
    for _ in range(4):
        slip = slips.in_play(table, rng)
        if slip.kind == "revoke":
            return slip
    raise Unfit


def _correctable(table: Table, rng: random.Random) -> Setting:
    slip = _revoked(table, rng)
    if slip.offender.partner is slip.declarer:
        raise Unfit
    return _slipped(table, rng, slip, "revoke")


def _trick(table: Table, rng: random.Random) -> Setting:
    played = contract_of(table)
    declarer = played.declarer
    player = rng.choice([declarer, declarer.lho, declarer.rho])
    right = rng.randrange(5, 12)
    counted = number(right + 1 if player is declarer else right - 1)
    places = {"contract": played.words, "declarer": declarer.full_name, "counted": counted, "right": number(right)}
    return _setting(table, rng, player, "trick", places, auction_data(table), (counted,))


_OWN: Final = {"no duty": _untold, "explanation": _misexplained, "revoke": _correctable, "trick": _trick}


def _concealed(table: Table, rng: random.Random) -> Setting:
    slip = _revoked(table, rng)
    how = rng.choice(TEXTS.lines("concealed"))
    return _slipped(table, rng, slip, "concealed", situation=(how,), how=how)


def _foreseen(table: Table, rng: random.Random, *, weak: bool) -> Setting:
    """An irregularity in the auction that silences partner, by a weak hand or by a strong one."""
    slip = slips.in_auction(table, rng)
    points = read(table.hands[slip.offender]).hcp
    if not (points <= _WEAK if weak else points >= _STRONG):
        raise Unfit
    if slip.kind == "pass out of rotation" and slip.offender.rho is table.dealer:
        raise Unfit  # at RHO's turn it is the offender who must pass (30A)
    return _slipped(table, rng, slip, "silenced", hands=(slip.offender.value,))


def _not_trying(table: Table, rng: random.Random) -> Setting:
    what, event = rng.choice(TEXTS.lines("not_trying")), rng.choice(TEXTS.lines("events"))
    places = {"what": what, "event": event, "event_small": event[:1].lower() + event[1:]}
    return _setting(table, rng, rng.choice(ROUND), "not trying", places, situation=(what, event))


def _lawful(table: Table, rng: random.Random) -> Setting:
    tactic = rng.choice(TEXTS.data("lawful"))
    return _setting(table, rng, rng.choice(ROUND), "lawful tactics", tactic, situation=(tactic["what"],))
