"""Effects on the auction as a whole: its end, its contract, the end of the auction period."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import Effect, action
from laws.rulings.effects.cards import CardReturned
from laws.rulings.replay import Situation
from laws.rulings.words import declarer_of


@dataclass(frozen=True, slots=True)
class AuctionPeriodOver(Effect):
    """Whether the auction period has ended (17D): `value` yes or no."""

    name: ClassVar[str] = "auction_period_over"
    value: str

    @property
    def words(self) -> str:
        return "the auction period is over" if self.value == "yes" else "the auction period is not over yet"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Nobody at the table speaks of the auction period: whoever leads or puts a hand back hears what to do."""
        heard = any(isinstance(one, BecomesContract) or one.name in (CardReturned.name, "passed_out") for one in beside)
        return heard


@dataclass(frozen=True, slots=True)
class BecomesContract(Effect):
    """The last bid becomes the contract (22A), doubled or redoubled as it stands (19D)."""

    name: ClassVar[str] = "becomes_contract"
    adds: ClassVar[tuple[str, ...]] = ("contract", "player")

    @property
    def words(self) -> str:
        return "{contract} becomes the contract"

    def said(self, beside: Sequence[Effect]) -> str:
        """With declarer, and with who leads while nobody has led."""
        waits = any(isinstance(one, AuctionPeriodOver) and one.value == "no" for one in beside)
        return "the contract is {contract_by}" + (", and {opening_leader} is on lead" if waits else "")

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


CONTINUE_AUCTION: Final = action(
    "continue_auction",
    "have the player in turn call",
    said="{next_player} is next to call",
)
