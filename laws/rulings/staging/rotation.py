"""Tables for calls that are insufficient or out of rotation (Laws 27 and 30 to 32), and for what follows them (17, 23, 26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from laws.rulings.staging import inadmissible

Facts = Mapping[str, Any]

# Dealer and auction up to the irregular call; then the seats of offender's LHO and RHO.
Base = tuple[str, list[str], str, str]

IN_ROTATION: Final[Base] = ("N", ["N 1S", "E 1H"], "S", "N")
BASES: Final[dict[tuple[str, str], Base]] = {
    ("27", "rho"): ("N", ["N 1S", "S 1H"], "W", "E"),
    ("27", "partner"): ("N", ["N 1S", "W 1H"], "N", "S"),
    ("27", "change"): ("N", ["N 1S", "E 2H", "E 1C"], "S", "N"),
    ("30", "rho"): ("N", ["E P"], "S", "N"),
    ("30", "partner"): ("N", ["N 1S", "W P"], "N", "S"),
    ("30", "lho"): ("N", ["W P"], "N", "S"),
    ("30", "change"): ("N", ["N 1S", "N P"], "E", "W"),
    ("31", "rho"): ("N", ["E 1H"], "S", "N"),
    ("31", "partner"): ("N", ["N 1S", "W 2H"], "N", "S"),
    ("31", "lho"): ("N", ["W 1H"], "N", "S"),
    ("31", "change"): ("N", ["N 1S", "N 2S"], "E", "W"),
    ("31", "over"): ("N", ["N 1S", "E P", "S P", "N 2H"], "E", "W"),
    ("32", "rho"): ("E", ["E 1H", "S P", "N X"], "E", "W"),
    ("32", "partner"): ("E", ["E 1H", "N X"], "E", "W"),
    ("32", "change"): ("N", ["N 1S", "E P", "E X"], "S", "N"),
    ("32 double", "rho"): ("N", ["E X"], "S", "N"),
    ("32 double", "partner"): ("N", ["S X"], "W", "E"),
    ("32 double", "lho"): ("N", ["W X"], "N", "S"),
    ("32 double", "change"): ("N", ["N 1S", "N X"], "E", "W"),
    ("32 redouble", "rho"): ("N", ["E XX"], "S", "N"),
    ("32 redouble", "partner"): ("N", ["S XX"], "W", "E"),
    ("32 redouble", "lho"): ("N", ["W XX"], "N", "S"),
    ("32 redouble", "change"): ("N", ["N 1S", "N XX"], "E", "W"),
}
PROCEDURES: Final = ("17", "23", "26", "27", "30", "31", "32")
OFFERS: Final = {"bid": "3NT", "pass": "P", "insufficient": "1D", "double": "X"}
TESTS: Final = {"similar": "same_or_similar", "subset": "is_subset", "same_purpose": "same_purpose"}


def impossible(procedure: str, facts: Facts) -> str:
    """Why no table can show these facts, or nothing."""
    first_turn = facts.get("whose_turn") == "lho" and facts.get("called_before") is False
    if procedure == "27" and first_turn:
        return "before anybody has called there is no bid for this one to be insufficient over"
    if procedure == "27" and facts.get("repeat_legal"):
        return "RHO's pass leaves the repeated bid as insufficient as it was"
    if procedure == "32" and first_turn and not (facts["inadmissible_double"] or facts.get("inadmissible_redouble")):
        return "before anybody has called there is nothing to double, so the double is inadmissible"
    if procedure == "31" and facts.get("repeat_legal") is False:
        return "RHO's pass leaves a sufficient bid sufficient; an insufficient one comes by way of Law 27"
    return ""


def stage(procedure: str, facts: Facts) -> dict[str, Any]:
    """Plain data of a record on which ruling takes the path with these facts."""
    if procedure in ("17", "23", "26"):
        return _without_irregular_call(procedure, facts)
    dealer, made, lho, rho = _base(procedure, facts)
    if facts.get("lead_faced"):
        return {**inadmissible.after((dealer, made, lho), facts), "procedure": procedure}
    auction: list[Any] = list(made)
    data: dict[str, Any] = {"dealer": dealer, "auction": auction, "findings": _findings(facts), "procedure": procedure}
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


def _base(procedure: str, facts: Facts) -> Base:
    if facts.get("out_of_rotation") is False:
        return IN_ROTATION
    turn = "change" if facts.get("called_before") else facts["whose_turn"]
    double = (" double" if facts.get("inadmissible_double") else "") or (
        " redouble" if facts.get("inadmissible_redouble") else ""
    )
    return BASES[procedure + double, turn]


def _offer(facts: Facts) -> str:
    if facts.get("lowest_same"):
        return "2H"
    if facts.get("attempt_admissible") is False:
        return "XX"
    return OFFERS[facts["replacement_kind"]]


def _findings(facts: Facts) -> dict[str, Any]:
    passed = next((name for fact, name in TESTS.items() if facts.get(fact)), "no")
    return {"comparable": passed} if "similar" in facts else {}


def _without_irregular_call(procedure: str, facts: Facts) -> dict[str, Any]:
    if procedure == "17":
        return {"dealer": "N", "auction": ["N 1S", "E P", "W P", "N P"]}
    if procedure == "23":
        return {"dealer": "N", "procedure": "23", "findings": _findings(facts)}
    data: dict[str, Any] = {
        "dealer": "N",
        "offender": "E",
        "findings": {"replaced_comparably": facts["replaced_comparably"]},
    }
    if "defends" in facts:
        data["declarer"] = "S" if facts["defends"] else "W"
    if "occasion" in facts:
        data["lead"] = {
            "occasion": facts["occasion"],
            "forbidden": "C" if facts.get("forbids") else None,
            "can_comply": facts.get("can_comply", True),
        }
    return data
