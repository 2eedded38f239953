"""Law 21: misinformation. The offender is the player who explained, or did not alert; the other one acted on it."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction
from laws.rulings.effects.calls import Info, NoFurtherRectification
from laws.rulings.effects.information import Adjusts, Entitled, NotEntitled, NothingFollows, ResultStands
from laws.rulings.facts.misinformation import (
    AUCTION_PERIOD_OVER,
    CHANGES,
    INFLUENCED,
    LEAD_FACE_DOWN,
    LHO_CHANGES,
    LHO_SINCE,
    MISINFORMED,
    PARTNER_SINCE,
    SHOULD_HAVE_ASKED,
    WHAT_WAS_WRONG,
)
from laws.rulings.procedures.judging import if_gained


@DUPLICATE_2017.procedure("21", "Misinformation")
def misinformation(case: Case) -> None:
    """21A: own misunderstanding. 21B1: a change of call while it is in time; 21B3: an adjusted score when it is not."""
    if not case.asks(MISINFORMED, "21A"):
        case.rules(NotEntitled("misinformed", "change_call"), "21A")
        case.rules(NothingFollows(), "21A")
        case.rules(Adjusts("none", "21A"), "21A")
        return
    if not was_misinformation(case):
        return
    if case.notes(SHOULD_HAVE_ASKED, "20F2"):
        case.doubts(
            "that a player who can see the mistake has to protect himself stands in no law; guidance and practice ask it "
            "of experienced players",
            "20F2",
        )
        case.rules(Adjusts("none", "21B1(a)"), "21B1(a)")
        return
    if case.asks(AUCTION_PERIOD_OVER, "17D1") or case.asks(PARTNER_SINCE, "21B1(a)"):
        case.rules(NotEntitled("misinformed", "change_call"), "21B1(a)")
        if_gained(case, "21B3")
        return
    change_of_call(case)


@DUPLICATE_2017.passage
def was_misinformation(case: Case) -> bool:
    """21B1(b): without evidence to the contrary the explanation is presumed wrong. False for a mistaken call (75C)."""
    wrong = case.asks(WHAT_WAS_WRONG, "21B1(b)")
    if wrong == "call wrong":
        case.rules(ResultStands(), "75C")
        case.rules(NotEntitled("others", "be_told_of_mistaken_call"), "75C")
        case.rules(Adjusts("none", "75C"), "75C")
        return False
    if wrong == "no evidence":
        case.rules(DirectorAction("presume_explanation_wrong"), "21B1(b)")
    case.rules(DirectorAction("deemed_misinformation"), "21B1(a)")
    case.rules(DirectorAction("no_agreement_is_misinformation"), "75D2")
    return True


@DUPLICATE_2017.passage
def change_of_call(case: Case) -> None:
    """21B1(a) and 21B2: what the player may change, what his LHO may change then, and who may use what is learned."""
    case.rules(DirectorAction("use_right_information_only"), "21B1(a)")
    if not case.asks(INFLUENCED, "21B1(a)"):
        case.rules(NotEntitled("misinformed", "change_call"), "21B1(a)")
        case.rules(Adjusts("none", "21B3"), "21B3")
        return
    case.rules(Entitled("misinformed", "change_call"), "21B1(a)")
    case.rules(Entitled("misinformed", "use_both"), "21B1(a)")
    if case.notes(LEAD_FACE_DOWN, "41A"):
        case.rules(Entitled("misinformed", "take_back_lead"), "47E2(a)")
    # What the correction alone tells is the same whether the call is changed or kept.
    case.rules(Info("NOS", "authorised", "16C1", "correction"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "correction"), "16C2")
    if case.asks(CHANGES, "21B1(a)"):
        case.rules(NoFurtherRectification(), "21B1(a)")
        if case.asks(LHO_SINCE, "21B2"):
            case.rules(Entitled("misinformed_lho", "change_subsequent"), "21B2")
            if case.asks(LHO_CHANGES, "21B2"):
                case.rules(Info("NOS", "authorised", "16C1", "lho_call"), "21B2")
                case.rules(Info("OS", "unauthorised", "16C2", "lho_call"), "21B2")
    case.rules(Adjusts("possible", "21B3", "damaged"), "21B3")
