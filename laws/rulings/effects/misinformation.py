"""What players may and must do about explanations, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from laws.rulings.effects.base import Effect, Moment, action, right
from laws.rulings.roles import Role


@dataclass(frozen=True, slots=True)
class GoesOnWith(Effect):
    """The auction goes on after a change of call (21B1(a)); `player` is next."""

    name: ClassVar[str] = "auction_continues"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.ONWARD
    player: Role

    @property
    def words(self) -> str:
        return f"{{{self.player}}} is next to call"

    def said(self, beside: Sequence[Effect]) -> str:
        """The change has not been made yet when the table hears it."""
        return f"there is no penalty for a change, and {{{self.player}}} is then next to call"


TO_CORRECT_NOW: Final = right(
    "correct_now", "call the Director now and correct the explanation", said="correct the explanation now"
)
TO_CORRECT_IN_AUCTION: Final = right(
    "correct_in_auction",
    "correct partner's explanation during the auction, or show in any way that it was mistaken",
)
TO_CORRECT_AFTER_FINAL_PASS: Final = right(
    "correct_after_final_pass",
    "call the Director and correct the explanation after the final pass, if their side declares",
    said="call me and correct the explanation after the final pass, if their side declares",
)
TO_CORRECT_WHEN_PLAY_IS_OVER: Final = right(
    "correct_when_play_is_over",
    "call the Director and correct the explanation when play is over, if their side defends",
    said="call me and correct the explanation when play is over, if their side defends",
)
TO_CORRECT_BEFORE_END: Final = right("correct_before_end", "correct partner's explanation before play is over")
TO_IMMEDIATE_STATEMENT: Final = right(
    "immediate_statement",
    "require a player who is unsure of the agreement to say so immediately",
)
TO_BE_TOLD_OF_MISTAKEN_CALL: Final = right(
    "be_told_of_mistaken_call",
    "insist on being told that the call was a mistake",
    denied="nobody has to tell {others} that the call was a mistake",
)
APPLY_47E2B: Final = action(
    "apply_47E2b",
    "see whether the wrong explanation led to damage in the play, and adjust the score if it did (47E2(b))",
    moment=Moment.AFTER,
    said="it's too late to change a call or a card, but I may adjust the score",
)
APPLY_47E: Final = action(
    "apply_47E",
    "rule on cards played on the wrong explanation under 47E2",
    moment=Moment.REST,
    said="once it has been corrected, I may let {others} take back a card, but not change a call",
)
JUDGE_PARTNERS_CALL: Final = action(
    "judge_partners_call",
    "ask the same about {misinformed_partner}'s call: it may be changed if the same misinformation "
    "could well have influenced it",
    moment=Moment.CHOICE,
    said="{misinformed_partner} may change their own call if the wrong information could well have influenced it; I will ask "
    "about that away from the table",
)
RESOLVE_AT_END: Final = action(
    "resolve_at_end", "deal with the matter after play if somebody raises it", moment=Moment.AFTER
)
