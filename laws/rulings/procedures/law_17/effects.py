"""What is decided under Law 17 alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from laws.rulings.effects.base import CallPart, Effect, Moment, action
from laws.rulings.effects.calls import AnyLegalCall, AuctionOver, AuctionRevertsTo, CallStands, LaterCallsCancelled
from laws.rulings.replay import Situation
from laws.rulings.roles import Role


@dataclass(frozen=True, slots=True)
class AuctionPeriodBegun(Effect):
    """Whether the auction period has begun for a side (17A): `value` yes or no."""

    name: ClassVar[str] = "auction_period_begun"
    value: str

    @property
    def words(self) -> str:
        begun = "has begun" if self.value == "yes" else "has not begun yet"
        return f"the auction period {begun} for {{speaker_side}}"


@dataclass(frozen=True, slots=True)
class PassesAfterItCancelled(LaterCallsCancelled):
    """The passes that followed a pass out of rotation are void, and nothing else (17D3)."""

    @property
    def words(self) -> str:
        return "the passes after it are cancelled too"


@dataclass(frozen=True, slots=True)
class MissedTurnGivenBack(AnyLegalCall):
    """The player who was passed over calls now, and is free to (17D3)."""

    moment: ClassVar[Moment] = Moment.DUTY

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """It is said in one sentence with why."""
        return any(isinstance(one, NotOverForOne) for one in beside)


@dataclass(frozen=True, slots=True)
class NotOverForOne(AuctionOver):
    """The auction has not ended, because a player was passed over; it goes back to that player (17D3, 34)."""

    value: str = "no"

    def said(self, beside: Sequence[Effect]) -> str:
        if any(isinstance(one, MissedTurnGivenBack) for one in beside):
            return "the auction is not over: it goes back to {correct}, who may make any legal call"
        return self.words


@dataclass(frozen=True, slots=True)
class BackToOne(AuctionRevertsTo):
    """The auction goes back to the player who was passed over (17D3)."""

    player: Role = "correct"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """It is said in one sentence with that the auction is not over."""
        return any(isinstance(one, NotOverForOne) for one in beside)


@dataclass(frozen=True, slots=True)
class TurnTaken(CallStands):
    """A player who was passed over has called since, in the turn that 17D3 gives back."""

    call: CallPart | Literal["first"] = "over"
    player: Role = "correct"

    @property
    def words(self) -> str:
        return "{correct} has called since, and that call stands because it was {correct}'s turn"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """That player's call, where the table shows it."""
        data = CallStands.outcome(self, situation)
        if situation is None or situation.irregularity is None:
            return data
        rest = situation.record.auction[situation.irregularity.index + 1 :]
        return next(({**data, "call": made.call.text} for made in rest if made.by is situation.turn), data)


EACH_SIDE_BY_ITSELF: Final = action(
    "each_side_by_itself",
    "look at each side separately: for the other side the period begins when one of them takes out a hand",
    said="it begins for each side separately, when one of its players takes a hand out of the board",
)
UNTIL_LEAD_FACED: Final = action(
    "until_lead_faced",
    "the auction period lasts until a defender faces an opening lead after the auction (17D1), or, if nobody "
    "bids, until all four hands are back in the board (17D2)",
)
DECLARERS_CARD_ENDS_NOTHING: Final = action(
    "declarers_card_ends_nothing",
    "a card faced by the presumed declarer's side is not an opening lead and does not end the auction period",
)
