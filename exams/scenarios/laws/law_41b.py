"""Laws 41B and 41C: a player who asks something once the auction is over."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import capital, contract_of
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import filled, texts
from exams.scenarios.tables import NOTHING_MORE, Table, Unfit
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_41b")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Somebody asks for the calls, the meaning of one, or the contract, at a moment that the path wants."""
    played = contract_of(table)
    declarer = played.declarer
    kind, asks = TEXTS.kind("moment", facts), TEXTS.kind("asks", facts)
    asker = _asker(declarer, kind, rng)
    partners = (asker, asker.partner)
    explained = [place for place, (seat, _) in enumerate(table.made) if seat not in partners and _shows(table, place)]
    if asks == "call" and not explained:
        raise Unfit
    place = rng.choice(explained) if explained else 0
    caller, call = (table.made[place][0], table.calls[place].symbol) if explained else (asker.lho, "")
    if asks == "defence":
        # The card that was led is the leader's, and the leader's partner explains it.
        caller, call = declarer.lho, ""
    said = rng.choice(TEXTS.lines("moments", kind))
    when = filled(
        said,
        {
            "asker": asker,
            "declarer": declarer,
            "lho": declarer.lho,
            "partner": asker.partner,
            "trick": rng.choice(TEXTS.lines("tricks")),
        },
    )
    return Setting(
        {"auction": table.made, "declarer": declarer, "player": asker},
        TEXTS.lines("asks", asks),
        asker,
        shown={"asker_is", "asker_leads"} & facts.keys(),
        places={
            "contract_by": played,
            "contract_only": played.only,
            "playing": declarer,
            "when": when,
            "When": capital(when),
            "call": call,
            "a_call": f"{caller.full_name}'s {call}" if call else TEXTS.line("a call"),
            "answerer": caller.partner,
            "objector": asker.rho if asker.rho is not declarer.partner else asker.lho,
        },
        situation=(asker, when, asks),
    )


def _asker(declarer: Seat, kind: str, rng: random.Random) -> Seat:
    """Who can ask at such a moment."""
    if kind == "dummy":
        return declarer.partner
    if kind.startswith("declarer"):
        return declarer
    # The leader has no first turn after dummy, and does not wait for the lead to be faced.
    partner_alone = kind in ("defender, lead face down", "defender, first turn")
    return declarer.rho if partner_alone else rng.choice((declarer.lho, declarer.rho))


def _shows(table: Table, place: int) -> bool:
    """Whether there is something to ask about a call."""
    option = table.made[place][1]
    return option.call.is_bid and option.meaning is not None and option.words != NOTHING_MORE
