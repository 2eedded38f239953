"""Effects of a revoke: whether it stands, what is withdrawn, and how many tricks change hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import Action, Effect, Moment, Referral, action, right
from laws.rulings.effects.calls import SAID
from laws.rulings.effects.cards import PenaltyCard, lay, out_of_trick
from laws.rulings.effects.information import Adjusts, AdjustsBecause
from laws.rulings.effects.play import OnPlay
from laws.rulings.play import revokes
from laws.rulings.play.position import Position
from laws.rulings.replay import Situation
from laws.rulings.roles import Role, seat_of, side_of
from laws.rulings.seats import Side

COUNTS: Final = ("no", "one", "two", "three")
"""Numbers of tricks, as words."""


@dataclass(frozen=True, slots=True)
class Revoke(Effect):
    """Somebody revoked. established: whether it is too late to correct it in the ordinary way (63A)."""

    name: ClassVar[str] = "revoke"
    moment: ClassVar[Moment] = Moment.FOUND
    adds: ClassVar[tuple[str, ...]] = ("by",)
    established: bool
    who: Role = "offender"

    @property
    def value(self) -> str:
        """What tells it apart from a revoke of the other kind."""
        return "established" if self.established else "not established"

    @property
    def words(self) -> str:
        return f"{{{self.who}}} revoked, and the revoke {'is' if self.established else 'is not'} established"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Whoever revoked is `by` in ruling cases."""
        data = Effect.outcome(self, situation)
        data["by"] = data.pop("who")
        return data


@dataclass(frozen=True, slots=True)
class NoRevoke(Effect):
    """What was played was legal."""

    name: ClassVar[str] = "no_revoke"
    moment: ClassVar[Moment] = Moment.FOUND
    by: Role = "offender"

    @property
    def words(self) -> str:
        return f"{{{self.by}}} did not revoke"

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{self.words}, so the card stays played; carry on"

    def entails(self, other: Effect) -> bool:
        """A legal card stays played, and costs nothing."""
        return other.name == "card_stands" or _nothing_goes_over(other)


@dataclass(frozen=True, slots=True)
class MustCorrectRevoke(Effect):
    """The revoke card is withdrawn, and a legal one is played (62A, 62B). of_dummy: declarer plays it from dummy."""

    name: ClassVar[str] = "must_correct_revoke"
    player: Role = "offender"
    of_dummy: bool = False

    def on_table(self, table: Position, situation: Situation) -> None:
        """The card is out of the trick, which is in progress again if it had been completed, and its hand is to play."""
        found = revokes.subject(situation)
        if found is None:
            return
        in_trick = any(card == found.card for trick in (*table.quitted, table.trick) for _, card in trick.cards)
        while in_trick and all(card != found.card for _, card in table.trick.cards):
            for _, card in table.trick.cards[:]:  # of the next trick, before this one was put right
                table.take_back(card)
            table.reopen()
        table.take_back(found.card)

    @property
    def words(self) -> str:
        if self.of_dummy:
            return "{card} goes back to dummy, and declarer plays a legal card from dummy instead"
        return f"{{{self.player}}} must take back {{card}} and play a legal card instead"

    def said(self, beside: Sequence[Effect]) -> str:
        if self.of_dummy:
            return self.words
        return f"{{{self.player}}}, you must take back {{card}} and play a legal card instead"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Whose card it was."""
        data = Effect.outcome(self, situation)
        del data["of_dummy"]
        return data


def _changed(situation: Situation | None) -> list[str]:
    """The card that the other hand of the revoking side has played to the trick since, as far as the play shows it."""
    found = revokes.subject(situation) if situation is not None else None
    return [] if found is None else [found.since[place][1][1] for place in revokes.since_by_side(found)]


def _with_cards(data: dict[str, Any], situation: Situation | None, *, defenders: bool) -> dict[str, Any]:
    shown = revokes.of_the_trick(situation, defenders=defenders) if situation is not None else []
    cards = [card for _, card in shown]
    return data | ({"card": cards[0] if len(cards) == 1 else cards} if cards else {})


@dataclass(frozen=True, slots=True)
class BothCorrect(MustCorrectRevoke):
    """Both revokes of one trick are corrected, although one side has played on (62C3)."""

    @property
    def words(self) -> str:
        return "both revokes must be corrected: each player takes back the revoke card and plays a legal card instead"

    def said(self, beside: Sequence[Effect]) -> str:
        return "both of you who revoked must take back that card and play a legal one instead"


@dataclass(frozen=True, slots=True)
class RevokeStands(OnPlay):
    """It is too late: the trick stays as it was played (63B)."""

    name: ClassVar[str] = "card_stands"

    @property
    def words(self) -> str:
        return "the revoke can no longer be corrected, and the trick stands as it was played"


@dataclass(frozen=True, slots=True)
class RevokeCardReturned(OnPlay):
    """The card of declarer's side goes back to the hand, and that is all (62B2)."""

    name: ClassVar[str] = "card_returned"

    @property
    def words(self) -> str:
        return "{card} goes back to the hand, and there is no further rectification for it"


