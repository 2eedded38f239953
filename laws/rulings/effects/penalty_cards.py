"""Effects on penalty cards that lie on the table: who must play them, what declarer chooses, when they are picked up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import Effect, Later, Moment, spoken_to
from laws.rulings.effects.calls import SAID, MustPlay
from laws.rulings.effects.cards import CardReturned, PenaltyCard, lay
from laws.rulings.effects.play import CardStands, NoPenaltyCard
from laws.rulings.penalty_cards import (
    choice,
    early_lead,
    illegal_card,
    is_choice,
    left_lying,
    lying,
    named_lying,
    named_suits,
    playable,
    rank_lying,
)
from laws.rulings.play.position import Position
from laws.rulings.replay import Situation
from laws.rulings.roles import Role


def _card(cards: Sequence[str]) -> dict[str, Any]:
    """One card as `card`, several as a list of them."""
    return {"card": cards[0] if len(cards) == 1 else list(cards)} if cards else {}


# -- what the owner plays ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PenaltyCardPlayed(MustPlay):
    """A player must play a penalty card now (50D1(a)), or put it in place of another card (52B2).

    which: of several, `one of them`, which declarer names (51A), or `the legal one`; `due`: the one that can be played.
    """

    moment: ClassVar[Moment] = Moment.DUTY
    adds: ClassVar[tuple[str, ...]] = ("card",)
    player: Role = "offender"
    card: str = ""
    instead: bool = False
    which: str = ""

    @property
    def words(self) -> str:
        card = _WHICH[self.which]
        return f"{{{self.player}}} must play {card}{' instead' if self.instead else ''}"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to(self.player, self.words)

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """It is said that declarer says which."""
        return any(isinstance(one, DeclarerOptions) and one.about == "which" for one in beside)

    @property
    def foretold(self) -> str:
        return self.words

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the card."""
        data = Effect.outcome(self, situation)
        del data["instead"]
        data.pop("which", None)
        cards = playable(situation) if self.which else lying(situation)
        return data | _card(cards or (lying(situation) if self.which == "due" else []))


_WHICH: Final = {
    "": "{penalty}",
    "one of them": "the penalty card that declarer names",
    "the legal one": "{playable}",
    "due": "{penalty_due}",
}
"""What has to be played."""


@dataclass(frozen=True, slots=True)
class MinorCardFirst(Effect):
    """50C: what a minor penalty card allows its owner to play in the suit."""

    name: ClassVar[str] = "minor_card_first"
    moment: ClassVar[Moment] = Moment.DUTY

    @property
    def words(self) -> str:
        return (
            "{offender} may not play any other {penalty_suit_card} below the ten before {penalty}, but may play an honour of "
            "that suit instead"
        )

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to("offender", self.words)


