"""Effects on calls and on those who made them, and on the leads that follow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from laws.rulings.effects.base import CALLS, CallPart, Effect, Later, Moment, Referral, action, called, right, spoken_to
from laws.rulings.effects.cards import PenaltyCard
from laws.rulings.natural import as_natural, untold
from laws.rulings.replay import SUITS_SPECIFIED_FINDING, Situation
from laws.rulings.roles import Role, Side

ONCE: Final = "once"
THROUGHOUT: Final = "throughout"
IF_DEFENDING: Final = "offender's side defends"


@dataclass(frozen=True, slots=True)
class MayAccept(Effect):
    """A player has the choice to treat a call as legal (27A1, 29A)."""

    name: ClassVar[str] = "may_accept"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.CHOICE
    by: Role
    call: CallPart
    condition: str = ""

    @property
    def words(self) -> str:
        return f"{{{self.by}}} may accept {{{self.call}}}"

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{{self.by}}}, you may accept {{{self.call}}}"

    def is_over(self, later: Later) -> bool:
        """The player has answered for this call, or no longer has to."""
        asked = f"{{{self.call}}}"
        return later.settled or any(who == self.by and asked in question for who, question in later.chosen)


@dataclass(frozen=True, slots=True)
class CallStands(Effect):
    """A call is part of the legal auction."""

    name: ClassVar[str] = "call_stands"
    settles: ClassVar[bool] = True
    call: CallPart | Literal["first"]
    player: Role

    @property
    def words(self) -> str:
        return f"{{{self.call}}} stands"

    def said(self, beside: Sequence[Effect]) -> str:
        """With the call over it, which has accepted it (27A1, 29A)."""
        if self.call == "irregular" and _is_called_over(beside):
            return "{lho} has called over {irregular}, so both calls stand"
        return self.words

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """It is said with the call that it was made over, or with the cancelled one before it (28B)."""
        return type(self) is CallStands and self.call == "over" and (_is_called_over(beside) or _is_in_turn(beside))

    def retold(self, beside: Sequence[Effect]) -> Collection[str]:
        return (
            (HAS_CALLED, _HAS_CALLED_NEXT)
            if self.call == "over" and (_is_called_over(beside) or _is_in_turn(beside))
            else ()
        )

    @property
    def foretold(self) -> str:
        """That the new call stands goes without saying when its player is told what each new call would lead to."""
        return "" if self.call == "replacement" else self.words


def _is_called_over(beside: Sequence[Effect]) -> bool:
    """The irregular call stands, and so does what LHO called over it."""
    calls = {(one.call, one.player) for one in beside if type(one) is CallStands}
    return {("irregular", "offender"), ("over", "lho")} <= calls


def _is_in_turn(beside: Sequence[Effect]) -> bool:
    """The player whose turn it was has called, so the call out of turn is cancelled and no more (28B)."""
    stands = any(type(one) is CallStands and (one.call, one.player) == ("over", "correct") for one in beside)
    return stands and any(type(one) is CallCancelled and one.call == "irregular" for one in beside)


def _is_wiped_out(beside: Sequence[Effect]) -> bool:
    """The auction goes on as if neither the irregular call nor those after it had been made, and nobody is restricted (36A)."""
    kinds = {one.name for one in beside}
    restricted = {MustSubstitute.name, OffenderMustPass.name, PartnerMustPass.name}
    return {
        LaterCallsCancelled.name,
        NoFurtherRectification.name,
        AnyLegalCall.name,
    } <= kinds and not restricted & kinds


HAS_CALLED: Final = "{lho} has called since"
"""What the table is told of a call by the offender's LHO, where no other sentence says it."""
_HAS_CALLED_NEXT: Final = "{lho} has called next"
"""The same in the laws of rubber bridge."""


@dataclass(frozen=True, slots=True)
class CallCancelled(Effect):
    """A call is void."""

    name: ClassVar[str] = "call_cancelled"
    call: CallPart
    player: Role

    @property
    def words(self) -> str:
        return f"{{{self.call}}} is cancelled"

    def said(self, beside: Sequence[Effect]) -> str:
        """With the calls made after it, where they are void as well, or with the call in turn that stands (28B)."""
        if self.call == "irregular" and type(self) is CallCancelled and _is_in_turn(beside):
            return "{irregular} is cancelled, and {over} stands"
        if self.call == "original":
            return "{original} is withdrawn"
        with_it = self.call == "irregular" and any(type(one) is LaterCallsCancelled for one in beside)
        return f"{{{self.call}}} and all calls after it are cancelled" if with_it else self.words


