"""Law 40: agreements that change after a question or an irregularity."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narrating.narrative import Facts, Setting
from exams.scenarios.tables import Table
from laws.rulings.seats import ROUND


def varies(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """An agreement that a method changes after a question or an irregularity."""
    own = facts["varies_after"] == "own question"
    method = rng.choice(_AFTER_OWN if own else _AFTER_OPPONENTS)
    offender = rng.choice(ROUND)
    used = "damage" in facts
    way = rng.randrange(len(_USED if used else _ARRANGED))
    places = {
        "method": method,
        "caller": rng.choice((offender.lho, offender.rho)).full_name,
        "otherwise": "without that arrangement",
    }
    return Setting(
        {"board": table.board, "offender": offender.value},
        ((_USED if used else _ARRANGED)[way],),
        offender.value,
        told=frozenset(("issue", "varies_after")) & facts.keys(),
        places=places,
        situation=(method, f"way {way}", offender.value),
    )


_ARRANGED: Final = (
    "{offender} and {partner} tell you before the session that they have agreed {method}. They want to know whether that is "
    "in order.",
    "{caller} reads on {side}'s card that they have agreed {method}, and asks you about it.",
    "During the session {caller} learns that {side} have agreed {method}, and calls you.",
)
_USED: Final = (
    "{side} have agreed {method}. On this board they made use of it, and {caller} calls you.",
    "{caller} calls you: {side} have just made use of their agreement {method}.",
)
_AFTER_OWN: Final = (
    "that their double of 1NT is for penalties if one of them has asked about the 1NT, and shows a suit if not",
    "that after an insufficient bid of their own the partner's next double is for takeout and no longer for penalties",
    "that a jump overcall is weak if the bidder has first asked a question, and intermediate if not",
    "that after a call of their own out of rotation all jumps are natural",
    "that 2♣ over 1NT is natural if one of them has asked what the 1NT shows, and promises both majors if not",
    "that after one of them has asked about the auction, low cards encourage, while otherwise high cards do",
)
_AFTER_OPPONENTS: Final = (
    "that a pass over an opponent's insufficient bid shows 8 points or more",
    "that a double of an opponent's insufficient bid is for penalties, whatever it would have been otherwise",
    "that after an opponent's call out of rotation 2NT shows both minors",
    "that they signal the other way round while an opponent has cards exposed on the table",
    "that a bid over an opponent's insufficient bid shows one card more in the suit than usual",
    "that after an opponent has led out of turn the first discard asks for a suit",
)