@dataclass(frozen=True, slots=True)
class StaysOnTable(PenaltyCard):
    """A penalty card that has not been played stays one. of: those that are `left`; else all that there are."""

    rank: str = ""
    of: str = ""

    def on_table(self, table: Position, situation: Situation) -> None:
        """It lies there already."""

    @property
    def said_at(self) -> Moment:
        return Moment.LEAD if self.of == "left" else Moment.CALLS

    @property
    def words(self) -> str:
        if self.of == "left":
            return "{penalties_left} {left_lie}"
        if self.several:
            return "{penalties} stay on the table as major penalty cards"
        return f"{{penalty}} stays on the table as a {f'{self.rank} ' if self.rank else ''}penalty card"

    @property
    def foretold(self) -> str:
        return self.words

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The cards that stay, and their kind as far as it is known."""
        data = Effect.outcome(self, situation)
        for key in ("waits", "several", "of"):
            data.pop(key, None)
        cards = left_lying(situation) if self.of == "left" else lying(situation)
        data["class"] = data.pop("rank", "") or rank_lying(situation)
        return data | _card(cards)


# -- what partner leads ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeclarerOptions(Effect):
    """Declarer has a choice. about: `lead`, the suit of one penalty card; `suit`, the one suit of several; `suits`, of more
    than one; `which`, the card to be played; `other`, a card played in place of a penalty card.
    """

    name: ClassVar[str] = "declarer_options"
    moment: ClassVar[Moment] = Moment.CHOICE
    adds: ClassVar[tuple[str, ...]] = ("card",)
    about: str

    @property
    def words(self) -> str:
        return OPTIONS[self.about]

    @property
    def said_at(self) -> Moment:
        return Moment.DUTY if self.about == "which" else self.moment

    def is_over(self, later: Later) -> bool:
        """Declarer has chosen."""
        return any(who == "declarer" for who, _ in later.chosen)

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """What there is to choose from."""
        if self.about == "which":
            return {"outcome": self.name} | _card(playable(situation))
        return {"outcome": self.name, "list": list(CHOICES[self.about])}


OPTIONS: Final = {
    "lead": ("before {partner} leads, declarer may require or forbid {penalty_lead}, or let {partner} lead anything"),
    "suit": ("before {partner} leads, declarer may require or forbid {penalty_lead}, or let {partner} lead anything"),
    "suits": (
        "before {partner} leads, declarer may require the lead of one of the suits of the penalty cards, forbid one or more of "
        "them, or let {partner} lead anything"
    ),
    "which": "declarer says which of the penalty cards that can legally be played {offender} must play",
    "other": "declarer may accept {illegal_card}, or require {offender} to play {penalty_due} instead",
}
"""The choices that declarer has, in words."""
CHOICES: Final = {
    "lead": ("require", "forbid", "free"),
    "suit": ("require", "forbid", "free"),
    "suits": ("require", "forbid", "free"),
    "other": ("accept", "refuse"),
}
"""The same as ruling cases write them."""


@dataclass(frozen=True, slots=True)
class LeadAsChosen(Effect):
    """What declarer has chosen for a lead: `require`, `prohibit` for as long as the lead is kept, or `none`.

    named: declarer had several suits to choose from.
    """

    name: ClassVar[str] = "lead_restriction"
    moment: ClassVar[Moment] = Moment.LEAD
    adds: ClassVar[tuple[str, ...]] = ("player", "suits")
    kind: str
    named: bool = False

    def on_table(self, table: Position, situation: Situation) -> None:
        """Declarer's choice holds: for this lead, or for as long as the lead is kept."""
        restricts(table, situation, self.kind, named=self.named)

    @property
    def words(self) -> str:
        suit = "{named_suits}" if self.named else "{penalty_suit}"
        if self.kind == "require":
            return f"{{partner}} must lead a {'{named_card}' if self.named else '{penalty_suit_card}'}"
        if self.kind == "prohibit":
            return f"{{partner}} may not lead {suit} for as long as {{partner}} holds the lead"
        return "{partner} may lead any card"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to("partner", self.words.replace("as {partner} holds", "as you hold"))

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the player restricted and the suits."""
        data: dict[str, Any] = {"outcome": self.name, "kind": self.kind}
        if situation is None or not situation.knows_seats:
            return data
        data["player"] = situation.seat("partner").value
        suits = named_suits(situation) if self.named else [card[0] for card in lying(situation)][:1]
        return data | ({"suits": suits} if suits and self.kind != "none" else {})


def restricts(table: Position, situation: Situation, kind: str, *, named: bool) -> None:
    """Lay declarer's choice down on a table, and that it has been made for this lead."""
    leader = situation.seat("partner")
    suits = named_suits(situation) if named else [card[0] for card in lying(situation)][:1]
    table.rules = [rule for rule in table.rules if rule.player is not leader or not is_choice(rule) or rule.lasts]
    if kind == "require":
        table.restrict(choice(leader, "required", suits[0] if suits else "", lasts=False))
        return
    known = {rule.suit for rule in table.rules if rule.player is leader}
    if kind == "prohibit":
        for suit in suits:
            if suit not in known:
                table.restrict(choice(leader, "forbidden", suit))
    table.restrict(choice(leader, "free", lasts=False))


