"""Effects on cards that were seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import DirectorAction, Effect, Moment, action, right
from laws.rulings.play.position import Position
from laws.rulings.replay import Situation
from laws.rulings.roles import Role, seat_of
from laws.rulings.seats import Seat


@dataclass(frozen=True, slots=True)
class _OnCards(Effect):
    """The exposed cards of a player. when: the condition, while it is still open. waits: it comes at the end of the
    auction, which has shown what the side is doing, the `ending`.
    """

    adds: ClassVar[tuple[str, ...]] = ("card",)
    ending: ClassVar[str]
    player: Role = "offender"
    when: str = ""
    waits: bool = False

    def said(self, beside: Sequence[Effect]) -> str:
        return (
            f"now that the auction is over and {{side}} are {self.ending}, {self.words}" if self.waits else self.words
        )

    @property
    def said_at(self) -> Moment:
        """What waits for the end of the auction is said after how it goes on."""
        return Moment.REST if self.waits or self.when else self.moment

    @property
    def condition(self) -> str:
        """The condition as the beginning of a sentence."""
        return f"{self.when}, " if self.when else ""

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the cards: one as `card`, several as a list."""
        data = Effect.outcome(self, situation)
        del data["waits"]
        cards = list(situation.cards) if situation is not None else []
        return data | ({"card": cards[0] if len(cards) == 1 else cards} if cards else {})


def out_of_trick(table: Position, card: str) -> None:
    """Take a card out of the trick it was played to; the last trick is in progress again if it was the fourth card of that."""
    last = table.quitted[-1].cards if table.quitted and not table.trick.cards else []
    if any(played == card for _, played in last):
        table.reopen()
    table.take_back(card)


def lay(table: Position, card: str, seat: Seat, rank: str) -> None:
    """Lay a penalty card before a defender; once there are two of one defender's, all of them are major (50B)."""
    table.lay(card, seat, "major" if rank == "major" else "minor")
    if len(lying := table.lying(seat)) > 1:
        for one in lying:
            table.lay(one.card, seat, "major")


@dataclass(frozen=True, slots=True)
class CardReturned(_OnCards):
    """The cards go back into the hand."""

    name: ClassVar[str] = "card_returned"
    ending: ClassVar[str] = "declaring"

    @property
    def words(self) -> str:
        return f"{self.condition}{{{self.player}}} picks up {{cards}}"

    def entails(self, other: Effect) -> bool:
        """Whoever has to take a card back may take it back."""
        return not self.when and other.name == "may_withdraw" and getattr(other, "player", None) == self.player

    def on_table(self, table: Position, situation: Situation) -> None:
        """The cards are in the hand again: out of the trick, and no penalty cards."""
        if self.condition:
            return
        for card in situation.cards:
            table.pick_up(card)
            out_of_trick(table, card)

    def said(self, beside: Sequence[Effect]) -> str:
        """To the player, unless it is not known yet whether it will come to that."""
        if self.condition:
            return self.words
        told = f"{{{self.player}}}, pick up {{cards}}"
        return f"the auction is over and {{side}} are {self.ending}: {told}" if self.waits else told


@dataclass(frozen=True, slots=True)
class PenaltyCard(_OnCards):
    """The cards stay on the table as penalty cards (50, 51); `rank` is major or minor (50B).

    several: more than one, told in the plural.
    """

    name: ClassVar[str] = "penalty_card"
    ending: ClassVar[str] = "defending"
    rank: str = "major"
    several: bool = False

    @property
    def words(self) -> str:
        cards = f"{self.rank} penalty cards" if self.several else f"a {self.rank} penalty card"
        return f"{self.condition}{{cards}} must remain face up on the table as {cards}"

    def on_table(self, table: Position, situation: Situation) -> None:
        """They are laid face up before their player, out of the trick."""
        if self.condition or (seat := seat_of(situation, self.player)) is None:
            return
        for card in situation.cards:
            out_of_trick(table, card)
            lay(table, card, seat, self.rank)

    def entails(self, other: Effect) -> bool:
        """A card that has to lie there has been taken back, and is a penalty card under any condition as well."""
        if self.when or getattr(other, "player", None) != self.player:
            return False
        if isinstance(other, PenaltyCard):
            return bool(other.when) and other.rank == self.rank
        return other.name == "may_withdraw"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """`class` is what ruling cases call the rank."""
        data = _OnCards.outcome(self, situation)
        data["class"] = data.pop("rank")
        del data["several"]
        return data


CARDS_FACE_UP: Final = action(
    "cards_face_up",
    "have {cards} laid face up on the table for the rest of the auction",
    said="{cards} must stay face up on the table until the auction ends",
)


@dataclass(frozen=True, slots=True)
class HowItIsPlayed(DirectorAction):
    """What a penalty card obliges its owner to (50C, 50D1(a)), told as soon as it is one."""

    @property
    def said_at(self) -> Moment:
        return Moment.REST

    @property
    def aloud(self) -> bool:
        return True

    def said(self, beside: Sequence[Effect]) -> str:
        cards = [one for one in beside if isinstance(one, PenaltyCard)]
        if any(one.rank == "minor" for one in cards):
            return (
                "{offender}, you must play it before any other small card of that suit, but you may play an honour of the suit "
                "instead"
            )
        several = any(one.several for one in cards)
        what = "them" if several else "it"
        leads = (
            "must lead one of those suits, may not lead one or more of them"
            if several
            else "must lead that suit, may not lead that suit"
        )
        return (
            f"{{offender}}, you must play {what} at the first legal opportunity. Whenever "
            f"{{partner}} is on lead, declarer first says whether {{partner}} {leads}, or may lead anything"
        )


@dataclass(frozen=True, slots=True)
class OnceItIsGone(DirectorAction):
    """What partner may not use any more when a penalty card lies there no longer (50E2, 50E3)."""

    @property
    def aloud(self) -> bool:
        return True

    def said(self, beside: Sequence[Effect]) -> str:
        cards = [one for one in beside if isinstance(one, PenaltyCard)]
        which = "one of them" if any(one.several for one in cards) else "it"
        back = "" if any(one.rank == "minor" for one in cards) else " or has gone back to the hand"
        return f"once {which} has been played{back}, {{partner}} may not use the fact that it was exposed"


TO_USE_SIGHT: Final = right("use_sight", "use what they saw unintentionally", said="use what they happened to see")
SEVERAL_PENALTY_CARDS: Final = action(
    "several_penalty_cards",
    "if one defender has two or more penalty cards, declarer says which is played",
    moment=Moment.REST,
    said="{offender} has more than one penalty card, so declarer says which of them is played",
)
EXPLAIN_PENALTY_CARD: Final = action(
    "explain_penalty_card",
    "explain what {offender} and {partner} must do about the penalty card",
)
WHILE_IT_LIES: Final = "for as long as the card stays on the table"
PENALTY_CARD_TAKEN_BACK: Final = action(
    "penalty_card_taken_back",
    "if declarer's choice of lead sends the card back to the hand, {partner} may not use the information from it",
    moment=Moment.INFORMATION,
)
PENALTY_CARD_PLAYED: Final = action(
    "penalty_card_played",
    "once the card has been played, {partner} may not use the information about how it became a penalty card",
    moment=Moment.INFORMATION,
)
PENALTY_CARD_HELPED: Final = action(
    "penalty_card_helped",
    "when play is over, adjust the score if the exposed card helped {side} and so damaged {others}",
    moment=Moment.AFTER,
)
