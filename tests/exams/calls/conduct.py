"""Ways to conduct a call, for tests: as the law has it, at once, asking everything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def ruling(content: Mapping[str, Any]) -> dict[str, Any]:
    """The right ruling."""
    rule = content["rule"]
    return {
        "act": "rule",
        "law": next(one["id"] for one in rule["laws"] if one["right"]),
        "parts": [one["id"] for one in rule["parts"] if one["right"]],
        "reason": next(one["id"] for one in rule["reasons"] if one["right"]),
    }


def options(content: Mapping[str, Any]) -> dict[str, Any]:
    """All the options, in order, to whoever has the choice, of a side to its first player."""
    tell = content["tell"]
    told = sorted((one for one in tell["options"] if one["place"] >= 0), key=lambda one: one["place"])
    return {"act": "tell", "to": tell["to"][:1], "options": [one["id"] for one in told]}


def in_order(content: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Everything in the law's order, and nothing else."""
    special = {"tell": options, "rule": ruling}
    steps = [step["acts"][0] for step in content["order"]]
    return [special[one](content) if one in special else {"act": one} for one in steps]


def at_once(content: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The right ruling, and nothing before it."""
    return [ruling(content)]


def asking_everything(content: Mapping[str, Any], *, harmful: bool = True) -> list[dict[str, Any]]:
    """Every act that the page offers, those that do harm too unless they are left out, each when it can be done."""
    every = [one for one in content["acts"] if not one["stops"] and (harmful or one["worth"] != "harmful")]
    early = [{"act": one["id"]} for one in every if not one["after"]]
    late = [{"act": one["id"]} for one in every if one["after"]]
    told = [options(content)] if content["tell"] and content["tell"]["to"] else []
    return [*early, *told, *late, ruling(content)]


def noted(content: Mapping[str, Any]) -> dict[str, Any]:
    """Everything in the law's order, as an assessor notes it."""
    order = [step["acts"][0] for step in content["order"] if step["acts"][0] != "rule"]
    told = options(content)["options"] if "tell" in order else []
    ruled = {name: value for name, value in ruling(content).items() if name != "act"}
    return {"acts": [one for one in order if one != "tell"], "order": order, "options": told, **ruled}
