"""Law 50: what has to be, and what may be, played while a penalty card lies on the table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from laws.rulings.cards import card_words, is_honour
from laws.rulings.case import Case
from laws.rulings.declaration import Common, Declaration, Facts, Seats, Table
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Moment, NoRight, action, right
from laws.rulings.effects.calls import Info
from laws.rulings.effects.cards import (
    PENALTY_CARD_HELPED,
    WHILE_IT_LIES,
)
from laws.rulings.effects.penalty_cards import (
    DeclarerOptions,
    LeadAsChosen,
    LeadsAnything,
    LedEarly,
    MinorCardFirst,
    NoLongerPenaltyCard,
    PenaltyCardPlayed,
    PickedUp,
    StaysOnTable,
)
from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.penalty_cards import (
    CAN_OBEY,
    HELPED,
    LEAD_CHOICE,
    LEADER_HAS_ONE,
    LED_EARLY,
    PENALTY_RANK,
    USED_WHILE,
    WHO_PLAYS,
)
from laws.rulings.penalty_cards import (
    EARLY_LEAD,
    chosen_before_lead,
    gives_the_choice,
    is_choice,
    knows_playable,
    playable,
)
from laws.rulings.play.irregular import PlayKind
from laws.rulings.play.leads import barred_leads
from laws.rulings.play.legal import bar
from laws.rulings.play.position import Position
from laws.rulings.procedures.judging import assigned, result_stands
from laws.rulings.procedures.penalty_cards import lead_not_accepted
from laws.rulings.seats import Seat
from laws.rulings.tables.seated import Shown, seated

CAN_BE_PLAYED = Fact(
    "can_be_played",
    "Can {offender} legally play the penalty card now?",
    source=Source.FINDING,
    find_out=(
        "whether {offender} has to follow suit with another suit, or has to obey a restriction; a card that could be led, "
        "discarded or used to ruff can be played"
    ),
    observe=lambda at: bool(playable(at)) if knows_playable(at) else None,
)
TO_LEAD_AT_ONCE: Final = right(
    "lead_at_once",
    "lead before declarer has chosen",
    moment=Moment.CHOICE,
    denied="{partner}, do not lead until declarer has chosen",
)
CHOOSE_EACH_TIME: Final = action(
    "choose_each_time",
    "stay at the table: if {partner} is on lead again and the penalty card still lies there, declarer chooses again",
    moment=Moment.REST,
    said="if {partner} is on lead again while the penalty card lies there, declarer chooses again before {partner} leads",
)
ONCE_PLAYED: Final = "once it has been played"
LOOK_AT_USE: Final = action(
    "look_at_use",
    "rule on what {partner} did as a choice made with unauthorised information (Law 16)",
    said="I will look at whether {partner} used information that was unauthorised",
)
OWN_CARD_AFTER: Final = action(
    "own_penalty_card_after",
    "{partner}, who has a penalty card too, obeys declarer's choice first, and must lead that card if the choice allows it",
    moment=Moment.LEAD,
    said="{partner}, obey declarer's choice first; if it allows your own penalty card, you must lead that card",
)


def _penalty_card(facts: Facts) -> Shown:
    """East has the card, South declares; the rest is told."""
    return {"declarer": "S", "cards": ["S6" if facts.get("penalty_rank") == "minor" else "SK"]}, set()


gives_the_choice("50D2")


@bar("50D2", rank=15, kind=EARLY_LEAD, absolute=True)
def waits_for_the_choice(position: Position, hand: Seat, cards: Collection[str]) -> tuple[Collection[str], str] | None:
    """50D2, 51B: nothing may be led before declarer has chosen, whenever a major penalty card of partner's lies there."""
    if position.on_lead is not hand or not position.penalty_cards or not position.defends(hand):
        return None
    mine = [rule for rule in position.rules if rule.player is hand and is_choice(rule)]
    chosen = any(not rule.lasts for rule in mine)
    spent = {rule.suit for rule in mine}
    lying = [one.card for one in position.lying(hand.partner) if one.rank == "major" and one.card[0] not in spent]
    if chosen or not lying:
        return None
    return list(cards), "declarer first chooses what may be led, because of partner's penalty card"


