"""What the Director finds out under Law 17 alone."""

from __future__ import annotations

from laws.rulings.calls import PASS
from laws.rulings.facts.base import Fact
from laws.rulings.replay import Kind, Situation

HAND_TAKEN_OUT = Fact(
    "hand_taken_out",
    "Has {speaker}, or {speaker}'s partner, taken a hand out of the board?",
    observe=lambda at: (
        True
        if at.record.player is not None and any(made.by.side is at.record.player.side for made in at.record.auction)
        else None
    ),
)
"""Whoever has called has taken a hand out; of the other players the auction tells nothing."""


def _turn_used(at: Situation) -> bool:
    """After the passes the player who was passed over has called, and legally so in the auction without them."""
    if at.irregularity is None or Kind.SKIPPED_BY_PASSES not in at.kinds:
        return False
    rest = at.record.auction[at.irregularity.index + 1 :]
    used = next((made for made in rest if made.call is not PASS), None)
    return used is not None and used.by is at.turn and at.standing.legal(used.by, used.call)


SAID_TO_BE_ACCEPTED = Fact(
    "said_to_be_accepted",
    "Did a player accept, or refuse to accept, a pass out of rotation?",
    default=False,
    observe=lambda at: at.record.accepted is not None or bool(at.record.says_accept),
)
"""29A gives no such choice here: 17D3 is about one special case and ranks above it (minute of Beijing, 2008)."""

TURN_USED = Fact("turn_used", "Has {correct} called since those passes?", default=False, observe=_turn_used)
