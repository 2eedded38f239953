"""Tables for Laws 33 and 36 to 39, and for the doubles of Law 32 that Law 19 forbids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Facts = Mapping[str, Any]

# Dealer and auction up to the irregular call; then the seat of offender's LHO.
Base = tuple[str, list[str], str]

PROCEDURES: Final = ("33", "36", "37", "38", "39")
IN_TURN: Final[dict[str, Base]] = {
    "doubled": ("N", ["N 1S", "E P", "S X"], "W"),
    "redoubled": ("N", ["N 1S", "E XX"], "S"),
}
OUT_OF_TURN: Final[dict[tuple[str, str], Base]] = {
    ("doubled", "rho"): ("N", ["E X"], "S"),
    ("doubled", "partner"): ("N", ["S X"], "W"),
    ("doubled", "lho"): ("N", ["W X"], "N"),
    ("doubled", "change"): ("N", ["N 1S", "N X"], "E"),
    ("redoubled", "rho"): ("N", ["E XX"], "S"),
    ("redoubled", "partner"): ("N", ["S XX"], "W"),
    ("redoubled", "lho"): ("N", ["W XX"], "N"),
    ("redoubled", "change"): ("N", ["N 1S", "N XX"], "E"),
}
OBLIGED: Final[dict[str, list[str]]] = {
    "": ["N 1C", "E 1S", "S 2C"],
    "doubled": ["N 1C", "E P", "S X"],
    "redoubled": ["N 1C", "E P", "S XX"],
}
ROUND: Final = "NESW"


def impossible(procedure: str, facts: Facts) -> str:
    """Why no table can show these facts, or nothing."""
    if procedure == "33" and not facts["together"]:
        return "calls of one moment of which none is in turn stand in a record one by one, as the Director orders them"
    return ""


def stage(procedure: str, facts: Facts) -> dict[str, Any]:
    """Plain data of a record on which ruling takes the path with these facts."""
    if procedure == "33":
        return {"dealer": "N", "procedure": "33", "auction": [_moment(facts)]}
    if procedure == "36":
        return _double(facts)
    lho_calls = facts["lho_has_called"]
    if procedure == "37":
        auction = [*OBLIGED[facts.get("law_19", "")], *(["W 3D"] if lho_calls else [])]
        duty = {"extent": facts.get("obligation_extent", "throughout"), "from": 1}
        return {"dealer": "N", "auction": auction, "must_pass": {"S": duty}}
    if procedure == "38":
        return {"dealer": "N", "auction": ["N 8C", *(["E P"] if lho_calls else [])]}
    late = ["E X", "S XX"] if lho_calls else ["N 2C"] if facts["by_declaring_side"] else _by_defender(facts)
    return {"dealer": "N", "auction": ["N 1NT", "E P", "S P", "W P", *late]}


def _by_defender(facts: Facts) -> list[str]:
    return ["E P"] if facts["late_pass"] else ["E X"]


def _moment(facts: Facts) -> list[str]:
    if not facts["second_in_rotation"]:
        return ["S P", "N 1C"]
    return ["E 1D", "N 1C"] if facts["second_legal"] else ["E 1C", "N 1C"]


def _double(facts: Facts) -> dict[str, Any]:
    kind = facts["law_19"]
    if facts["out_of_rotation"]:
        base = OUT_OF_TURN[kind, "change" if facts.get("called_before") else facts["whose_turn"]]
    else:
        base = IN_TURN[kind]
    return {"procedure": "36", **after(base, facts)}


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
