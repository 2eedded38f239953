"""Law 44: whose turn it is, and which suit has to be followed.

Which cards these bar is declared here; what comes of a play that breaks them is for the laws of leads and plays out of turn and
of revokes.
"""

from __future__ import annotations

from collections.abc import Collection

from laws.rulings.calls import SUIT_NAMES
from laws.rulings.play.irregular import TURN, PlayKind
from laws.rulings.play.legal import bar
from laws.rulings.play.position import Position
from laws.rulings.seats import Seat


@bar("44B", rank=10, kind=TURN, absolute=True)
def waits_for_the_turn(position: Position, hand: Seat, cards: Collection[str]) -> tuple[Collection[str], str] | None:
    """44A, 44B and 44G: the hands play in turn, and who has won a trick leads to the next."""
    turn = position.turn
    if hand is turn:
        return None
    if turn is None:
        return list(cards), "all thirteen tricks have been played"
    leads = "lead" if not position.trick.cards else "turn"
    return list(cards), f"it is {turn.full_name}'s {leads}"


@bar("44C", rank=20, kind=PlayKind.REVOKE)
def follows_suit(position: Position, hand: Seat, cards: Collection[str]) -> tuple[Collection[str], str] | None:
    """44C and 44D: follow suit with a card of it; without one, any card may be played."""
    led = position.trick.led
    if not led:
        return None
    others = [card for card in cards if card[0] != led]
    if len(others) == len(cards) or not others:
        return None
    return others, f"{hand.full_name} has to follow suit in {SUIT_NAMES[led]}"