@dataclass(frozen=True, slots=True)
class OthersCardReturned(Effect):
    """A card that the other side takes back after a revoke goes back to its hand, and lies nowhere (62C1)."""

    name: ClassVar[str] = "card_returned"
    player: Role = "others"

    @property
    def words(self) -> str:
        return "a card that {others} take back goes back to the hand and is no penalty card"

    @property
    def foretold(self) -> str:
        """That a card may be taken back says it."""
        return ""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Whoever hears that a card may be taken back has heard it."""
        return any(isinstance(one, MayWithdraw) for one in beside)

    def on_table(self, table: Position, situation: Situation) -> None:
        """It is out of the trick, where there is no doubt which card it is; else whoever takes one back tells."""
        found = revokes.subject(situation)
        since = [] if found is None else [found.since[place][1][1] for place in revokes.since_by_others(found)]
        if len(since) == 1:
            out_of_trick(table, since[0])


@dataclass(frozen=True, slots=True)
class ChangedCardReturned(Effect):
    """A card that declarer's side changes after a defender's change goes back to the hand (62C2)."""

    name: ClassVar[str] = "card_returned"
    player: Role = "side"

    @property
    def words(self) -> str:
        return "the card that {side} take back goes back to the hand"

    def on_table(self, table: Position, situation: Situation) -> None:
        """It is out of the trick."""
        for card in _changed(situation):
            out_of_trick(table, card)


@dataclass(frozen=True, slots=True)
class RevokeCardLies(PenaltyCard):
    """A defender's revoke card stays face up (62B1). again: it was a penalty card before, and nothing is added (62B2)."""

    moment: ClassVar[Moment] = Moment.REST  # it still lies there when others have changed their cards
    again: bool = False

    @property
    def words(self) -> str:
        if self.again:
            return "{card} stays on the table as the penalty card it was, and nothing is added to that"
        return f"{{card}} stays face up on the table as a {self.rank} penalty card"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """It is told like any other penalty card."""
        data = PenaltyCard.outcome(self, situation)
        del data["again"]
        return data


