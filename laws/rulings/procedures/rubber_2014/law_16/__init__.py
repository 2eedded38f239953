"""Rubber Law 16: unauthorized information."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects.base import right
from laws.rulings.effects.calls import Info
from laws.rulings.effects.information import Duty, Entitled, NotEntitled
from laws.rulings.effects.penalties import NoPenalty, Redress
from laws.rulings.facts import Fact
from laws.rulings.facts.judging import OPEN
from laws.rulings.procedures.rubber_2014.law_16.facts import (
    LEARNED_FROM,
    OWN_SIDE_OFFENDED,
    PROFITED,
    SEES_PENALTY_CARD,
    SUGGESTIVE,
)
from laws.rulings.record import BadRecord
from laws.rulings.replay import Situation

TO_USE_IT: Final = right("use_it", "base a call or play on it")
TO_AVOID_PROFIT: Final = right("avoid_profit", "carefully avoid gaining from it")


_FROM_PARTNER = (("learned_from", "from partner"), ("sees_penalty_card", "as partner"))
"""Findings by which it is the player's own side that offends."""


def _own_side_offends(situation: Situation) -> None:
    """What a player knows from partner is the offence of their own side."""
    record, player = situation.record, situation.record.player
    if player is None or not situation.knows_seats or player.side is situation.offender.side:
        return
    if any(record.findings.get(fact) == answer for fact, answer in _FROM_PARTNER):
        raise BadRecord(
            "record.offender",
            f"what {player} knows comes from partner, so {situation.offender}, an opponent, has not offended by it; "
            f"expected {player} or {player.partner}",
        )


@RUBBER_2014.procedure(
    "16",
    "Unauthorized information",
    happened="A player may have used unauthorised information",
    declared=Declaration(fits=_own_side_offends, seats=Seats(("player",), one_offender=False)),
)
def unauthorized_information(case: Case) -> None:
    """16A from partner, 16B1 from withdrawn calls and plays, 16B2 from penalty cards: who may use it, who pays."""
    origin = unauthorized(case)
    if origin:
        made_good(case, "16A" if origin == "from partner" else "16")


@RUBBER_2014.passage
def unauthorized(case: Case) -> str:
    """Where what the player knows and may not use comes from. Nothing when nothing stands against using it."""
    origin = case.asks(LEARNED_FROM, "16")
    if origin == "withdrawn action" and not case.asks(OWN_SIDE_OFFENDED, "16B1"):
        case.rules(Info("NOS", "authorised", "16B1(a)", "withdrawn"), "16B1(a)")
        case.rules(Entitled("chooser", TO_USE_IT), "16B1(a)")
        return ""
    if origin == "penalty card" and case.asks(SEES_PENALTY_CARD, "16B2") == "as declarer":
        case.rules(Info("NOS", "authorised", "16B2", "penalty card"), "16B2")
        case.rules(Entitled("chooser", TO_USE_IT), "16B2")
        return ""
    if origin == "from partner" and not case.asks(SUGGESTIVE, "16A"):
        case.rules(NoPenalty(), "16A")
        return ""
    if origin == "from partner":
        case.rules(Info("OS", "unauthorised", "16A", "extraneous"), "16A")
        case.rules(Duty("chooser", TO_AVOID_PROFIT), "Proprieties2")
    elif origin == "withdrawn action":
        case.rules(Info("OS", "unauthorised", "16B1(b)", "withdrawn"), "16B1(b)")
    else:
        case.rules(Info("OS", "unauthorised", "16B2", "penalty card"), "16B2")
    case.rules(NotEntitled("chooser", TO_USE_IT), "16")
    return str(origin)


@RUBBER_2014.passage
def made_good(case: Case, provision: str, fact: Fact = PROFITED) -> None:
    """The offending side redresses what damage it did by using it; under Proprieties 1 that is its own duty."""
    found = case.asks(fact, provision)
    if found == OPEN:
        case.rules(Redress("possible", provision, "used"), provision)
    elif found == "profit":
        case.rules(Redress("assigned", provision, "used"), "Proprieties1")
    else:
        case.rules(Redress("none", provision, "used"), provision)
