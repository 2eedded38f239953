"""Effects on cards that declarer calls from dummy: which card is played, and who says so where the words do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from laws.rulings.designations import called_cards, legal_from_dummy, since_by
from laws.rulings.effects.base import Effect, Moment, right, spoken_to
from laws.rulings.effects.play import MayWithdraw, NoPenaltyCard
from laws.rulings.play.position import Position
from laws.rulings.replay import Situation
from laws.rulings.roles import Role, seat_of

Which = Literal[
    "named",
    "meant",
    "highest",
    "winner",
    "lowest",
    "lowest of named",
    "last suit",
    "of rank",
]
WHICH: Final[dict[Which, str]] = {
    "named": "the card that declarer named",
    "meant": "the card that declarer meant",
    "highest": "the highest card of the suit led",
    "winner": "the lowest card that is known to win the trick",
    "lowest": "the lowest card of the suit led",
    "lowest of named": "the lowest card of the suit that declarer named",
    "last suit": "the card of that rank in the suit with which dummy won the last trick",
    "of rank": "the card of that rank",
}
"""The card of dummy's that is played, in words."""


@dataclass(frozen=True, slots=True)
class PlaysCalled(Effect):
    """Which card is played from dummy, because of what declarer said."""

    name: ClassVar[str] = "must_play"
    adds: ClassVar[tuple[str, ...]] = ("card",)
    which: Which
    player: Role = "dummy"

    @property
    def words(self) -> str:
        return f"{{{self.player}}} must play {WHICH[self.which]}{{called_is}}"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to(self.player, self.words)

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The card, as far as the table tells it."""
        data = Effect.outcome(self, situation)
        del data["which"]
        cards = called_cards(situation)
        return data | ({"card": cards[0]} if len(cards) == 1 else {})


@dataclass(frozen=True, slots=True)
class PlaysMeant(PlaysCalled):
    """Declarer meant another card than the words come to; which one it was is found out, and no table shows it."""

    which: Which = "meant"

    @property
    def words(self) -> str:
        return f"{{{self.player}}} must play {WHICH[self.which]}"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Not the card that the words come to."""
        return {name: value for name, value in PlaysCalled.outcome(self, situation).items() if name != "card"}


@dataclass(frozen=True, slots=True)
class ChosenFromDummy(Effect):
    """Somebody says which of several cards of dummy's is played: `declarer`, or `either defender`."""

    moment: ClassVar[Moment] = Moment.CHOICE
    adds: ClassVar[tuple[str, ...]] = ("card",)

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The cards that may be chosen, as far as the table tells them."""
        cards = called_cards(situation)
        return Effect.outcome(self, situation) | ({"card": cards} if cards else {})


@dataclass(frozen=True, slots=True)
class DeclarerSaysWhich(ChosenFromDummy):
    """Two or more cards of the rank can be played."""

    name: ClassVar[str] = "declarer_options"

    @property
    def words(self) -> str:
        return "{declarer} must say which of the cards of that rank is meant{called_or}"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to("declarer", self.words)


@dataclass(frozen=True, slots=True)
class DefenderSaysWhich(ChosenFromDummy):
    """Declarer has named neither suit nor rank."""

    name: ClassVar[str] = "defender_options"

    @property
    def words(self) -> str:
        return "either defender may say which card is played from dummy{called_or}"


@dataclass(frozen=True, slots=True)
class DeclarerNamesAnother(ChosenFromDummy):
    """What declarer said comes to no card, so that any legal card of dummy's may be named."""

    name: ClassVar[str] = "declarer_options"

    @property
    def words(self) -> str:
        return "{declarer} may name any card of dummy's that can legally be played{legal_or}"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The cards that can legally be played, as far as the table tells them, and not the one that was called."""
        cards = legal_from_dummy(situation)
        return Effect.outcome(self, situation) | ({"card": cards} if cards else {})

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to("declarer", self.words)


@dataclass(frozen=True, slots=True)
class CardNotPlayed(Effect):
    """A card that somebody has touched, shown or named has not been played."""

    name: ClassVar[str] = "card_not_played"
    adds: ClassVar[tuple[str, ...]] = ("card",)
    player: Role = "offender"

    @property
    def words(self) -> str:
        return "{card} has not been played"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the card."""
        cards = situation.cards if situation is not None else ()
        return Effect.outcome(self, situation) | ({"card": cards[0]} if cards else {})


def _since(
    effect: MayWithdraw | NoPenaltyCard | OfCardSince, situation: Situation | None, data: dict[str, Any]
) -> dict[str, Any]:
    """The outcome with the card that the effect's player has played since, in place of the one that it is about."""
    data.pop("card", None)
    seat = seat_of(situation, effect.player) if situation is not None else None
    card = since_by(situation, seat) if situation is not None and seat is not None else ""
    return data | ({"card": card} if card else {})


def _nothing_more(effect: Effect, situation: Situation) -> Mapping[str, None]:
    card = effect.outcome(situation).get("card", "")
    return {card: None} if card else {}


@dataclass(frozen=True, slots=True)
class MayPlayAgain(MayWithdraw):
    """A player may take back the card played since and play another."""

    player: Role = "lho"

    @property
    def words(self) -> str:
        condition = f"if {self.when}, " if self.when else ""
        return f"{condition}{{{self.player}}} may take back the card played since and play another"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """That card."""
        return _since(self, situation, MayWithdraw.outcome(self, situation))


@dataclass(frozen=True, slots=True)
class OfCardSince(Effect):
    """A decision about the card that a player has played since."""

    adds: ClassVar[tuple[str, ...]] = ("card",)
    player: Role = "lho"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """That card."""
        return _since(self, situation, Effect.outcome(self, situation))


@dataclass(frozen=True, slots=True)
class MustPlayAgain(OfCardSince):
    """With the right card from dummy in the trick, the card played since does not follow suit, and it has to (44C)."""

    name: ClassVar[str] = "must_correct_revoke"

    @property
    def words(self) -> str:
        return f"{{{self.player}}} must take back the card played since and follow suit"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to(self.player, self.words)

    def on_table(self, table: Position, situation: Situation) -> None:
        """The card is out of the trick, and its hand is to play."""
        seat = seat_of(situation, self.player)
        if seat is not None and (card := since_by(situation, seat)):
            table.take_back(card)


@dataclass(frozen=True, slots=True)
class FollowerStays(OfCardSince):
    """The card played since stays, as it is legal with the right card from dummy in the trick."""

    name: ClassVar[str] = "card_stands"

    @property
    def words(self) -> str:
        return f"the card that {{{self.player}}} has played since stands"

    def of_other_cards(self, situation: Situation) -> Mapping[str, None]:
        """It is no revoke."""
        return _nothing_more(self, situation)


@dataclass(frozen=True, slots=True)
class PlayedAgainFree(NoPenaltyCard):
    """A card that a defender takes back so is no penalty card."""

    player: Role = "lho"

    @property
    def words(self) -> str:
        return f"the card that {{{self.player}}} takes back is not a penalty card"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """That card."""
        return _since(self, situation, NoPenaltyCard.outcome(self, situation))

    def of_other_cards(self, situation: Situation) -> Mapping[str, None]:
        """Even if it was a revoke, that costs nothing."""
        return _nothing_more(self, situation)

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return False


TO_CORRECT_SLIP: Final = right(
    "correct_slip",
    "change the card that was named",
    moment=Moment.CHOICE,
    denied="the card that was named has been played",
)
