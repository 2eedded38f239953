"""What a ruling can decide, one module for each field of the law."""

from __future__ import annotations

from laws.rulings.effects import (  # noqa: F401 - imported for the rights and actions they name
    asking,
    attention,
    calls,
    cards,
    changes,
    conduct,
    director,
    ending,
    former,
    inadmissible,
    information,
    legality,
    misinformation,
    penalties,
    unauthorised,
    understandings,
    wrong_cards,
)
from laws.rulings.effects.base import ACTIONS, CALLS, RIGHTS, DirectorAction, Effect, NoRight, Referral, Right

__all__ = ["ACTIONS", "CALLS", "RIGHTS", "DirectorAction", "Effect", "NoRight", "Referral", "Right"]
