"""What is decided under Laws 18 and 19 alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.calls import DOUBLE, REDOUBLE
from laws.rulings.effects.base import Effect, action
from laws.rulings.record import Made
from laws.rulings.replay import Situation


@dataclass(frozen=True, slots=True)
class BidSufficient(Effect):
    """Whether a bid supersedes the last one (18C, 18D): `value` yes or no."""

    name: ClassVar[str] = "bid_sufficient"
    adds: ClassVar[tuple[str, ...]] = ("bid", "player", "over")
    value: str

    @property
    def words(self) -> str:
        return "{last_bid} is sufficient" if self.value == "yes" else "{last_bid} is insufficient"

    def said(self, beside: Sequence[Effect]) -> str:
        out_of_turn = any(getattr(other, "what", None) == RULE_UNDER_31 for other in beside)
        return (
            "{last_bid} is sufficient, and the auction continues"
            if self.value == "yes" and not out_of_turn
            else self.words
        )

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the bid, its player and the bid it was made over."""
        data: dict[str, Any] = {"outcome": self.name, "value": self.value}
        if situation is None:
            return data
        found = [(index, made) for index, made in enumerate(situation.record.auction) if made.call.is_bid]
        if not found:
            return data
        index, made = found[-1]
        over = situation.made_over[index].bid
        return data | {"bid": made.call.text, "player": made.by.value} | ({"over": over.text} if over else {})


@dataclass(frozen=True, slots=True)
class DoubleAllowed(Effect):
    """Whether Law 19 allows a double or redouble: `value` yes or no."""

    name: ClassVar[str] = "double_allowed"
    adds: ClassVar[tuple[str, ...]] = ("call", "player")
    value: str

    @property
    def words(self) -> str:
        return "{last_double} is allowed" if self.value == "yes" else "{last_double} is not allowed"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the call and its player."""
        return {"outcome": self.name, "value": self.value, **_call(situation)}


@dataclass(frozen=True, slots=True)
class StandsAsMade(Effect):
    """The double or redouble is one of the bid that was made, whatever was said (19A3, 19B3)."""

    name: ClassVar[str] = "call_stands"
    adds: ClassVar[tuple[str, ...]] = ("call", "player", "of", "contract")

    @property
    def words(self) -> str:
        return "{last_double} stands and applies to the bid as it was made"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the call, its player and the bid it is of."""
        data: dict[str, Any] = {"outcome": self.name, **_call(situation)}
        found = [
            index
            for index, made in enumerate(situation.record.auction if situation is not None else ())
            if made.call in (DOUBLE, REDOUBLE)
        ]
        bid = situation.made_over[found[-1]].bid if situation is not None and found else None
        return data if bid is None else data | {"of": bid.text, "contract": bid.text + str(data.get("call", ""))}


@dataclass(frozen=True, slots=True)
class DoubleCounts(Effect):
    """Whether the double or redouble raises the score: not when a later bid has superseded it (19C, 19D)."""

    name: ClassVar[str] = "double_counts"
    main: ClassVar[bool] = False
    value: str

    @property
    def words(self) -> str:
        if self.value == "yes":
            return "it counts when the contract is scored{unless_bid}"
        return "a later bid has superseded it, so it does not count when the contract is scored"


def _call(situation: Situation | None) -> dict[str, Any]:
    made: Made | None = None
    if situation is not None:
        made = next((item for item in reversed(situation.record.auction) if item.call in (DOUBLE, REDOUBLE)), None)
    return {} if made is None else {"call": made.call.text, "player": made.by.value}


RULE_UNDER_27: Final = action(
    "rule_under_27",
    "rule on it as an insufficient bid (27)",
    said=(
        "{last_bid_lho} may accept it, and if {last_bid_lho} does not, {last_bid_by} must replace it with a legal call"
    ),
)
RULE_UNDER_27_ACCEPTED: Final = action(
    "rule_under_27_accepted",
    "rule on it as an insufficient bid that the next player has accepted by calling (27)",
    said="{last_bid_lho} has accepted it by calling over it, and the auction continues",
)
RULE_UNDER_31: Final = action(
    "rule_under_31",
    "rule on it as a bid out of rotation (31)",
    said=(
        "it was out of turn; {last_bid_lho} may accept it, and if {last_bid_lho} does not, it is cancelled and the auction "
        "goes back to the player whose turn it was"
    ),
)
RULE_UNDER_32: Final = action(
    "rule_under_32",
    "rule on it as a double or redouble out of rotation (32)",
    said="it was out of turn, and I will rule on that before anybody calls again",
)
RULE_UNDER_38: Final = action(
    "rule_under_38",
    "rule on it as a bid of more than seven (38)",
    said=(
        "{last_bid} is cancelled with any call after it, because nobody may bid more than seven; {last_bid_by} must pass "
        "instead, and {last_bid_side} must pass for the rest of the auction"
    ),
)
RULE_UNDER_36: Final = action(
    "rule_under_36",
    "rule on it as an inadmissible call (36)",
    said=(
        "it is cancelled; {last_double_by} must make a legal call instead, when it is their turn, and "
        "{last_double_partner} must pass for the rest of the auction"
    ),
)
RULE_UNDER_36A: Final = action(
    "rule_under_36A",
    "rule on it as an inadmissible call over which the next player has called (36A)",
    said="it and the calls after it are cancelled, and the auction goes back to the player whose turn it was",
)
RULE_UNDER_36C: Final = action(
    "rule_under_36C",
    "rule on it as an inadmissible call that was noticed only after the opening lead was faced (36C)",
    said="nobody calls again, and the final contract is scored as though it had not been made",
)
SINGLE_WORD: Final = action("single_word", "remind the player that the single word is the only correct form")
