"""What is decided under Law 15 alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import Effect, Moment, action, right
from laws.rulings.effects.calls import LaterCallsCancelled
from laws.rulings.effects.information import Adjusts, ResultStands
from laws.rulings.replay import Situation


@dataclass(frozen=True, slots=True)
class CallOnWrongCards(Effect):
    """The call made on cards from another board is void (15A1)."""

    name: ClassVar[str] = "call_cancelled"
    adds: ClassVar[tuple[str, ...]] = ("player", "call")

    @property
    def words(self) -> str:
        return "{offender}'s call with the wrong cards is cancelled"

    def said(self, beside: Sequence[Effect]) -> str:
        """With the calls made after it, where there are any."""
        with_it = any(isinstance(one, LaterCallsCancelled) for one in beside)
        made = "{offender}, the call you made with the wrong cards"
        return f"{made} and all calls after it are cancelled" if with_it else f"{made} is cancelled"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the first such call, where the auction shows it: the others fall with it."""
        data: dict[str, Any] = {"outcome": self.name}
        who = situation.record.offender if situation is not None else None
        if situation is None or who is None:
            return data
        made = next((item for item in situation.record.auction if item.by is who), None)
        return data | {"player": who.value} | ({"call": made.call.text} if made is not None else {})


@dataclass(frozen=True, slots=True)
class ScoreOfStoppedBoard(Adjusts):
    """The adjusted score on a board that is stopped; the table hears of it as it is told to stop."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return True


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

    def said(self, beside: Sequence[Effect]) -> str:
        """To the two pairs, who have just been told to play it."""
        return "your score on this board counts"


TO_CALL_ON_RIGHT_CARDS: Final = right(
    "call_on_right_cards",
    "look at the correct hand and call again",
    granted="take out the correct hand, have a look at it and call again",
    moment=Moment.CHOICE,
)
GOES_ON_FROM_THERE: Final = action(
    "goes_on_from_there",
    "after that call {lho} is next, and the auction goes on normally",
    moment=Moment.ONWARD,
    aloud=True,
)
BOARD_NOT_PLAYED_ON: Final = action(
    "board_not_played_on",
    "stop the auction; this board is not played any further",
    said="this board stops here, and both sides will get an adjusted score on it",
    moment=Moment.ONWARD,
)
WATCH_THE_OTHER_BOARD: Final = action(
    "watch_the_other_board",
    "attend when the board the cards came from is bid",
    said="call me before you start the other board; I have to see what {offender} calls on it",
    moment=Moment.AFTER,
)
OTHER_BOARD_SCORED: Final = action(
    "other_board_scored",
    "the board the cards came from gets an adjusted score, because {offender} called differently there",
    said="(Later, on the other board:) {offender} has made a different call, so I'm stopping this board, and both sides"
    " will get an adjusted score on it",
    moment=Moment.SCORE,
)
LET_OTHER_BOARD_BE_PLAYED: Final = action(
    "let_other_board_be_played",
    "let the board the cards came from be played normally",
    said="(Later, on the other board:) {offender} has made the same call, so carry on",
    moment=Moment.SCORE,
)
BRING_RIGHT_BOARD: Final = action(
    "bring_right_board",
    "take the board away and bring the one that this table is to play",
    said="this is not your board, so I'll take it away and you play the right one",
)
RIGHT_BOARD_LATER: Final = action(
    "right_board_later",
    "have both pairs play the right board against each other later, if you wish",
    said="play this board to the end, and then the right one if there is time",
    moment=Moment.REST,
)