@dataclass(frozen=True, slots=True)
class LaterCallsCancelled(Effect):
    """Every call after the irregular one is void."""

    name: ClassVar[str] = "later_calls_cancelled"

    @property
    def words(self) -> str:
        return "all calls after it are cancelled too"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """It is said in one sentence with the irregular call."""
        cancelled = [one for one in beside if one.name == CallCancelled.name]
        return type(self) is LaterCallsCancelled and any(
            getattr(one, "call", "irregular") == "irregular" for one in cancelled
        )


@dataclass(frozen=True, slots=True)
class AuctionOver(Effect):
    """Whether the auction has ended: `value` yes or no."""

    name: ClassVar[str] = "auction_over"
    value: str

    @property
    def words(self) -> str:
        return "the auction is over" if self.value == "yes" else "the auction is not over"


@dataclass(frozen=True, slots=True)
class AuctionRevertsTo(Effect):
    """The auction goes back to a player."""

    name: ClassVar[str] = "auction_reverts_to"
    player: Role

    @property
    def words(self) -> str:
        return f"the auction goes back to {{{self.player}}}"

    def said_in_turn(self, beside: Sequence[Effect]) -> str:
        """It has gone back, and come round."""
        return ""

    def is_over(self, later: Later) -> bool:
        """The player has called."""
        return later.settled or bool(later.chosen)


@dataclass(frozen=True, slots=True)
class AuctionContinues(Effect):
    """The auction goes on from the last call that stands; `player` is next. after: one of CALLS, or `latest`: of all."""

    name: ClassVar[str] = "auction_continues"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.ONWARD
    adds: ClassVar[tuple[str, ...]] = ("player",)
    after: CallPart | Literal["latest", "pass"]

    @property
    def words(self) -> str:
        if self.after == "latest":
            return "the auction continues from the last of these calls"
        return f"the auction continues from {{{self.after}}}"

    def said(self, beside: Sequence[Effect]) -> str:
        """Which call it goes on from is said already: that call stands."""
        return "the auction continues"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Who says that nothing is rectified says that the auction continues; where more is to be ruled on, it does not yet."""
        return any(isinstance(other, NoFurtherRectification | Referral) for other in beside)

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the player whose turn it is now."""
        data: dict[str, Any] = {"outcome": self.name, "after": self.after}
        if situation is not None and situation.irregularity is not None:
            last = situation.record.auction[-1].by if situation.next_made else situation.offender
            data.update(after=called(self.after, situation), player=last.lho.value)
            if self.after == "latest":
                data["after"] = situation.record.auction[-1].call.text
        return data


@dataclass(frozen=True, slots=True)
class MustSubstitute(Effect):
    """The offender has to call again at once."""

    name: ClassVar[str] = "must_substitute"
    spoken: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.DUTY
    player: Role
    what: str

    @property
    def words(self) -> str:
        return f"{{{self.player}}} must make {self.what} instead"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to(self.player, self.words)

    def is_over(self, later: Later) -> bool:
        """The call has been made, or what was tried is cancelled and another has to be made in its place."""
        called = any(who == self.player for who, _ in later.chosen)
        again = any(isinstance(one, MustSubstitute) for one in later.after)
        return not self.spoken and (later.settled or called or again)


@dataclass(frozen=True, slots=True)
class MustRepeatCall(Effect):
    """The offender has to make the same call again at his turn (31A1, 32A1)."""

    name: ClassVar[str] = "must_repeat_call"
    moment: ClassVar[Moment] = Moment.DUTY
    player: Role
    call: CallPart

    @property
    def words(self) -> str:
        return f"{{{self.player}}} must repeat {{{self.call}}}"

    def said(self, beside: Sequence[Effect]) -> str:
        """With what it follows from."""
        return f"{{rho}} has passed, so {spoken_to(self.player, self.words)}"


