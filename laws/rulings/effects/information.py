"""Effects of judgements: what was found, what becomes of the score, who owes what to whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import (
    RIGHTS,
    DirectorAction,
    Effect,
    Later,
    Moment,
    NoRight,
    OnRight,
    Right,
    action,
    right,
)
from laws.rulings.effects.calls import COME_BACK, SAID, NoFurtherRectification, is_overtaken
from laws.rulings.effects.rights import TO_CHOOSE_SUGGESTED
from laws.rulings.replay import Situation
from laws.rulings.roles import NoRole, Role


@dataclass(frozen=True, slots=True)
class Adjusts(Effect):
    """What becomes of the score.

    kind: `none` (why `misled`: as far as an opponent's inference goes); `possible`, to be looked at after play; `assigned`;
    `artificial` (why `deprived`: for whoever lost a valid score, here or elsewhere); `split`, taken from one side only. law:
    the provision that says so. why: one of REASONS, for what is looked at after play; `elsewhere` where it is the score on
    another board, so that this one goes on. of: whose score, `side` or `others`,
    when it is not that of both.
    """

    name: ClassVar[str] = "adjusted_score"
    kind: str
    because: ClassVar[str] = ""
    """Why it is so, where the table hears that in the same sentence."""
    law: str
    why: str = "gained"
    of: Role | NoRole = ""

    @property
    def words(self) -> str:
        if self.kind == "possible":
            return f"call me back after play if {REASONS[self.why]}; I may adjust the score"
        if self.kind == "split":
            keeps = "others" if self.of == "side" else "side"
            return f"I take the advantage away from {{{self.of}}}; {{{keeps}}} keep the table score"
        if self.kind == "none" and self.why == "misled":
            return "the score is not adjusted for an inference that opponents drew at their own risk"
        if self.kind == "artificial" and self.why == "deprived":
            return (
                "any contestant who can no longer get a valid score on a board they were due to play gets an artificial"
                " adjusted score on it"
            )
        return SCORES[self.kind] + (" on that board" if self.why == "elsewhere" else "")

    def said(self, beside: Sequence[Effect]) -> str:
        """The other side calls if it thinks that it was damaged; what was gained and foreseen is for the Director to judge.

        Where the board goes on and an action is judged when it is over, the table is told to carry on.
        """
        if self.kind == "none" and self.why == "misled":
            return "there is no adjustment for an inference that turns out to be wrong"
        if self.kind == "none" and any(isinstance(one, LogicalAlternative) for one in beside):
            # That is judged when the board is over, and then there is a result.
            harmless = not self.because and DemonstrablySuggested("yes") in beside
            return f"{'no damage was done, so ' if harmless else ''}the table result stands"
        if self.kind == "assigned" and self.why != "elsewhere" and DirectorAction(WEIGH_RESULTS) in beside:
            return WEIGHTED
        if self.kind != "possible":
            return self.words
        if self.why == "used":
            return f"carry on. {USED_COME_BACK}"
        if self.why in ("gained", "damaged", "foreseen"):
            judged = any(isinstance(one, LogicalAlternative) for one in beside)
            return f"carry on. {COME_BACK}" if judged else COME_BACK
        return self.words

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """The table hears that its result stands."""
        return self.kind == "none" and not self.of and any(isinstance(one, ResultStands) for one in beside)

    @property
    def said_at(self) -> Moment:
        return Moment.AFTER if self.kind == "possible" else Moment.SCORE

    @property
    def finishes(self) -> bool:
        return self.kind != "possible" and self.why != "elsewhere"

    def is_over(self, later: Later) -> bool:
        """The ruling goes on to adjust the score."""
        return is_overtaken(self.kind, later)

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Kind and law, and whose score it is when it is not that of both."""
        data = Effect.outcome(self, situation)
        del data["why"]
        if self.of:
            data["player"] = data.pop("of")
        return data


SCORES: Final = {
    "none": "I'm not adjusting the score",
    "assigned": "I'm adjusting the score",
    "artificial": "I'm awarding an artificial adjusted score",
}
"""What is announced by the kind of adjustment."""
WEIGHTED: Final = "I'm awarding a weighted score, and I'll post it once I've worked it out"
"""What is announced where several results were likely (12C1(c))."""
USED_COME_BACK: Final = (
    "{others}, call me back after play if you think {chooser} chose an action that the information suggested;"
    " I may adjust the score"
)
"""What the other side is told before the action that may be judged."""
REASONS: Final = {
    "gained": "you think {side} gained from the infraction",
    "damaged": "{others} may have been damaged by the infraction",
    "foreseen": "you think {side} gained from the infraction and could have seen that coming",
    "used": "{chooser} may have chosen the action that the information suggested",
    "review": "the uncorrected review caused damage",
    "affected": "you think the information made a difference to the result",
    "directors_error": "my ruling was wrong and either side was damaged by it (both count as not offending)",
}
"""What is looked at after play, as words after "if"."""


@dataclass(frozen=True, slots=True)
class AdjustsBecause(Adjusts):
    """A decision about the score of which the table hears why."""

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{self.because}, so {Adjusts.said(self, beside)}"


class AfterDamage(AdjustsBecause):
    """The other side was damaged."""

    __slots__ = ()
    because: ClassVar[str] = "{others} were damaged"


class WithoutDamage(AdjustsBecause):
    """The other side was not damaged."""

    __slots__ = ()
    because: ClassVar[str] = "{others} were not damaged"


class AfterGain(AdjustsBecause):
    """The offending side gained."""

    __slots__ = ()
    because: ClassVar[str] = "{side} gained by it"


@dataclass(frozen=True, slots=True)
class ResultStands(Effect):
    """The result at the table counts."""

    name: ClassVar[str] = "result_stands"
    moment: ClassVar[Moment] = Moment.SCORE

    @property
    def words(self) -> str:
        return "the table result stands"

    @property
    def finishes(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class StandsBecause(ResultStands):
    """The result counts although somebody complains: the table hears why."""

    because: ClassVar[str]

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{self.because}, so {self.words}"


class StandsAsUnforeseen(StandsBecause):
    """The offender could not foresee what the infraction would do (72C)."""

    __slots__ = ()
    because: ClassVar[str] = "{offender} could not have known what the infraction might do"


class StandsAsNothingGained(StandsBecause):
    """The offending side gained nothing (72C)."""

    __slots__ = ()
    because: ClassVar[str] = "{side} gained nothing from the infraction"


@dataclass(frozen=True, slots=True)
class Entitled(Right):
    """Somebody may do something: that is the ruling itself, and is announced."""

    main: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class NotEntitled(NoRight):
    """Somebody may not do something: that is the ruling itself, and is announced."""

    main: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class NothingFollows(NoFurtherRectification):
    """Nothing is rectified, where it is not an auction that goes on."""

    @property
    def words(self) -> str:
        return "there is no rectification"

    def said(self, beside: Sequence[Effect]) -> str:
        """Where the score may still be adjusted, that is for later; nobody is told twice to carry on."""
        reasons = {one.why for one in beside if isinstance(one, Adjusts) and one.kind == "possible"}
        if reasons:
            return "there is no rectification now" + ("" if "used" in reasons else "; carry on")
        return self.words

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """The table hears that the score is not adjusted."""
        return any(isinstance(one, Adjusts) and one.kind == "none" for one in beside)


@dataclass(frozen=True, slots=True)
class ProceduralPenalty(Effect):
    """Whether a penalty in addition is open to the director: `value` possible or none.

    who: the player who committed the offence, or the side where both partners answer for it (an understanding, a method).
    """

    name: ClassVar[str] = "procedural_penalty"
    main: ClassVar[bool] = False
    value: str
    who: Role | NoRole = ""

    @property
    def words(self) -> str:
        if self.value == "none":
            return "there is no penalty"
        against = f" against {{{self.who}}}" if self.who else ""
        return f"a procedural penalty{against} is possible"

    @property
    def said_at(self) -> Moment:
        return Moment.AFTER if self.value == "possible" else Moment.SCORE

    @property
    def aloud(self) -> bool:
        """The Director decides on it, and speaks of it to the player concerned alone."""
        return False

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """A penalty that is possible is told in both forms that ruling cases use."""
        data = Effect.outcome(self, situation)
        return data | ({"possible": True} if self.value == "possible" else {})


@dataclass(frozen=True, slots=True)
class Duty(OnRight):
    """Somebody must do something; `to` is one of RIGHTS. grade: `should` where the law says no more than that."""

    name: ClassVar[str] = "duty"
    moment: ClassVar[Moment] = Moment.DUTY
    grade: str = ""

    @property
    def words(self) -> str:
        return f"{{{self.who}}} {self.grade or 'must'} {RIGHTS[self.to]}"


@dataclass(frozen=True, slots=True)
class LogicalAlternative(Effect):
    """16B1(b): whether another action was a logical alternative to the one chosen; `value` yes or no."""

    name: ClassVar[str] = "logical_alternative"
    finding: ClassVar[bool] = True
    moment: ClassVar[Moment] = Moment.FOUND
    value: str

    @property
    def words(self) -> str:
        if self.value == "yes":
            return "{chooser} had a logical alternative to what was chosen"
        return "{chooser} had no logical alternative to what was chosen"

    def said(self, beside: Sequence[Effect]) -> str:
        if self.value == "yes":
            return "{chooser} had a logical alternative"
        return "{chooser} had no logical alternative, so {chooser}'s choice was allowed"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """What the information suggested is said together with it."""
        told = self.value == "yes" and any(isinstance(one, DemonstrablySuggested) for one in beside)
        return told or is_judged_later(beside)


@dataclass(frozen=True, slots=True)
class DemonstrablySuggested(Effect):
    """16B1(a), 16C2: whether the information suggested the chosen action over the alternative; `value` yes or no."""

    name: ClassVar[str] = "demonstrably_suggested"
    finding: ClassVar[bool] = True
    moment: ClassVar[Moment] = Moment.FOUND
    value: str

    @property
    def words(self) -> str:
        if self.value == "yes":
            return "the information demonstrably suggested {chooser}'s choice over the alternative"
        return "the information did not demonstrably suggest {chooser}'s choice over the alternative"

    def said(self, beside: Sequence[Effect]) -> str:
        """With the alternative to it."""
        if self.value == "yes":
            return "{chooser} had a logical alternative, and the information suggested {chooser}'s choice"
        return "{chooser} had a logical alternative, but the information did not suggest {chooser}'s choice"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return is_judged_later(beside)


def is_judged_later(beside: Sequence[Effect]) -> bool:
    """The board goes on: nobody hears before its end what the Director thinks of an action."""
    return any(isinstance(one, Adjusts) and one.kind == "possible" for one in beside)


@dataclass(frozen=True, slots=True)
class BoardPlayed(Effect):
    """The board is played to the end."""

    name: ClassVar[str] = "board_played"

    @property
    def words(self) -> str:
        return "the board is played"

    def said(self, beside: Sequence[Effect]) -> str:
        return "play the board"

    def is_over(self, later: Later) -> bool:
        """The score is decided, so it has been played."""
        return later.finished


SAID.update(
    {
        "cards": "seeing {cards}",
        "correction": "the correction",
        "withdrawn_actions": "{withdrawn}",
        "extraneous": "the unauthorised information from {chooser_partner}",
        "reply": "the answer",
        "misinformed_call": "the call that {misinformed} withdrew",
        "lho_call": "the call that {misinformed_lho} withdrew",
        "explained": "{knower_partner}'s explanation",
        "misread": "{chooser_partner}'s explanation or alert",
        "hint": "that remark",
        "received": "what {recipient} learned by accident",
        "standing": "the standings",
    }
)
TO_AVOID_ADVANTAGE: Final = right(
    "avoid_advantage",
    "carefully avoid taking advantage of the information",
    moment=Moment.INFORMATION,
    implied_by=(TO_CHOOSE_SUGGESTED,),
)
WEIGH_RESULTS: Final = action(
    "weigh_results", "weight the score by how likely each legally reachable result was", moment=Moment.AFTER
)
NO_RESULT_IN_SIGHT: Final = action(
    "no_result_in_sight",
    "there are too many possible results to assign a score, so the artificial score depends on who was at fault "
    "(12C2(a))",
    moment=Moment.AFTER,
)
OFFENDERS_WITHOUT_REDRESS: Final = action(
    "offenders_without_redress",
    "give {side} the score that follows from rectifying the infraction, whatever {others} did later",
    moment=Moment.AFTER,
)
NO_RELIEF_FOR_OWN_PART: Final = action(
    "self_inflicted",
    "{others} get no redress for the part of the damage that they caused themselves",
    moment=Moment.AFTER,
)
WEIGH_OUTCOMES: Final = action(
    "weigh_outcomes", "assign to both sides the score they would have had without the infraction", moment=Moment.AFTER
)
