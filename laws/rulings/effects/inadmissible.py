"""Effects on calls of one moment (Law 33) and on calls that can never be made (Laws 35 to 39)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from laws.rulings.effects.base import CallPart, Effect
from laws.rulings.effects.calls import (
    ONCE,
    AuctionContinues,
    CallStands,
    LaterCallsCancelled,
    MustSubstitute,
    NoFurtherRectification,
    OffenderMustPass,
)
from laws.rulings.replay import Situation
from laws.rulings.roles import Role, Side

WHY: Final = {
    "doubled": "only the last bid may be doubled, when an opponent made it and nobody has doubled it",
    "redoubled": "only an opponent's double of the last bid may be redoubled",
    "obligation": "{offender} is required to pass",
    "seven": "nobody may bid more than seven",
    "final": "the auction was over",
}
"""What the director says of each kind of inadmissible call."""


@dataclass(frozen=True, slots=True)
class Inadmissible(Effect):
    """The call is one of the four kinds of Law 35; `why` is a key of WHY."""

    name: ClassVar[str] = "inadmissible"
    why: str

    @property
    def words(self) -> str:
        return f"{{irregular}} is inadmissible: {WHY[self.why]}"


@dataclass(frozen=True, slots=True)
class CountsFirst(CallStands):
    """Of calls made at the same moment the one in turn counts as made first, and stands (33)."""

    call: CallPart | Literal["first"] = "first"
    player: Role = "correct"

    @property
    def words(self) -> str:
        return "{first} was in turn and counts as made first; {irregular} counts as made after it"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The call in turn and its player, where the table shows them."""
        first = situation.first_of_moment if situation is not None else None
        if first is None:
            return CallStands.outcome(self, situation)
        return {"outcome": self.name, "call": first.call.text, "player": first.by.value}


@dataclass(frozen=True, slots=True)
class LaterCallsStand(CallStands):
    """What LHO called over it stands, and so does every later call (37A)."""

    call: CallPart | Literal["first"] = "over"
    player: Role = "lho"

    @property
    def words(self) -> str:
        return "the calls made after it stand too"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """LHO's call, where the table shows it."""
        data = CallStands.outcome(self, situation)
        if situation is None or situation.irregularity is None:
            return data
        lho = situation.offender.lho
        rest = situation.record.auction[situation.irregularity.index + 1 :]
        return next(({**data, "call": made.call.text, "player": lho.value} for made in rest if made.by is lho), data)


@dataclass(frozen=True, slots=True)
class PassesAfterItCancelled(LaterCallsCancelled):
    """The passes that followed a pass out of rotation are void, and nothing else (17D3)."""

    @property
    def words(self) -> str:
        return "the passes after it are cancelled too"


@dataclass(frozen=True, slots=True)
class TurnTaken(CallStands):
    """A player who was passed over has called since, in the turn that 17D3 gives back."""

    call: CallPart | Literal["first"] = "over"
    player: Role = "correct"

    @property
    def words(self) -> str:
        return "{correct} has called since, and that call stands: it was {correct}'s turn"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """That player's call, where the table shows it."""
        data = CallStands.outcome(self, situation)
        if situation is None or situation.irregularity is None:
            return data
        rest = situation.record.auction[situation.irregularity.index + 1 :]
        return next(({**data, "call": made.call.text} for made in rest if made.by is situation.turn), data)


@dataclass(frozen=True, slots=True)
class PassSubstituted(MustSubstitute):
    """A pass takes the place of the cancelled call (37B2, 38C)."""

    spoken: ClassVar[bool] = True
    what: str = "pass"

    @property
    def words(self) -> str:
        return "a pass by {offender} takes its place"


@dataclass(frozen=True, slots=True)
class GoesOnFromPass(AuctionContinues):
    """The auction goes on from the pass that took the place of the offender's call (37B2, 38C)."""

    after: CallPart | Literal["latest", "pass"] = "pass"

    @property
    def words(self) -> str:
        return "the auction goes on, and {lho} is next to call"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The player on the offender's left is next, whoever called since."""
        data: dict[str, Any] = {"outcome": self.name, "after": "P"}
        if situation is not None and situation.irregularity is not None:
            data["player"] = situation.offender.lho.value
        return data


@dataclass(frozen=True, slots=True)
class GoesOnFromTheEnd(AuctionContinues):
    """The auction goes on from what the offender chose in the end; what was called over an attempt before is void (27B3)."""

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The player on the offender's left is next, whoever called since."""
        data = AuctionContinues.outcome(self, situation)
        if "player" in data and situation is not None:
            data["player"] = situation.offender.lho.value
        return data


@dataclass(frozen=True, slots=True)
class SideMustPass(Effect):
    """Both players of the offending side pass for the rest of the auction (37B2, 38C)."""

    name: ClassVar[str] = "side_must_pass"
    extent: str
    side: Side = "OS"

    @property
    def words(self) -> str:
        return "{offender} and {partner} must pass for the rest of the auction"


@dataclass(frozen=True, slots=True)
class StillMustPass(OffenderMustPass):
    """The offender's obligation outlives the call that broke it (36A, 37A)."""

    @property
    def words(self) -> str:
        if self.extent == ONCE:
            return "{offender} must still pass at this turn"
        return "{offender} must still pass at every later turn"


@dataclass(frozen=True, slots=True)
class NothingMore(NoFurtherRectification):
    """Nobody is restricted, and there is no auction left to go on (39B)."""

    @property
    def words(self) -> str:
        return "there is no further rectification"


@dataclass(frozen=True, slots=True)
class NoAdjustment(Effect):
    """The score is not adjusted (36C)."""

    name: ClassVar[str] = "adjusted_score"
    main: ClassVar[bool] = False
    law: str
    kind: str = "none"

    @property
    def words(self) -> str:
        return "the result stands and is not adjusted"


@dataclass(frozen=True, slots=True)
class UnplayableBoard(Effect):
    """Cards were played in a contract that does not exist: an artificial score if the board cannot be played normally."""

    name: ClassVar[str] = "adjusted_score"
    main: ClassVar[bool] = False
    law: str = "12A2"
    kind: str = "artificial"

    @property
    def words(self) -> str:
        return "if the board can no longer be played normally, I award an artificial adjusted score"


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