@dataclass(frozen=True, slots=True)
class AnyLegalCall(Effect):
    """A player is free to choose a call."""

    name: ClassVar[str] = "any_legal_call"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.REST
    by: Role
    when: str = ""

    @property
    def words(self) -> str:
        return f"{{{self.by}}} may make any legal call" + (f" {self.when}" if self.when else "")

    def said(self, beside: Sequence[Effect]) -> str:
        if self.when == "in turn" and self.by == "partner":
            after = next((one.after for one in beside if isinstance(one, AuctionContinues)), "")
            following = {"irregular": ", and {lho} is next to call", "over": ", and {partner} is next to call"}
            return f"everybody may call freely{following.get(after, '')}"
        if self.when == "in turn":
            return f"{{{self.by}}}, when it is your turn, you may make any legal call"
        return spoken_to(self.by, self.words.replace("from the following turn on", "at later turns"))

    @property
    def foretold(self) -> str:
        """A choice that comes of another player's choice; that everybody else calls as usual needs no telling."""
        return self.words if self.by == "offender" and not self.when else ""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Who has to pass once is told that they are free again then; where nobody is restricted, that is said of all (36A)."""
        if _is_wiped_out(beside):
            return True
        return self.by == "offender" and any(
            isinstance(one, OffenderMustPass) and one.said(()) != one.words for one in beside
        )

    def is_over(self, later: Later) -> bool:
        """The player has called, or the turn to do so is past."""
        return later.settled


@dataclass(frozen=True, slots=True)
class NextToCall(AnyLegalCall):
    """The same of the player whose turn it is now."""

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{{self.by}}}, it is your turn, and you may make any legal call"


@dataclass(frozen=True, slots=True)
class NoFurtherRectification(Effect):
    """Nobody is restricted."""

    name: ClassVar[str] = "no_further_rectification"
    moment: ClassVar[Moment] = Moment.ONWARD

    @property
    def words(self) -> str:
        return "the auction continues with no further rectification"

    def said(self, beside: Sequence[Effect]) -> str:
        """Where later calls are cancelled too, it has just been said that the auction goes back (36A)."""
        if not any(isinstance(one, LaterCallsCancelled) for one in beside):
            return self.words
        return "there is no further rectification" + (
            ", and everybody may call freely" if _is_wiped_out(beside) else ""
        )

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """It is said in one sentence with why: the new call is comparable."""
        return type(self) is NoFurtherRectification and any(
            isinstance(one, Comparable) and one.value == "yes" for one in beside
        )

    @property
    def foretold(self) -> str:
        return "the auction simply goes on"


@dataclass(frozen=True, slots=True)
class NothingToRectify(NoFurtherRectification):
    """The same when the auction is over, and what may be led is a question of its own."""

    @property
    def words(self) -> str:
        return "there is no further rectification"


@dataclass(frozen=True, slots=True)
class Comparable(Effect):
    """Law 23A on a replacement: `value` yes or no, `test` A1, A2 or A3 when yes."""

    name: ClassVar[str] = "comparable"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.ONWARD
    value: str
    test: str = ""
    call: CallPart = "replacement"

    @property
    def words(self) -> str:
        return f"{{{self.call}}} is {'' if self.value == 'yes' else 'not '}a comparable call"

    @property
    def said_at(self) -> Moment:
        """It says why partner is barred or not; of a call that is cancelled for it, why that is."""
        return Moment.CALLS if self.call == "attempt" and self.value == "no" else self.moment

    def said(self, beside: Sequence[Effect]) -> str:
        """With the call it is compared with, which is the first one where the second is the irregular one."""
        old = "original" if self.call == "irregular" else "irregular"
        said = f"{{{self.call}}} is {'' if self.value == 'yes' else 'not '}comparable with {{{old}}}"
        free = self.value == "yes" and any(type(one) is NoFurtherRectification for one in beside)
        return f"{said}, so the auction continues with no further rectification" if free else said


@dataclass(frozen=True, slots=True)
class PartnerMustPass(Effect):
    """The offender's partner is silenced, once or throughout."""

    name: ClassVar[str] = "partner_must_pass"
    moment: ClassVar[Moment] = Moment.REST
    extent: str
    player: Role = "partner"

    @property
    def words(self) -> str:
        if self.extent == ONCE:
            return "{partner} must pass at their next turn to call, and may then call freely"
        return "{partner} must pass for the rest of the auction"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to(self.player, self.words)

    @property
    def foretold(self) -> str:
        return "{partner} must pass at their next turn to call" if self.extent == ONCE else self.words

    def entails(self, other: Effect) -> bool:
        return self.extent == THROUGHOUT and isinstance(other, PartnerMustPass)


