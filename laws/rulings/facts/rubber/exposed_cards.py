"""Cards exposed during the auction (24)."""

from __future__ import annotations

from laws.rulings.facts.base import Fact

CALLED_AFTER_EXPOSURE = Fact(
    "lho_called_after_exposure",
    "Has {lho} called since, before a penalty was claimed?",
    default=False,
)
