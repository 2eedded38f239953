"""Effects of the rubber code: penalties that players exact, lead penalties, damage that is made good.

Where the duplicate code has a Director who rectifies, four players state a penalty and impose it; under the club laws
an Arbiter stands in for the Director and may adjust a score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import CallPart, Effect, Moment, action, right
from laws.rulings.effects.calls import (
    ONCE,
    LeadRestriction,
    NoFurtherRectification,
    PartnerMustPass,
)
from laws.rulings.facts.rubber.leads import final_of, suits_related
from laws.rulings.natural import as_natural, untold
from laws.rulings.replay import Situation
from laws.rulings.roles import Role

NAMED_SUIT: Final = "require_or_prohibit_named_suit"
ONE_SUIT: Final = "prohibit_one_suit"
GIVEN_UP: Final = "given up"
NOT_REPEATED: Final = "not repeated"


@dataclass(frozen=True, slots=True)
class NoPenalty(NoFurtherRectification):
    """Nobody is penalized."""

    @property
    def words(self) -> str:
        return "there is no penalty"


@dataclass(frozen=True, slots=True)
class SilentFromNow(PartnerMustPass):
    """The obligation begins with the turn that has gone back to the offender's partner (31A, 32A)."""

    @property
    def words(self) -> str:
        return "{partner} must pass now, and for the rest of the auction"


@dataclass(frozen=True, slots=True)
class PriceInPasses(Effect):
    """What a choice would cost, told before it is made: `when` is a key of PRICES. It binds nobody yet."""

    name: ClassVar[str] = "partner_must_pass"
    moment: ClassVar[Moment] = Moment.CHOICE
    extent: str
    when: str
    player: Role = "partner"

    @property
    def words(self) -> str:
        passes = "at their next turn to call" if self.extent == ONCE else "at every later turn"
        return f"if {PRICES[self.when]}, {{partner}} must pass {passes}"


PRICES: Final = {
    "first stands": "{offender} lets {original} stand",
    "another call": "{offender} makes any other legal call",
    "repeats": "{offender} then names the denomination of {irregular} again",
    "does not repeat": "{offender} then makes any other call",
}
"""The choices that have a price, as words after "if"."""


@dataclass(frozen=True, slots=True)
class LeadPenalty(LeadRestriction):
    """Law 26: declarer may require or forbid the suit of the withdrawn call (26A), or forbid any one suit (26B).

    of: the withdrawn call, `irregular`, `attempt` (put in its place too early) or `original` (the first of two calls at
    one turn). when: `not repeated` or `given up` while the final call is open; `require` or `forbid` for a choice made.
    related: the call was artificial, so that the suits to which it relates take the place of the one it named.
    """

    of: CallPart = "irregular"
    related: bool = False

    @property
    def words(self) -> str:
        named = (
            f"{'a suit to which' if self.related else 'the suit of'} {{{self.of}}}{' relates' if self.related else ''}"
        )
        if self.when == "require":
            return f"{{partner}} must lead {named}"
        if self.when == "forbid":
            suit = named if self.kind == NAMED_SUIT else "{forbidden}"
            return f"{{partner}} may not lead {suit} for as long as {{partner}} holds the lead"
        if self.when == "lost":
            return "once {partner} loses the lead, there are no more lead restrictions"
        first = "at {partner}'s first turn to lead, the opening lead included"
        if self.kind == ONE_SUIT:
            told = (
                f"declarer may forbid {{partner}} to lead any one suit {first}, for as long as {{partner}} "
                f"holds the lead"
            )
        else:
            kept = "a prohibition lasts for as long as {partner} holds the lead"
            told = f"declarer may require {{partner}} to lead {named}, or forbid it, {first}; {kept}"
        return f"if {{side}} defend{CONDITIONS[self.when]}, {told}"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the player whose lead is restricted and the suits that declarer may name."""
        data: dict[str, Any] = {"outcome": self.name, "kind": self.kind}
        if self.when:
            data["when"] = self.when
        if self.kind == "none" or situation is None or not situation.knows_seats:
            return data
        data["player"] = situation.seat("partner").value
        suits = self._suits(situation)
        return data | ({"suits": suits} if suits else {})

    def assumed(self, situation: Situation) -> str:
        """The suit of the withdrawn bid is the one it names, unless it is told that the bid is artificial (26A)."""
        if self.kind in ("none", ONE_SUIT) or situation.irregularity is None:
            return ""
        call, meaning = situation.call, situation.meaning
        if self.of == "original" and situation.original:
            call, meaning = situation.original.call, situation.original.meaning
        elif self.of == "attempt" and situation.offered:
            call, meaning = situation.offered[0].call, situation.offered[0].meaning
        return as_natural(one for one in untold([(call, meaning)]) if one.is_bid)

    @property
    def settled_by(self) -> str:
        """Only of the irregular call it is asked whether it was artificial."""
        return "artificial" if self.of == "irregular" else ""

    def _suits(self, at: Situation) -> list[str]:
        if self.kind == ONE_SUIT:
            chosen = at.record.lead.forbidden if at.record.lead and self.when == "forbid" else None
            return [chosen] if chosen else list("SHDC")
        if at.irregularity is None:
            return []
        if self.of == "original" and at.original:
            related = suits_related(at.original.call, at.original.meaning)
        elif self.of == "attempt" and at.offered:
            related = suits_related(at.offered[0].call, at.offered[0].meaning)
        else:
            related = suits_related(at.call, at.meaning)
        final = final_of(at)
        named = {final.call.denomination} if final is not None else set()
        return [suit for suit in "SHDC" if suit in (related - named or related)]


CONDITIONS: Final = {
    "": "",
    NOT_REPEATED: " and {offender}'s final call at that turn does not repeat the denomination of {irregular}",
    GIVEN_UP: " and {offender} gives up {original} for a call in another denomination",
}
"""On what a lead penalty depends while the final call is open, as words after "if {side} defend"."""


@dataclass(frozen=True, slots=True)
class Redress(Effect):
    """Damage that the offending side makes good by its own duty (Proprieties 1); nobody else adjusts the score.

    kind: `possible` (looked at after play), `assigned` (the likely result is scored) or `none`. law: the provision that
    asks for it. why: one of GROUNDS.
    """

    name: ClassVar[str] = "adjusted_score"
    main: ClassVar[bool] = False
    kind: str
    law: str
    why: str = "pass"

    @property
    def words(self) -> str:
        if self.kind == "none":
            return "no damage has to be made good"
        if self.kind == "possible":
            return f"when play is over, {{side}} should make good any damage if {GROUNDS[self.why]}"
        return (
            "{side} should make good the damage: the players score the result that was likely without the irregularity"
        )

    @property
    def said_at(self) -> Moment:
        return Moment.AFTER if self.kind == "possible" else Moment.SCORE

    @property
    def finishes(self) -> bool:
        return self.kind != "possible"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Kind and law, as ruling cases have an adjusted score."""
        return {"outcome": self.name, "kind": self.kind, "law": self.law}


