"""Passages about penalty cards that several laws lead to: when a card is one, of which kind, and what is explained then."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction
from laws.rulings.effects.calls import Info, NoFurtherRectification
from laws.rulings.effects.cards import (
    EXPLAIN_PENALTY_CARD,
    PENALTY_CARD_HELPED,
    PENALTY_CARD_PLAYED,
    PENALTY_CARD_TAKEN_BACK,
    SEVERAL_PENALTY_CARDS,
    TO_USE_SIGHT,
    WHILE_IT_LIES,
    CardReturned,
    HowItIsPlayed,
    OnceItIsGone,
)
from laws.rulings.effects.information import Entitled
from laws.rulings.facts.exposed import SHOWN_ON_PURPOSE


@DUPLICATE_2017.passage
def out_of_partners_sight(case: Case, provision: str, nothing_more: NoFurtherRectification) -> None:
    """24 and 49 are about cards whose faces partner could see; an opponent may use what was seen by chance (74C5)."""
    case.rules(CardReturned(), provision)
    case.rules(nothing_more, provision)
    case.rules(Entitled("others", TO_USE_SIGHT), "74C5")


@DUPLICATE_2017.passage
def rank_of_low_card(case: Case, *, named: bool = False) -> str:
    """50B: a single card below an honour is minor only if it was exposed unintentionally. named: its player named it."""
    if not named and not case.notes(SHOWN_ON_PURPOSE, "50B"):
        return "minor"
    case.doubts(
        "50B makes a low card minor only when it was exposed unintentionally, and names a deliberate play for the major one; "
        "a card shown or named on purpose and not played is strictly neither, and is treated as a major penalty card here",
        "50B",
    )
    return "major"


@DUPLICATE_2017.passage
def explain_penalty_cards(case: Case, rank: str, *, several: bool, told: type[HowItIsPlayed] = HowItIsPlayed) -> None:
    """50B: which kind it is and what that means; 51 when there are two or more. 50E: whose knowledge it is, how long, and
    what help it may not have been. Only a major one can go back to the hand (50D2(a)). told: how its owner hears of it.
    """
    case.rules(told(EXPLAIN_PENALTY_CARD), "50B")
    if several:
        case.rules(DirectorAction(SEVERAL_PENALTY_CARDS), "51")
    case.rules(Info("OS", "authorised", "50E1", "penalty_card", WHILE_IT_LIES), "50E1")
    if rank == "major":
        case.rules(OnceItIsGone(PENALTY_CARD_TAKEN_BACK), "50E2")
        case.rules(DirectorAction(PENALTY_CARD_PLAYED), "50E3")
    else:
        case.rules(OnceItIsGone(PENALTY_CARD_PLAYED), "50E3")
    case.rules(DirectorAction(PENALTY_CARD_HELPED), "50E4")


@DUPLICATE_2017.passage
def lead_not_accepted(case: Case) -> None:
    """50D2: what becomes of a lead that did not wait for declarer's choice about partner's penalty card."""
    case.doubts(
        "50D2 makes a premature lead subject to rectification under Law 49 and does not say whether declarer may accept it "
        "instead; here it becomes a penalty card, and declarer has all the choices for the lead",
        "50D2",
    )