@bar("50D2(a)", rank=30, kind=PlayKind.FORBIDDEN_LEAD)
def leads_as_chosen(position: Position, hand: Seat, cards: Collection[str]) -> tuple[Collection[str], str] | None:
    """50D2(a), 51B: a lead that declarer has required or forbidden because of a penalty card."""
    return barred_leads(position, hand, cards, is_choice)


@bar("50D1(a)", rank=40, kind=PlayKind.PENALTY_CARD)
def plays_major_card(position: Position, hand: Seat, cards: Collection[str]) -> tuple[Collection[str], str] | None:
    """50D1, 51A: a major penalty card at the first legal opportunity; declarer says which if there are several."""
    lying = [one.card for one in position.lying(hand) if one.rank == "major" and one.card in cards]
    if not lying:
        return None
    shown = f"the {card_words(lying[0])}" if len(lying) == 1 else "the penalty card that declarer names"
    return [card for card in cards if card not in lying], f"{hand.full_name} has to play {shown}"


@bar("50C", rank=40, kind=PlayKind.PENALTY_CARD)
def plays_minor_card_first(
    position: Position, hand: Seat, cards: Collection[str]
) -> tuple[Collection[str], str] | None:
    """50C: no other card of the suit below an honour before the minor penalty card."""
    for one in position.lying(hand):
        if one.rank == "minor" and one.card in cards:
            others = [card for card in cards if card[0] == one.card[0] and card != one.card and not is_honour(card)]
            if others:
                return (
                    others,
                    f"the {card_words(one.card)}, a minor penalty card, comes before the other small cards of the suit",
                )
    return None


def _before_lead(position: Position, leader: Seat) -> Table | None:
    """Declarer has chosen what is led because of the one penalty card of the leader's partner."""
    return {"offender": leader.partner.value} if chosen_before_lead(position, leader) == 1 else None


@DUPLICATE_2017.procedure(
    "50",
    "Disposition of penalty card",
    happened="A penalty card is on the table: what may be led or played?",
    declared=Declaration(
        common=Common(50, "Penalty card on the table"),
        also=(
            "major penalty card",
            "minor penalty card",
            "card face up",
        ),
        before_lead=_before_lead,
        seats=Seats(("offender",)),
        staging=seated("50", _penalty_card, offender="E"),
    ),
)
def penalty_card(case: Case) -> None:
    """50C for a minor penalty card, 50D for a major one, as its owner or the owner's partner comes to play; 50E."""
    who = case.asks(WHO_PLAYS, "50")
    if who == "play is over":
        after_play(case)
        return
    rank = case.asks(PENALTY_RANK, "50B")
    if who == "somebody else":
        case.rules(StaysOnTable(rank=rank), "50A")
        while_it_lies(case)
    elif rank == "minor":
        minor_penalty_card(case, owner=who == "owner to play")
    elif who == "owner to play":
        owner_plays(case)
    else:
        partner_leads(case)


@DUPLICATE_2017.passage
def minor_penalty_card(case: Case, *, owner: bool) -> None:
    """50C: it comes before the other small cards of its suit, an honour may be played instead, and partner leads freely."""
    if owner:
        case.rules(MinorCardFirst(), "50C")
    else:
        case.rules(LeadAsChosen("none"), "50C")
        case.rules(StaysOnTable(rank="minor"), "50C")
    while_it_lies(case)


@DUPLICATE_2017.passage
def owner_plays(case: Case) -> None:
    """50D1: at the first legal opportunity; following suit and obeying a restriction come before it."""
    if case.asks(CAN_BE_PLAYED, "50D1(a)"):
        case.rules(PenaltyCardPlayed(), "50D1(a)")
        case.rules(Info("OS", "unauthorised", "50E3", "how_exposed", ONCE_PLAYED), "50E3")
        case.rules(DirectorAction(PENALTY_CARD_HELPED), "50E4")
    else:
        case.rules(StaysOnTable(rank="major"), "50D1(b)")
        while_it_lies(case)


