"""Law 20: who may ask for a review or an explanation, when, and who answers."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.information import WEIGH_OUTCOMES, Adjusts, Duty, Entitled, NotEntitled
from laws.rulings.effects.rights import (
    TO_ASK_NOW,
    TO_ASK_WHEN_IN_TURN,
    TO_ASK_WHOSE_LEAD,
    TO_CLARIFY,
    TO_CORRECT_REVIEW,
)
from laws.rulings.facts.asking import (
    ASKER_IS,
    ASKER_MUST_PASS,
    ASKS_FOR,
    AT_TURN,
    AT_TURN_TO_PLAY,
    FIRST_TURN_TO_PLAY,
    PARTIAL,
)
from laws.rulings.facts.auction import LEAD_FACED
from laws.rulings.facts.judging import OPEN
from laws.rulings.procedures.judging import assigned
from laws.rulings.procedures.law_20.effects import (
    APPLY_54,
    TO_ACCEPT_MISINFORMED_LEAD,
    TO_ALTERNATIVES,
    TO_ANSWER_REVIEW,
    TO_ASK_ABOUT_ONE_CALL,
    TO_ASK_FOR_PARTNER,
    TO_ASK_FOR_WRONG_ANSWER,
    TO_CONTRACT_AT_TURN,
    TO_EXPLAIN_OWN_CALL,
    TO_EXPLANATION,
    TO_EXPLANATION_OF_DEFENCE,
    TO_EXPLORE_OTHER_SITUATIONS,
    TO_INCLUDE_ALERTS,
    TO_RETRACT_LEAD,
    TO_RETRACT_MISINFORMED_LEAD,
    TO_REVIEW,
    TO_REVIEW_IN_PART,
    ExplainedByPartners,
    HasNoLead,
    NoReviewYet,
    ReviewCorrected,
    ReviewFromOpponents,
    WaitsForTurn,
    WithAlerts,
)
from laws.rulings.procedures.law_20.facts import (
    ASKED_WHEN,
    ASKER_LEADS,
    FIRST_TURN_TO_COME,
    HYPOTHETICAL,
    LED_BEFORE_ANSWER,
    PURPOSE,
    REVIEW_DAMAGE,
    REVIEW_WRONG,
    SINGLE_CALL,
    TOLD_WRONG_LEAD,
)
from laws.rulings.tables.seated import Shown, seated


def _asked(facts: Facts) -> Shown:
    """South asks; the auction tells whose turn it is, declarer's seat what South is and whose the lead is."""
    if "asker_is" not in facts:
        return {}, set()
    defending = "E" if facts.get("asker_leads", True) else "W"
    declarer = {"declarer": "S", "dummy": "N", "defender": defending}[facts["asker_is"]]
    return {"declarer": declarer}, {"asker_is", "asker_leads"}


@DUPLICATE_2017.procedure(
    "20",
    "Review and explanation of calls",
    happened="A player wants calls explained or reviewed",
    declared=Declaration(seats=Seats(("player",)), staging=seated("20", _asked, player="S")),
)
def review_and_explanation(case: Case) -> None:
    """20A: an unclear call at once. 20B and 20C: the whole auction, at one's turn. 20F: what the calls mean."""
    asks_for = case.asks(ASKS_FOR, "20")
    purpose = case.notes(PURPOSE, "20G1")
    if purpose == "partner's benefit":
        case.rules(NotEntitled("asker", TO_ASK_FOR_PARTNER), "20G1")
    elif purpose == "a wrong answer":
        case.rules(NotEntitled("asker", TO_ASK_FOR_WRONG_ANSWER), "20G2")
    elif asks_for == "an unclear call":
        case.rules(Entitled("asker", TO_CLARIFY), "20A")
    elif asks_for == "whose lead":
        whose_lead(case)
    elif asks_for == "a review":
        review(case)
    elif case.asks(ASKED_WHEN, "20F") == "in the auction period":
        explanation_in_the_auction(case)
    else:
        explanation_in_the_play(case)


