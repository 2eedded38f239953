"""Law 21: misinformation. The offender is the player who explained, or did not alert; the other one acted on it."""

from __future__ import annotations

from typing import Any

from laws.rulings.case import Case
from laws.rulings.declaration import Common, Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.information import (
    WEIGH_OUTCOMES,
    Adjusts,
    Duty,
    Entitled,
    NotEntitled,
    NothingFollows,
    ResultStands,
)
from laws.rulings.effects.misinformation import JUDGE_PARTNERS_CALL, TO_BE_TOLD_OF_MISTAKEN_CALL, GoesOnWith
from laws.rulings.effects.rights import TO_CLARIFY, TO_CORRECT_REVIEW
from laws.rulings.facts.misinformation import CHANGES, LHO_CHANGES, LHO_SINCE, PARTNER_SINCE
from laws.rulings.meanings import parse_meaning
from laws.rulings.procedures.judging import if_gained
from laws.rulings.procedures.law_20 import wrong_review
from laws.rulings.procedures.law_20.effects import ReviewCorrected
from laws.rulings.procedures.law_21.effects import (
    AUCTION_GOES_ON,
    DEEMED_MISINFORMATION,
    EARLIER_CALLS,
    LHO_CALL_STAYS,
    NO_AGREEMENT_IS_MISINFORMATION,
    PRESUME_EXPLANATION_WRONG,
    TO_CALL_CLEARLY,
    TO_CHANGE_CALL,
    TO_CHANGE_SUBSEQUENT,
    TO_TAKE_BACK_LEAD,
    TO_USE_BOTH,
    USE_RIGHT_INFORMATION_ONLY,
    CallWasTheMistake,
    InfoOfCorrection,
    NoCallChanged,
    NoneForTheCall,
    NothingForTheChange,
    NothingToFollow,
)
from laws.rulings.procedures.law_21.facts import (
    AUCTION_PERIOD_OVER,
    EARLIER_CALL,
    INFLUENCED,
    LEAD_FACE_DOWN,
    MISINFORMED,
    MISREAD,
    SHOULD_HAVE_ASKED,
    WHAT_WAS_WRONG,
)
from laws.rulings.seats import Seat
from laws.rulings.story.matters import Told, matter
from laws.rulings.tables.seated import Shown, seated


def _misled(facts: Facts) -> Shown:
    """East passes over South's 2C, wrongly explained by North; who has called since is in the auction."""
    if facts.get("partner_since"):
        return {"auction": ["S 2C", "W P", "N 2D", "E P", "S 2H", "W P"]}, {"partner_since", "lho_since"}
    if facts.get("lho_since"):
        return {"auction": ["S 2C", "W P", "N 2D", "E P", "S 2H"]}, {"partner_since", "lho_since"}
    if "partner_since" in facts:
        return {"auction": ["S 2C", "W P", "N 2D", "E P"]}, {"partner_since", "lho_since"}
    return {}, set()


@matter("21", "explains")
def _explained(told: Told) -> dict[str, Any] | None:
    """A story in which a call is explained otherwise than agreed, or found to be, and an opponent has called since."""
    callers = [
        one.by for one in told.since if one.what == "call" and one.by is not None and one.by.side is not told.by.side
    ]
    wrong = _explained_wrongly(told)
    if not callers or not (wrong or told.raised):
        return None
    findings: dict[str, Any] = {"auction_period_over": told.play is not None and told.play.begun}
    if wrong:
        findings |= {"misinformed": True, "what_was_wrong": "explanation wrong"}
    player = _who_may_change(told) or callers[-1]
    changed = [one.by for one in told.since if one.what == "changes"]
    if player in changed:
        findings |= {"changes": True}
        if player.lho in changed:
            findings["lho_changes"] = True
    return {"offender": told.by.value, "player": player.value, "findings": findings}


def _who_may_change(told: Told) -> Seat | None:
    """The opponent who has changed a call since, if one has."""
    return next(
        (one.by for one in told.since if one.what == "changes" and one.by and one.by.side is not told.by.side), None
    )


