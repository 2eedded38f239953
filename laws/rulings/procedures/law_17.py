"""Law 17D3: three passes that robbed a player of his turn do not end the auction (see also Law 34)."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import (
    AnyLegalCall,
    AuctionRevertsTo,
    CallCancelled,
    Info,
    LaterCallsCancelled,
)


@DUPLICATE_2017.procedure("17", "Player deprived of his turn by passes")
def skipped_by_passes(case: Case) -> None:
    """All passes from the one out of rotation on are void and the player who was jumped calls; nobody is silenced."""
    case.rules(AuctionRevertsTo("correct"), "17D3")
    case.rules(CallCancelled("irregular", "offender"), "17D3")
    case.rules(LaterCallsCancelled(), "17D3")
    case.rules(AnyLegalCall("correct"), "34")
    case.rules(Info("NOS", "authorised", "16C1"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