@DUPLICATE_2017.passage
def review(case: Case) -> None:
    """20B in the auction, at one's turn; then as long as no card of one's own has been played."""
    if case.asks(ASKED_WHEN, "20B") == "in the auction period":
        at_turn = case.asks(AT_TURN, "20B")
        must_pass = required_to_pass(case, at_turn, "20B")
        if must_pass or not at_turn:
            case.rules((NotEntitled if must_pass else NoReviewYet)("asker", TO_REVIEW), "20B")
            if not must_pass:
                case.rules(Entitled("asker", TO_ASK_WHEN_IN_TURN), "20B")
            return
        reviewed(case, "20B")
    elif law := review_in_play(case):
        reviewed(case, law)


@DUPLICATE_2017.passage
def review_in_play(case: Case) -> str:
    """41B until the lead is faced; then 20C2 at the first turn to play. The provision that gives a review, or empty."""
    role = case.asks(ASKER_IS, "20C2")
    if role == "dummy":
        case.rules(NotEntitled("asker", TO_REVIEW), "41B")
        return ""
    if case.asks(FIRST_TURN_TO_PLAY, "20C2"):
        return "20C2"
    if waits_for_no_turn(case, role):
        return "41B"
    case.rules(NotEntitled("asker", TO_REVIEW), "20C2")
    if case.notes(FIRST_TURN_TO_COME, "20C2"):
        case.rules(Entitled("asker", TO_ASK_WHEN_IN_TURN), "20C2")
    else:
        case.rules(Entitled("asker", TO_CONTRACT_AT_TURN), "41C")
    return ""


@DUPLICATE_2017.passage
def reviewed(case: Case, law: str) -> None:
    """All the calls or none, from the opponents, with everybody answering for it."""
    case.rules(Entitled("asker", TO_REVIEW), law)
    if law == "20B":
        case.rules(WithAlerts("table", TO_INCLUDE_ALERTS, "should"), "20B")
    if case.notes(PARTIAL, law):
        case.rules(NotEntitled("asker", TO_REVIEW_IN_PART), "20B" if law == "20B" else "20C2")
    case.rules(ReviewFromOpponents("asker_partner", TO_ANSWER_REVIEW), "20D")
    case.rules(ReviewCorrected("table", TO_CORRECT_REVIEW), "20E")
    if case.notes(REVIEW_WRONG, "20E"):
        wrong_review(case)


@DUPLICATE_2017.passage
def required_to_pass(case: Case, at_turn: bool, law: str) -> bool:
    """Whether the law leaves the asker no call to choose. Out of turn nobody may ask, so there it only matters for later."""
    return case.asks(ASKER_MUST_PASS, law) if at_turn else case.notes(ASKER_MUST_PASS, law)


@DUPLICATE_2017.passage
def waits_for_no_turn(case: Case, role: str) -> bool:
    """41B: until the lead is faced, the leader's partner and presumed declarer may ask at once; the leader is not named."""
    if case.asks(LEAD_FACED, "41B"):
        return False
    if role != "defender" or not case.asks(ASKER_LEADS, "41B"):
        return True
    case.doubts(
        "the leader's turn is treated as over once the lead is face down, because 41B then names only the "
        "leader's partner and presumed declarer; a card is played when it is faced (45A), so you could let the "
        "leader ask until then",
        "41B",
    )
    return False


@DUPLICATE_2017.passage
def wrong_review(case: Case) -> None:
    """20E: every player was responsible; what damage the mistake did is made good by 12C1, once play is over."""
    damage = case.notes(REVIEW_DAMAGE, "20E")
    if damage == OPEN:
        case.rules(Adjusts("possible", "20E", "review"), "20E")
        case.rules(DirectorAction(WEIGH_OUTCOMES), "12C1(b)")
    elif damage == "damaged":
        assigned(case, "20E")
    else:
        case.rules(Adjusts("none", "20E"), "20E")