def _explained_wrongly(told: Told) -> bool:
    """The explanation and the agreement are both told, and are not the same."""
    details, about = told.happening.details, told.about
    agreed = details.get("agreed")
    if agreed is None and about is not None and about.call is not None and about.by is not None:
        agreed = told.story.methods.get(about.by.side, {}).get(about.call.text)
    if agreed is None or "as" not in details:
        return False
    return parse_meaning(details["as"]) != parse_meaning(agreed)


@DUPLICATE_2017.procedure(
    "21",
    "Misinformation",
    happened="A call was made on a wrong explanation",
    declared=Declaration(
        common=Common(90, "Wrong explanation or no alert"),
        also=(
            "misinformation",
            "failed to alert",
            "misexplained",
            "MI",
        ),
        seats=Seats(
            (
                "offender",
                "player",
            ),
            player="opponent",
        ),
        staging=seated("21", _misled, dealer="S", offender="N", player="E"),
    ),
)
def misinformation(case: Case) -> None:
    """21A: own misunderstanding. 21B1: a change of call while it is in time; 21B3: an adjusted score when it is not."""
    if not case.asks(MISINFORMED, "21A"):
        own_misunderstanding(case)
        return
    if not was_misinformation(case):
        return
    if case.notes(SHOULD_HAVE_ASKED, "20F2"):
        case.doubts(
            "no law says that players who can see the mistake have to protect themselves; guidance and practice "
            "expect it of experienced players. Here such a player gets neither an adjusted score nor a change of "
            "call",
            "20F2",
        )
        case.rules(NotEntitled("misinformed", TO_CHANGE_CALL), "21B1(a)")
        case.rules(Adjusts("none", "21B1(a)"), "21B1(a)")
        return
    over = case.asks(AUCTION_PERIOD_OVER, "17D1")
    if over or case.asks(PARTNER_SINCE, "21B1(a)"):
        too_late(case, over=over)
    else:
        change_of_call(case)


@DUPLICATE_2017.passage
def own_misunderstanding(case: Case) -> None:
    """21A: no redress for a player's own mistake. A call made carelessly, or a wrong review, is not the player's own."""
    misread = case.notes(MISREAD, "20A")
    case.rules(NotEntitled("misinformed", TO_CHANGE_CALL), "21A")
    if misread == "own doing":
        case.rules(NothingFollows(), "21A")
        case.rules(NoneForTheCall("none", "21A"), "21A")
    elif misread == "careless call":
        case.rules(Duty("side", TO_CALL_CLEARLY), "74A3")
        case.rules(Entitled("misinformed", TO_CLARIFY), "20A")
        case.rules(Adjusts("possible", "12A1", "damaged"), "12A1")
        case.rules(DirectorAction(WEIGH_OUTCOMES), "12C1(b)")
    else:
        case.doubts(
            "20E leads only to 12C1; the law does not say whether a wrong review is misinformation that lets a "
            "call be changed (21B1(a)), and here it is not",
            "20E",
        )
        case.rules(ReviewCorrected("table", TO_CORRECT_REVIEW), "20E")
        wrong_review(case)


@DUPLICATE_2017.passage
def too_late(case: Case, *, over: bool) -> None:
    """21B3: without another call on the right information (only) there is no advantage from the wrong one."""
    case.rules((NoCallChanged if over else NotEntitled)("misinformed", TO_CHANGE_CALL), "21B1(a)")
    if not over:
        # Partner's call was made on the same misinformation, and the misinformed player has not called over it.
        case.rules(Referral(JUDGE_PARTNERS_CALL), "21B1(a)")
        correction_heard(case)
    case.rules(DirectorAction(USE_RIGHT_INFORMATION_ONLY), "21B1(a)")
    if case.asks(INFLUENCED, "21B3"):
        if_gained(case, "21B3")
    else:
        case.rules(NoneForTheCall("none", "21B3"), "21B3")