@dataclass(frozen=True, slots=True)
class ArbiterAdjusts(Redress):
    """An adjusted score under the club laws, which the Arbiter assigns."""

    @property
    def words(self) -> str:
        if self.kind == "none":
            return "the Arbiter leaves the score as it is"
        if self.kind == "possible":
            return f"the Arbiter may assign an adjusted score when play is over, if {GROUNDS[self.why]}"
        return "the Arbiter assigns an adjusted score: the result that was likely without the irregularity"


@dataclass(frozen=True, slots=True)
class ArbiterAssigns(ArbiterAdjusts):
    """The Arbiter has found damage: the score is adjusted, and that is announced."""

    main: ClassVar[bool] = True


GROUNDS: Final = {
    "pass": "{offender} could have known that the pass enforced on {partner} was likely to damage {others}",
    "necessarily": (
        "{others} are damaged by the pass enforced on {partner}, and {offender} could have known that it would"
    ),
    "used": "{side} used the information to the damage of {others}",
    "affected": "the unauthorized information could have affected the result",
    "not conforming": "the new call does not conform after all, or {others} were damaged",
    "misinformed": "{side} gained by the wrong information",
    "conveyed": "{irregular} gave {partner} so much information that {others} were damaged",
    "added information": "the outcome would have been different without some added information",
    "unexplained": "{others} were damaged because a call or play was not explained",
    "agreement": "{others} were damaged by the use of an agreement that was not disclosed",
}
"""What is looked at when play is over, as words after "if"."""


TO_INFORM: Final = right("inform", "give or obtain information about the law that applies")
TO_PENALIZE: Final = right("penalize", "penalize the irregularity")
TO_CORRECT_BY_AGREEMENT: Final = right("correct_by_agreement", "correct it by agreement of all four")
TO_REOPEN: Final = right("reopen", "have it corrected afterwards, unless all four players agree")
TO_DOUBLE_NOW: Final = right("double_now", "double or redouble at this turn")
TO_CHANGE_AS_SLIP: Final = right("change_as_slip", "replace it by the call intended, without penalty")
TO_CHANGE_MISINFORMED_CALL: Final = right(
    "change_misinformed_call",
    "change the call made on the opponents' misinformation, without penalty",
)
STATE_PENALTY: Final = action("state_penalty", "the penalty has to be stated clearly before it is imposed", aloud=True)
PENALTY_BY_ITS_LAW: Final = action(
    "penalty_by_its_law", "the penalty is that of the law which deals with the irregularity", aloud=True
)
EARLY_CORRECTION: Final = action(
    "early_correction", "a call substituted too early may carry a penalty of its own (Law 26)", aloud=True
)
JUDGE_SECOND_CALL: Final = action(
    "judge_second_call", "the new call is ruled on under the law that it breaks", aloud=True
)
JUDGE_NEXT_CALL: Final = action("judge_next_call", "{over} is ruled on under the law that it breaks", aloud=True)