@dataclass(frozen=True, slots=True)
class OffenderMustPass(Effect):
    """The offender has to pass at his next turn (30A)."""

    name: ClassVar[str] = "offender_must_pass"
    moment: ClassVar[Moment] = Moment.REST
    extent: str
    player: Role = "offender"

    @property
    def words(self) -> str:
        return "{offender} must pass when it is {offender}'s turn"

    def said(self, beside: Sequence[Effect]) -> str:
        """As the partner is told of in a sentence of their own."""
        words = self.words.replace("; after that both players may call freely", ", and may then call freely")
        return spoken_to(self.player, words)

    def said_in_turn(self, beside: Sequence[Effect]) -> str:
        """It is the offender's turn."""
        return "{offender}, you must pass now"

    def entails(self, other: Effect) -> bool:
        return self.extent == THROUGHOUT and isinstance(other, OffenderMustPass)


@dataclass(frozen=True, slots=True)
class LeadRestriction(Effect):
    """Law 26: `none`, or declarer may prohibit one suit; `suits` are those he may choose from, or his choice.

    when: `retained` for a prohibition in force, `lost` for its end. attempt_cancelled: the call that was tried first
    was cancelled and protects no suit.
    """

    name: ClassVar[str] = "lead_restriction"
    moment: ClassVar[Moment] = Moment.LEAD
    adds: ClassVar[tuple[str, ...]] = ("player", "suits")
    kind: str
    when: str = ""
    attempt_cancelled: bool = False

    @property
    def depends_on(self) -> str:
        """Who defends is not known before the auction is over; once the lead is retained or lost, it is."""
        return "" if self.kind == "none" or self.when in ("retained", "lost", "require", "forbid") else IF_DEFENDING

    @property
    def settled_by(self) -> str:
        return SUITS_SPECIFIED_FINDING

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Where nothing is rectified, no lead is restricted either; who cannot obey need not hear when that ends."""
        if self.when == "lost":
            return any(isinstance(one, MustPlay) for one in beside)
        free = [one for one in beside if isinstance(one, NoFurtherRectification)]
        said = any(not isinstance(one, NothingToRectify) for one in free)
        return self.kind == "none" and not self.when and said

    @property
    def words(self) -> str:
        if self.when == "lost":
            return "once {partner} loses the lead, there are no more lead restrictions"
        if self.kind == "none":
            return "there are no lead restrictions"
        if self.when == "retained":
            return "{partner} may not lead {forbidden} for as long as {partner} holds the lead"
        return f"if {{side}} defend, {self._prohibited}"

    @property
    def _prohibited(self) -> str:
        return (
            f"at {{partner}}'s first turn to lead, declarer may forbid the lead of any one suit that {{offender}} has not "
            f"specified in the legal auction{self._so_far}, for as long as {{partner}} holds the lead"
        )

    @property
    def _so_far(self) -> str:
        return "{so_far_left}" if self.attempt_cancelled else "{so_far}"

    def said(self, beside: Sequence[Effect]) -> str:
        """To the table without the names of the suits, as the offender may still show another; to the partner while the
        prohibition lasts, and of its end.
        """
        if self.when == "retained":
            return "{partner}, you may not lead {forbidden} for as long as you hold the lead"
        if self.when == "lost" and any(isinstance(one, LeadRestriction) and one.when == "retained" for one in beside):
            return "once you lose the lead, there are no more lead restrictions"
        return self.words.replace(self._so_far, "")

    def is_over(self, later: Later) -> bool:
        """Declarer has chosen, or the player cannot obey."""
        if any(isinstance(one, MustPlay) for one in later.after):
            return self.kind != "none"
        return self.kind != "none" and not self.when and any(who == "declarer" for who, _ in later.chosen)

    @property
    def foretold(self) -> str:
        """Which suits and when is told once it has come to that."""
        return "" if self.kind == "none" else "there may be lead restrictions"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the suits to choose from and the player restricted."""
        data: dict[str, Any] = {"outcome": self.name, "kind": self.kind}
        if self.kind == "none" or situation is None:
            return data
        data["player"] = situation.seat("partner").value
        lead = situation.record.lead
        if self.when == "retained" and lead and lead.forbidden:
            data["suits"] = [lead.forbidden]
        else:
            protected = situation.protected_suits(attempt_cancelled=self.attempt_cancelled)
            data["suits"] = [suit for suit in "SHDC" if suit not in protected]
        return data

    def assumed(self, situation: Situation) -> str:
        """Which suits may be forbidden rests on what the offender's legal bids show (26B)."""
        if self.kind == "none" or self.when in ("lost", "retained") or not situation.knows_seats:
            return ""
        if SUITS_SPECIFIED_FINDING in situation.record.findings:
            return ""
        legal = situation.legal_calls(attempt_cancelled=self.attempt_cancelled)
        own = ((made.call, situation.shown_by(made)) for made in legal if made.by is situation.offender)
        return as_natural(call for call in untold(own) if call.is_bid)


