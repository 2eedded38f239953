"""Effects on calls of one moment (Law 33) and on calls that can never be made (Laws 35 to 39)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from laws.rulings.effects.base import CallPart, Effect, Moment
from laws.rulings.effects.calls import (
    HAS_CALLED,
    ONCE,
    AuctionContinues,
    AuctionOver,
    CallCancelled,
    CallStands,
    LaterCallsCancelled,
    LeadRestriction,
    MustSubstitute,
    NoFurtherRectification,
    OffenderMustPass,
    PartnerMustPass,
)
from laws.rulings.replay import Situation
from laws.rulings.roles import Role, Side

WHY: Final = {
    "doubled": "{undoubled}",
    "redoubled": "{unredoubled}",
    "obligation": "{offender} had to pass",
    "seven": "nobody may bid more than seven",
    "final": "the auction was over",
}
"""What the director says of each kind of inadmissible call; of a double, what is wrong with it at this table."""


@dataclass(frozen=True, slots=True)
class Inadmissible(Effect):
    """The call is one of the four kinds of Law 35; `why` is a key of WHY."""

    name: ClassVar[str] = "inadmissible"
    moment: ClassVar[Moment] = Moment.FOUND
    why: str

    @property
    def words(self) -> str:
        return f"{{irregular}} is inadmissible: {WHY[self.why]}"

    def said(self, beside: Sequence[Effect]) -> str:
        """Of a call after the final pass with what becomes of it: everybody sees what was wrong with it."""
        if self.why != "final":
            return self.words.replace(" is inadmissible: ", " is inadmissible, because ")
        later = any(isinstance(one, LaterCallsCancelled) for one in beside)
        return (
            "the auction was already over, so {irregular} "
            + ("and all calls after it are" if later else "is")
            + " cancelled"
        )

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Of a call that stands it is said together with why (37A)."""
        return any(isinstance(one, StandsAsCalledOver) for one in beside)

    def retold(self, beside: Sequence[Effect]) -> Collection[str]:
        """Of a call after the final pass all later calls are said to be cancelled."""
        return (HAS_CALLED,) if self.why == "final" else ()


@dataclass(frozen=True, slots=True)
class CancelledAsCalledOver(CallCancelled):
    """A double or redouble that Law 19 forbids, over which LHO has called: it is void with all calls after it (36A)."""

    call: CallPart = "irregular"
    player: Role = "offender"

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{HAS_CALLED}, so {CallCancelled.said(self, beside)}"

    def retold(self, beside: Sequence[Effect]) -> Collection[str]:
        return (HAS_CALLED,)


@dataclass(frozen=True, slots=True)
class LeftOutOfScore(CallCancelled):
    """A double or redouble found after the opening lead: the contract is scored without it (36C)."""

    call: CallPart = "irregular"
    player: Role = "offender"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """It is said of the score."""
        return True


@dataclass(frozen=True, slots=True)
class CancelledAsTooLate(CallCancelled):
    """A call after the final pass is void (39A)."""

    call: CallPart = "irregular"
    player: Role = "offender"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """It is said in one sentence with why."""
        return any(isinstance(one, Inadmissible) and one.why == "final" for one in beside)


@dataclass(frozen=True, slots=True)
class OverAlready(AuctionOver):
    """The auction was over before the call that came too late (39A)."""

    value: str = "yes"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """It is why that call is cancelled."""
        return any(isinstance(one, Inadmissible) and one.why == "final" for one in beside)