@dataclass(frozen=True, slots=True)
class ChangedCardLies(PenaltyCard):
    """The card that a defender changes after an opponent's change stays face up as well (62C2)."""

    moment: ClassVar[Moment] = Moment.REST
    player: Role = "partner"

    @property
    def words(self) -> str:
        return f"the card that {{{self.player}}} takes back stays face up on the table as a {self.rank} penalty card"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The card that is changed, and not that of the revoke."""
        data = PenaltyCard.outcome(self, situation)
        data.pop("card", None)
        changed = _changed(situation)
        return data | ({"card": changed[0]} if changed else {})

    def on_table(self, table: Position, situation: Situation) -> None:
        """It lies before its player, out of the trick."""
        if (seat := seat_of(situation, self.player)) is None:
            return
        for card in _changed(situation):
            out_of_trick(table, card)
            lay(table, card, seat, self.rank)


@dataclass(frozen=True, slots=True)
class DeclarersCardsReturned(Effect):
    """Where both sides have revoked on one trick, what declarer's side withdraws goes back to the hand (62C3)."""

    name: ClassVar[str] = "card_returned"
    adds: ClassVar[tuple[str, ...]] = ("card",)
    player: Role = "declarer"

    @property
    def words(self) -> str:
        return "what declarer's side takes back goes to the hand it came from"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the cards, where the play shows them."""
        return _with_cards(Effect.outcome(self, situation), situation, defenders=False)

    def on_table(self, table: Position, situation: Situation) -> None:
        """They are in the hands again; the trick is in progress without them."""
        for _, card in revokes.of_the_trick(situation, defenders=False):
            table.take_back(card)


@dataclass(frozen=True, slots=True)
class AllWithdrawnLie(PenaltyCard):
    """Where both sides have revoked on one trick, whatever the defenders withdraw is a penalty card (62C3)."""

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the cards, where the play shows them, and the player who holds them; none is named where both defenders do."""
        data = PenaltyCard.outcome(self, situation)
        data.pop("card", None)
        shown = revokes.of_the_trick(situation, defenders=True) if situation is not None else []
        if shown:
            del data["player"]
        if len({hand for hand, _ in shown}) == 1:
            data["player"] = shown[0][0].value
        return _with_cards(data, situation, defenders=True)

    def on_table(self, table: Position, situation: Situation) -> None:
        """They lie face up before their players."""
        for hand, card in revokes.of_the_trick(situation, defenders=True):
            table.take_back(card)
            lay(table, card, hand, "major")

    @property
    def words(self) -> str:
        return f"every card that a defender takes back stays face up on the table as a {self.rank} penalty card"


@dataclass(frozen=True, slots=True)
class LeadTakenBack(Effect):
    """A card played to the next trick goes back: an opponent caused it (47E1), or the trick before it is changed (47A)."""

    name: ClassVar[str] = "card_returned"
    player: Role = "partner"

    @property
    def words(self) -> str:
        return "the card played to the next trick goes back to the hand without rectification"


@dataclass(frozen=True, slots=True)
class NextTrickUndone(Effect):
    """What one side has played to the next trick goes back, since the trick before it is played out anew (47A)."""

    name: ClassVar[str] = "card_returned"

    @property
    def words(self) -> str:
        return "cards played to the next trick are taken back too, and whoever wins this trick leads to it"


@dataclass(frozen=True, slots=True)
class MayWithdraw(Effect):
    """Whoever has played since may take that card back (62C1, 62C2). player: the other side, or the one that revoked."""

    name: ClassVar[str] = "may_withdraw"
    moment: ClassVar[Moment] = Moment.CHOICE
    adds: ClassVar[tuple[str, ...]] = ("card",)
    player: Role

    @property
    def words(self) -> str:
        if self.player == "others":
            return "{lho} and {rho} may each take back a card they played after the revoke and play another"
        return "{side} may now change the card that they played after it"

    def said(self, beside: Sequence[Effect]) -> str:
        if self.player == "others":
            return "{others}, each of you may take back a card that you have played since the revoke and play another"
        return "{side}, you may now change the card that was played after it"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the cards, where the play shows them."""
        data = Effect.outcome(self, situation)
        found = revokes.subject(situation) if situation is not None else None
        if found is None:
            return data
        places = revokes.since_by_others(found) if self.player == "others" else revokes.since_by_side(found)
        cards = [found.since[place][1][1] for place in places]
        return data | ({"card": cards[0] if len(cards) == 1 else cards} if cards else {})


@dataclass(frozen=True, slots=True)
class MayNotWithdraw(Effect):
    """The offender's partner keeps to the card played, as no opponent has changed one (62C2)."""

    name: ClassVar[str] = "may_not_withdraw"
    player: Role = "side"

    @property
    def words(self) -> str:
        return "{side} may not change any other card"

    def said(self, beside: Sequence[Effect]) -> str:
        return "all other cards stay as they were played"