@dataclass(frozen=True, slots=True)
class DefenderRestricted(LeadRestriction):
    """The same when the auction is over, so that it is known who defends."""

    @property
    def words(self) -> str:
        suit = "{one_suit_left}" if self.attempt_cancelled else "{one_suit}"
        return (
            f"at {{partner}}'s first turn to lead, declarer may forbid the lead of {suit}, for as long as {{partner}} holds "
            "the lead"
        )


@dataclass(frozen=True, slots=True)
class RestrictionAfterAttempt(LeadRestriction):
    """The same after an attempt that was cancelled (27B3), while the call in its place may still be a comparable one (26A)."""

    @property
    def words(self) -> str:
        return (
            f"if {{offender}}'s next call is neither {{cheapest}} nor comparable with {{irregular}} and {{side}} defend, "
            f"{self._prohibited}"
        )

    def said(self, beside: Sequence[Effect]) -> str:
        """All of it is told before the next call (9B2), on which it depends whether there are any (27B3)."""
        return (
            "if {side} defend, declarer may be able to forbid a suit that {offender} has not specified, at {partner}'s first "
            "turn to lead"
        )


@dataclass(frozen=True, slots=True)
class RestrictionUnlessComparable(LeadRestriction):
    """The same while the new call has still to be made: a comparable one spares the lead, and which suits it names is open."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """It is explained once that call has been made."""
        return True


@dataclass(frozen=True, slots=True)
class Info(Effect):
    """Information from a call (or a remark):
    for which side it is authorised or not. `law` is the provision that says so.
    """

    name: ClassVar[str] = "info"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.INFORMATION
    side: Side
    status: str
    law: str
    about: str = "irregular"
    when: str = ""

    @property
    def source_words(self) -> str:
        """What the information comes from, with places."""
        return "{" + self.about + "}" if self.about in CALLS else SAID[self.about]

    @property
    def words(self) -> str:
        side = "{side}" if self.side == "OS" else "{others}"
        if self.about in FROM_PARTNER and self.status == "unauthorised":
            side = "{partner}"
        if self.about == "penalty_card" and self.when:
            may, joined = ("may", "and") if self.status == "authorised" else ("may not", "or")
            return (
                f"{side} {may} use the information from the penalty card, {joined} the fact that it must be played, "
                "while it is on the table"
            )
        about = self.source_words
        verb = "may use" if self.status == "authorised" else "may not use"
        what = about if "information" in about or about.startswith("the fact that") else f"the information from {about}"
        return f"{side} {verb} {what}" + (f" {self.when}" if self.when else "")

    def said(self, beside: Sequence[Effect]) -> str:
        """Who may use it and who may not, in one sentence."""
        if self.about == "cancelled_calls" and self.side == "OS" and any(self._is_as(one) for one in beside):
            return "the same goes for the calls cancelled after it"
        if self.side == "OS" and not self.when and self._freed(beside):
            who = "only {others}" if self.status == "unauthorised" else "from now on both sides"
            return f"{who} may use the information from {self.source_words}"
        if self.about == "cards" and self.side == "OS" and self.when and self._freed(beside):
            return f"only {{others}} may use the information from {self.source_words} {self.when}"
        if self.about == "penalty_card":
            which = "each" if any(isinstance(one, PenaltyCard) and one.several for one in beside) else "the"
            return f"everybody may use the information from {which} penalty card {self.when}"
        return self.words

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """The other side's sentence says it, or it is about a penalty card that there is not yet."""
        if self.about == "penalty_card":
            return any(isinstance(one, PenaltyCard) and one.when for one in beside)
        if self.about == "irregular" and any(isinstance(one, MustRepeatCall) for one in beside):
            return True  # repeated in turn it is part of the auction, and everybody may use it
        theirs = [one for one in beside if isinstance(one, Info) and one.about == self.about and one.side == "OS"]
        told = any(not one.when or one.about == "cards" for one in theirs)
        return self.side == "NOS" and self.status == "authorised" and not self.when and told

    def _is_as(self, other: Effect) -> bool:
        """What is said of the irregular call is true of the calls after it as well."""
        return isinstance(other, Info) and (other.about, other.side, other.status) == (
            "irregular",
            self.side,
            self.status,
        )

    def _freed(self, beside: Sequence[Effect]) -> bool:
        """The other side may use it."""
        return any(
            isinstance(one, Info) and one.about == self.about and one.side == "NOS" and one.status == "authorised"
            for one in beside
        )

    def is_over(self, later: Later) -> bool:
        """The call has been replaced, comparably or not, and the ruling says anew who may use it."""
        return later.finished or (self.when == UNTIL_COMPARABLE and later.settled)


