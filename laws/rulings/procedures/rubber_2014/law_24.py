"""Rubber Law 24: a card exposed or led during the auction."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Moment, action
from laws.rulings.effects.calls import ONCE, Info, PartnerMustPass
from laws.rulings.effects.cards import CARDS_FACE_UP, CardReturned, PenaltyCard
from laws.rulings.effects.information import NotEntitled
from laws.rulings.effects.penalties import TO_PENALIZE, NoPenalty
from laws.rulings.facts.base import Fact
from laws.rulings.facts.calls import DEFENDS
from laws.rulings.facts.exposed import (
    ENDS_AS,
    EXPOSED_WHEN,
    HONOUR,
    LED,
    PARTNER_COULD_SEE,
    SEVERAL_CARDS,
    SHOWN_ON_PURPOSE,
)
from laws.rulings.procedures.rubber_2014.common import enforced_pass

CALLED_AFTER_EXPOSURE = Fact(
    "lho_called_after_exposure",
    "Has {lho} called since, before a penalty was claimed?",
    default=False,
)


EXPLAIN_CARD_PENALTIES: Final = action(
    "explain_card_penalties",
    "Laws 50 and 51 say what {offender} and {partner} must do about a penalty card",
    moment=Moment.REST,
    aloud=True,
)
LOOK_TO_REDEAL: Final = action("look_to_redeal", "Law 10 says whether the cards are dealt again", aloud=True)
LOOK_TO_OPENING_LEAD: Final = action(
    "look_to_opening_lead", "a card led after the auction is an opening lead (Laws 41 and 54)", aloud=True
)


@RUBBER_2014.procedure(
    "24",
    "Card exposed or led during the auction",
    happened="A card was exposed during the auction",
    declared=Declaration(seats=Seats(("offender",), one_offender=False)),
)
def card_exposed(case: Case) -> None:
    """24A: a single small card costs nothing more. 24B: an honour, a card led or several cards silence partner once."""
    when = case.asks(EXPOSED_WHEN, "24")
    if when == "before the auction":
        case.rules(Referral(LOOK_TO_REDEAL), "10")
        return
    if when == "after the auction":
        after_the_auction(case)
        return
    if not case.asks(PARTNER_COULD_SEE, "24"):
        case.rules(CardReturned(), "24")
        case.rules(NoPenalty(), "24")
        return
    case.rules(DirectorAction(CARDS_FACE_UP), "24")
    if case.notes(CALLED_AFTER_EXPOSURE, "15B"):
        case.rules(NotEntitled("others", TO_PENALIZE), "15B")
        case.rules(NoPenalty(), "15B")
        return
    several = case.asks(SEVERAL_CARDS, "24B")
    if several or case.asks(HONOUR, "24B") or case.asks(LED, "24B"):
        case.rules(PartnerMustPass(ONCE), "24B")
        enforced_pass(case)
        afterwards(case, "major", several=several)
    else:
        case.rules(NoPenalty(), "24A")
        afterwards(case, rank_of_small_card(case))


@RUBBER_2014.passage
def rank_of_small_card(case: Case) -> str:
    """50: a single small card is a minor penalty card only if it was exposed inadvertently."""
    if not case.notes(SHOWN_ON_PURPOSE, "50"):
        return "minor"
    case.doubts(
        "50 makes a small card minor only when it was exposed by accident, and names a deliberate play for the "
        "major one; a card shown on purpose and not played is strictly neither, and is treated as a major penalty"
        " card here",
        "50",
    )
    return "major"


@RUBBER_2014.passage
def afterwards(case: Case, rank: str, *, several: bool = False) -> None:
    """24: penalty cards if the offender defends; declarer's side takes its cards up when the auction closes (48)."""
    ends_as = case.asks(ENDS_AS, "24")
    if ends_as == "declaring":
        case.rules(CardReturned(), "48")
        return
    defends = "" if ends_as == "defending" else "if {side} defend"
    if not defends:
        case.rules(PenaltyCard(rank=rank, several=several), "24")
    else:
        case.rules(CardReturned(when="if {side} declare"), "48")
        case.rules(PenaltyCard(when=defends, rank=rank, several=several), "24")
    explain_penalty_cards(case)


@RUBBER_2014.passage
def explain_penalty_cards(case: Case) -> None:
    """50: what the card obliges to. 16B2: who may use the sight of it."""
    case.rules(DirectorAction(EXPLAIN_CARD_PENALTIES), "50")
    case.rules(Info("OS", "unauthorised", "16B2", "cards"), "16B2")
    case.rules(Info("NOS", "authorised", "16B2", "cards"), "16B2")


@RUBBER_2014.passage
def after_the_auction(case: Case) -> None:
    """The play has begun: a defender's card is a penalty card (49), declarer's or dummy's is not (48)."""
    if not case.asks(DEFENDS, "49"):
        case.rules(CardReturned(), "48")
        case.rules(NoPenalty(), "48")
        return
    if case.asks(LED, "41"):
        case.rules(Referral(LOOK_TO_OPENING_LEAD), "41")
        return
    if not case.asks(PARTNER_COULD_SEE, "49"):
        case.rules(CardReturned(), "49")
        case.rules(NoPenalty(), "49")
        return
    several = case.asks(SEVERAL_CARDS, "50")
    rank = "major" if several or case.asks(HONOUR, "50") else rank_of_small_card(case)
    case.rules(PenaltyCard(rank=rank, several=several), "49")
    explain_penalty_cards(case)