@DUPLICATE_2017.passage
def partner_leads(case: Case) -> None:
    """50D2: declarer chooses before partner leads; requiring or forbidding the suit sends the card back to the hand."""
    before_the_lead(case, "lead")
    choice = case.asks(LEAD_CHOICE, "50D2")
    if choice == "free":
        case.rules(LeadAsChosen("none"), "50D2(b)")
        case.rules(StaysOnTable(rank="major"), "50D2(b)")
        case.rules(DirectorAction(CHOOSE_EACH_TIME), "50D2(b)")
        own_penalty_card(case)
        while_it_lies(case)
        return
    led_as_chosen(case, choice, "50D2(a)")
    case.rules(PickedUp(), "50D2(a)")
    case.rules(NoLongerPenaltyCard(), "50D2(a)")
    own_penalty_card(case)
    once_picked_up(case)


@DUPLICATE_2017.passage
def led_as_chosen(case: Case, choice: str, provision: str, *, named: bool = False) -> None:
    """What declarer has required or forbidden is led, or not led; 59: a leader who cannot obey plays any other legal card."""
    kind = "require" if choice == "required" else "prohibit"
    if case.asks(CAN_OBEY, "59"):
        case.rules(LeadAsChosen(kind, named), provision)
    else:
        case.rules(LeadsAnything(limit=kind, named=named), "59")


@DUPLICATE_2017.passage
def before_the_lead(case: Case, about: str) -> None:
    """50D2: partner waits for declarer's choice. A card led too early is one that was exposed (49), and deliberately (50B)."""
    if case.notes(LED_EARLY, "50D2"):
        case.rules(LedEarly(), "49")
        lead_not_accepted(case)
    case.rules(NoRight("partner", TO_LEAD_AT_ONCE), "50D2")
    case.rules(DeclarerOptions(about), "50D2")


@DUPLICATE_2017.passage
def own_penalty_card(case: Case) -> None:
    """50D1(b): a leader who has a major penalty card too obeys the restriction first."""
    if case.notes(LEADER_HAS_ONE, "50D1(b)") or case.notes(LED_EARLY, "50D2"):
        case.rules(DirectorAction(OWN_CARD_AFTER), "50D1(b)")


@DUPLICATE_2017.passage
def while_it_lies(case: Case) -> None:
    """50E1: everybody may use it for as long as it lies there; 50E4: what help it may not have been."""
    case.rules(Info("OS", "authorised", "50E1", "penalty_card", WHILE_IT_LIES), "50E1")
    case.rules(DirectorAction(PENALTY_CARD_HELPED), "50E4")


@DUPLICATE_2017.passage
def once_picked_up(case: Case) -> None:
    """50E2: the card is back in the hand, and partner may no longer use it; declarer may. 50E4 for the time before."""
    case.rules(Info("OS", "unauthorised", "50E2", "picked_up"), "50E2")
    case.rules(Info("NOS", "authorised", "50E2", "picked_up"), "50E2")
    case.rules_once(DirectorAction(PENALTY_CARD_HELPED), "50E4")


@DUPLICATE_2017.passage
def after_play(case: Case) -> None:
    """50E once play is over. What was used while the card lay there was authorised, and is looked at for the help it gave;
    what was used later was not.
    """
    used = case.asks(USED_WHILE, "50E")
    if used == "picked up":
        case.rules(Info("OS", "unauthorised", "50E2", "picked_up"), "50E2")
        case.rules(Referral(LOOK_AT_USE), "50E2")
    elif used == "played":
        case.rules(Info("OS", "unauthorised", "50E3", "how_exposed"), "50E3")
        case.rules(Referral(LOOK_AT_USE), "50E3")
    else:
        case.rules(Info("OS", "authorised", "50E1", "penalty_card", WHILE_IT_LIES), "50E1")
        if case.asks(HELPED, "50E4"):
            assigned(case, "50E4")
        else:
            result_stands(case, "50E4")
