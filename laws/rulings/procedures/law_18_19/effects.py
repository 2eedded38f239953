"""What is decided under Laws 18 and 19 alone."""

from __future__ import annotations

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
        if self.value == "yes":
            return "Law 19 allows {last_double}"
        return "Law 19 does not allow {last_double}"

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
            return "unless a legal bid follows, the contract is scored with it (77)"
        return "the later bid has superseded it, and the contract is scored without it"


def _call(situation: Situation | None) -> dict[str, Any]:
    made: Made | None = None
    if situation is not None:
        made = next((item for item in reversed(situation.record.auction) if item.call in (DOUBLE, REDOUBLE)), None)
    return {} if made is None else {"call": made.call.text, "player": made.by.value}


RULE_UNDER_27: Final = action("rule_under_27", "rule on it as an insufficient bid (27)")
RULE_UNDER_38: Final = action("rule_under_38", "rule on it as a bid of more than seven (38)")
RULE_UNDER_36: Final = action("rule_under_36", "rule on it as an inadmissible call (36)")
SINGLE_WORD: Final = action("single_word", "remind the player that the single word is the only correct form")