@dataclass(frozen=True, slots=True)
class TricksTransferred(Effect):
    """How many tricks go to the other side when play is over (64A), none where an exception holds (64B).

    n: how many; with tricks still to be played, how many at least. when: empty once play is over, else one of WHILE_PLAYING.
    """

    name: ClassVar[str] = "tricks_transferred"
    moment: ClassVar[Moment] = Moment.SCORE
    n: int
    to: Role = "others"
    when: str = ""

    @property
    def value(self) -> str:
        """What tells it apart from other numbers of tricks."""
        return str(self.n)

    @property
    def words(self) -> str:
        if self.when:
            return WHILE_PLAYING[self.when]
        if not self.n:
            return "no trick is transferred"
        return f"{COUNTS[self.n]} {'trick goes' if self.n == 1 else 'tricks go'} to {{others}}"

    def entails(self, other: Effect) -> bool:
        """That no trick goes over is one decision, whatever the reason for it."""
        return not self.n and not self.when and _nothing_goes_over(other)

    def on_table(self, table: Position, situation: Situation) -> None:
        """They change hands when play is over; with tricks still to come, those that are certain."""
        side = side_of(situation, self.to)
        if self.n and side is not None:
            table.transfer(self.n, Side(side))

    @property
    def said_at(self) -> Moment:
        return Moment.AFTER if self.when else Moment.SCORE

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """A revoke that is corrected in time costs no trick anyway."""
        return not self.n and not self.when and any(isinstance(one, Revoke) and not one.established for one in beside)


def _nothing_goes_over(effect: Effect) -> bool:
    return isinstance(effect, TricksTransferred) and not effect.n and not effect.when


WHILE_PLAYING: Final = {
    "at the end": "when play is over, one trick goes to {others}",
    "one or two": (
        "when play is over, the trick on which {offender} revoked goes to {others}, and a second trick with it if {side} win "
        "a later one"
    ),
    "if won": "when play is over, one trick goes to {others} if {side} win a later trick",
}
"""How many tricks go over, while tricks are still to be played."""