@dataclass(frozen=True, slots=True)
class LeadsAnything(MustPlay):
    """59: a player who cannot lead as declarer has chosen leads any card that is otherwise legal. limit: the choice."""

    limit: str = ""
    named: bool = False

    def on_table(self, table: Position, situation: Situation) -> None:
        """The choice has been made all the same."""
        restricts(table, situation, self.limit, named=self.named)

    def said(self, beside: Sequence[Effect]) -> str:
        return "{partner}, you cannot lead as declarer has chosen, so you may lead any card that is otherwise legal"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """What may be led, and by whom."""
        data = MustPlay.outcome(self, situation)
        data.pop("limit", None)
        del data["named"]
        return data


@dataclass(frozen=True, slots=True)
class PickedUp(CardReturned):
    """The choice has been made, so the cards go back into the hand and are penalty cards no longer (50D2(a), 51B).

    of: those of the suits that were `named`; else all that there are. several: more than one, told in the plural.
    """

    moment: ClassVar[Moment] = Moment.LEAD
    of: str = ""
    several: bool = False

    def on_table(self, table: Position, situation: Situation) -> None:
        """They are in the hand and nothing more than that."""
        for card in named_lying(situation) if self.of == "named" else lying(situation):
            table.pick_up(card)

    @property
    def words(self) -> str:
        if self.of == "named":
            return "{offender} picks up {penalties_named}, {named_are}"
        if self.several:
            return "{offender} picks up {penalties}, which are no longer penalty cards"
        return "{offender} picks up {penalty}, which is no longer a penalty card"

    def said(self, beside: Sequence[Effect]) -> str:
        return self.words.replace("{offender} picks", "{offender}, pick", 1)

    @property
    def foretold(self) -> str:
        return self.words

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the cards."""
        data = Effect.outcome(self, situation)
        for key in ("waits", "of", "several"):
            data.pop(key, None)
        cards = named_lying(situation) if self.of == "named" else lying(situation)
        return data | _card(cards)


@dataclass(frozen=True, slots=True)
class NoLongerPenaltyCard(NoPenaltyCard):
    """What has been picked up is no penalty card."""

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The cards that lay there."""
        return Effect.outcome(self, situation) | _card(lying(situation))


@dataclass(frozen=True, slots=True)
class LedEarly(PenaltyCard):
    """The card that partner led before declarer had chosen lies on the table as a penalty card itself (50D2, 49)."""

    player: Role = "partner"

    @property
    def words(self) -> str:
        return "{early_lead} becomes a major penalty card"

    def on_table(self, table: Position, situation: Situation) -> None:
        """The card leaves the trick and lies before its player."""
        for card in early_lead(situation):
            if any(card == played for _, played in table.trick.cards):
                table.take_back(card)
            lay(table, card, situation.seat("partner"), "major")

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the card led."""
        data = PenaltyCard.outcome(self, situation)
        data.pop("card", None)
        return data | _card(early_lead(situation))


# -- another card was played -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OtherCardStands(CardStands):
    """The card that was played in place of a penalty card stands (52B1)."""

    @property
    def words(self) -> str:
        return "{illegal_card} stands"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the card."""
        return Effect.outcome(self, situation) | _card(illegal_card(situation))


@dataclass(frozen=True, slots=True)
class OtherCardPenalty(PenaltyCard):
    """The card that was played in place of a penalty card becomes one itself (52B2)."""

    @property
    def words(self) -> str:
        if self.several:
            return "every card that {offender} played illegally becomes a major penalty card"
        return "{illegal_card} becomes a major penalty card"

    @property
    def foretold(self) -> str:
        return self.words

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the card."""
        data = PenaltyCard.outcome(self, situation)
        data.pop("card", None)
        return data | _card(illegal_card(situation))


SAID.update(
    {
        "picked_up": "seeing {picked_up}",
        "seen": "{cards}",
        "how_exposed": "the fact that {penalty} was a penalty card",
    }
)
"""Information from a penalty card that lies there no longer."""
