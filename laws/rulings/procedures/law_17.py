"""Law 17D3: three passes that robbed a player of his turn do not end the auction (see also Law 34)."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import NoRight
from laws.rulings.effects.calls import (
    AnyLegalCall,
    AuctionOver,
    AuctionRevertsTo,
    CallCancelled,
    Info,
    LaterCallsCancelled,
    NoFurtherRectification,
)
from laws.rulings.effects.inadmissible import PassesAfterItCancelled, TurnTaken
from laws.rulings.facts.calls import LATER_CALLS
from laws.rulings.facts.legality import SAID_TO_BE_ACCEPTED, TURN_USED


@DUPLICATE_2017.procedure("17", "Player deprived of his turn by passes")
def skipped_by_passes(case: Case) -> None:
    """All passes from the one out of rotation on are void and the player who was jumped calls; nobody is silenced.

    The text makes every player who passed out of rotation an offender; here it is the first, as the WBF minute reads
    it.
    """
    case.doubts(
        "every player who passed out of rotation is an offender by the text; only the first is one as the WBF minute reads it, "
        "and so it is ruled here",
        "17D3",
    )
    case.doubts(
        "whether {offender}, who passed when it was not the time, has to pass again at the next turn as 30A says is not told; "
        "17D3 lets the auction proceed normally, and so nobody is silenced here",
        "17D3",
    )
    case.rules(AuctionOver("no"), "34")
    case.rules(AuctionRevertsTo("correct"), "17D3")
    case.rules(CallCancelled("irregular", "offender"), "17D3")
    if case.notes(TURN_USED, "17D3"):
        case.rules(PassesAfterItCancelled(), "17D3")
        case.rules(TurnTaken(), "17D3")
    else:
        if case.notes(LATER_CALLS, "17D3"):
            case.rules(LaterCallsCancelled(), "17D3")
        case.rules(AnyLegalCall("correct"), "17D3")
    case.rules(NoFurtherRectification(), "17D3")
    if case.notes(SAID_TO_BE_ACCEPTED, "17D3"):
        case.rules(NoRight("lho", "accept"), "17D3")
    case.rules(Info("NOS", "authorised", "16C1", "cancelled_calls"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "cancelled_calls"), "16C2")
