"""Effects on cards led or played out of turn: which stands, which goes back, who leads now, and what that player may lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from laws.rulings.effects.base import Effect, Later, Moment, right, spoken_to
from laws.rulings.effects.calls import SAID, Info, MustPlay
from laws.rulings.effects.cards import PenaltyCard, lay
from laws.rulings.effects.information import Duty, NothingFollows
from laws.rulings.effects.play import LeadReverts, MayWithdraw, NoPenaltyCard, OnPlay
from laws.rulings.play.position import NO_SUIT, OF_PLAYS, LeadRule, Limit, Position
from laws.rulings.replay import Situation
from laws.rulings.roles import Role, seat_of
from laws.rulings.seats import Seat
from laws.rulings.words import card_since

CardPart = Literal["card", "next_card"]
"""A card of a case: the one that was irregular, and the one that somebody has played since."""

SAID.update({"card": "{card}", "next_card": "{next_card}", "card_back": "{card}, which has gone back"})


def card_of(which: str, situation: Situation | None) -> str:
    """The card that plays a part in the case, as far as it is known."""
    if situation is None:
        return ""
    if which == "next_card":
        return card_since(situation)
    return situation.cards[0] if situation.cards else ""


@dataclass(frozen=True, slots=True)
class OnPlayedCard(OnPlay):
    """One card of the play and the hand that it came from, which may be dummy's."""

    player: Role = "hand"
    which: CardPart = "card"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The one card, where several are known."""
        data = OnPlay.outcome(self, situation)
        data.pop("card", None)
        del data["which"]
        card = card_of(self.which, situation)
        return data | ({"card": card} if card else {})


@dataclass(frozen=True, slots=True)
class LedOutOfTurn(OnPlayedCard):
    """What has happened: a card was led that was not this player's to lead."""

    name: ClassVar[str] = "led_out_of_turn"
    main: ClassVar[bool] = False
    finding: ClassVar[bool] = True
    moment: ClassVar[Moment] = Moment.FOUND

    @property
    def words(self) -> str:
        return "{card} was led out of turn; it was {on_lead}'s lead"


@dataclass(frozen=True, slots=True)
class Stands(OnPlayedCard):
    """A card counts as played where it lies."""

    name: ClassVar[str] = "card_stands"

    @property
    def words(self) -> str:
        return f"{{{self.which}}} stands"

    def on_table(self, table: Position, situation: Situation) -> None:
        """The irregular card begins the trick or belongs to it; what the next hand has played comes after it. A card played
        too early waits for its turn.
        """
        played = situation.irregular_play
        lying = next((one for one in table.aside if played is not None and one.card == played.card), None)
        if lying is None or self.which != "card" or lying.to_trick:
            return
        if table.trick.cards and table.trick.cards[0][0] is lying.hand.lho:
            table.aside.remove(lying)
            table.trick.cards.insert(0, (lying.hand, lying.card))
            table.trick.leader = lying.hand
            table.played[lying.card] = lying.hand
        else:
            table.belongs(lying.card)


@dataclass(frozen=True, slots=True)
class CardBack(OnPlayedCard):
    """A card goes back into the hand that it came from."""

    name: ClassVar[str] = "card_returned"

    @property
    def words(self) -> str:
        return f"{{{self.which}}} goes back to {{{self.player}}}'s hand"

    def on_table(self, table: Position, situation: Situation) -> None:
        """It is in the hand again, and no penalty card; a trick that it began is begun by the card after it."""
        card = card_of(self.which, situation)
        table.pick_up(card)
        began = bool(table.trick.cards) and table.trick.cards[0][1] == card
        table.take_back(card)
        if began and table.trick.cards:
            table.trick.leader, table.trick.gaps = table.trick.cards[0][0], []


@dataclass(frozen=True, slots=True)
class FollowersBack(Effect):
    """What was played to a lead that goes back goes back with it, to the hands that it came from."""

    name: ClassVar[str] = "card_returned"
    player: Role = "others"

    @property
    def words(self) -> str:
        return "what has been played to {card} goes back to the hands it came from, and none of it is a penalty card"

    def said(self, beside: Sequence[Effect]) -> str:
        return "take back what has been played to {card}; none of it is a penalty card"

    def on_table(self, table: Position, situation: Situation) -> None:
        """The last one first, so that the trick is in progress again when its turn comes."""
        found = situation.irregular_play
        for _, (_, card) in reversed(found.since if found is not None else ()):
            table.take_back(card)


