"""What the Director finds out under Law 26 alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Source
from laws.rulings.facts.calls import SUIT_COMBINATIONS
from laws.rulings.meanings import is_told, specified
from laws.rulings.replay import SUITS_SPECIFIED_FINDING, Situation


def _shortage_shown(at: Situation) -> bool | None:
    """By a call of the offender that is told; one that is not may have shown it, or may not."""
    told: bool | None = False
    for made in at.legal_calls():
        if made.by is not at.offender:
            continue
        shown = at.shown_by(made)
        for _, how in specified(made.call, shown):
            if how == "shortage":
                return True
        if not is_told(made.call, shown):
            told = None
    return told


SHORTAGE_SHOWN = Fact(
    "shortage_shown",
    "Did the offender specify a suit in the legal auction by showing shortage in it?",
    default=False,
    observe=_shortage_shown,
)


def _two_cards_shown(at: Situation) -> bool:
    """A legal call of the offender tells of two cards or more in a suit, and of no length or shortage in it."""
    for made in at.legal_calls():
        meaning = made.meaning
        if made.by is not at.offender or meaning is None or not meaning.stated:
            continue
        if meaning.balanced:
            return True
        promised = [suit for suit, how in meaning.promises if how == "no shortage"]
        if promised and not at.protected_suits().issuperset(promised):
            return True
    return False


TWO_CARDS_SHOWN = Fact(
    "two_cards_shown",
    "Did a call by {offender} in the legal auction show no more about a suit than that it has two or more cards?",
    default=False,
    observe=_two_cards_shown,
)

REPLACED_COMPARABLY = Fact(
    "replaced_comparably",
    "Was the withdrawn call replaced by a comparable call?",
    source=Source.FINDING,
    find_out="the tests of Law 23A",
)

SetAside = Literal["no", "27B1(a)", "25A1", "28B", "36A", "37A", "38D", "39B"]

SET_ASIDE = Fact[SetAside](
    "set_aside",
    "Does the law that dealt with the call rule out lead restrictions?",
    get_args(SetAside),
    source=Source.FINDING,
    default="no",
    find_out="whether it was corrected under 27B1(a), changed as unintended, overridden by 28B or cancelled under 36A",
)

OFFENDER_LEADS = Fact(
    "offender_leads",
    "Is {offender} on opening lead?",
    default=False,
    observe=lambda at: at.record.lead is None and at.record.declarer is at.offender.rho,
)

SUITS_SPECIFIED = Fact[str](
    SUITS_SPECIFIED_FINDING,
    "Which suits did {offender}'s calls in the legal auction specify?",
    tuple(SUIT_COMBINATIONS),
    source=Source.FINDING,
    find_out="what {offender}'s calls show by agreement, withdrawn ones left out; a bid that is not natural may specify a "
    "suit it does not name, or none",
    corrects=True,
)
