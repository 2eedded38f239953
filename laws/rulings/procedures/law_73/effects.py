"""Rights, duties and actions of the Director that Law 73 alone names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from laws.rulings.effects.base import Effect, Moment, NoRight, OnRight, action, right, spoken_to
from laws.rulings.effects.calls import Info
from laws.rulings.effects.information import (
    TO_AVOID_ADVANTAGE,
    Adjusts,
    AdjustsBecause,
    Entitled,
    ResultStands,
    StandsBecause,
)
from laws.rulings.effects.rights import TO_USE_INFORMATION

TO_OBSERVE_PAUSE: Final = right(
    "observe_pause",
    "make the pause that regulations prescribe",
    said="always pause when the regulations require it",
)
TO_VARY_ON_PURPOSE: Final = right(
    "vary_on_purpose",
    "vary tempo or manner on purpose, or put emphasis into a call or play",
    said="vary your tempo or manner on purpose",
    implied_by=(TO_OBSERVE_PAUSE,),
)
TO_MISLEAD: Final = right(
    "mislead",
    "mislead an opponent by a question, a remark, a gesture, tempo or manner",
    denied="{offender} had no bridge reason for doing that and could have known that it might benefit {side}",
)
TO_DRAW_INFERENCES: Final = right("draw_inferences", "draw inferences from tempo and manner, at their own risk")
TO_DECEIVE: Final = right(
    "deceive",
    "try to deceive the opponents by a call or play",
    granted="{offender} was allowed to deceive the opponents by a call or play alone",
)
TO_HIDE_BEHIND_UNDERSTANDING: Final = right(
    "hide_behind_understanding",
    "use an undisclosed understanding to deceive the opponents",
)
OFFENCE_TO_CONVEY: Final = action(
    "offence_to_convey",
    "it is an offence to tell partner anything by prohibited means, whatever the outcome",
)
SANCTION_UNDER_CODE: Final = action(
    "sanction_under_code",
    "report it: the disciplinary code sets the sanction, and you have no discretion about it",
    moment=Moment.REST,
    said="I have to report what you did",
)
ADJUST_IF_USED: Final = action(
    "adjust_if_used",
    "adjust the score if partner used it and damaged {others} (12C1)",
)
RULE_UNDER_89: Final = action("rule_under_89", "deal with it as prohibited communication (89)")
RULE_AS_MISLED: Final = action(
    "rule_as_misled",
    "find out whether an opponent was misled by it (73E2)",
    moment=Moment.AFTER,
    said="{others}, call me back after play if you think you were misled; I may adjust the score",
)


class AfterMisleading(AdjustsBecause):
    """The score is adjusted because an opponent was misled (73E2)."""

    __slots__ = ()
    because: ClassVar[str] = "{others} were misled"


@dataclass(frozen=True, slots=True)
class FromSignal(Info):
    """What a remark or gesture tells (16B1). Whoever is told to avoid taking advantage of it need not hear that twice."""

    def said(self, beside: Sequence[Effect]) -> str:
        return "{side} may not use anything that the signal told them"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return any(isinstance(one, OnRight) and one.to == TO_AVOID_ADVANTAGE for one in beside)


@dataclass(frozen=True, slots=True)
class FromManner(Info):
    """What tempo or manner tells. Whoever hears whether they may use it or draw inferences need not hear this as well."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        told = TO_USE_INFORMATION if self.side == "OS" else TO_DRAW_INFERENCES
        return any(isinstance(one, OnRight) and one.to == told for one in beside)


@dataclass(frozen=True, slots=True)
class PartnerBound(NoRight):
    """Partner may not use what tempo or manner tells: nobody needs to hear that once the board is over."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return any(
            isinstance(one, ResultStands) or getattr(one, "kind", "") in ("assigned", "artificial") for one in beside
        )


@dataclass(frozen=True, slots=True)
class FromHaste(Info):
    """What a call tells that was made without the pause that regulations require."""

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to("partner", "{partner} may not use anything that partner's haste may have told {partner}")


class NotMisled(StandsBecause):
    """Nobody drew a false inference."""

    __slots__ = ()
    because: ClassVar[str] = "{others} were not misled by it"


class BridgeReason(StandsBecause):
    """The player had a bridge reason."""

    __slots__ = ()
    because: ClassVar[str] = "{offender} had a bridge reason for doing that"


class NotForeseeable(StandsBecause):
    """The player could not have known what it would do."""

    __slots__ = ()
    because: ClassVar[str] = "{offender} could not have known that it might benefit {side}"


@dataclass(frozen=True, slots=True)
class NoAdjustment(Adjusts):
    """No score is adjusted for the inference: the table hears that its result stands."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return any(isinstance(one, ResultStands) for one in beside)


@dataclass(frozen=True, slots=True)
class AtOwnRisk(Entitled):
    """Opponents draw inferences at their own risk: nothing to tell those who drew none."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return any(isinstance(one, NotMisled) for one in beside)
