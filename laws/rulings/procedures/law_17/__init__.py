"""Law 17: how long the auction period lasts (17A, 17D), and three passes that robbed a player of a turn (17D3)."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats, Staging, Table, of_kind
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight
from laws.rulings.effects.calls import (
    TO_ACCEPT,
    CallCancelled,
    Info,
    LaterCallsCancelled,
    NoFurtherRectification,
)
from laws.rulings.effects.rights import RULE_UNDER_22
from laws.rulings.facts.calls import LATER_CALLS
from laws.rulings.procedures.law_17.effects import (
    DECLARERS_CARD_ENDS_NOTHING,
    EACH_SIDE_BY_ITSELF,
    UNTIL_LEAD_FACED,
    AuctionPeriodBegun,
    BackToOne,
    MissedTurnGivenBack,
    NotOverForOne,
    PassesAfterItCancelled,
    TurnTaken,
)
from laws.rulings.procedures.law_17.facts import HAND_TAKEN_OUT, SAID_TO_BE_ACCEPTED, TURN_USED
from laws.rulings.replay import Kind
from laws.rulings.tables.seated import Shown, seated


def _taken_out(facts: Facts) -> Shown:
    """Whoever has called has taken a hand out."""
    return ({"auction": ["N 1H"]}, {"hand_taken_out"}) if facts["hand_taken_out"] else ({}, set())


@DUPLICATE_2017.procedure(
    "17A",
    "Auction period",
    happened="Has the auction period begun?",
    declared=Declaration(seats=Seats(("player",)), staging=seated("17A", _taken_out, player="N")),
)
def auction_period(case: Case) -> None:
    """17A: it begins for each side by itself, with its first hand taken out. 17D: it ends for all four at once; see Law 22."""
    begun = case.asks(HAND_TAKEN_OUT, "17A")
    case.rules(AuctionPeriodBegun("yes" if begun else "no"), "17A")
    case.rules(DirectorAction(EACH_SIDE_BY_ITSELF), "17A")
    if begun:
        case.rules(DirectorAction(UNTIL_LEAD_FACED), "17D1")
        case.rules(DirectorAction(DECLARERS_CARD_ENDS_NOTHING), "17D1")
        case.rules(DirectorAction(RULE_UNDER_22), "17D2")


def _one_turn_skipped(facts: Facts) -> Table:
    """South's turn is passed over, and three passes follow the bid."""
    return {"dealer": "N", "auction": ["N 1S", "E P", "W P", "N P"]}


DECLARED = Declaration(
    matters=(of_kind(10, Kind.SKIPPED_BY_PASSES),),
    about=(Kind.SKIPPED_BY_PASSES,),
    staging=Staging(_one_turn_skipped),
    elsewhere={"rubber-2014": "34"},
)


@DUPLICATE_2017.procedure(
    "17",
    "Player deprived of a turn by passes",
    happened="A player missed a turn because the others passed the hand out",
    declared=DECLARED,
)
def skipped_by_passes(case: Case) -> None:
    """All passes from the one out of rotation on are void and the player who was jumped calls; nobody is silenced.

    The text makes every player who passed out of rotation an offender; here it is the first, as the WBF minute reads
    it.
    """
    case.doubts(
        "under the text every player who passed out of rotation is an offender; the WBF minute treats only the "
        "first as one, and this ruling follows it",
        "17D3",
    )
    case.doubts(
        "the law does not say whether {offender}, who passed out of rotation, has to pass again at the next turn "
        "as in 30A; 17D3 lets the auction proceed normally, so here nobody must pass",
        "17D3",
    )
    case.rules(NotOverForOne(), "34")
    case.rules(BackToOne(), "17D3")
    case.rules(CallCancelled("irregular", "offender"), "17D3")
    if case.notes(TURN_USED, "17D3"):
        case.rules(PassesAfterItCancelled(), "17D3")
        case.rules(TurnTaken(), "17D3")
    else:
        if case.notes(LATER_CALLS, "17D3"):
            case.rules(LaterCallsCancelled(), "17D3")
        case.rules(MissedTurnGivenBack("correct"), "17D3")
    case.rules(NoFurtherRectification(), "17D3")
    if case.notes(SAID_TO_BE_ACCEPTED, "17D3"):
        case.rules(NoRight("lho", TO_ACCEPT), "17D3")
    case.rules(Info("NOS", "authorised", "16C1", "cancelled_calls"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "cancelled_calls"), "16C2")
