"""Leads that declarer has required or forbidden, for the bars of the laws that give declarer the choice."""

from __future__ import annotations

from collections.abc import Callable, Collection

from laws.rulings.calls import SUIT_NAMES
from laws.rulings.play.position import LeadRule, Position
from laws.rulings.seats import Seat


def barred_leads(
    position: Position, hand: Seat, cards: Collection[str], mine: Callable[[LeadRule], bool]
) -> tuple[Collection[str], str] | None:
    """The cards that a hand on lead may not lead, of the restrictions that are a law's own (`mine`), and why; None for none.

    A hand that cannot obey is not told anything: a bar that leaves nothing bars nothing (Law 59).
    """
    if position.on_lead is not hand or not position.rules:
        return None
    rules = [rule for rule in position.rules if rule.player is hand and rule.suit and mine(rule)]
    required = {rule.suit for rule in rules if rule.kind == "required"}
    forbidden = {rule.suit for rule in rules if rule.kind == "forbidden"}
    barred = [card for card in cards if card[0] in forbidden or (required and card[0] not in required)]
    if not barred:
        return None
    return barred, f"declarer has {_told(required, forbidden)}"


def _told(required: Collection[str], forbidden: Collection[str]) -> str:
    """`required a spade lead`, or `forbidden hearts`."""
    if required:
        return f"required the lead of {' or '.join(SUIT_NAMES[suit] for suit in sorted(required))}"
    return f"forbidden the lead of {' and '.join(SUIT_NAMES[suit] for suit in sorted(forbidden))}"
