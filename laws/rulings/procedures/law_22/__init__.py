"""Law 22: has the auction ended, and how; 17D: has the auction period?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Effect
from laws.rulings.effects.calls import AuctionOver
from laws.rulings.effects.ending import CONTINUE_AUCTION, AuctionPeriodOver, BecomesContract
from laws.rulings.effects.information import Entitled, NotEntitled
from laws.rulings.facts.auction import LEAD_FACED
from laws.rulings.procedures.law_22.effects import (
    APPLY_17D3,
    AUCTION_REOPENS,
    DOUBLED_AS_IT_STANDS,
    FACE_DOWN_LEAD,
    RULE_UNDER_54,
    SCORE_ZERO,
    TO_CHANGE_LAST_PASS,
    TO_REDEAL,
    TO_WITHDRAW_PASS,
)
from laws.rulings.procedures.law_22.facts import (
    HANDS_BACK,
    HOW_ENDED,
    LAST_PASS_UNINTENDED,
    LED_OUT_OF_TURN,
    SECOND_LAST_PASS_UNINTENDED,
)
from laws.rulings.roles import Role
from laws.rulings.tables.seated import Shown, seated


@dataclass(frozen=True, slots=True)
class PassedOut(Effect):
    """The board is not played: the hands go back, and there is no redeal (22B)."""

    name: ClassVar[str] = "passed_out"

    @property
    def words(self) -> str:
        return "the board is passed out: the hands are returned to it without play"

    def said(self, beside: Sequence[Effect]) -> str:
        """Where the hands are back in the board, nobody is told to put them there."""
        back = any(isinstance(one, AuctionPeriodOver) and one.value == "yes" for one in beside)
        return "the board is passed out" if back else "the board is passed out, so put your hands back in it"


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
