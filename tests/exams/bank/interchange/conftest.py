"""Questions to send and to bring, and the people of tests.exams.bank.conftest."""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache
from typing import Any

from exams import scenarios
from exams.bank.content import fingerprint_of
from exams.bank.interchange.contents import Defaults
from tests.exams.contents import CHANGES, content

DEFAULTS = Defaults(level="club", topic="insufficient-bid", edition="duplicate-2017", cites=("27",))
PLAY = {
    "contract": "4SX",
    "declarer": "S",
    "tricks": [
        {"leader": "W", "cards": [{"by": "W", "card": "HQ"}, {"by": "N", "card": "HA"}, {"by": "E", "card": "H2"}]},
        {"leader": "N", "cards": [{"by": "E", "card": "S2", "bad": True, "note": 1}]},
    ],
    "notes": ["out of turn"],
}


@lru_cache
def generated() -> tuple[dict[str, Any], ...]:
    """Questions of the engine of every kind and many laws."""
    mixed = scenarios.generate("all", count=90, seed=11, kind="mixed")
    written = scenarios.generate("all", count=12, seed=12, kind="written")
    turns = scenarios.generate("all", count=6, seed=13, kind="whose_turn")
    numbers = scenarios.generate("64", count=4, seed=14, kind="number")
    by_fingerprint = {one["fingerprint"]: dict(one) for some in (mixed, written, turns, numbers) for one in some}
    return tuple(by_fingerprint.values())


def by_hand(kind: str, **changes: Any) -> dict[str, Any]:
    """A question that a person wrote: without the engine's record and receipt, with the play of the cards."""
    made = deepcopy(content(kind, **changes))  # tests change what they get
    for engine in ("record", "receipt", "generator"):
        del made[engine]
    made["diagrams"] = {**made["diagrams"], "play": PLAY}
    made["explanation"] = {**made["explanation"], "steps": [], "outcomes": []}
    made["fingerprint"] = fingerprint_of(made)
    return made


KINDS = tuple(CHANGES)
