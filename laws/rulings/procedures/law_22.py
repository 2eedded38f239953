"""Law 22: has the auction ended, and how; 17D: has the auction period?"""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import action, right
from laws.rulings.effects.calls import AuctionOver
from laws.rulings.effects.ending import CONTINUE_AUCTION, AuctionPeriodOver, BecomesContract, PassedOut
from laws.rulings.effects.information import Entitled, NotEntitled
from laws.rulings.facts.ending import (
    HANDS_BACK,
    HOW_ENDED,
    LAST_PASS_UNINTENDED,
    LEAD_FACED,
    LED_OUT_OF_TURN,
    SECOND_LAST_PASS_UNINTENDED,
)
from laws.rulings.roles import Role
from laws.rulings.tables.seated import Shown, seated

DOUBLED_AS_IT_STANDS: Final = action(
    "doubled_as_it_stands",
    "a double or redouble of the last bid that nothing superseded counts (19D)",
)
TO_CHANGE_LAST_PASS: Final = right("change_last_pass", "replace the unintended pass by the call that was intended")
TO_WITHDRAW_PASS: Final = right(
    "withdraw_pass",
    "withdraw the pass made after it; only their own side may use what the withdrawn pass tells",
)
TO_REDEAL: Final = right("redeal", "have the board dealt again because nobody bid")
AUCTION_REOPENS: Final = action(
    "auction_reopens",
    "if the pass is changed, the auction goes on from the call that was intended",
)
APPLY_17D3: Final = action("apply_17D3", "go back to the player who missed a turn (17D3)")
FACE_DOWN_LEAD: Final = action(
    "face_down_lead",
    "have the player to declarer's left lead face down, and remind the table of its questions",
)
RULE_UNDER_54: Final = action("rule_under_54", "rule on the lead as one out of turn (54)")
SCORE_ZERO: Final = action("score_zero", "enter the board as passed out: neither side scores")


def _ended(facts: Facts) -> Shown:
    """The auction shows how it ended."""
    auctions = {
        "contract": ["N 1S", "E P", "S P", "W P"],
        "passed out": ["N P", "E P", "S P", "W P"],
        "goes on": ["N 1S", "E P"],
        "a turn was skipped": ["N 1S", "E P", "W P", "N P"],
    }
    return {"auction": auctions[facts["how_ended"]]}, {"how_ended"}


@DUPLICATE_2017.procedure(
    "22", "End of auction", happened="The auction may be over", declared=Declaration(staging=seated("22", _ended))
)
def end_of_auction(case: Case) -> None:
    """22A: three passes in rotation after a bid. 22B: all four players pass, and nothing is dealt again."""
    how = case.asks(HOW_ENDED, "22")
    if how == "goes on":
        case.rules(AuctionOver("no"), "22")
        case.rules(DirectorAction(CONTINUE_AUCTION), "17C")
    elif how == "a turn was skipped":
        case.rules(AuctionOver("no"), "17D3")
        case.rules(Referral(APPLY_17D3), "17D3")
    elif how == "contract":
        case.rules(AuctionOver("yes"), "22A")
        case.rules(BecomesContract(), "22A")
        case.rules(DirectorAction(DOUBLED_AS_IT_STANDS), "19D")
        over = case.asks(LEAD_FACED, "17D1")
        case.rules(AuctionPeriodOver("yes" if over else "no"), "17D1")
        if over and case.notes(LED_OUT_OF_TURN, "54"):
            case.rules(DirectorAction(RULE_UNDER_54), "54")
        if not over:
            case.rules(DirectorAction(FACE_DOWN_LEAD), "41A")
        unintended_pass(case, in_time=not over)
    else:
        case.rules(AuctionOver("yes"), "22B")
        slip = case.notes(LAST_PASS_UNINTENDED, "25A1") or case.notes(SECOND_LAST_PASS_UNINTENDED, "25A1")
        if not slip:
            passed_out(case)
        over = case.asks(HANDS_BACK, "17D2")
        case.rules(AuctionPeriodOver("yes" if over else "no"), "17D2")
        if slip and not unintended_pass(case, in_time=not over):
            passed_out(case)


@DUPLICATE_2017.passage
def passed_out(case: Case) -> None:
    """22B and 77: neither side scores, and nothing is dealt again, whether or not the hands are back yet."""
    case.rules(PassedOut(), "22B")
    case.rules(NotEntitled("table", TO_REDEAL), "22B")
    case.rules(DirectorAction(SCORE_ZERO), "77")


@DUPLICATE_2017.passage
def unintended_pass(case: Case, *, in_time: bool) -> bool:
    """25A5: a slip opens the auction again until the auction period is over; two players' partners have not called since."""
    slips: list[Role] = []
    if case.notes(LAST_PASS_UNINTENDED, "25A1"):
        slips.append("last_passer")
    if case.notes(SECOND_LAST_PASS_UNINTENDED, "25A1"):
        slips.append("second_last_passer")
    for player in slips:
        case.rules((Entitled if in_time else NotEntitled)(player, TO_CHANGE_LAST_PASS), "25A5")
    if not slips or not in_time:
        return False
    if "second_last_passer" in slips:
        case.rules(Entitled("last_passer", TO_WITHDRAW_PASS), "25A6")
    case.rules(DirectorAction(AUCTION_REOPENS), "25A1")
    return True
