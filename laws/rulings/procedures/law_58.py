"""Law 58: two players play at the same moment, or one hand plays two cards or more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, get_args

from laws.rulings.cards import is_honour
from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Effect, Moment, action, spoken_to
from laws.rulings.effects.calls import Info
from laws.rulings.effects.cards import PenaltyCard
from laws.rulings.effects.leads import CardBack, CardDeemedPlayed, CostsNothing, LeadPenaltyCard, NothingMore, Stands
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.calls import DEFENDS
from laws.rulings.facts.leads import HAS_PENALTY_CARD, LEGAL_TO_TRICK
from laws.rulings.play.position import Position
from laws.rulings.procedures.law_49 import ALL_ARE_MAJOR
from laws.rulings.procedures.penalty_cards import explain_penalty_cards
from laws.rulings.replay import Situation
from laws.rulings.roles import Role, seat_of
from laws.rulings.tables.seated import Shown, seated

name_answers({"two players": "one card each from two players", "one hand": "two or more cards from one hand"})
Together = Literal["two players", "one hand"]
TOGETHER = Fact[Together]("played_together", "Whose cards were played at once?", get_args(Together))
NEXT_IN_TURN = Fact(
    "next_in_turn",
    "Was {offender} the next to play after the other card?",
)
BOTH_SIDES_PLAYED_ON = Fact("both_sides_played_on", "Had both sides played to the next trick before it was noticed?")
SEVERAL_VISIBLE = Fact(
    "several_visible",
    "Could the faces of more than one of the cards be seen?",
    observe=lambda at: len(at.record.cards) > 1 or None,
)
SEVERAL_LEFT = Fact(
    "several_left",
    "Are two or more visible cards left over?",
    observe=lambda at: len(at.record.cards) > 2 if len(at.record.cards) > 1 else None,
)
HONOUR_LEFT = Fact(
    "honour_left",
    "Is the card left over an honour, ten or higher?",
    observe=lambda at: is_honour(at.record.cards[1]) if len(at.record.cards) > 1 else None,
)
TOLD_OF_CARD = Fact(
    "told_of_card",
    "Did {offender} say anything about the card left over?",
    source=Source.FINDING,
    find_out="whether {offender} said which card was meant; ask nobody, because the answer itself would tell partner",
)
OPPONENT_FOLLOWED = Fact("opponent_followed", "Has an opponent played to the trick since?")


@dataclass(frozen=True, slots=True)
class _LeftOver(Effect):
    """The visible cards that were not the one played."""

    adds: ClassVar[tuple[str, ...]] = ("card",)

    @staticmethod
    def cards(situation: Situation | None) -> dict[str, Any]:
        """One card, or several as a list."""
        left = list(situation.record.cards[1:]) if situation is not None else []
        return {"card": left[0] if len(left) == 1 else left} if left else {}


@dataclass(frozen=True, slots=True)
class LeftBack(CardBack):
    """The other cards go back into the hand."""

    seen: bool = True

    @property
    def words(self) -> str:
        return "the other cards go back to {offender}'s hand"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """What could be seen of them."""
        data = CardBack.outcome(self, situation)
        data.pop("card", None)
        del data["seen"]
        return data | (_LeftOver.cards(situation) if self.seen else {})

    def on_table(self, table: Position, situation: Situation) -> None:
        """The card that was played stays; the others were in no trick."""


@dataclass(frozen=True, slots=True)
class LeftPenaltyCard(PenaltyCard):
    """The other cards of a defender."""

    @property
    def words(self) -> str:
        if self.several:
            return "the other cards must remain face up on the table as major penalty cards"
        return f"the other card must remain face up on the table as a {self.rank} penalty card"

    def said(self, beside: Sequence[Effect]) -> str:
        return self.words

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The cards."""
        data = PenaltyCard.outcome(self, situation)
        data.pop("card", None)
        return data | _LeftOver.cards(situation)

    def on_table(self, table: Position, situation: Situation) -> None:
        """The others lie face up before their player; the card that was played stays."""
        if (seat := seat_of(situation, self.player)) is None:
            return
        for card in situation.record.cards[1:]:
            table.take_back(card)
            table.lay(card, seat, "major" if self.rank == "major" else "minor")


@dataclass(frozen=True, slots=True)
class MayPlayAnew(Effect):
    """An opponent who has played since may take that card back and play another."""

    name: ClassVar[str] = "may_withdraw"
    moment: ClassVar[Moment] = Moment.REST
    player: Role = "lho"

    @property
    def words(self) -> str:
        return f"{{{self.player}}} may take back the card played since and play another"

    def said(self, beside: Sequence[Effect]) -> str:
        return spoken_to(self.player, self.words)


