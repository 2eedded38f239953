"""Rights, duties and actions of the Director that Law 9 alone names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from laws.rulings.effects.base import DirectorAction, Effect, Moment, Referral, RightTo, action, right
from laws.rulings.effects.calls import COME_BACK
from laws.rulings.effects.information import Adjusts, Entitled, NotEntitled
from laws.rulings.effects.rights import TO_DRAW_ATTENTION
from laws.rulings.roles import Role

TO_PREVENT: Final = right(
    "prevent",
    "try to prevent an irregularity by any player",
    said="try to stop an irregularity before it happens",
    granted="any player may try to stop an irregularity before it happens",
    moment=Moment.FOUND,
)
TO_TAKE_PART: Final = right("take_part", "take part in the play, or help declarer decide")
TO_SUMMON: Final = right("summon", "summon the Director", said="call me")
TO_SUMMON_FIRST: Final = right(
    "summon_first",
    "summon the Director before somebody else has drawn attention",
    said="call me before somebody else has drawn attention",
    denied="{speaker}, as dummy you may not be the first to call me while play is going on",
)
TO_SUMMON_AT_ONCE: Final = right(
    "summon_at_once", "see that the Director is called at once, because attention has been drawn", aloud=False
)
TO_KEEP_RIGHTS: Final = right(
    "keep_rights", "call the Director without losing any right", granted="calling me doesn't cost anyone any rights"
)
TO_ACT: Final = right(
    "act",
    "do anything until the Director has explained the rectification",
    denied="nobody may do anything until I have explained the rectification",
)


@dataclass(frozen=True, slots=True)
class NobodyActs(NotEntitled):
    """Nobody does anything more before the Director has explained the rectification (9B2)."""

    who: Role = "table"
    to: RightTo = TO_ACT

    def said(self, beside: Sequence[Effect]) -> str:
        """Where nobody went on too early, the explanation comes next."""
        if any(isinstance(one, Referral) for one in beside):
            return self.sentence
        return "please do nothing more until I've explained the rectification"


@dataclass(frozen=True, slots=True)
class FreeToSpeak(Entitled):
    """A player may draw attention to an irregularity, or call the Director to it, during the auction period (9A1).

    The table hears who else may, since it asks whether anybody may.
    """

    who: Role = "speaker"
    to: RightTo = TO_DRAW_ATTENTION
    whoever: ClassVar[str] = "any player may {} during the auction period"
    calling: ClassVar[str] = "call me"

    def said(self, beside: Sequence[Effect]) -> str:
        return self.whoever.format("point out an irregularity" if self.to == TO_DRAW_ATTENTION else self.calling)


class FreeInPlay(FreeToSpeak):
    """The same while play is going on, when dummy may not (9A2)."""

    __slots__ = ()
    whoever = "any player except dummy may {} while play is going on"
    calling = "be the first to call me"


class FreeAfterPlay(FreeToSpeak):
    """The same when play is over (9A4)."""

    __slots__ = ()
    whoever = "play is over, so any player may {}"


@dataclass(frozen=True, slots=True)
class FreeToSummon(Entitled):
    """A player may call the Director (9B1(b))."""

    who: Role = "speaker"
    to: RightTo = TO_SUMMON

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Who hears that any player may need not hear it of this one."""
        return any(isinstance(one, DirectorAction) and one.what == DUMMY_TOO for one in beside)


@dataclass(frozen=True, slots=True)
class LooksAtWithdrawn(Referral):
    """Whether the offender's partner used what the withdrawn call or play told (10C4, 16C2)."""

    def said(self, beside: Sequence[Effect]) -> str:
        return (
            "{partner} may not use the information from what was withdrawn, so I'll look at whether it suggested what"
            " {partner} did"
        )


