"""2007 Law 82C: the Director's own wrong ruling, under any law of that edition."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.information import Adjusts
from laws.rulings.effects.rights import BOTH_NON_OFFENDING, WEIGH_WITHOUT_ERROR, WITHDRAW_WRONG_RULING
from laws.rulings.facts.director import EARLIER_RULING


@DUPLICATE_2007.closing(EARLIER_RULING, "82C")
def directors_error(case: Case, earlier: str) -> None:
    """82C, which the notes leave unmarked: as in 2017."""
    if earlier == "can be put right":
        case.rules(Referral(WITHDRAW_WRONG_RULING), "82")
    elif earlier == "too late":
        case.rules(Referral(BOTH_NON_OFFENDING), "82C")
        case.rules(Adjusts("assigned", "82C"), "82C")
        case.rules(DirectorAction(WEIGH_WITHOUT_ERROR), "12C1")
