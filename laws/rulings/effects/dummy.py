"""What dummy may do and may not do, and the choice that the defenders get when dummy has lost the right to warn declarer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import Effect, Moment, right
from laws.rulings.effects.play import LeadReverts
from laws.rulings.play.position import Position
from laws.rulings.replay import Situation
from laws.rulings.roles import Role, seat_of

TO_TELL_FACTS: Final = right(
    "tell_facts",
    "give information about facts and law",
    moment=Moment.FOUND,
    granted="{speaker}, you may tell me what happened, and what the law is",
    denied="{speaker}, as dummy you may speak of facts and law only while I'm at the table",
)
TO_COUNT_TRICKS: Final = right(
    "count_tricks",
    "keep count of the tricks won and lost",
    moment=Moment.FOUND,
    granted="{speaker}, dummy may keep count of the tricks",
)
TO_PLAY_AS_NAMED: Final = right("play_as_named", "play from dummy the card that declarer names")
TO_KEEP_TO_SUIT: Final = right(
    "keep_to_suit",
    "see that dummy follows suit, and ask declarer for another card",
    said="make sure that dummy follows suit, so ask {declarer} for a card of the suit led",
)
TO_HAVE_HAND_HIDDEN: Final = right(
    "have_hand_hidden",
    "ask a defender to hold the cards so that dummy cannot see them",
    moment=Moment.FOUND,
    said="ask a defender to hold their cards up",
)
TO_SEE_DEFENDERS_CARDS: Final = right(
    "see_defenders_cards", "look at the face of a card in a defender's hand", said="look at a defender's cards"
)
TO_SHOW_TO_DUMMY: Final = right("show_to_dummy", "show their hand to dummy")
TO_EXCHANGE_WITH_DECLARER: Final = right("exchange_with_declarer", "exchange hands with declarer", moment=Moment.FOUND)
TO_LEAVE_TO_WATCH: Final = right("leave_to_watch", "leave the seat to watch declarer play", moment=Moment.FOUND)
TO_WARN: Final = right(
    "warn_declarer",
    "warn declarer, or stop a defender, before anything irregular happens",
    moment=Moment.FOUND,
    denied="{speaker}, you have lost the right to warn {declarer}",
)
TO_PROTECT_DECLARER: Final = right(
    "protect_declarer",
    "ask declarer about a revoke, warn declarer or be the first to point out an irregularity without cost to declarer's side",
    said="ask {declarer} about a revoke, warn {declarer}, or be the first to point out an irregularity; it can cost your side",
    denied=(
        "{speaker}, from now on don't ask {declarer} about a revoke, don't warn {declarer} and don't be the first to point "
        "anything out: you have lost the right to, and it would cost your side"
    ),
)


@dataclass(frozen=True, slots=True)
class HandOptions(Effect):
    """Either defender chooses the hand that declarer leads from (43B2(a))."""

    name: ClassVar[str] = "defender_options"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.CHOICE
    adds: ClassVar[tuple[str, ...]] = ("list",)

    @property
    def words(self) -> str:
        return "either defender may choose whether {declarer} leads from hand or from dummy"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The two hands as a list."""
        return {"outcome": self.name, "list": ["declarer's own hand", "dummy's hand"]}


@dataclass(frozen=True, slots=True)
class LedMeanwhileBack(Effect):
    """Declarer has led before the defenders chose; a card from the hand that was not chosen goes back."""

    name: ClassVar[str] = "card_returned"
    player: Role
    """The hand that was chosen."""

    @property
    def words(self) -> str:
        return "a card that {declarer} has led from the other hand meanwhile goes back to it"

    def on_table(self, table: Position, situation: Situation) -> None:
        """As long as no defender has played to it."""
        chosen = seat_of(situation, self.player)
        for hand, card in list(table.trick.cards) if len(table.trick.cards) == 1 else []:
            if chosen is not None and hand is chosen.partner:
                table.take_back(card)


@dataclass(frozen=True, slots=True)
class LeadsFromChosen(LeadReverts):
    """The lead comes from the hand that was chosen, whichever was on lead."""

    @property
    def words(self) -> str:
        return f"{{declarer}} leads from {'dummy' if self.player == 'dummy' else 'their own hand'}"

    def said(self, beside: Sequence[Effect]) -> str:
        """To declarer, who plays both hands."""
        return f"{{declarer}}, lead from {'dummy' if self.player == 'dummy' else 'your own hand'}"