@DUPLICATE_2017.passage
def was_misinformation(case: Case) -> bool:
    """21B1(b): without evidence to the contrary the explanation is presumed wrong. False for a mistaken call (75C)."""
    wrong = case.asks(WHAT_WAS_WRONG, "21B1(b)")
    if wrong == "call wrong":
        case.rules(ResultStands(), "75C")
        case.rules(CallWasTheMistake("others", TO_BE_TOLD_OF_MISTAKEN_CALL), "75C")
        case.rules(Adjusts("none", "75C"), "75C")
        return False
    if wrong == "no evidence":
        case.rules(DirectorAction(PRESUME_EXPLANATION_WRONG), "21B1(b)")
    case.rules(DirectorAction(DEEMED_MISINFORMATION), "21B1(a)")
    case.rules(DirectorAction(NO_AGREEMENT_IS_MISINFORMATION), "75D2")
    return True


@DUPLICATE_2017.passage
def change_of_call(case: Case) -> None:
    """21B1(a) and 21B2: what the player may change, what his LHO may change then, and who may use what is learned."""
    case.rules(DirectorAction(USE_RIGHT_INFORMATION_ONLY), "21B1(a)")
    if not case.asks(INFLUENCED, "21B1(a)"):
        case.rules(NotEntitled("misinformed", TO_CHANGE_CALL), "21B1(a)")
        correction_heard(case)
        case.rules(NoneForTheCall("none", "21B3"), "21B3")
        case.rules(DirectorAction(AUCTION_GOES_ON), "21B1(a)")
        return
    case.rules(Entitled("misinformed", TO_CHANGE_CALL), "21B1(a)")
    case.rules(Entitled("misinformed", TO_USE_BOTH), "21B1(a)")
    if case.notes(LEAD_FACE_DOWN, "41A"):
        case.rules(Entitled("misinformed", TO_TAKE_BACK_LEAD), "47E2(a)")
    correction_heard(case)
    if case.asks(CHANGES, "21B1(a)"):
        changed(case)
        # No call of this player's is too late to change (21B3) but an earlier one: what damage is left is 75B1's.
        provision = "21B3" if case.notes(EARLIER_CALL, "21B3") else "75B1"
        case.rules(Adjusts("possible", provision, "damaged"), provision)
        return
    # It was not too late: what the player kept, knowing both meanings, is a choice of the player's own.
    case.rules(NothingToFollow("misinformed_lho", TO_CHANGE_SUBSEQUENT), "21B2")
    case.rules(DirectorAction(AUCTION_GOES_ON), "21B1(a)")
    if case.notes(EARLIER_CALL, "21B3"):
        case.rules(DirectorAction(EARLIER_CALLS), "21B1(a)")
        case.rules(Adjusts("possible", "21B3", "damaged"), "21B3")
    else:
        case.rules(NoneForTheCall("none", "21B3"), "21B3")


@DUPLICATE_2017.passage
def correction_heard(case: Case) -> None:
    """16C: what the correction alone tells is the same whether a call is changed, kept or not to be changed."""
    case.rules(InfoOfCorrection("NOS", "authorised", "16C1", "correction"), "16C1")
    case.rules(InfoOfCorrection("OS", "unauthorised", "16C2", "correction"), "16C2")


@DUPLICATE_2017.passage
def changed(case: Case) -> None:
    """21B2: LHO may change what was called after it, and 16C says who may use the calls that were withdrawn."""
    case.rules(NothingForTheChange(), "21B1(a)")
    case.rules(InfoOfCorrection("NOS", "authorised", "16C1", "misinformed_call"), "16C1")
    case.rules(InfoOfCorrection("OS", "unauthorised", "16C2", "misinformed_call"), "16C2")
    if case.notes(EARLIER_CALL, "21B3"):
        case.rules(DirectorAction(EARLIER_CALLS), "21B1(a)")
    if not case.asks(LHO_SINCE, "21B2"):
        case.rules(GoesOnWith("misinformed_lho"), "21B1(a)")
        return
    case.rules(Entitled("misinformed_lho", TO_CHANGE_SUBSEQUENT), "21B2")
    if case.asks(LHO_CHANGES, "21B2"):
        case.rules(InfoOfCorrection("NOS", "authorised", "16C1", "lho_call"), "21B2")
        case.rules(InfoOfCorrection("OS", "unauthorised", "16C2", "lho_call"), "21B2")
    else:
        case.rules(DirectorAction(LHO_CALL_STAYS), "21B2")
    case.rules(GoesOnWith("misinformed_partner"), "21B1(a)")
