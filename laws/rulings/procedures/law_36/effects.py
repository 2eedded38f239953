"""What is decided under Law 36 alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import Effect, Moment, action, right
from laws.rulings.replay import Situation


@dataclass(frozen=True, slots=True)
class NoAdjustment(Effect):
    """The score is not adjusted (36C)."""

    name: ClassVar[str] = "adjusted_score"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.SCORE
    law: str
    kind: str = "none"

    @property
    def words(self) -> str:
        return "the final contract is scored as though {irregular} had not been made"

    def said(self, beside: Sequence[Effect]) -> str:
        return "{irregular} does not count, and the final contract is scored without it"


@dataclass(frozen=True, slots=True)
class LeadReturned(Effect):
    """An opening lead that was not yet faced goes back (41A): there is no contract to lead against yet."""

    name: ClassVar[str] = "card_returned"
    adds: ClassVar[tuple[str, ...]] = ("player",)
    card: str = "face-down lead"

    @property
    def words(self) -> str:
        return "the face-down lead goes back to the hand"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds who was about to lead."""
        data: dict[str, Any] = {"outcome": self.name, "card": self.card}
        leader = _leader(situation) if situation is not None else None
        return {**data, "player": leader} if leader else data


def _leader(situation: Situation) -> str | None:
    """The player on declarer's left, by the table's own auction."""
    bids = [made for made in situation.record.auction if made.call.is_bid]
    if not bids:
        return None
    last = bids[-1]
    declarer = next(
        made.by for made in bids if made.by.side is last.by.side and made.call.denomination == last.call.denomination
    )
    return declarer.lho.value


TO_CALL_ANEW: Final = right("call_anew", "make any legal call instead of repeating {irregular}", aloud=False)
SCORE_WITHOUT: Final = action("score_without", "score the final contract as though {irregular} had not been made")
KEEP_26B_AND_72C: Final = action("keep_26b_and_72c", "remember 26B if {side} defend, and 72C when play is over")
COMPARABLE_SPARES: Final = action(
    "comparable_spares",
    "if what takes its place is a comparable call, there are no lead restrictions and 16C does not apply",
    moment=Moment.LEAD,
    # All of it is told before the new call (9B2).
    said=(
        "if {offender}'s new call is not comparable, only {others} may use the information from {irregular}, and if {side} "
        "defend, declarer may forbid any one suit that {offender} has not specified, at {partner}'s first turn to lead"
    ),
)
