"""A ruling in one line: what one would call it in a list of the evening's rulings, or over its page.

The line is one of the ruling's own decisions, in the engine's words. Which of them it is goes by what they are: a revoke that
has to be corrected, tricks and the score say most of a ruling, then who is barred, what stays on the table, what has to be done
again, and what becomes of calls and cards. That nothing more follows says least.
"""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Decided
from laws.rulings.effects import Effect
from laws.rulings.ruling import Ruling
from laws.rulings.speech import is_over

WEIGHTIEST_FIRST: Final = (
    "redeal", "board_cancelled", "passed_out", "must_correct_revoke", "tricks_transferred", "result_stands", "adjusted_score",
    "side_must_pass", "partner_must_pass", "offender_must_pass", "penalty_card",
    "no_revoke", "must_repeat_call", "must_substitute", "must_play", "card_not_played",
    "may_withdraw", "may_not_withdraw", "declarer_options", "defender_options", "double_allowed", "bid_sufficient",
    "auction_over", "call_stands", "card_returned", "card_deemed_played", "card_stands", "call_cancelled",
)  # fmt: skip
"""Kinds of decisions by the names that `Effect.name` gives them."""
SAYS_LITTLE: Final = ("lead_restriction", "no_further_rectification", "auction_reverts_to", "inadmissible", "revoke")
"""Kinds that come only where nothing else is decided: they need the rest beside them, or are long."""
OTHERS: Final = len(WEIGHTIEST_FIRST)
LONGEST: Final = 100
"""Characters of a sentence, its places unfilled, that still reads as a heading; a longer one comes where all are long."""


def gist(ruling: Ruling) -> str:
    """The decision of a complete ruling that says most of it, as a sentence without its full stop; empty where it has none.

    What is past, as a choice that was made, and what waits for a question later on the board are left out while there is
    anything else. Of two decisions of a kind the first counts.
    """
    decided = [
        (step.effect, is_over(ruling.steps, at)) for at, step in enumerate(ruling.steps) if isinstance(step, Decided)
    ]
    chosen = min(decided, key=lambda one: _place(*one), default=None)
    return ruling.words(chosen[0].words) if chosen else ""


def _place(effect: Effect, past: bool) -> tuple[bool, bool, int]:
    """Where a decision stands among those that could be the gist; the least is chosen."""
    name = effect.name
    if (name == "adjusted_score" and not effect.finishes) or getattr(effect, "call", "") == "over":
        kind = OTHERS + len(SAYS_LITTLE)  # what may still come of it, and what becomes of the call after it
    elif name in SAYS_LITTLE:
        kind = OTHERS + 1 + SAYS_LITTLE.index(name)
    else:
        kind = WEIGHTIEST_FIRST.index(name) if name in WEIGHTIEST_FIRST else OTHERS
    return past or not effect.main, len(effect.words) > LONGEST, kind
