"""What a ruling can decide, one module for each field of the law; a law's own stand beside its procedure."""

from __future__ import annotations

from laws.rulings.discovery import modules
from laws.rulings.effects.base import ACTIONS, CALLS, RIGHTS, DirectorAction, Effect, NoRight, Referral, Right

__all__ = ["ACTIONS", "CALLS", "RIGHTS", "DirectorAction", "Effect", "NoRight", "Referral", "Right"]

modules(__name__)  # for the rights and actions that they name
