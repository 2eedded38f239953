"""Law 51: two or more penalty cards of one defender."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats, Table
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Right
from laws.rulings.effects.base import right
from laws.rulings.effects.penalty_cards import (
    DeclarerOptions,
    LeadAsChosen,
    NoLongerPenaltyCard,
    PenaltyCardPlayed,
    PickedUp,
    StaysOnTable,
)
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.penalty_cards import LEAD_CHOICE, WHO_PLAYS
from laws.rulings.penalty_cards import chosen_before_lead, knows_playable, left_lying, lying, named_suits, playable
from laws.rulings.play.position import Position
from laws.rulings.procedures.law_50 import (
    CHOOSE_EACH_TIME,
    after_play,
    before_the_lead,
    led_as_chosen,
    once_picked_up,
    own_penalty_card,
    while_it_lies,
)
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "none of them": "none of them",
        "one of them": "one of them",
        "two or more": "two or more of them",
        "one suit": "all of one suit",
        "several suits": "of two or more suits",
    }
)


def _playable(at: Situation) -> str | None:
    if not knows_playable(at):
        return None
    return ("none of them", "one of them", "two or more")[min(len(playable(at)), 2)]


Playable = Literal["none of them", "one of them", "two or more"]
PLAYABLE = Fact[Playable](
    "playable",
    "How many of the penalty cards can {offender} legally play now?",
    get_args(Playable),
    source=Source.FINDING,
    find_out="which of them are of the suit led; on lead, or with none of that suit, any of them can be played",
    observe=_playable,
)


def _penalty_suits(at: Situation) -> str | None:
    suits = {card[0] for card in lying(at)}
    return ("one suit" if len(suits) == 1 else "several suits") if suits else None


PenaltySuits = Literal["one suit", "several suits"]
PENALTY_SUITS = Fact[PenaltySuits](
    "penalty_suits",
    "Are the penalty cards of one suit, or of several?",
    get_args(PenaltySuits),
    observe=_penalty_suits,
)
SOME_LEFT = Fact(
    "some_left",
    "Is any of the penalty cards of a suit that declarer has not forbidden?",
    observe=lambda at: bool(left_lying(at)) if named_suits(at) else None,
)
TO_PLAY_ANY: Final = right("play_any", "play any legal card to the trick")


def _penalty_cards(facts: Facts) -> Shown:
    """East has two of them, South declares; the rest is told."""
    of_one_suit = facts.get("penalty_suits") == "one suit"
    return {"declarer": "S", "cards": ["H9", "H3"] if of_one_suit else ["SQ", "D7"]}, set()


def _before_lead(position: Position, leader: Seat) -> Table | None:
    """Declarer has chosen what is led because of the penalty cards of the leader's partner."""
    return {"offender": leader.partner.value} if chosen_before_lead(position, leader) > 1 else None


@DUPLICATE_2017.procedure(
    "51",
    "Two or more penalty cards",
    happened="A defender has two or more penalty cards: what may be led or played?",
    declared=Declaration(
        before_lead=_before_lead, seats=Seats(("offender",)), staging=seated("51", _penalty_cards, offender="E")
    ),
)
def several_penalty_cards(case: Case) -> None:
    """51A at their owner's turn, 51B when the owner's partner is to lead; all of them are major (50B)."""
    who = case.asks(WHO_PLAYS, "51")
    if who == "play is over":
        after_play(case)
    elif who == "somebody else":
        case.rules(StaysOnTable(rank="major", several=True), "50A")
        while_it_lies(case)
    elif who == "owner to play":
        one_is_played(case)
    elif case.asks(PENALTY_SUITS, "51B") == "one suit":
        partner_leads_one_suit(case)
    else:
        partner_leads_several_suits(case)


@DUPLICATE_2017.passage
def one_is_played(case: Case) -> None:
    """51A: declarer says which, if two or more can be played; one must be, as a single one must (50D1(a))."""
    playable = case.asks(PLAYABLE, "51A")
    if playable == "two or more":
        case.rules(DeclarerOptions("which"), "51A")
        case.rules(PenaltyCardPlayed(which="one of them"), "51A")
    elif playable == "one of them":
        case.rules(PenaltyCardPlayed(which="the legal one"), "50D1(a)")
    else:
        case.rules(StaysOnTable(rank="major", several=True), "50D1(b)")
    while_it_lies(case)


@DUPLICATE_2017.passage
def partner_leads_one_suit(case: Case) -> None:
    """51B1: requiring or forbidding the suit sends all of them back; else 50D2(b) holds for them as for one."""
    before_the_lead(case, "suit")
    choice = case.asks(LEAD_CHOICE, "51B1")
    if choice == "free":
        leads_freely(case, "50D2(b)")
        return
    provision = "51B1(a)" if choice == "required" else "51B1(b)"
    led_as_chosen(case, choice, provision)
    case.rules(PickedUp(several=True), provision)
    case.rules(NoLongerPenaltyCard(), provision)
    own_penalty_card(case)
    case.rules(Right("offender", TO_PLAY_ANY), provision)
    once_picked_up(case)


@DUPLICATE_2017.passage
def partner_leads_several_suits(case: Case) -> None:
    """51B2: one suit may be required, one or more forbidden. Only the cards of those suits go back; the others stay."""
    before_the_lead(case, "suits")
    choice = case.asks(LEAD_CHOICE, "51B2")
    if choice == "free":
        leads_freely(case, "51B2(c)")
        return
    if choice == "required":
        led_as_chosen(case, choice, "51B2(a)", named=True)
        case.rules(PickedUp(of="named"), "51B1(a)")
        case.rules(StaysOnTable(rank="major", of="left"), "51B2(a)")
        own_penalty_card(case)
        while_it_lies(case)
    else:
        led_as_chosen(case, choice, "51B2(b)", named=True)
        some_left = case.asks(SOME_LEFT, "51B2(b)")
        case.rules(PickedUp(of="named") if some_left else PickedUp(several=True), "51B2(b)")
        if some_left:
            case.rules(StaysOnTable(rank="major", of="left"), "51B2(b)")
        else:
            case.rules(Right("offender", TO_PLAY_ANY), "51B2(b)")
        own_penalty_card(case)
        if some_left:
            while_it_lies(case)
    once_picked_up(case)


@DUPLICATE_2017.passage
def leads_freely(case: Case, provision: str) -> None:
    """50D2(b), 51B2(c): the cards stay, and at the next lead of partner's declarer chooses again."""
    case.rules(LeadAsChosen("none"), provision)
    case.rules(StaysOnTable(rank="major", several=True), provision)
    case.rules(DirectorAction(CHOOSE_EACH_TIME), provision)
    own_penalty_card(case)
    while_it_lies(case)