@dataclass(frozen=True, slots=True)
class InfoUnlessComparable(Info):
    """The same while the new call has still to be made: a comparable one frees the information for both sides."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Who may use the information is explained once that call has been made."""
        return True


@dataclass(frozen=True, slots=True)
class InfoAfterAttempt(InfoUnlessComparable):
    """The same after an attempt that was cancelled (27B3): the call in its place may still be a comparable one (26A)."""

    moment: ClassVar[Moment] = Moment.LEAD

    def said(self, beside: Sequence[Effect]) -> str:
        """Nothing frees the information from the attempt (16C2); 26A and 27B1 can free that from the call first withdrawn."""
        return (
            "only {others} may use the information from {attempt}. "
            "Who may use the information from {irregular} depends on {offender}'s next call"
        )

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """One sentence tells both sides, of both calls."""
        return self.side == "NOS" or self.about != "irregular"


@dataclass(frozen=True, slots=True)
class InfoIfWithdrawn(Info):
    """What a call over a slip told, if its player takes it back (25A6): until then it is part of the auction."""

    when: str = "if it is withdrawn"

    def said(self, beside: Sequence[Effect]) -> str:
        return "only {others} may use the information from a call that {lho} takes back"

    def retold(self, beside: Sequence[Effect]) -> tuple[str, ...]:
        """LHO has heard that the call may be taken back, and need not hear that it was made."""
        return (HAS_CALLED,)


SAID: Final = {
    "wish": "{rho}'s preference",
    "remark": "the remark",
    "cancelled_calls": "the cancelled calls",
    "cancelled_call": "the cancelled call",
    "penalty_card": "the penalty card and the fact that it must be played",
    "manner": "the tempo or manner",
    "signal": "what {offender} said or did",
    "withdrawn": "the withdrawn call or play",
    "withdrawn_call": "the withdrawn call",
    "penalty card": "the sight of the penalty card",
    "claim": "the fact that {offender} wanted to make a different call",
    "misstatement": "the wrong words",
}
"""Information that no call gave, as words."""
FROM_PARTNER: Final = frozenset(("claim", "picked_up", "how_exposed", "seen"))
"""What a player let out about their own hand: it is unauthorised for the partner alone (16B1, 50E2, 50E3, 68B2)."""
UNTIL_COMPARABLE: Final = "unless and until it is replaced by a comparable call"


COME_BACK: Final = "{others}, call me back after play if you think you were damaged; I may adjust the score"
"""What those who may have been damaged are told."""