@dataclass(frozen=True, slots=True)
class FaceDownBack(CardBack):
    """A card that nobody has seen goes back."""

    @property
    def words(self) -> str:
        return f"{{{self.player}}} puts the face-down card back"

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{{self.player}}}, put the face-down card back in your hand"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Where the player may choose to take it back."""
        return any(isinstance(one, MayWithdraw) for one in beside)

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Which card it is, nobody has seen."""
        return {name: value for name, value in CardBack.outcome(self, situation).items() if name != "card"}

    def on_table(self, table: Position, situation: Situation) -> None:
        """It belonged to no trick."""


@dataclass(frozen=True, slots=True)
class CostsNothing(NoPenaltyCard):
    """A card that is taken back, or was played too early, becomes no penalty card."""

    player: Role = "hand"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The irregular card alone."""
        data = Effect.outcome(self, situation)
        card = card_of("card", situation)
        return data | ({"card": card} if card else {})

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Where it is ruled that nothing follows, or that the card is played, and of a card that nobody has seen."""
        return any(
            isinstance(one, NothingFollows | FaceDownBack) or (isinstance(one, Stands) and one.which == "card")
            for one in beside
        )


@dataclass(frozen=True, slots=True)
class StaysPlayed(OnPlayedCard):
    """A card that was played may not be taken back."""

    name: ClassVar[str] = "may_not_withdraw"

    @property
    def words(self) -> str:
        return f"{{{self.which}}} may not be taken back"


@dataclass(frozen=True, slots=True)
class LeadGoesTo(LeadReverts):
    """The lead goes back to the hand whose turn it was."""

    moment: ClassVar[Moment] = Moment.DUTY
    player: Role = "on_lead"

    @property
    def words(self) -> str:
        return f"the lead goes back to {{{self.player}}}"

    def said(self, beside: Sequence[Effect]) -> str:
        return self.words

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Where declarer says what is led, the leader hears that."""
        return any(isinstance(one, PenaltySuit) for one in beside)


@dataclass(frozen=True, slots=True)
class LeadPenaltyCard(PenaltyCard):
    """The irregular card becomes a penalty card (50B), or the card that was played too early after it."""

    which: CardPart = "card"

    def entails(self, other: Effect) -> bool:
        """A major penalty card must be played as soon as it can be, and so at its player's turn (50D1(a))."""
        return self.rank == "major" and isinstance(other, PlaysInTurn) and other.player == self.player

    @property
    def words(self) -> str:
        cards = f"{self.rank} penalty cards" if self.several else f"a {self.rank} penalty card"
        return (
            f"{{{self.which}}} and the other penalty card are both {cards}"
            if self.several
            else (f"{{{self.which}}} must remain face up on the table as {cards}")
        )

    def said(self, beside: Sequence[Effect]) -> str:
        return self.words

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The one card."""
        data = PenaltyCard.outcome(self, situation)
        data.pop("card", None)
        del data["which"]
        card = card_of(self.which, situation)
        return data | ({"card": card} if card else {})

    def on_table(self, table: Position, situation: Situation) -> None:
        """It lies face up before its player, out of the trick."""
        card, seat = card_of(self.which, situation), seat_of(situation, self.player)
        if card and seat is not None:
            table.take_back(card)
            lay(table, card, seat, self.rank)


UNTIL_CHOICE: Final = "until {declarer} has said what {partner} may lead"


@dataclass(frozen=True, slots=True)
class PenaltyCardForNow(LeadPenaltyCard):
    """The same while partner is on lead: what declarer says next decides whether it stays one (50D2)."""

    when: str = UNTIL_CHOICE

    @property
    def words(self) -> str:
        return f"{{{self.which}}} becomes a {self.rank} penalty card"

    @property
    def said_at(self) -> Moment:
        return self.moment

    def is_over(self, later: Later) -> bool:
        return any(isinstance(one, PenaltySuit) for one in later.after)


@dataclass(frozen=True, slots=True)
class PenaltySuit(Effect):
    """What declarer says of the lead while the player's partner has a major penalty card: `require`, `prohibit`, `none`."""

    name: ClassVar[str] = "lead_restriction"
    moment: ClassVar[Moment] = Moment.LEAD
    adds: ClassVar[tuple[str, ...]] = ("suits",)
    kind: str
    player: Role = "partner"

    @property
    def words(self) -> str:
        if self.kind == "require":
            return f"{{{self.player}}} must lead {{one_of_suit}}"
        if self.kind == "prohibit":
            return f"{{{self.player}}} may not lead {{suit}} for as long as {{{self.player}}} holds the lead"
        return f"{{{self.player}}} may lead any card"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to(self.player, self.words.replace(f"{{{self.player}}} keeps", "you keep"))

    def is_over(self, later: Later) -> bool:
        """The player cannot obey."""
        return any(isinstance(one, MustPlay) for one in later.after)

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the suit."""
        data = Effect.outcome(self, situation)
        card = card_of("card", situation)
        return data | ({"suits": [card[0]]} if card and self.kind != "none" else {})

    def on_table(self, table: Position, situation: Situation) -> None:
        """What that player may lead, and for how long."""
        card, seat = card_of("card", situation), seat_of(situation, self.player)
        if not card or seat is None:
            return
        if self.kind == "none":
            table.restrict(LeadRule(seat, "free", law="50D2(b)", lasts=False))
        else:
            kind: Limit = "required" if self.kind == "require" else "forbidden"
            table.restrict(LeadRule(seat, kind, card[0], "50D2(a)", kind == "forbidden"))


@dataclass(frozen=True, slots=True)
class BecomesDeclarer(Effect):
    """Who plays the contract."""

    name: ClassVar[str] = "becomes_declarer"
    player: Role

    @property
    def words(self) -> str:
        return f"{{{self.player}}} {'becomes' if self.player == 'dummy' else 'is'} declarer"

    def on_table(self, table: Position, situation: Situation) -> None:
        """Dummy plays both hands from now on."""
        seat = seat_of(situation, self.player)
        if seat is not None and seat is not table.declarer:
            table.becomes_declarer(seat)

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Nobody doubts that the player who is to declare does so."""
        return self.player == "declarer" and not any(isinstance(one, MustAcceptLead) for one in beside)


