"""Tables with a call that is insufficient or out of rotation, and what follows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from laws.rulings.declaration import Facts, Table

ROUND: Final = "NESW"
Base = tuple[str, list[str], str]
"""Dealer and auction up to the irregular call; then the seat of offender's LHO."""
IN_ROTATION: Final[Base] = ("N", ["N 1S", "E 1H"], "S")
OFFERS: Final = {"bid": "3NT", "pass": "P", "insufficient": "1D", "double": "X"}
TESTS: Final = {"similar": "same_or_similar", "subset": "is_subset", "same_purpose": "same_purpose"}


def irregular(procedure: str, bases: Mapping[str, Base]) -> Callable[[Facts], Table]:
    """A way to stage such a call: `bases` has the auction by whose turn it was, or `change` for a second call at one turn.

    An inadmissible double or redouble has auctions of its own: `double partner`.
    """

    def stage(facts: Facts) -> Table:
        return _staged(procedure, _base(bases, facts), facts)

    return stage


def _staged(procedure: str, base: Base, facts: Facts) -> Table:
    dealer, made, lho = base
    rho = ROUND[(ROUND.index(lho) + 2) % 4]
    if facts.get("lead_faced"):
        return {**after(base, facts), "procedure": procedure}
    auction: list[Any] = list(made)
    data: dict[str, Any] = {"dealer": dealer, "auction": auction, "findings": compared(facts), "procedure": procedure}
    if "replacement_kind" in facts:
        offer = _offer(facts)
        if facts.get("replaced_early"):
            auction.append(f"{made[-1][0]} {offer}")
        else:
            data["replacement"] = offer
    if facts.get("rho_called"):
        auction.append(f"{rho} 3C")
    if facts.get("lho_called"):
        auction.append({"by": lho, "call": "3C", "over": facts.get("meant_over")})
    if "lho_accepts" in facts:
        data["accepted"] = facts["lho_accepts"]
    if "lho_accepts_second" in facts:
        data["attempt_accepted"] = facts["lho_accepts_second"]
    if "rho_passes" in facts:
        data["continued"] = [f"{rho} P" if facts["rho_passes"] else f"{rho} 3C"]
    if facts.get("pass_artificial"):
        data["meanings"] = {"withdrawn": {"hcp": "13+", "artificial": True}}
    return data


def _base(bases: Mapping[str, Base], facts: Facts) -> Base:
    if facts.get("out_of_rotation") is False:
        return IN_ROTATION
    turn = "change" if facts.get("called_before") else facts["whose_turn"]
    double = ("double " if facts.get("inadmissible_double") else "") or (
        "redouble " if facts.get("inadmissible_redouble") else ""
    )
    return bases[double + turn]


def _offer(facts: Facts) -> str:
    if facts.get("lowest_same"):
        return "2H"
    if facts.get("attempt_admissible") is False:
        return "XX"
    return OFFERS[facts["replacement_kind"]]


def compared(facts: Facts) -> dict[str, Any]:
    """The finding that says which test of a comparable call held."""
    passed = next((name for fact, name in TESTS.items() if facts.get(fact)), "no")
    return {"comparable": passed} if "similar" in facts else {}


def after(base: Base, facts: Facts) -> dict[str, Any]:
    """What followed the double: the whole auction and the lead, a call by LHO or RHO, or nothing."""
    dealer, made, lho = base
    auction: list[Any] = list(made)
    at = ROUND.index(lho)
    if facts.get("lead_faced"):
        auction += [f"{lho} 7NT", *(f"{ROUND[(at + i) % 4]} P" for i in (1, 2, 3))]
        return {"dealer": dealer, "auction": auction, "noticed": "play"}
    if facts.get("rho_called"):
        auction.append(f"{ROUND[(at + 2) % 4]} 3C")
    elif facts.get("lho_called") or facts.get("lho_has_called"):
        auction.append({"by": lho, "call": "3C", "over": facts.get("meant_over")})
    return {"dealer": dealer, "auction": auction}


def _first_turn(facts: Facts) -> bool:
    return facts.get("whose_turn") == "lho" and facts.get("called_before") is False


def no_bid_before(facts: Facts) -> str:
    """Why no table can show an insufficient bid on this path; empty when one can."""
    if _first_turn(facts):
        return "before anybody has called there is no bid for this one to be insufficient over"
    return "RHO's pass leaves the repeated bid as insufficient as it was" if facts.get("repeat_legal") else ""


def nothing_to_double(facts: Facts) -> str:
    """The same of a double or redouble."""
    if _first_turn(facts) and not (facts["inadmissible_double"] or facts.get("inadmissible_redouble")):
        return "before anybody has called there is nothing to double, so the double is inadmissible"
    return ""


def bid_stays_sufficient(facts: Facts) -> str:
    """The same of a bid out of rotation that has to be repeated."""
    if facts.get("repeat_legal") is False:
        return "RHO's pass leaves a sufficient bid sufficient; an insufficient one comes by way of Law 27"
    return ""


def pass_stays_legal(facts: Facts) -> str:
    """The same of a pass that has to be repeated."""
    return "a pass is legal at every turn, so it can always be repeated" if facts.get("repeat_legal") is False else ""


def none_in_turn(facts: Facts) -> str:
    """The same of calls made at one moment."""
    if not facts["together"]:
        return "calls of one moment of which none is in turn stand in a record one by one, as the Director orders them"
    return ""
