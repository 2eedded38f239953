"""Tables for a call that is to be changed, or has been (Law 25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Facts = Mapping[str, Any]

PROCEDURES: Final = ("25",)


def stage(procedure: str, facts: Facts) -> dict[str, Any]:
    """Plain data of a record on which ruling takes the path with these facts."""
    return _changed(facts) if facts["called_again"] else _slip(facts)


def _changed(facts: Facts) -> dict[str, Any]:
    """South opens 1D and changes it to 1H at West's turn."""
    stated = {key: facts[key] for key in ("first_unintended", "change_comparable") if key in facts}
    auction: list[Any] = ["S 1D", "S 1H"]
    if facts.get("lho_called"):
        auction.append({"by": "W", "call": "2C", "over": facts.get("meant_over")})
    data = {"dealer": "S", "procedure": "25", "auction": auction, "findings": stated}
    return data | ({"accepted": facts["lho_accepts"]} if "lho_accepts" in facts else {})


def _slip(facts: Facts) -> dict[str, Any]:
    """North opens 1S and South says that the call made after it was not the one intended."""
    findings: dict[str, Any] = {"unintended": facts["unintended"]}
    if facts.get("auction_ended_first"):
        auction = ["N 1S", "E P", "S P", "W P"] if facts.get("lho_called") else ["W 1S", "N P", "E P", "S P"]
    else:
        auction = ["N 1S", "E P", "S 2D"]
        if facts.get("partner_called"):
            auction += ["W P", "N 2H"]
        elif facts.get("lho_called"):
            auction += ["W 3C"]
    noticed = {False: "clarification", True: "play"}.get(facts.get("period_over", ""))
    legal = facts.get("intended_legal", True)
    return {
        "dealer": auction[0][0],
        "procedure": "25",
        "offender": "S",
        "auction": auction,
        "intended": "2H" if legal else "1C",
        "findings": findings,
        **({"noticed": noticed} if noticed else {}),
    }
