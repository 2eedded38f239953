"""What may be played once a ruling has been given, as a case expects it: exactly these cards, and no other.

`{outcome: legal_plays, player: W, cards: [S9, S5]}` is about the table in play after the ruling's effects; with `played`, after
these cards as well (`[W S9, N S3]`). The laws say which cards they bar (`laws.rulings.play.legal`); no ruling lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from laws.rulings.cards import BadHand, parse_card
from laws.rulings.play.legal import may_play
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.story.cards import applied

NAME: Final = "legal_plays"
"""What such an expectation is called among the outcomes."""
KEYS: Final = ("player", "cards", "played")


def is_played(value: Any) -> bool:
    """A list of cards with their players, such as `[W S9, N S3]`."""
    return isinstance(value, list) and all(_played(one) is not None for one in value)


def _played(text: Any) -> tuple[Seat, str] | None:
    seat, _, card = str(text).strip().partition(" ")
    try:
        return Seat(seat.upper()), parse_card(card)
    except (ValueError, BadHand):
        return None


def agrees(keys: Mapping[str, Any], ruling: Ruling) -> bool:
    """Whether a player may play exactly these cards once the ruling has been applied to its table."""
    if ruling.situation is None or ruling.situation.play is None:
        return False
    table = ruling.situation.play.position.copy()
    applied(ruling, table)
    for played in map(_played, keys.get("played", ())):
        if played is not None:
            table.follow(*played)
    return set(may_play(table, Seat(keys["player"]), ruling.edition)) == {parse_card(card) for card in keys["cards"]}