COUNT_CARDS: Final = action(
    "count_cards",
    "look at the played cards and rule on the trick as a defective one (67)",
    said="{offender} has too few cards, so I have to look at the played cards",
)
RULE_AS_PREMATURE: Final = action(
    "rule_as_premature",
    "rule on {card} as a card played too early",
    said="{card} counts as played after {next_card}, and so as too early",
)


def _at_once(facts: Facts) -> Shown:
    """West's card counts as the later one, or West shows several; South declares, or West's side."""
    fields: dict[str, Any] = {"declarer": "W" if facts.get("defends") is False else "S"}
    if facts["played_together"] == "two players":
        fields["cards"] = ["DQ", "H2"]
    elif facts.get("both_sides_played_on"):
        fields["cards"] = []
    elif not facts["several_visible"]:
        fields["cards"] = ["C5"]
    elif facts.get("several_left"):
        fields["cards"] = ["C2", "C7", "C6"]
    else:
        fields["cards"] = ["CT", "CJ" if facts.get("honour_left") else "C3"]
    told = {"defends"}
    if facts["played_together"] == "one hand" and facts.get("several_visible"):
        told |= {"several_visible", "several_left", "honour_left"}
    return fields, told & facts.keys()


@DUPLICATE_2017.procedure(
    "58",
    "Simultaneous leads or plays",
    happened="Two cards were played at the same time",
    declared=Declaration(seats=Seats(("offender",)), staging=seated("58", _at_once, offender="W")),
)
def at_once(case: Case) -> None:
    """58A: which of two players' cards comes first. 58B: which of one hand's cards is played."""
    if case.asks(TOGETHER, "58") == "two players":
        two_players(case)
    elif case.asks(BOTH_SIDES_PLAYED_ON, "58B4"):
        case.rules(Referral(COUNT_CARDS), "58B4")
    elif case.asks(SEVERAL_VISIBLE, "58B1"):
        several_cards(case)
    else:
        case.rules(CardDeemedPlayed(), "58B1")
        case.rules(LeftBack(seen=False), "58B1")
        case.rules(NothingMore(), "58B1")


@DUPLICATE_2017.passage
def two_players(case: Case) -> None:
    """58A: the card that was in turn comes first. The other is then a play in turn, or one that is too early."""
    case.rules(Stands("rho", "next_card"), "58A")
    in_turn = case.asks(NEXT_IN_TURN, "58A")
    legal = case.asks(LEGAL_TO_TRICK, "58A")
    if legal and in_turn:
        case.rules(Stands(), "58A")
    elif not case.asks(DEFENDS, "58A"):
        if legal:
            case.rules(Stands(), "57C3")
        else:
            case.rules(CardBack(), "47B")
            case.rules(CostsNothing(), "48A")
            case.rules(NothingMore(), "48A")
    elif in_turn:
        case.rules(LeadPenaltyCard(), "50B")
        explain_penalty_cards(case, "major", several=False)
    else:
        case.doubts(
            "58A makes the card a later one, and so one that was played too early. A published flow chart makes it a major "
            "penalty card and says no more; here the law for early plays decides",
            "58A",
        )
        case.rules(Referral(RULE_AS_PREMATURE), "58A")


@DUPLICATE_2017.passage
def several_cards(case: Case) -> None:
    """58B2: the player says which is played, whatever was meant. 58B3: an opponent who has followed may think again."""
    case.rules(CardDeemedPlayed(), "58B2")
    if case.asks(DEFENDS, "58B2"):
        several = case.asks(SEVERAL_LEFT, "50B")
        another = case.notes(HAS_PENALTY_CARD, "50B")
        major = several or another or case.asks(HONOUR_LEFT, "50B") or case.asks(TOLD_OF_CARD, "50B")
        rank = "major" if major else "minor"
        case.rules(LeftPenaltyCard(rank=rank, several=several), "58B2")
        if another:
            case.rules(DirectorAction(ALL_ARE_MAJOR), "50B")
        explain_penalty_cards(case, rank, several=several or another)
    else:
        case.rules(LeftBack(), "58B2")
        case.rules(CostsNothing(), "48A")
    if case.asks(OPPONENT_FOLLOWED, "58B3"):
        case.rules(MayPlayAnew(), "58B3")
        case.rules(Info("NOS", "authorised", "16C1", "withdrawn"), "16C1")
        case.rules(Info("OS", "unauthorised", "16C2", "withdrawn"), "16C2")