TO_DETERMINE: Final = right(
    "determine",
    "decide on a rectification or waive it",
    denied="only I may decide on a rectification, so please call me next time",
)
TO_ASK_WAIVER: Final = right(
    "ask_waiver",
    "ask the Director to waive the rectification for good cause",
    said="ask me to waive the rectification for good cause",
)
TO_EXPLAIN_ALL: Final = right("explain_all", "explain every option before the player chooses")
TO_CHOOSE_ALONE: Final = right("choose_alone", "choose without consulting partner")
TO_CHOOSE_BEST: Final = right(
    "choose_best", "choose the most favourable option", said="choose whatever suits your side best"
)
TO_POINT_OUT_CARD: Final = right("point_out_card", "point out that a card of the last trick is turned the wrong way")
TO_RECTIFICATION: Final = right(
    "rectification",
    "have the irregularity rectified",
    granted="{others} keep the right to rectification",
    denied="{others} have lost the right to rectification",
)
DUMMY_TOO: Final = action(
    "dummy_too",
    "once somebody else has drawn attention, dummy may call me too",
    said="once an irregularity has been pointed out, any player may call me",
)
WARNED_WITHOUT_RIGHT: Final = action(
    "warned_without_right",
    "after a warning about which hand to lead from, either defender may choose that hand (43B2(a))",
    aloud=True,
)
REVOKE_NAMED_BY_DUMMY: Final = action(
    "revoke_named_by_dummy",
    "declarer must substitute a legal card, and Law 64 then applies as if the revoke had been established (43B2(b))",
)
POINTED_TOO_LATE: Final = action(
    "pointed_too_late",
    "see whether the remark gave partner information, and whether partner used it (16B)",
)
RULE_UNDER_20F: Final = action("rule_under_20F", "rule on what was done on the wrong explanation under 20F6")
GO_ON_AFTER_CHOICE: Final = action(
    "go_on_after_choice",
    "see that the choice is carried out: what the law provides when an option is declined now applies",
)
NO_IMMEDIATE_RECTIFICATION: Final = action(
    "no_immediate_rectification",
    "play continues as if nothing had happened; afterwards the defenders lose any gain from it",
    aloud=True,
    moment=Moment.REST,
)
RULE_ON_PREMATURE_CORRECTION: Final = action(
    "rule_on_premature_correction",
    "rule under the law of that irregularity; the correction may cost more (26B, 27C)",
    said="I'll now rule on the irregularity; correcting it before I came may lead to further rectification",
    moment=Moment.REST,
)
RULE_UNDER_11: Final = action(
    "rule_under_11",
    "find out whether acting first cost them the right to rectification (11A)",
    said="{speaker} went on before I was called, so I'll first find out whether the right to rectification has been lost",
    moment=Moment.REST,
)
ALLOW_WHAT_PLAYERS_DID: Final = action(
    "allow_what_players_did",
    "allow what the players did",
    said="this time I'll let what you did stand",
    moment=Moment.REST,
)
CANCEL_WHAT_PLAYERS_DID: Final = action(
    "cancel_what_players_did",
    "cancel what the players did and rule under the law of the irregularity",
    said="what you arranged is cancelled, and I'll now make the ruling myself",
    moment=Moment.REST,
)
EXPLAIN_AND_CHOOSE_AGAIN: Final = action(
    "explain_and_choose_again",
    "explain all the options and offer the choice again",
    said="one option was left out, so I'll explain all of them now before anybody chooses",
    moment=Moment.REST,
)
RULE_ON_IRREGULARITY: Final = action(
    "rule_on_irregularity",
    "rule on the irregularity under its own law",
    said="I'll now rule on the irregularity",
    moment=Moment.REST,
)
NEITHER_OFFENDED: Final = action(
    "neither_offended",
    "the board can no longer be scored normally, so both sides are treated as non-offending for the score, and "
    "their scores may differ",
    moment=Moment.SCORE,
    said="I'm sorry, you were not told all your options, and it is too late to put that right. Both sides are treated as"
    " non-offending",
)


@dataclass(frozen=True, slots=True)
class LeftToPlay(Adjusts):
    """What the offenders did after the rectification was lawful: whether they gained by the infraction is seen later (10C4)."""

    def said(self, beside: Sequence[Effect]) -> str:
        return f"after the rectification {{side}} may do whatever suits them best, so carry on. {COME_BACK}"