@dataclass(frozen=True, slots=True)
class CountsFirst(CallStands):
    """Of calls made at the same moment the one in turn counts as made first, and stands (33)."""

    moment: ClassVar[Moment] = Moment.FOUND
    call: CallPart | Literal["first"] = "first"
    player: Role = "correct"

    @property
    def words(self) -> str:
        return "{first} was in turn, so it counts as made first and {irregular} as made after it"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The call in turn and its player, where the table shows them."""
        first = situation.first_of_moment if situation is not None else None
        if first is None:
            return CallStands.outcome(self, situation)
        return {"outcome": self.name, "call": first.call.text, "player": first.by.value}


@dataclass(frozen=True, slots=True)
class BothStand(NoFurtherRectification):
    """Calls of the same moment of which the second was in turn and legal too: there was nothing to rectify (33)."""

    @property
    def words(self) -> str:
        return "there is no rectification, and the auction continues"


@dataclass(frozen=True, slots=True)
class StandsAsCalledOver(CallStands):
    """A call that was not allowed stands, because LHO has called over it (37A)."""

    call: CallPart | Literal["first"] = "irregular"
    player: Role = "offender"

    @property
    def words(self) -> str:
        return "{irregular} stands"

    def said(self, beside: Sequence[Effect]) -> str:
        """With what was wrong with it, and why it stands all the same."""
        return "{offender} had to pass, but {lho} has called over {irregular}, so it stands"

    def retold(self, beside: Sequence[Effect]) -> Collection[str]:
        return (HAS_CALLED,)


@dataclass(frozen=True, slots=True)
class LaterCallsStand(CallStands):
    """What LHO called over it stands, and so does every later call (37A)."""

    call: CallPart | Literal["first"] = "over"
    player: Role = "lho"

    @property
    def words(self) -> str:
        return "every call made after it stands too"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """LHO's call, where the table shows it."""
        data = CallStands.outcome(self, situation)
        if situation is None or situation.irregularity is None:
            return data
        lho = situation.offender.lho
        rest = situation.record.auction[situation.irregularity.index + 1 :]
        return next(({**data, "call": made.call.text, "player": lho.value} for made in rest if made.by is lho), data)


@dataclass(frozen=True, slots=True)
class NoRestrictionOfItsOwn(LeadRestriction):
    """The call that broke an obligation restricts no lead (37A); the infraction that the obligation came from still may."""

    kind: str = "none"

    @property
    def words(self) -> str:
        return "{irregular} brings no lead restriction, but one from the earlier irregularity may still apply"


@dataclass(frozen=True, slots=True)
class PassSubstituted(MustSubstitute):
    """A pass takes the place of the cancelled call (37B2, 38C)."""

    spoken: ClassVar[bool] = True
    moment: ClassVar[Moment] = Moment.CALLS
    what: str = "pass"

    @property
    def words(self) -> str:
        return "{offender} passes instead"

    def said(self, beside: Sequence[Effect]) -> str:
        return "{offender}, your call is now a pass"


@dataclass(frozen=True, slots=True)
class GoesOnFromPass(AuctionContinues):
    """The auction goes on from the pass that took the place of the offender's call (37B2, 38C)."""

    after: CallPart | Literal["latest", "pass"] = "pass"

    @property
    def words(self) -> str:
        return "the auction continues, and {lho} is next to call"

    def said(self, beside: Sequence[Effect]) -> str:
        """Who is next is said too: the call that player made over the cancelled one may be cancelled as well."""
        return self.words

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The player on the offender's left is next, whoever called since."""
        data: dict[str, Any] = {"outcome": self.name, "after": "P"}
        if situation is not None and situation.irregularity is not None:
            data["player"] = situation.offender.lho.value
        return data


@dataclass(frozen=True, slots=True)
class SideMustPass(Effect):
    """Both players of the offending side pass for the rest of the auction (37B2, 38C)."""

    name: ClassVar[str] = "side_must_pass"
    moment: ClassVar[Moment] = Moment.REST
    extent: str
    side: Side = "OS"

    @property
    def words(self) -> str:
        return "{offender} and {partner} must pass for the rest of the auction"

    def said(self, beside: Sequence[Effect]) -> str:
        return "{offender} and {partner}, you must both pass for the rest of the auction"

    def entails(self, other: Effect) -> bool:
        return isinstance(other, OffenderMustPass | PartnerMustPass)


@dataclass(frozen=True, slots=True)
class StillMustPass(OffenderMustPass):
    """The offender's obligation outlives the call that broke it (36A, 37A)."""

    @property
    def words(self) -> str:
        if self.extent == ONCE:
            return "{offender} must still pass at this turn"
        return "{offender} must still pass at every later turn"
