"""What players may, may not and must do about reviews and questions, in words."""

from __future__ import annotations

from typing import Final

from laws.rulings.effects.base import right

TO_CLARIFY: Final = right("clarify", "ask at once which call was made")
TO_CORRECT_REVIEW: Final = right(
    "correct_review",
    "put right any error in the review, dummy and a player required to pass too",
)
TO_ASK_WHOSE_LEAD: Final = right(
    "ask_whose_lead",
    "ask whether the opening lead falls to this hand, and wait for the answer",
)
TO_ASK_NOW: Final = right("ask_now", "ask now")
TO_ASK_WHEN_IN_TURN: Final = right("ask_when_in_turn", "ask when it is their turn")
TO_EXPLAIN_PARTNERS_CALL: Final = right("explain_partners_call", "explain partner's call or play")
