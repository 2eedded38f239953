"""Law 54: a faced opening lead out of turn, and the five ways in which declarer may deal with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Common, Declaration, Facts, Seats, plays_of
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction
from laws.rulings.effects.base import Effect
from laws.rulings.effects.calls import Info
from laws.rulings.effects.ending import AuctionPeriodOver
from laws.rulings.effects.information import NotEntitled
from laws.rulings.effects.leads import (
    TO_EXCHANGE_HANDS,
    TO_SPREAD,
    BecomesDeclarer,
    BecomesDummy,
    CardBack,
    CostsNothing,
    FaceDownBack,
    HandSpread,
    LeadGoesTo,
    LedOutOfTurn,
    MustAcceptLead,
    NothingMore,
    PlaysNext,
    Stands,
    StaysPlayed,
)
from laws.rulings.effects.play import TO_REFUSE_LEAD
from laws.rulings.facts.auction import LEAD_FACED
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.calls import DEFENDS
from laws.rulings.facts.leads import TOLD_TO_LEAD, accepted_told, first_since
from laws.rulings.play.irregular import PlayKind
from laws.rulings.play.position import Position
from laws.rulings.procedures.law_24 import LEAD_BY_DECLARING_SIDE
from laws.rulings.procedures.law_41 import face_down_out_of_turn
from laws.rulings.procedures.law_47 import although_dummy_is_down
from laws.rulings.procedures.law_53 import declarer_chooses, misled, refused, stands
from laws.rulings.replay import Situation
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "nothing yet": "nothing yet",
        "declarer spread": "declarer began to put down their hand",
        "dummy's cards": "declarer could have seen cards of dummy's",
        "a card from hand": "declarer played a card to it from hand",
        "a card from dummy": "declarer played a card to it from dummy",
        "spread": "put down the hand and become dummy",
        "accept": "accept it and play the hand",
        "refuse": "have it taken back",
    }
)


def _since_lead(at: Situation) -> str | None:
    """A card that was played to it is shown; what else has happened is asked."""
    found, declarer = first_since(at), at.record.declarer
    if declarer is None or at.irregular_play is None:
        return None
    if not found:
        return None if accepted_told(at) is None else "nothing yet"
    hand = at.irregular_play.hand
    by = {"lho": hand.lho, "rho": hand.rho}.get(found)
    return {declarer: "a card from hand", declarer.partner: "a card from dummy"}.get(by) if by is not None else None


SinceLead = Literal["nothing yet", "declarer spread", "dummy's cards", "a card from hand", "a card from dummy"]
SINCE_LEAD = Fact[SinceLead](
    "since_opening_lead",
    "What has happened first since {card} was faced?",
    get_args(SinceLead),
    source=Source.FINDING,
    find_out="which hand was shown first, and whether a card was put down as dummy or played; a card of dummy's that was "
    "exposed during the auction does not count",
    observe=_since_lead,
)
FACE_DOWN_TOO = Fact(
    "face_down_too",
    "Has {partner} put a card face down as well?",
    default=False,
)
BOTH_SPREAD = Fact(
    "both_spread",
    "Have declarer and dummy both shown cards of their hands?",
    default=False,
)
OpeningChoice = Literal["spread", "accept", "refuse"]
OPENING_CHOICE = Fact[OpeningChoice](
    "opening_lead_choice",
    "What does {declarer} do about {card}: put down the hand as dummy, accept it, or have it taken back?",
    get_args(OpeningChoice),
    source=Source.ELECTION,
    who="declarer",
    observe=lambda at: {True: "accept", False: "refuse", None: None}[accepted_told(at)],
    put="{declarer}, what do you want to do?",
    given={
        "spread": "{declarer} puts down the hand as dummy",
        "accept": "{declarer} accepts {card} and plays the hand",
        "refuse": "{declarer} does not accept {card}",
    },
)


@dataclass(frozen=True, slots=True)
class OwnCardsBack(CardBack):
    """Declarer has shown cards and remains declarer: they go back."""

    @property
    def words(self) -> str:
        return f"{{{self.player}}} picks up the cards shown"

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{{self.player}}}, pick up the cards that you have shown"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Not the card that was led."""
        return {name: value for name, value in CardBack.outcome(self, situation).items() if name != "card"}

    def on_table(self, table: Position, situation: Situation) -> None:
        """They were in no trick."""


def _faced(facts: Facts) -> Shown:
    """East has led against South, or a player of South's side."""
    fields: dict[str, Any] = {"declarer": "S", "cards": ["HQ"]}
    if facts.get("defends") is False:
        fields["declarer"] = "W"
    if facts.get("since_opening_lead") in ("a card from hand", "a card from dummy"):
        fields["cards"] = ["HQ", "H4"]
    return fields, {"defends"} & facts.keys()


