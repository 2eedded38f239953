"""Effects on cards that were led or played: whether they stand, who leads, what may be taken back, who has won a trick.

They are about the irregular card of the play, unless they name another. Each says itself what it does to the table in play
(`Effect.on_table`), so that a story goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import Effect, Moment, right, spoken_to
from laws.rulings.play.position import Position
from laws.rulings.replay import Situation
from laws.rulings.roles import Role, seat_of


@dataclass(frozen=True, slots=True)
class OnPlay(Effect):
    """A decision about a card of the play. card: which one, as words with places; the irregular one if it is left out."""

    adds: ClassVar[tuple[str, ...]] = ("card",)
    player: Role = "offender"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the card."""
        data = Effect.outcome(self, situation)
        cards = list(situation.cards) if situation is not None else []
        return data | ({"card": cards[0] if len(cards) == 1 else cards} if cards else {})


@dataclass(frozen=True, slots=True)
class CardStands(OnPlay):
    """The card that was led or played stands, and play goes on from it."""

    name: ClassVar[str] = "card_stands"

    @property
    def words(self) -> str:
        return "{card} stands, and play continues"

    def on_table(self, table: Position, situation: Situation) -> None:
        """It belongs to the trick, if it does not already."""
        for card in situation.cards:
            table.belongs(card)


@dataclass(frozen=True, slots=True)
class NoPenaltyCard(OnPlay):
    """The card does not become a penalty card."""

    name: ClassVar[str] = "no_penalty_card"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.DUTY

    @property
    def words(self) -> str:
        return "{card} is not a penalty card"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Whoever picks a card up, or hears that it is played, need not hear it."""
        return any(one.name == "card_returned" for one in beside)


@dataclass(frozen=True, slots=True)
class LeadReverts(Effect):
    """The lead goes to a player: to the one whose turn it was, or to another hand."""

    name: ClassVar[str] = "lead_reverts_to"
    moment: ClassVar[Moment] = Moment.ONWARD
    player: Role = "correct"

    @property
    def words(self) -> str:
        return f"{{{self.player}}} leads"

    def said(self, beside: Sequence[Effect]) -> str:
        """To whoever has to lead."""
        return f"{{{self.player}}}, it is your lead"

    def on_table(self, table: Position, situation: Situation) -> None:
        """That hand is on lead."""
        seat = seat_of(situation, self.player)
        if seat is not None and not table.trick.cards:
            table.leads_next(seat)


@dataclass(frozen=True, slots=True)
class MayWithdraw(OnPlay):
    """A player may take a card back. when: a condition, as words after "if"; empty where there is none."""

    name: ClassVar[str] = "may_withdraw"
    moment: ClassVar[Moment] = Moment.CHOICE
    when: str = ""

    @property
    def words(self) -> str:
        return f"{{{self.player}}} may take the card back{f' if {self.when}' if self.when else ''}"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to(self.player, self.words)


@dataclass(frozen=True, slots=True)
class MayNotWithdraw(OnPlay):
    """A player may not take a card back."""

    name: ClassVar[str] = "may_not_withdraw"

    @property
    def words(self) -> str:
        return f"{{{self.player}}} may not take the card back"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to(self.player, self.words)


TO_ACCEPT_LEAD: Final = right("accept_lead", "accept the lead", moment=Moment.CHOICE)
TO_REFUSE_LEAD: Final = right("refuse_lead", "refuse the lead and have it taken back", moment=Moment.CHOICE)