@dataclass(frozen=True, slots=True)
class AdjustedScore(Effect):
    """An adjusted score comes into question: `possible` means the director looks at the board after play."""

    name: ClassVar[str] = "adjusted_score"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.AFTER
    kind: str
    law: str

    @property
    def words(self) -> str:
        if self.law in ("72C", "23"):  # awareness of potential damage, in the older codes Law 23
            return (
                "call me back after play if you think {side} gained from the infraction and could have seen that coming;"
                " I may adjust the score"
            )
        return "call me back after play if you think {side} gained from the infraction; I may adjust the score"

    def said(self, beside: Sequence[Effect]) -> str:
        """The other side calls if it thinks that it was damaged; what was gained and foreseen is for the Director to judge."""
        return COME_BACK if self.kind == "possible" else self.words

    def is_over(self, later: Later) -> bool:
        """The ruling goes on to adjust the score."""
        return is_overtaken(self.kind, later)


def is_overtaken(kind: str, later: Later) -> bool:
    """Nobody is asked to come back about a score that the ruling goes on to adjust, as after the Director's error (82C)."""
    adjusted = (one for one in later.after if one.name == AdjustedScore.name)
    return kind == "possible" and any(getattr(one, "kind", "") in ("assigned", "artificial") for one in adjusted)


@dataclass(frozen=True, slots=True)
class MustPlay(Effect):
    """What a player who cannot obey a lead restriction leads (Law 59)."""

    name: ClassVar[str] = "must_play"
    moment: ClassVar[Moment] = Moment.LEAD
    player: Role = "partner"
    card: str = "any legal card"

    @property
    def words(self) -> str:
        return "{partner} cannot comply, so may lead any card that is otherwise legal"

    def said(self, beside: Sequence[Effect]) -> str:
        return "{partner}, you cannot comply, so you may lead any card that is otherwise legal"


TO_ACCEPT: Final = right("accept", "accept {irregular}", moment=Moment.CHOICE, aloud=False)
TO_KNOW_CONSEQUENCES: Final = right(
    "know_consequences",
    ("hear all the options, and what follows from each, before choosing"),
    moment=Moment.CHOICE,
    aloud=False,
)
TO_ASK_METHODS: Final = right(
    "ask_methods", "ask what {irregular} means in the opponents' methods", moment=Moment.CHOICE, aloud=False
)
TO_KNOW_INTENTION: Final = right(
    "know_intention", "be told what {offender} meant by {irregular}", moment=Moment.CHOICE, aloud=False
)
TO_CHANGE_AS_UNINTENDED: Final = right(
    "change_as_unintended",
    "correct {irregular} as a slip",
    moment=Moment.CHOICE,
    denied="{offender} may not change {irregular}",
)
TO_CHANGE_SUBSTITUTION: Final = right(
    "change_substitution", ("take back {replacement}, which was made before the ruling")
)
TO_CALL_NOW: Final = right("call_now", "bid, double or redouble at this turn", aloud=False)
TO_REQUIRE_LEAD: Final = right("require_lead", "require the lead of a particular suit", moment=Moment.LEAD, aloud=False)
TO_FORBID_LEAD_LATER: Final = right(
    "forbid_lead_later",
    "forbid a suit after {partner}'s first turn to lead",
    moment=Moment.LEAD,
    denied="{partner}'s first turn to lead is over, so declarer may no longer forbid a suit",
)

EXPLAIN_OPTIONS: Final = action(
    "explain_options", "tell the table all the options before anybody chooses", moment=Moment.CHOICE
)
APPLY_25: Final = action("apply_25", "treat {irregular} as an attempted change of call and rule under Law 25")
RULE_ON_INTENDED: Final = action(
    "rule_on_intended",
    "rule on {intended}, which stands, under the law that it breaks",
)
RULE_ON_OVER: Final = action("rule_on_over", "rule on {over} next, as an irregularity of its own")
APPLY_LAW_OF_CALL: Final = action(
    "apply_law_of_call",
    "rule on the repeated call under the law that makes it illegal",
    said="that bid will not be legal either, and I'll then explain the options",
    moment=Moment.ONWARD,
)
NO_MORE_TALK: Final = action(
    "no_more_talk",
    "stop any further talk, and discuss the methods with {offender} away from the table",
)
BOTH_REFUSED: Final = action(
    "both_refused",
    "if neither bid is accepted, {offender} must make a legal call, and {partner} must pass throughout",
    moment=Moment.CHOICE,
    aloud=True,
)