@DUPLICATE_2017.procedure(
    "54",
    "Faced opening lead out of turn",
    happened="An opening lead out of turn",
    declared=Declaration(
        common=Common(10, "Opening lead out of turn"),
        also=(
            "led out of turn",
            "wrong opening leader",
            "wrong hand led",
        ),
        plays=(plays_of(10, PlayKind.OPENING_LEAD),),
        seats=Seats(("offender",)),
        staging=seated("54", _faced, offender="E"),
    ),
)
def opening_lead_out_of_turn(case: Case) -> None:
    """54A to 54D: declarer's choice, and what takes it away. 54E: the wrong side led."""
    if not case.asks(DEFENDS, "54E"):
        wrong_side(case)
        return
    if not case.asks(LEAD_FACED, "41A"):
        face_down_out_of_turn(case)
        return
    case.rules(LedOutOfTurn(), "41A")
    if case.notes(FACE_DOWN_TOO, "54"):
        case.rules(FaceDownBack("partner"), "54")
    if case.asks(TOLD_TO_LEAD, "47E1"):
        although_dummy_is_down(case)
        misled(case)
        return
    since = case.asks(SINCE_LEAD, "54")
    if since == "declarer spread":
        hand_spread(case)
    elif since == "dummy's cards":
        dummy_seen(case)
    elif since == "a card from hand":
        case.rules(Stands("declarer", "next_card"), "54B1")
        accepted(case, "declarer")
    elif since == "a card from dummy":
        case.rules(Stands("dummy", "next_card"), "54B2")
        case.rules(StaysPlayed("dummy", "next_card"), "54B2")
        accepted(case, "dummy")
    else:
        choose(case)


@DUPLICATE_2017.passage
def choose(case: Case) -> None:
    """The five ways: 54A, 54B, and 54D with each of the three of 50D2."""
    declarer_chooses(case, "54", ("spread", "accept", "require", "forbid", "leave"))
    choice = case.asks(OPENING_CHOICE, "54")
    if choice == "spread":
        hand_spread(case)
    elif choice == "accept":
        accepted(case)
    else:
        refused(case, "54D", partner_leads=True)


@DUPLICATE_2017.passage
def hand_spread(case: Case) -> None:
    """54A: one card shown in putting the hand down is enough, and the whole hand follows."""
    if case.notes(BOTH_SPREAD, "54A"):
        who_came_first(case)
    stands(case, "54A")
    case.rules(BecomesDummy("declarer"), "54A")
    case.rules(BecomesDeclarer("dummy"), "54A")
    case.rules(HandSpread("declarer", TO_SPREAD), "54A")
    case.rules(PlaysNext("declarer"), "44B")


@DUPLICATE_2017.passage
def dummy_seen(case: Case) -> None:
    """54C: since 2017 the presumed declarer plays the hand, and has nothing to choose."""
    both = case.notes(BOTH_SPREAD, "54C")
    if both:
        who_came_first(case)
    case.rules(MustAcceptLead(), "54C")
    case.rules(Stands(), "54C")
    case.rules(CostsNothing(), "53A")
    case.rules(BecomesDeclarer("declarer"), "54C")
    case.rules(BecomesDummy("dummy"), "54C")
    case.rules(NotEntitled("declarer", TO_REFUSE_LEAD), "54C")
    case.rules(NotEntitled("declarer", TO_EXCHANGE_HANDS), "54C")
    if both:
        case.rules(OwnCardsBack("declarer"), "48A")
    case.rules(HandSpread("dummy", TO_SPREAD), "41D")
    case.rules(PlaysNext("declarer"), "54B1")


@DUPLICATE_2017.passage
def who_came_first(case: Case) -> None:
    """54A and 54C both say who becomes declarer, and neither says which of them goes before the other."""
    case.doubts(
        "the law does not say what holds when declarer and dummy have both shown cards; here the hand shown first decides",
        "54C",
    )


@DUPLICATE_2017.passage
def accepted(case: Case, second: str = "") -> None:
    """54B: dummy comes down, and the second card is declarer's. second: the hand that has played it already."""
    stands(case, "54B")
    case.rules(BecomesDeclarer("declarer"), "54B")
    case.rules(BecomesDummy("dummy"), "54B")
    if second != "dummy":
        case.rules(HandSpread("dummy", TO_SPREAD), "41D")
    if not second:
        case.rules(PlaysNext("declarer"), "54B1")


@DUPLICATE_2017.passage
def wrong_side(case: Case) -> None:
    """54E: it is no opening lead at all, so the auction period goes on and the card goes back (24D)."""
    case.rules(CardBack(), "24D")
    case.rules(CostsNothing(), "48A")
    case.rules(AuctionPeriodOver("no"), "17D1")
    case.rules(DirectorAction(LEAD_BY_DECLARING_SIDE), "54E")
    case.rules(LeadGoesTo(), "41A")
    case.rules(NothingMore(), "48A")
    case.rules(Info("NOS", "authorised", "24", "card"), "24")
