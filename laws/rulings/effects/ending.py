"""Effects on the auction as a whole: its end, its contract, the end of the auction period."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from laws.rulings.calls import Call
from laws.rulings.effects.base import ACTIONS, RIGHTS, Effect
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat


@dataclass(frozen=True, slots=True)
class AuctionPeriodOver(Effect):
    """Whether the auction period has ended (17D): `value` yes or no."""

    name: ClassVar[str] = "auction_period_over"
    value: str

    @property
    def words(self) -> str:
        return "the auction period is over" if self.value == "yes" else "the auction period is not over yet"


@dataclass(frozen=True, slots=True)
class AuctionPeriodBegun(Effect):
    """Whether the auction period has begun for a side (17A): `value` yes or no."""

    name: ClassVar[str] = "auction_period_begun"
    value: str

    @property
    def words(self) -> str:
        begun = "has begun" if self.value == "yes" else "has not begun yet"
        return f"for {{speaker}} and {{speaker}}'s partner the auction period {begun}"


@dataclass(frozen=True, slots=True)
class BecomesContract(Effect):
    """The last bid becomes the contract (22A), doubled or redoubled as it stands (19D)."""

    name: ClassVar[str] = "becomes_contract"
    adds: ClassVar[tuple[str, ...]] = ("contract", "player")

    @property
    def words(self) -> str:
        return "{contract} becomes the contract"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the contract and its declarer, as far as the auction tells."""
        data: dict[str, Any] = {"outcome": self.name}
        if situation is None or situation.irregularity is not None:
            return data
        bid, multiplier = situation.standing.bid, situation.standing.multiplier
        if bid is None:
            return data
        contract = bid.text + {1: "", 2: "X", 4: "XX"}[multiplier]
        return data | {"contract": contract, "player": declarer_of(situation, bid).value}


def declarer_of(situation: Situation, bid: Call) -> Seat:
    """Who first named the denomination of the last bid for the side that made it (Definitions)."""
    bids = [made for made in situation.record.auction if made.call.is_bid]
    side = bids[-1].by.side
    return next(made.by for made in bids if made.by.side is side and made.call.denomination == bid.denomination)


@dataclass(frozen=True, slots=True)
class PassedOut(Effect):
    """The board is not played: the hands go back, and there is no redeal (22B)."""

    name: ClassVar[str] = "passed_out"

    @property
    def words(self) -> str:
        return "the board is passed out: the hands go back into it without play"


RIGHTS.update(
    {
        "change_last_pass": "replace the unintended pass by the call that was intended",
        "withdraw_pass": "withdraw the pass made after it; only their own side may use what the withdrawn pass tells",
        "redeal": "have the board dealt again because nobody bid",
    }
)
ACTIONS.update(
    {
        "auction_reopens": "if the pass is changed, the auction goes on from the call that was intended",
        "each_side_by_itself": "look at each side by itself: for the other one the period begins with a hand of its own",
        "until_lead_faced": "take the auction period to last until a defender faces an opening lead after the auction (17D1), "
        "or, if nobody bids, until all four hands are back in the board (17D2)",
        "declarers_card_ends_nothing": "a card faced by the presumed declarer's side is no opening lead and does not end the "
        "auction period",
        "apply_17D3": "go back to the player who missed a turn (17D3)",
        "continue_auction": "have the player in turn call",
        "face_down_lead": "have the player to declarer's left lead face down, and remind the table of its questions",
        "rule_under_54": "rule on the lead as one out of turn (54)",
        "score_zero": "enter the board as passed out: neither side scores",
    }
)