@dataclass(frozen=True, slots=True)
class NoTransfer(TricksTransferred):
    """No trick goes over, and the table hears why: one of NO_TRICK, by the place in the law."""

    n: int = 0
    limb: str = ""

    @property
    def words(self) -> str:
        return f"no trick is transferred: {NO_TRICK[self.limb]}"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The place in the law is told beside every decision."""
        data = TricksTransferred.outcome(self, situation)
        del data["limb"]
        return data


NO_TRICK: Final = {
    "45D2": "dummy had put out a card that was not called",
    "64A": "the tricks that it would cost are transferred for another revoke anyway",
    "64B1": "{side} won neither the trick on which {offender} revoked nor a later one",
    "64B2": "{offender} had revoked in the same suit before",
    "64B3": "the revoke was with a card that lay face up on the table",
    "64B4": "{others} had already called on the next board when it was pointed out",
    "64B5": "the round was over when it was pointed out",
    "64B6": "it was on the twelfth trick",
    "64B7": "both sides have revoked",
    "64B8": "both revokes have been corrected",
    "43B3": "dummy had lost the right to point it out",
}
"""Why no trick goes over, as words after a colon."""


class NotCompensated(AdjustsBecause):
    """The revoke cost the other side more than it gets for it (64C1)."""

    __slots__ = ()
    because: ClassVar[str] = "the revoke cost {others} more than that"


class CompensatedEnough(AdjustsBecause):
    """What the law gives makes up for the revoke (64C1)."""

    __slots__ = ()
    because: ClassVar[str] = "the revoke cost {others} no more than that"

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{self.because}, so I'm not adjusting the score any further"


class LaterRevokeCost(AdjustsBecause):
    """The later revoke in the same suit cost the other side tricks (64C2(a))."""

    __slots__ = ()
    because: ClassVar[str] = "the second revoke cost {others} tricks"


class DamagedByRevokes(AdjustsBecause):
    """One side was damaged where both had revoked (64C2(b))."""

    __slots__ = ()
    because: ClassVar[str] = "with no revoke at all the result would probably have been different"


class UndamagedByRevokes(AdjustsBecause):
    """Neither side was damaged where both had revoked (64C2(b))."""

    __slots__ = ()
    because: ClassVar[str] = "neither side was damaged by the revokes"


@dataclass(frozen=True, slots=True)
class AskedAboutNow(Adjusts):
    """Play is over, and the other side is asked whether it lost more by the revoke."""

    @property
    def words(self) -> str:
        return "{others}, tell me if you think that the revoke cost you more than that; I may adjust the score"

    def said(self, beside: Sequence[Effect]) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class AskedAboutDamage(Adjusts):
    """The same where nothing has gone over."""

    @property
    def words(self) -> str:
        return "{others}, tell me if you think that the revoke cost you any tricks; I may adjust the score"

    def said(self, beside: Sequence[Effect]) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class LookedAtForBoth(Adjusts):
    """Where both sides have revoked, either may have been damaged."""

    @property
    def words(self) -> str:
        return "tell me if you think that the revokes cost your side tricks; I may adjust the score"

    def said(self, beside: Sequence[Effect]) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class OnlyWhatWasGained(Adjusts):
    """43B3: the score of the side that revoked is adjusted, and only if that side has gained."""

    @property
    def words(self) -> str:
        return "if {side} gained by the revoke, I take that advantage away from them; {others} keep the table score"


RULE_ON_TRICKS: Final = action(
    "rule_on_tricks",
    "play goes on; when it is over, see how many tricks go to the other side (64)",
    said="play on, and call me back when play is over; tricks may change hands for the revoke",
    moment=Moment.AFTER,
)
RULE_ON_CORRECTION: Final = action(
    "rule_on_correction",
    "have it corrected, and see which other cards may be changed (62)",
)
LOOK_AT_SCORE: Final = action(
    "look_at_score",
    "see whether the revoke did any damage (64C1)",
    said="no trick changes hands, but I will look at what the revoke cost {others}",
    moment=Moment.SCORE,
)


@dataclass(frozen=True, slots=True)
class OnlyDamageCounts(Referral):
    """No trick goes over, and what the revoke cost is looked at (64C1)."""

    what: Action = LOOK_AT_SCORE

    def entails(self, other: Effect) -> bool:
        """The table hears that no trick changes hands."""
        return _nothing_goes_over(other)


AS_ESTABLISHED: Final = action(
    "as_established",
    "because dummy had no right to ask, tricks are transferred as if the revoke had been established (43B2(b), 64)",
    said="because dummy had lost the right to ask, tricks may go to {others} after play as if the revoke were established",
    moment=Moment.AFTER,
)
TRICKS_ANEW: Final = action(
    "tricks_anew",
    "the last two tricks are scored as they fall once the revoke is corrected",
    aloud=True,
)
ASK_ABOUT_DAMAGE: Final = action(
    "ask_about_damage",
    "ask {others} whether the revoke cost them more, and look at it yourself if the players have little experience",
    moment=Moment.AFTER,
)
TO_CHOOSE_PARTNERS_CARD: Final = right(
    "choose_partners_card",
    "say which of two cards {partner} plays",
    denied="declarer may not say which card {partner} plays",
)
SAID.update(
    {
        "revoke_card": "{card}",
        "changed_cards": "a card that was taken back",
    }
)