@dataclass(frozen=True, slots=True)
class BecomesDummy(Effect):
    """Whose hand is dummy."""

    name: ClassVar[str] = "becomes_dummy"
    player: Role

    @property
    def words(self) -> str:
        return f"{{{self.player}}} {'becomes' if self.player == 'declarer' else 'is'} dummy"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return self.player == "dummy"


@dataclass(frozen=True, slots=True)
class MustAcceptLead(OnPlayedCard):
    """There is nothing left to choose."""

    name: ClassVar[str] = "lead_must_be_accepted"

    @property
    def words(self) -> str:
        return "{declarer} must accept {card}"

    def said(self, beside: Sequence[Effect]) -> str:
        return "{declarer}, you could have seen some of dummy's cards, so you must accept {card}"


@dataclass(frozen=True, slots=True)
class PlaysNext(Effect):
    """From which hand the next card to the trick comes."""

    name: ClassVar[str] = "must_play"
    moment: ClassVar[Moment] = Moment.DUTY
    player: Role = "hand_lho"
    card: str = "the second card"

    @property
    def words(self) -> str:
        return f"the second card to the trick comes from {{{self.player}}}'s hand"


@dataclass(frozen=True, slots=True)
class PlaysInTurn(OnPlayedCard):
    """A card that came too early is played when its turn comes."""

    name: ClassVar[str] = "must_play"
    moment: ClassVar[Moment] = Moment.DUTY

    @property
    def words(self) -> str:
        return f"{{{self.player}}} must play {{{self.which}}} when {{{self.player}}}'s turn comes"

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{{self.player}}}, leave {{{self.which}}} on the table: it is your card to this trick when your turn comes"


CHOICES: Final = {
    "spread": "spread their hand and become dummy",
    "accept": "accept the lead",
    "refuse": "have it taken back",
    "require": "have it taken back and require {suit_lead} from {partner}",
    "forbid": "have it taken back and forbid {partner} to lead {suit} while {partner} holds the lead",
    "leave": "have it taken back, leave it on the table as a penalty card and let {partner} lead anything",
    "highest": "the highest card of the suit led",
    "lowest": "the lowest card of the suit led",
    "another suit": "a card of another suit that declarer names",
    "not a suit": "a card of another suit that declarer names",
}
"""What can be chosen after a lead or play out of turn."""


