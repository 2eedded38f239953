"""What players may, may not and must do about reviews and questions, in words."""

from __future__ import annotations

from laws.rulings.effects.base import ACTIONS, RIGHTS

RIGHTS.update(
    {
        "clarify": "ask at once which call was made",
        "review": "have a review of the auction",
        "include_alerts": "include the alerts when the calls are restated",
        "review_in_part": "ask for part of the calls or stop the review",
        "answer_review": "answer the request for a review",
        "correct_review": "put right any error in the review, dummy and a player required to pass too",
        "ask_whose_lead": "ask whether the opening lead falls to this hand, and wait for the answer",
        "explanation": "have an explanation of the opponents' auction",
        "explanation_of_defence": "have an explanation of a defender's call or card play understandings",
        "alternatives": "hear of relevant calls not chosen and of inferences by agreement",
        "contract_at_turn": "be told, at their own turn to play, what the contract is and whether it was doubled or redoubled, "
        "but not by whom",
        "explore_other_situations": "ask about situations other than this auction, or what a call would mean in them",
        "ask_now": "ask now",
        "ask_when_in_turn": "ask when it is their turn",
        "explain_own_call": "explain it, unless the Director instructs so",
        "explain_partners_call": "explain partner's call or play",
        "retract_misinformed_lead": "take back the card led on an opponent's wrong answer, without further rectification",
        "accept_misinformed_lead": "accept the card led on the wrong answer",
        "ask_for_partner": "ask only for partner's benefit",
        "ask_for_wrong_answer": "ask only to draw a wrong answer",
        "ask_about_one_call": "ask about one call only, at the risk that partner learns something from it (16B1)",
    }
)
ACTIONS.update(
    {"apply_54": "rule on the card faced as an opening lead out of turn (Law 54); asking first does not help"}
)
