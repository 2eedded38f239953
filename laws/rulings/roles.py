"""Who is who in a case: the roles that questions and decisions speak of, and the seats that play them.

The offender and those around him are known from the irregular call, or from `offender` in the record. Cases about
information have another player at their centre, `player` in the record: the one who was misinformed, who asks, who
received something, who chose. Each role below is that player or somebody seen from him.
"""

from __future__ import annotations

from typing import Final, Literal

from laws.rulings.replay import Situation
from laws.rulings.seats import Seat

Role = Literal[
    "offender",
    "partner",
    "lho",
    "rho",
    "correct",
    "declarer",
    "dummy",
    "leader",
    "hand",
    "hand_lho",
    "hand_rho",
    "on_lead",
    "misinformed",
    "misinformed_partner",
    "misinformed_lho",
    "asker",
    "asker_partner",
    "asker_lho",
    "recipient",
    "chooser",
    "chooser_partner",
    "elector",
    "speaker",
    "knower",
    "knower_partner",
    "last_passer",
    "second_last_passer",
    "director",
    "table",
    "caller",
    "side",
    "others",
]
"""Everybody whom a decision or a question can speak of; a name that is not here is an error of the type checker."""
Side = Literal["OS", "NOS"]
"""The offending side, and the other one."""
NoRole = Literal[""]
"""Nobody in particular."""

ROUND_THE_PLAYER: Final[dict[Role, tuple[str, str]]] = {
    "misinformed": ("the misinformed player", ""),
    "misinformed_partner": ("that player's partner", "partner"),
    "misinformed_lho": ("that player's LHO", "lho"),
    "asker": ("the asker", ""),
    "asker_partner": ("the asker's partner", "partner"),
    "asker_lho": ("the asker's LHO", "lho"),
    "recipient": ("the player who received it", ""),
    "chooser": ("the informed player", ""),
    "chooser_partner": ("the informed player's partner", "partner"),
    "elector": ("the choosing player", ""),
    "speaker": ("the player", ""),
    "knower": ("the player who noticed the mistake", ""),
    "knower_partner": ("that player's partner", "partner"),
}
"""Roles by `player` of the record: words for them without a table, and where they sit seen from that player.

Words that stand before an apostrophe end in the noun: "the asker's turn", not "the player who asks's turn".
"""

NO_SEAT: Final[dict[Role, str]] = {
    "director": "the Director",
    "table": "the players",
    "caller": "the player asked about",
}
"""Roles that no single seat plays."""
NAMED: Final = (*ROUND_THE_PLAYER, "last_passer", "second_last_passer")
"""Roles that are told by seat and not seen from the offender."""
LAST_PASSER: Final = "the player who passed last"
SECOND_LAST_PASSER: Final = "the player who passed last but one"

_ROUND_THE_OFFENDER: Final = frozenset(("offender", "partner", "lho", "rho"))


def seat_of(situation: Situation, role: str) -> Seat | None:
    """The seat that plays a role; None when the record does not tell, or no single seat does."""
    record = situation.record
    if role in ROUND_THE_PLAYER:
        player = record.player
        if player is None and role in ("chooser", "chooser_partner") and situation.knows_seats:
            player = situation.offender
        return None if player is None else _from(player, ROUND_THE_PLAYER[role][1])
    if role == "declarer":
        return record.declarer
    if role in ("dummy", "leader"):
        declarer = record.declarer
        return None if declarer is None else declarer.partner if role == "dummy" else declarer.lho
    if role in ("hand", "hand_lho", "hand_rho"):
        return _round_the_hand(situation, role)
    if role == "on_lead":
        return _on_lead(situation)
    if role in _ROUND_THE_OFFENDER:
        return situation.seat(role) if situation.knows_seats else None
    if role == "last_passer":
        return record.auction[-1].by if record.auction else None
    if role == "second_last_passer":
        return record.auction[-2].by if len(record.auction) > 1 else None
    if role == "correct":
        known = situation.irregularity is not None or situation.irregular_play is not None
        return situation.turn if known else None
    return None


def _round_the_hand(situation: Situation, role: str) -> Seat | None:
    """The hand that the irregular card came from, dummy's if it was dummy's card, and those beside it."""
    if not situation.knows_seats:
        return None
    hand = situation.irregular_play.hand if situation.irregular_play is not None else situation.offender
    return {"hand": hand, "hand_lho": hand.lho, "hand_rho": hand.rho}[role]


def _on_lead(situation: Situation) -> Seat | None:
    """Whose turn to lead it was when somebody else led: as the play shows or as it was found out; else the opening leader."""
    hand, whose = _round_the_hand(situation, "hand"), situation.record.findings.get("whose_lead")
    if situation.irregular_play is not None:
        return situation.irregular_play.turn
    if whose is not None and hand is not None:
        return {"partner": hand.partner, "lho": hand.lho, "rho": hand.rho}[str(whose)]
    return None if situation.record.declarer is None else situation.record.declarer.lho


def side_of(situation: Situation, role: str) -> str | None:
    """The partnership that `side` (of the offender), `others` or a player's side names; None when it is not known."""
    if role in ("side", "others"):
        if not situation.knows_seats:
            return None
        return (situation.offender if role == "side" else situation.offender.lho).side.value
    return None


def _from(player: Seat, where: str) -> Seat:
    return {"": player, "partner": player.partner, "lho": player.lho}[where]