@DUPLICATE_2017.passage
def whose_lead(case: Case) -> None:
    """20C1: a defender may ask, but a card faced without waiting for the answer is led."""
    if case.asks(ASKER_IS, "20C1") != "defender":
        case.doubts(
            "20C1 gives the right to the defenders, and declarer and dummy are taken to have none; no law says that they may "
            "not ask",
            "20C1",
        )
        case.rules(HasNoLead("asker", TO_ASK_WHOSE_LEAD), "20C1")
        return
    case.rules(Entitled("asker", TO_ASK_WHOSE_LEAD), "20C1")
    if case.notes(TOLD_WRONG_LEAD, "47E1"):
        case.rules(Duty("asker", TO_RETRACT_MISINFORMED_LEAD), "47E1")
        case.rules(NotEntitled("asker_lho", TO_ACCEPT_MISINFORMED_LEAD), "47E1")
    elif case.notes(LED_BEFORE_ANSWER, "20C1"):
        case.rules(Referral(APPLY_54), "54")
        case.rules(NotEntitled("asker", TO_RETRACT_LEAD), "47E1")


@DUPLICATE_2017.passage
def explanation_in_the_auction(case: Case) -> None:
    """20F1: at one's own turn, from the partner of whoever made the call; the asker's partner waits for his turn."""
    at_turn = case.asks(AT_TURN, "20F1")
    if required_to_pass(case, at_turn, "20F1"):
        case.rules(NotEntitled("asker", TO_EXPLANATION), "20F1")
    elif at_turn:
        case.rules(Entitled("asker", TO_EXPLANATION), "20F1")
        case.rules(Entitled("asker", TO_ALTERNATIVES), "20F1")
        if case.notes(HYPOTHETICAL, "20F1"):
            case.rules(NotEntitled("asker", TO_EXPLORE_OTHER_SITUATIONS), "20F1")
        case.rules(WaitsForTurn("asker_partner", TO_ASK_NOW), "20F1")
        answered(case, "20F1")
    else:
        case.rules(NotEntitled("asker", TO_ASK_NOW), "20F1")
        case.rules(Entitled("asker", TO_ASK_WHEN_IN_TURN), "20F1")


@DUPLICATE_2017.passage
def explanation_in_the_play(case: Case) -> None:
    """41B until the lead is faced; then 20F2, at their turns: defenders on the auction, declarer on the defence; dummy not."""
    role = case.asks(ASKER_IS, "20F2")
    if role == "dummy":
        case.rules(NotEntitled("asker", TO_EXPLANATION), "20F2")
        return
    if not case.asks(AT_TURN_TO_PLAY, "20F2"):
        if waits_for_no_turn(case, role):
            case.rules(Entitled("asker", TO_EXPLANATION), "41B")
            partner_waits(case, role)
            answered(case, "20F2")
            return
        case.rules(NotEntitled("asker", TO_ASK_NOW), "20F2")
        case.rules(Entitled("asker", TO_ASK_WHEN_IN_TURN), "20F2")
        return
    case.rules(Entitled("asker", TO_EXPLANATION_OF_DEFENCE if role == "declarer" else TO_EXPLANATION), "20F2")
    partner_waits(case, role)
    answered(case, "20F2")


@DUPLICATE_2017.passage
def partner_waits(case: Case, role: str) -> None:
    """20F1: the other defender adds no question before their turn to play; declarer's partner is dummy, who has none to ask."""
    if role == "defender":
        case.rules(WaitsForTurn("asker_partner", TO_ASK_NOW), "20F1")


@DUPLICATE_2017.passage
def answered(case: Case, law: str) -> None:
    """Partner of whoever made the call answers (20F1, 20F2); a question about one call may tell partner something (20F3)."""
    case.rules(ExplainedByPartners("caller", TO_EXPLAIN_OWN_CALL), law)
    if case.notes(SINGLE_CALL, "20F3"):
        case.rules(Entitled("asker", TO_ASK_ABOUT_ONE_CALL), "20F3")
