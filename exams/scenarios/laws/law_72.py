"""Law 72: infractions on purpose, untold and concealed, and damage that an offender could foresee."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from exams.scenarios.bidding.hands import read
from exams.scenarios.narration import slips
from exams.scenarios.narration.bridge import as_data, capital, contract_of, number
from exams.scenarios.narration.explained import explained
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.slips import Slip
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit
from laws.rulings.calls import PASS
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_72")
_ADVICE: Final = frozenset(("partner's infraction", "own infraction", "explanation", "trick"))
"""Openings in which a player asks for advice away from the others."""
_WEAK, _STRONG = 9, 12
"""With so few points it suits a player that partner must pass, with so many it does not."""


def _setting(
    table: Table,
    rng: random.Random,
    player: Seat,
    opening: str,
    places: Mapping[str, Any],
    auction: Sequence[Any] | None = None,
    situation: Sequence[str] = (),
    dummy: Seat | None = None,
    **more: Any,
) -> Setting:
    callers = [
        one for one in (player.lho, player.rho) if one is not dummy
    ]  # who neither asks a defender nor calls first
    known = {"name": player, "caller": rng.choice(callers), "points": read(table.hands[player]).hcp}
    asked = TEXTS.line("asked", "advice" if opening in _ADVICE else "ruling", name=player)
    return Setting(
        {"offender": player, "auction": auction},
        TEXTS.lines("openings", opening),
        places=known | {**places, "asked": asked},
        situation=(opening, *situation),
        answer=TEXTS.line("in private") if opening in _ADVICE else "",
        **more,
    )


def _slipped(
    table: Table,
    rng: random.Random,
    slip: Slip,
    opening: str,
    player: Seat | None = None,
    situation: Sequence[str] = (),
    hands: Sequence[Seat] = (),
    like: frozenset[str] = frozenset(),
    told: frozenset[str] = frozenset(),
    **places: str,
) -> Setting:
    """A slip, seen from whoever committed it or from another player."""
    where = _where(slip)
    known = {"clause": slip.clause, "where_clause": where, **places}
    seen = (slip.clause.replace(slip.offender.full_name, ""), *situation)
    player = player or slip.offender
    return _setting(
        table,
        rng,
        player,
        opening,
        known,
        slip.auction,
        seen,
        dummy=slip.dummy,
        marked=slip.marked,
        hands=hands,
        like=like,
        told=told,
    )


def _where(slip: Slip) -> str:
    """The slip as a sentence, in the play with the contract: `Declaring 3♦, South ...`, `Defending 4♠, South ...`."""
    if slip.contract is None:
        return capital(slip.clause)
    if slip.offender is slip.declarer:
        return f"Declaring {slip.contract.only}, {slip.clause}"
    return f"Defending {slip.contract.only}, {slip.clause}"


def on_purpose(table: Table, facts: Facts, rng: random.Random) -> Setting:
    slip = slips.somewhere(table, rng)
    if slip.kind == "exposed card":
        raise Unfit
    how = [slip.kind]
    if slip.kind == "lead out of turn":
        how.append("declarer" if slip.offender is slip.declarer else "defender")
    admitted, whispered = (TEXTS.draw(rng, told, *how) for told in ("admitted", "whispered"))
    outcome = rng.choice(TEXTS.lines("outcome", facts["advantage"]))
    return _slipped(
        table, rng, slip, "on purpose", told=frozenset(("advantage",)),
        outcome=outcome, admitted=admitted, whispered=whispered,
    )  # fmt: skip


def untold(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Partner's infraction that only the player has seen, or one of the player's own."""
    slip = slips.insufficient_bid(table, rng) if rng.random() < 0.6 else slips.in_play(table, rng)
    if slip.kind not in TEXTS.part("unnoticed"):
        raise Unfit
    # The record names as offender whoever made the irregular call of its auction.
    mine = slip.contract is None or slip.offender.partner is slip.dummy or rng.random() < 0.3
    unnoticed = TEXTS.line("unnoticed", slip.kind, next=slip.offender.lho)
    if slip.contract is None:  # the call of the player who has not noticed
        slip = replace(slip, auction=[*slip.auction, *as_data([(slip.offender.lho, PASS)])])
    like = frozenset() if slip.contract else frozenset(("in the auction",))
    if mine:
        return _slipped(table, rng, slip, "own infraction", like=like, unnoticed=unnoticed)
    return _slipped(table, rng, slip, "partner's infraction", slip.offender.partner, like=like, unnoticed=unnoticed)


def misexplained(table: Table, facts: Facts, rng: random.Random) -> Setting:
    found = explained(table.made, rng, lambda one: one.index <= 5)
    calls = table.before(found.index + 1)
    told, really = _spoken(found.other, found.meant)
    places = {"bidder": found.bidder, "call": found.call, "said": found.other}
    places |= {"Said": capital(found.other), "meant": found.meant, "told": told, "really": really}
    notes = {found.index: f"explained as “{found.other}”"}
    return _setting(table, rng, found.explainer, "explanation", places, calls, notes=notes)


def _spoken(said: str, meant: str) -> tuple[str, str]:
    """The two meanings without the words that both begin with, which nobody says twice: `12 to 14 points`."""
    same = meant.partition(", ")[0] + ", "
    return (said.removeprefix(same), meant.removeprefix(same)) if said.startswith(same) else (said, meant)


def _revoked(table: Table, rng: random.Random) -> Slip:
    for _ in range(4):
        slip = slips.in_play(table, rng)
        if slip.kind == "revoke":
            return slip
    raise Unfit


def correctable(table: Table, facts: Facts, rng: random.Random) -> Setting:
    slip = _revoked(table, rng)
    if slip.offender.partner is slip.declarer:
        raise Unfit
    # Dummy may not ask a defender whether they have a card of the suit (61B2(b)).
    asks = [one for one in (slip.offender.lho, slip.offender.rho) if one is not slip.dummy]
    return _slipped(table, rng, slip, "revoke", caller=rng.choice(asks).full_name)


def trick(table: Table, facts: Facts, rng: random.Random) -> Setting:
    played = contract_of(table)
    declarer = played.declarer
    player = rng.choice([declarer, declarer.lho, declarer.rho])
    right = min(max(played.bid.level + 6 + rng.randrange(-2, 2), 1), 12)
    counted = number(right + 1 if player is declarer else right - 1)
    places = {"contract": played, "declarer": declarer, "counted": counted, "right": number(right)}
    return _setting(table, rng, player, "trick", places, table.made, (counted,))


def concealed(table: Table, facts: Facts, rng: random.Random) -> Setting:
    slip = _revoked(table, rng)
    how = rng.choice(TEXTS.lines("concealed"))
    return _slipped(table, rng, slip, "concealed", situation=(how,), how=how)


def foreseen(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An irregularity in the auction that silences partner, by a weak hand or by a strong one."""
    slip = slips.in_auction(table, rng)
    points = read(table.hands[slip.offender]).hcp
    if not (points <= _WEAK if facts["could_foresee"] else points >= _STRONG):
        raise Unfit
    if slip.kind == "pass out of rotation" and slip.offender.rho is table.dealer:
        raise Unfit  # at RHO's turn it is the offender who must pass (30A)
    return _slipped(table, rng, slip, "barred", hands=(slip.offender,))


def lawful(table: Table, facts: Facts, rng: random.Random) -> Setting:
    tactic = rng.choice(TEXTS.data("lawful"))
    return _setting(table, rng, rng.choice(ROUND), "lawful tactics", tactic, situation=(tactic["what"],))