@dataclass(frozen=True, slots=True)
class DeclarerOptions(Effect):
    """All that declarer may choose from: the Director tells it before anything is chosen. choices: some of CHOICES."""

    name: ClassVar[str] = "declarer_options"
    main: ClassVar[bool] = False
    moment: ClassVar[Moment] = Moment.CHOICE
    choices: tuple[str, ...]

    @property
    def words(self) -> str:
        told = [CHOICES[one] for one in self.choices]
        return f"{{declarer}} may {', '.join(told[:-1])}, or {told[-1]}"

    @property
    def aloud(self) -> bool:
        """What each choice leads to is told with the question."""
        return False

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The choices as a list."""
        return {"outcome": self.name, "list": list(self.choices)}


@dataclass(frozen=True, slots=True)
class DefenderOptions(DeclarerOptions):
    """The same of the defenders, after a lead by declarer: either of them may speak."""

    name: ClassVar[str] = "defender_options"

    @property
    def words(self) -> str:
        told = [CHOICES[one] for one in self.choices]
        return f"either defender may {', '.join(told[:-1])}, or {told[-1]}"


@dataclass(frozen=True, slots=True)
class PlayOptions(DeclarerOptions):
    """What declarer may ask of the partner of a defender who played too early."""

    player: Role = "partner"

    @property
    def words(self) -> str:
        told, forbidden = [CHOICES[one] for one in self.choices if one != "not a suit"], CHOICES["not a suit"]
        return (
            f"{{declarer}} may require {{{self.player}}} to play {', '.join(told[:-1])}, or {told[-1]}, or may forbid "
            f"{{{self.player}}} to play {forbidden}"
        )

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to("declarer", self.words.replace("declarer names", "you name"))

    @property
    def aloud(self) -> bool:
        """Each of them says by itself what it leads to."""
        return True


@dataclass(frozen=True, slots=True)
class MustPlayCard(Effect):
    """Which card a player has to play to the trick in progress; which: one of CHOICES."""

    name: ClassVar[str] = "must_play"
    moment: ClassVar[Moment] = Moment.DUTY
    player: Role
    which: str

    @property
    def words(self) -> str:
        verb = "may not play" if self.which == "not a suit" else "must play"
        what = CHOICES[self.which].replace("declarer names", "{declarer} names")
        return f"{{{self.player}}} {verb} {what}"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to(self.player, self.words)

    def is_over(self, later: Later) -> bool:
        """The player cannot obey."""
        return any(isinstance(one, AnyCard) for one in later.after)

    def on_table(self, table: Position, situation: Situation) -> None:
        """What that player may play to the trick; a suit, as far as it is told which declarer has named."""
        seat, kind = seat_of(situation, self.player), PLAYED_AS[self.which]
        suit = suit_named(situation, seat)
        if any(rule.player is seat and rule.kind in OF_PLAYS for rule in table.rules):
            return
        if seat is not None and (suit or kind in NO_SUIT):
            table.restrict(LeadRule(seat, kind, "" if kind in NO_SUIT else suit, "57A", lasts=False))


PLAYED_AS: Final[dict[str, Limit]] = {
    "highest": "highest",
    "lowest": "lowest",
    "another suit": "played",
    "not a suit": "not played",
}
"""The choices for a card to the trick in progress, as the table in play has them."""


def suit_named(situation: Situation, seat: Seat | None) -> str:
    """The suit that declarer has named for a player's card, where the record tells it; else empty."""
    rules = situation.play.told.rules if situation.play is not None else ()
    return next((rule.suit for rule in rules if rule.player is seat and rule.suit), "")


@dataclass(frozen=True, slots=True)
class AnyCard(Effect):
    """What a player plays who cannot play as required."""

    name: ClassVar[str] = "must_play"
    moment: ClassVar[Moment] = Moment.DUTY
    player: Role
    which: str = "any legal card"

    @property
    def words(self) -> str:
        return f"{{{self.player}}} cannot comply, so may play any card that is otherwise legal"

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{{self.player}}}, you cannot comply, so you may play any card that is otherwise legal"


@dataclass(frozen=True, slots=True)
class CardDeemedPlayed(OnPlayedCard):
    """One of several cards is the one that was played."""

    name: ClassVar[str] = "card_deemed_played"

    @property
    def words(self) -> str:
        return f"{{{self.which}}} is played"


@dataclass(frozen=True, slots=True)
class PartnersInfo(Info):
    """Who may use what a card that has gone back told: the player's partner may not (50E2)."""

    @property
    def words(self) -> str:
        if self.status == "unauthorised":
            return "{partner} may not use the information from {card}"
        return "{declarer} may use the information from {card}"

    def said(self, beside: Sequence[Effect]) -> str:
        return "{partner}, you may not use the fact that you have seen {card}; {declarer} may"


@dataclass(frozen=True, slots=True)
class NothingMore(NothingFollows):
    """Nothing further is rectified, and play goes on."""

    @property
    def words(self) -> str:
        return "there is no further rectification"

    def said(self, beside: Sequence[Effect]) -> str:
        return self.words

    @property
    def foretold(self) -> str:
        """It goes without saying where another choice leads to more."""
        return ""


@dataclass(frozen=True, slots=True)
class MisledInfo(Info):
    """What a card told that was led because an opponent was wrong: its own side has done nothing wrong (47E1)."""

    def said(self, beside: Sequence[Effect]) -> str:
        return f"only {{side}} may use the information from {self.source_words}"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """One sentence tells both sides."""
        return self.side == "NOS"


@dataclass(frozen=True, slots=True)
class HandSpread(Duty):
    """A hand comes down before the next card is played."""

    @property
    def foretold(self) -> str:
        """It follows of itself."""
        return ""


TO_SPREAD: Final = right(
    "spread_hand",
    "put the whole hand face up on the table",
    moment=Moment.DUTY,
    said="put your whole hand face up on the table",
)
TO_LEAD_OVER: Final = right(
    "lead_over",
    "make their own lead instead, now that attention has been drawn to {card}",
    moment=Moment.CHOICE,
)
TO_EXCHANGE_HANDS: Final = right("become_dummy", "put down their own hand and become dummy", moment=Moment.CALLS)
