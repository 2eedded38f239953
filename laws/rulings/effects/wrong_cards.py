"""Effects on boards and on calls made on the wrong cards (Law 15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import Effect, right
from laws.rulings.effects.calls import SAID
from laws.rulings.effects.information import ResultStands
from laws.rulings.replay import Situation


@dataclass(frozen=True, slots=True)
class CallOnWrongCards(Effect):
    """The call made on cards from another board is void (15A1)."""

    name: ClassVar[str] = "call_cancelled"
    adds: ClassVar[tuple[str, ...]] = ("player", "call")

    @property
    def words(self) -> str:
        return "the call that {offender} made on the wrong cards is cancelled"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the first such call, where the auction shows it: the others fall with it."""
        data: dict[str, Any] = {"outcome": self.name}
        who = situation.record.offender if situation is not None else None
        if situation is None or who is None:
            return data
        made = next((item for item in situation.record.auction if item.by is who), None)
        return data | {"player": who.value} | ({"call": made.call.text} if made is not None else {})


@dataclass(frozen=True, slots=True)
class BoardCancelled(Effect):
    """The board does not count for either side (15B1)."""

    name: ClassVar[str] = "board_cancelled"

    @property
    def words(self) -> str:
        return "the board is cancelled for both sides"


@dataclass(frozen=True, slots=True)
class ScoreCounts(ResultStands):
    """The score on a board that was not to be played here counts for those who play it (15B2)."""

    @property
    def words(self) -> str:
        return "the score on this board stands for the two pairs who play it"


TO_VALID_SCORE: Final = right("valid_score", "have an artificial adjusted score, if deprived of a valid one")

SAID.update({"cancelled_calls": "the cancelled calls"})
