"""Calls made after an irregular one, before a penalty was imposed."""

from __future__ import annotations

from laws.rulings.facts.base import Fact
from laws.rulings.record import Made
from laws.rulings.replay import Situation


def _rest(at: Situation) -> tuple[Made, ...]:
    return at.record.auction[_index(at) + 1 :]


def _index(at: Situation) -> int:
    return at.irregularity.index if at.irregularity else len(at.record.auction)


def by_lho(at: Situation) -> bool:
    """Whether LHO made the next call after the irregular one."""
    return at.next_made is not None and at.next_made.by is at.offender.lho


CALLED_OVER = Fact(
    "called_over",
    "Did {lho} call next, before a penalty was imposed?",
    observe=lambda at: by_lho(at) and at.substituted is None,
    told={True: "{lho} has called next"},
)
CALLED_IN_TURN = Fact(
    "called_in_turn",
    "Did {rho}, whose turn it was, call next, before a penalty was imposed?",
    observe=lambda at: at.next_made is not None and at.next_made.by is at.offender.rho,
    told={True: "{rho}, whose turn it was, has called before a penalty was imposed"},
)
CALLED_OVER_SUBSTITUTE = Fact(
    "called_over_substitute",
    "Did {lho} call over the call that {offender} had put in its place?",
    default=False,
    observe=lambda at: by_lho(at) and at.substituted is not None,
)
CONDONED = Fact(
    "condoned",
    "Did {lho} call after {irregular}, before a penalty was assessed?",
    observe=lambda at: any(made.by is at.offender.lho for made in _rest(at)),
    told={True: "{lho} has called before a penalty was assessed"},
)
CORRECTED_EARLY = Fact(
    "corrected_early",
    "Did {offender} put another call in its place before the penalties had been stated?",
    observe=lambda at: at.premature,
)
BID_BEFORE = Fact(
    "somebody_had_bid",
    "Had anybody bid before it?",
    observe=lambda at: any(made.call.is_bid for made in at.record.auction[: _index(at)]),
)
