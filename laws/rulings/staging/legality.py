"""Tables for what a director is asked about an auction: whether a call is allowed, and whether passes ended it (18, 19, 34)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Facts = Mapping[str, Any]

PROCEDURES: Final = ("18", "19", "34")
BIDS: Final = {
    "no bid before it": ["N P", "E 1H"],
    "more tricks": ["N 1H", "E 2C"],
    "higher denomination": ["N 1H", "E 1S"],
    "same bid": ["N 1H", "E 1H"],
    "lower denomination": ["N 1H", "E 1D"],
    "fewer tricks": ["N 2H", "E 1S"],
}
BEFORE_A_DOUBLE: Final = {
    "opponents' bid": ["N 1H"],
    "own bid": ["N 1H", "E P"],
    "opponents' double": ["N 1H", "E X"],
    "own double": ["N 1H", "E X", "S P"],
    "a redouble": ["N 1H", "E X", "S XX"],
    "nothing bid": ["N P"],
}
"""The auction up to the double or redouble, by what was called last other than a pass."""
ROUND: Final = "NESW"


def stage(procedure: str, facts: Facts) -> dict[str, Any]:
    """Plain data of a record on which ruling takes the path with these facts."""
    if procedure == "18":
        auction = ["N 8C"] if facts["above_seven"] else BIDS[facts["against_last_bid"]]
    elif procedure == "19":
        auction = _double(facts)
    else:
        auction = _passes(facts)
    return {"dealer": auction[0][0], "procedure": procedure, "auction": auction}


def _double(facts: Facts) -> list[str]:
    call = "X" if facts["double_or_redouble"] == "doubled" else "XX"
    before = BEFORE_A_DOUBLE[facts["last_but_passes"]]
    by, lho = ROUND[len(before) % 4], ROUND[(len(before) + 1) % 4]
    return [*before, f"{by} {call}", *([f"{lho} 2S"] if facts.get("bid_since") else [])]


def _passes(facts: Facts) -> list[str]:
    if not facts["three_passes"]:
        return ["N 1H", "E P"]
    if not facts["pass_out_of_rotation"]:
        return ["N 1H", "E P", "S P", "W P"]
    if facts["deprived"]:
        return ["N 1H", "E P", "W P", "N P"]
    return ["N 1H", "E P", "W P", "S P"]
